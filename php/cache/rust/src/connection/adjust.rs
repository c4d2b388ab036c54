//! What is known of a connection, and what may change while it is open.

use std::os::fd::{AsFd as _, BorrowedFd};
use std::time::Duration;

use super::backoff::Backoff;
use super::open::{Open, Traffic};
use super::peer::Peer;
use super::place::Place;
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

    /// Who the next handshakes say that it is. Unless it has said so already, the server has not let it in as that.
    pub fn set_credentials(&mut self, user: Vec<u8>, password: Vec<u8>) {
        let identity = &mut self.settings.identity;
        if (&identity.user, &identity.password) != (&user, &password) {
            (identity.user, identity.password) = (user, password);
            self.is_let_in = false;
        }
    }

    /// Whether the server has accepted its credentials, which it was given by another way than the handshake.
    pub fn was_let_in(&mut self, was: bool) {
        self.is_let_in = was;
    }

    /// Whether it is open, and the server has accepted the credentials that it has now.
    #[must_use]
    pub fn is_let_in(&self) -> bool {
        self.is_let_in && self.is_open()
    }

    /// Which database the next handshakes select.
    pub fn set_database(&mut self, database: u32) {
        self.settings.identity.database = database;
    }

    /// Who is at the other end; None while it is closed, and where that cannot be said.
    #[must_use]
    pub fn peer(&self) -> Option<&Peer> {
        self.open_here().and_then(|open| open.peer.as_ref())
    }

    /// Whether what is said goes through TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.settings.tls || matches!(self.place, Place::Tcp { is_secure: true, .. })
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
