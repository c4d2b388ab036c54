//! Types that are words: `boolean`, `uuid`, `name`, enumerations.

use super::{Invalid, Parsed, Value, trimmed};

/// `NAMEDATALEN` - 1: what a `name` holds; the rest is cut off.
const NAME_BYTES: usize = 63;

/// A beginning of `true`, `false`, `yes` or `no`, or `on`, `off`, `of`, `1`, `0`.
pub(super) fn boolean(text: &str) -> Parsed {
    let word = trimmed(text).to_ascii_lowercase();
    let begins = |whole: &str| !word.is_empty() && whole.starts_with(&word);
    let value = match word.as_str() {
        "on" | "1" => true,
        "off" | "of" | "0" => false,
        _ if begins("true") || begins("yes") => true,
        _ if begins("false") || begins("no") => false,
        _ => return Invalid::syntax("boolean", text),
    };
    Parsed::Value(Value::Bool(value))
}

/// 32 hexadecimal digits, with a hyphen after any four of them, and braces around all.
pub(super) fn uuid(text: &str) -> Parsed {
    let inner = match text.strip_prefix('{') {
        Some(rest) => rest.strip_suffix('}'),
        None => Some(text),
    };
    match inner.and_then(uuid_bytes) {
        Some(bytes) => Parsed::Value(Value::Bytes(Box::new(bytes))),
        None => Invalid::syntax("uuid", text),
    }
}

fn uuid_bytes(text: &str) -> Option<[u8; 16]> {
    let mut rest = text.as_bytes();
    let mut bytes = [0; 16];
    for (place, byte) in bytes.iter_mut().enumerate() {
        let [high, low, others @ ..] = rest else { return None };
        *byte = super::bytea::nibble(*high)? << 4 | super::bytea::nibble(*low)?;
        rest = match others {
            [b'-', others @ ..] if place % 2 == 1 && place < 15 => others,
            others => others,
        };
    }
    rest.is_empty().then_some(bytes)
}

/// As much of it as fits, in whole characters.
pub(super) fn name(text: &str) -> &str {
    let end = (0..=NAME_BYTES.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    text.get(..end.unwrap_or(0)).unwrap_or(text)
}

/// The place of a label, which is its order.
pub(super) fn label(labels: &[Box<str>], type_name: &str, text: &str) -> Parsed {
    match labels.iter().position(|label| **label == *text).and_then(|place| i64::try_from(place).ok()) {
        Some(place) => Parsed::Value(Value::Int(place)),
        None => Parsed::Invalid(Invalid {
            code: "22P02",
            message: format!("invalid input value for enum {type_name}: \"{text}\""),
        }),
    }
}
