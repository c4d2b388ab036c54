//! A new configuration: effective at once for new connections and requests, and for open WebSockets when the [sweep]
//! reaches them.
//!
//! [sweep]: super::revoking

use std::sync::Arc;

use baton_hub::DisconnectReason;
use baton_wire::deflate::{Deflater, Inflater};

use super::{EventLoop, Worker};
use crate::admission::DEFLATE_LEVEL;
use crate::app_state::AppState;
use crate::config::Config;
use crate::loop_message::Unapplied;
use crate::serve::{outbox_age, tls};
use crate::settings::Compression;

/// What another configuration means for an open connection.
pub(super) enum Standing {
    /// Its app is the same, or is about to be.
    Same,
    /// Its app has other settings.
    Changed(Arc<AppState>),
    /// Its app is not served any more.
    Ended(DisconnectReason),
}

impl Worker {
    /// Takes the place of the configuration.
    pub(super) fn configure(&mut self, config: Arc<Config>, unapplied: Unapplied) {
        self.event_loop.configure(config);
        self.sweep.begin(self.clients.slots());
        self.sweep.hold(unapplied);
    }
}

impl EventLoop {
    pub(super) fn configure(&mut self, config: Arc<Config>) {
        if let Some(tls) = tls(&config.settings) {
            self.reactor.set_tls(tls);
        }
        self.reactor.set_outbox_limits(config.settings.outbox_bytes, outbox_age(&config.settings));
        self.limits.message_bytes = config.settings.message_bytes;
        // Connections that compress stay, whatever is said to those that follow.
        if config.settings.compression != Compression::Off && self.inflater.is_none() {
            self.inflater = Some(Inflater::shared());
            self.deflater = Some(Deflater::shared(DEFLATE_LEVEL));
        }
        self.config = config;
    }

    /// What the configuration means for a connection that was admitted to this app.
    pub(super) fn standing(&self, state: &Arc<AppState>) -> Standing {
        if Arc::ptr_eq(state, self.node.nobody()) {
            return Standing::Same;
        }
        // The newest, by which it may have been admitted already.
        match self.node.config().app(state.app.index) {
            None => Standing::Ended(DisconnectReason::Removed),
            Some(present) if Arc::ptr_eq(present, state) => Standing::Same,
            Some(present) if !present.app.enabled => Standing::Ended(DisconnectReason::Disabled),
            // It is sent away: until then what it follows is known to the former database.
            Some(present) if !present.has_database_of(state) => Standing::Same,
            Some(present) => Standing::Changed(Arc::clone(present)),
        }
    }
}
