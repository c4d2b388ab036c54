//! Virtual time: what happens next.

use std::collections::BTreeMap;

/// Events in the order of their time; those of one time in the order in which they were entered.
#[derive(Debug)]
pub(crate) struct Agenda<E> {
    events: BTreeMap<(u64, u64), E>,
    entered: u64,
}

impl<E> Agenda<E> {
    /// Nothing to do.
    pub(crate) fn new() -> Self {
        Self { events: BTreeMap::new(), entered: 0 }
    }

    /// `event` happens at `at`, a time in milliseconds.
    pub(crate) fn enter(&mut self, at: u64, event: E) {
        self.events.insert((at, self.entered), event);
        self.entered += 1;
    }

    /// The next event, unless it comes after `end`.
    pub(crate) fn next_until(&mut self, end: u64) -> Option<(u64, E)> {
        let entry = self.events.first_entry().filter(|entry| entry.key().0 <= end)?;
        let at = entry.key().0;
        Some((at, entry.remove()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_in_the_order_of_time_and_then_of_entry() {
        let mut agenda = Agenda::new();
        for (at, name) in [(5, "c"), (1, "a"), (5, "d"), (3, "b"), (9, "late")] {
            agenda.enter(at, name);
        }
        let order: Vec<_> = std::iter::from_fn(|| agenda.next_until(8)).collect();
        assert_eq!(order, [(1, "a"), (3, "b"), (5, "c"), (5, "d")]);
        assert_eq!(agenda.next_until(9), Some((9, "late")));
    }
}
