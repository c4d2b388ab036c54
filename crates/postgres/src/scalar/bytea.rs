//! `bytea`, in both of its spellings: `\x6162` and `a\142`.

use super::{Invalid, Parsed, Value};

pub(super) fn parse(text: &str) -> Parsed {
    let bytes = match text.strip_prefix("\\x") {
        Some(digits) => hexadecimal(digits),
        None => escaped(text.as_bytes()).ok_or_else(|| "invalid input syntax for type bytea".to_owned()),
    };
    match bytes {
        Ok(bytes) => Parsed::Value(Value::Bytes(bytes.into())),
        // PostgreSQL 15 has 22023 for digits; 22P02 for what is escaped.
        Err(message) if text.starts_with("\\x") => Parsed::Invalid(Invalid { code: "22023", message }),
        Err(message) => Parsed::Invalid(Invalid { code: "22P02", message }),
    }
}

/// The value of a hexadecimal digit.
pub(super) fn nibble(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

fn hexadecimal(digits: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(digits.len() / 2);
    let mut rest = digits.chars();
    while let Some(first) = rest.next() {
        if matches!(first, ' ' | '\n' | '\t' | '\r') {
            continue;
        }
        let high = digit(first)?;
        let low = rest.next().ok_or("invalid hexadecimal data: odd number of digits")?;
        bytes.push(high << 4 | digit(low)?);
    }
    Ok(bytes)
}

fn digit(letter: char) -> Result<u8, String> {
    let value = u8::try_from(letter).ok().and_then(nibble);
    value.ok_or_else(|| format!("invalid hexadecimal digit: \"{letter}\""))
}

fn escaped(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    loop {
        rest = match rest {
            [] => return Some(bytes),
            [b'\\', b'\\', rest @ ..] => {
                bytes.push(b'\\');
                rest
            }
            [b'\\', a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', rest @ ..] => {
                bytes.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest
            }
            [b'\\', ..] => return None,
            [byte, rest @ ..] => {
                bytes.push(*byte);
                rest
            }
        };
    }
}
