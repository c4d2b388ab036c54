//! Leaving in order: clients are sent away at a pace that those who take them can bear.

use baton_hub::Farewell;

use super::Worker;
use super::client::Client;

/// Clients are closed in batches, so many times a second.
const BATCHES_PER_SECOND: u32 = 10;

/// A loop on its way out.
pub(super) struct Drain {
    per_batch: usize,
    next_batch: u64,
}

impl Drain {
    /// When the next batch is due.
    pub(super) fn next_batch(&self) -> u64 {
        self.next_batch
    }
}

impl Worker {
    /// Accepts nothing more, and begins to close what is open.
    pub(super) fn begin_drain(&mut self, per_second: u32) {
        self.parts.reactor.stop_listening();
        let per_batch = (per_second / BATCHES_PER_SECOND).max(1) as usize;
        self.drain = Some(Drain { per_batch, next_batch: self.parts.now });
    }

    /// Closes the next batch, if it is due. Every batch looks at the whole table: ten times a second while
    /// the process ends, and a cursor would miss those that open meanwhile.
    pub(super) fn drain_batch(&mut self) {
        let now = self.parts.now;
        let Some(drain) = self.drain.as_mut().filter(|drain| drain.next_batch <= now) else { return };
        drain.next_batch = now + u64::from(1_000 / BATCHES_PER_SECOND);
        let batch: Vec<_> = self.clients.present().take(drain.per_batch).collect();
        for conn in batch {
            match self.clients.get_mut(conn) {
                Some(Client::WebSocket(websocket)) => {
                    websocket.call(&mut self.parts, |session, cx| session.farewell(Farewell::Reconnect, cx));
                    self.leave(conn);
                }
                _ => self.leave(conn),
            }
        }
    }
}
