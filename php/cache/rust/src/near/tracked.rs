//! A connection of a program as the cache sees it: what may be found for it, and what of its replies may be kept.
//!
//! ```text
//! find ── a hit: nothing is sent
//!   │ miss
//! prepare ── no tracker, or no lease: read without keeping
//!   │           └ not told to redirect yet: CLIENT TRACKING goes first, in the same write
//! begin ── the version of now, the space of now, the lease of this connection
//!   │ the command, and its reply
//! holds? ── the same connection, still told: the value is published on condition of the version
//! ```

use std::sync::Arc;

use baton_near_cache::Worker;

use super::endpoint::Endpoint;
use super::listener::{Listener, Origin, tell};
use super::threads::Threads;
use super::view::View;
use crate::connection::{Connection, Delivery, Settings};
use crate::seats::Seat;
use crate::table_ffi::{now, tick};

/// The lease of entries without one, which never ends.
const NO_LEASE: (u16, u64) = (0, 0);

/// See the module's text.
#[derive(Debug)]
pub(crate) struct Tracked {
    threads: Arc<Threads>,
    endpoint: Endpoint,
    /// How the tracker is to connect.
    settings: Settings,
    database: u32,
    /// The database in the shared table.
    view: View,
    /// What the server was told on this connection; none before, and after it was lost.
    told: Option<Told>,
    /// Whether it has waited for a tracker once.
    is_patient: bool,
}

/// Redirection as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    /// The connection's generation.
    generation: u64,
    /// The tracker's number.
    client: u64,
    lease: (u16, u64),
    /// Whether the server has said yes.
    is_agreed: bool,
}

/// Whether replies may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Prepared {
    /// No.
    Off = 0,
    /// Yes.
    On = 1,
    /// If the server agrees: one reply comes before that of the next command.
    Asked = 2,
}

/// A value that is on its way: what it has to be published with.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fill {
    pub(crate) hash: u64,
    pub(crate) space: u64,
    pub(crate) lease: u64,
    pub(crate) generation: u64,
    /// When it began, and when the value is to be forgotten, in milliseconds since 1970; 0: never.
    pub(crate) begun: u64,
    pub(crate) expires: u64,
    pub(crate) version: u32,
    pub(crate) lease_index: u16,
}

impl Fill {
    /// The server says, after it was asked what the fill is for, that a key of it lives so many milliseconds more; −1: for ever; −2: there
    /// is none, and of one that comes the tracker hears. Anything else is nothing that can be gone by, and forgotten at once.
    pub(crate) fn lives(&mut self, milliseconds: i64) {
        if milliseconds == -1 || milliseconds == -2 {
            return;
        }
        // Counted from before the question, and a tick of the clock less: it may be a little early, and is never late.
        let life = u64::try_from(milliseconds).unwrap_or(0).saturating_sub(tick());
        let expires = self.begun.saturating_add(life).max(1);
        self.expires = if self.expires == 0 { expires } else { self.expires.min(expires) };
    }
}

impl Tracked {
    /// None: there are more servers than can be tracked.
    pub(crate) fn new(threads: &Arc<Threads>, name: &[u8], settings: Settings) -> Option<Self> {
        let endpoint = Endpoint::of(&threads.opened.table, name)?;
        let (database, table) = (settings.identity.database, &threads.opened.table);
        let view = endpoint.view(table, database);
        Some(Self {
            threads: Arc::clone(threads),
            endpoint,
            settings,
            database,
            view,
            told: None,
            is_patient: true,
        })
    }

    /// Whether this process made it: a child of a fork leaves its parent's alone.
    #[inline]
    pub(crate) fn is_here(&self) -> bool {
        self.threads.are_here()
    }

    /// Which database the connection is in from now on.
    pub(crate) fn select(&mut self, database: u32) {
        self.database = database;
        self.view = self.endpoint.view(&self.threads.opened.table, database);
    }

    /// Where the keys are. Not to be looked at any more once this has ended.
    pub(crate) fn view(&self) -> View {
        self.view
    }

    /// Sees to it that the server tells the tracker what is read on this connection. To be called before a command is queued.
    pub(crate) fn prepare(&mut self, connection: &mut Connection) -> Prepared {
        let table = &self.threads.opened.table;
        if !self.endpoint.is_ready(table) {
            self.threads.track(self.endpoint, &self.settings);
            if std::mem::take(&mut self.is_patient) {
                self.threads.await_tracker(self.endpoint);
            }
        }
        let client = self.endpoint.client(table);
        // A failure to open is met again by the command itself.
        if client == 0 || self.view.space().is_none() || connection.open().is_err() {
            return Prepared::Off;
        }
        if let Some(told) = self.told
            && told.generation == connection.generation()
            && told.client == client
            && table.lease(told.lease.0).load(std::sync::atomic::Ordering::Acquire) == told.lease.1
        {
            return if told.is_agreed { Prepared::On } else { Prepared::Off };
        }
        self.tell(connection, client)
    }

    fn tell(&mut self, connection: &mut Connection, client: u64) -> Prepared {
        let generation = connection.generation();
        // The same socket keeps its lease under a new tracker.
        let kept = self.told.filter(|told| told.generation == generation).map(|told| told.lease);
        let lives = |lease: &(u16, u64)| {
            self.threads.opened.table.lease(lease.0).load(std::sync::atomic::Ordering::Acquire) == lease.1
        };
        let lease = match kept.filter(lives) {
            Some(lease) => lease,
            None => {
                self.forget();
                let Some(lease) = connection.descriptor().and_then(|socket| self.threads.watch.add(socket))
                else {
                    return Prepared::Off;
                };
                lease
            }
        };
        self.told = Some(Told { generation, client, lease, is_agreed: false });
        let client = client.to_string();
        let command = [&b"CLIENT"[..], b"TRACKING", b"ON", b"REDIRECT", client.as_bytes(), b"OPTIN"];
        // Where the tracker is told of keys however they were read, this is asked to see that both talk to the same server.
        let count = if self.threads.tracking.is_broadcast() { 6 } else { 5 };
        match connection.send(command.into_iter().take(count), Delivery::Repeatable) {
            Ok(()) => Prepared::Asked,
            Err(_) => Prepared::Off,
        }
    }

    /// The reply to what [`prepare`](Self::prepare) asked.
    pub(crate) fn agreed(&mut self, connection: &Connection, is_agreed: bool) {
        if let Some(told) = &mut self.told {
            // Sent again on another connection, it was agreed to for that one, which nobody watches.
            told.is_agreed = is_agreed && told.generation == connection.generation();
            if !is_agreed {
                self.endpoint.doubt(&self.threads.opened.table, told.client);
            }
        }
    }

    /// What the value of a key has to be published with. Before the command is sent.
    ///
    /// Time may have passed since it was [prepared](Self::prepare), as for another's flight. Spaces count up when a tracker comes, so one that
    /// was read before the tracker's number is that tracker's or older, and what is published there is never found under the next one.
    pub(crate) fn begin(&self, worker: &Worker<Seat>, key: &[u8]) -> Option<Fill> {
        let (told, space) = (self.told?, self.view.space()?);
        if told.client != self.endpoint.client(worker.table()) {
            return None;
        }
        self.endpoint.use_database(worker.table(), self.database);
        let hash = worker.table().hash(space, key);
        let version = worker.version(hash);
        // What the server tells of however it was read outlives the connection.
        let lease = if self.threads.tracking.is_broadcast() { NO_LEASE } else { told.lease };
        Some(Fill {
            hash,
            space,
            lease: lease.1,
            generation: told.generation,
            begun: now(),
            expires: 0,
            version,
            lease_index: lease.0,
        })
    }

    /// Whether the reply came by the connection that the server was told about.
    pub(crate) fn holds(&self, connection: &Connection, fill: &Fill) -> bool {
        self.told.is_some_and(|told| {
            told.is_agreed
                && told.generation == fill.generation
                && [told.lease, NO_LEASE].contains(&(fill.lease_index, fill.lease))
                && connection.generation() == fill.generation
        })
    }

    /// This connection changes a key: to be called before the command is sent, and after its reply, so that nobody stores what was
    /// read in between, and the program reads its own writes.
    pub(crate) fn wrote(&self, worker: &Worker<Seat>, key: &[u8]) {
        let table = worker.table();
        if let Some(space) = self.endpoint.space(table, self.database) {
            worker.invalidate(table.hash(space, key), space, key);
        }
    }

    /// Tells whoever listens that this connection has changed a key: after its reply, so that who reads the key then reads what it is now.
    pub(crate) fn tell_change(&self, worker: &Worker<Seat>, key: &[u8]) {
        if let Some(space) = self.endpoint.space(worker.table(), self.database) {
            tell(worker, Origin::Host, space, key);
        }
    }

    /// Under which hash reads and changes of a key are counted. None: its database is not cached.
    pub(crate) fn counted_as(&self, key: &[u8]) -> Option<u64> {
        Some(self.threads.opened.table.hash(self.endpoint.place(self.database)?, key))
    }

    /// Listens to what changes in the connection's database, from now on. None: that is not cached.
    pub(crate) fn listen(&self, worker: &Worker<Seat>) -> Option<Listener> {
        Listener::new(worker, &self.threads, self.endpoint, &self.settings, self.database)
    }

    /// This connection has emptied its database, or all of them.
    pub(crate) fn flushed(&self, all: bool) {
        let table = &self.threads.opened.table;
        if all {
            self.endpoint.flush(table, Origin::Host);
        } else {
            self.endpoint.flush_database(table, self.database, Origin::Host);
        }
    }

    /// The connection is about to be closed: what came by it is not believed any more.
    pub(crate) fn forget(&mut self) {
        if let Some(told) = self.told.take() {
            self.threads.watch.end(told.lease);
        }
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        if self.is_here() {
            self.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::robust::thread;
    use super::super::testing::{StandIn, opened, worker};
    use super::super::tracking::Tracking;
    use super::*;

    #[test]
    fn nothing_begins_for_a_tracker_that_another_has_replaced() {
        let opened = opened();
        let (table, worker) = (Arc::clone(&opened.table), worker(&opened));
        let threads = Threads::start(opened, Tracking::default()).unwrap();
        let server = StandIn::saying(Vec::new());
        let mut tracked = Tracked::new(&threads, b"server", server.settings()).unwrap();
        let endpoint = tracked.endpoint;
        assert!(endpoint.lead(&table, thread()));
        endpoint.believe(&table, 7);
        let mut connection = server.connect();
        assert_eq!(tracked.prepare(&mut connection), Prepared::Asked);
        tracked.agreed(&connection, true);
        assert!(tracked.begin(&worker, b"key").is_some());
        endpoint.stop_believing(&table, false);
        endpoint.believe(&table, 8);
        assert!(tracked.begin(&worker, b"key").is_none(), "the server tells the one that is gone");
    }
}
