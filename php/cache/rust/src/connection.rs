//! A connection to Redis or Valkey for one thread that waits.
//!
//! A round trip on an open connection is one `send` and one `recv`, and nothing else of the kernel: the timeout is the
//! socket's own, whether this is still the process that opened it is known from memory, and whether the server is still there
//! is learned from the command itself. A connection that turns out to be dead before the first byte of a reply is opened
//! again, and what is unanswered is sent again, as [`Settings::max_retries`] and [`Delivery`] allow.
//!
//! What is absent: threads, callbacks, and any knowledge of commands beyond the handshake.

mod adjust;
mod backoff;
mod dial;
mod failure;
mod handshake;
mod inbox;
mod lost;
mod open;
mod outbox;
mod place;
mod reply;
mod settings;
mod stream;
mod tls;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;

use backoff::Waits;
pub use backoff::{Backoff, Way};
pub use failure::{Code, Failure};
pub use handshake::Opening;
use open::Open;
pub use open::Traffic;
pub use outbox::Delivery;
use outbox::{AT_ONCE, Outbox};
pub use place::Place;
pub use reply::{Kind, Reply};
pub use settings::{Identity, Settings, Trust};
use stream::Wait;

/// After so long without a word, a connection is looked at before it is used. Servers and firewalls close idle connections, and
/// one that is found closed before anything is sent can be opened again without a doubt whether a command was run. Between
/// commands of a busy program it would be a third system call for each.
const IDLE: Duration = Duration::from_millis(100);

/// The same before a command that must not be sent twice: if its connection turns out to be closed only when it has been sent, nobody
/// knows whether it was run, and the program is told of a failure. A program that waits this long between two of them spends a
/// thousandth of its time on looking.
const IDLE_ONCE: Duration = Duration::from_millis(1);

/// A connection, open or not.
#[derive(Debug)]
pub struct Connection {
    place: Place,
    settings: Settings,
    opening: Opening,
    /// Made by the first handshake with TLS.
    tls: Option<Arc<ClientConfig>>,
    open: Option<Open>,
    outbox: Outbox,
    generation: u64,
    is_held: bool,
    traffic: Traffic,
    /// The attempts to reopen since the server was heard last.
    retries: u32,
    waits: Option<Waits>,
}

impl Connection {
    /// One that is not open yet.
    ///
    /// # Errors
    /// If the settings name no place.
    pub fn new(settings: Settings) -> Result<Self, Failure> {
        Ok(Self {
            place: Place::read(&settings.host, settings.port)?,
            settings,
            opening: Opening::default(),
            tls: None,
            open: None,
            outbox: Outbox::default(),
            generation: 0,
            is_held: false,
            traffic: Traffic::default(),
            retries: 0,
            waits: None,
        })
    }

    /// Opens it unless it is open, once and without retries.
    ///
    /// # Errors
    /// If it cannot be opened, or has been lost while it was held.
    pub fn open(&mut self) -> Result<(), Failure> {
        self.leave_other_process();
        if self.open.is_some() {
            return Ok(());
        }
        if self.is_held {
            return Err(lost::while_held("it is closed"));
        }
        self.establish()
    }

    fn establish(&mut self) -> Result<(), Failure> {
        let tls = self.tls_connection()?;
        let Self { place, settings, opening, traffic, .. } = self;
        self.open = Some(Open::establish(place, settings, tls, opening, traffic)?);
        self.generation += 1;
        Ok(())
    }

    fn tls_connection(&mut self) -> Result<Option<rustls::ClientConnection>, Failure> {
        let Place::Tcp { host, is_secure, .. } = &self.place else { return Ok(None) };
        if !is_secure && !self.settings.tls {
            return Ok(None);
        }
        let configuration = match &self.tls {
            Some(configuration) => Arc::clone(configuration),
            None => Arc::clone(self.tls.insert(tls::configuration(&self.settings.trust)?)),
        };
        tls::connection(configuration, &self.settings.trust, host, &self.place).map(Some)
    }

    /// Closes it; what is unanswered is forgotten, and it is held no longer.
    pub fn close(&mut self) {
        self.leave_other_process();
        if let Some(mut open) = self.open.take() {
            open.stream.finish();
        }
        self.outbox.forget();
        self.is_held = false;
    }

    /// A socket that another process opened is that one's: nothing is said on it, and this process lets go of it.
    #[inline]
    fn leave_other_process(&mut self) {
        if self.open.as_ref().is_some_and(|open| !open.process.is_this()) {
            self.open = None;
            self.outbox.forget();
        }
    }

    /// Queues a command, and opens the connection if need be.
    ///
    /// # Errors
    /// If it cannot be opened; or, where much is queued, as [`Connection::flush`].
    #[inline]
    pub fn send<'a>(
        &mut self,
        args: impl Iterator<Item = &'a [u8]> + Clone,
        delivery: Delivery,
    ) -> Result<(), Failure> {
        self.open()?;
        if self.outbox.pending() == 0 {
            self.check_idle(delivery)?;
        }
        self.outbox.push(args, delivery, self.is_held);
        if self.outbox.unwritten().len() > AT_ONCE { self.flush() } else { Ok(()) }
    }

    /// Opens it again if it ended while it was idle.
    #[inline]
    fn check_idle(&mut self, delivery: Delivery) -> Result<(), Failure> {
        let limit = if delivery == Delivery::Once { IDLE_ONCE } else { IDLE };
        match &self.open {
            Some(open) if open.heard.elapsed() > limit => self.look(),
            _ => Ok(()),
        }
    }

    fn look(&mut self) -> Result<(), Failure> {
        let Some(open) = &mut self.open else { return Ok(()) };
        match open.fill(Wait::No, &mut self.traffic) {
            Ok(1..) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Ok(0) => self.found_dead("the server ended it while it was idle"),
            Err(error) => self.found_dead(&failure::reason(&error)),
        }
    }

    /// Sends what is queued. While the server does not take it, replies that come are kept.
    ///
    /// # Errors
    /// If the connection is lost and may not be opened again, or if the server takes nothing within the read timeout.
    #[inline]
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.leave_other_process();
        loop {
            let Some(open) = &mut self.open else { return self.flush_nothing() };
            let unwritten = self.outbox.unwritten();
            if unwritten.is_empty() && open.stream.is_given() {
                return Ok(());
            }
            match open.stream.give(unwritten) {
                Ok(0) => self.make_way()?,
                Ok(given) => {
                    self.traffic.sent += given as u64;
                    self.outbox.wrote(given);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.lost_to(&error)?,
            }
        }
    }

    fn flush_nothing(&self) -> Result<(), Failure> {
        if self.outbox.unwritten().is_empty() { Ok(()) } else { Err(self.closed()) }
    }

    /// Waits until the server takes more, and keeps the replies that it sends meanwhile: it may take nothing until they
    /// are read.
    fn make_way(&mut self) -> Result<(), Failure> {
        let Some(open) = &mut self.open else { return Ok(()) };
        match open.stream.wait_for_room(self.settings.read_timeout) {
            Ok(false) => Ok(()),
            Ok(true) => match open.fill(Wait::No, &mut self.traffic) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
                filled => self.filled(filled),
            },
            Err(error) => self.filled(Err(error)),
        }
    }

    /// The next node of the replies. What is queued is sent before anything is waited for.
    ///
    /// # Errors
    /// If it does not come within the read timeout, the server breaks the protocol, or the connection is lost and may not
    /// be opened again. It is closed then.
    #[inline]
    pub fn reply(&mut self) -> Result<Reply, Failure> {
        self.leave_other_process();
        loop {
            let Some(open) = &mut self.open else { return Err(self.closed()) };
            let next = open.next();
            let has_ended = open.has_ended();
            match next {
                Err(error) => return Err(self.broken(&error)),
                Ok(reply) => {
                    if has_ended {
                        self.outbox.answer();
                    }
                    if let Some(reply) = reply {
                        return Ok(reply);
                    }
                    if has_ended {
                        continue; // the reply before was dropped, and the next may be here
                    }
                }
            }
            self.flush()?;
            self.wait()?;
        }
    }

    /// Waits for bytes.
    #[inline]
    fn wait(&mut self) -> Result<(), Failure> {
        let Some(open) = &mut self.open else { return Err(self.closed()) };
        let filled = open.fill(Wait::Yes, &mut self.traffic);
        self.filled(filled)
    }

    /// What a read brought.
    #[inline]
    fn filled(&mut self, filled: io::Result<usize>) -> Result<(), Failure> {
        match filled {
            Ok(1..) => {
                self.retries = 0;
                Ok(())
            }
            filled => self.missed(filled),
        }
    }

    /// Since bytes came last; nothing when it is closed.
    #[must_use]
    pub fn idle(&self) -> Duration {
        self.open.as_ref().map(|open| open.heard.elapsed()).unwrap_or_default()
    }

    /// How it connects.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The bytes of a node that was read last.
    #[must_use]
    pub fn bytes(&self, reply: &Reply) -> Option<&[u8]> {
        let range = reply.bytes.clone()?;
        self.open.as_ref().map(|open| open.inbox.at(range))
    }

    /// Takes the string whose node came without bytes, straight into `to`, which is as long.
    ///
    /// # Errors
    /// As [`Connection::reply`]; or if there is no such string.
    pub fn take(&mut self, to: &mut [u8]) -> Result<(), Failure> {
        self.leave_other_process();
        let Some(open) = &mut self.open else { return Err(self.closed()) };
        if !open.reader.is_in_string() || open.reader.owed() != to.len() {
            let text =
                format!("{} bytes are asked for, and {} are to be taken", to.len(), open.reader.owed());
            return Err(Failure::new(Code::Misuse, text));
        }
        let buffered = open.reader.take(open.inbox.unread());
        let mut at = buffered.len();
        if let Some(to) = to.get_mut(..at) {
            to.copy_from_slice(buffered);
        }
        open.inbox.consume(at);
        while let Some(rest) = to.get_mut(at..).filter(|rest| !rest.is_empty()) {
            let Some(open) = &mut self.open else { return Err(self.closed()) };
            let len = rest.len();
            let filled = open.fill_straight(rest, &mut self.traffic);
            at += len.min(filled.as_ref().copied().unwrap_or_default());
            self.filled(filled)?;
        }
        self.finish_string()
    }

    fn finish_string(&mut self) -> Result<(), Failure> {
        loop {
            let Some(open) = &mut self.open else { return Err(self.closed()) };
            match open.reader.end(open.inbox.unread()) {
                Err(error) => return Err(self.broken(&error)),
                Ok(None) => self.wait()?,
                Ok(Some(end)) => {
                    open.inbox.consume(end);
                    if open.has_ended() {
                        self.outbox.answer();
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Drops what belongs to a node at this depth and has not been read; with depth 0 the rest of the reply.
    ///
    /// # Errors
    /// As [`Connection::reply`].
    pub fn skip(&mut self, depth: usize) -> Result<(), Failure> {
        self.leave_other_process();
        if let Some(open) = &mut self.open {
            open.drop_below(depth);
        }
        loop {
            let Some(open) = &mut self.open else { return Err(self.closed()) };
            match open.is_dropped() {
                Err(error) => return Err(self.broken(&error)),
                Ok(false) => self.wait()?,
                Ok(true) => {
                    if open.has_ended() {
                        self.outbox.answer();
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Whether [`Connection::reply`] would not wait for the server to say something.
    pub fn is_ready(&mut self) -> bool {
        self.leave_other_process();
        self.open.as_mut().is_some_and(|open| !open.inbox.is_empty() || open.stream.is_ready())
    }

    fn closed(&self) -> Failure {
        Failure::new(Code::Closed, format!("Connection closed (to {}; nothing is awaited on it)", self.place))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.close();
    }
}
