//! How much each sender may broadcast over HTTP: as much as a connection may, by
//! [`broadcasts_per_second`](crate::phoenix::SupabaseSettings::broadcasts_per_second).
//!
//! A sender is a signed-in user, or all that have the project's public key and come from one
//! address. They have no connection that could keep their rate, and strangers could make up any
//! number of them, so each falls into one of a fixed number of buckets by a keyed hash. Two senders
//! that meet in one share its rate.

use alloc::vec::Vec;

use baton_hub::Millis;

use crate::rate::{Pace, Rate};

/// Buckets of one app, eight bytes each: 32 KiB, and only where somebody broadcasts over HTTP.
const BUCKETS: usize = 4_096;

/// The rates of an app's senders.
#[derive(Debug, Default)]
pub struct Senders(Vec<Rate>);

impl Senders {
    /// Whether the sender with this hash may send `count` messages at `now`; all or none.
    pub fn may_send(&mut self, hash: u64, now: Millis, per_second: u32, count: usize) -> bool {
        if self.0.is_empty() {
            self.0.resize_with(BUCKETS, Rate::new);
        }
        let bucket = usize::try_from(hash % BUCKETS as u64).unwrap_or(0);
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.0.get_mut(bucket).is_some_and(|rate| rate.take_many(now, Pace::even(per_second), count))
    }
}

#[cfg(test)]
mod tests {
    use super::Senders;

    #[test]
    fn each_sender_has_a_rate_of_its_own() {
        let mut senders = Senders::default();
        assert!(senders.may_send(7, 1_000, 10, 6) && !senders.may_send(7, 1_000, 10, 5));
        assert!(senders.may_send(8, 1_000, 10, 10), "another one");
        assert!(senders.may_send(7, 1_000, 10, 4) && !senders.may_send(7, 1_099, 10, 1));
        assert!(senders.may_send(7, 1_100, 10, 1));
        assert!(!senders.may_send(9, 1_000, 10, 11), "never");
        assert!(senders.may_send(9, 1_000, 0, usize::MAX), "no limit");
    }
}
