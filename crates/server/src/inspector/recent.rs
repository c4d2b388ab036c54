//! The last of something, each with a number of its own.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::per_second::PerSecond;

/// Of what is recorded in one second no more is stored: somebody who is refused a million times would otherwise push out what is
/// looked for, and have each of them copied.
const PER_SECOND: u32 = 100;

/// What was recorded last, up to a number of them.
#[derive(Debug)]
pub(crate) struct Recent<T> {
    entries: Mutex<Entries<T>>,
    stored: PerSecond,
    omitted: AtomicU64,
}

#[derive(Debug)]
struct Entries<T> {
    /// The oldest first, with consecutive numbers.
    all: VecDeque<T>,
    most: usize,
    /// The number of the next one.
    next: u64,
}

impl<T: Clone> Recent<T> {
    /// Remembers `most` of them.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            entries: Mutex::new(Entries { all: VecDeque::new(), most, next: 1 }),
            stored: PerSecond::default(),
            omitted: AtomicU64::new(0),
        }
    }

    /// Remembers so many from now on.
    pub(crate) fn set_most(&self, most: usize) {
        let mut entries = self.entries();
        entries.most = most;
        while entries.all.len() > most {
            entries.all.pop_front();
        }
        entries.all.shrink_to_fit();
    }

    /// Takes a place among those of this second; a caller that gets `true` calls [`push`](Self::push).
    pub(crate) fn takes_one(&self, unix_s: u64) -> bool {
        let takes = self.stored.takes(unix_s, PER_SECOND);
        if !takes {
            self.omitted.fetch_add(1, Relaxed);
        }
        takes
    }

    /// Whether one more of this second would be stored.
    pub(crate) fn has_room(&self, unix_s: u64) -> bool {
        self.stored.has_room(unix_s, PER_SECOND)
    }

    /// Adds one, whatever the rate.
    pub(crate) fn push(&self, one: T) {
        let mut entries = self.entries();
        entries.next += 1;
        if entries.most == 0 {
            return;
        }
        if entries.all.len() >= entries.most {
            entries.all.pop_front();
        }
        entries.all.push_back(one);
    }

    /// How many there were too many of in a second.
    pub(crate) fn omitted(&self) -> u64 {
        self.omitted.load(Relaxed)
    }

    /// Those for which `wanted` holds, the newest first, from the one before number `before` on: at most so many, each with
    /// its number.
    pub(crate) fn newest(
        &self,
        before: Option<u64>,
        most: usize,
        wanted: impl Fn(&T) -> bool,
    ) -> Vec<(u64, T)> {
        let entries = self.entries();
        let numbered = (0..entries.next).rev().zip(entries.all.iter().rev());
        let older = numbered.filter(|(number, _)| before.is_none_or(|before| *number < before));
        older.filter(|(_, one)| wanted(one)).take(most).map(|(number, one)| (number, one.clone())).collect()
    }

    fn entries(&self) -> MutexGuard<'_, Entries<T>> {
        // A list of values: what a panic left behind is right.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_give_way_and_numbers_stay() {
        let recent = Recent::new(3);
        (1..=5).for_each(|n| recent.push(n));
        assert_eq!(recent.newest(None, 10, |_| true), [(5, 5), (4, 4), (3, 3)]);
        assert_eq!(recent.newest(Some(5), 1, |_| true), [(4, 4)]);
        assert_eq!(recent.newest(None, 10, |n| n % 2 == 1), [(5, 5), (3, 3)]);
        recent.set_most(1);
        assert_eq!(recent.newest(None, 10, |_| true), [(5, 5)]);
        recent.set_most(0);
        recent.push(6);
        assert!(recent.newest(None, 10, |_| true).is_empty());
        recent.set_most(2);
        recent.push(7);
        assert_eq!(recent.newest(None, 10, |_| true), [(7, 7)]);
    }

    #[test]
    fn of_one_second_some_are_stored_and_the_others_counted() {
        let recent = Recent::<()>::new(10);
        assert_eq!((0..250).filter(|_| recent.takes_one(7)).count(), 100);
        assert_eq!(recent.omitted(), 150);
        assert!(!recent.has_room(7) && recent.has_room(8) && recent.takes_one(8));
    }
}
