//! What clients say: text or a binary frame to [`Incoming`].
//!
//! Everything is borrowed from the message but strings that hold escapes, and payloads are not parsed further than the
//! protocol needs. A message that cannot be read is dropped and logged by the caller; the connection stays open, as
//! clients of this protocol expect.

use alloc::borrow::Cow;
use core::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, IgnoredAny, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use super::{
    Reference, Version,
    binary::{self, FrameError},
    broadcast::Broadcast,
    plain::{self, Plain},
    reference,
};
use crate::{
    json::{self, Text},
    scan::Scan,
};

/// The event of a join.
pub const JOIN: &str = "phx_join";
/// The event of leaving.
pub const LEAVE: &str = "phx_leave";
/// The event of a heartbeat, on the topic [`PHOENIX`](super::topic::PHOENIX).
pub const HEARTBEAT: &str = "heartbeat";
/// The event of a new token, read by [`token::new`](super::token::new).
pub const ACCESS_TOKEN: &str = "access_token";
/// The event of a broadcast.
pub const BROADCAST: &str = "broadcast";
/// The event of a presence message, read by [`presence::Action::parse`](super::presence::Action::parse).
pub const PRESENCE: &str = "presence";

/// A message of a client.
#[derive(Debug, PartialEq, Eq)]
pub struct Incoming<'a> {
    /// Which join it belongs to. May be missing or stale: such messages are handled all the same.
    pub join_ref: Reference<'a>,
    /// What the answer repeats.
    pub reference: Reference<'a>,
    /// The topic, unchecked.
    pub topic: Cow<'a, str>,
    /// The event's name, in the protocol's words.
    pub event: Cow<'a, str>,
    /// What it carries.
    pub payload: Payload<'a>,
}

/// What a message carries.
#[derive(Debug, PartialEq, Eq)]
pub enum Payload<'a> {
    /// One JSON value that every parser can read, as it was written.
    Json(&'a str),
    /// The bytes of a binary push; no event of this protocol has them.
    Bytes(&'a [u8]),
    /// The message is a [`BROADCAST`], and this is what others receive.
    Broadcast(Broadcast<'a>),
}

/// A message's parts, as they stand in it; the payload is proved to be JSON that every parser can read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts<'a> {
    pub(super) join_ref: &'a str,
    pub(super) reference: &'a str,
    pub(super) topic: Cow<'a, str>,
    pub(super) event: Cow<'a, str>,
    pub(super) payload: &'a str,
}

/// Reads a text message.
pub fn text(version: Version, text: &str) -> Result<Incoming<'_>, Malformed> {
    let (parts, map) = match plain::read(version, text) {
        Some(Plain { parts, map }) => (parts, map),
        None => (thoroughly(version, text)?, None),
    };
    let reference = |json, part| Reference::from_json(json).ok_or(Malformed::Reference(part));
    Ok(Incoming {
        join_ref: reference(parts.join_ref, "join_ref")?,
        reference: reference(parts.reference, "ref")?,
        payload: match &*parts.event {
            BROADCAST => Payload::Broadcast(Broadcast::from_map(parts.payload, map)?),
            _ => Payload::Json(parts.payload),
        },
        topic: parts.topic,
        event: parts.event,
    })
}

/// Reads a binary message, which only [`Version::V2`] has.
pub fn binary(version: Version, data: &[u8]) -> Result<Incoming<'_>, Malformed> {
    if version == Version::V1 {
        return Err(Malformed::BinaryInV1);
    }
    let frame = binary::read(data).map_err(Malformed::Frame)?;
    let (event, payload) = match frame.broadcast {
        Some((encoding, metadata)) => {
            let broadcast = Broadcast::from_frame(frame.event, metadata, encoding, frame.payload)?;
            (BROADCAST, Payload::Broadcast(broadcast))
        }
        None => (frame.event, Payload::Bytes(frame.payload)),
    };
    Ok(Incoming {
        join_ref: Reference::from_header(frame.join_ref),
        reference: Reference::from_header(frame.reference),
        topic: Cow::Borrowed(frame.topic),
        event: Cow::Borrowed(event),
        payload,
    })
}

/// Reads any message that is right: the twin of [`plain::read`].
pub(super) fn thoroughly(version: Version, text: &str) -> Result<Parts<'_>, Malformed> {
    let parts = match version {
        Version::V1 => Parts::from(object::<Envelope<'_>>(text)?),
        Version::V2 => {
            begins_with(text, '[', Malformed::NotAnArray)?;
            serde_json::from_str(text).map_err(Malformed::Json)?
        }
    };
    json::check_fit(text).map_err(Malformed::Unfit)?;
    Ok(parts)
}

/// Reads an object and nothing else: serde would take an array for a struct as well, field by field.
pub(super) fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Malformed> {
    begins_with(text, '{', Malformed::NotAnObject)?;
    serde_json::from_str(text).map_err(Malformed::Json)
}

fn begins_with(text: &str, bracket: char, error: Malformed) -> Result<(), Malformed> {
    if !text.trim_ascii_start().starts_with(bracket) {
        return Err(error);
    }
    if json::is_shallow(text) { Ok(()) } else { Err(Malformed::TooDeep) }
}

/// One JSON value that every parser can read, without the blanks around it.
pub(super) fn value(data: &[u8]) -> Result<&str, Malformed> {
    let text = core::str::from_utf8(data).map_err(|_| Malformed::NotText)?;
    let mut scan = Scan::new(text);
    if scan.value(1).is_some() && scan.is_done() {
        return Ok(text);
    }
    if !json::is_shallow(text) {
        return Err(Malformed::TooDeep);
    }
    let value: &RawValue = serde_json::from_str(text).map_err(Malformed::Json)?;
    json::check_fit(value.get()).map_err(Malformed::Unfit)?;
    Ok(value.get())
}

/// A message of the first serialiser. All but `join_ref` must be there, be it as null.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    topic: Text<'a>,
    #[serde(borrow)]
    event: Text<'a>,
    #[serde(borrow)]
    payload: &'a RawValue,
    #[serde(borrow, rename = "ref")]
    reference: &'a RawValue,
    #[serde(borrow)]
    join_ref: Option<&'a RawValue>,
}

impl<'a> From<Envelope<'a>> for Parts<'a> {
    fn from(envelope: Envelope<'a>) -> Self {
        Self {
            join_ref: envelope.join_ref.map_or("null", RawValue::get),
            reference: envelope.reference.get(),
            topic: envelope.topic.0,
            event: envelope.event.0,
            payload: envelope.payload.get(),
        }
    }
}

impl<'de> Deserialize<'de> for Parts<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ArrayOfParts)
    }
}

/// A message of the second serialiser. What follows its five elements is for later versions, and ignored.
struct ArrayOfParts;

impl<'de> Visitor<'de> for ArrayOfParts {
    type Value = Parts<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of join_ref, ref, topic, event and payload")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Parts<'de>, A::Error> {
        let missing = |count| A::Error::invalid_length(count, &ArrayOfParts);
        let join_ref: &RawValue = elements.next_element()?.ok_or_else(|| missing(0))?;
        let reference: &RawValue = elements.next_element()?.ok_or_else(|| missing(1))?;
        let topic: Text<'_> = elements.next_element()?.ok_or_else(|| missing(2))?;
        let event: Text<'_> = elements.next_element()?.ok_or_else(|| missing(3))?;
        let payload: &RawValue = elements.next_element()?.ok_or_else(|| missing(4))?;
        while elements.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Parts {
            join_ref: join_ref.get(),
            reference: reference.get(),
            topic: topic.0,
            event: event.0,
            payload: payload.get(),
        })
    }
}

/// Why a message cannot be read. The client's library, or its user, has to send something else.
#[derive(Debug)]
pub enum Malformed {
    /// Something else than an object stands where one belongs.
    NotAnObject,
    /// Something else than an array, in the second serialiser.
    NotAnArray,
    /// Nested deeper than [`json::MAX_DEPTH`].
    TooDeep,
    /// JSON in a binary frame is not UTF-8.
    NotText,
    /// Not JSON, a part of the wrong kind, missing, or there twice.
    Json(serde_json::Error),
    /// JSON that not every parser can read.
    Unfit(json::Unfit),
    /// This reference is something else than null, a string or a number, or too long.
    Reference(&'static str),
    /// A binary frame on a connection of the first serialiser.
    BinaryInV1,
    /// A binary frame that cannot be read.
    Frame(FrameError),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnObject => f.write_str("a JSON object is expected"),
            Self::NotAnArray => f.write_str("a JSON array is expected with vsn 2.0.0"),
            Self::TooDeep => write!(f, "the JSON is nested deeper than {}", json::MAX_DEPTH),
            Self::NotText => f.write_str("the broadcast's JSON is not UTF-8"),
            Self::Json(error) => write!(f, "{error}"),
            Self::Unfit(unfit) => write!(f, "{unfit}"),
            Self::Reference(part) => write!(
                f,
                "{part} must be null, or a string or number of at most {} bytes",
                reference::REFERENCE_BYTES
            ),
            Self::BinaryInV1 => f.write_str("binary frames need vsn 2.0.0"),
            Self::Frame(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for Malformed {}

#[cfg(test)]
mod tests {
    use alloc::{
        format,
        string::{String, ToString},
        vec::Vec,
    };

    use proptest::prelude::*;

    use super::{super::broadcast::Body, *};

    fn read(version: Version, message: &str) -> Incoming<'_> {
        text(version, message).unwrap()
    }

    fn error(version: Version, message: &str) -> String {
        text(version, message).unwrap_err().to_string()
    }

    #[test]
    fn both_serialisers_say_the_same() {
        let object =
            r#"{"topic":"realtime:x","event":"phx_join","payload":{"a": [1]},"ref":"1","join_ref":"1"}"#;
        let array = r#"["1","1","realtime:x","phx_join",{"a": [1]}]"#;
        let incoming = read(Version::V1, object);
        assert_eq!(incoming, read(Version::V2, array));
        assert_eq!(incoming.payload, Payload::Json(r#"{"a": [1]}"#));
        assert_eq!(incoming.reference, Reference::Literal("\"1\""));
        assert_eq!((&*incoming.topic, &*incoming.event), ("realtime:x", JOIN));
    }

    #[test]
    fn references_may_be_null_numbers_or_missing() {
        let heartbeat = r#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":null}"#;
        let incoming = read(Version::V1, heartbeat);
        assert_eq!((incoming.join_ref, incoming.reference), (Reference::Null, Reference::Null));
        let incoming = read(Version::V2, r#"[null, 7 ,"phoenix","heartbeat",{},"more",{}]"#);
        assert_eq!((incoming.join_ref, incoming.reference), (Reference::Null, Reference::Literal("7")));
        assert_eq!(
            error(Version::V2, r#"[[],null,"phoenix","heartbeat",{}]"#),
            "join_ref must be null, or a string or number of at most 255 bytes"
        );
        let long = format!(r#"[null,"{}","phoenix","heartbeat",{{}}]"#, "1".repeat(255));
        assert!(error(Version::V2, &long).starts_with("ref must be null"));
    }

    #[test]
    fn malformed_messages_say_what_is_wrong() {
        for (message, wrong) in [
            ("", "a JSON object is expected"),
            ("[null,null,\"a\",\"b\",{}]", "a JSON object is expected"),
            (r#"{"topic":"a","event":"b","payload":{}}"#, "missing field `ref`"),
            (r#"{"topic":"a","event":"b","ref":"1"}"#, "missing field `payload`"),
            (r#"{"topic":"a","payload":{},"ref":"1"}"#, "missing field `event`"),
            (r#"{"event":"b","payload":{},"ref":"1"}"#, "missing field `topic`"),
            (r#"{"topic":1,"event":"b","payload":{},"ref":"1"}"#, "invalid type: integer"),
            (r#"{"topic":"a","topic":"a","event":"b","payload":{},"ref":"1"}"#, "duplicate field `topic`"),
            (r#"{"topic":"a","event":"b","payload":{},"ref":"1"}x"#, "trailing characters"),
            (r#"{"topic":"a","event":"b","payload":"\ud800","ref":"1"}"#, "without its other half"),
            (r#"{"topic":"a","event":"broadcast","payload":{},"ref":"1"}"#, "missing field `event`"),
            (r#"{"topic":"a","event":"broadcast","payload":[],"ref":"1"}"#, "a JSON object is expected"),
        ] {
            let found = error(Version::V1, message);
            assert!(found.contains(wrong), "{message}: {found}");
        }
        for (message, wrong) in [
            ("{}", "a JSON array is expected with vsn 2.0.0"),
            ("[]", "an array of join_ref, ref, topic, event and payload"),
            ("[null,null,\"a\",\"b\"]", "invalid length 4"),
            ("[null,null,null,\"b\",{}]", "invalid type: null"),
            ("[null,null,\"a\",\"b\",{}", "EOF"),
            ("[null,null,\"a\",\"b\",1e999]", "over 308"),
        ] {
            let found = error(Version::V2, message);
            assert!(found.contains(wrong), "{message}: {found}");
        }
        let deep = format!("[null,null,\"a\",\"b\",{}{}]", "[".repeat(64), "]".repeat(64));
        assert_eq!(error(Version::V2, &deep), "the JSON is nested deeper than 64");
    }

    #[test]
    fn broadcasts_are_split_without_a_copy() {
        for (version, message) in [
            (
                Version::V1,
                r#"{"topic":"realtime:x","event":"broadcast","payload":{"type":"broadcast","event":"e","payload":{"a": 1}},"ref":"2","join_ref":"1"}"#,
            ),
            (
                Version::V2,
                r#"["1","2","realtime:x","broadcast",{"payload":{"a": 1}, "event":"e","type":"broadcast","more":0}]"#,
            ),
        ] {
            let Payload::Broadcast(broadcast) = read(version, message).payload else { panic!("{message}") };
            assert!(matches!(broadcast.event, Cow::Borrowed("e")));
            assert_eq!(broadcast.body, Body::Json(r#"{"a": 1}"#));
        }
    }

    #[test]
    fn binary_frames_are_read() {
        let incoming =
            binary(Version::V2, b"\x03\x01\x01\x0a\x01\0\x01\x31\x32realtime:xe {\"a\": 1} ").unwrap();
        assert_eq!((incoming.join_ref, incoming.reference), (Reference::Bare("1"), Reference::Bare("2")));
        assert_eq!((&*incoming.topic, &*incoming.event), ("realtime:x", BROADCAST));
        let Payload::Broadcast(broadcast) = incoming.payload else { panic!() };
        assert_eq!((&*broadcast.event, &broadcast.body), ("e", &Body::Json("{\"a\": 1}")));
        let incoming = binary(Version::V2, b"\0\0\0\x07\x09phoenixheartbeat{}").unwrap();
        assert_eq!((&*incoming.event, incoming.payload), (HEARTBEAT, Payload::Bytes(b"{}")));
        for (frame, wrong) in [
            (&b"\x03\0\0\0\0\0\x01{"[..], "EOF"),
            (b"\x03\0\0\0\0\0\x01", "EOF"),
            (b"\x03\0\0\0\0\0\x01\"\xff\"", "not UTF-8"),
            (b"\x03\0\0\0\0\0\x01\"\\ud800\"", "without its other half"),
            (b"\x09", "kind 9"),
        ] {
            let found = binary(Version::V2, frame).unwrap_err().to_string();
            assert!(found.contains(wrong), "{found}");
        }
        assert_eq!(
            binary(Version::V1, b"\0\0\0\0\0").unwrap_err().to_string(),
            "binary frames need vsn 2.0.0"
        );
    }

    proptest! {
        #[test]
        fn no_text_is_a_panic(message in "[\\[\\]{}\":,0-9a-z\\\\ ]{0,80}") {
            _ = text(Version::V1, &message);
            _ = text(Version::V2, &message);
        }

        #[test]
        fn no_frame_is_a_panic(kind in 0..5_u8, lengths in prop::collection::vec(0..6_u8, 0..7), rest: Vec<u8>) {
            let mut frame = Vec::from([kind]);
            frame.extend(lengths);
            frame.extend(rest);
            _ = binary(Version::V2, &frame);
        }

        #[test]
        fn what_a_header_says_is_read_back(
            texts in [".{0,20}", ".{0,20}", ".{0,20}", ".{0,20}"],
            metadata in prop::collection::vec(any::<u8>(), 0..40),
            payload: Vec<u8>,
        ) {
            let mut frame = Vec::from([3]);
            frame.extend(texts.iter().map(|text| u8::try_from(text.len()).unwrap()));
            frame.extend([u8::try_from(metadata.len()).unwrap(), 0]);
            texts.iter().for_each(|text| frame.extend(text.as_bytes()));
            frame.extend(&metadata);
            frame.extend(&payload);
            let incoming = binary(Version::V2, &frame).unwrap();
            prop_assert_eq!(&*incoming.topic, &*texts[2]);
            let Payload::Broadcast(broadcast) = incoming.payload else { panic!() };
            prop_assert_eq!(&*broadcast.event, &*texts[3]);
            prop_assert_eq!(broadcast.metadata, &metadata[..]);
            prop_assert_eq!(broadcast.body, Body::Bytes(&payload));
        }
    }
}
