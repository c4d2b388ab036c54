//! Tokens that an app has taken back.
//!
//! Nothing is known of tokens that nobody has shown, so a revocation is a mark (`sub`, `session_id`, `jti`) and a moment: it
//! concerns all tokens that carry the mark and were issued up to that moment, and those that do not say when they were.
//!
//! The issuer's clock may differ from ours. A token that was seen before the revocation was issued before it, so revocations
//! have numbers, and no clock is asked. Tokens that are seen later are compared by `iat` with a moment of the issuer's clock:
//! ours, and as much more as its tokens have shown it to be ahead.
//!
//! A revocation is kept for [`App::revocation_hours`](baton_protocols::App), and longer where a token that lives longer has been
//! seen. It is kept in memory alone: a process that starts knows of no revocation.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use baton_protocols::{App, Claims, RevocationsFull, TokenMark};

/// The revocations of an app.
pub(crate) struct Revocations {
    /// Shared with those of the app's former settings.
    made: Arc<Made>,
    /// Entries that there may be, of at most 256 bytes for their ids and 100 more. At the limit those that have run out make
    /// room; where none has, a revocation is refused, since a forgotten one would let somebody in.
    limit: usize,
    /// Seconds for which one is kept.
    kept_s: u64,
}

/// Those that have been made.
#[derive(Default)]
struct Made {
    /// Entries of the table, so that who has none asks no lock.
    count: AtomicUsize,
    /// From the first use on: most of ten thousand apps have no tokens.
    table: OnceLock<Box<Mutex<Table>>>,
    /// How many have been made so far.
    number: AtomicU64,
}

/// How far an issuer's clock was ahead of ours in the present hour and in the one before, in seconds. Older evidence is
/// dropped, so that an issuer whose clock has been corrected is believed again. No token is accepted whose `iat` is further
/// ahead than [`MOST_AHEAD_S`](super::claims::MOST_AHEAD_S), so two hours are enough.
#[derive(Default)]
struct Ahead {
    hour: u64,
    now: u64,
    before: u64,
}

#[derive(Default)]
struct Table {
    ahead: Ahead,
    subjects: HashMap<Box<str>, Entry>,
    sessions: HashMap<Box<str>, Entry>,
    ids: HashMap<Box<str>, Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    /// The number of the newest of its revocations: tokens that were seen before are revoked.
    number: u64,
    /// So are those that were issued in this second or before, by the issuer's clock.
    at_s: u64,
    /// Until when it is kept.
    until_s: u64,
}

impl Revocations {
    pub(super) fn of(app: &App) -> Self {
        Self {
            made: Arc::default(),
            limit: usize::try_from(app.tokens.revocations).unwrap_or(usize::MAX),
            kept_s: u64::from(app.tokens.revocation_hours) * 3_600,
        }
    }

    /// The same revocations, within the limits of other settings of their app.
    pub(super) fn within(&self, app: &App) -> Self {
        Self { made: Arc::clone(&self.made), ..Self::of(app) }
    }

    /// How many have been made so far: what [`Claims::seen`] says of a token that is seen now.
    pub(super) fn made(&self) -> u64 {
        self.made.number.load(Ordering::Acquire)
    }

    /// A token that is seen for the first time may show that its issuer's clock is ahead of ours.
    pub(super) fn note_issuer(&self, claims: &Claims, now_s: u64) {
        if let Some(ahead @ 1..) = claims.issued_s.and_then(|at| at.checked_sub(now_s)) {
            self.table().ahead.note(ahead, now_s);
        }
    }

    /// Revokes what carries `mark` and was seen so far, or issued up to `now_s`. A token of the same second is revoked as well:
    /// nobody can tell which came first.
    pub(crate) fn add(&self, mark: TokenMark<'_>, now_s: u64) -> Result<(), RevocationsFull> {
        let mut table = self.table();
        let until_s = now_s.saturating_add(self.kept_s);
        let at_s = now_s.saturating_add(table.ahead.at(now_s));
        let number = self.made().saturating_add(1);
        let (entries, id) = table.of(mark);
        if let Some(entry) = entries.get_mut(id) {
            *entry = Entry { number, at_s: entry.at_s.max(at_s), until_s: entry.until_s.max(until_s) };
            self.made.number.store(number, Ordering::Release);
            return Ok(());
        }
        if table.len() >= self.limit {
            table.forget_before(now_s);
        }
        let outcome = if table.len() < self.limit {
            let (entries, id) = table.of(mark);
            entries.insert(id.into(), Entry { number, at_s, until_s });
            self.made.number.store(number, Ordering::Release);
            Ok(())
        } else {
            Err(RevocationsFull { limit: self.limit })
        };
        self.made.count.store(table.len(), Ordering::Release);
        outcome
    }

    /// Whether tokens that say this have been revoked.
    pub(crate) fn concern(&self, claims: &Claims, now_s: u64) -> bool {
        if self.is_empty() {
            return false;
        }
        let mut table = self.table();
        let marks = [
            claims.subject.as_deref().map(TokenMark::Subject),
            claims.session.as_deref().map(TokenMark::Session),
            claims.id.as_deref().map(TokenMark::Id),
        ];
        let mut is_revoked = false;
        for mark in marks.into_iter().flatten() {
            let (entries, id) = table.of(mark);
            let Some(entry) = entries.get_mut(id).filter(|entry| entry.until_s >= now_s) else { continue };
            let was_seen = claims.seen < entry.number;
            if was_seen || claims.issued_s.is_none_or(|issued_s| issued_s <= entry.at_s) {
                entry.until_s = entry.until_s.max(claims.expires_s);
                is_revoked = true;
            }
        }
        is_revoked
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.made.count.load(Ordering::Acquire) == 0
    }

    /// How many are kept.
    pub(crate) fn len(&self) -> usize {
        self.made.count.load(Ordering::Acquire)
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Whole entries alone are added and changed: what a panic left behind is right.
        self.made.table.get_or_init(Box::default).lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ahead {
    fn note(&mut self, ahead: u64, now_s: u64) {
        self.turn(now_s);
        self.now = self.now.max(ahead);
    }

    fn at(&mut self, now_s: u64) -> u64 {
        self.turn(now_s);
        self.now.max(self.before)
    }

    fn turn(&mut self, now_s: u64) {
        let hour = now_s / 3_600;
        if hour != self.hour {
            let before = match hour.checked_sub(self.hour) {
                Some(1) => self.now,
                Some(_) => 0,
                // Our clock was set back: what was seen is no older than that.
                None => self.now.max(self.before),
            };
            *self = Self { hour, now: 0, before };
        }
    }
}

impl Table {
    fn of<'m>(&mut self, mark: TokenMark<'m>) -> (&mut HashMap<Box<str>, Entry>, &'m str) {
        match mark {
            TokenMark::Subject(id) => (&mut self.subjects, id),
            TokenMark::Session(id) => (&mut self.sessions, id),
            TokenMark::Id(id) => (&mut self.ids, id),
        }
    }

    fn len(&self) -> usize {
        self.subjects.len() + self.sessions.len() + self.ids.len()
    }

    fn forget_before(&mut self, now_s: u64) {
        for entries in [&mut self.subjects, &mut self.sessions, &mut self.ids] {
            entries.retain(|_, entry| entry.until_s >= now_s);
        }
    }
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;

    use super::*;

    const NOW: u64 = 1_000_000;
    const HOUR: u64 = 3_600;

    fn revocations(limit: u32) -> Revocations {
        let mut app = App::new(AppId(0), "id", "key", "secret");
        app.tokens.revocations = limit;
        app.tokens.revocation_hours = 1;
        Revocations::of(&app)
    }

    /// Of a token that is shown for the first time after all revocations.
    fn claims(issued_s: Option<u64>) -> Claims {
        Claims {
            seen: u64::MAX,
            subject: Some("ann".into()),
            session: Some("s1".into()),
            id: Some("t1".into()),
            issued_s,
            expires_s: NOW + 60,
            ..Claims::default()
        }
    }

    #[test]
    fn each_mark_revokes_what_was_issued_up_to_now() {
        for mark in [TokenMark::Subject("ann"), TokenMark::Session("s1"), TokenMark::Id("t1")] {
            let table = revocations(10);
            assert!(!table.concern(&claims(Some(NOW - 1)), NOW));
            table.add(mark, NOW).unwrap();
            for (issued_s, is_revoked) in
                [(Some(NOW - 1), true), (Some(NOW), true), (Some(NOW + 1), false), (None, true)]
            {
                assert_eq!(table.concern(&claims(issued_s), NOW), is_revoked, "{mark:?} {issued_s:?}");
            }
            let other =
                Claims { subject: Some("t1".into()), session: Some("ann".into()), id: None, ..claims(None) };
            assert!(!table.concern(&other, NOW), "another kind of mark: {mark:?}");
            assert!(!table.concern(&Claims::default(), NOW), "no mark at all");
            let seen_before = Claims { seen: 0, ..claims(Some(NOW + 60)) };
            assert!(table.concern(&seen_before, NOW), "whatever it says");
        }
    }

    #[test]
    fn a_later_call_reaches_further_and_an_earlier_clock_takes_nothing_back() {
        let table = revocations(10);
        table.add(TokenMark::Subject("ann"), NOW).unwrap();
        table.add(TokenMark::Subject("ann"), NOW + 9).unwrap();
        assert!(table.concern(&claims(Some(NOW + 9)), NOW + 9));
        table.add(TokenMark::Subject("ann"), NOW - 9).unwrap();
        assert!(table.concern(&claims(Some(NOW + 9)), NOW + 9), "a clock that was set back");
        assert_eq!(table.len(), 1);
    }

    #[test]
    fn a_revocation_runs_out_unless_a_token_that_lives_longer_was_met() {
        let table = revocations(10);
        table.add(TokenMark::Subject("ann"), NOW).unwrap();
        assert!(table.concern(&claims(Some(NOW)), NOW + HOUR));
        assert!(!table.concern(&claims(Some(NOW)), NOW + HOUR + 1), "run out");
        let long = Claims { expires_s: NOW + 10 * HOUR, ..claims(Some(NOW)) };
        assert!(!table.concern(&long, NOW + HOUR + 1), "it was not met in time");
        table.add(TokenMark::Subject("ann"), NOW).unwrap();
        assert!(table.concern(&long, NOW));
        assert!(table.concern(&long, NOW + 10 * HOUR), "as long as the token lives");
    }

    #[test]
    fn a_full_table_refuses_until_something_has_run_out() {
        let table = revocations(2);
        table.add(TokenMark::Subject("a"), NOW).unwrap();
        table.add(TokenMark::Session("a"), NOW + 9).unwrap();
        assert_eq!(table.add(TokenMark::Id("a"), NOW + 9), Err(RevocationsFull { limit: 2 }));
        assert_eq!(table.add(TokenMark::Subject("a"), NOW + 1), Ok(()), "one that is there");
        assert_eq!(table.add(TokenMark::Id("a"), NOW + HOUR + 2), Ok(()), "the first has run out");
        assert_eq!(table.len(), 2);
        assert_eq!(revocations(0).add(TokenMark::Id("a"), NOW), Err(RevocationsFull { limit: 0 }));
    }
}
