//! The words that all processes share about a server: in the shared table's leases, which are words that belong to its owner.
//!
//! ```text
//! 8 of the host: [_, last flush, _ …] | 64 endpoints of 24 words | connections, a word each
//! ```
//!
//! An endpoint is a server as one user of it sees it. Its words are found by a hash of its name, and never given to another.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use baton_near_cache::Table;

use super::listener::Origin;
use super::robust::{DIED, Robust, THREAD};
use super::view::{self, View, is_ready};
use crate::table_ffi::now;

/// Servers that a host can have; further ones are used without a cache.
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
const TRACKER: u16 = 0;
const CLIENT: u16 = 1;
const NAME: u16 = 2;
const USED: u16 = 3;
const EPOCHS: u16 = 4;
const ALIVE_AT: u16 = 20;

/// The tracker is connected: what is in the table may be believed.
pub(super) const READY: u64 = 1 << 32;
/// It tried, and could not; those who wait for it need not.
const FAILED: u64 = 1 << 33;
/// One of the tracker's word counts its terms from here on.
const TERM: u64 = 1 << 34;

/// One server's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    first: u16,
}

impl Endpoint {
    /// The words of the server with this name; None if all are taken.
    pub(crate) fn of(table: &Table, name: &[u8]) -> Option<Self> {
        // The table's own hash has its secret seed. 0 is nobody.
        let hash = table.hash(u64::MAX, name) | 1;
        let start = u16::try_from(hash % u64::from(ENDPOINTS)).unwrap_or(0);
        (0..ENDPOINTS).map(|step| Self { first: FIRST + (start + step) % ENDPOINTS * WORDS }).find(
            |endpoint| {
                let word = endpoint.word(table, NAME);
                word.compare_exchange(0, hash, Ordering::AcqRel, Ordering::Acquire).is_ok()
                    || word.load(Ordering::Acquire) == hash
            },
        )
    }

    /// Those that have a name.
    pub(crate) fn all(table: &Table) -> impl Iterator<Item = Self> {
        let endpoints = (0..ENDPOINTS).map(|number| Self { first: FIRST + number * WORDS });
        endpoints.filter(|endpoint| endpoint.word(table, NAME).load(Ordering::Acquire) != 0)
    }

    /// Whether it is the server with this name.
    pub(crate) fn is_called(self, table: &Table, name: &[u8]) -> bool {
        self.word(table, NAME).load(Ordering::Acquire) == table.hash(u64::MAX, name) | 1
    }

    /// When anything was forgotten as a whole the last time, in milliseconds since 1970; 0: never.
    pub(crate) fn last_flush(table: &Table) -> u64 {
        table.lease(LAST_FLUSH).load(Ordering::Acquire)
    }

    #[inline]
    fn word(self, table: &Table, word: u16) -> &AtomicU64 {
        table.lease(self.first + word)
    }

    /// The word that says who tracks: in its low half the thread, for the kernel, and in the upper half what it has come to.
    pub(super) fn tracker(self, table: &Table) -> &AtomicU64 {
        self.word(table, TRACKER)
    }

    /// Where that word is, for a [robust list](super::robust).
    pub(super) fn tracker_index(self) -> u16 {
        self.first + TRACKER
    }

    /// Whether what was cached may be believed: a tracker lives and is connected.
    pub(crate) fn is_ready(self, table: &Table) -> bool {
        is_ready(self.tracker(table))
    }

    /// Whether a thread answers for this endpoint, connected or not.
    pub(super) fn is_led(self, table: &Table) -> bool {
        let word = self.tracker(table).load(Ordering::Acquire);
        word & THREAD != 0 && word & DIED == 0
    }

    /// Makes a thread the one who answers, unless another lives. What was believed before is forgotten first.
    pub(super) fn lead(self, table: &Table, thread: u32) -> bool {
        let word = self.tracker(table);
        let seen = word.load(Ordering::Acquire);
        if seen & THREAD != 0 && seen & DIED == 0 {
            return false;
        }
        let mine = (seen & !(TERM - 1)).wrapping_add(TERM) | u64::from(thread);
        word.compare_exchange(seen, mine, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// From here on nothing is believed; all that was cached is forgotten.
    pub(super) fn stop_believing(self, table: &Table, failed: bool) {
        self.change(table, |word| word & !(READY | FAILED) | if failed { FAILED } else { 0 });
        self.word(table, CLIENT).store(0, Ordering::Release);
        self.flush(table, Origin::Server);
    }

    /// The tracker's thread goes on.
    pub(super) fn goes_on(self, table: &Table) {
        self.word(table, ALIVE_AT).store(now(), Ordering::Release);
    }

    /// When it went on last, in milliseconds since 1970.
    pub(super) fn alive_at(self, table: &Table) -> u64 {
        self.word(table, ALIVE_AT).load(Ordering::Acquire)
    }

    /// The tracker is connected, and this is the number that the server knows it by.
    pub(super) fn believe(self, table: &Table, client: u64) {
        self.goes_on(table);
        self.word(table, CLIENT).store(client, Ordering::Release);
        self.change(table, |word| word & !FAILED | READY);
    }

    /// From here on nothing is believed, and all is kept as it is, until [`believe`](Self::believe).
    pub(super) fn wait_and_see(self, table: &Table) {
        self.change(table, |word| word & !READY);
    }

    /// The server does not know the tracker that is said to be connected: it has been lost, and its thread has not seen it yet. Nothing is
    /// believed until that has asked the server.
    pub(super) fn doubt(self, table: &Table, client: u64) {
        if self.client(table) == client {
            self.change(table, |word| word & !READY);
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
        let word = self.tracker(table);
        let mut seen = word.load(Ordering::Acquire);
        while let Err(other) = word.compare_exchange(seen, change(seen), Ordering::AcqRel, Ordering::Acquire)
        {
            seen = other;
        }
    }

    /// Whether waiting for the tracker is of no use: it is connected, or cannot be.
    pub(super) fn is_decided(self, table: &Table) -> bool {
        self.tracker(table).load(Ordering::Acquire) & (READY | FAILED) != 0
    }

    /// The number of the tracker's connection, as the server knows it; 0: none.
    #[inline]
    pub(super) fn client(self, table: &Table) -> u64 {
        self.word(table, CLIENT).load(Ordering::Acquire)
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

    /// The table's space for the keys of a database, as of now: another one after each flush. None: it is not cached.
    pub(crate) fn space(self, table: &Table, database: u32) -> Option<u64> {
        Some(view::space(self.base(database)?, self.epoch(table, database)?))
    }

    /// A database as reads look at it.
    pub(super) fn view(self, table: &Table, database: u32) -> View {
        let words = self.base(database).zip(self.epoch(table, database));
        words.map_or(View::NONE, |(base, epoch)| View::new(base, self.tracker(table), epoch))
    }

    /// A database's space but for its epoch: never one of the small numbers, which are the Table's.
    fn base(self, database: u32) -> Option<u64> {
        self.place(database).map(|place| place | 1 << 47)
    }

    /// What stands for a database whatever was forgotten of it; None: it is not cached.
    pub(super) fn place(self, database: u32) -> Option<u64> {
        (database < DATABASES).then(|| u64::from(self.first) << 52 | u64::from(database) << 48)
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
}

/// Takes a word for a connection that `thread` answers for, and puts it into its list first: who is killed in between has taken nothing.
/// Gives its index, and the value that it has for as long as the connection lives; None if all are taken.
pub(super) fn take_lease(table: &Table, robust: &Robust, thread: u32) -> Option<(u16, u64)> {
    let count = 4096 - CONNECTIONS;
    let start = u16::try_from(RandomState::new().hash_one(thread) % u64::from(count)).unwrap_or(0);
    (0..count).map(|step| CONNECTIONS + (start + step) % count).find_map(|index| {
        let word = table.lease(index);
        let seen = word.load(Ordering::Acquire);
        if seen & THREAD != 0 && seen & DIED == 0 {
            return None;
        }
        let mine = ((seen >> 32).wrapping_add(1) << 32) | u64::from(thread);
        robust.hold(index);
        let taken = word.compare_exchange(seen, mine, Ordering::AcqRel, Ordering::Acquire).is_ok();
        if !taken {
            robust.release(index);
        }
        taken.then_some((index, mine))
    })
}

/// Ends a lease: entries that came by the connection are found no more.
pub(super) fn end_lease(table: &Table, (index, value): (u16, u64)) {
    let gone = value & !0xFFFF_FFFF;
    let _ = table.lease(index).compare_exchange(value, gone, Ordering::AcqRel, Ordering::Acquire);
}
