//! One connection of a Pusher client.
//!
//! The session answers at once and keeps little: whom it pinged, how many events it may still send,
//! and who its user is. Its subscriptions are stored by the driver, so that an idle connection
//! costs a few words here.

use alloc::boxed::Box;
use core::{
    fmt::{self, Display},
    num::NonZero,
};

use baton_hub::{DisconnectReason, Framing, Millis};

use super::{
    client_event, close,
    incoming::{self, Incoming},
    liveness::{Liveness, Verdict},
    outgoing,
    signin::SignedIn,
};
use crate::{
    Answer, Context, Refusal, Session, Ticket, framing,
    parked::{Message, Parked},
    rate::Rate,
};

const UNPROVED: &str = "Connection not authorized within timeout: sign in or subscribe to a private channel, or raise \
                        authorization_grace_s";

/// A connection that has been let in.
#[derive(Debug, Default)]
pub struct PusherSession {
    liveness: Liveness,
    pub(super) client_events: Rate,
    commands: Rate,
    /// Boxed, as most connections never sign in.
    pub(super) user: Option<Box<SignedIn>>,
    /// Until when the client has to prove who it is; nothing where it did, or where the app does not ask
    /// (`authorized_connections`).
    proof_by: Option<NonZero<Millis>>,
    /// The client event that waits for room.
    parked: Option<Box<Parked>>,
}

impl PusherSession {
    /// A session for a connection that [`ConnectRequest::judge`](super::ConnectRequest::judge) let in. It
    /// says nothing before [`Session::opened`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The client signed in, or subscribed to a channel that it needed a signature for.
    pub(super) fn proved(&mut self) {
        self.proof_by = None;
    }

    /// Whether the client may ask for something more now; see [`App::commands_per_second`](crate::App::commands_per_second).
    pub(super) fn may_ask(&mut self, ctx: &dyn Context) -> Result<(), TooFast> {
        let pace = ctx.app().commands();
        let may = self.commands.take(ctx.now(), pace);
        if may { Ok(()) } else { Err(TooFast { per_second: pace.per_second }) }
    }

    fn wake(&self, next: Millis, ctx: &mut dyn Context) {
        ctx.wake_at(self.proof_by.map_or(next, |due| due.get().min(next)));
    }

    /// Closes, and says why.
    pub(super) fn end(&mut self, ctx: &mut dyn Context, code: u16, text: &dyn Display) {
        close::with_error(ctx, code, text);
    }
}

impl Session for PusherSession {
    fn opened(&mut self, ctx: &mut dyn Context) {
        let (app, now) = (ctx.app(), ctx.now());
        if app.pusher.authorized_connections {
            self.proof_by =
                NonZero::new(now.saturating_add(u64::from(app.pusher.authorization_grace_s) * 1_000));
        }
        let first_look = Liveness::first_look(now, app);
        let greeting = outgoing::established(ctx.socket_id(), app.pusher.activity_timeout_s);
        ctx.send(&greeting);
        self.wake(first_look, ctx);
    }

    fn text(&mut self, text: &str, ctx: &mut dyn Context) {
        match incoming::parse(text) {
            Ok(Incoming::ClientEvent(event)) => {
                if let Err(ticket) = self.client_event(&event, ctx) {
                    self.parked = Some(Parked::text(ticket, text));
                }
            }
            Ok(Incoming::Ping) => ctx.send(outgoing::PONG),
            Ok(Incoming::Pong) => {}
            Ok(Incoming::Subscribe(payload)) => self.subscribe(payload, ctx),
            Ok(Incoming::Unsubscribe(payload)) => self.unsubscribe(payload, ctx),
            Ok(Incoming::SignIn(payload)) => self.sign_in(payload, ctx),
            Ok(Incoming::Unknown(event)) => unknown(ctx, &event),
            Ok(Incoming::NotForClients(event)) => not_for_clients(ctx, &event),
            Err(error) => complain(ctx, None, Refusal::Malformed, &format_args!("Invalid message: {error}")),
        }
    }

    fn binary(&mut self, _data: &[u8], ctx: &mut dyn Context) {
        let text = "Binary messages are not supported: send JSON as text";
        ctx.refused_because(Refusal::Malformed, None, &text);
        close::with(ctx, close::UNSUPPORTED_DATA, text);
    }

    fn answered(&mut self, ticket: Ticket, answer: Answer, ctx: &mut dyn Context) {
        let Some(Message::Text(text)) = Parked::take(&mut self.parked, ticket) else { return };
        match answer {
            Answer::Room(Err(error)) => client_event::reject(&error, ctx),
            _ => self.text(&text, ctx), // it asks once more
        }
    }

    fn timer(&mut self, ctx: &mut dyn Context) {
        let now = ctx.now();
        if self.proof_by.is_some_and(|due| due.get() <= now) {
            ctx.refused_because(Refusal::Signature, None, &UNPROVED);
            return self.end(ctx, close::UNAUTHORIZED, &UNPROVED);
        }
        let next = match self.liveness.check(now, ctx.last_heard(), ctx.app()) {
            Verdict::Wait(next) => next,
            Verdict::Ask(next) => {
                // Browsers' code answers the event and every WebSocket library answers the control frame: some
                // mobile clients do only the latter.
                ctx.send(outgoing::PING);
                ctx.ping();
                next
            }
            Verdict::Dead => return self.end(ctx, close::PONG_MISSING, &"Pong reply not received"),
        };
        self.wake(next, ctx);
    }

    fn disconnect(&mut self, reason: DisconnectReason, ctx: &mut dyn Context) {
        match reason {
            DisconnectReason::Terminated => {
                self.end(
                    ctx,
                    close::UNAUTHORIZED,
                    &"You got disconnected by the app: the user's connections were terminated",
                );
            }
            DisconnectReason::Reconnect => self.end(ctx, close::RECONNECT, &"The server asks to reconnect"),
            DisconnectReason::Restart => {
                self.end(ctx, close::RESTART, &"The server restarts: connect again in a second");
            }
            DisconnectReason::Disabled => {
                self.end(ctx, close::APP_DISABLED, &"The app was disabled: set enabled = true");
            }
            DisconnectReason::Removed => {
                self.end(ctx, close::NO_SUCH_APP, &"The app was removed from the server");
            }
            DisconnectReason::TooSlow => self.end(
                ctx,
                close::OVER_CAPACITY,
                &"Messages came faster than this client read them, and some were dropped (setting outbox_bytes)",
            ),
        }
    }

    fn closed(&mut self, _ctx: &mut dyn Context) {}

    fn over_rate(&mut self, why: &dyn Display, ctx: &mut dyn Context) -> bool {
        complain(ctx, Some(super::client_event::REJECTED), Refusal::Rate, why);
        true
    }

    fn framing(&self) -> Framing {
        framing::PUSHER
    }
}

/// The connection asks for more than [`App::commands_per_second`](crate::App::commands_per_second).
#[derive(Debug, Clone, Copy)]
pub(super) struct TooFast {
    per_second: u32,
}

impl Display for TooFast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "This connection asks for more than {} subscriptions and sign-ins per second; ask again later, or raise \
             commands_per_second",
            self.per_second
        )
    }
}

/// Sends a `pusher:error` after which the connection stays usable.
pub(super) fn complain(ctx: &mut dyn Context, code: Option<u16>, cause: Refusal, text: &dyn Display) {
    ctx.refused_because(cause, None, text);
    let as_string = ctx.app().pusher.error_data_as_string;
    ctx.send(&outgoing::error(code, text, as_string));
}

fn unknown(ctx: &mut dyn Context, event: &str) {
    let text = format_args!(
        "Unknown Pusher event {:?}: clients may send pusher:subscribe, unsubscribe, signin, ping and pong",
        shown(event)
    );
    complain(ctx, None, Refusal::NotAllowed, &text);
}

fn not_for_clients(ctx: &mut dyn Context, event: &str) {
    let text = format_args!("Client event rejected: the name {:?} must begin with client-", shown(event));
    complain(ctx, Some(super::client_event::REJECTED), Refusal::NotAllowed, &text);
}

/// As much of an event's name as an error repeats.
pub(super) fn shown(event: &str) -> &str {
    crate::excerpt::beginning(event, 128)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A connection's share in this crate, which the memory of an idle connection counts on.
    #[test]
    fn a_session_is_a_few_words() {
        assert!(size_of::<PusherSession>() <= 56, "{}", size_of::<PusherSession>());
    }
}
