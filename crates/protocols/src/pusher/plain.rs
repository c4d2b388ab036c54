//! Messages as clients' libraries write them, read at the speed of a search.
//!
//! Client events are the one thing that clients send by the hundred thousand. What `JSON.stringify` and its like write
//! has no blanks, its keys and most of its strings no escapes, its numbers rarely exponents; such a message is read
//! here in one pass that also proves what [`json::is_shallow`](crate::json::is_shallow) and
//! [`json::check_fit`](crate::json::check_fit) ask. Whatever is unusual, or wrong, is left to serde_json, which is the
//! twin that this reader is tested against.

use crate::scan::Scan;

/// A message's parts, as they stand in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plain<'a> {
    pub(super) event: &'a str,
    pub(super) channel: Option<&'a str>,
    /// One JSON value that every parser can read.
    pub(super) data: Option<&'a str>,
}

/// Reads a plain message; `None` if it is not plain.
pub(super) fn read(text: &str) -> Option<Plain<'_>> {
    let mut scan = Scan::new(text);
    let (mut event, mut channel, mut data) = (None, None, None);
    scan.take(b'{')?;
    loop {
        let key = scan.string()?;
        scan.take(b':')?;
        let (part, value) = match key {
            "event" => (&mut event, scan.string()?),
            "channel" => (&mut channel, scan.string()?),
            "data" => (&mut data, scan.value(1)?),
            _ => return None,
        };
        if part.replace(value).is_some() {
            return None;
        }
        match scan.next()? {
            b',' => {}
            b'}' if scan.is_done() => return Some(Plain { event: event?, channel, data }),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{
        borrow::ToOwned,
        format,
        string::{String, ToString},
        vec,
        vec::Vec,
    };

    use proptest::prelude::*;

    use super::*;
    use crate::{
        json,
        pusher::incoming::{Envelope, object},
    };

    /// What the twin reads, if the message is one that the rest of the crate accepts.
    fn twin(text: &str) -> Option<(String, Option<String>, &str)> {
        let envelope: Envelope<'_> = object(text).ok()?;
        let data = envelope.data.map_or("null", serde_json::value::RawValue::get);
        json::check_fit(data).ok()?;
        Some((envelope.event.0.to_string(), envelope.channel.map(|name| name.0.to_string()), data))
    }

    fn agrees(text: &str) -> bool {
        read(text).is_none_or(|plain| {
            let parts =
                (plain.event.to_owned(), plain.channel.map(ToOwned::to_owned), plain.data.unwrap_or("null"));
            twin(text) == Some(parts)
        })
    }

    #[test]
    fn what_libraries_send_is_plain() {
        for data in [
            "{}",
            "[]",
            "\"text\"",
            "null",
            "true",
            "false",
            "0",
            "-1.25",
            "[1,[2,{\"a\":[]}],\"ü🎺\"]",
            "{\"a\":{\"b\":null},\"c\":\"\"}",
        ] {
            let text = format!(r#"{{"event":"client-x","data":{data},"channel":"private-y"}}"#);
            let plain = Plain { event: "client-x", channel: Some("private-y"), data: Some(data) };
            assert_eq!(read(&text), Some(plain), "{text}");
            assert!(agrees(&text));
        }
        assert!(read(r#"{"event":"pusher:ping"}"#).is_some());
    }

    #[test]
    fn the_unusual_and_the_wrong_are_left_to_the_twin() {
        for text in [
            "",
            "{}",
            "[]",
            r#"{"event":"a"} "#,
            r#"{"event":"a"}}"#,
            r#"{"event":"a",}"#,
            r#"{"event":"a","event":"b"}"#,
            r#"{"event":"a","more":1}"#,
            r#"{"event": "a"}"#,
            r#"{"event":"\u0061"}"#,
            "{\"event\":\"a\nb\"}",
            r#"{"event":1}"#,
            r#"{"data":1}"#,
            r#"{"event":"a","channel":null}"#,
            r#"{"event":"a","data":01}"#,
            r#"{"event":"a","data":1.}"#,
            r#"{"event":"a","data":-}"#,
            r#"{"event":"a","data":1e5}"#,
            r#"{"event":"a","data":[1,]}"#,
            r#"{"event":"a","data":{1:2}}"#,
            r#"{"event":"a","data":{"x"}}"#,
            r#"{"event":"a","data":[}"#,
            r#"{"event":"a","data":]}"#,
            r#"{"event":"a","data":tru}"#,
            r#"{"event":"a","data":"\ud800"}"#,
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn nesting_ends_where_the_twin_s_does() {
        for depth in 60..70 {
            let text = format!(r#"{{"event":"a","data":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
            assert_eq!(read(&text).is_some(), twin(&text).is_some(), "{depth}");
        }
    }

    /// JSON as `JSON.stringify` writes it, and then damaged now and then.
    fn message() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            Just("true".to_owned()),
            "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,3})?",
            "\"([a-zü{}\\[\\],:]|\\\\n|\\\\u00e9|\\\\ud800){0,40}\"",
        ];
        let value = leaf.prop_recursive(4, 32, 5, |inner| {
            let pair = ("\"[a-z]{0,3}\"", inner.clone()).prop_map(|(key, value)| format!("{key}:{value}"));
            prop_oneof![
                prop::collection::vec(inner, 0..5).prop_map(|values| format!("[{}]", values.join(","))),
                prop::collection::vec(pair, 0..5).prop_map(|pairs| format!("{{{}}}", pairs.join(","))),
            ]
        });
        (value, any::<Option<(prop::sample::Index, prop::sample::Index)>>(), 0..3_usize).prop_map(
            |(value, damage, order)| {
                let parts = vec![
                    r#""event":"client-e""#.to_owned(),
                    r#""channel":"private-c""#.to_owned(),
                    format!("\"data\":{value}"),
                ];
                let mut parts: Vec<_> = parts.into_iter().cycle().skip(order).take(3).collect();
                parts.dedup();
                let mut text = format!("{{{}}}", parts.join(",")).into_bytes();
                if let Some((at, with)) = damage {
                    let bytes = b"\"{}[],:\\ 0e.-a\n";
                    let (at, with) = (at.index(text.len()), bytes[with.index(bytes.len())]);
                    text[at] = with;
                }
                String::from_utf8_lossy(&text).into_owned()
            },
        )
    }

    proptest! {
        #[test]
        fn it_reads_what_the_twin_reads(text in message()) {
            prop_assert!(agrees(&text), "{}", text);
        }
    }
}
