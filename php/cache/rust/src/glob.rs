//! Patterns as Redis has them in `KEYS` and `SCAN`: `*` any bytes, `?` one, `[abc]`, `[a-z]`, `[^a]`, and `\` before a byte that stands
//! for itself.

/// Whether a text is what a pattern describes. Takes time in proportion to the product of their lengths at most.
pub(crate) fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut read) = (0, 0);
    // Where the last star stands, and how much of the text it has taken so far: the only place to go back to.
    let mut star: Option<(usize, usize)> = None;
    loop {
        if pattern.get(at) == Some(&b'*') {
            star = Some((at + 1, read));
            at += 1;
            continue;
        }
        let step = match text.get(read) {
            Some(byte) => one(&pattern[at..], *byte),
            None if at == pattern.len() => return true,
            None => None,
        };
        match (step, star) {
            (Some(length), _) => {
                at += length;
                read += 1;
            }
            (None, Some((behind, taken))) if taken < text.len() => {
                star = Some((behind, taken + 1));
                (at, read) = (behind, taken + 1);
            }
            _ => return false,
        }
    }
}

/// Bytes of the pattern's first element, if it describes this byte.
fn one(pattern: &[u8], byte: u8) -> Option<usize> {
    match *pattern {
        [] => None,
        [b'?', ..] => Some(1),
        [b'[', ref rest @ ..] => class(rest, byte).map(|length| length + 1),
        [b'\\', literal, ..] => (literal == byte).then_some(2),
        [literal, ..] => (literal == byte).then_some(1),
    }
}

/// Bytes of a class behind its bracket, if the byte is in it. One that does not end describes what it holds.
fn class(pattern: &[u8], byte: u8) -> Option<usize> {
    let negated = pattern.first() == Some(&b'^');
    let mut at = usize::from(negated);
    let mut within = false;
    loop {
        match *pattern.get(at..).unwrap_or_default() {
            [] => break,
            [b']', ..] => {
                at += 1;
                break;
            }
            [b'\\', literal, ..] => {
                within |= literal == byte;
                at += 2;
            }
            [from, b'-', to, ..] if to != b']' => {
                within |= (from.min(to)..=from.max(to)).contains(&byte);
                at += 3;
            }
            [literal, ..] => {
                within |= literal == byte;
                at += 1;
            }
        }
    }
    (within != negated).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_describe_what_redis_says() {
        let cases: &[(&str, &str, bool)] = &[
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("*", "anything", true),
            ("user:*", "user:7", true),
            ("user:*", "users", false),
            ("*:7", "user:7", true),
            ("a*b*c", "a--b--b-c", true),
            ("a*b*c", "a--b--b-", false),
            ("?", "", false),
            ("h?llo", "hello", true),
            ("h[ae]llo", "hallo", true),
            ("h[ae]llo", "hillo", false),
            ("h[^e]llo", "hallo", true),
            ("h[^e]llo", "hello", false),
            ("h[a-c]llo", "hbllo", true),
            ("h[c-a]llo", "hbllo", true),
            ("h[a-]llo", "h-llo", true),
            ("a\\*b", "a*b", true),
            ("a\\*b", "axb", false),
            ("[\\]]", "]", true),
            ("[abc", "b", true),
            ("a**", "a", true),
            ("[]", "a", false),
        ];
        for (pattern, text, expected) in cases {
            assert_eq!(matches(pattern.as_bytes(), text.as_bytes()), *expected, "{pattern} and {text}");
        }
    }

    #[test]
    fn many_stars_take_no_exponential_time() {
        let pattern = "a*".repeat(50) + "b";
        assert!(!matches(pattern.as_bytes(), "a".repeat(2000).as_bytes()));
    }
}
