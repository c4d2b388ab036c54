//! How a message begins of which the rest was not stored, because it is too large.

use alloc::borrow::Cow;

use serde_json::{Deserializer, value::RawValue};

use super::{Reference, Version, binary, incoming::BROADCAST};
use crate::json::Text;

/// What a message says before its payload.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Beginning<'a> {
    pub(super) join_ref: Reference<'a>,
    pub(super) reference: Reference<'a>,
    pub(super) topic: Cow<'a, str>,
    pub(super) event: Cow<'a, str>,
}

/// Reads how a message begins; `None` if the excerpt does not reach its payload. Of version 1 it never does what is
/// needed: its reference stands behind the payload.
pub(super) fn read(version: Version, is_text: bool, excerpt: &[u8]) -> Option<Beginning<'_>> {
    match (version, is_text) {
        (Version::V1, _) => None,
        (Version::V2, true) => text(excerpt),
        (Version::V2, false) => {
            let frame = binary::read(excerpt).ok()?;
            Some(Beginning {
                join_ref: Reference::from_header(frame.join_ref),
                reference: Reference::from_header(frame.reference),
                topic: frame.topic.into(),
                event: if frame.broadcast.is_some() { BROADCAST } else { frame.event }.into(),
            })
        }
    }
}

/// `["join_ref","ref","topic","event",` and then anything.
fn text(excerpt: &[u8]) -> Option<Beginning<'_>> {
    let mut rest = excerpt.trim_ascii_start().strip_prefix(b"[")?;
    let mut next = || {
        let mut values = Deserializer::from_slice(rest).into_iter::<&RawValue>();
        let value = values.next()?.ok()?.get();
        rest = rest.get(values.byte_offset()..)?.trim_ascii_start().strip_prefix(b",")?;
        Some(value)
    };
    let [join_ref, reference, topic, event] = [next()?, next()?, next()?, next()?];
    let text = |json| serde_json::from_str(json).ok().map(|Text(text)| text);
    Some(Beginning {
        join_ref: Reference::from_json(join_ref)?,
        reference: Reference::from_json(reference)?,
        topic: text(topic)?,
        event: text(event)?,
    })
}

#[cfg(test)]
mod tests {
    use alloc::{format, vec::Vec};

    use super::*;

    #[test]
    fn it_is_known_once_the_payload_begins() {
        let whole = br#" [ null , "7","realtime:r\"m" ,"broadcast",{"type":"#;
        let known = whole.iter().position(|&byte| byte == b'{').unwrap();
        for end in 0..whole.len() {
            let beginning = read(Version::V2, true, &whole[..end]);
            assert_eq!(beginning.is_some(), end >= known, "{end}");
        }
        let beginning = read(Version::V2, true, whole).unwrap();
        assert_eq!((&*beginning.topic, &*beginning.event), ("realtime:r\"m", "broadcast"));
        assert_eq!(beginning.join_ref, Reference::Null);
        assert_eq!(Some(beginning.reference), Reference::from_json("\"7\""));
    }

    #[test]
    fn it_is_what_the_whole_message_says() {
        for (topic, event) in [("realtime:a", "broadcast"), ("realtime:\u{e9}\n", "presence"), ("", "")] {
            let message = format!(
                "[\"1\",\"2\",{},{},{{}}]",
                serde_json::to_string(topic).unwrap(),
                serde_json::to_string(event).unwrap()
            );
            let beginning = read(Version::V2, true, message.as_bytes()).unwrap();
            assert_eq!((&*beginning.topic, &*beginning.event), (topic, event));
        }
        let mut frame = Vec::from([3, 1, 1, 10, 1, 0, 0]);
        frame.extend_from_slice(b"12realtime:ae");
        frame.extend_from_slice(&[0xff; 100]);
        let beginning = read(Version::V2, false, &frame).unwrap();
        assert_eq!((&*beginning.topic, &*beginning.event), ("realtime:a", "broadcast"));
    }

    #[test]
    fn what_is_no_message_is_nothing() {
        for text in [
            "",
            "{}",
            "[",
            "[1,2,3,4,5]",
            "[{},\"2\",\"t\",\"e\",{}",
            "[\"1\" \"2\",\"t\",\"e\",{}",
            "[\"1\",\"2\",\"t\",\"e\"]",
        ] {
            assert_eq!(read(Version::V2, true, text.as_bytes()), None, "{text}");
        }
        assert_eq!(read(Version::V1, true, b"[\"1\",\"2\",\"t\",\"e\",{}]"), None);
    }
}
