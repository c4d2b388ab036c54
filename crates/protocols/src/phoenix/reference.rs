//! The client's own names for its messages and joins, which answers repeat.
//!
//! Libraries number their messages and send the numbers as strings; some send numbers, and heartbeats may have none.
//! Whatever it was goes back as it came, because clients compare without converting.

use alloc::{boxed::Box, vec::Vec};

use crate::json::push_string;

/// How long a reference may be as JSON, in bytes. A join's is stored as long as the channel, so it
/// must not be as long as a message may be; 255 is what the binary header's length can say, and
/// numbers have 20 digits. A message with a longer one is malformed.
pub const REFERENCE_BYTES: usize = 255;

/// A `ref` or `join_ref`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference<'a> {
    /// There is none.
    Null,
    /// A string or number as JSON has it, quotes and escapes included.
    Literal(&'a str),
    /// Text from a binary header.
    Bare(&'a str),
}

impl<'a> Reference<'a> {
    /// Reads a JSON value, whose syntax is known to be right; `None` if it can be no reference.
    pub(super) fn from_json(value: &'a str) -> Option<Self> {
        match value.as_bytes() {
            b"null" => Some(Self::Null),
            [b'"' | b'-' | b'0'..=b'9', ..] if value.len() <= REFERENCE_BYTES => Some(Self::Literal(value)),
            _ => None,
        }
    }

    /// Text from a binary header, where nothing means none.
    pub(super) fn from_header(text: &'a str) -> Self {
        if text.is_empty() { Self::Null } else { Self::Bare(text) }
    }

    /// Appends it as JSON.
    pub fn push(self, out: &mut Vec<u8>) {
        match self {
            Self::Null => out.extend_from_slice(b"null"),
            Self::Literal(literal) => out.extend_from_slice(literal.as_bytes()),
            Self::Bare(text) => push_string(out, text),
        }
    }

    /// A copy that outlives the message.
    pub fn kept(self) -> KeptReference {
        KeptReference(match self {
            Self::Null => None,
            Self::Literal(literal) => Some(literal.into()),
            Self::Bare(text) => {
                let mut out = Vec::with_capacity(text.len() + 2);
                push_string(&mut out, text);
                alloc::string::String::from_utf8(out).ok().map(Into::into)
            }
        })
    }
}

/// A reference stored for later answers, as JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeptReference(Option<Box<str>>);

impl KeptReference {
    /// The reference.
    pub fn get(&self) -> Reference<'_> {
        self.0.as_deref().map_or(Reference::Null, Reference::Literal)
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn what_came_goes_back_as_it_came() {
        for (json, reference) in [
            ("null", Some(Reference::Null)),
            ("\"1\"", Some(Reference::Literal("\"1\""))),
            ("\"\\u0061\"", Some(Reference::Literal("\"\\u0061\""))),
            ("17", Some(Reference::Literal("17"))),
            ("-1.5", Some(Reference::Literal("-1.5"))),
            ("true", None),
            ("{}", None),
            ("[1]", None),
        ] {
            assert_eq!(Reference::from_json(json), reference, "{json}");
            if let Some(reference) = reference {
                let mut out = Vec::new();
                reference.push(&mut out);
                assert_eq!(out, json.as_bytes());
                assert_eq!(reference.kept().get(), reference);
            }
        }
        assert_eq!(Reference::from_json(&format!("\"{}\"", "1".repeat(254))), None, "256 bytes");
    }

    #[test]
    fn a_headers_text_becomes_a_string() {
        assert_eq!(Reference::from_header(""), Reference::Null);
        assert_eq!(Reference::from_header("a\"b").kept().get(), Reference::Literal("\"a\\\"b\""));
        let mut out = Vec::new();
        Reference::Bare("a\"b").push(&mut out);
        assert_eq!(out, b"\"a\\\"b\"");
    }
}
