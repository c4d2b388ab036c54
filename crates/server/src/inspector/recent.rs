//! The last of something, each with a number of its own.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Of what is recorded in one second no more is stored: somebody who is refused a million times would otherwise push out what is
/// looked for, and have each of them copied.
const PER_SECOND: u64 = 100;

/// What was recorded last, up to a number of them.
#[derive(Debug)]
pub(crate) struct Recent<T> {
    entries: Mutex<Entries<T>>,
    /// The present second, and how many were stored in it: the upper and the lower 32 bits.
    second: AtomicU64,
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
            second: AtomicU64::new(0),
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

    /// Whether one more of this second is stored. Who is answered `true` counts, and is to call [`push`](Self::push).
    pub(crate) fn takes_one(&self, unix_s: u64) -> bool {
        let this = unix_s << 32;
        let more = |state: u64| {
            let (second, stored) = (state & !0xffff_ffff, state & 0xffff_ffff);
            let stored = if second == this { stored } else { 0 };
            (stored < PER_SECOND).then_some(this | (stored + 1))
        };
        let takes = self.second.fetch_update(Relaxed, Relaxed, more).is_ok();
        if !takes {
            self.omitted.fetch_add(1, Relaxed);
        }
        takes
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
        assert_eq!((0..250).filter(|_| recent.takes_one(7)).count() as u64, PER_SECOND);
        assert_eq!(recent.omitted(), 250 - PER_SECOND);
        assert!(recent.takes_one(8));
    }
}
