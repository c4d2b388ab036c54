//! TLS of a loop: its configuration, and the sessions of its connections.
//!
//! A connection without TLS costs one bit of its flags. Sessions are in a table of their own, which
//! is empty in a loop without TLS.

mod certificate;
mod handshakes;
mod issued;
#[cfg(test)]
#[path = "../../tests/sockets/party.rs"]
pub(crate) mod party;
#[cfg(test)]
pub(crate) mod peer;
mod sealing;
mod session;
mod validity;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;

pub use self::certificate::{CertificateError, CertificateFiles, FileRole, server_config};
pub(crate) use self::handshakes::Handshakes;
pub use self::issued::{Issued, IssuedCertificate};
pub(crate) use self::sealing::RecordBuffer;
pub use self::session::{Received, TLS_BUFFER, TlsSession};
pub use self::validity::{Moment, Validity};

/// How a loop speaks TLS with the connections that [`adopt_tls`](crate::Reactor::adopt_tls) takes. Loops of one process
/// share the configuration, and with it the keys of session tickets.
#[derive(Clone)]
pub struct Tls {
    /// Certificate, key, cipher suites, tickets.
    pub config: Arc<ServerConfig>,
    /// The response to a peer that begins with a letter and so speaks a plain-text protocol such as
    /// HTTP: no TLS record begins so. Then the connection ends.
    pub answer_to_plain: Arc<[u8]>,
    /// Longest that a handshake may take, from adoption on and however steadily bytes arrive; then
    /// [`Closed::HandshakeExpired`](crate::Closed::HandshakeExpired). Default 5 s.
    pub handshake_timeout: Duration,
    /// Time of each turn that goes to handshakes; the others wait for the next turn. At least one
    /// step is made in a turn, which takes some 0.15 ms, and 0.4 ms with an RSA key of 2,048 bits.
    /// Default 1 ms: established connections wait that much longer while thousands arrive.
    pub handshakes_per_turn: Duration,
    /// Most handshakes that are begun and not complete in this loop. The oldest gives way to one
    /// more. Default 4,096: about 6 KB each, and 18 KB more for a peer that stops in the middle of
    /// a record; 100 MB at worst, for as long as the timeout.
    pub unfinished_handshakes: usize,
}

impl Tls {
    /// The defaults, with no answer to plain text.
    #[must_use]
    pub fn new(config: Arc<ServerConfig>) -> Self {
        Self {
            config,
            answer_to_plain: Arc::from([]),
            handshake_timeout: Duration::from_secs(5),
            handshakes_per_turn: Duration::from_millis(1),
            unfinished_handshakes: 4_096,
        }
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("handshake_timeout", &self.handshake_timeout).finish_non_exhaustive()
    }
}

/// The sessions of a loop, by the slot of their connection.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Vec<Option<Box<TlsSession>>>);

impl Sessions {
    pub(crate) fn set(&mut self, slot: usize, session: Box<TlsSession>) {
        if slot >= self.0.len() {
            self.0.resize_with(slot + 1, || None);
        }
        if let Some(place) = self.0.get_mut(slot) {
            *place = Some(session);
        }
    }

    pub(crate) fn get(&mut self, slot: usize) -> Option<&mut TlsSession> {
        self.0.get_mut(slot)?.as_deref_mut()
    }

    pub(crate) fn take(&mut self, slot: usize) -> Option<Box<TlsSession>> {
        self.0.get_mut(slot)?.take()
    }

    /// Places, taken or not.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
