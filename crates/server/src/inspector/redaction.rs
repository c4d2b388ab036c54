//! Payloads as the inspector shows them: as text, without the values that settings hide.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use baton_hub::{Form, Message};
use baton_protocols::pattern;
use serde_json::Value;

/// What stands in place of a value.
const REDACTED: &str = "[redacted]";

/// A message's payload as text: of a text what it says, of bytes their base64.
pub(crate) fn payload(message: &Message, hidden: &[String]) -> String {
    match message.form {
        Form::Binary => STANDARD.encode(&message.data),
        Form::Json => redacted(&String::from_utf8_lossy(&message.data), hidden).into_owned(),
        Form::Text => {
            let literal = String::from_utf8_lossy(&message.data);
            let text = serde_json::from_str::<String>(&literal).unwrap_or_else(|_| literal.into_owned());
            redacted(&text, hidden).into_owned()
        }
    }
}

/// A text; where it is JSON, without the values of members whose names are hidden. Only then it is written anew, with its
/// members in the order of their names.
pub(crate) fn redacted<'t>(text: &'t str, hidden: &[String]) -> Cow<'t, str> {
    if hidden.is_empty() || !text.contains([':']) {
        return Cow::Borrowed(text);
    }
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return Cow::Borrowed(text) };
    if hide(&mut value, hidden) { Cow::Owned(value.to_string()) } else { Cow::Borrowed(text) }
}

/// Replaces hidden values; whether there was one. Text that is JSON itself is looked into as well.
fn hide(value: &mut Value, hidden: &[String]) -> bool {
    match value {
        Value::Object(members) => members.iter_mut().fold(false, |found, (name, value)| {
            let is_hidden = hidden.iter().any(|one| pattern::matches(name, one, u8::eq_ignore_ascii_case));
            if is_hidden {
                *value = Value::from(REDACTED);
            }
            (is_hidden || hide(value, hidden)) | found
        }),
        Value::Array(entries) => entries.iter_mut().fold(false, |found, value| hide(value, hidden) | found),
        Value::String(text) => match redacted(text, hidden) {
            Cow::Owned(other) => {
                *text = other;
                true
            }
            Cow::Borrowed(_) => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_members_are_replaced_at_any_depth() {
        let hidden = ["*password*".to_owned(), "token".to_owned()];
        for (text, shown) in [
            (r#"{"b":1,"a":2}"#, r#"{"b":1,"a":2}"#),
            (r#"{"Old_Password":"x","n":1}"#, r#"{"Old_Password":"[redacted]","n":1}"#),
            (r#"[{"a":{"token":{"deep":1}}}]"#, r#"[{"a":{"token":"[redacted]"}}]"#),
            (r#"{"tokens":1}"#, r#"{"tokens":1}"#),
            (r#"{"inner":"{\"token\":1}"}"#, r#"{"inner":"{\"token\":\"[redacted]\"}"}"#),
            ("token: 12", "token: 12"),
            ("", ""),
        ] {
            assert_eq!(redacted(text, &hidden), shown);
        }
        assert_eq!(redacted(r#"{"token":1}"#, &[]), r#"{"token":1}"#);
    }

    #[test]
    fn a_payload_is_what_it_says() {
        let message =
            |data: &[u8], form| Message { event: "e".into(), data: data.into(), form, id: None, user: None };
        assert_eq!(payload(&message(br#""a \"b\"""#, Form::Text), &[]), r#"a "b""#);
        assert_eq!(payload(&message(b"{\"a\": 1}", Form::Json), &[]), "{\"a\": 1}");
        assert_eq!(payload(&message(&[0xff, 0], Form::Binary), &[]), "/wA=");
        let hidden = ["a".to_owned()];
        assert_eq!(payload(&message(br#""{\"a\":1}""#, Form::Text), &hidden), r#"{"a":"[redacted]"}"#);
    }
}
