//! Connections that have sent their end of stream and wait for the peer's.
//!
//! The wait is equally long for all, so a queue in order of arrival is a queue of deadlines, and no
//! timer is needed.

use std::collections::VecDeque;
use std::time::Duration;

use crate::ConnectionId;
use crate::config::millis;

/// Finished connections whose peer has not ended its side yet; and some that are closed already.
#[derive(Debug)]
pub(crate) struct Lingering {
    deadlines: VecDeque<(u64, ConnectionId)>,
    limit_ms: u64,
}

impl Lingering {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { deadlines: VecDeque::new(), limit_ms: millis(limit) }
    }

    /// A connection begins to wait.
    pub(crate) fn push(&mut self, conn: ConnectionId, now_ms: u64) {
        self.deadlines.push_back((now_ms.saturating_add(self.limit_ms), conn));
    }

    pub(crate) fn next_deadline(&self) -> Option<u64> {
        self.deadlines.front().map(|&(deadline, _)| deadline)
    }

    /// The next connection that has waited for too long.
    pub(crate) fn expire(&mut self, now_ms: u64) -> Option<ConnectionId> {
        self.next_deadline().filter(|deadline| *deadline <= now_ms)?;
        self.deadlines.pop_front().map(|(_, conn)| conn)
    }
}
