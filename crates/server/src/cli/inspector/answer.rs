//! What is read from the server's answers. Fields may be missing: servers of other versions answer too.

use serde_json::Value;

/// A field's text; empty where there is none.
pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A field's text, if it is one and has any.
pub(super) fn some_text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    Some(text(value, key)).filter(|text| !text.is_empty())
}

/// A field's number; 0 where there is none.
pub(super) fn number(value: &Value, key: &str) -> u64 {
    some_number(value, key).unwrap_or(0)
}

/// A field's number, if it is one.
pub(super) fn some_number(value: &Value, key: &str) -> Option<u64> {
    value.get(key).and_then(Value::as_u64)
}

/// A field's entries; none where it is no list.
pub(super) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The text of an id, which may be written as a number.
pub(super) fn id(value: &Value, key: &str) -> String {
    match value.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// The name that clients use of a channel, or its id.
pub(super) fn channel(value: &Value) -> &str {
    some_text(value, "channel")
        .or_else(|| some_text(value, "channel_id"))
        .unwrap_or_else(|| text(value, "id"))
}
