//! JSON string literals that are kept as they were written: how long their text is, without unescaping it.

/// Why a literal is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LoneSurrogate;

/// The length in bytes of the text that a string literal stands for. The literal has been parsed as JSON, so
/// its escapes are whole; what the parser skipped over are the surrogates (RFC 8259, section 8.2), half of a
/// character when one stands alone: such a payload breaks some clients and not others.
pub(super) fn unescaped_len(literal: &str) -> Result<usize, LoneSurrogate> {
    let mut rest = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(literal);
    let mut len = 0;
    // Most payloads have few escapes, and `find` runs over what lies between them a word at a time.
    while let Some((plain, escape)) = rest.split_once('\\') {
        let (written, meant) = escape_len(escape)?;
        len += plain.len() + meant;
        rest = escape.get(written..).unwrap_or_default();
    }
    Ok(len + rest.len())
}

/// Of the escape whose backslash stands before `text`: how many bytes it takes, and how many it means.
fn escape_len(text: &str) -> Result<(usize, usize), LoneSurrogate> {
    let Some(digits) = text.strip_prefix('u') else { return Ok((1, 1)) };
    match code_unit(digits) {
        0xD800..0xDC00 => match digits.get(4..).and_then(|rest| rest.strip_prefix("\\u")).map(code_unit) {
            Some(0xDC00..0xE000) => Ok((11, 4)),
            _ => Err(LoneSurrogate),
        },
        0xDC00..0xE000 => Err(LoneSurrogate),
        unit => Ok((5, char::from_u32(unit).map_or(1, char::len_utf8))),
    }
}

fn code_unit(digits: &str) -> u32 {
    digits.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_escape_counts_as_what_it_means() {
        for (literal, len) in [
            (r#""""#, 0),
            (r#""abc""#, 3),
            (r#""\"\\\/\b\f\n\r\t""#, 8),
            (r#""\u0041\u00e9\u20AC""#, 6),
            (r#""\uD83D\uDE00x""#, 5),
            (r#""é\\u0041""#, 8),
            (r#""\u0000""#, 1),
        ] {
            assert_eq!(unescaped_len(literal), Ok(len), "{literal}");
            assert_eq!(serde_json::from_str::<String>(literal).unwrap().len(), len, "{literal}");
        }
    }

    #[test]
    fn half_characters_are_refused() {
        for literal in [
            r#""\ud800""#,
            r#""\udc00""#,
            r#""\ud800x""#,
            r#""\ud800\u0041""#,
            r#""\ud800\ud800""#,
            r#""\udc00\ud800""#,
        ] {
            assert_eq!(unescaped_len(literal), Err(LoneSurrogate), "{literal}");
        }
    }

    proptest! {
        /// The twin: the parser's own unescaping.
        #[test]
        fn agrees_with_unescaping(pieces in proptest::collection::vec(
            prop_oneof!["[ -!#-\\[\\]-~é€😀]{0,5}", Just(String::from("\\n")), Just(String::from("\\\"")), Just(String::from("\\\\")), "\\\\u[0-9a-fA-F]{4}"],
            0..12,
        )) {
            let literal = alloc::format!("\"{}\"", pieces.concat());
            match serde_json::from_str::<String>(&literal) {
                Ok(text) => prop_assert_eq!(unescaped_len(&literal), Ok(text.len())),
                Err(_) => prop_assert_eq!(unescaped_len(&literal), Err(LoneSurrogate)),
            }
        }
    }
}
