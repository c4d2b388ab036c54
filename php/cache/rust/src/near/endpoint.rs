//! The words that all processes share about a server: in the shared table's leases, which are words that belong to its owner.
//!
//! ```text
//! 8 of the host: [_, last flush, _ …] | 64 endpoints of 24 words | connections, a word each
//! ```
//!
//! An endpoint is a server as somebody sees it, by its [`Identity`]. Its words are found by that; where all are taken, those of an endpoint
//! that nobody tracks and no connection uses are given to another one, and everything of the former is forgotten.
//!
//! A process that begins to use an endpoint says so first, and checks then that it is still the one it means; a process
//! that takes the words away takes the name first, and checks then that nobody uses it. Of two such one sees the other.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering, fence};

use baton_near_cache::Table;

use super::identity::Identity;
use super::listener::Origin;
use super::robust::{DIED, Robust, THREAD};
use super::view::{self, View, is_ready};
use crate::table_ffi::{monotonic, now};

/// Servers that a host can have at a time; further ones are used without a cache.
const ENDPOINTS: u16 = 64;
/// Words of one.
const WORDS: u16 = 24;
/// The word before them that says when anything was forgotten as a whole; the others there are unused.
const LAST_FLUSH: u16 = 1;
/// The first word of the first; three lines of the cache for each.
const FIRST: u16 = 8;
/// The first word of connections; up to 4,095, so 2,552 of them.
pub(super) const CONNECTIONS: u16 = FIRST + ENDPOINTS * WORDS;

/// Databases that are cached, from 0 on; the others of a server are used without a cache.
pub(crate) const DATABASES: u32 = 16;

/// Which word of an endpoint is which.
const SUBSCRIBER: u16 = 0;
const CLIENT: u16 = 1;
const NAME: u16 = 2;
/// The databases in use, a bit each, and [`STRANGER`].
const USED: u16 = 3;
const EPOCHS: u16 = 4;
/// When the subscriber had heard all that had come; C knows how far that is from the first.
pub(crate) const ALIVE_AT: u16 = 20;
/// The hash of what the server is called for people; several endpoints may be called the same.
const PUBLIC: u16 = 21;
/// Which server process the subscriber is connected to.
const PROCESS: u16 = 22;
/// Counts the subscriber's connections.
const TERM: u16 = 23;

/// The subscriber is connected: what is in the table may be believed.
pub(super) const READY: u64 = 1 << 32;
/// It tried, and could not; those who wait for it need not.
const FAILED: u64 = 1 << 33;
/// Somebody who wanted to read has found that it has not looked for messages of late.
const LATE: u64 = 1 << 34;
/// One of the subscriber's word counts its leaders from here on.
const LEADERS: u64 = 1 << 35;

/// How long ago, in milliseconds, the subscriber may have heard all that had come at most, for what is kept to be believed.
const MOST_SILENCE: u64 = 100;

/// A connection has met another server process behind the same address.
const STRANGER: u64 = 1 << 32;

/// The name of words that nobody has had. Names are odd, and any other even number is one of words that change hands.
const NO_NAME: u64 = 0;

/// Bits of a space: `0 | endpoint (6) | database (4) | 1 | term (20) | epoch (32)`. The highest bit is the caller's; the one that is
/// always set distinguishes spaces from the small numbers of the Table's.
const MARK: u64 = 1 << 52;
const TERMS: u64 = (1 << 20) - 1;

/// One server's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    first: u16,
    name: u64,
}

impl Endpoint {
    /// The words of the server with this identity, which people call so; None if all are taken.
    pub(super) fn of(table: &Table, identity: Identity, public: &[u8]) -> Option<Self> {
        let name = identity.number();
        let endpoint = Self::find(table, identity)
            .or_else(|| Self::places(name).find(|place| place.take(table, NO_NAME)))
            .or_else(|| Self::places(name).find(|place| place.take_over(table)))?;
        endpoint.word(table, PUBLIC).store(Self::hash(table, public), Ordering::Release);
        Some(endpoint)
    }

    /// The same if it has words.
    pub(super) fn find(table: &Table, identity: Identity) -> Option<Self> {
        Self::places(identity.number()).find(|place| place.is_mine(table))
    }

    /// All places that its words may have, in the order in which they are looked at.
    fn places(name: u64) -> impl Iterator<Item = Self> {
        let start = u16::try_from(name % u64::from(ENDPOINTS)).unwrap_or(0);
        (0..ENDPOINTS).map(move |step| Self { first: FIRST + (start + step) % ENDPOINTS * WORDS, name })
    }

    /// Those that have a name.
    pub(crate) fn all(table: &Table) -> impl Iterator<Item = Self> {
        let words = (0..ENDPOINTS).map(|number| FIRST + number * WORDS);
        let endpoints =
            words.map(|first| Self { first, name: table.lease(first + NAME).load(Ordering::Acquire) });
        endpoints.filter(|endpoint| endpoint.name & 1 == 1)
    }

    fn hash(table: &Table, public: &[u8]) -> u64 {
        // The table's own hash has its secret seed.
        table.hash(u64::MAX, public)
    }

    /// Whether people call it so.
    pub(crate) fn is_called(self, table: &Table, public: &[u8]) -> bool {
        self.word(table, PUBLIC).load(Ordering::Acquire) == Self::hash(table, public)
    }

    /// Whether the words are its own still.
    pub(super) fn is_mine(self, table: &Table) -> bool {
        self.word(table, NAME).load(Ordering::Acquire) == self.name
    }

    /// Gives the words its name in place of another.
    fn take(self, table: &Table, former: u64) -> bool {
        let name = self.word(table, NAME);
        name.compare_exchange(former, self.name, Ordering::AcqRel, Ordering::Acquire).is_ok()
            || name.load(Ordering::Acquire) == self.name
    }

    /// The same, unless somebody uses them. What was kept of the former is not found any more. Who dies in between leaves an even name, which
    /// is taken over like any other.
    fn take_over(self, table: &Table) -> bool {
        let name = self.word(table, NAME);
        let (former, between) = (name.load(Ordering::Acquire), fastrand::u64(..) & !1 | 2);
        if former == NO_NAME || self.is_in_use(table) {
            return false;
        }
        if name.compare_exchange(former, between, Ordering::AcqRel, Ordering::Acquire).is_err() {
            return false;
        }
        fence(Ordering::SeqCst);
        if self.is_in_use(table) {
            let _ = name.compare_exchange(between, former, Ordering::AcqRel, Ordering::Acquire);
            return false;
        }
        self.change(table, |word| word & !(READY | LATE | FAILED));
        self.word(table, TERM).fetch_add(1, Ordering::AcqRel);
        self.flush(table, Origin::Server);
        for word in [CLIENT, USED, PROCESS] {
            self.word(table, word).store(0, Ordering::Release);
        }
        self.take(table, between)
    }

    /// Whether somebody tracks it, or a connection uses it.
    pub(super) fn is_in_use(self, table: &Table) -> bool {
        self.is_led(table) || self.has_connections(table)
    }

    /// Whether a connection uses it.
    pub(super) fn has_connections(self, table: &Table) -> bool {
        (CONNECTIONS..4096).map(|index| table.lease(index).load(Ordering::Acquire)).any(|lease| {
            lease & THREAD != 0
                && lease & DIED == 0
                && lease >> 32 & u64::from(ENDPOINTS - 1) == self.number()
        })
    }

    /// When anything was forgotten as a whole the last time, in milliseconds since 1970; 0: never.
    pub(crate) fn last_flush(table: &Table) -> u64 {
        table.lease(LAST_FLUSH).load(Ordering::Acquire)
    }

    fn number(self) -> u64 {
        u64::from((self.first - FIRST) / WORDS)
    }

    #[inline]
    fn word(self, table: &Table, word: u16) -> &AtomicU64 {
        table.lease(self.first + word)
    }

    /// The word that says who tracks: in its low half the thread, for the kernel, and in the upper half what it has come to.
    pub(super) fn subscriber(self, table: &Table) -> &AtomicU64 {
        self.word(table, SUBSCRIBER)
    }

    /// Where that word is, for a [robust list](super::robust).
    pub(super) fn subscriber_index(self) -> u16 {
        self.first + SUBSCRIBER
    }

    /// Whether what was cached may be believed: a subscriber lives and is connected.
    pub(crate) fn is_ready(self, table: &Table) -> bool {
        is_ready(self.subscriber(table))
    }

    /// Whether a thread answers for this endpoint, connected or not.
    pub(super) fn is_led(self, table: &Table) -> bool {
        let word = self.subscriber(table).load(Ordering::Acquire);
        word & THREAD != 0 && word & DIED == 0
    }

    /// Makes a thread the one who answers, unless another lives, or the words are another endpoint's by now.
    pub(super) fn lead(self, table: &Table, thread: u32) -> bool {
        let word = self.subscriber(table);
        let seen = word.load(Ordering::Acquire);
        if seen & THREAD != 0 && seen & DIED == 0 {
            return false;
        }
        let mine = (seen & !(LEADERS - 1)).wrapping_add(LEADERS) | u64::from(thread);
        if word.compare_exchange(seen, mine, Ordering::AcqRel, Ordering::Acquire).is_err() {
            return false;
        }
        fence(Ordering::SeqCst);
        if !self.is_mine(table) {
            self.change(table, |word| word & !(THREAD | DIED));
            return false;
        }
        true
    }

    /// From here on nothing is believed; all that was cached is forgotten.
    pub(super) fn stop_believing(self, table: &Table, failed: bool) {
        self.change(table, |word| word & !(READY | LATE | FAILED) | if failed { FAILED } else { 0 });
        self.word(table, CLIENT).store(0, Ordering::Release);
        self.flush(table, Origin::Server);
    }

    /// The subscriber has heard all that had come by now: who has found it late believes it again.
    pub(super) fn goes_on(self, table: &Table) {
        self.word(table, ALIVE_AT).store(monotonic(), Ordering::Release);
        if self.subscriber(table).load(Ordering::Acquire) & LATE != 0 {
            self.change(table, |word| if word & LATE == 0 { word } else { word & !LATE | READY });
        }
    }

    /// As if it had been then.
    #[cfg(test)]
    pub(super) fn said_at(self, table: &Table, when: u64) {
        self.word(table, ALIVE_AT).store(when, Ordering::Release);
    }

    /// When it had last, by the clock of [`monotonic`].
    pub(super) fn alive_at(self, table: &Table) -> u64 {
        self.word(table, ALIVE_AT).load(Ordering::Acquire)
    }

    /// The subscriber is connected to this process of the server, which knows it by this number. Connections have to be asked again which process
    /// theirs is: what is found from now on is in other spaces than before.
    pub(super) fn begin_term(self, table: &Table, client: u64, process: u64) {
        self.word(table, CLIENT).store(0, Ordering::Release);
        self.word(table, TERM).fetch_add(1, Ordering::AcqRel);
        self.word(table, PROCESS).store(process, Ordering::Release);
        self.word(table, CLIENT).store(client, Ordering::Release);
        self.has_looked(table);
        self.believe(table);
    }

    /// The subscriber has read all that has come.
    pub(super) fn believe(self, table: &Table) {
        self.goes_on(table);
        self.change(table, |word| word & !(FAILED | LATE) | READY);
    }

    /// The server does not know the subscriber that is said to be connected: it has been lost, and its thread has not seen it yet. Nothing is
    /// believed until that has asked the server.
    pub(super) fn doubt(self, table: &Table, client: u64) {
        if self.client(table) == client && self.is_mine(table) {
            self.change(table, |word| word & !(READY | LATE));
            self.flush(table, Origin::Server);
        }
    }

    /// Nobody answers any more.
    pub(super) fn leave(self, table: &Table) {
        self.stop_believing(table, false);
        self.change(table, |word| word & !(THREAD | DIED));
    }

    /// Changes the upper half, with the kernel's mark of a death kept.
    fn change(self, table: &Table, change: impl Fn(u64) -> u64) {
        let word = self.subscriber(table);
        let mut seen = word.load(Ordering::Acquire);
        while let Err(other) = word.compare_exchange(seen, change(seen), Ordering::AcqRel, Ordering::Acquire)
        {
            seen = other;
        }
    }

    /// Whether waiting for the subscriber is of no use: it is connected, or cannot be.
    pub(super) fn is_decided(self, table: &Table) -> bool {
        self.subscriber(table).load(Ordering::Acquire) & (READY | FAILED) != 0
    }

    /// The number of the subscriber's connection, as the server knows it; 0: none.
    #[inline]
    pub(super) fn client(self, table: &Table) -> u64 {
        self.word(table, CLIENT).load(Ordering::Acquire)
    }

    /// How often a subscriber has been connected.
    pub(super) fn term(self, table: &Table) -> u64 {
        self.word(table, TERM).load(Ordering::Acquire)
    }

    /// Which process of the server the subscriber is connected to.
    pub(super) fn process(self, table: &Table) -> u64 {
        self.word(table, PROCESS).load(Ordering::Acquire)
    }

    /// A connection talks to another process than the subscriber.
    pub(super) fn meet_stranger(self, table: &Table) {
        if self.is_mine(table) {
            self.word(table, USED).fetch_or(STRANGER, Ordering::AcqRel);
        }
    }

    /// Whether one does.
    pub(super) fn has_met_stranger(self, table: &Table) -> bool {
        self.word(table, USED).load(Ordering::Acquire) & STRANGER != 0
    }

    /// It is being looked where the address leads to: who meets a stranger from now on says so again.
    pub(super) fn has_looked(self, table: &Table) {
        self.word(table, USED).fetch_and(!STRANGER, Ordering::AcqRel);
    }

    /// Forgets all that was cached of all databases.
    pub(crate) fn flush(self, table: &Table, origin: Origin) {
        (0..DATABASES).for_each(|database| self.flush_database(table, database, origin));
    }

    /// The same of one. Epochs count in steps of 2, and the last bit says who has flushed.
    pub(crate) fn flush_database(self, table: &Table, database: u32, origin: Origin) {
        let Some(epoch) = self.epoch(table, database) else { return };
        let bit = u64::from(origin == Origin::Host);
        let mut seen = epoch.load(Ordering::Acquire);
        while let Err(other) = epoch.compare_exchange(
            seen,
            (seen & !1).wrapping_add(2) | bit,
            Ordering::AcqRel,
            Ordering::Acquire,
        ) {
            seen = other;
        }
        table.lease(LAST_FLUSH).store(now(), Ordering::Release);
    }

    /// Whose flush has begun a space.
    pub(super) fn flushed_by(space: u64) -> Origin {
        if space & 1 == 1 { Origin::Host } else { Origin::Server }
    }

    #[inline]
    fn epoch(self, table: &Table, database: u32) -> Option<&AtomicU64> {
        let database = u16::try_from(database).ok().filter(|database| u32::from(*database) < DATABASES)?;
        Some(self.word(table, EPOCHS + database))
    }

    /// The table's space for the keys of a database, as of now: another one after each flush and with each subscriber. None: it is not cached.
    pub(crate) fn space(self, table: &Table, database: u32) -> Option<u64> {
        let base = self.base(database, self.term(table))?;
        let epoch = self.epoch(table, database)?;
        self.is_mine(table).then(|| view::space(base, epoch))
    }

    /// A database as those look at it who have been shown to talk to the subscriber's server in this term.
    pub(super) fn view(self, table: &Table, database: u32, term: u64) -> Option<View> {
        let (base, epoch) = self.base(database, term).zip(self.epoch(table, database))?;
        Some(View::new(base, self.subscriber(table), epoch))
    }

    /// A database's space but for its epoch.
    fn base(self, database: u32, term: u64) -> Option<u64> {
        let place = self.number() << 57 | u64::from(database) << 53;
        (database < DATABASES).then_some(place | MARK | (term & TERMS) << 32)
    }

    /// Notes that a database is cached, so that messages about keys are looked for there: they do not say which database they mean.
    pub(super) fn use_database(self, table: &Table, database: u32) {
        let used = self.word(table, USED);
        let bit = 1_u64 << database;
        if used.load(Ordering::Acquire) & bit == 0 {
            used.fetch_or(bit, Ordering::AcqRel);
        }
    }

    /// The databases that are cached.
    pub(super) fn databases(self, table: &Table) -> impl Iterator<Item = u32> + use<> {
        let used = self.word(table, USED).load(Ordering::Acquire);
        (0..DATABASES).filter(move |database| used >> database & 1 == 1)
    }

    /// Takes a word for a connection that `thread` answers for, and puts it into its list first: who is killed in between has taken nothing.
    /// Gives its index, and the value that it has for as long as the connection lives; None if all are taken, or the endpoint's words are
    /// another's by now.
    pub(super) fn take_lease(self, table: &Table, robust: &Robust, thread: u32) -> Option<(u16, u64)> {
        let count = 4096 - CONNECTIONS;
        let start = u16::try_from(RandomState::new().hash_one(thread) % u64::from(count)).unwrap_or(0);
        let lease = (0..count).map(|step| CONNECTIONS + (start + step) % count).find_map(|index| {
            let word = table.lease(index);
            let seen = word.load(Ordering::Acquire);
            if seen & THREAD != 0 && seen & DIED == 0 {
                return None;
            }
            let mine = (seen >> 38).wrapping_add(1) << 38 | self.number() << 32 | u64::from(thread);
            robust.hold(index);
            let taken = word.compare_exchange(seen, mine, Ordering::AcqRel, Ordering::Acquire).is_ok();
            if !taken {
                robust.release(index);
            }
            taken.then_some((index, mine))
        })?;
        fence(Ordering::SeqCst);
        if !self.is_mine(table) {
            end_lease(table, lease);
            robust.release(lease.0);
            return None;
        }
        Some(lease)
    }
}

/// Whether a subscriber has heard all that had come a moment ago, by when it had last and by the clock. Where it has not, nothing is believed until it has,
/// by whomever: messages may wait for it.
pub(super) fn is_on_time(subscriber: &AtomicU64, alive_at: u64, now: u64) -> bool {
    // The subscriber's clock may be a tick ahead of what was read here.
    let is_on_time = now.saturating_sub(alive_at) <= MOST_SILENCE;
    if !is_on_time {
        let mut seen = subscriber.load(Ordering::Acquire);
        while seen & READY != 0 {
            let late = seen & !READY | LATE;
            match subscriber.compare_exchange(seen, late, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => break,
                Err(other) => seen = other,
            }
        }
    }
    is_on_time
}

/// Ends a lease: entries that came by the connection are found no more.
pub(super) fn end_lease(table: &Table, (index, value): (u16, u64)) {
    let gone = value & !0xFFFF_FFFF;
    let _ = table.lease(index).compare_exchange(value, gone, Ordering::AcqRel, Ordering::Acquire);
}

#[cfg(test)]
mod tests {
    use super::super::robust::thread;
    use super::super::testing::opened;
    use super::*;

    fn identity(table: &Table, number: u32) -> Identity {
        Identity::named(table, &number.to_le_bytes())
    }

    #[test]
    fn words_of_nobody_are_given_to_another_and_those_in_use_are_not() {
        let table = opened().table;
        let used = Endpoint::of(&table, identity(&table, 0), b"used").unwrap();
        let robust = Robust::new(&table).unwrap();
        let lease = used.take_lease(&table, &robust, thread()).unwrap();
        let led = Endpoint::of(&table, identity(&table, 1), b"led").unwrap();
        assert!(led.lead(&table, thread()));
        let idle = Endpoint::of(&table, identity(&table, 2), b"idle").unwrap();
        let (space, view) = (idle.space(&table, 0), idle.view(&table, 0, idle.term(&table)).unwrap());
        for number in 3..u32::from(ENDPOINTS) * 10 {
            assert!(Endpoint::of(&table, identity(&table, number), b"another").is_some(), "{number}");
        }
        assert!(used.is_mine(&table) && led.is_mine(&table) && !idle.is_mine(&table));
        assert!(idle.space(&table, 0).is_none() && view.space().is_none());
        let new = Endpoint { name: table.lease(idle.first + NAME).load(Ordering::Acquire), ..idle };
        assert_ne!(new.space(&table, 0), space, "what the former had is not found");
        assert!(!idle.lead(&table, thread()) && idle.take_lease(&table, &robust, thread()).is_none());
        assert!(Endpoint::find(&table, identity(&table, 2)).is_none());
        end_lease(&table, lease);
        robust.release(lease.0);
        assert!(!used.has_connections(&table));
    }

    #[test]
    fn a_view_is_of_one_term() {
        let table = opened().table;
        let endpoint = Endpoint::of(&table, identity(&table, 0), b"server").unwrap();
        assert!(endpoint.lead(&table, thread()));
        endpoint.begin_term(&table, 7, 1);
        let view = endpoint.view(&table, 3, endpoint.term(&table)).unwrap();
        assert_eq!(view.space(), endpoint.space(&table, 3));
        endpoint.begin_term(&table, 8, 2);
        assert!(view.space().is_some() && view.space() != endpoint.space(&table, 3));
    }

    #[test]
    fn databases_and_endpoints_do_not_meet() {
        let table = opened().table;
        let mut spaces = std::collections::HashSet::new();
        for number in 0..u32::from(ENDPOINTS) {
            let endpoint = Endpoint::of(&table, identity(&table, number), b"server").unwrap();
            for database in 0..DATABASES {
                let space = endpoint.space(&table, database).unwrap();
                assert!(space & 1 << 63 == 0 && space >> 52 & 1 == 1 && spaces.insert(space));
            }
            assert_eq!(endpoint.space(&table, DATABASES), None);
        }
    }
}
