//! Comma-separated header values, RFC 9110 section 5.6: one pass, no allocation.

/// The parts of `value` between separators that are not in a quoted string, without the blanks
/// around them.
pub(crate) fn split_outside_quotes(value: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(value);
    core::iter::from_fn(move || {
        let text = rest?;
        let end = find_outside_quotes(text.as_bytes(), separator).unwrap_or(text.len());
        let part = text.get(..end)?;
        rest = text.get(end + 1..);
        Some(part.trim_matches([' ', '\t']))
    })
}

fn find_outside_quotes(bytes: &[u8], separator: u8) -> Option<usize> {
    let mut quoted = false;
    let mut escaped = false;
    bytes.iter().position(|&byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ => return byte == separator && !quoted,
        }
        false
    })
}

/// Without the quotes around a quoted string. Escapes stay: no value that we know needs one.
pub(crate) fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value)
}

/// Whether a list has `wanted` as an element, in any case.
pub(crate) fn contains_token(value: &str, wanted: &str) -> bool {
    split_outside_quotes(value, b',').any(|element| element.eq_ignore_ascii_case(wanted))
}

/// Whether `text` is a token, as names of header fields and subprotocols are (RFC 9110 section 5.6.2): not empty, and no
/// blanks, controls, separators or bytes outside ASCII.
#[must_use]
pub fn is_token(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn separators_in_quotes_do_not_separate() {
        let split = |text| split_outside_quotes(text, b',').collect::<Vec<_>>();
        assert_eq!(split("a, b\t,c"), ["a", "b", "c"]);
        assert_eq!(split(r#"a; x="1,\",2", b"#), [r#"a; x="1,\",2""#, "b"]);
        assert_eq!(split(""), [""]);
        assert_eq!(split(",é,"), ["", "é", ""]);
        assert_eq!(split("\"open, b"), ["\"open, b"]);
    }

    #[test]
    fn tokens_compare_whole_and_in_any_case() {
        assert!(contains_token("keep-alive, Upgrade", "upgrade"));
        assert!(!contains_token("upgrade-insecure", "upgrade"));
        assert!(is_token("actioncable-v1-json"));
        for text in ["", "a b", "a,b", "é", "a\"", "a/b"] {
            assert!(!is_token(text), "{text}");
        }
    }
}
