//! Messages as clients' libraries write them, read in one pass.
//!
//! Cursors and typing indicators come as broadcasts by the hundred thousand. What [`Scan`] takes is read here; the
//! rest is left to [`thoroughly`](super::incoming::thoroughly), the twin that this reader is tested against.

use alloc::borrow::Cow;

use super::{
    Version,
    incoming::{BROADCAST, Parts},
};
use crate::scan::Scan;

/// A plain message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plain<'a> {
    pub(super) parts: Parts<'a>,
    /// What the payload of a broadcast says, where that is plain too and the event's name came before it.
    pub(super) map: Option<Map<'a>>,
}

/// The payload of a broadcast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Map<'a> {
    pub(super) event: &'a str,
    pub(super) payload: Option<&'a str>,
}

/// Reads a plain message; `None` if it is not plain.
pub(super) fn read(version: Version, text: &str) -> Option<Plain<'_>> {
    match version {
        Version::V1 => object(text),
        Version::V2 => array(text),
    }
}

fn object(text: &str) -> Option<Plain<'_>> {
    let (mut topic, mut event, mut payload, mut reference, mut join_ref) = (None, None, None, None, None);
    let mut map = None;
    let mut scan = Scan::new(text);
    fields(&mut scan, |key, scan| {
        let (part, value) = match key {
            "topic" => (&mut topic, scan.string()?),
            "event" => (&mut event, scan.string()?),
            "payload" => {
                let (value, said) = payload_of(event, scan)?;
                map = said;
                (&mut payload, value)
            }
            "ref" => (&mut reference, scan.value(1)?),
            "join_ref" => (&mut join_ref, scan.value(1)?),
            _ => return None,
        };
        part.replace(value).is_none().then_some(())
    })?;
    let parts = Parts {
        join_ref: join_ref.unwrap_or("null"),
        reference: reference?,
        topic: Cow::Borrowed(topic?),
        event: Cow::Borrowed(event?),
        payload: payload?,
    };
    scan.is_done().then_some(Plain { parts, map })
}

/// The payload behind an event's name, looked into in the same pass where it is a broadcast's: cursors are large enough that a
/// second one would be felt.
fn payload_of<'a>(event: Option<&str>, scan: &mut Scan<'a>) -> Option<(&'a str, Option<Map<'a>>)> {
    if event == Some(BROADCAST) {
        let place = scan.place();
        if let Some(map) = map(scan) {
            return Some((scan.since(place)?, Some(map)));
        }
        scan.go_back(place);
    }
    Some((scan.value(1)?, None))
}

fn map<'a>(scan: &mut Scan<'a>) -> Option<Map<'a>> {
    let (mut event, mut payload) = (None, None);
    fields(scan, |key, scan| {
        let (part, value) = match key {
            "event" => (&mut event, scan.string()?),
            "payload" => (&mut payload, scan.value(2)?),
            "type" => return scan.string().map(drop),
            _ => return None,
        };
        part.replace(value).is_none().then_some(())
    })?;
    Some(Map { event: event?, payload })
}

fn array(text: &str) -> Option<Plain<'_>> {
    let mut scan = Scan::new(text);
    scan.take(b'[')?;
    let join_ref = scan.value(1)?;
    scan.take(b',')?;
    let reference = scan.value(1)?;
    scan.take(b',')?;
    let topic = Cow::Borrowed(scan.string()?);
    scan.take(b',')?;
    let event = scan.string()?;
    scan.take(b',')?;
    let (payload, map) = payload_of(Some(event), &mut scan)?;
    scan.take(b']')?;
    let parts = Parts { join_ref, reference, topic, event: Cow::Borrowed(event), payload };
    scan.is_done().then_some(Plain { parts, map })
}

/// Reads an object; `field` reads what follows each key.
fn fields<'a>(
    scan: &mut Scan<'a>,
    mut field: impl FnMut(&'a str, &mut Scan<'a>) -> Option<()>,
) -> Option<()> {
    scan.take(b'{')?;
    loop {
        let key = scan.string()?;
        scan.take(b':')?;
        field(key, scan)?;
        match scan.next()? {
            b',' => {}
            b'}' => return Some(()),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

    use proptest::prelude::*;

    use super::{
        super::{broadcast::split_thoroughly, incoming::thoroughly},
        *,
    };

    fn agrees(version: Version, text: &str) -> bool {
        read(version, text).is_none_or(|Plain { parts, map }| {
            let is_split = map.is_none_or(|Map { event, payload }| {
                split_thoroughly(parts.payload).is_ok_and(|twin| twin == (event.into(), payload))
            });
            is_split && thoroughly(version, text).is_ok_and(|twin| twin == parts)
        })
    }

    #[test]
    fn what_libraries_send_is_plain() {
        for (version, text) in [
            (Version::V1, r#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}"#),
            (Version::V1, r#"{"topic":"a","event":"b","payload":{"x":[1]},"ref":null,"join_ref":1}"#),
            (Version::V2, r#"[null,"1","phoenix","heartbeat",{}]"#),
            (
                Version::V2,
                r#"["1","2","realtime:ü","broadcast",{"type":"broadcast","event":"e","payload":{}}]"#,
            ),
        ] {
            assert!(read(version, text).is_some() && agrees(version, text), "{text}");
        }
    }

    #[test]
    fn broadcasts_are_split_where_the_name_comes_first() {
        let map = r#"{"type":"broadcast","event":"e","payload":{"x":[1]}}"#;
        let split = Some(Map { event: "e", payload: Some(r#"{"x":[1]}"#) });
        for (text, version, expected) in [
            (format!(r#"["1","2","t","broadcast",{map}]"#), Version::V2, split),
            (format!(r#"["1","2","t","presence",{map}]"#), Version::V2, None),
            (r#"["1","2","t","broadcast",{"event":"e","more":1}]"#.to_owned(), Version::V2, None),
            (r#"["1","2","t","broadcast",[]]"#.to_owned(), Version::V2, None),
            (format!(r#"{{"topic":"t","event":"broadcast","payload":{map},"ref":"1"}}"#), Version::V1, split),
            (format!(r#"{{"payload":{map},"topic":"t","event":"broadcast","ref":"1"}}"#), Version::V1, None),
        ] {
            assert_eq!(read(version, &text).unwrap().map, expected, "{text}");
            assert!(agrees(version, &text), "{text}");
        }
    }

    #[test]
    fn the_unusual_and_the_wrong_are_left_to_the_twin() {
        for (version, text) in [
            (Version::V1, "{}"),
            (Version::V1, r#"{"topic":"a","event":"b","payload":{}}"#),
            (Version::V1, r#"{"topic":"a","event":"b","payload":{},"ref":"1","ref":"1"}"#),
            (Version::V1, r#"{"topic":"a","event":"b","payload":{},"ref":"1","more":1}"#),
            (Version::V1, r#"{"topic":"a","event":"b","payload":{},"ref":"1"} "#),
            (Version::V1, r#"{"topic": "a","event":"b","payload":{},"ref":"1"}"#),
            (Version::V2, r#"[null,null,"a","b",{},1]"#),
            (Version::V2, r#"[null,null,"a","b"]"#),
            (Version::V2, r#"[null,null,"\u0061","b",{}]"#),
            (Version::V2, r#"[null,null,"a","b",{}]]"#),
        ] {
            assert_eq!(read(version, text), None, "{text}");
        }
    }

    #[test]
    fn nesting_ends_where_the_twin_s_does() {
        for depth in 60..70 {
            let value = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            for text in [
                format!(r#"[null,null,"a","b",{value}]"#),
                format!(r#"[null,null,"a","broadcast",{{"event":"e","payload":{value}}}]"#),
            ] {
                let twin = thoroughly(Version::V2, &text).is_ok();
                assert_eq!(read(Version::V2, &text).is_some(), twin, "{depth}");
            }
        }
    }

    /// Messages as libraries write them, and then damaged now and then.
    fn message() -> impl Strategy<Value = (Version, String)> {
        let value = prop_oneof![
            Just("null"),
            Just("7"),
            Just("-0.5"),
            Just("\"1\""),
            Just("{\"a\":[1,{}],\"b\":\"ü\"}"),
            Just("[true,false]"),
            Just("1e400"),
            Just("\"\\ud800\""),
        ];
        let field = prop_oneof![Just("event"), Just("payload"), Just("type"), Just("more")];
        let map = prop::collection::vec((field, value.clone()), 0..5).prop_map(|fields| {
            let fields: Vec<_> = fields.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
            format!("{{{}}}", fields.join(","))
        });
        let event = prop_oneof!["[a-z_]{0,9}", Just("broadcast".to_owned())];
        let payload = prop_oneof![value.clone().prop_map(ToOwned::to_owned), map];
        let parts = (value.clone(), value, "[a-zü:]{0,9}", event, payload);
        let damage = any::<Option<(prop::sample::Index, prop::sample::Index)>>();
        (any::<bool>(), parts, damage, 0..5_usize).prop_map(|(first, parts, damage, order)| {
            let (join_ref, reference, topic, event, payload) = parts;
            let (version, text) = if first {
                let mut fields = [
                    format!("\"topic\":\"{topic}\""),
                    format!("\"event\":\"{event}\""),
                    format!("\"payload\":{payload}"),
                    format!("\"ref\":{reference}"),
                    format!("\"join_ref\":{join_ref}"),
                ];
                fields.rotate_left(order);
                (Version::V1, format!("{{{}}}", fields.join(",")))
            } else {
                (Version::V2, format!("[{join_ref},{reference},\"{topic}\",\"{event}\",{payload}]"))
            };
            let mut text: Vec<u8> = text.into();
            if let Some((at, with)) = damage {
                let bytes = b"\"{}[],:\\ 0e.-a\n";
                let (at, with) = (at.index(text.len()), bytes[with.index(bytes.len())]);
                text[at] = with;
            }
            (version, String::from_utf8_lossy(&text).into_owned())
        })
    }

    proptest! {
        #[test]
        fn it_reads_what_the_twin_reads((version, text) in message()) {
            prop_assert!(agrees(version, &text), "{}", text.to_owned());
        }
    }
}
