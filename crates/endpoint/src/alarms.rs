//! Alarms: timers of the owner.
//!
//! They are in a heap by time. A cancelled one stays there until its time and is skipped; when most
//! of the heap is cancelled, it is rebuilt.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Names an alarm of one endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AlarmId(pub u64);

/// The alarms of an endpoint.
#[derive(Debug, Default)]
pub(crate) struct Alarms {
    due: BinaryHeap<Reverse<(u64, AlarmId)>>,
    /// Those that are set, with their interval, 0 for one that comes once.
    set: HashMap<AlarmId, u64>,
    last: u64,
}

impl Alarms {
    /// Sets one for `at_ms`, and again every `interval_ms` unless that is 0.
    pub(crate) fn set(&mut self, at_ms: u64, interval_ms: u64) -> AlarmId {
        self.last += 1;
        let id = AlarmId(self.last);
        self.set.insert(id, interval_ms);
        self.due.push(Reverse((at_ms, id)));
        id
    }

    /// Cancels one; false if it is not set.
    pub(crate) fn cancel(&mut self, id: AlarmId) -> bool {
        let was_set = self.set.remove(&id).is_some();
        if self.due.len() > 64 && self.due.len() > 2 * self.set.len() {
            let set = &self.set;
            self.due.retain(|Reverse((_, id))| set.contains_key(id));
        }
        was_set
    }

    /// Whether it will come.
    pub(crate) fn is_set(&self, id: AlarmId) -> bool {
        self.set.contains_key(&id)
    }

    /// When the next one is due.
    pub(crate) fn next_due(&mut self) -> Option<u64> {
        while let Some(Reverse((at, id))) = self.due.peek() {
            if self.set.contains_key(id) {
                return Some(*at);
            }
            self.due.pop();
        }
        None
    }

    /// One that is due by `now_ms`. One that comes again does so an interval after now, not after
    /// when it should have come: a loop that was delayed does not have to catch up.
    pub(crate) fn take(&mut self, now_ms: u64) -> Option<AlarmId> {
        if self.next_due()? > now_ms {
            return None;
        }
        let Reverse((_, id)) = self.due.pop()?;
        match self.set.get(&id).copied() {
            Some(interval) if interval > 0 => self.due.push(Reverse((now_ms + interval, id))),
            _ => {
                self.set.remove(&id);
            }
        }
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alarms_come_in_order_once_or_again() {
        let mut alarms = Alarms::default();
        let late = alarms.set(30, 0);
        let often = alarms.set(10, 10);
        assert_eq!((alarms.next_due(), alarms.take(9)), (Some(10), None));
        assert_eq!(alarms.take(25), Some(often));
        assert_eq!((alarms.take(25), alarms.next_due()), (None, Some(30)));
        assert_eq!(alarms.take(40), Some(late));
        assert!(!alarms.is_set(late) && alarms.is_set(often));
        assert_eq!(alarms.take(40), Some(often));
        assert!(alarms.cancel(often) && !alarms.cancel(often));
        assert_eq!(alarms.next_due(), None);
    }

    #[test]
    fn cancelled_alarms_do_not_pile_up() {
        let mut alarms = Alarms::default();
        for at in 0..10_000 {
            let id = alarms.set(at, 0);
            alarms.cancel(id);
        }
        assert!(alarms.due.len() <= 65, "{}", alarms.due.len());
    }
}
