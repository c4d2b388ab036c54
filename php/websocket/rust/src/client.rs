//! The client of `WebSocket\Client`, without waiting.
//!
//! Everything here does what is possible now and says what to wait for ([`Client::awaited`]); C waits, since signals, the
//! script's deadline and Fibers are PHP's. So the same code serves a script that blocks, one that has an event loop, and a Fiber
//! of the server.

mod attempt;
mod closing;
mod connection;
mod dial;
mod failure;
mod heartbeat;
mod masks;
mod outbox;
mod readiness;
mod reconnect;
mod recovery;
mod resolver;
mod session;
pub(crate) mod settings;
mod stream;
mod trust;
mod upgrade;
mod url;

use std::io;
use std::os::fd::RawFd;
use std::time::{Duration, Instant};

use baton_wire::Opcode;

use attempt::{Attempt, Awaited, Target};
use connection::{Connection, End, LONGEST, Received};
use failure::ABNORMAL;
pub(crate) use failure::Failure;
use readiness::Readiness;
use settings::Settings;
use stream::Stream;
use url::{InvalidUrl, Url};

/// One client: a connection, or the way to one.
#[derive(Debug)]
pub(crate) struct Client {
    target: Target,
    phase: Phase,
    readiness: Option<Readiness>,
    /// Code and reason of what ended the last connection.
    close: Option<(u16, String)>,
    /// How many attempts in a row were made to replace a lost connection.
    attempts: u32,
    connections: u64,
    reconnects: u64,
    subprotocol: Option<String>,
}

#[derive(Debug)]
enum Phase {
    /// Not connected yet, or the first attempt failed.
    Idle,
    Attempting(Box<Attempt>),
    Open(Box<Connection>),
    /// Before the next attempt to replace a lost connection.
    Pausing(Instant),
    Ended(Ended),
}

#[derive(Debug)]
struct Ended {
    /// Why, unless it was closed in good order.
    failure: Option<Failure>,
    /// Whose other side has yet to end. If it were closed at once, the kernel might reset the connection before the server
    /// has read our close frame.
    lingering: Option<Stream>,
}

/// What [`Client::receive`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Message,
    Wait,
    Closed,
}

impl Client {
    pub(crate) fn new(url: &str, settings: Settings) -> Result<Self, InvalidUrl> {
        Ok(Self {
            target: Target::new(Url::parse(url)?, settings),
            phase: Phase::Idle,
            readiness: None,
            close: None,
            attempts: 0,
            connections: 0,
            reconnects: 0,
            subprotocol: None,
        })
    }

    /// Begins to connect, unless it is connected or about to be.
    pub(crate) fn begin(&mut self, now: Instant) -> Result<(), Failure> {
        match &self.phase {
            Phase::Attempting(_) | Phase::Pausing(_) => return Ok(()),
            Phase::Open(connection) if connection.is_open() => return Ok(()),
            Phase::Idle | Phase::Open(_) | Phase::Ended(_) => {}
        }
        self.attempts = 0;
        let _ = self.leave();
        self.phase = Phase::Attempting(Box::new(Attempt::begin(&self.target, now)?));
        Ok(())
    }

    /// Goes on towards an open connection; whether there is one.
    pub(crate) fn advance(&mut self, now: Instant) -> Result<bool, Failure> {
        loop {
            let attempt = match &mut self.phase {
                Phase::Attempting(attempt) => attempt.advance(&mut self.target, now),
                Phase::Pausing(until) if now < *until => return Ok(false),
                Phase::Pausing(_) => match Attempt::begin(&self.target, now) {
                    Ok(attempt) => {
                        self.phase = Phase::Attempting(Box::new(attempt));
                        continue;
                    }
                    Err(failure) => Err(failure),
                },
                Phase::Open(connection) if connection.is_open() || !connection.is_spent() => return Ok(true),
                // Nothing is left to receive, so that it may be replaced.
                Phase::Open(_) => match self.receive(now, &mut |_, _| {})? {
                    Found::Closed => return Err(self.why_closed()),
                    Found::Message | Found::Wait => continue,
                },
                Phase::Idle => {
                    self.begin(now)?;
                    continue;
                }
                Phase::Ended(Ended { failure: Some(failure), .. }) => return Err(failure.clone()),
                Phase::Ended(_) => return Err(self.why_closed()),
            };
            match attempt {
                Ok(None) => return Ok(false),
                Ok(Some(connection)) => self.open(connection),
                Err(failure) => self.fail(failure, now)?,
            }
        }
    }

    fn open(&mut self, mut connection: Box<Connection>) {
        self.connections += 1;
        if self.attempts > 0 {
            self.reconnects += 1;
        }
        self.close = None;
        self.subprotocol = connection.subprotocol.take();
        self.phase = Phase::Open(connection);
    }

    /// Queues a message; [`Client::advance`] has said that there is a connection.
    pub(crate) fn send(&mut self, opcode: Opcode, payload: &[u8]) -> Result<(), Failure> {
        match &mut self.phase {
            Phase::Open(connection) => connection.send(opcode, payload),
            _ => Err(self.why_closed()),
        }
    }

    /// Sends what is queued; whether the kernel has all of it.
    pub(crate) fn flush(&mut self, now: Instant) -> Result<bool, Failure> {
        match &mut self.phase {
            Phase::Open(connection) => connection.flush(now),
            _ => Err(self.why_closed()),
        }
    }

    /// Hands the next message to `take`. Its bytes stay where they are until the next call.
    pub(crate) fn receive(
        &mut self,
        now: Instant,
        take: &mut dyn FnMut(Opcode, &[u8]),
    ) -> Result<Found, Failure> {
        loop {
            match &mut self.phase {
                Phase::Idle => self.begin(now)?,
                Phase::Attempting(_) | Phase::Pausing(_) => {
                    if !self.advance(now)? {
                        return Ok(Found::Wait);
                    }
                }
                Phase::Open(connection) => match connection.receive(now, take) {
                    Received::Message => return Ok(Found::Message),
                    Received::Wait => return Ok(Found::Wait),
                    Received::Ended(end) => self.end(end, now)?,
                },
                Phase::Ended(ended) => {
                    if ended.lingering.as_mut().is_some_and(Stream::discard) {
                        ended.lingering = None;
                    }
                    return ended.failure.clone().map_or(Ok(Found::Closed), Err);
                }
            }
        }
    }

    /// Takes the connection out, if there is one.
    fn leave(&mut self) -> Option<Connection> {
        let phase = std::mem::replace(&mut self.phase, Phase::Idle);
        let Phase::Open(connection) = phase else { return None };
        if let (Some(readiness), Some(descriptor)) =
            (&mut self.readiness, connection.awaited(Instant::now()).descriptor)
        {
            readiness.forget(descriptor);
        }
        Some(*connection)
    }

    /// Begins to close; an attempt that is under way is given up.
    pub(crate) fn start_close(&mut self, code: u16, reason: &str, now: Instant) {
        match &mut self.phase {
            Phase::Open(connection) => {
                connection.start_close(code, reason, now + self.target.settings.close_timeout);
            }
            Phase::Attempting(_) | Phase::Pausing(_) if self.attempts > 0 => {
                self.close = Some((ABNORMAL, String::new()));
                self.phase = Phase::Ended(Ended { failure: None, lingering: None });
            }
            Phase::Attempting(_) | Phase::Pausing(_) => self.phase = Phase::Idle,
            Phase::Idle | Phase::Ended(_) => {}
        }
    }

    /// Whether closing is over.
    pub(crate) fn try_close(&mut self, now: Instant) -> bool {
        let Phase::Open(connection) = &mut self.phase else { return true };
        let Some(end) = connection.try_close(now) else { return false };
        let (code, reason) = match end {
            End::Closed(code, reason) => (code, reason),
            End::Violated(_) | End::Lost(_) => (ABNORMAL, String::new()),
        };
        let _ = self.leave();
        self.close = Some((code, reason));
        self.phase = Phase::Ended(Ended { failure: None, lingering: None });
        true
    }

    /// Says goodbye without waiting. A forked process must not: it drops the client instead.
    pub(crate) fn abandon(mut self) {
        if let Phase::Ended(Ended { lingering: Some(stream), .. }) = &mut self.phase {
            stream.discard();
        }
        if let Some(connection) = self.leave() {
            connection.abandon(GOING_AWAY);
        }
    }

    /// Whether there is a connection, or a lost one is about to be re-established.
    pub(crate) fn is_open(&self) -> bool {
        match &self.phase {
            Phase::Open(connection) => connection.is_open() || !connection.is_spent(),
            Phase::Attempting(_) | Phase::Pausing(_) => self.attempts > 0,
            Phase::Idle | Phase::Ended(_) => false,
        }
    }

    /// Whether this process may have something of it that another must not touch: a socket.
    pub(crate) fn is_connected(&self) -> bool {
        !matches!(self.phase, Phase::Idle | Phase::Pausing(_) | Phase::Ended(Ended { lingering: None, .. }))
    }

    fn why_closed(&self) -> Failure {
        match &self.close {
            Some((code, reason)) => Failure::closed(*code, reason),
            None => Failure::closed(ABNORMAL, ""),
        }
    }

    pub(crate) fn close(&self) -> Option<(u16, &str)> {
        self.close.as_ref().map(|(code, reason)| (*code, reason.as_str()))
    }

    pub(crate) fn subprotocol(&self) -> Option<&str> {
        self.subprotocol.as_deref()
    }

    /// How many connections there have been.
    pub(crate) fn connections(&self) -> u64 {
        self.connections
    }

    pub(crate) fn reconnects(&self) -> u64 {
        self.reconnects
    }

    /// What to wait for: a descriptor, and a time after which to go on in any case.
    pub(crate) fn awaited(&self, now: Instant) -> Awaited<'_> {
        match &self.phase {
            Phase::Attempting(attempt) => attempt.awaited(),
            Phase::Open(connection) => connection.awaited(now),
            Phase::Pausing(until) => Awaited { until: Some(*until), ..Awaited::NOTHING },
            Phase::Idle | Phase::Ended(_) => Awaited::NOTHING,
        }
    }

    /// How long to wait for it at most.
    pub(crate) fn poll_timeout(&self, now: Instant) -> Option<Duration> {
        let until = self.awaited(now).until?;
        Some(until.saturating_duration_since(now).min(LONGEST))
    }

    /// A descriptor for other event loops, see [`readiness`].
    pub(crate) fn readiness(&mut self, now: Instant) -> io::Result<RawFd> {
        if self.readiness.is_none() {
            self.readiness = Some(Readiness::new()?);
        }
        self.keep_ready(now)?;
        self.readiness.as_ref().map(Readiness::descriptor).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// To be called in a process that was forked and uses the client for itself: the other one watches its descriptor.
    pub(crate) fn adopt(&mut self) {
        self.readiness = None;
    }

    /// To be called after everything else, so that the descriptor for other loops shows it.
    pub(crate) fn keep_ready(&mut self, now: Instant) -> io::Result<()> {
        let Some(mut readiness) = self.readiness.take() else { return Ok(()) };
        let settled = matches!(self.phase, Phase::Open(_));
        let watched = readiness.watch(&self.awaited(now), settled, now);
        self.readiness = Some(readiness);
        watched
    }
}

/// What a client says that is no longer needed.
const GOING_AWAY: u16 = 1001;

impl Awaited<'_> {
    const NOTHING: Self = Awaited { descriptor: None, reads: false, writes: false, until: None };
}

#[cfg(test)]
#[path = "client/client_tests.rs"]
mod tests;
