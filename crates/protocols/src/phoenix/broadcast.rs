//! What clients say to each other, on its way in and on its way out to many.
//!
//! A broadcast comes as a JSON map or as a binary frame, and goes to receivers of both serialisers. What came as a map
//! stays one, even for those who could take a frame; what came as a frame is a map only for receivers of the first
//! serialiser, who have nothing else, and bytes do not reach those at all. The payload is spliced either way.

use alloc::{borrow::Cow, vec::Vec};

use baton_hub::Form;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    Reference, Version,
    binary::{self, Encoding},
    incoming::{self, Malformed},
    outgoing::Envelope,
    plain,
    topic::Spelling,
};
use crate::{
    framing::Encoded,
    json::{Text, push_string},
};

/// A broadcast of a client.
#[derive(Debug, PartialEq, Eq)]
pub struct Broadcast<'a> {
    /// The application's name for the event, unchecked.
    pub event: Cow<'a, str>,
    /// The payload.
    pub body: Body<'a>,
    /// How it came.
    pub sent_as: SentAs,
    /// What a binary frame said beside: meant to be JSON, but not checked, and not for receivers.
    pub metadata: &'a [u8],
}

/// The payload of a broadcast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body<'a> {
    /// One JSON value that every parser can read, as it was written.
    Json(&'a str),
    /// Bytes with no format.
    Bytes(&'a [u8]),
}

/// How a broadcast came, which decides how receivers of the second serialiser get it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentAs {
    /// As a JSON map: by the first serialiser, in a text message of the second, or by HTTP in a list.
    Map,
    /// As a binary frame, by HTTP alone, or from a database or another protocol.
    Frame,
}

impl<'a> Broadcast<'a> {
    /// Splits the payload of a text message, whose syntax is known to be right, unless it was `split` when it was read. Without
    /// a payload of its own the map counts as one with an empty object, as clients' libraries have it; other keys are not
    /// for receivers.
    pub(super) fn from_map(map: &'a str, split: Option<plain::Map<'a>>) -> Result<Self, Malformed> {
        let (event, body) = match split {
            Some(plain::Map { event, payload }) => (Cow::Borrowed(event), payload),
            None => split_thoroughly(map)?,
        };
        let body = Body::Json(body.unwrap_or("{}"));
        Ok(Self { event, body, sent_as: SentAs::Map, metadata: &[] })
    }

    /// What a binary frame holds.
    pub(super) fn from_frame(
        event: &'a str,
        metadata: &'a [u8],
        encoding: Encoding,
        payload: &'a [u8],
    ) -> Result<Self, Malformed> {
        let body = match encoding {
            Encoding::Binary => Body::Bytes(payload),
            Encoding::Json => Body::Json(incoming::value(payload)?),
        };
        Ok(Self { event: Cow::Borrowed(event), body, sent_as: SentAs::Frame, metadata })
    }
}

impl<'a> Body<'a> {
    /// How the hub is to read it. A string is JSON like any other here: as text it would be taken for a Pusher publisher's
    /// data, which holds JSON.
    pub fn form(self) -> Form {
        match self {
            Self::Json(_) => Form::Json,
            Self::Bytes(_) => Form::Binary,
        }
    }

    /// Its bytes.
    pub fn data(self) -> &'a [u8] {
        match self {
            Self::Json(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

#[derive(Deserialize)]
struct Map<'a> {
    #[serde(borrow)]
    event: Text<'a>,
    #[serde(borrow, default, deserialize_with = "present")]
    payload: Option<&'a RawValue>,
}

/// A value that is there, be it null.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// Event and payload of any map that is right: the twin of [`plain::Map`].
pub(super) fn split_thoroughly(map: &str) -> Result<(Cow<'_, str>, Option<&str>), Malformed> {
    let Map { event, payload } = incoming::object(map)?;
    Ok((event.0, payload.map(RawValue::get)))
}

/// A broadcast for many: what [`FanOut::encode`] writes is the same for every receiver of a serialiser.
#[derive(Debug, Clone, Copy)]
pub struct FanOut<'a> {
    /// The channel.
    pub topic: Spelling<'a>,
    /// The application's name for the event.
    pub event: &'a str,
    /// How `data` is to be read.
    pub form: Form,
    /// The payload. JSON is trusted to be JSON.
    pub data: &'a [u8],
    /// A JSON object for the client's library, such as `{"id":…,"replayed":true}`.
    pub meta: Option<&'a str>,
    /// How it came.
    pub sent_as: SentAs,
}

impl FanOut<'_> {
    /// Appends the message. `None`, with nothing appended, where the serialiser has no words for it: bytes in the first,
    /// and bytes in the second if a text of the header is longer than 255 bytes. JSON with such a text goes as text.
    pub fn encode(&self, version: Version, out: &mut Vec<u8>) -> Option<Encoded> {
        let as_frame = version == Version::V2 && (self.sent_as == SentAs::Frame || self.form == Form::Binary);
        if as_frame && self.push_frame(out).is_some() {
            return Some(Encoded::Binary);
        }
        (self.form != Form::Binary).then(|| {
            self.push_text(version, out);
            Encoded::Text
        })
    }

    fn push_frame(&self, out: &mut Vec<u8>) -> Option<()> {
        let meta = self.meta.unwrap_or_default();
        let encoding = if self.form == Form::Binary { Encoding::Binary } else { Encoding::Json };
        out.reserve(5 + self.topic.len() + self.event.len() + meta.len() + self.data.len());
        binary::push_broadcast_header(out, self.topic, self.event, meta, encoding)?;
        out.extend_from_slice(self.data);
        Some(())
    }

    fn push_text(&self, version: Version, out: &mut Vec<u8>) {
        let meta = self.meta.unwrap_or_default();
        out.reserve(128 + self.topic.len() + self.event.len() + meta.len() + self.data.len());
        let envelope = Envelope {
            join_ref: Reference::Null,
            reference: Reference::Null,
            topic: self.topic,
            event: incoming::BROADCAST,
        };
        envelope.push(version, out, |out| {
            out.extend_from_slice(br#"{"event":"#);
            push_string(out, self.event);
            out.extend_from_slice(br#","payload":"#);
            out.extend_from_slice(self.data);
            out.extend_from_slice(br#","type":"broadcast""#);
            if !meta.is_empty() {
                out.extend_from_slice(br#","meta":"#);
                out.extend_from_slice(meta.as_bytes());
            }
            out.push(b'}');
        });
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec};

    use proptest::prelude::*;

    use super::{super::incoming::Payload, *};

    const TOPIC: Spelling<'static> = Spelling { prefix: "realtime:", name: "x" };

    fn fan_out<'a>(form: Form, data: &'a [u8], sent_as: SentAs) -> FanOut<'a> {
        FanOut { topic: TOPIC, event: "e", form, data, meta: None, sent_as }
    }

    fn encoded(fan_out: &FanOut<'_>, version: Version) -> Option<(Encoded, Vec<u8>)> {
        let mut out = vec![b'-'];
        let kind = fan_out.encode(version, &mut out);
        assert_eq!(out.remove(0), b'-', "what was there stays");
        assert_eq!(kind.is_none(), out.is_empty());
        kind.map(|kind| (kind, out))
    }

    fn text(text: &str) -> Option<(Encoded, Vec<u8>)> {
        Some((Encoded::Text, text.into()))
    }

    #[test]
    fn a_map_stays_a_map() {
        let map = fan_out(Form::Json, br#"{"a": 1}"#, SentAs::Map);
        assert_eq!(
            encoded(&map, Version::V1),
            text(
                r#"{"topic":"realtime:x","event":"broadcast","payload":{"event":"e","payload":{"a": 1},"type":"broadcast"},"ref":null}"#
            )
        );
        assert_eq!(
            encoded(&map, Version::V2),
            text(
                r#"[null,null,"realtime:x","broadcast",{"event":"e","payload":{"a": 1},"type":"broadcast"}]"#
            )
        );
    }

    #[test]
    fn a_frame_is_a_map_for_the_first_serialiser_only() {
        let meta = Some(r#"{"id":"u","replayed":true}"#);
        let frame = FanOut { meta, ..fan_out(Form::Json, b"[1]", SentAs::Frame) };
        assert_eq!(
            encoded(&frame, Version::V1),
            text(
                r#"{"topic":"realtime:x","event":"broadcast","payload":{"event":"e","payload":[1],"type":"broadcast","meta":{"id":"u","replayed":true}},"ref":null}"#
            )
        );
        let expected = b"\x04\x0a\x01\x1a\x01realtime:xe{\"id\":\"u\",\"replayed\":true}[1]";
        assert_eq!(encoded(&frame, Version::V2), Some((Encoded::Binary, expected.to_vec())));
    }

    #[test]
    fn bytes_reach_the_second_serialiser_only() {
        let bytes = fan_out(Form::Binary, b"\0\xff", SentAs::Frame);
        assert_eq!(encoded(&bytes, Version::V1), None);
        let expected = b"\x04\x0a\x01\0\0realtime:xe\0\xff".to_vec();
        assert_eq!(encoded(&bytes, Version::V2), Some((Encoded::Binary, expected)));
    }

    #[test]
    fn headers_that_are_too_long_become_text() {
        let event = "e".repeat(256);
        let long = FanOut { event: &event, ..fan_out(Form::Text, b"\"t\"", SentAs::Frame) };
        let expected = alloc::format!(
            r#"[null,null,"realtime:x","broadcast",{{"event":"{event}","payload":"t","type":"broadcast"}}]"#
        );
        assert_eq!(encoded(&long, Version::V2), text(&expected));
        let bytes = FanOut { form: Form::Binary, ..long };
        assert_eq!(encoded(&bytes, Version::V2), None);
        let name = "x".repeat(247);
        let topic = Spelling { name: &name, ..TOPIC };
        let long = FanOut { topic, ..fan_out(Form::Json, b"1", SentAs::Frame) };
        assert_eq!(encoded(&long, Version::V2).unwrap().0, Encoded::Text);
        let topic = Spelling { name: &name[1..], ..TOPIC };
        assert_eq!(encoded(&FanOut { topic, ..long }, Version::V2).unwrap().0, Encoded::Binary);
    }

    #[test]
    fn maps_are_split_however_they_are_written() {
        for (map, event, body) in [
            (r#"{"type":"broadcast","event":"e","payload":{"x":1}}"#, "e", r#"{"x":1}"#),
            (r#"{"event":"e","payload":[ 1 ]}"#, "e", "[ 1 ]"),
            (r#"{"event":"e"}"#, "e", "{}"),
            (r#"{"event":"e","payload":null}"#, "e", "null"),
            (r#"{ "event": "e", "payload": null, "more": 1 }"#, "e", "null"),
            (r#"{"event":"\u0065","payload":"1"}"#, "e", r#""1""#),
            (r#"{"event":"","payload":1e5}"#, "", "1e5"),
        ] {
            let broadcast = Broadcast::from_map(map, None).unwrap();
            assert_eq!((&*broadcast.event, broadcast.body), (event, Body::Json(body)), "{map}");
        }
        assert!(Broadcast::from_map(r#"{"event":1}"#, None).is_err());
        assert!(Broadcast::from_map(r#"{"payload":1}"#, None).is_err());
    }

    #[test]
    fn the_hub_is_told_the_form() {
        assert_eq!(Body::Json("\"a\"").form(), Form::Json);
        assert_eq!(Body::Json("{}").form(), Form::Json);
        assert_eq!(Body::Bytes(b"\"").form(), Form::Binary);
    }

    fn frame(event: &str, encoding: u8, payload: &[u8]) -> Vec<u8> {
        let mut frame = vec![3, 0, 0, 10, u8::try_from(event.len()).unwrap(), 0, encoding];
        frame.extend(b"realtime:x");
        frame.extend(event.as_bytes());
        frame.extend(payload);
        frame
    }

    fn sent(frame: &[u8]) -> Broadcast<'_> {
        match incoming::binary(Version::V2, frame).unwrap().payload {
            Payload::Broadcast(broadcast) => broadcast,
            other => panic!("{other:?}"),
        }
    }

    fn out_of<'a>(broadcast: &'a Broadcast<'_>) -> FanOut<'a> {
        let Broadcast { event, body, sent_as, .. } = broadcast;
        FanOut { event, ..fan_out(body.form(), body.data(), *sent_as) }
    }

    proptest! {
        #[test]
        fn bytes_arrive_as_they_were_sent(event in ".{0,40}", payload: Vec<u8>) {
            let frame = frame(&event, 0, &payload);
            let broadcast = sent(&frame);
            let (kind, out) = encoded(&out_of(&broadcast), Version::V2).unwrap();
            prop_assert_eq!(kind, Encoded::Binary);
            prop_assert_eq!(&out[..5], &[4, 10, u8::try_from(event.len()).unwrap(), 0, 0]);
            prop_assert_eq!(&out[15..15 + event.len()], event.as_bytes());
            prop_assert_eq!(&out[15 + event.len()..], &payload[..]);
            prop_assert!(encoded(&out_of(&broadcast), Version::V1).is_none());
        }

        #[test]
        fn json_arrives_as_it_was_sent(event in ".{0,40}", key in ".{0,20}", number: i64, blank in " {0,2}") {
            let mut payload = Vec::from("{");
            push_string(&mut payload, &key);
            payload.extend(alloc::format!("{blank}:{blank}[{number},{blank}null]}}").as_bytes());
            let frame = frame(&event, 1, &payload);
            let broadcast = sent(&frame);
            let payload = core::str::from_utf8(&payload).unwrap();
            let (kind, out) = encoded(&out_of(&broadcast), Version::V2).unwrap();
            prop_assert_eq!(kind, Encoded::Binary);
            prop_assert_eq!(&out[15 + event.len()..], payload.as_bytes());

            // What the first serialiser writes, it reads, and so do receivers.
            let (_, out) = encoded(&out_of(&broadcast), Version::V1).unwrap();
            let text = String::from_utf8(out).unwrap();
            let Payload::Broadcast(back) = incoming::text(Version::V1, &text).unwrap().payload else { panic!() };
            prop_assert_eq!(&*back.event, &*event);
            prop_assert_eq!(back.body, Body::Json(payload));

            // And as a map, in both.
            for version in [Version::V1, Version::V2] {
                let (_, out) = encoded(&out_of(&back), version).unwrap();
                let text = String::from_utf8(out).unwrap();
                let Payload::Broadcast(again) = incoming::text(version, &text).unwrap().payload else { panic!() };
                prop_assert_eq!(&again, &back);
            }
        }
    }
}
