//! Listeners: programs that are notified of what changes.
//!
//! Keys that change are published in the table's ring, and only while somebody listens. What is dropped as a whole is not published: a
//! listener sees that by its database's epoch, so no flush is missed however it came about, and what the ring says of keys from before
//! it is passed over. A listener that the ring has overtaken gets a flush instead, as it has to take it that all has changed.

use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

use baton_near_cache::{Event, FLUSHED, Worker};

use super::endpoint::Endpoint;
use super::threads::Threads;
use crate::connection::Settings;
use crate::seats::Seat;

/// Who changed a key, as the kind of an event in the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Origin {
    /// Any client of the server, this host among them.
    Server = 1,
    /// A program of this host, which says so before the server does.
    Host = 2,
}

/// What a listener hears.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A key has changed.
    Invalidated(Origin, Vec<u8>),
    /// Everything was forgotten.
    Flushed(Origin),
}

/// A connection's ear.
#[derive(Debug)]
pub(crate) struct Listener {
    threads: Arc<Threads>,
    /// Its connection uses it, so its words are not given to another.
    endpoint: Endpoint,
    settings: Settings,
    database: u32,
    /// The space of the database as it was last; another one says that everything was forgotten since.
    space: u64,
    /// How much of the ring it has read, and up to where it reads this time.
    position: u64,
    end: u64,
}

/// Notifies all listeners that a key has changed: after it was dropped.
pub(super) fn notify(worker: &Worker<Seat>, origin: Origin, space: u64, key: &[u8]) {
    // A listener counts itself first and reads then; here it is the other way round. So one of both sees the other.
    fence(Ordering::SeqCst);
    if worker.table().is_heard() {
        worker.push_event(origin as u8, space, key);
    }
}

impl Listener {
    /// Listens from now on, counted with this worker. None: the database is not cached.
    pub(super) fn new(
        worker: &Worker<Seat>,
        threads: &Arc<Threads>,
        endpoint: Endpoint,
        settings: Settings,
        database: u32,
    ) -> Option<Self> {
        // Without a subscriber there is nothing to hear; and its coming would be heard as a flush.
        threads.track(endpoint, &settings);
        threads.await_subscriber(endpoint);
        let table = &threads.opened.table;
        let space = endpoint.space(table, database)?;
        worker.listen();
        let (position, threads) = (table.events_end(), Arc::clone(threads));
        Some(Self { threads, endpoint, settings, database, space, position, end: position })
    }

    /// Whether this process made it: a child of a fork has to listen by itself.
    pub(crate) fn is_here(&self) -> bool {
        self.threads.are_here()
    }

    /// Listens no more. `worker` is the one that it was made with, unless this is a child of a fork.
    pub(crate) fn end(self, worker: &Worker<Seat>) {
        if self.is_here() {
            worker.unlisten();
        }
    }

    /// What has happened up to now is what [`next`](Self::next) returns: so it comes to an end, even if a listener changes more.
    pub(crate) fn begin(&mut self) {
        self.threads.track(self.endpoint, &self.settings);
        self.end = self.threads.opened.table.events_end();
    }

    /// The next of it; None: that was all.
    pub(crate) fn next(&mut self) -> Option<Heard> {
        let table = &self.threads.opened.table;
        let space = self.endpoint.space(table, self.database)?;
        if space != self.space {
            self.space = space;
            return Some(Heard::Flushed(Endpoint::flushed_by(space)));
        }
        let mut events = table.events(self.position);
        while events.position() < self.end {
            let next = events.next();
            self.position = events.position();
            match next {
                Ok(Some(event)) if event.space == space => return Some(heard(event)),
                Ok(Some(_)) => {}
                Ok(None) => return None,
                Err(_) => return Some(Heard::Flushed(Origin::Server)),
            }
        }
        None
    }
}

fn heard(event: Event) -> Heard {
    match event.kind {
        FLUSHED => Heard::Flushed(Origin::Server), // its key is too long for an event
        kind if kind == Origin::Host as u8 => Heard::Invalidated(Origin::Host, event.key),
        _ => Heard::Invalidated(Origin::Server, event.key),
    }
}
