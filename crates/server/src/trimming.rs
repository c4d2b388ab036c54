//! Returns memory to the operating system when many clients have left.
//!
//! glibc does not do so by itself: what clients took lies in small pieces between others. To trim costs time and page
//! faults, so it happens only where much can be gained.

use std::time::{Duration, Instant};

use baton_reactor::return_free_memory;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use crate::node::Node;
use crate::process::private_bytes;

const LOOK: Duration = Duration::from_secs(5);
/// Less is not worth a trim.
const LARGE: u64 = 8 << 20;
// Roughly what each costs in memory; docs/operate.md has the measured sizes.
const CONNECTION: u64 = 500;
const SUBSCRIPTION: u64 = 100;
const CHANNEL: u64 = 400;

/// Looks after the node's memory for as long as the runtime lasts.
pub(crate) async fn look_after(node: &Node) {
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut trimmed = Trimmed::to(private_bytes());
    loop {
        look.tick().await;
        let before = private_bytes();
        if trimmed.is_due(before, in_use(node)) {
            let began = Instant::now();
            // It fails only if trimming panicked, which leaves nothing to do.
            drop(spawn_blocking(return_free_memory).await);
            trimmed.last = private_bytes();
            tracing::debug!(before, after = trimmed.last, took = ?began.elapsed(), "returned free memory");
        }
    }
}

/// Bytes that clients use at present: an estimate.
fn in_use(node: &Node) -> u64 {
    let (channels, kept_bytes) = node.hub_size();
    let metrics = &node.metrics;
    metrics
        .connections()
        .saturating_mul(CONNECTION)
        .saturating_add(metrics.subscriptions().saturating_mul(SUBSCRIPTION))
        .saturating_add((channels as u64).saturating_mul(CHANNEL))
        .saturating_add(kept_bytes as u64)
}

/// Private bytes of the process at its start and after the last trim.
struct Trimmed {
    start: u64,
    last: u64,
}

impl Trimmed {
    fn to(start: u64) -> Self {
        Self { start, last: start }
    }

    /// True if the process has grown well beyond what the last trim left, and clients use less than half of what it has taken.
    /// Memory that clients use without being in the estimate is so trimmed in vain, once for each growth by a quarter.
    fn is_due(&self, private: u64, in_use: u64) -> bool {
        let has_grown = private >= self.last.saturating_add(self.last / 4).saturating_add(LARGE);
        has_grown && in_use < private.saturating_sub(self.start) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGE, Trimmed};

    #[test]
    fn a_trim_is_due_when_half_of_the_clients_have_left() {
        let trimmed = Trimmed::to(LARGE);
        assert!(!trimmed.is_due(9 * LARGE, 8 * LARGE));
        assert!(!trimmed.is_due(9 * LARGE, 4 * LARGE));
        assert!(trimmed.is_due(9 * LARGE, 4 * LARGE - 1));
    }

    #[test]
    fn one_that_gained_nothing_is_not_repeated() {
        let trimmed = Trimmed { start: LARGE, last: 8 * LARGE };
        assert!(!trimmed.is_due(8 * LARGE, 0));
        assert!(!trimmed.is_due(11 * LARGE - 1, 0));
        assert!(trimmed.is_due(11 * LARGE, 0));
    }
}
