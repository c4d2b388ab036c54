//! Sending clients away: some at a pace that those who take them can bear, or all at once at the end.

use std::collections::VecDeque;

use baton_hub::{AppId, DisconnectReason};
use baton_reactor::{ConnectionId, Event};

use super::Worker;
use super::accepting::Acceptor;
use super::client::Client;

/// Clients are closed in batches, so many times a second.
const BATCHES_PER_SECOND: u32 = 10;

/// Clients that are sent away while the loop goes on, each once: at most those that it has.
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
    /// Begins to send an app's clients away, or those of all apps. Those who come meanwhile stay.
    pub(super) fn send_away(&mut self, app: Option<AppId>) {
        let queue = &mut self.parting.queue;
        let is_meant = |one: AppId| app.is_none_or(|app| app == one);
        queue.retain(|(other, _)| !is_meant(*other)); // asked for again
        queue.extend(self.clients.connected().filter(|(app, _)| is_meant(*app)));
    }

    /// Nobody more is sent away.
    pub(super) fn let_stay(&mut self) {
        self.parting.queue.clear();
    }

    /// Closes the next batch of those who are sent away, if it is due. Somebody accepts where they
    /// connect: this loop, or the process that has taken its place.
    pub(super) fn part_with_batch(&mut self) {
        let now = self.event_loop.now;
        if self.parting.queue.is_empty() || self.parting.next_batch > now {
            return;
        }
        self.parting.next_batch = now + u64::from(1_000 / BATCHES_PER_SECOND);
        let settings = &self.event_loop.config.settings;
        let loops = u32::try_from(self.event_loop.node.loops().len()).unwrap_or(1).max(1);
        let batch = (settings.drain_per_second / loops / BATCHES_PER_SECOND).max(1);
        for _ in 0..batch {
            let Some((_, conn)) = self.parting.queue.pop_front() else { return };
            if self.say_goodbye(conn, DisconnectReason::Reconnect) {
                self.event_loop.counters.sent_away.add(1);
            }
        }
    }

    /// The last thing that the loop does: it takes in who waits to be accepted, accepts nothing more, asks clients to come
    /// back, and ends connections of requests as soon as what was asked on them is answered.
    pub(super) fn begin_leaving(&mut self) {
        self.is_leaving = true;
        self.let_stay();
        // Newcomers may be as quick as we are.
        let listeners = self.acceptor.as_ref().map_or(0, Acceptor::listeners);
        for _ in 0..listeners * self.event_loop.config.settings.backlog as usize {
            match self.event_loop.reactor.accept_rest() {
                Some(Event::Incoming { listener, socket, peer }) => {
                    self.arrive(listener, socket.into(), Some(peer.ip()));
                }
                Some(Event::IncomingLocal { listener, socket }) => self.arrive(listener, socket.into(), None),
                _ => break,
            }
        }
        self.event_loop.reactor.stop_listening();
        let present: Vec<_> = self.clients.present().collect();
        for conn in present {
            if !self.say_goodbye(conn, DisconnectReason::Restart) {
                self.end_if_it_rests(conn);
            }
        }
        self.event_loop.node.loop_left();
    }

    /// Ends a connection of requests on which nothing is asked.
    pub(super) fn end_if_it_rests(&mut self, conn: ConnectionId) {
        if let Some(Client::Http(http)) = self.clients.get_mut(conn)
            && http.is_answered
            && http.partial.is_empty()
            && http.discarding.is_none()
        {
            self.end_requests(conn);
        }
    }

    /// Closes one WebSocket with what its protocol says then; false if there is none.
    pub(super) fn say_goodbye(&mut self, conn: ConnectionId, reason: DisconnectReason) -> bool {
        let Some(Client::Connected(connected)) = self.clients.get_mut(conn) else { return false };
        connected.call(&mut self.event_loop, |session, cx| session.disconnect(reason, cx));
        self.leave(conn);
        true
    }
}
