//! What is known of a connection, and what may change while it is open.

use std::os::fd::{AsFd as _, BorrowedFd};
use std::time::Duration;

use super::backoff::Backoff;
use super::open::{Open, Traffic};
use super::place::Place;
use super::settings::Identity;
use super::{Connection, dial};

impl Connection {
    /// Whether it is open as far as is known, in this process.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open_here().is_some()
    }

    /// What another process opened is that one's.
    fn open_here(&self) -> Option<&Open> {
        self.open.as_ref().filter(|open| open.process.is_this())
    }

    /// Another number after each time it was opened; 0 before the first.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Its socket.
    #[must_use]
    pub fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.open_here().map(|open| open.stream.as_fd())
    }

    /// While it is held, it is never opened again by itself, and what is sent is not kept.
    pub fn hold(&mut self, is_held: bool) {
        self.is_held = is_held;
    }

    /// Whether it is.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// How many commands have no whole reply.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.outbox.pending()
    }

    /// What the next handshakes say.
    pub fn identity_mut(&mut self) -> &mut Identity {
        &mut self.settings.identity
    }

    /// How often it is opened again, and after which waits.
    pub fn set_retries(&mut self, max_retries: u32, backoff: Backoff) {
        self.settings.max_retries = max_retries;
        self.settings.backoff = backoff;
    }

    /// How long each wait for the server may be, from now on.
    pub fn set_read_timeout(&mut self, timeout: Option<Duration>) {
        self.settings.read_timeout = timeout;
        if let Some(open) = self.open.as_mut().filter(|open| open.process.is_this()) {
            // The kernel refuses it for no timeout that a Duration of milliseconds makes.
            let _ = open.stream.set_timeout(timeout);
        }
    }

    /// Whether TCP asks a silent server if it is there.
    pub fn set_keepalive(&mut self, is_on: bool) {
        self.settings.keepalive = is_on;
        if matches!(self.place, Place::Tcp { .. })
            && let Some(open) = self.open_here()
        {
            // As when it is opened: it says nothing about the connection if the system has no such option.
            let _ = dial::set_keepalive(&open.stream, is_on);
        }
    }

    /// Bytes of the protocol since the beginning or the last time it was cleared.
    pub fn traffic_mut(&mut self) -> &mut Traffic {
        &mut self.traffic
    }

    /// The same, to look at.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Where the server is.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }
}
