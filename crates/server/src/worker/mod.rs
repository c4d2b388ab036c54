//! One event loop of the server: its sockets, their sessions, its part of the hub, and its mailbox.
//!
//! A turn reads all that is ready, lets sessions and messages of other threads put bytes into
//! outboxes, and then writes each socket that has any once. Under load a write carries many
//! messages; when idle nothing waits.

mod accepting;
mod client;
mod configuring;
mod context;
mod drain;
mod ends;
mod fan_out;
mod frames;
mod gzip;
mod inspecting;
mod observed;
mod polls;
mod questions;
mod requests;
mod resuming;
mod revoking;
mod streams;
#[cfg(test)]
mod tests;
mod transport;
mod waiting;

use std::io;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use baton_hub::{Local, LoopId};
use baton_protocols::{Refusal, Ticket};
use baton_reactor::{AdoptError, ConnectionId, Event, Reactor, Receiver};
use baton_wire::Limits;
use baton_wire::deflate::{Deflater, Inflater};

use self::accepting::Acceptor;
pub(crate) use self::accepting::{Bound, BoundSocket};
use self::client::{Client, Clients};
use self::drain::Parting;
use self::fan_out::Latencies;
use self::inspecting::Searches;
use self::polls::Polling;
pub(crate) use self::questions::ReplyTo;
use self::resuming::Resuming;
use self::revoking::Sweep;
pub(crate) use self::transport::{Codec, Compression};
use self::waiting::Waiting;
use crate::admission::DEFLATE_LEVEL;
use crate::clock;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::http::Handover;
use crate::loop_message::{Arrival, LoopMessage};
use crate::metrics::LoopCounters;
use crate::node::Node;
use crate::proxy_header::BehindProxies;
use crate::refusals::Refused;
use crate::settings::Compression as CompressionSetting;

/// Bytes that one read takes from a socket. One buffer a loop: a burst of small messages is read at once.
const READ_BUFFER: usize = 256 * 1024;
/// Messages at which a loop reads its mailbox within a turn: with a kilobyte each, in its three
/// copies, they are a good part of a second-level cache.
const MESSAGES_AT_HAND: usize = 64;
/// Bytes to send at which a loop writes within a turn. A call costs as much as copying some 30 KB.
const GATHERED_BYTES: usize = 128 * 1024;
/// How soon a loop looks again whether another one has room in its mailbox.
const WAITING_MS: u64 = 1;
/// The hub's own deadlines (expiry, delayed counts) are looked at this often, by the first loop.
const HUB_TICK_MS: u64 = 250;
/// How soon what a connection did is looked for in the hub, where others are notified later; as
/// [`ShardLimits::gather_ms`](baton_hub::ShardLimits::gather_ms).
const HUB_SOON_MS: u64 = 50;
/// The least time between two looks of one loop: each takes the lock of every shard.
const HUB_REST_MS: u64 = 20;

/// An event loop and its clients.
pub(crate) struct Worker {
    clients: Clients,
    event_loop: EventLoop,
    mailbox: Receiver<LoopMessage>,
    messages: Vec<LoopMessage>,
    /// Clients that more waits for than [`PAUSE_ABOVE_BYTES`](frames::PAUSE_ABOVE_BYTES), as seen
    /// in this turn.
    over_watermark: Vec<ConnectionId>,
    handover: Handover,
    /// In the loop that accepts for all.
    acceptor: Option<Acceptor>,
    sweep: Sweep,
    searches: Searches,
    parting: Parting,
    is_leaving: bool,
    stop: bool,
}

/// The loop itself: what sessions use of it, and so all but the table of clients that they stand in.
pub(crate) struct EventLoop {
    pub(crate) id: LoopId,
    pub(crate) reactor: Reactor,
    pub(crate) local: Local,
    pub(crate) node: Arc<Node>,
    /// The newest that this loop has been sent.
    pub(crate) config: Arc<Config>,
    pub(crate) counters: Arc<LoopCounters>,
    pub(crate) entropy: Entropy,
    pub(crate) limits: Limits,
    /// Serves every connection that compresses without context takeover.
    pub(crate) inflater: Option<Inflater>,
    /// The same for what they are sent.
    pub(crate) deflater: Option<Deflater>,
    pub(crate) latencies: Latencies,
    /// Clients that are not read because there is no room for what they publish.
    pub(crate) waiting: Waiting,
    /// Clients that come back, and what ends of connections are asked.
    pub(crate) resuming: Resuming,
    /// Polls for events that have been sent some in this turn.
    pub(crate) served_polls: Vec<ConnectionId>,
    /// What is to be done for clients by long-poll in this turn.
    pub(crate) polling: Polling,
    /// Where frames are made before they are shared; it retains the size of the largest.
    pub(crate) scratch: Vec<u8>,
    /// The time of this turn.
    pub(crate) now: u64,
    /// When this loop looks at what is due in the hub; `u64::MAX` for not at all.
    pub(crate) hub_due: u64,
    /// The page that the connection which opens at this moment comes from, if a hook asks for it.
    pub(crate) opening: Option<Box<str>>,
    /// How many questions sessions have been given a ticket for.
    tickets: u64,
}

impl EventLoop {
    /// A ticket that no other question of this loop has had.
    pub(crate) fn next_ticket(&mut self) -> Ticket {
        self.tickets += 1;
        Ticket(NonZero::new(self.tickets).unwrap_or(NonZero::<u64>::MIN)) // it never goes round
    }

    /// Something of this loop's may wait in the hub for a moment.
    pub(crate) fn expect_hub(&mut self) {
        self.hub_due = self.hub_due.min(self.now + HUB_SOON_MS);
    }
}

impl Worker {
    /// A loop that has no sockets yet.
    pub(crate) fn new(
        id: LoopId,
        reactor: Reactor,
        mailbox: Receiver<LoopMessage>,
        node: Arc<Node>,
        handover: Handover,
    ) -> Self {
        let counters = node.metrics.loops[usize::from(id.0)].clone();
        let config = Arc::clone(&node.config());
        let compresses = config.settings.compression != CompressionSetting::Off;
        let limits = Limits { message_bytes: config.settings.message_bytes, ..Limits::default() };
        Self {
            clients: Clients::default(),
            event_loop: EventLoop {
                id,
                reactor,
                local: Local::new(id),
                counters,
                entropy: Entropy::new(),
                limits,
                inflater: compresses.then(Inflater::shared),
                deflater: compresses.then(|| Deflater::shared(DEFLATE_LEVEL)),
                latencies: Latencies::default(),
                waiting: Waiting::default(),
                resuming: Resuming::default(),
                served_polls: Vec::new(),
                polling: Polling::default(),
                scratch: Vec::new(),
                now: clock::now_ms(),
                hub_due: if id.0 == 0 { 0 } else { u64::MAX },
                opening: None,
                tickets: 0,
                config,
                node,
            },
            mailbox,
            messages: Vec::new(),
            over_watermark: Vec::new(),
            handover,
            acceptor: None,
            sweep: Sweep::default(),
            searches: Searches::default(),
            parting: Parting::default(),
            is_leaving: false,
            stop: false,
        }
    }

    /// Makes this loop the one that accepts, and names those who read headers of the PROXY protocol.
    pub(crate) fn listen(&mut self, listeners: Vec<Bound>, behind_proxies: BehindProxies) -> io::Result<()> {
        let reactor = &mut self.event_loop.reactor;
        self.acceptor = Some(Acceptor::new(listeners, reactor, behind_proxies)?);
        Ok(())
    }

    /// Turns until it is asked to stop. Fails where the loop cannot wait for its sockets.
    pub(crate) fn run(mut self) -> io::Result<()> {
        let mut buffer = vec![0; READ_BUFFER];
        while !self.stop {
            self.turn(&mut buffer)?;
        }
        Ok(())
    }

    fn turn(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        let timeout = self.poll_timeout();
        let timeout = if self.mailbox.prepare_to_sleep() { timeout } else { Some(Duration::ZERO) };
        self.event_loop.reactor.poll(timeout)?;
        self.mailbox.awake();
        self.event_loop.now = self.event_loop.reactor.now_ms();
        while let Some(event) = self.event_loop.reactor.next_event(buffer) {
            self.on_event(event, buffer);
            self.flush_early();
        }
        self.read_queue();
        self.read_waiting();
        self.run_due();
        self.serve_polling();
        self.end_served_polls();
        self.flush();
        self.pause_those_behind();
        self.event_loop.report();
        Ok(())
    }

    /// Delivers and writes in the middle of a turn that has much to say, while it is still in the cache. Each socket
    /// still gets many messages in one call.
    fn flush_early(&mut self) {
        if self.mailbox.taken() >= MESSAGES_AT_HAND {
            self.read_queue();
        }
        if self.event_loop.reactor.gathered() >= GATHERED_BYTES {
            self.flush();
        }
    }

    /// How long the loop may sleep.
    fn poll_timeout(&self) -> Option<Duration> {
        let due = self.event_loop.hub_due;
        let hub = (due != u64::MAX).then(|| due.saturating_sub(self.event_loop.now));
        let waiting = (!self.event_loop.waiting.is_empty()).then_some(WAITING_MS);
        let sweep = (!self.sweep.is_over()).then_some(0);
        let searches = (!self.searches.is_empty()).then_some(0);
        let missed = self.event_loop.resuming.has_more().then_some(0);
        let polling = self.event_loop.polling.has_unread().then_some(0);
        let parting = self.parting.next_batch().map(|due| due.saturating_sub(self.event_loop.now));
        hub.into_iter()
            .chain(parting)
            .chain(waiting)
            .chain(sweep)
            .chain(searches)
            .chain(missed)
            .chain(polling)
            .min()
            .map(Duration::from_millis)
    }

    fn on_event(&mut self, event: Event, buffer: &mut [u8]) {
        match event {
            Event::Incoming { listener, socket, peer } => {
                self.arrive(listener, socket.into(), Some(peer.ip()))
            }
            Event::IncomingLocal { listener, socket } => self.arrive(listener, socket.into(), None),
            Event::Ready { .. } => {} // this loop watches nothing else
            Event::Data { conn, len } => self.on_data(conn, &mut buffer[..len]),
            Event::Secured { conn } => self.expect_request(conn),
            Event::Drained { conn } if self.is_parked(conn) => {}
            Event::Drained { conn } => self.event_loop.reactor.resume(conn),
            Event::OutboxFull { conn } => self.on_outbox_full(conn),
            Event::Timer { conn } => self.on_timer(conn),
            Event::Closed { conn, cause } => self.on_closed(conn, cause),
            Event::AcceptPaused { error } => {
                self.event_loop.counters.accept_pauses.add(1);
                tracing::warn!(%error, "accepting pauses until a connection closes; raise the limit of open files");
            }
        }
    }

    fn read_queue(&mut self) {
        let mut messages = std::mem::take(&mut self.messages);
        self.mailbox.drain_into(&mut messages);
        if !messages.is_empty() {
            self.event_loop.node.flush_history(); // before anybody receives what is in them
        }
        for message in messages.drain(..) {
            match message {
                LoopMessage::Publication(publication) => {
                    self.event_loop.node.publication_taken(publication.channel.app(), self.event_loop.id);
                    self.fan_out(&publication);
                }
                LoopMessage::Adopt(arrival) => self.adopt(arrival),
                LoopMessage::Upgraded(upgraded) => self.adopt_upgraded(*upgraded),
                LoopMessage::OfSession(news) => self.on_session_news(*news),
                LoopMessage::Answered(answered) => self.on_answer(*answered),
                LoopMessage::Configured(config, unapplied) => self.configure(config, unapplied),
                LoopMessage::EndFormer(conn) => self.end_former(conn),
                LoopMessage::TokensRevoked => self.begin_sweep(),
                LoopMessage::GiveWay => {
                    self.give_way(self.event_loop.node.incomplete.evicted(self.event_loop.id))
                }
                LoopMessage::Inspect(inspection) => self.inspect(*inspection),
                LoopMessage::SendAway(app) => self.send_away(app),
                LoopMessage::LetStay => self.let_stay(),
                LoopMessage::Leave => self.begin_leaving(),
                LoopMessage::Stop => self.stop = true,
            }
        }
        self.messages = messages; // its room is used again
    }

    fn run_due(&mut self) {
        let now = self.event_loop.now;
        if now >= self.event_loop.hub_due {
            let next = self.event_loop.node.tick(now);
            let look = if self.event_loop.id.0 == 0 { now + HUB_TICK_MS } else { u64::MAX };
            self.event_loop.hub_due = next.map_or(look, |next| look.min(next.max(now + HUB_REST_MS)));
        }
        self.sweep_batch();
        self.search_batch();
        self.catch_up_batch();
        self.part_with_batch();
    }

    fn adopt(&mut self, Arrival { socket, peer, is_tls }: Arrival) {
        let reactor = &mut self.event_loop.reactor;
        let adopted = if is_tls { reactor.adopt_tls(socket) } else { reactor.adopt(socket) };
        if let Some(conn) = self.admitted(adopted, peer.ip) {
            self.begin_requests(conn, peer, is_tls);
        }
    }

    /// A socket that the reactor did not take has been closed, and is counted.
    fn admitted(&mut self, adopted: Result<ConnectionId, AdoptError>, peer: IpAddr) -> Option<ConnectionId> {
        adopted
            .inspect_err(|error| {
                self.event_loop.counters.load.fetch_sub(1, Ordering::Relaxed);
                self.event_loop.node.refusals.note(&Refused::new(Refusal::Limit, error).from(peer));
            })
            .ok()
    }

    /// Closes a connection without an answer.
    fn drop_connection(&mut self, conn: ConnectionId) {
        self.event_loop.reactor.abort(conn);
        self.forget(conn);
    }

    fn on_data(&mut self, conn: ConnectionId, bytes: &mut [u8]) {
        match self.clients.get_mut(conn) {
            Some(Client::Http(_)) => self.on_request_bytes(conn, bytes),
            Some(Client::Connected(_)) => self.on_frames(conn, bytes),
            Some(Client::Leaving) | None => {}
        }
    }

    fn on_timer(&mut self, conn: ConnectionId) {
        match self.clients.get_mut(conn) {
            Some(Client::Http(_)) => self.on_request_deadline(conn),
            Some(Client::Connected(_)) => self.on_session_timer(conn),
            Some(Client::Leaving) | None => {}
        }
    }

    fn on_closed(&mut self, conn: ConnectionId, cause: baton_reactor::Closed) {
        if let Some(client) = self.clients.get_mut(conn) {
            ends::report(client, cause, &self.event_loop.node);
            if let Client::Connected(connected) = client {
                connected.link.note_gone(cause, &self.event_loop.node);
            }
            if matches!(client, Client::Connected(_)) && cause == baton_reactor::Closed::OutboxStale {
                self.event_loop.counters.slow_clients.add(1);
            }
        }
        self.forget(conn);
    }

    /// Undoes what the loop holds for a connection whose socket is gone.
    fn forget(&mut self, conn: ConnectionId) {
        self.end_session(conn);
        self.clients.remove(conn);
        self.event_loop.counters.load.fetch_sub(1, Ordering::Relaxed);
    }
}

impl EventLoop {
    /// Brings the counters that are read from outside up to date, once a turn.
    fn report(&mut self) {
        self.latencies.report(&self.counters, &self.node.inspector.timeline);
        self.counters.outbox_bytes.set(self.reactor.outbox_bytes() as u64);
        if self.config.settings.tls.is_some() {
            let counted = self.reactor.counters();
            self.counters.tls_handshakes.set(counted.handshakes);
            self.counters.tls_handshakes_resumed.set(counted.handshakes_resumed);
            self.counters.tls_handshakes_failed.set(counted.handshakes_failed);
            self.counters.tls_records_refused.set(counted.records_refused);
        }
    }
}
