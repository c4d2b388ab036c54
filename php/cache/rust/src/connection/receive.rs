//! Replies as they are taken: node by node, a long string straight to where it is to lie, or not at all.

use std::io;

use super::stream::Wait;
use super::{Code, Connection, Failure, Kind, Reply};

impl Connection {
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
                        // A server that sends a message and closes, again and again, has answered nothing.
                        if reply.kind != Kind::Push {
                            self.retries = 0;
                        }
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
    pub(super) fn filled(&mut self, filled: io::Result<usize>) -> Result<(), Failure> {
        match filled {
            Ok(1..) => Ok(()),
            filled => self.missed(filled),
        }
    }

    /// The bytes of a node that was read last.
    #[must_use]
    pub fn bytes(&self, reply: &Reply) -> Option<&[u8]> {
        let range = reply.bytes.clone()?;
        self.open.as_ref().map(|open| open.inbox.at(range))
    }

    /// Takes the string whose node came without bytes, or the next part of it, straight into `to`, which is no longer than what is left.
    ///
    /// # Errors
    /// As [`Connection::reply`]; or if there is no such string.
    pub fn take(&mut self, to: &mut [u8]) -> Result<(), Failure> {
        self.leave_other_process();
        let Some(open) = &mut self.open else { return Err(self.closed()) };
        if !open.reader.is_in_string() || open.reader.owed() < to.len() {
            let text =
                format!("{} bytes are asked for, and {} are to be taken", to.len(), open.reader.owed());
            return Err(Failure::new(Code::Misuse, text));
        }
        let unread = open.inbox.unread();
        let buffered = open.reader.take(unread.get(..to.len()).unwrap_or(unread));
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
        if self.open.as_ref().is_some_and(|open| open.reader.owed() > 0) {
            return Ok(());
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
}
