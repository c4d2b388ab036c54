//! Webhooks as Pusher sends them: which events a receiver wants, and how they are written.
//!
//! Format and signature: <https://pusher.com/docs/channels/server_api/webhooks/>. When an event is sent, and how often it
//! is tried, is the server's business.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt::Write as _;

use baton_hub::{Form, Message, SocketId};

use crate::ChannelFilter;
use crate::json::push_string;

/// What a webhook reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum WebhookEvent {
    /// A channel has its first subscription.
    ChannelOccupied,
    /// A channel has lost its last subscription.
    ChannelVacated,
    /// A user's first connection has joined a presence channel.
    MemberAdded,
    /// A user's last connection has left a presence channel.
    MemberRemoved,
    /// A client has sent an event.
    ClientEvent,
    /// Somebody has subscribed to a cache channel that had nothing to give.
    CacheMiss,
    /// The number of subscriptions of a channel has changed (`subscription_count`).
    SubscriptionCount,
}

impl WebhookEvent {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::ChannelOccupied,
        Self::ChannelVacated,
        Self::MemberAdded,
        Self::MemberRemoved,
        Self::ClientEvent,
        Self::CacheMiss,
        Self::SubscriptionCount,
    ];

    /// Its name on the wire and in the settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::ChannelOccupied => "channel_occupied",
            Self::ChannelVacated => "channel_vacated",
            Self::MemberAdded => "member_added",
            Self::MemberRemoved => "member_removed",
            Self::ClientEvent => "client_event",
            Self::CacheMiss => "cache_miss",
            Self::SubscriptionCount => "subscription_count",
        }
    }

    /// The event of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

/// A set of [`WebhookEvent`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WebhookEvents(u8);

impl WebhookEvents {
    /// Every event.
    pub const ALL: Self = Self((1 << WebhookEvent::ALL.len()) - 1);

    /// The same set with one more.
    #[must_use]
    pub fn with(self, event: WebhookEvent) -> Self {
        Self(self.0 | 1 << event as u8)
    }

    /// The events of either set.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it has this one.
    pub fn has(self, event: WebhookEvent) -> bool {
        self.0 & 1 << event as u8 != 0
    }

    /// Those that it has.
    pub fn iter(self) -> impl Iterator<Item = WebhookEvent> {
        WebhookEvent::ALL.into_iter().filter(move |event| self.has(*event))
    }
}

/// Where events of an app are sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The receiver; `http` or `https`.
    pub url: String,
    /// What it wants.
    pub events: WebhookEvents,
    /// On which channels.
    pub channels: ChannelFilter,
    /// Headers that each request has beside Pusher's, in their order.
    pub headers: Vec<(Box<str>, Box<str>)>,
    /// Events that one request may carry.
    pub max_events: u32,
}

impl Webhook {
    /// Whether it is sent this event on this channel, named as its clients name it.
    pub fn wants(&self, event: WebhookEvent, channel: &str) -> bool {
        self.events.has(event) && self.channels.matches(channel)
    }
}

/// What an app has of webhooks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Webhooks(pub Vec<Webhook>);

impl Webhooks {
    /// What any of them wants.
    pub fn events(&self) -> WebhookEvents {
        self.0.iter().fold(WebhookEvents::default(), |all, webhook| all.or(webhook.events))
    }
}

/// What an event has beside its name and its channel.
#[derive(Debug, Clone, Copy)]
pub enum WebhookDetail<'a> {
    /// Nothing.
    None,
    /// The user that joined or left.
    User(&'a str),
    /// The message that a client sent.
    ClientEvent {
        /// The message; its user is named where the channel has members.
        message: &'a Message,
        /// Who sent it.
        socket: SocketId,
    },
    /// Subscriptions of the channel.
    Subscriptions(u32),
}

/// Writes one event as an object of a request's `events`.
pub fn write_webhook_event(out: &mut Vec<u8>, event: WebhookEvent, channel: &str, detail: WebhookDetail<'_>) {
    out.extend_from_slice(b"{\"name\":\"");
    out.extend_from_slice(event.name().as_bytes());
    out.extend_from_slice(b"\",\"channel\":");
    push_string(out, channel);
    let mut number = String::new();
    match detail {
        WebhookDetail::None => {}
        WebhookDetail::User(id) => {
            out.extend_from_slice(b",\"user_id\":");
            push_string(out, id);
        }
        WebhookDetail::Subscriptions(count) => {
            // Writing to a string cannot fail.
            let _ = write!(number, ",\"subscription_count\":{count}");
            out.extend_from_slice(number.as_bytes());
        }
        WebhookDetail::ClientEvent { message, socket } => {
            out.extend_from_slice(b",\"event\":");
            push_string(out, &message.event);
            out.extend_from_slice(b",\"data\":");
            match (message.form, core::str::from_utf8(&message.data)) {
                (Form::Text, _) => out.extend_from_slice(&message.data),
                // Receivers read a string, whatever the client sent.
                (Form::Json, Ok(json)) => push_string(out, json),
                (Form::Json | Form::Binary, _) => out.extend_from_slice(b"null"),
            }
            let _ = write!(number, ",\"socket_id\":\"{socket}\"");
            out.extend_from_slice(number.as_bytes());
            if let Some(user) = &message.user {
                out.extend_from_slice(b",\"user_id\":");
                push_string(out, user);
            }
        }
    }
    out.push(b'}');
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;

    use super::*;

    fn webhook() -> Webhook {
        Webhook {
            url: "http://receiver".into(),
            events: WebhookEvents::ALL,
            channels: ChannelFilter::default(),
            headers: Vec::new(),
            max_events: 1,
        }
    }

    #[test]
    fn every_event_has_a_name_that_is_read_back() {
        for event in WebhookEvent::ALL {
            assert_eq!(WebhookEvent::of(event.name()), Some(event));
            let alone = WebhookEvents::default().with(event);
            assert_eq!(alone.iter().collect::<Vec<_>>(), [event]);
        }
        assert_eq!(WebhookEvent::of("client_events"), None);
        assert_eq!(WebhookEvents::ALL.iter().count(), 7);
    }

    #[test]
    fn events_and_channels_both_apply() {
        let wants = |webhook: &Webhook, channel| webhook.wants(WebhookEvent::CacheMiss, channel);
        assert!(wants(&webhook(), "any"));
        let channels = ChannelFilter { prefix: "private-".into(), ..ChannelFilter::default() };
        let filtered = Webhook { channels, ..webhook() };
        assert!(wants(&filtered, "private-a") && !wants(&filtered, "a"));
        let none = Webhook { events: WebhookEvents::default(), ..webhook() };
        assert!(!wants(&none, "any"));
    }

    #[test]
    fn events_are_written_as_pusher_writes_them() {
        fn written(event: WebhookEvent, detail: WebhookDetail<'_>) -> String {
            let mut out = Vec::new();
            write_webhook_event(&mut out, event, "presence-\"x", detail);
            String::from_utf8(out).unwrap()
        }
        assert_eq!(
            written(WebhookEvent::MemberAdded, WebhookDetail::User("7\n")),
            r#"{"name":"member_added","channel":"presence-\"x","user_id":"7\n"}"#
        );
        assert_eq!(
            written(WebhookEvent::SubscriptionCount, WebhookDetail::Subscriptions(5)),
            r#"{"name":"subscription_count","channel":"presence-\"x","subscription_count":5}"#
        );
        let message = |form, data: &str| Message {
            event: "client-a".into(),
            data: data.as_bytes().into(),
            form,
            id: None,
            user: Some(Arc::from("u")),
        };
        let socket = crate::pusher::socket_id::parse("1.2").unwrap();
        let sent = |message: &Message| {
            written(WebhookEvent::ClientEvent, WebhookDetail::ClientEvent { message, socket })
        };
        let expected = |data: &str| {
            alloc::format!(
                r#"{{"name":"client_event","channel":"presence-\"x","event":"client-a","data":{data},"socket_id":"1.2","user_id":"u"}}"#
            )
        };
        assert_eq!(sent(&message(Form::Json, r#"{"a":1}"#)), expected(r#""{\"a\":1}""#));
        assert_eq!(sent(&message(Form::Text, r#""\u00e9""#)), expected(r#""\u00e9""#));
    }
}
