//! From what a client says to the message that the hub shares.

use alloc::{boxed::Box, sync::Arc};
use core::fmt::{self, Display};

use baton_hub::{Message, PublishError};

use super::{Body, Reason, session::fmt_hook};
use crate::{App, HookRefused, OverQuota, PolicyError, Refusal, is_reserved_event};

/// Why a broadcast went nowhere.
pub(super) enum NotSent {
    /// The event's name is not for clients.
    Event,
    /// The event's name is over `event_name_bytes`.
    EventTooLong { bytes: usize, limit: u32 },
    /// The payload is over `broadcast_bytes`.
    TooLarge,
    /// The connection is over `broadcasts_per_second`.
    TooFast { per_second: u32 },
    /// The app's clients together have sent what they may.
    OverQuota(OverQuota),
    /// The app does not let this client broadcast on public topics, or not on this one.
    Public,
    /// The hub has no room.
    Hub(PublishError),
    /// The policies do not let this user write.
    Denied { topic: Box<str> },
    /// The app's hook does not let it pass.
    Hook(HookRefused),
    /// Nobody could say whether they do.
    Policies { topic: Box<str>, error: PolicyError },
}

impl NotSent {
    pub(super) fn denied(topic: &str) -> Self {
        Self::Denied { topic: topic.into() }
    }

    pub(super) fn cause(&self) -> Refusal {
        match self {
            Self::Event | Self::Public | Self::Denied { .. } | Self::Policies { .. } => Refusal::NotAllowed,
            Self::EventTooLong { .. } | Self::TooLarge => Refusal::TooLarge,
            Self::TooFast { .. } => Refusal::Rate,
            Self::OverQuota(_) => Refusal::Quota,
            Self::Hub(_) => Refusal::Overload,
            Self::Hook(refused) => refused.cause(),
        }
    }
}

impl Display for NotSent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event => f.write_str(
                "EventNameReserved: The event's name is reserved; choose one that does not begin with pusher: or phx_",
            ),
            Self::EventTooLong { bytes, limit } => write!(
                f,
                "EventNameTooLong: The event's name has {bytes} bytes and the limit is {limit}; shorten it or raise event_name_bytes"
            ),
            Self::TooLarge => f.write_str("payload_size_exceeded"),
            Self::TooFast { per_second } => write!(
                f,
                "MessageRateLimitReached: This connection sends more than {per_second} messages a second; send fewer or raise broadcasts_per_second"
            ),
            Self::OverQuota(quota) => write!(f, "MessageRateLimitReached: {quota}"),
            Self::Public => f.write_str(
                "PublicBroadcastNotAllowed: This app does not let clients broadcast on this public topic; use a private one, or set public_broadcast",
            ),
            Self::Hook(refused) => fmt_hook(refused, f),
            Self::Hub(error) => write!(f, "Overloaded: {error}; try again"),
            Self::Denied { topic } => Reason::WriteDenied { topic }.fmt(f),
            Self::Policies { topic, error } => error.reason().unwrap_or(Reason::WriteDenied { topic }).fmt(f),
        }
    }
}

/// The message, if the app allows it.
pub(super) fn message(event: &str, body: Body<'_>, app: &App) -> Result<Arc<Message>, NotSent> {
    check(event, body, app)?;
    let data = body.data();
    Ok(Arc::new(Message { event: event.into(), data: data.into(), form: body.form(), id: None, user: None }))
}

/// Checks event and payload against the app's limits.
pub(super) fn check(event: &str, body: Body<'_>, app: &App) -> Result<(), NotSent> {
    let over = |bytes: usize, limit: u32| u64::try_from(bytes).is_ok_and(|bytes| bytes > u64::from(limit));
    if over(event.len(), app.event_name_bytes) {
        return Err(NotSent::EventTooLong { bytes: event.len(), limit: app.event_name_bytes });
    }
    if is_reserved_event(event) {
        return Err(NotSent::Event);
    }
    if over(body.data().len(), app.supabase.broadcast_bytes) { Err(NotSent::TooLarge) } else { Ok(()) }
}
