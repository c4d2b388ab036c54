//! What has changed, for listeners: a ring that each listener reads at its own pace.
//!
//! One lock gives the order. Who has it writes the next slot and then moves the end, so one that dies in between has said
//! nothing, and the next one writes that slot again.
//! A listener that was overtaken notices, and must take it that everything has changed.
//!
//! Publishing an event costs a lock that all share, so a writer asks first whether [anybody listens](Table::is_heard). Listeners are
//! counted in the header, and each worker's own in its seat: so those of a dead one are taken out of the count by the next owner of its seat. A writer looks for such seats once for each round of the ring.

use crate::event::{self, EVENT_KEY, Event, FLUSHED};
use crate::living::Living;
use crate::seat::Seat;
use crate::sync::{Held as _, Ordering, fence};
use crate::table::Table;
use crate::worker::Worker;

/// The listener was overtaken: what it has missed is unknown. It goes on with what comes now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun;

/// A listener's place in the ring.
#[derive(Debug)]
pub struct Events<'t> {
    table: &'t Table,
    position: u64,
}

impl<L: Living> Worker<L> {
    /// Has this worker's changes and those of others published from now on, until [`unlisten`](Self::unlisten) was called as often, or the worker
    /// is gone. To be called before [`Table::events_end`]: what is changed after that is published.
    pub fn listen(&self) {
        // In the header first, and out of it last: a worker that dies in between leaves one too many, for which is published in vain.
        self.table.header().listeners.fetch_add(1, Ordering::SeqCst);
        let own = &self.seat().listeners;
        own.set(own.get().wrapping_add(1));
        fence(Ordering::SeqCst);
    }

    /// Ends what one call of [`listen`](Self::listen) began.
    pub fn unlisten(&self) {
        let own = &self.seat().listeners;
        if let Some(fewer) = own.get().checked_sub(1) {
            own.set(fewer);
            self.table.forget_listeners(1);
        }
    }

    /// Nobody listens in this seat any more.
    pub(crate) fn silence(&self, seat: &Seat) {
        let gone = seat.listeners.swap(0, Ordering::Relaxed);
        if gone != 0 {
            self.table.forget_listeners(gone);
        }
    }

    /// Notifies all listeners that a key has changed. Of a key longer than [`EVENT_KEY`] the whole space is reported.
    pub fn push_event(&self, kind: u8, space: u64, key: &[u8]) {
        let (kind, key) = if key.len() > EVENT_KEY { (FLUSHED, &[][..]) } else { (kind, key) };
        let (table, header) = (&*self.table, self.table.header());
        let is_dead = |owner| table.is_dead(&self.living, owner);
        header.events_lock.0.take(self.me, &is_dead);
        let position = header.events_end.0.get();
        event::write(&table.region, table.layout.event_at(position), position, (kind, space, key));
        header.events_end.0.store(position.wrapping_add(1), Ordering::Release);
        header.events_lock.0.give(self.me);
        if position.is_multiple_of(table.layout.event_count as u64) {
            self.bury_listeners();
        }
    }

    /// Looks whether those who listen live: a line of the cache for each slot that was ever used, and a question for each that listens.
    #[cold]
    fn bury_listeners(&self) {
        let listens = |slot: &u16| self.table.layout.seat(&self.table.region, *slot).listeners.get() != 0;
        let others = (0..self.table.slots_used()).filter(|slot| *slot != self.slot());
        others.filter(listens).for_each(|slot| self.bury(slot));
    }
}

impl Table {
    /// Whether anybody [listens](Worker::listen). To be asked behind the change, which takes a lock: so that of a listener that
    /// comes at the same time and a change one sees the other.
    #[must_use]
    pub fn is_heard(&self) -> bool {
        self.header().listeners.load(Ordering::Relaxed) != 0
    }

    fn forget_listeners(&self, gone: u64) {
        let fewer = |count: u64| Some(count.saturating_sub(gone));
        let _ = self.header().listeners.fetch_update(Ordering::AcqRel, Ordering::Relaxed, fewer);
    }

    /// How many events were ever published: where a listener begins that wants those from now on.
    #[inline]
    #[must_use]
    pub fn events_end(&self) -> u64 {
        self.header().events_end.0.load(Ordering::Acquire)
    }

    /// A listener from a position on, which [`events_end`](Self::events_end) or [`Events::position`] gave.
    #[must_use]
    pub fn events(&self, from: u64) -> Events<'_> {
        Events { table: self, position: from }
    }
}

impl Events<'_> {
    /// Where it goes on, for another listener later.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The next event; None: there are no more.
    ///
    /// # Errors
    /// [`Overrun`].
    #[allow(clippy::should_implement_trait, reason = "an iterator that fails ends, and this one goes on")]
    pub fn next(&mut self) -> Result<Option<Event>, Overrun> {
        let end = self.table.events_end();
        if self.position == end {
            return Ok(None);
        }
        let Some(event) =
            event::read(&self.table.region, self.table.layout.event_at(self.position), self.position)
        else {
            self.position = self.table.events_end();
            return Err(Overrun);
        };
        self.position = self.position.wrapping_add(1);
        Ok(Some(event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;
    use crate::testing::World;

    #[test]
    fn listeners_hear_all_in_order() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let worker = world.worker();
        worker.push_event(1, 5, b"before");
        let mut events = world.table.events(world.table.events_end());
        assert_eq!(events.next(), Ok(None));
        worker.push_event(2, 5, b"one");
        worker.push_event(3, 6, &[b'x'; EVENT_KEY]);
        worker.push_event(3, 7, &[b'x'; EVENT_KEY + 1]);
        assert_eq!(events.next(), Ok(Some(Event { kind: 2, space: 5, key: b"one".to_vec() })));
        assert_eq!(events.next(), Ok(Some(Event { kind: 3, space: 6, key: vec![b'x'; EVENT_KEY] })));
        assert_eq!(
            events.next(),
            Ok(Some(Event { kind: FLUSHED, space: 7, key: Vec::new() })),
            "too long to name"
        );
        assert_eq!((events.next(), events.position()), (Ok(None), world.table.events_end()));
    }

    #[test]
    fn who_is_overtaken_hears_of_it_once() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let worker = world.worker();
        let mut events = world.table.events(0);
        for number in 0..=world.table.layout.event_count {
            worker.push_event(1, number as u64, b"key");
        }
        assert_eq!(events.next(), Err(Overrun));
        assert_eq!(events.next(), Ok(None));
        worker.push_event(1, 99, b"key");
        assert_eq!(events.next().map(|event| event.map(|event| event.space)), Ok(Some(99)));
        let mut lost = world.table.events(u64::MAX - 3);
        assert_eq!(lost.next(), Err(Overrun), "a position that never was");
    }

    #[test]
    fn those_who_listen_are_counted() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let (one, other) = (world.worker(), world.worker());
        one.unlisten();
        assert!(!world.table.is_heard(), "it did not listen");
        one.listen();
        one.listen();
        other.listen();
        one.unlisten();
        one.unlisten();
        assert!(world.table.is_heard());
        drop(other);
        assert!(!world.table.is_heard());
    }

    #[test]
    fn nobody_is_told_for_the_dead() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let (teller, victim, heard) = (world.worker(), world.worker(), world.worker());
        let die = |victim: Worker<_>| {
            victim.listen();
            world.village.kill(victim.slot());
            victim.abandon();
        };
        die(victim);
        assert!(world.table.is_heard());
        let heir = world.worker();
        assert!(!world.table.is_heard(), "its seat was taken over");
        die(heir);
        for _ in 0..=world.table.layout.event_count {
            teller.push_event(1, 5, b"key");
        }
        assert!(!world.table.is_heard(), "a round of the ring was written for nobody");
        heard.listen();
        die(world.worker());
        for _ in 0..=world.table.layout.event_count {
            teller.push_event(1, 5, b"key");
        }
        assert!(world.table.is_heard(), "one lives");
        heard.unlisten();
        assert!(!world.table.is_heard());
    }

    #[test]
    fn the_dead_have_said_nothing() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let (victim, heir) = (world.worker(), world.worker());
        let header = world.table.header();
        header.events_lock.0.take(victim.me, &|_| false);
        world.table.region.at::<event::Slot>(world.table.layout.event_at(0)).space.set(13);
        world.village.kill(victim.slot());
        heir.push_event(1, 14, b"key");
        assert_eq!(world.table.events(0).next().map(|event| event.map(|event| event.space)), Ok(Some(14)));
        victim.abandon();
    }
}
