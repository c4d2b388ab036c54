//! Percent-encoding in paths and query strings (RFC 3986, section 2.1), read once and without a copy where
//! there is none of it.

use alloc::{borrow::Cow, string::String, vec::Vec};

/// Decodes a path's segment. `None`: what it stands for is not UTF-8.
pub(crate) fn decode(text: &str) -> Option<Cow<'_, str>> {
    if text.bytes().any(|byte| byte == b'%') { decoded(text, false) } else { Some(Cow::Borrowed(text)) }
}

/// Decodes a name or value of a query string, where forms write a space as `+`.
pub(crate) fn decode_form(text: &str) -> Option<Cow<'_, str>> {
    if text.bytes().any(|byte| byte == b'%' || byte == b'+') {
        decoded(text, true)
    } else {
        Some(Cow::Borrowed(text))
    }
}

/// A `%` that two hexadecimal digits do not follow stands for itself, as in the servers that SDKs were
/// written against.
fn decoded(text: &str, plus_is_space: bool) -> Option<Cow<'static, str>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let meant = escape(rest);
        rest = if meant.is_some() { after.get(2..).unwrap_or_default() } else { after };
        bytes.push(meant.unwrap_or(if plus_is_space && byte == b'+' { b' ' } else { byte }));
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// The byte that an escape at the beginning of `text` stands for.
fn escape(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = text else { return None };
    Some(digit(*high)? << 4 | digit(*low)?)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_bytes_and_broken_ones_stay() {
        for (text, segment, form) in [
            ("plain", "plain", "plain"),
            ("a%2Fb%c3%A9", "a/bé", "a/bé"),
            ("a+b", "a+b", "a b"),
            ("%", "%", "%"),
            ("%4", "%4", "%4"),
            ("%zz%41", "%zzA", "%zzA"),
            ("%+1", "%+1", "% 1"),
            ("%%41", "%A", "%A"),
            ("%2541", "%41", "%41"),
        ] {
            assert_eq!(decode(text).as_deref(), Some(segment), "{text}");
            assert_eq!(decode_form(text).as_deref(), Some(form), "{text}");
        }
    }

    #[test]
    fn bytes_that_are_no_utf8_are_refused() {
        assert_eq!(decode("%ff"), None);
        assert_eq!(decode_form("a+%C3"), None);
    }
}
