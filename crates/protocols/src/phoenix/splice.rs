//! What Pusher's publishers say, as clients of this protocol expect it.
//!
//! Pusher's `data` is a string, in which nearly all publishers put JSON. Receivers of Pusher parse it themselves;
//! here nobody would, so it is written as the JSON that it holds. A string that holds something else stays a string.
//! Some libraries take objects only: for them anything else is wrapped as `{"data":…}`, the field's name at Pusher.

use alloc::{borrow::Cow, string::String};

use baton_hub::Form;

use super::{fields, incoming};

/// What receivers can take as a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// Any JSON value.
    Anything,
    /// An object: the libraries for Python and others declare payloads as such.
    Object,
}

/// The payload for receivers of this protocol: what `literal`, a JSON string, holds, and its form. Borrowed where the
/// string has no escapes or holds no JSON.
pub fn from_pusher(literal: &str, demand: Demand) -> (Form, Cow<'_, str>) {
    let (form, value) = match unescaped(literal) {
        Some(json) if json.starts_with('"') => (Form::Text, json),
        Some(json) => (Form::Json, json),
        None => (Form::Text, Cow::Borrowed(literal)),
    };
    if demand == Demand::Object && !fields::is_object(&value) {
        return (Form::Json, Cow::Owned(wrapped(&value)));
    }
    (form, value)
}

/// The JSON value in a string; `None` if there is none that every parser can read.
fn unescaped(literal: &str) -> Option<Cow<'_, str>> {
    match fields::string(literal)? {
        Cow::Borrowed(text) => incoming::value(text.as_bytes()).ok().map(Cow::Borrowed),
        Cow::Owned(text) => {
            let value = incoming::value(text.as_bytes()).ok()?;
            if value.len() == text.len() { Some(Cow::Owned(text)) } else { Some(Cow::Owned(value.into())) }
        }
    }
}

fn wrapped(value: &str) -> String {
    [r#"{"data":"#, value, "}"].concat()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::json::push_string;

    fn literal(text: &str) -> String {
        let mut out = alloc::vec::Vec::new();
        push_string(&mut out, text);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn json_in_a_string_is_spliced() {
        for (text, form) in [
            (r#"{"a":"b\n"}"#, Form::Json),
            ("{}", Form::Json),
            ("[1,\"é\"]", Form::Json),
            ("17", Form::Json),
            ("null", Form::Json),
            (r#""quoted \" twice""#, Form::Text),
        ] {
            assert_eq!(from_pusher(&literal(text), Demand::Anything), (form, text.into()), "{text}");
        }
        let escaped = r#""{\u0022a\u0022:\/1\/}""#;
        assert_eq!(from_pusher(escaped, Demand::Anything), (Form::Text, escaped.into()), "is no JSON inside");
        let escaped = r#""{\u0022a\u0022: 1} ""#;
        assert_eq!(from_pusher(escaped, Demand::Anything), (Form::Json, r#"{"a": 1}"#.into()));
        assert!(matches!(from_pusher("\"[1]\"", Demand::Anything).1, Cow::Borrowed("[1]")));
    }

    #[test]
    fn other_text_stays_the_literal_that_it_was() {
        let deep = "[".repeat(65) + &"]".repeat(65);
        for text in ["hello", "", " ", "{", "{}x", "1e999", r#""\ud800""#, &deep] {
            let literal = literal(text);
            assert_eq!(
                from_pusher(&literal, Demand::Anything),
                (Form::Text, literal.as_str().into()),
                "{text}"
            );
        }
    }

    #[test]
    fn who_demands_an_object_gets_one() {
        for (text, payload) in [
            (r#"{"a":1}"#, r#"{"a":1}"#),
            ("[1]", r#"{"data":[1]}"#),
            ("17", r#"{"data":17}"#),
            (r#""x""#, r#"{"data":"x"}"#),
            ("hello", r#"{"data":"hello"}"#),
        ] {
            assert_eq!(from_pusher(&literal(text), Demand::Object), (Form::Json, payload.into()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_spliced_is_json_and_says_the_same(text in prop_oneof![".{0,40}", "[\\[\\]{}\":,0-9\\\\ ]{0,12}"]) {
            let literal = literal(&text);
            let (_, payload) = from_pusher(&literal, Demand::Anything);
            let said: serde_json::Value = serde_json::from_str(&payload).unwrap();
            let expected = serde_json::from_str(&text).unwrap_or(serde_json::Value::String(text));
            prop_assert_eq!(said, expected);
            let (_, payload) = from_pusher(&literal, Demand::Object);
            prop_assert!(serde_json::from_str::<serde_json::Value>(&payload).unwrap().is_object());
        }
    }
}
