//! `LIKE`: `%` for any text, `_` for one character, `\` before a character that stands for itself.

/// How many comparisons of characters one match may take: `%a%a%a` over a large text takes as many as the product of
/// both. Beyond them PostgreSQL is asked, which can be cancelled.
const STEPS: usize = 1 << 22;

/// A pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Box<[Part]>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Any,
    One,
    This(char),
}

impl Pattern {
    /// Reads a pattern; `None` if it ends with an escape character, which is an error in PostgreSQL.
    pub fn new(text: &str) -> Option<Self> {
        let mut parts = Vec::with_capacity(text.len());
        let mut rest = text.chars();
        while let Some(letter) = rest.next() {
            let part = match letter {
                '%' => Part::Any,
                '_' => Part::One,
                '\\' => Part::This(rest.next()?),
                letter => Part::This(letter),
            };
            if part != Part::Any || parts.last() != Some(&Part::Any) {
                parts.push(part);
            }
        }
        Some(Self(parts.into()))
    }

    /// Whether all of `text` is as the pattern says; `None` if that would take too long.
    ///
    /// Where a part does not fit, the last `%` takes one character more: earlier ones need not be tried again.
    pub fn matches(&self, text: &str) -> Option<bool> {
        let parts = &self.0;
        let (mut at, mut rest) = (0, text.chars());
        let mut retry: Option<(usize, std::str::Chars<'_>)> = None;
        for _ in 0..STEPS {
            match parts.get(at) {
                Some(Part::Any) => {
                    retry = Some((at, rest.clone()));
                    at += 1;
                    continue;
                }
                None if rest.as_str().is_empty() => return Some(true),
                part => {
                    let letter = rest.next();
                    let fits = match part {
                        Some(Part::One) => letter.is_some(),
                        Some(Part::This(expected)) => letter == Some(*expected),
                        _ => false,
                    };
                    if fits {
                        at += 1;
                        continue;
                    }
                }
            }
            let Some((place, mut longer)) = retry else { return Some(false) };
            if longer.next().is_none() {
                return Some(false);
            }
            (at, rest, retry) = (place + 1, longer.clone(), Some((place, longer)));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_texts() {
        for (pattern, text, expected) in [
            ("hel%", "hello", true),
            ("%llo", "hello", true),
            ("%l%o", "hello", true),
            ("h_llo", "hällo", true),
            ("h_llo", "hllo", false),
            ("", "", true),
            ("%", "", true),
            ("a", "ab", false),
            ("%a%b%", "xxaxxbxx", true),
            ("%ab", "aab", true),
            ("10\\%", "10%", true),
            ("10\\%", "100", false),
            ("\\_", "a", false),
            ("%%_", "", false),
        ] {
            assert_eq!(Pattern::new(pattern).unwrap().matches(text), Some(expected), "{pattern} {text}");
        }
        assert_eq!(Pattern::new("a\\"), None);
    }

    #[test]
    fn what_takes_long_is_left() {
        let pattern = Pattern::new(&format!("%{}b", "a".repeat(5000))).unwrap();
        assert_eq!(pattern.matches(&"a".repeat(100_000)), None);
    }
}
