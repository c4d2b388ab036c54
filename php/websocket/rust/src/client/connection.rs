//! An open connection: the session, its stream, and the time.

use std::io;
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use baton_wire::Opcode;

use super::attempt::Awaited;
use super::failure::{ABNORMAL, Failure};
use super::heartbeat::{Beat, Heartbeat};
use super::masks::NoRandomness;
use super::session::{Next, Session};
use super::settings::Settings;
use super::stream::{Arrived, Stream};
use super::upgrade::{Agreed, no_randomness};

/// A connection from the handshake to its end.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) stream: Stream,
    pub(super) session: Session,
    heartbeat: Heartbeat,
    pub(super) subprotocol: Option<String>,
    /// Set when nothing more comes from the socket; messages that came before may still be there.
    end: Option<End>,
    /// When the server's close frame is no longer waited for, once ours is sent.
    pub(super) close_until: Option<Instant>,
    /// Whether anything came after the handshake.
    has_received: bool,
    /// Whether the last read left nothing in the socket.
    pub(super) is_drained: bool,
    /// Whether the last read left something in the stream itself.
    may_hold_more: bool,
}

/// How a connection ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// By a close frame; its code and reason.
    Closed(u16, String),
    /// By us, because of what the server sent.
    Violated(baton_wire::Error),
    Lost(Failure),
}

/// What [`Connection::receive`] found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Received {
    Message,
    Wait,
    Ended(End),
}

impl Connection {
    pub(super) fn new(stream: Stream, agreed: Agreed, settings: &Settings, now: Instant) -> Self {
        Self {
            stream,
            session: Session::new(settings.message_bytes, agreed.deflate, &agreed.rest),
            heartbeat: Heartbeat::new(settings.ping_interval, settings.pong_timeout, now),
            subprotocol: agreed.subprotocol,
            end: None,
            close_until: None,
            has_received: !agreed.rest.is_empty(),
            is_drained: false,
            may_hold_more: false,
        }
    }

    /// Hands the next message to `take`. Its bytes stay where they are until the next call.
    pub(super) fn receive(&mut self, now: Instant, take: &mut dyn FnMut(Opcode, &[u8])) -> Received {
        if self.close_until.is_some() {
            return self.try_close(now).map_or(Received::Wait, Received::Ended);
        }
        loop {
            match self.session.next(take) {
                Ok(Next::Message) => {
                    self.push_answers();
                    return Received::Message;
                }
                Ok(Next::Closed) => return Received::Ended(self.close_in_turn()),
                Err(broken) => return Received::Ended(self.fail(broken)),
                Ok(Next::Hungry) => {}
            }
            if let Some(end) = &self.end {
                return Received::Ended(end.clone());
            }
            match self.read(now) {
                Ok(true) => {}
                Ok(false) => break,
                Err(failure) => return Received::Ended(End::Lost(failure)),
            }
        }
        match self.keep_alive(now) {
            Ok(()) => Received::Wait,
            Err(failure) => Received::Ended(End::Lost(failure)),
        }
    }

    /// Whether anything was read.
    pub(super) fn read(&mut self, now: Instant) -> Result<bool, Failure> {
        if self.is_drained {
            self.is_drained = false; // what comes next is waited for
            return Ok(false);
        }
        let room = self.session.room();
        let size = room.len();
        match self.stream.read(room) {
            Ok(Arrived::Bytes(count)) => {
                self.session.fill(count);
                self.heartbeat.received(now);
                self.has_received = true;
                self.is_drained = count < size && self.stream.reads_whole();
                self.may_hold_more = count == size && !self.stream.reads_whole();
                Ok(true)
            }
            Ok(Arrived::Nothing) => {
                self.may_hold_more = false;
                Ok(false)
            }
            Ok(Arrived::End) => Err(Failure::cut()),
            Err(error) => Err(Failure::lost(&error)),
        }
    }

    /// Asks a silent server whether it is there, and sends what waits.
    fn keep_alive(&mut self, now: Instant) -> Result<(), Failure> {
        match self.heartbeat.beat(now) {
            Beat::Calm => {}
            Beat::Ask => self.session.send(Opcode::Ping, &[]).map_err(|NoRandomness| no_randomness())?,
            Beat::Lost(silence) => {
                let silence = silence.as_millis();
                let step =
                    format_args!("the connection was lost: the server answered no ping and sent nothing");
                return Err(Failure::late(step, silence, "pingIntervalMs, pongTimeoutMs"));
            }
        }
        self.push().map(drop)
    }

    /// Sends what is possible now; whether the kernel has all of it.
    pub(super) fn push(&mut self) -> Result<bool, Failure> {
        let lost = |error: &io::Error| Failure::lost(error);
        loop {
            if !self.stream.flush().map_err(|error| lost(&error))? {
                return Ok(false);
            }
            let unsent = self.session.outbox.unsent();
            if unsent.is_empty() {
                return Ok(true);
            }
            match self.stream.write(unsent).map_err(|error| lost(&error))? {
                0 => return Ok(false),
                sent => self.session.outbox.advance(sent).map_err(|NoRandomness| no_randomness())?,
            }
        }
    }

    /// The same for pongs: that the server has gone is found by whoever reads next, behind what came before.
    fn push_answers(&mut self) {
        if self.wants_write() {
            let _ = self.push();
        }
    }

    /// Queues a message, or a ping or pong.
    pub(super) fn send(&mut self, opcode: Opcode, payload: &[u8]) -> Result<(), Failure> {
        self.check_open()?;
        self.session.send(opcode, payload).map_err(|NoRandomness| no_randomness())
    }

    /// Sends what is queued; whether the kernel has all of it. What arrives meanwhile is kept, so that a server that
    /// writes before it reads on is not waited for by us while it waits for us.
    pub(super) fn flush(&mut self, now: Instant) -> Result<bool, Failure> {
        self.check_open()?;
        match self.push() {
            Ok(true) => Ok(true),
            Ok(false) => {
                self.absorb(now);
                self.check_open().map(|()| false)
            }
            Err(failure) => {
                self.absorb(now); // the server may have said why before it left
                if self.end.is_none() && self.session.their_close().is_none() {
                    self.end = Some(End::Lost(failure));
                }
                self.check_open().map(|()| false)
            }
        }
    }

    /// Reads what is there into the session's queue.
    pub(super) fn absorb(&mut self, now: Instant) {
        self.is_drained = false;
        while self.end.is_none() {
            if let Err(broken) = self.session.absorb() {
                self.end = Some(self.fail(broken));
                return;
            }
            if !self.session.has_room() || self.session.their_close().is_some() {
                return;
            }
            match self.read(now) {
                Ok(true) => {}
                Ok(false) => return,
                Err(failure) => self.end = Some(End::Lost(failure)),
            }
        }
    }

    fn check_open(&self) -> Result<(), Failure> {
        match (&self.end, self.session.their_close()) {
            (Some(End::Lost(failure)), _) => Err(failure.clone()),
            (Some(End::Violated(error)), _) => Err(Failure::violation(error)),
            (Some(End::Closed(code, reason)), _) | (None, Some((code, reason))) => {
                Err(Failure::closed(*code, reason))
            }
            (None, None) if self.session.has_closed() => Err(Failure::closed(ABNORMAL, "")),
            (None, None) => Ok(()),
        }
    }

    /// Whether messages can be sent and received.
    pub(super) fn is_open(&self) -> bool {
        self.check_open().is_ok()
    }

    /// Whether it has ended, or is being closed, and nothing is left to receive.
    pub(super) fn is_spent(&self) -> bool {
        self.close_until.is_some()
            || (!self.is_open() && !self.session.has_queued() && self.session.is_hungry())
    }

    /// The stream, whose other side has yet to end.
    pub(super) fn into_stream(self) -> Stream {
        self.stream
    }

    pub(super) fn has_received(&self) -> bool {
        self.has_received
    }

    fn wants_write(&self) -> bool {
        self.stream.is_full() || !self.session.outbox.is_empty()
    }

    /// What to wait for. `until` is `now` if there is something to receive already.
    pub(super) fn awaited(&self, now: Instant) -> Awaited<'_> {
        let is_ready = self.session.has_queued() || !self.session.is_hungry() || self.may_hold_more;
        let until = if is_ready || self.end.is_some() {
            Some(now)
        } else {
            earlier(self.close_until, self.heartbeat.due())
        };
        Awaited {
            descriptor: Some(self.stream.as_fd()),
            reads: self.session.has_room(),
            writes: self.wants_write(),
            until,
        }
    }
}

fn earlier(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Longest that a wait is reckoned with: a month, so that no sum of times overflows.
pub(super) const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);
