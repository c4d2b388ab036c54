//! What clients say: text to [`Incoming`].
//!
//! Everything is borrowed from the message but strings that hold escapes, and payloads are not parsed at
//! all. A message is read strictly, as two readers that understand it differently are how checks are passed
//! by: an object only, no key twice, nothing nested deeper than [`json::MAX_DEPTH`].

use alloc::borrow::Cow;
use core::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::plain::{self, Plain};
use crate::json::{self, Text};

/// Events that clients send to each other begin so.
const CLIENT_EVENT: &str = "client-";

/// A message of a client.
#[derive(Debug)]
pub enum Incoming<'a> {
    /// The client asks whether the server is there.
    Ping,
    /// The client answers that it is.
    Pong,
    /// It wants a channel's events.
    Subscribe(Payload<'a>),
    /// It no longer wants them.
    Unsubscribe(Payload<'a>),
    /// It says who its user is.
    SignIn(Payload<'a>),
    /// It wants what was published on a channel lately.
    History(Payload<'a>),
    /// It has something for the others on a channel.
    ClientEvent(ClientEvent<'a>),
    /// A name in the protocol's own space that clients may not send.
    Unknown(Cow<'a, str>),
    /// Any other name.
    NotForClients(Cow<'a, str>),
}

/// An event that a client publishes.
#[derive(Debug)]
pub struct ClientEvent<'a> {
    /// Its name, with `client-`.
    pub event: Cow<'a, str>,
    /// The channel's name, unchecked.
    pub channel: Option<Cow<'a, str>>,
    /// Its payload: one JSON value, as it was written.
    pub data: &'a str,
    /// Whether it is known already that every parser can read the payload ([`json::check_fit`]).
    pub is_fit: bool,
}

/// The `data` of a `pusher:` event: one JSON value, as it was written.
#[derive(Debug, Clone, Copy)]
pub struct Payload<'a>(&'a str);

/// What `pusher:subscribe` carries.
#[derive(Debug, Deserialize)]
pub struct Subscribe<'a> {
    /// The channel's name, unchecked.
    #[serde(borrow)]
    pub channel: Text<'a>,
    /// `KEY:SIGNATURE`; public channels need none.
    #[serde(borrow)]
    pub auth: Option<Text<'a>>,
    /// JSON that says who joins a presence channel, exactly as it was signed.
    #[serde(borrow)]
    pub channel_data: Option<Text<'a>>,
    /// The position of the last message that the client has, `EPOCH-OFFSET`: it is sent what came
    /// after.
    #[serde(borrow)]
    pub from: Option<Text<'a>>,
    /// Whether events of the channel carry their positions; as the connection asked if absent.
    pub positions: Option<bool>,
}

/// What `pusher:history` carries.
#[derive(Debug, Deserialize)]
pub struct History<'a> {
    /// The channel's name, unchecked.
    #[serde(borrow)]
    pub channel: Text<'a>,
    /// Only what came after this position, `EPOCH-OFFSET`.
    #[serde(borrow)]
    pub after: Option<Text<'a>>,
    /// So many messages at most.
    pub limit: Option<u64>,
    /// `oldest` (the default) or `newest`: which of them stands first.
    #[serde(borrow)]
    pub order: Option<Text<'a>>,
}

/// What `pusher:unsubscribe` carries.
#[derive(Debug, Deserialize)]
pub struct Unsubscribe<'a> {
    /// The channel's name, unchecked.
    #[serde(borrow)]
    pub channel: Text<'a>,
}

/// What `pusher:signin` carries.
#[derive(Debug, Deserialize)]
pub struct SignIn<'a> {
    /// `KEY:SIGNATURE`.
    #[serde(borrow)]
    pub auth: Text<'a>,
    /// JSON that says who signs in, exactly as it was signed.
    #[serde(borrow)]
    pub user_data: Text<'a>,
}

#[derive(Deserialize)]
pub(super) struct Envelope<'a> {
    #[serde(borrow)]
    pub(super) event: Text<'a>,
    #[serde(borrow)]
    pub(super) channel: Option<Text<'a>>,
    #[serde(borrow)]
    pub(super) data: Option<&'a RawValue>,
}

/// Reads one message.
pub fn parse(text: &str) -> Result<Incoming<'_>, Malformed> {
    let (event, channel, data, is_fit) = match plain::read(text) {
        Some(Plain { event, channel, data }) => {
            (Cow::Borrowed(event), channel.map(Cow::Borrowed), data, true)
        }
        None => {
            let envelope: Envelope<'_> = object(text)?;
            let channel = envelope.channel.map(|name| name.0);
            (envelope.event.0, channel, envelope.data.map(RawValue::get), false)
        }
    };
    let data = data.unwrap_or("null");
    if event.starts_with(CLIENT_EVENT) {
        return Ok(Incoming::ClientEvent(ClientEvent { event, channel, data, is_fit }));
    }
    Ok(match &*event {
        "pusher:ping" => Incoming::Ping,
        "pusher:pong" => Incoming::Pong,
        "pusher:subscribe" => Incoming::Subscribe(Payload(data)),
        "pusher:unsubscribe" => Incoming::Unsubscribe(Payload(data)),
        "pusher:history" => Incoming::History(Payload(data)),
        "pusher:signin" => Incoming::SignIn(Payload(data)),
        name if name.starts_with("pusher:") || name.starts_with("pusher_internal:") => {
            Incoming::Unknown(event)
        }
        _ => Incoming::NotForClients(event),
    })
}

impl<'a> Payload<'a> {
    /// The object as text. Clients may wrap it in a JSON string, as servers do.
    pub fn text(&self) -> Result<Cow<'a, str>, Malformed> {
        if self.0.starts_with('"') {
            return Ok(serde_json::from_str::<Text<'a>>(self.0).map_err(Malformed::Json)?.0);
        }
        Ok(Cow::Borrowed(self.0))
    }
}

/// Reads an object and nothing else: serde would take an array for a struct as well, field by field.
pub fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Malformed> {
    if !text.trim_ascii_start().starts_with('{') {
        return Err(Malformed::NotAnObject);
    }
    if !json::is_shallow(text) {
        return Err(Malformed::TooDeep);
    }
    serde_json::from_str(text).map_err(Malformed::Json)
}

/// Why a message cannot be read. The client's library, or its user, has to send something else.
#[derive(Debug)]
pub enum Malformed {
    /// Something else than an object stands where one belongs.
    NotAnObject,
    /// Nested deeper than [`json::MAX_DEPTH`].
    TooDeep,
    /// Not JSON, a field of the wrong kind, missing, or there twice.
    Json(serde_json::Error),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnObject => f.write_str("a JSON object is expected"),
            Self::TooDeep => write!(f, "the JSON is nested deeper than {}", json::MAX_DEPTH),
            Self::Json(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for Malformed {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_messages_are_borrowed() {
        let text = r#"{"event":"client-a","channel":"private-x","data":{"a": [1, 2]}}"#;
        let Incoming::ClientEvent(event) = parse(text).unwrap() else { panic!("{text}") };
        assert!(matches!(event.event, Cow::Borrowed("client-a")));
        assert!(matches!(event.channel, Some(Cow::Borrowed("private-x"))));
        assert_eq!(event.data, r#"{"a": [1, 2]}"#);
    }

    #[test]
    fn data_may_be_wrapped_in_a_string() {
        for text in [
            r#"{"event":"pusher:subscribe","data":{"channel":"x","auth":"a:b"}}"#,
            r#"{"data":"{\"channel\":\"x\",\"auth\":\"a:b\"}","event":"pusher:subscribe","more":[1]}"#,
        ] {
            let Incoming::Subscribe(payload) = parse(text).unwrap() else { panic!("{text}") };
            let text = payload.text().unwrap();
            let subscribe: Subscribe<'_> = object(&text).unwrap();
            assert_eq!((&*subscribe.channel.0, &*subscribe.auth.unwrap().0), ("x", "a:b"));
        }
    }

    #[test]
    fn names_are_matched_whole() {
        for (event, expected) in [
            ("pusher:ping", "Ping"),
            ("pusher:pong", "Pong"),
            ("pusher:pings", "Unknown"),
            ("pusher:connection_established", "Unknown"),
            ("pusher_internal:subscription_succeeded", "Unknown"),
            ("pusher:client-x", "Unknown"),
            ("PUSHER:ping", "NotForClients"),
            ("pusher", "NotForClients"),
            ("", "NotForClients"),
            ("my-client-x", "NotForClients"),
            ("clientx", "NotForClients"),
            ("client-", "ClientEvent"),
            ("client-pusher:ping", "ClientEvent"),
        ] {
            let text = alloc::format!("{{\"event\":\"{event}\"}}");
            let found = alloc::format!("{:?}", parse(&text).unwrap());
            assert!(found.starts_with(expected), "{event}: {found}");
        }
    }
}
