//! Payloads as the inspector shows them: as text, without the values that settings hide.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use baton_hub::{Form, Message};
use baton_protocols::pattern;
use serde_json::Value;

/// What stands in place of a value.
const REDACTED: &str = "[redacted]";

/// A message's payload as it is shown.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Payload {
    /// Of a text what it says, of bytes their base64.
    pub(crate) text: String,
    /// Bytes of the payload, whatever is hidden of it.
    pub(crate) bytes: usize,
    /// Whether something is hidden.
    pub(crate) is_redacted: bool,
}

impl Payload {
    /// That of a message, without the values of members with these names.
    pub(crate) fn of(message: &Message, hidden: &[String]) -> Self {
        if message.form == Form::Binary {
            let text = STANDARD.encode(&message.data);
            return Self { text, bytes: message.data.len(), is_redacted: false };
        }
        let literal = String::from_utf8_lossy(&message.data);
        let text = match message.form {
            Form::Text => serde_json::from_str::<String>(&literal).unwrap_or_else(|_| literal.into_owned()),
            Form::Json | Form::Binary => literal.into_owned(),
        };
        let bytes = text.len();
        match redacted(&text, hidden) {
            Cow::Owned(text) => Self { text, bytes, is_redacted: true },
            Cow::Borrowed(_) => Self { text, bytes, is_redacted: false },
        }
    }
}

/// A text; where it is JSON, without the values of members whose names are hidden. Only then it is serialised again, with its
/// members in the order of their names. What begins like JSON and cannot be read is hidden as a whole.
pub(crate) fn redacted<'t>(text: &'t str, hidden: &[String]) -> Cow<'t, str> {
    // What some parsers skip before JSON.
    let json = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\0'));
    if hidden.is_empty() || !json.starts_with(['{', '[', '"']) {
        return Cow::Borrowed(text);
    }
    match serde_json::from_str::<Value>(json) {
        // A member may stand there twice, of which the value has the last alone.
        Ok(mut value) => match hide(&mut value, hidden) || may_name(json, hidden) {
            true => Cow::Owned(value.to_string()),
            false => Cow::Borrowed(text),
        },
        // Others may read it nevertheless: with more levels, larger numbers or half a surrogate pair.
        Err(_) => Cow::Owned(REDACTED.to_owned()),
    }
}

/// Whether a text may have a hidden name somewhere.
fn may_name(json: &str, hidden: &[String]) -> bool {
    let json = json.to_lowercase();
    let longest =
        |pattern: &String| pattern.to_lowercase().split('*').max_by_key(|part| part.len()).map(str::to_owned);
    json.contains("\\u") || hidden.iter().filter_map(longest).any(|part| json.contains(&part))
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
            (r#"{"a":{"token":1},"a":2}"#, r#"{"a":2}"#),
            ("\u{feff}{\"token\":1}", r#"{"token":"[redacted]"}"#),
            (r#"{"token":1e999}"#, REDACTED),
            (r#"{"a":"\ud83d","token":1}"#, REDACTED),
            (r#""{\"token\"\u003a1}""#, r#""{\"token\":\"[redacted]\"}""#),
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
        let hidden = ["a".to_owned()];
        for (data, form, hidden, text, bytes, is_redacted) in [
            (&br#""a \"b\"""#[..], Form::Text, &[][..], r#"a "b""#, 5, false),
            (b"{\"a\": 1}", Form::Json, &[], "{\"a\": 1}", 8, false),
            (&[0xff, 0], Form::Binary, &[], "/wA=", 2, false),
            (br#""{\"a\":1}""#, Form::Text, &hidden, r#"{"a":"[redacted]"}"#, 7, true),
        ] {
            let shown = Payload { text: text.into(), bytes, is_redacted };
            assert_eq!(Payload::of(&message(data, form), hidden), shown);
        }
    }
}
