//! A connection while it is open: its socket, what has come from it, and where in the replies it stands.

use std::io;
use std::time::Instant;

use baton_resp::{Limits, Reader};
use rustls::ClientConnection;

use super::dial::{Deadline, dial};
use super::failure::{Code, Failure, reason};
use super::handshake::{handshake, is_passing};
use super::inbox::Inbox;
use super::peer::Peer;
use super::place::Place;
use super::reply::{Kind, Reply};
use super::settings::Settings;
use super::stream::{Stream, Wait};
use super::tls;
use crate::process::Process;

/// An open connection.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) stream: Stream,
    pub(super) inbox: Inbox,
    pub(super) reader: Reader,
    /// Who may use it.
    pub(super) process: Process,
    /// Who is at the other end; None where that cannot be said.
    pub(super) peer: Option<Peer>,
    /// When bytes came last.
    pub(super) heard: Instant,
    /// When a signal first ended the wait that is going on.
    pub(super) interrupted: Option<Instant>,
    /// What is being read, from its first node to its last.
    current: Option<Current>,
    /// Everything deeper than this is being dropped.
    dropping: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Current {
    Reply,
    Push,
}

/// How many bytes of the protocol went either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// To the server.
    pub sent: u64,
    /// From it.
    pub received: u64,
}

impl Drop for Open {
    /// Ends it for all who have a descriptor of its socket, as the near-cache does; in another process it is not ours to end.
    fn drop(&mut self) {
        if self.process.is_this() {
            let _ = rustix::net::shutdown(&self.stream, rustix::net::Shutdown::Both);
        }
    }
}

impl Open {
    /// Connects and says what is said first.
    pub(super) fn establish(
        place: &Place,
        settings: &Settings,
        tls: Option<ClientConnection>,
        traffic: &mut Traffic,
    ) -> Result<Self, Failure> {
        let deadline = Deadline::after(settings.connect_timeout);
        let (socket, peer) = dial(place, settings.peer.as_ref(), settings.keepalive, &deadline)?;
        let mut open = Self {
            stream: Stream::new(socket),
            inbox: Inbox::new(),
            reader: Reader::new(Limits::default()),
            process: Process::watched(),
            peer,
            heard: Instant::now(),
            interrupted: None,
            current: None,
            dropping: None,
        };
        if let Some(tls) = tls {
            open.stream.secure(tls);
            open.agree(place, &deadline)?;
        }
        let (bytes, replies) = handshake(&settings.identity);
        open.say(&bytes, place, &deadline, traffic)?;
        for _ in 0..replies {
            open.expect_reply(place, &deadline, traffic)?;
        }
        open.stream.set_timeout(settings.read_timeout).map_err(|error| Failure::dialling(place, &error))?;
        Ok(open)
    }

    fn agree(&mut self, place: &Place, deadline: &Deadline) -> Result<(), Failure> {
        loop {
            self.set_deadline(place, deadline)?;
            match self.stream.agree() {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(error) if is_timeout(&error) => return Err(deadline.missed(place)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(tls::failed(place, &error)),
            }
        }
    }

    fn set_deadline(&mut self, place: &Place, deadline: &Deadline) -> Result<(), Failure> {
        let left = deadline.left(place)?;
        self.stream.set_timeout(left).map_err(|error| Failure::dialling(place, &error))
    }

    fn say(
        &mut self,
        mut bytes: &[u8],
        place: &Place,
        deadline: &Deadline,
        traffic: &mut Traffic,
    ) -> Result<(), Failure> {
        while !bytes.is_empty() || !self.stream.is_given() {
            match self.stream.give(bytes) {
                Ok(0) => {
                    let waited = self.stream.wait_for_room(deadline.left(place)?);
                    waited.map_err(|error| lost_opening(place, deadline, &error)).map(drop)?;
                }
                Ok(given) => {
                    traffic.sent += given as u64;
                    bytes = bytes.get(given..).unwrap_or_default();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(lost_opening(place, deadline, &error)),
            }
        }
        Ok(())
    }

    /// Reads one reply, which must be no error. Pushes in between have no one who waits for them.
    fn expect_reply(
        &mut self,
        place: &Place,
        deadline: &Deadline,
        traffic: &mut Traffic,
    ) -> Result<(), Failure> {
        loop {
            match self.next().map_err(|error| Failure::protocol(place, &error))? {
                Some(reply) if reply.kind == Kind::Error => return Err(self.refused(&reply)),
                Some(reply) => {
                    // A reply of one node has ended with it.
                    if self.has_ended() {
                        return Ok(());
                    }
                    self.drop_below(reply.depth);
                    continue;
                }
                None if self.has_ended() => return Ok(()),
                None => {}
            }
            self.set_deadline(place, deadline)?;
            match self.fill(Wait::Yes, traffic) {
                Ok(0) => return Err(ended_opening(place)),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(lost_opening(place, deadline, &error)),
            }
        }
    }

    /// The server's words alone: programs look for its codes at their beginning.
    fn refused(&self, reply: &Reply) -> Failure {
        let words = self.inbox.at(reply.bytes.clone().unwrap_or_default());
        let text = String::from_utf8_lossy(words);
        if is_passing(words) {
            Failure::passing(Code::Refused, text)
        } else {
            Failure::new(Code::Refused, text)
        }
    }

    /// Takes what has come, or waits for it; 0 for the end.
    #[inline]
    pub(super) fn fill(&mut self, wait: Wait, traffic: &mut Traffic) -> io::Result<usize> {
        let Some(room) = self.inbox.room() else { return Err(io::ErrorKind::OutOfMemory.into()) };
        let filled = self.stream.receive(room, wait)?;
        self.inbox.filled(filled);
        self.note(filled, traffic);
        Ok(filled)
    }

    /// The same, first into `to` for the string that is being taken.
    pub(super) fn fill_straight(&mut self, to: &mut [u8], traffic: &mut Traffic) -> io::Result<usize> {
        let Some(room) = self.inbox.room() else { return Err(io::ErrorKind::OutOfMemory.into()) };
        let len = to.len();
        let filled = self.stream.receive_two(to, room)?;
        self.reader.received(filled.min(len));
        self.inbox.filled(filled.saturating_sub(len));
        self.note(filled, traffic);
        Ok(filled)
    }

    #[inline]
    fn note(&mut self, received: usize, traffic: &mut Traffic) {
        traffic.received += received as u64;
        self.heard = Instant::now();
        self.interrupted = None;
    }

    /// The next node, or nothing if it has not come.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<Reply>, baton_resp::Error> {
        loop {
            if self.reader.is_in_string() && self.dropping.is_none() {
                self.dropping = Some(usize::MAX); // it was not taken
            }
            if !self.is_dropped()? || self.has_just_ended() {
                return Ok(None);
            }
            let Some(read) = self.reader.next(self.inbox.unread())? else { return Ok(None) };
            let reply = Reply::of(&read, &self.inbox);
            let (consumed, depth) = (read.consumed, read.depth);
            self.inbox.consume(consumed);
            match reply {
                Some(reply) => {
                    if depth == 0 {
                        let is_push = reply.kind == Kind::Push;
                        self.current = Some(if is_push { Current::Push } else { Current::Reply });
                    }
                    return Ok(Some(reply));
                }
                None => self.dropping = Some(depth),
            }
        }
    }

    /// From now on everything deeper than this is dropped; [`Open::is_dropped`] does it.
    pub(super) fn drop_below(&mut self, depth: usize) {
        self.dropping = Some(depth);
    }

    /// Drops as much as has come; whether that is all.
    #[inline]
    pub(super) fn is_dropped(&mut self) -> Result<bool, baton_resp::Error> {
        let Some(depth) = self.dropping else { return Ok(true) };
        let skipped = self.reader.skip(self.inbox.unread(), depth)?;
        self.inbox.consume(skipped.consumed);
        if skipped.is_done {
            self.dropping = None;
        }
        Ok(skipped.is_done)
    }

    /// Whether what was dropped ended a reply that nobody has seen.
    fn has_just_ended(&self) -> bool {
        self.current == Some(Current::Reply) && self.reader.is_between_replies()
    }

    /// Whether a reply has ended since this was asked last. Pushes are none.
    #[inline]
    pub(super) fn has_ended(&mut self) -> bool {
        self.reader.is_between_replies() && self.current.take() == Some(Current::Reply)
    }

    /// Whether no part of a reply has come.
    pub(super) fn is_between_replies(&self) -> bool {
        self.reader.is_between_replies() && self.inbox.is_empty()
    }
}

/// What the kernel says when `SO_RCVTIMEO`, or a poll, is over.
pub(super) fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn ended_opening(place: &Place) -> Failure {
    let text =
        format!("Connection closed ({place} ended the connection before it had answered the handshake)");
    Failure::passing(Code::Closed, text)
}

fn lost_opening(place: &Place, deadline: &Deadline, error: &io::Error) -> Failure {
    if is_timeout(error) {
        return deadline.missed(place);
    }
    let text = format!("Connection lost during the handshake with {place}: {}", reason(error));
    Failure::passing(Code::Closed, text)
}
