//! The ends of a connection: the closing handshake from both sides, and what the server is told when it broke the protocol.

use std::time::Instant;

use super::connection::{Connection, End};
use super::failure::ABNORMAL;
use super::session::{Broken, Next};
use super::upgrade::no_randomness;

impl Connection {
    /// Answers the server's close frame.
    pub(super) fn close_in_turn(&mut self) -> End {
        self.push_last();
        self.as_they_closed()
    }

    /// Closes because of what the server sent, and tells it why.
    pub(super) fn fail(&mut self, broken: Broken) -> End {
        let end = match broken {
            Broken::NoRandomness => End::Lost(no_randomness()),
            Broken::Wire(error) => {
                let _ = self.session.close(error.close_code(), &error.to_string());
                End::Violated(error)
            }
        };
        self.push_last();
        end
    }

    /// Begins the closing handshake; messages that have not been received are dropped.
    pub(super) fn start_close(&mut self, code: u16, reason: &str, until: Instant) {
        let _ = self.session.close(code, reason); // without randomness the socket's end has to do
        self.close_until.get_or_insert(until);
    }

    /// How it ended, once it is over: the server has closed and ended its side, or the time is up.
    pub(super) fn try_close(&mut self, now: Instant) -> Option<End> {
        self.is_drained = false;
        let over = loop {
            if self.push().is_err() {
                self.absorb(now);
                break true;
            }
            match self.session.next(&mut |_, _| {}) {
                Ok(Next::Message) => continue,
                Ok(Next::Closed) => self.push_last(),
                Ok(Next::Hungry) => {}
                Err(_) => break true,
            }
            match self.read(now) {
                Ok(true) => {}
                Ok(false) => break false,
                Err(_) => break true,
            }
        };
        let late = self.close_until.is_none_or(|until| now >= until);
        (over || late).then(|| self.as_they_closed())
    }

    fn as_they_closed(&self) -> End {
        match self.session.their_close() {
            Some((code, reason)) => End::Closed(*code, reason.clone()),
            None => End::Closed(ABNORMAL, String::new()),
        }
    }

    /// Says goodbye as far as that is possible at once.
    pub(super) fn abandon(mut self, code: u16) {
        let _ = self.session.close(code, "");
        self.push_last();
        self.stream.discard();
    }

    /// Ends our side, if the close frame before that could be sent.
    fn push_last(&mut self) {
        if let Ok(true) = self.push() {
            self.stream.finish();
        }
    }
}
