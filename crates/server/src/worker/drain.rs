//! Leaving in order: clients are sent away at a pace that those who take them can bear.

use std::collections::VecDeque;

use baton_hub::{AppId, Farewell};
use baton_reactor::ConnectionId;

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

/// Clients of single apps that are sent away while the loop goes on, each once: at most those that it has.
#[derive(Default)]
pub(super) struct Parting {
    queue: VecDeque<(AppId, ConnectionId)>,
    next_batch: u64,
}

impl Parting {
    /// When the next batch is due; `None` while nobody is sent away.
    pub(super) fn next_batch(&self) -> Option<u64> {
        (!self.queue.is_empty()).then_some(self.next_batch)
    }
}

impl Worker {
    /// Begins to send an app's clients away. Those who come meanwhile stay.
    pub(super) fn send_away(&mut self, app: AppId) {
        let queue = &mut self.parting.queue;
        queue.retain(|(other, _)| *other != app); // asked for again
        queue.extend(self.clients.of_app(app).map(|conn| (app, conn)));
    }

    /// Closes the next batch of those who are sent away, if it is due.
    pub(super) fn part_with_batch(&mut self) {
        let now = self.parts.now;
        if self.parting.queue.is_empty() || self.parting.next_batch > now {
            return;
        }
        self.parting.next_batch = now + u64::from(1_000 / BATCHES_PER_SECOND);
        let settings = &self.parts.node.settings;
        let loops = u32::try_from(self.parts.node.loops().len()).unwrap_or(1).max(1);
        let batch = (settings.drain_per_second / loops / BATCHES_PER_SECOND).max(1);
        for _ in 0..batch {
            let Some((_, conn)) = self.parting.queue.pop_front() else { return };
            self.say_goodbye(conn);
        }
    }

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
            self.say_goodbye(conn);
        }
    }

    /// Closes one connection; its client is told to connect again.
    fn say_goodbye(&mut self, conn: ConnectionId) {
        match self.clients.get_mut(conn) {
            Some(Client::WebSocket(websocket)) => {
                websocket.call(&mut self.parts, |session, cx| session.farewell(Farewell::Reconnect, cx));
            }
            Some(_) => {}
            None => return, // gone by itself
        }
        self.leave(conn);
    }
}
