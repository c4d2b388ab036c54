//! Events that clients send to each other: the hot path of games and typing indicators.
//!
//! A message is parsed once, with borrowed fields; its channel's name is checked and looked up among the
//! connection's own subscriptions; then name and payload are copied into the one message that all
//! receivers share. Two allocations, no second parse, and no reference counted up but the member's.

use alloc::{boxed::Box, sync::Arc};
use core::fmt;

use baton_hub::{Form, Member, Message, PublishError};

use super::{
    channel::{ChannelKind, ChannelName, ChannelNameError},
    incoming::ClientEvent,
    session::{PusherSession, complain, complain_of, shown},
};
use crate::{
    Answer, App, Asked, Context, HookAnswer, HookDetail, HookEvent, HookQuestion, HookRefused, OverQuota,
    Question, Refusal, hooks,
    json::{self, Text},
    parked::Later,
    rate::Pace,
};

/// The code of `pusher:error` for a client event that went nowhere. Never a close code.
pub(super) const REJECTED: u16 = 4301;

impl PusherSession {
    /// Publishes an event, to which a hook may have answered this. `Err`: it is handled again once a question is answered.
    pub(super) fn client_event(
        &mut self,
        event: &ClientEvent<'_>,
        hook: Option<HookAnswer>,
        ctx: &mut dyn Context,
    ) -> Result<(), Later> {
        match self.try_client_event(event, hook, ctx) {
            Ok(()) => Ok(()),
            Err(Rejected::NotYet(later)) => Err(later),
            Err(rejected) => {
                complain_of(event.channel.as_deref(), ctx, Some(REJECTED), rejected.counted(), &rejected);
                Ok(())
            }
        }
    }

    fn try_client_event<'a>(
        &mut self,
        event: &'a ClientEvent<'_>,
        hook: Option<HookAnswer>,
        ctx: &mut dyn Context,
    ) -> Result<(), Rejected<'a>> {
        let app = ctx.app();
        let channel = checked_channel(event, app)?;
        check_size(event, app)?;
        let (key, rules, rate) =
            (channel.key(app.index), channel.rules(app), app.pusher.client_events_per_second);
        let hooked = match app.hooks.is_empty() {
            true => None,
            false => app.hooks.find(HookEvent::ClientEvent, channel.as_str()),
        };
        let member = ctx.subscription(key).ok_or(Rejected::NotSubscribed { channel })?;
        let hook = match hook {
            Some(HookAnswer::Refused(refused)) => return Err(Rejected::Hook(refused)),
            answered => answered,
        };
        match ctx.ask(Question::Room(key)) {
            Asked::Now(Answer::Room(room)) => room.map_err(Rejected::Hub)?,
            Asked::Now(_) => return Err(Rejected::Hub(PublishError::Full)),
            Asked::Later(ticket) => return Err(Rejected::NotYet(Later { ticket, hook })),
        }
        // Before a hook is asked, which is not to be asked more often than the limit; and not once more after it.
        if hook.is_none() && !self.client_events.take(ctx.now(), Pace::even(rate)) {
            return Err(Rejected::TooFast { per_second: rate });
        }
        if hook.is_none() {
            ctx.may_send(event.data.len()).map_err(Rejected::OverQuota)?;
        }
        let rewritten = match (hook, hooked) {
            (Some(answer), _) => answer.data().map_err(Rejected::Hook)?,
            (None, None) => None,
            (None, Some(place)) => self.ask_about(event, (place, channel), member.as_deref(), ctx)?,
        };
        let message = message(event, rewritten.as_deref().unwrap_or(event.data), member.as_deref());
        ctx.publish(key, Arc::clone(&message), Some(ctx.socket_id()), rules).map_err(Rejected::Hub)?;
        ctx.report_client_event(key, &message);
        Ok(())
    }
}

impl PusherSession {
    /// Asks a hook about an event; the data to use instead, if there is any.
    fn ask_about<'a>(
        &self,
        event: &ClientEvent<'_>,
        (hook, channel): (usize, ChannelName<'a>),
        member: Option<&Member>,
        ctx: &mut dyn Context,
    ) -> Result<Option<Box<str>>, Rejected<'a>> {
        let question = HookQuestion {
            hook,
            event: HookEvent::ClientEvent,
            channel: channel.as_str(),
            socket: Some(ctx.socket_id()),
            user: member.map(|member| &*member.user_id).or_else(|| self.user_id()),
            detail: HookDetail::Message {
                event: &event.event,
                data: event.data.as_bytes(),
                form: form(event.data),
                most_bytes: ctx.app().pusher.event_data_bytes,
                counts_escapes: false,
            },
        };
        let answer =
            hooks::ask(question, ctx).map_err(|ticket| Rejected::NotYet(Later { ticket, hook: None }))?;
        answer.data().map_err(Rejected::Hook)
    }
}

/// Rejects an event that waited for room in vain.
pub(super) fn reject(error: &PublishError, ctx: &mut dyn Context) {
    let rejected = Rejected::Hub(*error);
    complain(ctx, Some(REJECTED), rejected.counted(), &rejected);
}

fn checked_channel<'a>(event: &'a ClientEvent<'_>, app: &App) -> Result<ChannelName<'a>, Rejected<'a>> {
    if !app.pusher.client_events {
        return Err(Rejected::SwitchedOff);
    }
    let name = event.channel.as_deref().ok_or(Rejected::NoChannel)?;
    let channel = ChannelName::parse(name, app).map_err(Rejected::Name)?;
    match channel.kind() {
        ChannelKind::Private | ChannelKind::Presence => Ok(channel),
        ChannelKind::Public | ChannelKind::Encrypted | ChannelKind::User => Err(Rejected::Kind { channel }),
    }
}

fn check_size<'a>(event: &'a ClientEvent<'_>, app: &App) -> Result<(), Rejected<'a>> {
    if over(event.event.len(), app.event_name_bytes) {
        return Err(Rejected::EventName { bytes: event.event.len(), limit: app.event_name_bytes });
    }
    if event.event.chars().any(char::is_control) {
        return Err(Rejected::EventNameCharacter { event: &event.event });
    }
    // Unescaping only shortens, so most payloads need no second look.
    if over(event.data.len(), app.pusher.event_data_bytes) {
        let bytes = unescaped_len(event.data);
        if over(bytes, app.pusher.event_data_bytes) {
            return Err(Rejected::Data { bytes, limit: app.pusher.event_data_bytes });
        }
    }
    if event.is_fit { Ok(()) } else { json::check_fit(event.data).map_err(Rejected::Unfit) }
}

fn over(bytes: usize, limit: u32) -> bool {
    u64::try_from(bytes).is_ok_and(|bytes| bytes > u64::from(limit))
}

/// Bytes of what a JSON string says; of any other value, its text.
fn unescaped_len(data: &str) -> usize {
    if !data.starts_with('"') {
        return data.len();
    }
    serde_json::from_str::<Text<'_>>(data).map_or(data.len(), |text| text.0.len())
}

fn form(data: &str) -> Form {
    if data.starts_with('"') { Form::Text } else { Form::Json }
}

fn message(event: &ClientEvent<'_>, data: &str, member: Option<&Member>) -> Arc<Message> {
    Arc::new(Message {
        event: (&*event.event).into(),
        data: data.as_bytes().into(),
        form: form(data),
        id: None,
        user: member.map(|member| Arc::clone(&member.user_id)),
    })
}

enum Rejected<'a> {
    SwitchedOff,
    NoChannel,
    Name(ChannelNameError<'a>),
    Kind {
        channel: ChannelName<'a>,
    },
    NotSubscribed {
        channel: ChannelName<'a>,
    },
    EventName {
        bytes: usize,
        limit: u32,
    },
    EventNameCharacter {
        event: &'a str,
    },
    Data {
        bytes: usize,
        limit: u32,
    },
    Unfit(json::Unfit),
    TooFast {
        per_second: u32,
    },
    OverQuota(OverQuota),
    Hub(PublishError),
    Hook(HookRefused),
    /// Nothing is said: it is decided once a question is answered.
    NotYet(Later),
}

impl Rejected<'_> {
    fn counted(&self) -> Refusal {
        match self {
            Self::SwitchedOff | Self::Kind { .. } | Self::NotSubscribed { .. } => Refusal::NotAllowed,
            Self::NoChannel | Self::Name(_) | Self::EventNameCharacter { .. } | Self::Unfit(_) => {
                Refusal::Malformed
            }
            Self::EventName { .. } | Self::Data { .. } => Refusal::TooLarge,
            Self::TooFast { .. } => Refusal::Rate,
            Self::OverQuota(_) => Refusal::Quota,
            Self::Hub(_) | Self::NotYet(_) => Refusal::Overload,
            Self::Hook(refused) => refused.cause(),
        }
    }
}

impl fmt::Display for Rejected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SwitchedOff => f.write_str(
                "Client event rejected: client events are not enabled for this app; set client_events = true",
            ),
            Self::NoChannel => f.write_str("Client event rejected: it names no channel"),
            Self::Name(error) => write!(f, "Client event rejected: {error}"),
            Self::Kind { channel } => write!(
                f,
                "Client event rejected: {} is {}; clients may send on private- and presence- channels only",
                channel.as_str(),
                match channel.kind() {
                    ChannelKind::Encrypted => "encrypted",
                    ChannelKind::User => "a user's own channel",
                    _ => "public",
                },
            ),
            Self::NotSubscribed { channel } => write!(
                f,
                "Cannot broadcast client event (connection not subscribed to channel {})",
                channel.as_str()
            ),
            Self::EventName { bytes, limit } => write!(
                f,
                "Client event rejected: its name has {bytes} bytes and the limit is {limit}; shorten it or raise event_name_bytes"
            ),
            Self::EventNameCharacter { event } => {
                write!(f, "Client event rejected: its name {:?} holds a control character", shown(event))
            }
            Self::Data { bytes, limit } => write!(
                f,
                "Client event rejected: its data has {bytes} bytes and the limit is {limit}; send less or raise event_data_bytes"
            ),
            Self::Unfit(unfit) => write!(f, "Client event rejected: data: {unfit}"),
            Self::TooFast { per_second } => write!(
                f,
                "Client event rejected: the limit is {per_second} per second; send fewer or raise client_events_per_second"
            ),
            Self::OverQuota(quota) => write!(f, "Client event rejected: {quota}"),
            Self::NotYet(_) => Ok(()),
            Self::Hook(refused) => write!(f, "Client event rejected: {refused}"),
            Self::Hub(PublishError::Full) => {
                f.write_str("Client event rejected: the server is overloaded; send it again later")
            }
            Self::Hub(PublishError::StoreUnavailable) => f.write_str(
                "Client event rejected: the server cannot store the channel's history at the moment; send it again later"
            ),
            Self::Hub(PublishError::ChannelsFull { limit }) => {
                write!(
                    f,
                    "Client event rejected: none of the server's {limit} channels per shard is left for this app; try again later, or raise hub_channels"
                )
            }
        }
    }
}
