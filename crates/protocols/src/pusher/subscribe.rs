//! Subscribing and unsubscribing.
//!
//! A refused subscription is reported by `pusher:subscription_error`, which reaches the code that
//! asked for the channel, and whose text says what to change; `pusher:error` answers what is not
//! about one channel.

use alloc::{
    string::{String, ToString as _},
    sync::Arc,
    vec::Vec,
};
use core::fmt;

use baton_hub::{JoinAs, LastMessage, SubscribeError, Subscribed};

use super::{
    HEARD,
    channel::{ChannelKind, ChannelName, ChannelNameError, Spelling},
    incoming::{self, Malformed, Payload},
    member::{ChannelData, UserError},
    outgoing::{self, Standing},
    session::{PusherSession, TooFast, complain},
    signature,
    signin::SignedIn,
};
use crate::{
    App, Context, HookAnswer, HookDetail, HookEvent, HookQuestion, HookRefused, Missed, MissedSince, Refusal,
    SubscribeFailure, excerpt::beginning, framing, hooks, parked::Later, position,
};

/// The code of `pusher:error` for missed messages that are not stored any more. Never a close code, and none of Pusher's.
const HISTORY_LOST: u16 = 4310;

/// What to send instead of what cannot be read.
const SHAPE: &str = "data must hold the string channel and, where it is signed for, the strings auth and channel_data; \
                     from, if given, is a string, and positions true or false";

impl PusherSession {
    /// Subscribes, which a hook may have answered this to. `Err`: it is handled again once a question is answered.
    pub(super) fn subscribe(
        &mut self,
        payload: Payload<'_>,
        hook: Option<HookAnswer>,
        ctx: &mut dyn Context,
    ) -> Result<(), Later> {
        match self.try_subscribe(payload, hook, ctx) {
            Ok(Some(later)) => return Err(later),
            Ok(None) => {}
            Err(error) => complain(
                ctx,
                None,
                Refusal::Malformed,
                &format_args!("Invalid pusher:subscribe: {error}; {SHAPE}"),
            ),
        }
        Ok(())
    }

    pub(super) fn unsubscribe(&mut self, payload: Payload<'_>, ctx: &mut dyn Context) {
        if let Err(error) = self.try_unsubscribe(payload, ctx) {
            complain(ctx, None, Refusal::Malformed, &format_args!("Invalid pusher:unsubscribe: {error}"));
        }
    }

    fn try_subscribe(
        &mut self,
        payload: Payload<'_>,
        hook: Option<HookAnswer>,
        ctx: &mut dyn Context,
    ) -> Result<Option<Later>, Malformed> {
        let text = payload.text()?;
        let request: incoming::Subscribe<'_> = incoming::object(&text)?;
        let app = Arc::clone(ctx.app());
        // What comes back with a hook's answer has been counted.
        let counted = if hook.is_some() { Ok(()) } else { self.may_ask(ctx) };
        let outcome = counted
            .map_err(Refused::TooFast)
            .and_then(|()| ChannelName::parse(&request.channel.0, &app).map_err(Refused::Name))
            .and_then(|channel| self.admit(channel, (&request, hook), &app, ctx));
        match outcome {
            Err(Refused::NotYet(later)) => return Ok(Some(later)),
            Err(refused) => refused.tell(&request.channel.0, ctx),
            Ok(()) => {}
        }
        Ok(None)
    }

    fn admit<'a>(
        &mut self,
        channel: ChannelName<'a>,
        (request, hook): (&'a incoming::Subscribe<'_>, Option<HookAnswer>),
        app: &App,
        ctx: &mut dyn Context,
    ) -> Result<(), Refused<'a>> {
        if channel.kind() == ChannelKind::User {
            return self.admit_to_own(channel, ctx);
        }
        if ctx.subscription(channel.key(app.index)).is_some() {
            return Err(Refused::Existing);
        }
        let limit = app.channels_per_connection;
        let held = ctx.subscription_count().saturating_sub(self.implicit_subscriptions());
        if held >= usize::try_from(limit).unwrap_or(usize::MAX) {
            return Err(Refused::TooMany { limit });
        }
        if channel.kind() != ChannelKind::Public {
            check_signature(channel, request, app, ctx)?;
        }
        let channel_data = given(request.channel_data.as_ref());
        let joining = match (channel.kind(), channel_data) {
            (ChannelKind::Presence, Some(data)) => {
                Some(ChannelData::parse(data, app.pusher.presence_info_bytes).map_err(Refused::User)?)
            }
            _ => None,
        };
        let join = match (channel.kind(), &joining) {
            (ChannelKind::Presence, Some(data)) => Some(JoinAs { user_id: &data.user_id, info: data.info }),
            (ChannelKind::Presence, None) => Some(self.user.as_deref().ok_or(Refused::Nobody)?.joins_as()),
            _ => None,
        };
        if hook.is_some() || app.hooks.have(HookEvent::Subscribe) {
            let user = joining.as_ref().map(|data| &*data.user_id).or_else(|| self.user_id());
            ask_hook(channel, (channel_data, user), hook, ctx)?;
        }
        let from = match &request.from {
            Some(from) => Some(position(&from.0).ok_or(Refused::From(&from.0))?),
            None => None,
        };
        let with_positions = request.positions.unwrap_or(self.has_positions);
        let heard = (HEARD, if with_positions { framing::PUSHER_POSITIONS } else { framing::PUSHER });
        let subscribed = ctx.subscribe(channel.key(app.index), join, heard, channel.rules(app))?;
        if channel.kind() != ChannelKind::Public {
            self.proved();
        }
        let since = match from {
            Some(position) => MissedSince::Position(position),
            None => {
                let user = joining.as_ref().map(|data| &*data.user_id).or_else(|| self.user_id());
                MissedSince::EarlierConnection { user }
            }
        };
        let missed = ctx.missed(&subscribed, since);
        if missed.as_ref().is_some_and(|missed| !missed.is_complete()) && from.is_none() {
            lost(channel.as_str(), ctx);
        }
        let standing = Standing {
            recovered: missed.as_ref().map(Missed::is_complete),
            position: with_positions.then_some(subscribed.position),
        };
        greet(channel, &subscribed, standing, ctx);
        if let Some(missed) = missed {
            ctx.send_missed(&subscribed, missed);
        }
        Ok(())
    }

    /// A signed-in user's channel is subscribed to since the sign-in; clients ask for it all the same, and
    /// wait for the answer.
    fn admit_to_own<'a>(
        &mut self,
        channel: ChannelName<'a>,
        ctx: &mut dyn Context,
    ) -> Result<(), Refused<'a>> {
        let user = self.user.as_deref_mut().filter(|user| channel.user_id() == Some(user.id()));
        let user = user.ok_or(Refused::NotTheUser)?;
        if !user.acknowledge() {
            return Err(Refused::Existing);
        }
        ctx.send(&outgoing::subscription_succeeded(channel.as_str(), Standing::default()));
        Ok(())
    }

    fn try_unsubscribe(&mut self, payload: Payload<'_>, ctx: &mut dyn Context) -> Result<(), Malformed> {
        let text = payload.text()?;
        let request: incoming::Unsubscribe<'_> = incoming::object(&text)?;
        // What ends a subscription has been counted with it, and is never refused.
        if !self.unsubscribe_from(&request.channel.0, ctx)
            && let Err(too_fast) = self.may_ask(ctx)
        {
            complain(ctx, None, Refusal::Rate, &too_fast);
        }
        Ok(())
    }

    /// Ends a subscription; false if there was none.
    fn unsubscribe_from(&mut self, channel: &str, ctx: &mut dyn Context) -> bool {
        let app = ctx.app();
        // A name that cannot be subscribed to is one more channel that the client is not on.
        let Ok(channel) = ChannelName::parse(channel, app) else { return false };
        let key = channel.key(app.index);
        match channel.user_id() {
            // It lasts as long as the sign-in.
            Some(id) => {
                let user = self.user.as_deref_mut().filter(|user| user.id() == id);
                user.is_some_and(SignedIn::forget_acknowledgement)
            }
            None => ctx.unsubscribe(key),
        }
    }
}

/// Private, encrypted and presence channels are signed for alike. Servers sign channel_data wherever it is
/// given, so it counts on all of them.
fn check_signature<'a>(
    channel: ChannelName<'a>,
    request: &'a incoming::Subscribe<'_>,
    app: &App,
    ctx: &dyn Context,
) -> Result<(), Refused<'a>> {
    let socket = ctx.socket_id().to_string();
    let auth = request.auth.as_ref().map(|auth| &*auth.0);
    let signed =
        [&socket, ":", channel.as_str(), ":", given(request.channel_data.as_ref()).unwrap_or_default()];
    let parts = if signed.last().is_some_and(|data| data.is_empty()) { &signed[..3] } else { &signed[..] };
    signature::check(app, auth, parts).map_err(|error| Refused::Auth(alloc::format!("{error}")))
}

/// Asks the hook that wants to know of a subscription, unless it has answered.
fn ask_hook<'a>(
    channel: ChannelName<'_>,
    (channel_data, user): (Option<&str>, Option<&str>),
    answered: Option<HookAnswer>,
    ctx: &mut dyn Context,
) -> Result<(), Refused<'a>> {
    let event = HookEvent::Subscribe;
    let answer = match answered {
        // As it was asked, whatever the settings are now.
        Some(answer) => answer,
        None => {
            let Some(hook) = ctx.app().hooks.find(event, channel.as_str()) else { return Ok(()) };
            let (socket, detail) = (Some(ctx.socket_id()), HookDetail::Subscription { channel_data });
            let question = HookQuestion { hook, event, channel: channel.as_str(), socket, user, detail };
            hooks::ask(question, ctx).map_err(|ticket| Refused::NotYet(Later { ticket, hook: None }))?
        }
    };
    answer.data().map(drop).map_err(Refused::Hook)
}

fn given<'a>(text: Option<&'a crate::json::Text<'_>>) -> Option<&'a str> {
    text.map(|text| &*text.0).filter(|text| !text.is_empty())
}

/// The client came back, and not all that it missed is stored. It is notified by an error with a code of its own, and by what
/// the subscription's confirmation says: an application has to read its state anew.
pub(super) fn lost(channel: &str, ctx: &mut dyn Context) {
    let text = format_args!(
        "Messages on channel {} were missed and are no longer stored: read its state anew. (Settings recovery_window_s, \
         recovery_messages, history_rules and history_bytes say what is stored.)",
        beginning(channel, 200)
    );
    let as_string = ctx.app().pusher.error_data_as_string;
    ctx.send(&outgoing::error_of(Some(channel), Some(HISTORY_LOST), &text, as_string));
}

/// What a new subscriber is sent: that it is one, and on cache channels what was said last, unless that is among what it
/// missed.
fn greet(channel: ChannelName<'_>, subscribed: &Subscribed, standing: Standing, ctx: &mut dyn Context) {
    let spelling = Spelling::of(subscribed.key.borrowed());
    match (&subscribed.roster, spelling) {
        (Some(roster), Some(spelling)) => {
            let newcomer = subscribed.member.as_deref().filter(|_| subscribed.is_newcomer);
            if let Some(encoded) = roster.get_or_encode(framing::PUSHER, outgoing::roster) {
                let count = roster.members.len();
                ctx.send_shared(
                    &outgoing::presence_succeeded(spelling, count, encoded, newcomer, standing).into(),
                );
            }
        }
        _ => ctx.send(&outgoing::subscription_succeeded(channel.as_str(), standing)),
    }
    match (&subscribed.last, spelling) {
        (Some(LastMessage::Stored(..)), _) if standing.recovered == Some(true) => {}
        (Some(LastMessage::Stored(message, position)), Some(spelling)) => {
            let mut text = Vec::new();
            let position = standing.position.and(Some(*position));
            if outgoing::event(spelling, message, position, &mut text).is_some() {
                ctx.send(&text);
            }
        }
        (Some(LastMessage::Missing), _) => ctx.send(&outgoing::cache_miss(channel.as_str())),
        _ => {}
    }
}

/// Why a subscription is refused.
enum Refused<'a> {
    Existing,
    Name(ChannelNameError<'a>),
    Auth(String),
    User(UserError),
    Nobody,
    NotTheUser,
    From(&'a str),
    TooMany {
        limit: u32,
    },
    TooFast(TooFast),
    Hub(SubscribeError),
    Hook(HookRefused),
    /// Nothing is said: it is decided once a question is answered.
    NotYet(Later),
}

impl From<SubscribeFailure> for Refused<'_> {
    fn from(failure: SubscribeFailure) -> Self {
        match failure {
            SubscribeFailure::Already => Self::Existing,
            SubscribeFailure::Hub(error) => Self::Hub(error),
        }
    }
}

impl Refused<'_> {
    fn tell(&self, channel: &str, ctx: &mut dyn Context) {
        let (kind, status, cause) = match self {
            Self::Existing => {
                let text = format_args!("Existing subscription to channel {}", beginning(channel, 200));
                return complain(ctx, None, Refusal::NotAllowed, &text);
            }
            Self::Name(_) => ("InvalidChannel", 400, Refusal::Malformed),
            Self::Auth(_) | Self::NotTheUser => ("AuthError", 401, Refusal::Signature),
            Self::User(_) | Self::Nobody => ("AuthError", 401, Refusal::Malformed),
            Self::From(_) => ("InvalidPosition", 400, Refusal::Malformed),
            Self::TooMany { .. } => ("LimitReached", 403, Refusal::Limit),
            Self::TooFast(_) => ("LimitReached", 429, Refusal::Rate),
            Self::Hub(SubscribeError::MembersFull { .. }) => ("LimitReached", 403, Refusal::Limit),
            Self::Hub(SubscribeError::AppChannelsFull { .. }) => ("LimitReached", 403, Refusal::Quota),
            Self::Hook(refused) => {
                let kind = if matches!(refused, HookRefused::Reason(_)) { "AuthError" } else { "HookFailed" };
                (kind, refused.status(), refused.cause())
            }
            Self::NotYet(_) => return,
            Self::Hub(SubscribeError::ChannelsFull { .. } | SubscribeError::OutOfOrder) => {
                ("ServerFull", 503, Refusal::Overload)
            }
        };
        ctx.refused_because(cause, Some(channel), self);
        ctx.send(&outgoing::subscription_error(channel, kind, status, self));
    }
}

impl fmt::Display for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Existing => f.write_str("Existing subscription"),
            Self::Name(error) => write!(f, "{error}"),
            Self::Auth(error) => f.write_str(error),
            Self::User(error) => write!(f, "Invalid channel_data: {error}"),
            Self::Nobody => f.write_str(
                "A presence channel needs to know its members: sign channel_data with a user_id, or sign in first",
            ),
            Self::From(text) => write!(
                f,
                "Invalid from {:?}: it must be EPOCH-OFFSET, as epoch and offset of an earlier event say",
                beginning(text, 64)
            ),
            Self::NotTheUser => f.write_str("This channel belongs to a user: sign in as that user first"),
            Self::TooMany { limit } => write!(
                f,
                "This connection has {limit} subscriptions, the limit: unsubscribe from some or raise channels_per_connection"
            ),
            Self::TooFast(too_fast) => write!(f, "{too_fast}"),
            Self::Hook(refused) => write!(f, "{refused}"),
            Self::NotYet(_) => Ok(()),
            Self::Hub(SubscribeError::MembersFull { limit }) => {
                write!(f, "This channel has {limit} members, the limit: raise presence_members")
            }
            Self::Hub(SubscribeError::AppChannelsFull { limit }) => write!(
                f,
                "This app's limit of {limit} channels with subscribers is reached: subscribe to one of them, or raise max_channels"
            ),
            Self::Hub(SubscribeError::ChannelsFull { limit }) => {
                write!(f, "None of the server's {limit} channels per shard is left for this app: try again later, or raise hub_channels")
            }
            Self::Hub(error @ SubscribeError::OutOfOrder) => write!(f, "{error}: try again"),
        }
    }
}
