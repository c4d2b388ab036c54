//! A connection whose key is not accepted, and which is sent the reason where its program looks.
//!
//! A browser shows its page nothing of a handshake that was refused, and supabase-js makes "transport failure" of it, for ever.
//! So the connection opens, each join is refused with the reason, and nothing else can be done on it.

use alloc::vec::Vec;

use baton_hub::{DisconnectReason, Framing, Millis};

use super::incoming::{self, Incoming};
use super::outgoing::{self, Request};
use super::topic::{Spelling, Topic};
use super::version::Version;
use crate::{Context, Session, TokenError, framing};

/// How long it may stay: long enough for a join.
const STAYS_MS: Millis = 30_000;
/// RFC 6455, section 7.4.1: its key is against our policy.
const POLICY_VIOLATION: u16 = 1008;
/// The same section: the server is going away.
const GOING_AWAY: u16 = 1001;

/// The session of such a connection.
#[derive(Debug)]
pub struct StrangerSession {
    version: Version,
    why: TokenError,
}

impl StrangerSession {
    /// One whose key was refused for this reason.
    pub fn new(version: Version, why: TokenError) -> Self {
        Self { version, why }
    }

    fn answer(&self, message: &Incoming<'_>, ctx: &mut dyn Context) {
        let Incoming { join_ref, reference, topic, event, .. } = message;
        let request = Request { join_ref: *join_ref, reference: *reference, topic: Spelling::whole(topic) };
        let mut out = Vec::with_capacity(256);
        match (&**event, Topic::parse(topic)) {
            (incoming::HEARTBEAT, Ok(Topic::Phoenix)) => {
                outgoing::heartbeat(self.version, *reference, &mut out)
            }
            (incoming::JOIN, _) => {
                outgoing::reply_refused(self.version, request, &self.why.reason(), &mut out);
            }
            _ => return,
        }
        ctx.send(&out);
    }
}

impl Session for StrangerSession {
    fn opened(&mut self, ctx: &mut dyn Context) {
        ctx.wake_at(ctx.now().saturating_add(STAYS_MS));
    }

    fn text(&mut self, text: &str, ctx: &mut dyn Context) {
        if let Ok(message) = incoming::text(self.version, text) {
            self.answer(&message, ctx);
        }
    }

    fn binary(&mut self, _data: &[u8], _ctx: &mut dyn Context) {}

    fn timer(&mut self, ctx: &mut dyn Context) {
        ctx.close(POLICY_VIOLATION, "The key of this connection is not accepted");
    }

    fn disconnect(&mut self, _reason: DisconnectReason, ctx: &mut dyn Context) {
        ctx.close(GOING_AWAY, "The server ends the connection");
    }

    fn closed(&mut self, _ctx: &mut dyn Context) {}

    fn framing(&self) -> Framing {
        framing::PHOENIX_1 // it subscribes to nothing
    }
}
