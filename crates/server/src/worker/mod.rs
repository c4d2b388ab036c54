//! One event loop of the server: its sockets, their sessions, its part of the hub, and its mailbox.
//!
//! A turn reads all that is ready, lets sessions and letters put bytes into outboxes, and then writes each
//! socket that has any once. Under load a write carries many messages; when idle nothing waits.

mod client;
mod context;
mod drain;
mod ends;
mod fan_out;
mod frames;
mod questions;
mod requests;
mod revoking;
#[cfg(test)]
mod tests;
mod waiting;

use std::io;
use std::net::{IpAddr, TcpListener, TcpStream};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use baton_hub::{Local, LoopId};
use baton_protocols::{Refusal, Ticket};
use baton_reactor::{AdoptError, ConnectionId, Event, Reactor, Receiver};
use baton_wire::Limits;
use baton_wire::deflate::{Deflater, Inflater};

use self::client::{Client, Clients};
pub(crate) use self::client::{Codec, Compression};
use self::drain::Parting;
use self::fan_out::Latencies;
pub(crate) use self::questions::ReplyTo;
use self::revoking::Sweep;
use self::waiting::Waiting;
use crate::admission::DEFLATE_LEVEL;
use crate::clock;
use crate::entropy::Entropy;
use crate::http::Handover;
use crate::mail::Mail;
use crate::metrics::LoopCounters;
use crate::node::Node;
use crate::refusals::Refused;
use crate::settings::Compression as CompressionSetting;

/// Bytes that one read takes from a socket. One buffer a loop: a burst of small messages is read at once.
const READ_BUFFER: usize = 256 * 1024;
/// Letters at which a loop reads its mailbox within a turn: with a kilobyte each, in its three copies, they are a good part
/// of a second-level cache.
const LETTERS_AT_HAND: usize = 64;
/// Bytes to send at which a loop writes within a turn. A call costs as much as copying some 30 KB.
const GATHERED_BYTES: usize = 128 * 1024;
/// How soon a loop looks again whether another one has room in its mailbox.
const WAITING_MS: u64 = 1;
/// The hub's own deadlines (expiry, delayed counts) are looked at this often, by the first loop.
const HUB_TICK_MS: u64 = 250;
/// How soon what a connection did is looked for in the hub, where others are told of it later; as
/// [`ShardLimits::gather_ms`](baton_hub::ShardLimits::gather_ms).
const HUB_SOON_MS: u64 = 50;
/// The least time between two looks of one loop: each takes the lock of every shard.
const HUB_REST_MS: u64 = 20;

/// One event loop.
pub(crate) struct Worker {
    clients: Clients,
    parts: Parts,
    mailbox: Receiver<Mail>,
    letters: Vec<Mail>,
    /// Clients whose answers piled up in this turn.
    loud: Vec<ConnectionId>,
    handover: Handover,
    sweep: Sweep,
    parting: Parting,
    is_leaving: bool,
    stop: bool,
}

/// What sessions use of their loop, apart from the table of clients that they stand in.
pub(crate) struct Parts {
    pub(crate) id: LoopId,
    pub(crate) reactor: Reactor,
    pub(crate) local: Local,
    pub(crate) node: Arc<Node>,
    pub(crate) counters: Arc<LoopCounters>,
    pub(crate) entropy: Entropy,
    pub(crate) limits: Limits,
    /// Serves every connection that compresses without context takeover.
    pub(crate) inflater: Option<Inflater>,
    /// The same for what they are sent.
    pub(crate) deflater: Option<Deflater>,
    pub(crate) latencies: Latencies,
    /// Clients that are not read because what they publish has no room.
    pub(crate) waiting: Waiting,
    /// Where frames are made before they are shared; it keeps the size of the largest.
    pub(crate) scratch: Vec<u8>,
    /// The time of this turn.
    pub(crate) now: u64,
    /// When this loop looks at what is due in the hub; `u64::MAX` for not at all.
    pub(crate) hub_due: u64,
    /// How many questions sessions have been given a ticket for.
    tickets: u64,
}

impl Parts {
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
        mailbox: Receiver<Mail>,
        node: Arc<Node>,
        handover: Handover,
    ) -> Self {
        let counters = node.metrics.loops[usize::from(id.0)].clone();
        let compresses = node.settings.compression != CompressionSetting::Off;
        let limits = Limits { message_bytes: node.settings.message_bytes, ..Limits::default() };
        Self {
            clients: Clients::default(),
            parts: Parts {
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
                scratch: Vec::new(),
                now: clock::now_ms(),
                hub_due: if id.0 == 0 { 0 } else { u64::MAX },
                tickets: 0,
                node,
            },
            mailbox,
            letters: Vec::new(),
            loud: Vec::new(),
            handover,
            sweep: Sweep::default(),
            parting: Parting::default(),
            is_leaving: false,
            stop: false,
        }
    }

    /// Makes this loop the one that accepts.
    pub(crate) fn listen(&mut self, listener: TcpListener) -> io::Result<()> {
        self.parts.reactor.listen(listener).map(drop)
    }

    /// Turns until told to stop. Fails where the loop cannot wait for its sockets.
    pub(crate) fn run(mut self) -> io::Result<()> {
        let mut buffer = vec![0; READ_BUFFER];
        while !self.stop {
            self.turn(&mut buffer)?;
        }
        Ok(())
    }

    fn turn(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        let timeout = self.patience();
        let timeout = if self.mailbox.prepare_to_sleep() { timeout } else { Some(Duration::ZERO) };
        self.parts.reactor.poll(timeout)?;
        self.mailbox.awake();
        self.parts.now = self.parts.reactor.now_ms();
        while let Some(event) = self.parts.reactor.next_event(buffer) {
            self.on_event(event, buffer);
            self.keep_up();
        }
        self.read_letters();
        self.read_waiting();
        self.run_due();
        self.parts.reactor.flush();
        self.pause_those_behind();
        self.parts.report();
        Ok(())
    }

    /// Delivers and writes in the middle of a turn that has much to say, while it is still in the cache. Each socket
    /// still gets many messages in one call.
    fn keep_up(&mut self) {
        if self.mailbox.taken() >= LETTERS_AT_HAND {
            self.read_letters();
        }
        if self.parts.reactor.gathered() >= GATHERED_BYTES {
            self.parts.reactor.flush();
        }
    }

    /// How long the loop may sleep.
    fn patience(&self) -> Option<Duration> {
        let due = self.parts.hub_due;
        let hub = (due != u64::MAX).then(|| due.saturating_sub(self.parts.now));
        let waiting = (!self.parts.waiting.is_empty()).then_some(WAITING_MS);
        let sweep = (!self.sweep.is_over()).then_some(0);
        let parting = self.parting.next_batch().map(|due| due.saturating_sub(self.parts.now));
        hub.into_iter().chain(parting).chain(waiting).chain(sweep).min().map(Duration::from_millis)
    }

    fn on_event(&mut self, event: Event, buffer: &mut [u8]) {
        match event {
            Event::Incoming { socket, peer, .. } => self.place(socket, peer.ip()),
            // This loop was given no such listener, and watches nothing.
            Event::IncomingLocal { .. } | Event::Ready { .. } => {}
            Event::Data { conn, len } => self.on_data(conn, &mut buffer[..len]),
            Event::Secured { conn } => self.expect_request(conn),
            Event::Drained { conn } if self.is_parked(conn) => {}
            Event::Drained { conn } => self.parts.reactor.resume(conn),
            Event::OutboxFull { conn } => self.on_outbox_full(conn),
            Event::Timer { conn } => self.on_timer(conn),
            Event::Closed { conn, cause } => self.on_closed(conn, cause),
            Event::AcceptPaused { error } => {
                self.parts.counters.accept_pauses.add(1);
                tracing::warn!(%error, "accepting pauses until a connection closes; raise the limit of open files");
            }
        }
    }

    fn read_letters(&mut self) {
        let mut letters = std::mem::take(&mut self.letters);
        self.mailbox.drain_into(&mut letters);
        for letter in letters.drain(..) {
            match letter {
                Mail::Publication(publication) => {
                    self.parts.node.publication_taken(publication.channel.app(), self.parts.id);
                    self.fan_out(&publication);
                }
                Mail::Adopt(stream, peer) => self.adopt(stream, peer),
                Mail::Upgraded(upgraded) => self.adopt_upgraded(*upgraded),
                Mail::Answered(answered) => self.on_answer(*answered),
                Mail::TokensRevoked => self.begin_sweep(),
                Mail::GiveWay => self.give_way(self.parts.node.incomplete.evicted(self.parts.id)),
                Mail::SendAway(app) => self.send_away(app),
                Mail::LetStay => self.let_stay(),
                Mail::Leave => self.begin_leaving(),
                Mail::Stop => self.stop = true,
            }
        }
        self.letters = letters; // its room is used again
    }

    fn run_due(&mut self) {
        let now = self.parts.now;
        if now >= self.parts.hub_due {
            let next = self.parts.node.tick(now);
            let look = if self.parts.id.0 == 0 { now + HUB_TICK_MS } else { u64::MAX };
            self.parts.hub_due = next.map_or(look, |next| look.min(next.max(now + HUB_REST_MS)));
        }
        self.sweep_batch();
        self.part_with_batch();
    }

    /// Gives a new socket to the loop that has the fewest, or closes it where the process has as many as it may.
    fn place(&mut self, stream: TcpStream, peer: IpAddr) {
        if self.parts.node.is_full() {
            let why = "A new connection was closed unanswered: as many are open as may be (setting max_connections)";
            return self.parts.node.refusals.note(&Refused::new(Refusal::Limit, &why).from(peer));
        }
        let loops = &self.parts.node.metrics.loops;
        let least = (0..loops.len()).min_by_key(|&n| loops[n].load.load(Ordering::Relaxed)).unwrap_or(0);
        loops[least].load.fetch_add(1, Ordering::Relaxed);
        if least == usize::from(self.parts.id.0) {
            self.adopt(stream, peer);
        } else {
            self.parts.node.loops()[least].push_unreserved(Mail::Adopt(stream, peer));
        }
    }

    fn adopt(&mut self, stream: TcpStream, peer: IpAddr) {
        let reactor = &mut self.parts.reactor;
        let adopted = match self.parts.node.settings.tls {
            Some(_) => reactor.adopt_tls(stream),
            None => reactor.adopt(stream),
        };
        if let Some(conn) = self.admitted(adopted, peer) {
            self.begin_requests(conn, peer);
        }
    }

    /// A socket that the reactor did not take has been closed, and is counted.
    fn admitted(&mut self, adopted: Result<ConnectionId, AdoptError>, peer: IpAddr) -> Option<ConnectionId> {
        adopted
            .inspect_err(|error| {
                self.parts.counters.load.fetch_sub(1, Ordering::Relaxed);
                self.parts.node.refusals.note(&Refused::new(Refusal::Limit, error).from(peer));
            })
            .ok()
    }

    /// Closes a connection without a word.
    fn drop_connection(&mut self, conn: ConnectionId) {
        self.parts.reactor.abort(conn);
        self.forget(conn);
    }

    fn on_data(&mut self, conn: ConnectionId, bytes: &mut [u8]) {
        match self.clients.get_mut(conn) {
            Some(Client::Http(_)) => self.on_request_bytes(conn, bytes),
            Some(Client::WebSocket(_)) => self.on_frames(conn, bytes),
            Some(Client::Leaving) | None => {}
        }
    }

    fn on_timer(&mut self, conn: ConnectionId) {
        match self.clients.get_mut(conn) {
            Some(Client::Http(_)) => self.on_request_deadline(conn),
            Some(Client::WebSocket(_)) => self.on_websocket_timer(conn),
            Some(Client::Leaving) | None => {}
        }
    }

    fn on_closed(&mut self, conn: ConnectionId, cause: baton_reactor::Closed) {
        if let Some(client) = self.clients.get_mut(conn) {
            ends::report(client, cause, &self.parts.node);
            if matches!(client, Client::WebSocket(_)) && cause == baton_reactor::Closed::OutboxStale {
                self.parts.counters.slow_clients.add(1);
            }
        }
        self.forget(conn);
    }

    /// Undoes what the loop holds for a connection whose socket is gone.
    fn forget(&mut self, conn: ConnectionId) {
        self.end_websocket(conn);
        self.clients.remove(conn);
        self.parts.counters.load.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Parts {
    /// Brings the counters that are read from outside up to date, once a turn.
    fn report(&mut self) {
        self.latencies.report(&self.counters);
        self.counters.outbox_bytes.set(self.reactor.outbox_bytes() as u64);
        if self.node.settings.tls.is_some() {
            let counted = self.reactor.counters();
            self.counters.tls_handshakes.set(counted.handshakes);
            self.counters.tls_handshakes_resumed.set(counted.handshakes_resumed);
            self.counters.tls_handshakes_failed.set(counted.handshakes_failed);
            self.counters.tls_records_refused.set(counted.records_refused);
        }
    }
}
