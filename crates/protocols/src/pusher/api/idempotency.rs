//! Idempotency keys: a publish that is sent again, because its answer was lost, is answered again and not
//! published again.
//!
//! The publisher chooses a key and sends it as `X-Idempotency-Key` or `Idempotency-Key`, or as the parameter
//! `idempotency_key`. For 120 s after the first such request, the same key with the same request gets the first
//! one's answer; with another request it is refused with 409. The signature covers the parameter and no header, so
//! a key by parameter is remembered for as long as the signature holds: nobody can publish an overheard request again. Only what succeeded is remembered: a request that was refused changed nothing, and may
//! be corrected under its key. A publish that reached some of its channels and then found a queue full is
//! remembered as far as it came, so that sending it again finishes it.
//!
//! The memory is one process's own: on other nodes a key is new, and after a restart too, unless the server
//! stores [what it remembers](Memory::remembered).

use alloc::{boxed::Box, collections::BTreeMap};

use baton_hub::{AppId, HashSeed, Millis};
use hashbrown::HashTable;
use sha2::{Digest as _, Sha256};

use super::query::Query;

/// How long a key is remembered at least.
pub const REMEMBERED_MS: Millis = 120_000;

/// What a key costs beside its text and answer: the entry, its place in the table (whose load is at most 7/8,
/// at least 7/16 after growing) and its place in the order, whose nodes are more than half full.
const ENTRY_BYTES: usize = 2 * size_of::<Entry>() + 2 * size_of::<(Due, u64)>();

/// Bounds of one app's keys. At a bound the key that would expire first is evicted: a repetition of that request
/// would be published again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdempotencyLimits {
    /// Keys.
    pub entries: usize,
    /// Bytes, of keys, answers and the table itself. The newest key is stored even if it alone is larger.
    pub bytes: usize,
}

impl Default for IdempotencyLimits {
    /// Keys of 36 bytes (UUIDs) with the answer `{}` cost about 350 bytes each, so 32,768 of them fill 11 MiB:
    /// 273 requests per second for all of the 120 s.
    fn default() -> Self {
        Self { entries: 32_768, bytes: 16 << 20 }
    }
}

/// The keys of one app that have not expired, and what was answered. Each app has a table of its own, so that one
/// cannot make another's keys forgotten.
#[derive(Debug)]
pub struct Idempotency {
    table: HashTable<Entry>,
    /// The hash of each entry, in the order in which they expire.
    due: BTreeMap<Due, u64>,
    bytes: usize,
    last_serial: u64,
    limits: IdempotencyLimits,
    seed: HashSeed,
}

/// Where a server stores the tables of its apps.
pub trait Memory {
    /// Runs `work` once while no other request with this key of this app runs: that is what makes a
    /// repetition wait while the first request is in progress. Requests with other keys go on.
    fn exclusively(&self, app: AppId, key: &str, work: &mut dyn FnMut());
    /// Runs `work` once with the table of this app, alone, and for no longer than it takes to read or
    /// write an entry.
    fn with(&self, app: AppId, work: &mut dyn FnMut(&mut Idempotency));
    /// A request was carried out, and is about to be remembered: for a server that stores what outlives it.
    /// Called while [`exclusively`](Self::exclusively) runs.
    fn remembered(&self, app: AppId, what: &Remembered<'_>) {
        let _ = (app, what);
    }
}

/// A request that was carried out under an idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remembered<'a> {
    /// The key.
    pub key: &'a str,
    /// A digest of the request: the key with another one is refused.
    pub fingerprint: [u8; 32],
    /// It was carried out as far as its n-th event; `None`: to its end.
    pub partly: Option<usize>,
    /// What was answered then.
    pub answer: &'a [u8],
    /// For how many milliseconds the key is remembered.
    pub left_ms: Millis,
}

/// What distinguishes one request from another, whenever it was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fingerprint(pub(super) [u8; 32]);

/// What is known of a key.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Recalled<'a> {
    /// It is new.
    Nothing,
    /// Another request came with it.
    OtherRequest,
    /// The request was carried out as far as its n-th event, and no further.
    Partly(usize),
    /// The request was carried out, and this was the answer.
    Answered(&'a [u8]),
}

/// How far a request came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// As far as its n-th event.
    Partly(usize),
    /// To its end, with this answer.
    Answered(Box<[u8]>),
}

#[derive(Debug)]
struct Entry {
    key: Box<str>,
    hash: u64,
    serial: u64,
    until: Millis,
    fingerprint: Fingerprint,
    outcome: Outcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Due {
    at: Millis,
    serial: u64,
}

impl Idempotency {
    /// An empty memory. Keys are hashed under `seed`, so that publishers cannot choose keys that collide.
    pub fn new(limits: IdempotencyLimits, seed: HashSeed) -> Self {
        let (table, due) = (HashTable::new(), BTreeMap::new());
        Self { table, due, bytes: 0, last_serial: 0, limits, seed }
    }

    /// Replaces the limits. Keys beyond them are dropped when another is added.
    pub fn set_limits(&mut self, limits: IdempotencyLimits) {
        self.limits = limits;
    }

    /// Forgets the keys that have expired. Each use does so; a server calls this now and then to return the memory of
    /// apps that publish no more.
    pub fn expire(&mut self, now: Millis) {
        while self.due.first_key_value().is_some_and(|(due, _)| due.at <= now) {
            self.forget_first();
        }
        // After a burst the table returns its memory: at a quarter it halves, so that the removals before it pay for
        // each move.
        let capacity = self.table.capacity();
        if capacity > 64 && self.table.len() * 4 < capacity || self.table.is_empty() {
            self.table.shrink_to(capacity / 2 * usize::from(!self.table.is_empty()), |entry| entry.hash);
        }
    }

    /// Keys remembered.
    pub fn len(&self) -> usize {
        self.due.len()
    }

    /// Whether no key is remembered.
    pub fn is_empty(&self) -> bool {
        self.due.is_empty()
    }

    /// Bytes that they cost.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What is known of `key` at `now`. A repetition is remembered until `at_least`, if that is later than what was said
    /// before: until its own signature expires, or an eavesdropper could send it once more.
    pub(super) fn recall(
        &mut self,
        key: &str,
        fingerprint: &Fingerprint,
        now: Millis,
        at_least: Millis,
    ) -> Recalled<'_> {
        let hash = self.seed.hash_text(key);
        self.expire(now);
        if let Some(entry) = self.table.find_mut(hash, |entry| *entry.key == *key)
            && entry.fingerprint == *fingerprint
            && entry.until < at_least
        {
            self.due.remove(&Due { at: entry.until, serial: entry.serial });
            self.due.insert(Due { at: at_least, serial: entry.serial }, hash);
            entry.until = at_least;
        }
        match self.table.find(hash, |entry| *entry.key == *key) {
            None => Recalled::Nothing,
            Some(entry) if entry.fingerprint != *fingerprint => Recalled::OtherRequest,
            Some(Entry { outcome: Outcome::Partly(events), .. }) => Recalled::Partly(*events),
            Some(Entry { outcome: Outcome::Answered(answer), .. }) => Recalled::Answered(answer),
        }
    }

    /// Remembers how far the request came until `until`, which counts from the first time.
    pub(super) fn remember(&mut self, key: &str, fingerprint: Fingerprint, outcome: Outcome, until: Millis) {
        self.put(key, fingerprint, outcome, until);
        while self.due.len() > 1 && (self.due.len() > self.limits.entries || self.bytes > self.limits.bytes) {
            self.forget_first();
        }
    }

    /// Whether exactly this is remembered, and not something that came later with its key.
    pub fn knows(&self, what: &Remembered<'_>, now: Millis) -> bool {
        let hash = self.seed.hash_text(what.key);
        let entry = self.table.find(hash, |entry| *entry.key == *what.key);
        entry.is_some_and(|entry| {
            let is_same = match (&entry.outcome, what.partly) {
                (Outcome::Partly(events), Some(partly)) => *events == partly,
                (Outcome::Answered(answer), None) => **answer == *what.answer,
                _ => false,
            };
            entry.until > now && entry.fingerprint.0 == what.fingerprint && is_same
        })
    }

    /// Remembers what an earlier process [did](Memory::remembered).
    pub fn restore(&mut self, what: &Remembered<'_>, now: Millis) {
        let outcome = match what.partly {
            Some(events) => Outcome::Partly(events),
            None => Outcome::Answered(what.answer.into()),
        };
        self.remember(what.key, Fingerprint(what.fingerprint), outcome, now.saturating_add(what.left_ms));
    }

    fn put(&mut self, key: &str, fingerprint: Fingerprint, outcome: Outcome, until: Millis) {
        let hash = self.seed.hash_text(key);
        if let Some(entry) = self.table.find_mut(hash, |entry| *entry.key == *key) {
            self.bytes = (self.bytes + outcome.len()).saturating_sub(entry.outcome.len());
            entry.outcome = outcome;
            return;
        }
        self.last_serial += 1;
        let entry = Entry { key: key.into(), hash, serial: self.last_serial, until, fingerprint, outcome };
        self.bytes += entry.cost();
        self.due.insert(Due { at: until, serial: entry.serial }, hash);
        self.table.insert_unique(hash, entry, |entry| entry.hash);
    }

    fn forget_first(&mut self) {
        let Some((due, hash)) = self.due.pop_first() else { return };
        if let Ok(found) = self.table.find_entry(hash, |entry| entry.serial == due.serial) {
            let (entry, _) = found.remove();
            self.bytes = self.bytes.saturating_sub(entry.cost());
        }
    }
}

impl Entry {
    fn cost(&self) -> usize {
        ENTRY_BYTES + self.key.len() + self.outcome.len()
    }
}

impl Outcome {
    /// Bytes beside the entry itself.
    fn len(&self) -> usize {
        match self {
            Self::Partly(_) => 0,
            Self::Answered(answer) => answer.len(),
        }
    }
}

impl Fingerprint {
    /// Of a call's path, its parameters that are not about the signature, and its body.
    pub(super) fn of(path: &str, query: &Query<'_>, body: &[u8]) -> Self {
        let mut hash = Sha256::new();
        // A length before each text, so that no two requests are the same bytes.
        let mut add = |text: &[u8]| {
            hash.update(text.len().to_le_bytes());
            hash.update(text);
        };
        add(path.as_bytes());
        add(body);
        query.for_each_meant(|name, value| {
            add(name.as_bytes());
            add(value.as_bytes());
        });
        Self(hash.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    fn memory(entries: usize, bytes: usize) -> Idempotency {
        Idempotency::new(IdempotencyLimits { entries, bytes }, HashSeed::new([1, 2, 3, 4]))
    }

    fn print(text: &str) -> Fingerprint {
        Fingerprint::of("/apps/1/events", &Query::default(), text.as_bytes())
    }

    fn answered(text: &str) -> Outcome {
        Outcome::Answered(text.as_bytes().into())
    }

    #[test]
    fn a_key_is_known_for_two_minutes() {
        let mut memory = memory(10, 1 << 20);
        assert_eq!(memory.recall("k", &print("a"), 5, 0), Recalled::Nothing);
        memory.remember("k", print("a"), answered("{}"), REMEMBERED_MS + 5);
        assert_eq!(memory.recall("k", &print("a"), 120_004, 0), Recalled::Answered(b"{}"));
        assert_eq!(memory.recall("k", &print("b"), 120_004, 0), Recalled::OtherRequest);
        assert_eq!(memory.recall("k", &print("a"), 120_005, 0), Recalled::Nothing);
        assert_eq!((memory.len(), memory.bytes()), (0, 0));
    }

    #[test]
    fn progress_is_replaced_by_the_answer_and_keeps_its_time() {
        let mut memory = memory(10, 1 << 20);
        memory.remember("k", print("a"), Outcome::Partly(3), REMEMBERED_MS);
        assert_eq!(memory.recall("k", &print("a"), 1, 0), Recalled::Partly(3));
        memory.remember("k", print("a"), answered("{}"), 100_000);
        assert_eq!(memory.recall("k", &print("a"), 119_999, 0), Recalled::Answered(b"{}"));
        assert_eq!((memory.len(), memory.bytes()), (1, ENTRY_BYTES + 3));
        assert_eq!(memory.recall("k", &print("a"), 120_000, 0), Recalled::Nothing);
    }

    #[test]
    fn what_came_later_is_not_what_was_remembered() {
        let mut memory = memory(10, 1 << 20);
        let fingerprint = print("a").0;
        let partly =
            Remembered { key: "k", fingerprint, partly: Some(3), answer: b"", left_ms: REMEMBERED_MS };
        let answered = Remembered { partly: None, answer: b"{}", ..partly };
        memory.restore(&partly, 0);
        assert!(memory.knows(&partly, 1) && !memory.knows(&answered, 1));
        memory.restore(&answered, 0);
        assert!(memory.knows(&answered, 1) && !memory.knows(&partly, 1));
        assert!(!memory.knows(&Remembered { fingerprint: print("b").0, ..answered }, 1));
        assert!(!memory.knows(&answered, REMEMBERED_MS));
    }

    #[test]
    fn the_oldest_key_is_evicted() {
        let mut memory = memory(3, 1 << 20);
        for n in 0..1_000 {
            memory.remember(&format!("k{n}"), print("a"), answered("{}"), REMEMBERED_MS + n);
        }
        assert_eq!(memory.len(), 3);
        assert_eq!(memory.recall("k996", &print("a"), 1_000, 0), Recalled::Nothing);
        assert_eq!(memory.recall("k997", &print("a"), 1_000, 0), Recalled::Answered(b"{}"));
    }

    #[test]
    fn bytes_are_bounded_too_and_the_newest_is_stored() {
        let mut memory = memory(100, 2 * (ENTRY_BYTES + 100));
        for n in 0..9 {
            memory.remember(&format!("k{n}"), print("a"), answered(&"x".repeat(98)), REMEMBERED_MS);
        }
        assert_eq!((memory.len(), memory.bytes()), (2, 2 * (ENTRY_BYTES + 100)));
        memory.remember("huge", print("a"), answered(&"x".repeat(10_000)), REMEMBERED_MS);
        assert_eq!(memory.len(), 1);
        assert!(matches!(memory.recall("huge", &print("a"), 1, 0), Recalled::Answered(_)));
    }

    #[test]
    fn expiring_returns_the_memory() {
        let mut memory = memory(10, 1 << 20);
        memory.remember("a", print("a"), answered("{}"), REMEMBERED_MS);
        memory.remember("b", print("a"), answered("{}"), REMEMBERED_MS + 1);
        memory.expire(120_000);
        assert_eq!(memory.len(), 1);
        memory.expire(120_001);
        assert_eq!((memory.is_empty(), memory.table.capacity()), (true, 0));
    }

    #[test]
    fn fingerprints_keep_the_borders_of_what_they_cover() {
        let query = |text| Query::parse(text).unwrap();
        let plain = Fingerprint::of("/apps/1/events", &query("name=a"), b"x");
        assert_eq!(
            plain,
            Fingerprint::of(
                "/apps/1/events",
                &query("auth_timestamp=9&name=a&auth_signature=0&body_md5=1"),
                b"x"
            )
        );
        for other in [
            Fingerprint::of("/apps/1/event", &query("name=a"), b"sx"),
            Fingerprint::of("/apps/1/events", &query("name=ax"), b""),
            Fingerprint::of("/apps/1/events", &query("namea="), b"x"),
            Fingerprint::of("/apps/1/events", &query("name=a&info="), b"x"),
        ] {
            assert_ne!(plain, other);
        }
    }
}
