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
    Answer, Context, HookAnswer, HookRefused, Refusal, Session, Ticket, framing, hooks,
    parked::{Later, Message, Parked},
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
    /// Whether the connection asked for the positions of events.
    pub(super) has_positions: bool,
    /// The message that waits for an answer: of a hook, or whether there is room for it.
    parked: Option<Box<Parked>>,
}

impl PusherSession {
    /// A session for a connection that [`ConnectRequest::judge`](super::ConnectRequest::judge) let in; events
    /// carry their positions if it [asked](super::ConnectRequest::wants_positions) for them. It says nothing
    /// before [`Session::opened`].
    pub fn new(has_positions: bool) -> Self {
        Self { has_positions, ..Self::default() }
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

    /// Who has signed in.
    pub(super) fn user_id(&self) -> Option<&str> {
        self.user.as_deref().map(SignedIn::id)
    }

    /// Handles a message, to which a hook may have answered this.
    fn handle(&mut self, text: &str, hook: Option<HookAnswer>, ctx: &mut dyn Context) {
        let handled = match incoming::parse(text) {
            Ok(Incoming::ClientEvent(event)) => self.client_event(&event, hook, ctx),
            Ok(Incoming::Subscribe(payload)) => self.subscribe(payload, hook, ctx),
            Ok(other) => return self.handle_at_once(other, ctx),
            Err(error) => {
                return complain(ctx, None, Refusal::Malformed, &format_args!("Invalid message: {error}"));
            }
        };
        if let Err(Later { ticket, hook }) = handled {
            self.parked = Some(Parked::text(ticket, text).with(hook));
        }
    }

    /// Handles a message that waits for nobody.
    fn handle_at_once(&mut self, message: Incoming<'_>, ctx: &mut dyn Context) {
        match message {
            Incoming::Ping => ctx.send(outgoing::PONG),
            Incoming::Pong | Incoming::ClientEvent(_) | Incoming::Subscribe(_) => {}
            Incoming::Unsubscribe(payload) => self.unsubscribe(payload, ctx),
            Incoming::SignIn(payload) => self.sign_in(payload, ctx),
            Incoming::History(payload) => self.read_history(payload, ctx),
            Incoming::Unknown(event) => unknown(ctx, &event),
            Incoming::NotForClients(event) => not_for_clients(ctx, &event),
        }
    }

    /// A hook has answered whether the connection may open.
    fn open(&mut self, answer: HookAnswer, ctx: &mut dyn Context) {
        let HookAnswer::Refused(refused) = answer else { return self.greet(ctx) };
        ctx.refused_because(refused.cause(), None, &refused);
        let code = match refused {
            HookRefused::Reason(_) => close::UNAUTHORIZED,
            // Not at once: all the clients that are refused would be back within the same moment.
            HookRefused::NoAnswer => close::OVER_CAPACITY,
        };
        self.end(ctx, code, &refused);
    }

    fn greet(&mut self, ctx: &mut dyn Context) {
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
        match hooks::ask_to_open(hooks::Opening { protocol: "pusher", user: None }, ctx) {
            Ok(answer) => self.open(answer, ctx),
            Err(ticket) => self.parked = Some(Parked::opening(ticket)),
        }
    }

    fn text(&mut self, text: &str, ctx: &mut dyn Context) {
        self.handle(text, None, ctx);
    }

    fn binary(&mut self, _data: &[u8], ctx: &mut dyn Context) {
        let text = "Binary messages are not supported: send JSON as text";
        ctx.refused_because(Refusal::Malformed, None, &text);
        close::with(ctx, close::UNSUPPORTED_DATA, text);
    }

    fn answered(&mut self, ticket: Ticket, answer: Answer, ctx: &mut dyn Context) {
        match (Parked::take_with_hook(&mut self.parked, ticket), answer) {
            (Some((Message::Opening, _)), Answer::Hook(answer)) => self.open(answer, ctx),
            (Some((Message::Text(_), _)), Answer::Room(Err(error))) => client_event::reject(&error, ctx),
            (Some((Message::Text(text), _)), Answer::Hook(answer)) => self.handle(&text, Some(answer), ctx),
            (Some((Message::Text(text), hook)), _) => self.handle(&text, hook, ctx), // it asks once more
            (Some((Message::Opening | Message::Binary(_), _)) | None, _) => {}
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
            DisconnectReason::TakenOver => self.end(
                ctx,
                close::OVER_CAPACITY,
                &"Another connection has given itself the same id in /resume/ID or session: give each page one of its own",
            ),
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
    complain_of(None, ctx, code, cause, text);
}

/// The same where it is about a channel, as the client named it.
pub(super) fn complain_of(
    channel: Option<&str>,
    ctx: &mut dyn Context,
    code: Option<u16>,
    cause: Refusal,
    text: &dyn Display,
) {
    ctx.refused_because(cause, channel, text);
    let as_string = ctx.app().pusher.error_data_as_string;
    ctx.send(&outgoing::error(code, text, as_string));
}

fn unknown(ctx: &mut dyn Context, event: &str) {
    let text = format_args!(
        "Unknown Pusher event {:?}: clients may send pusher:subscribe, unsubscribe, signin, history, ping and pong",
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
