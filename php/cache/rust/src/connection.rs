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
mod peer;
mod place;
mod receive;
mod reply;
mod send;
mod settings;
mod stream;
mod tls;

use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;

use backoff::Waits;
pub use backoff::{Backoff, Way};
pub use failure::{Code, Failure};
use open::Open;
pub use open::Traffic;
pub use outbox::Delivery;
use outbox::Outbox;
pub use peer::Peer;
pub use place::Place;
pub use reply::{Kind, Reply};
pub use settings::{Identity, Settings, Trust};

/// A connection, open or not.
#[derive(Debug)]
pub struct Connection {
    place: Place,
    settings: Settings,
    /// Made by the first handshake with TLS.
    tls: Option<Arc<ClientConfig>>,
    open: Option<Open>,
    outbox: Outbox,
    generation: u64,
    /// The server has let it in with the credentials that it has now.
    is_let_in: bool,
    is_held: bool,
    traffic: Traffic,
    /// The attempts to reopen since the server answered last.
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
            tls: None,
            open: None,
            outbox: Outbox::default(),
            generation: 0,
            is_let_in: false,
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
        let Self { place, settings, traffic, .. } = self;
        self.open = Some(Open::establish(place, settings, tls, traffic)?);
        self.generation += 1;
        self.is_let_in = true;
        Ok(())
    }

    fn tls_connection(&mut self) -> Result<Option<rustls::ClientConnection>, Failure> {
        let Place::Tcp { host, .. } = &self.place else { return Ok(None) };
        if !self.is_secure() {
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

    fn closed(&self) -> Failure {
        Failure::new(Code::Closed, format!("Connection closed (to {}; nothing is awaited on it)", self.place))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.close();
    }
}
