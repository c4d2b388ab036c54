//! Messages over the server's limit, of which only the beginning is known.

use super::{PhoenixSession, say};
use crate::Context;
use crate::phoenix::{
    Spelling, Status, Topic,
    beginning::{self, Beginning},
    incoming,
    outgoing::{self, Request},
    publishing::NotSent,
};

impl PhoenixSession {
    /// Answers a broadcast as any that is too large, and the connection stays; `false` of any other message.
    pub(super) fn refuse_oversized(&self, is_text: bool, excerpt: &[u8], ctx: &mut dyn Context) -> bool {
        let Some(Beginning { join_ref, reference, topic, event }) =
            beginning::read(self.version, is_text, excerpt)
        else {
            return false;
        };
        let Ok(Topic::Channel(name)) = Topic::parse(&topic) else { return false };
        let Some(joined) = self.place(name).and_then(|place| self.channels.get(place)) else { return false };
        if event != incoming::BROADCAST {
            return false;
        }
        ctx.refused_because(NotSent::TooLarge.cause(), Some(&joined.topic), &NotSent::TooLarge);
        if joined.ack {
            let request = Request { join_ref, reference, topic: Spelling::whole(&topic) };
            say(ctx, |out| {
                outgoing::reply(self.version, request, Status::Error, out, |out| {
                    out.extend_from_slice(outgoing::PAYLOAD_TOO_LARGE);
                });
            });
        }
        true
    }
}
