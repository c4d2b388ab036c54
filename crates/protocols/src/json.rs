//! JSON as text: writing strings, and the checks that a parser leaves open.
//!
//! Payloads are spliced from sender to receiver without being read. What is spliced must therefore be
//! something that every receiver's parser can read, which syntax alone does not promise.

use alloc::{borrow::Cow, vec::Vec};
use core::fmt;

use memchr::{memchr2, memchr2_iter};
use serde::Deserialize;

use crate::excerpt::beginning;

/// How deep arrays and objects may be nested. Clients' parsers recurse, and the smallest known limit among
/// them is about 100; nobody's events come near 64. Deeper text is refused before it is parsed.
pub const MAX_DEPTH: usize = 64;

/// The largest exponent of a number that fits the 64-bit floats most parsers read numbers into.
const MAX_EXPONENT: u32 = 308;

/// A JSON string, borrowed from the text where it has no escapes.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

/// Whether arrays and objects in `text` are nested no deeper than [`MAX_DEPTH`]. Does not check syntax: for
/// text that is not JSON the answer is only safe, not exact.
pub fn is_shallow(text: &str) -> bool {
    // Counting is many times faster than following strings, and almost every message ends here.
    memchr2_iter(b'{', b'[', text.as_bytes()).nth(MAX_DEPTH).is_none() || depth(text) <= MAX_DEPTH
}

fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => skip_string(&mut bytes),
            _ => {}
        }
    }
    deepest
}

fn skip_string(bytes: &mut core::str::Bytes<'_>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => _ = bytes.next(),
            _ => {}
        }
    }
}

/// What syntactically right JSON may hold that parsers refuse or read differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// An escape such as `\ud800` without its other half: no Unicode text.
    LoneSurrogate,
    /// A number such as `1e999`, which is infinite to most parsers and an error to others.
    HugeNumber,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LoneSurrogate => "an escape \\ud800 to \\udfff stands without its other half",
            Self::HugeNumber => "a number's exponent is over 308; send such a number as a string",
        })
    }
}

/// Checks that every parser can read `value`, whose syntax is already known to be right.
pub fn check_fit(value: &str) -> Result<(), Unfit> {
    let mut rest = value.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        match byte {
            b'"' => rest = check_string(rest)?,
            // Outside a string a digit and then e is an exponent; true, false and null have no digits.
            b'0'..=b'9' if matches!(after, [b'e' | b'E', ..]) => {
                rest = check_exponent(after.get(1..).unwrap_or_default())?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks the escapes of a string behind its opening quote; returns what follows the closing one. Most bytes of
/// most messages stand in strings, so those that mean nothing are searched past, not looked at.
fn check_string(text: &[u8]) -> Result<&[u8], Unfit> {
    let mut rest = text;
    while let Some([byte, after @ ..]) = memchr2(b'"', b'\\', rest).and_then(|at| rest.get(at..)) {
        if *byte == b'"' {
            return Ok(after);
        }
        rest = skip_escape(after)?;
    }
    Ok(&[])
}

/// Skips what follows a backslash: one letter, or `u` and a whole character.
fn skip_escape(text: &[u8]) -> Result<&[u8], Unfit> {
    let Some((unit, rest)) = utf16_unit(text) else { return Ok(text.get(1..).unwrap_or_default()) };
    match unit {
        0xd800..=0xdbff => match rest.strip_prefix(b"\\").and_then(utf16_unit) {
            Some((0xdc00..=0xdfff, rest)) => Ok(rest),
            _ => Err(Unfit::LoneSurrogate),
        },
        0xdc00..=0xdfff => Err(Unfit::LoneSurrogate),
        _ => Ok(rest),
    }
}

/// Reads the escape of a UTF-16 unit after its backslash: `u` and four hexadecimal digits.
fn utf16_unit(text: &[u8]) -> Option<(u32, &[u8])> {
    let (digits, rest) = text.strip_prefix(b"u")?.split_at_checked(4)?;
    let unit = digits.iter().try_fold(0, |unit, &digit| Some(unit * 16 + char::from(digit).to_digit(16)?))?;
    Some((unit, rest))
}

/// Reads an exponent after its `e`. A large negative one is harmless: it is zero everywhere.
fn check_exponent(text: &[u8]) -> Result<&[u8], Unfit> {
    let (negative, mut rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let mut exponent = 0_u32;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        exponent = exponent.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
        rest = after;
    }
    if exponent > MAX_EXPONENT && !negative { Err(Unfit::HugeNumber) } else { Ok(rest) }
}

/// Appends `text` as a JSON string, quotes included.
pub fn push_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    push_escaped(out, text.as_bytes());
    out.push(b'"');
}

/// Appends UTF-8 `text` as the inside of a JSON string. Runs without anything to escape, which is nearly
/// all text, are copied whole.
pub fn push_escaped(out: &mut Vec<u8>, text: &[u8]) {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        let (plain, special) = rest.split_at(at);
        out.extend_from_slice(plain);
        let [byte, after @ ..] = special else { return };
        push_escape(out, *byte);
        rest = after;
    }
    out.extend_from_slice(rest);
}

fn push_escape(out: &mut Vec<u8>, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let short = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x08 => b'b',
        0x0c => b'f',
        _ => {
            out.extend_from_slice(b"\\u00");
            out.extend([byte >> 4, byte & 15].iter().filter_map(|&digit| HEX.get(usize::from(digit))));
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

/// Writes formatted text as the inside of a JSON string, and stops with an ellipsis when it grows too long:
/// texts that repeat what a client sent must not grow with it.
#[derive(Debug)]
pub struct EscapedText<'a> {
    out: &'a mut Vec<u8>,
    left: usize,
}

impl<'a> EscapedText<'a> {
    /// Appends at most `limit` bytes of text (before escaping) to `out`.
    pub fn new(out: &'a mut Vec<u8>, limit: usize) -> Self {
        Self { out, left: limit }
    }
}

impl fmt::Write for EscapedText<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.len() <= self.left {
            self.left -= text.len();
            push_escaped(self.out, text.as_bytes());
            return Ok(());
        }
        let shown = beginning(text, self.left);
        push_escaped(self.out, shown.as_bytes());
        self.out.extend_from_slice("…".as_bytes());
        self.left = 0;
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};
    use core::fmt::Write as _;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn depth_counts_brackets_outside_strings() {
        assert!(is_shallow(&"[".repeat(64)));
        assert!(!is_shallow(&"[".repeat(65)));
        assert!(!is_shallow(&"{\"a\":[".repeat(33)));
        assert!(is_shallow(&format!("\"{}\"", "[".repeat(1_000))));
        assert!(is_shallow(&format!("\"\\\"{}\"", "[".repeat(1_000))));
        assert!(!is_shallow(&format!("\"\\\\\"{}", "[".repeat(65))));
        assert!(is_shallow(&"[]".repeat(1_000)));
    }

    #[test]
    fn what_parsers_refuse_is_found() {
        for (text, verdict) in [
            (r#""plain""#, Ok(())),
            (r#""\ud83d\ude00""#, Ok(())),
            (r#""\ud83d""#, Err(Unfit::LoneSurrogate)),
            (r#""\ud83d\n""#, Err(Unfit::LoneSurrogate)),
            (r#""\ud83d\ud83d""#, Err(Unfit::LoneSurrogate)),
            (r#""\uDE00""#, Err(Unfit::LoneSurrogate)),
            (r#""\\ud83d""#, Ok(())),
            (r#"{"\udc00":1}"#, Err(Unfit::LoneSurrogate)),
            ("1e308", Ok(())),
            ("1e309", Err(Unfit::HugeNumber)),
            ("[1.5E+999]", Err(Unfit::HugeNumber)),
            ("1e99999999999999", Err(Unfit::HugeNumber)),
            ("1e-999", Ok(())),
            (r#"{"1e999":true}"#, Ok(())),
            (r#""1e999\n""#, Ok(())),
            ("123456789012345678901234567890", Ok(())),
        ] {
            assert_eq!(check_fit(text), verdict, "{text}");
        }
    }

    #[test]
    fn long_texts_end_in_an_ellipsis() {
        let mut out = Vec::new();
        assert!(write!(EscapedText::new(&mut out, 6), "a\"ééé").is_err());
        assert_eq!(String::from_utf8(out).unwrap(), "a\\\"éé…");
    }

    proptest! {
        #[test]
        fn strings_are_read_back(text in any::<String>()) {
            let mut out = Vec::new();
            push_string(&mut out, &text);
            prop_assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
        }

        #[test]
        fn the_quick_count_agrees_with_the_parser(value in "[\\[\\]{}\":,a1\\\\]{0,300}") {
            if serde_json::from_str::<serde_json::Value>(&value).is_ok() {
                prop_assert!(is_shallow(&value) == (depth(&value) <= MAX_DEPTH));
            }
        }

        #[test]
        fn what_the_parser_reads_is_fit(text in "\"(\\\\ud[89a-f][0-9]{2}|\\\\n|\\\\\\\\|a){0,6}\"") {
            let parsed = serde_json::from_str::<String>(&text).is_ok();
            prop_assert_eq!(check_fit(&text).is_ok(), parsed, "{}", text);
        }
    }
}
