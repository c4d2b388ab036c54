//! A bound on how often something may happen per second, without a lock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The present second in the upper half, and how often it has happened in the lower one.
#[derive(Debug, Default)]
pub(crate) struct PerSecond(AtomicU64);

impl PerSecond {
    /// Whether it may happen once more in this second, of which there are `most`.
    pub(crate) fn takes(&self, second: u64, most: u32) -> bool {
        let taken = self.0.fetch_update(Relaxed, Relaxed, |window| {
            let (of, times) = (window >> 32, window & u64::from(u32::MAX));
            match of == second & u64::from(u32::MAX) {
                true => (times < u64::from(most)).then_some(window + 1),
                false => (most > 0).then_some(second << 32 | 1),
            }
        });
        taken.is_ok()
    }

    /// Whether it may.
    pub(crate) fn has_room(&self, second: u64, most: u32) -> bool {
        let window = self.0.load(Relaxed);
        let is_of_second = window >> 32 == second & u64::from(u32::MAX);
        most > 0 && !(is_of_second && window & u64::from(u32::MAX) >= u64::from(most))
    }
}

#[cfg(test)]
mod tests {
    use super::PerSecond;

    #[test]
    fn each_second_has_its_own_places() {
        let limit = PerSecond::default();
        let of = |second, most| (0..5).filter(|_| limit.takes(second, most)).count();
        assert_eq!([of(7, 3), of(7, 3), of(8, 3), of(8, 4), of(9, 0), of(u64::MAX, 3)], [3, 0, 3, 1, 0, 3]);
        let has_room = |second, most| limit.has_room(second, most);
        assert_eq!(
            [has_room(u64::MAX, 3), has_room(u64::MAX, 4), has_room(1, 3), has_room(1, 0)],
            [false, true, true, false]
        );
    }
}
