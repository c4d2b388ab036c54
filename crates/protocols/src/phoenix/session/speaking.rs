//! What a client says on a channel, and that it is there.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString as _},
    sync::Arc,
};

use baton_hub::{Access, KeyRef, SocketId, TrackError};

use super::{Joined, Later, PhoenixSession, asking::ask_about_broadcast, say};
use crate::phoenix::{
    Body, Broadcast, Status,
    outgoing::{self, Request},
    presence::{Action, PresenceError},
    publishing::{self, NotSent},
};
use crate::{App, Context, Direction, Permissions, PolicyAnswer, PolicyQuestion, Refusal, rate::Pace, rules};

impl PhoenixSession {
    pub(super) fn broadcast(
        &mut self,
        place: usize,
        broadcast: &Broadcast<'_>,
        request: Request<'_>,
        ctx: &mut dyn Context,
    ) -> Result<(), Later> {
        let may = self.may_write(place, ctx)?;
        let Some(joined) = self.channels.get(place) else { return Ok(()) };
        let app = Arc::clone(ctx.app());
        let pace = Pace::even(app.supabase.broadcasts_per_second);
        let outcome = match (may, self.waiting.hook_refused()) {
            (Err(error), _) => Err(NotSent::Policies { topic: joined.topic.clone(), error }),
            (Ok(Permissions { broadcast: false, .. }), _) => Err(NotSent::denied(&joined.topic)),
            (Ok(_), _)
                if joined.access == Access::Public && !app.may_broadcast(&joined.topic, &joined.claims) =>
            {
                Err(NotSent::Public)
            }
            (Ok(_), Some(refused)) => Err(NotSent::Hook(refused)),
            (Ok(_), None) => match self.waiting.room(joined.key(&app), ctx)? {
                Err(error) => Err(NotSent::Hub(error)),
                // What comes back with a hook's answer has been counted.
                Ok(()) if !self.waiting.has_hook() && !self.broadcasts.take(ctx.now(), pace) => {
                    Err(NotSent::TooFast { per_second: app.supabase.broadcasts_per_second })
                }
                Ok(()) => match self.within_quota(broadcast, &app, ctx) {
                    Err(not_sent) => Err(not_sent),
                    Ok(()) => match ask_about_broadcast(&mut self.waiting, joined, broadcast, &app, ctx)? {
                        Ok(rewritten) => {
                            let body = rewritten.as_deref().map_or(broadcast.body, Body::Json);
                            publish(joined, (&broadcast.event, body), &app, ctx)
                        }
                        Err(not_sent) => Err(not_sent),
                    },
                },
            },
        };
        if let Err(not_sent) = &outcome {
            ctx.refused_because(not_sent.cause(), Some(&joined.topic), not_sent);
        }
        if joined.ack {
            say(ctx, |out| match &outcome {
                Ok(()) => outgoing::reply_ok(self.version, request, out),
                Err(NotSent::TooLarge) => {
                    outgoing::reply(self.version, request, Status::Error, out, |out| {
                        out.extend_from_slice(outgoing::PAYLOAD_TOO_LARGE);
                    });
                }
                Err(not_sent) => outgoing::reply_refused(self.version, request, not_sent, out),
            });
        }
        Ok(())
    }

    /// Counts a broadcast against the app's quotas, unless it was counted before a hook was asked about it.
    fn within_quota(
        &self,
        broadcast: &Broadcast<'_>,
        app: &App,
        ctx: &mut dyn Context,
    ) -> Result<(), NotSent> {
        if self.waiting.has_hook() {
            return Ok(());
        }
        publishing::check(&broadcast.event, broadcast.body, app)?;
        ctx.may_send(broadcast.body.data().len()).map_err(NotSent::OverQuota)
    }

    pub(super) fn presence(
        &mut self,
        place: usize,
        payload: &str,
        request: Request<'_>,
        ctx: &mut dyn Context,
    ) -> Result<(), Later> {
        let outcome = match Action::parse(payload) {
            Err(error) => Err(NotPresent::Message(error)),
            Ok(Action::Track(fields)) => match (self.may_write(place, ctx)?, self.channels.get(place)) {
                (Err(error), Some(joined)) => {
                    let not_sent = NotSent::Policies { topic: joined.topic.clone(), error };
                    Err(NotPresent::Refused(Refusal::NotAllowed, not_sent.to_string()))
                }
                (Ok(Permissions { presence: false, .. }), Some(joined)) => {
                    let denied = NotSent::denied(&joined.topic);
                    Err(NotPresent::Refused(Refusal::NotAllowed, denied.to_string()))
                }
                (Ok(_), Some(_)) => self.may_tell(ctx).and_then(|()| self.track(place, &fields, ctx)),
                (_, None) => Ok(()), // it was looked up a moment ago
            },
            // What ends a presence has been counted with it, and is never refused.
            Ok(Action::Untrack) if self.untrack(place, ctx) => Ok(()),
            Ok(Action::Untrack) => self.may_tell(ctx),
        };
        match outcome {
            Ok(()) => say(ctx, |out| outgoing::reply_ok(self.version, request, out)),
            Err(NotPresent::Message(error)) => {
                ctx.refused_because(Refusal::Malformed, None, &"A presence message is malformed");
                say(ctx, |out| {
                    outgoing::reply(self.version, request, Status::Error, out, |out| {
                        error.push_response(out)
                    });
                });
            }
            Err(NotPresent::Refused(cause, text)) => {
                ctx.refused_because(cause, None, &text);
                say(ctx, |out| outgoing::reply_refused(self.version, request, &text, out));
            }
        }
        Ok(())
    }

    /// Whether the client may say something of itself now.
    fn may_tell(&mut self, ctx: &dyn Context) -> Result<(), NotPresent> {
        let per_second = ctx.app().supabase.presence_per_second;
        if self.presence.take(ctx.now(), Pace::even(per_second)) {
            return Ok(());
        }
        Err(NotPresent::Refused(
            Refusal::Rate,
            format!(
                "ClientPresenceRateLimitReached: Client presence rate limit exceeded: this connection sends more than {per_second} presence messages a second; send fewer or raise presence_per_second"
            ),
        ))
    }

    /// False if the client had said nothing of itself.
    fn untrack(&self, place: usize, ctx: &mut dyn Context) -> bool {
        let app = Arc::clone(ctx.app());
        self.channels.get(place).is_some_and(|joined| ctx.untrack(joined.key(&app)))
    }

    fn track(&mut self, place: usize, fields: &str, ctx: &mut dyn Context) -> Result<(), NotPresent> {
        let Some(joined) = self.channels.get_mut(place) else { return Ok(()) };
        let app = Arc::clone(ctx.app());
        let (bytes, limit) = (fields.len(), app.supabase.presence_bytes);
        if u64::try_from(bytes).is_ok_and(|bytes| bytes > u64::from(limit)) {
            return Err(NotPresent::Refused(
                Refusal::Limit,
                format!(
                    "TrackMessageTooLarge: The tracked fields have {bytes} bytes and the limit is {limit}; track less, or raise presence_bytes"
                ),
            ));
        }
        let own_key;
        let presence_key = match &joined.presence_key {
            Some(key) => key,
            None => {
                own_key = uuid(ctx.socket_id());
                &*own_key
            }
        };
        let key = KeyRef { app: app.index, access: joined.access, name: &joined.topic };
        ctx.track(key, presence_key, fields.as_bytes(), app.supabase.presences_per_channel).map_err(|error| {
            NotPresent::Refused(Refusal::Limit, match error {
                TrackError::Full { limit } => format!(
                    "PresenceLimitReached: {limit} connections are present on this channel, the limit: raise presences_per_channel"
                ),
                TrackError::NotOccupied => format!("PresenceFailed: {error}"),
            })
        })?;
        if !joined.presence {
            joined.presence = true; // who is present wants to know who else is
            self.hear_otherwise(place, false, ctx);
        }
        Ok(())
    }

    /// What a client may say on a channel.
    pub(super) fn may_write(&mut self, place: usize, ctx: &mut dyn Context) -> Result<PolicyAnswer, Later> {
        let Some(joined) = self.channels.get(place) else { return Ok(Ok(Permissions::ALL)) };
        if let Some(known) = joined.rights.write() {
            return Ok(Ok(known));
        }
        let (topic, claims, headers) =
            (joined.topic.clone(), Arc::clone(&joined.claims), self.policy_headers());
        let direction = Direction::Write;
        let question = PolicyQuestion { topic: &topic, direction, claims: &claims, headers: &headers };
        let answer = self.waiting.policies(question, ctx)?;
        if let (Ok(permissions), Some(joined)) = (&answer, self.channels.get_mut(place)) {
            joined.rights.set_write(*permissions);
        }
        Ok(answer)
    }
}

fn publish(
    joined: &Joined,
    (event, body): (&str, Body<'_>),
    app: &App,
    ctx: &mut dyn Context,
) -> Result<(), NotSent> {
    let message = publishing::message(event, body, app)?;
    let key = joined.key(app);
    let except = if joined.own { None } else { Some(ctx.socket_id()) };
    ctx.publish(key, message, except, rules::of(key, app)).map(drop).map_err(NotSent::Hub)
}

/// Why a client is not present, or not as it wants.
enum NotPresent {
    Message(PresenceError),
    Refused(Refusal, String),
}

/// A connection's name in the form of a UUID, for those who are present under no key of their own.
fn uuid(socket: SocketId) -> Box<str> {
    let SocketId { high, low } = socket;
    let (a, b, c) = (high >> 32, high >> 16 & 0xffff, high & 0x0fff);
    let (d, e) = (low >> 48 & 0x3fff | 0x8000, low & 0xffff_ffff_ffff);
    format!("{a:08x}-{b:04x}-4{c:03x}-{d:04x}-{e:012x}").into()
}
