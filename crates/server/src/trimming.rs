//! Returns memory to the operating system when many clients have left.
//!
//! glibc does not do so by itself: what clients took lies in small pieces between others. To trim costs time and page
//! faults, so it happens only where much can be gained.

use std::time::{Duration, Instant};

use baton_reactor::return_free_memory;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use crate::clock;
use crate::node::Node;
use crate::process::private_bytes;

const LOOK: Duration = Duration::from_secs(5);
/// Less is not worth a trim.
const LARGE: u64 = 8 << 20;
/// Looks between two trims that gain nothing, at most: an hour.
const LONGEST_REST: u32 = 720;
// Roughly what each costs in memory; docs/operate.md has the measured sizes.
const CONNECTION: u64 = 500;
const SUBSCRIPTION: u64 = 100;
const CHANNEL: u64 = 400;

/// Looks after the node's memory for as long as the runtime lasts.
pub(crate) async fn look_after(node: &Node) {
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // Memory that reading the settings took, which would count as in use from here on. This fails only if it panicked.
    drop(spawn_blocking(return_free_memory).await);
    let mut trimming = Trimming::from(private_bytes());
    loop {
        look.tick().await;
        node.idempotency.expire(clock::now_ms());
        let before = private_bytes();
        if trimming.is_due(before, in_use(node)) {
            let began = Instant::now();
            // It fails only if trimming panicked, which leaves nothing to do.
            drop(spawn_blocking(return_free_memory).await);
            let after = private_bytes();
            trimming.has_gained(before.saturating_sub(after));
            tracing::debug!(before, after, took = ?began.elapsed(), "returned free memory");
        }
    }
}

/// Bytes that clients use at present: an estimate.
fn in_use(node: &Node) -> u64 {
    let (channels, history_bytes) = node.hub_size();
    let metrics = &node.metrics;
    metrics
        .connections()
        .saturating_mul(CONNECTION)
        .saturating_add(metrics.subscriptions().saturating_mul(SUBSCRIPTION))
        .saturating_add((channels as u64).saturating_mul(CHANNEL))
        .saturating_add(history_bytes as u64)
        .saturating_add(node.inspector.timeline.bytes() as u64)
}

/// When to trim. What clients use without being in the estimate (presence, outboxes, requests) is trimmed in vain; so after each
/// trim that gained little the next one waits twice as long, unless many clients have left meanwhile.
struct Trimming {
    /// Private bytes of the process at its start.
    start: u64,
    /// What was in use at the last trim.
    in_use: u64,
    /// Looks until the next one may come, and how many there were after the last.
    rest: u32,
    rests: u32,
}

impl Trimming {
    fn from(start: u64) -> Self {
        Self { start, in_use: 0, rest: 0, rests: 0 }
    }

    /// Whether clients use less than half of what the process has taken since its start, which is much.
    fn is_due(&mut self, private: u64, in_use: u64) -> bool {
        let taken = private.saturating_sub(self.start);
        if in_use < self.in_use / 2 {
            self.rest = 0;
        }
        self.rest = self.rest.saturating_sub(1);
        let is_due = self.rest == 0 && taken >= LARGE && in_use < taken / 2;
        if is_due {
            self.in_use = in_use;
        }
        is_due
    }

    fn has_gained(&mut self, bytes: u64) {
        self.rests = if bytes >= LARGE { 1 } else { (self.rests * 2).clamp(1, LONGEST_REST) };
        self.rest = self.rests;
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGE, LONGEST_REST, Trimming};

    #[test]
    fn a_trim_is_due_when_half_of_the_clients_have_left() {
        let mut trimming = Trimming::from(LARGE);
        assert!(!trimming.is_due(9 * LARGE, 8 * LARGE));
        assert!(!trimming.is_due(9 * LARGE, 4 * LARGE));
        assert!(trimming.is_due(9 * LARGE, 4 * LARGE - 1));
        assert!(!trimming.is_due(2 * LARGE - 1, 0), "it is not worth it");
    }

    /// At which of so many looks a trim is due that gains nothing.
    fn vain(trimming: &mut Trimming, looks: u32, in_use: u64) -> Vec<u32> {
        let due = |look: &u32| {
            let is_due = trimming.is_due(9 * LARGE, in_use);
            if is_due {
                trimming.has_gained(LARGE - 1);
            }
            is_due.then_some(*look).is_some()
        };
        (0..looks).filter(due).collect()
    }

    #[test]
    fn one_that_gained_nothing_is_repeated_ever_more_seldom() {
        let mut trimming = Trimming::from(0);
        assert_eq!(vain(&mut trimming, 40, 1_000), [0, 1, 3, 7, 15, 31]);
        vain(&mut trimming, 100 * LONGEST_REST, 1_000);
        assert_eq!(trimming.rests, LONGEST_REST);
        assert_eq!(vain(&mut trimming, LONGEST_REST, 1_000).len(), 1);
        assert!(vain(&mut trimming, 1, 499) == [0], "half of the clients have left");
    }

    #[test]
    fn one_that_gained_much_is_followed_by_the_next_as_soon_as_it_is_due() {
        let mut trimming = Trimming::from(0);
        vain(&mut trimming, 100, 0);
        trimming.has_gained(LARGE);
        assert!(trimming.is_due(2 * LARGE, 0));
    }
}
