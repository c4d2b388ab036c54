//! Values as Elixir's `inspect` writes them: Supabase Realtime's messages hold such text, and clients have seen it.

use alloc::{
    borrow::ToOwned as _,
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use serde_json::Value;

/// How much of a value is written; the rest is `...`.
const LENGTH: usize = 4096;

/// A string in quotes.
pub(super) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '#' if letters.peek() == Some(&'{') => out.push_str("\\#"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0' => out.push_str("\\0"),
            letter if letter.is_control() => out.push_str(&format!("\\x{:02X}", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// A list of strings.
pub(super) fn list<S: AsRef<str>>(texts: &[S]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| string(text.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}

/// A value of JSON, as the terms that it is decoded to.
pub(super) fn json(value: &Value) -> String {
    let mut out = written(value);
    if out.len() > LENGTH {
        let end = (0..=LENGTH).rev().find(|&end| out.is_char_boundary(end)).unwrap_or(0);
        out.truncate(end);
        out.push_str("...");
    }
    out
}

fn written(value: &Value) -> String {
    match value {
        Value::Null => "nil".to_owned(),
        Value::String(text) => string(text),
        Value::Array(values) => format!("[{}]", values.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let fields: Vec<_> =
                fields.iter().map(|(key, value)| format!("{} => {}", string(key), written(value))).collect();
            format!("%{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_in_elixir() {
        let value = serde_json::from_str(r#"{"event":"*","n":[1,null,true],"q":"a\"b#{c}\n"}"#).unwrap();
        assert_eq!(json(&value), r#"%{"event" => "*", "n" => [1, nil, true], "q" => "a\"b\#{c}\n"}"#);
        assert_eq!(json(&serde_json::json!({})), "%{}");
        assert!(json(&serde_json::json!("ä".repeat(LENGTH))).ends_with("..."));
    }
}
