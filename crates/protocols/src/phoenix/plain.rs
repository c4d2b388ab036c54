//! Messages as clients' libraries write them, read in one pass.
//!
//! Cursors and typing indicators come as broadcasts by the hundred thousand. What [`Scan`] takes is read here; the
//! rest is left to [`thoroughly`](super::incoming::thoroughly), the twin that this reader is tested against.

use alloc::borrow::Cow;

use super::{Version, incoming::Parts};
use crate::scan::Scan;

/// Reads a plain message; `None` if it is not plain.
pub(super) fn read(version: Version, text: &str) -> Option<Parts<'_>> {
    match version {
        Version::V1 => object(text),
        Version::V2 => array(text),
    }
}

fn object(text: &str) -> Option<Parts<'_>> {
    let (mut topic, mut event, mut payload, mut reference, mut join_ref) = (None, None, None, None, None);
    fields(text, |key, scan| {
        let (part, value) = match key {
            "topic" => (&mut topic, scan.string()?),
            "event" => (&mut event, scan.string()?),
            "payload" => (&mut payload, scan.value(1)?),
            "ref" => (&mut reference, scan.value(1)?),
            "join_ref" => (&mut join_ref, scan.value(1)?),
            _ => return None,
        };
        part.replace(value).is_none().then_some(())
    })?;
    Some(Parts {
        join_ref: join_ref.unwrap_or("null"),
        reference: reference?,
        topic: Cow::Borrowed(topic?),
        event: Cow::Borrowed(event?),
        payload: payload?,
    })
}

fn array(text: &str) -> Option<Parts<'_>> {
    let mut scan = Scan::new(text);
    scan.take(b'[')?;
    let join_ref = scan.value(1)?;
    scan.take(b',')?;
    let reference = scan.value(1)?;
    scan.take(b',')?;
    let topic = Cow::Borrowed(scan.string()?);
    scan.take(b',')?;
    let event = Cow::Borrowed(scan.string()?);
    scan.take(b',')?;
    let payload = scan.value(1)?;
    scan.take(b']')?;
    scan.is_done().then_some(Parts { join_ref, reference, topic, event, payload })
}

/// Reads an object that is all of `text`; `field` reads what follows each key.
pub(super) fn fields<'a>(
    text: &'a str,
    mut field: impl FnMut(&'a str, &mut Scan<'a>) -> Option<()>,
) -> Option<()> {
    let mut scan = Scan::new(text);
    scan.take(b'{')?;
    loop {
        let key = scan.string()?;
        scan.take(b':')?;
        field(key, &mut scan)?;
        match scan.next()? {
            b',' => {}
            b'}' if scan.is_done() => return Some(()),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

    use proptest::prelude::*;

    use super::{super::incoming::thoroughly, *};

    fn agrees(version: Version, text: &str) -> bool {
        read(version, text).is_none_or(|plain| thoroughly(version, text).is_ok_and(|parts| parts == plain))
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
            let text = format!("[null,null,\"a\",\"b\",{}{}]", "[".repeat(depth), "]".repeat(depth));
            let twin = thoroughly(Version::V2, &text).is_ok();
            assert_eq!(read(Version::V2, &text).is_some(), twin, "{depth}");
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
        let parts = (value.clone(), value.clone(), "[a-zü:]{0,9}", "[a-z_]{0,9}", value);
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
