//! Names in which `*` stands for any characters, matched in a time that grows with their length alone: who signs in with an app's key
//! must not be able to hold up publishes by patterns that are slow to match.

use memchr::memmem;

/// A pattern: what stands between its stars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern(Box<[Box<[u8]>]>);

impl Pattern {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.split('*').map(|part| part.as_bytes().into()).collect())
    }

    /// Whether it stands for every name.
    pub(crate) fn is_any(&self) -> bool {
        self.0.len() > 1 && self.0.iter().all(|part| part.is_empty())
    }

    /// Whether it stands for this name. Each part is looked for behind the one before, as early as possible.
    pub(crate) fn matches(&self, name: &str) -> bool {
        let name = name.as_bytes();
        let [first, rest @ ..] = &*self.0 else { return false };
        let Some((last, middle)) = rest.split_last() else { return name == &**first };
        let inner = name.strip_prefix(&**first).and_then(|inner| inner.strip_suffix(&**last));
        let Some(mut inner) = inner else { return false };
        middle.iter().all(|part| match memmem::find(inner, part) {
            Some(at) => {
                inner = inner.get(at + part.len()..).unwrap_or_default();
                true
            }
            None => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Pattern;

    #[test]
    fn stars_stand_for_any_characters() {
        for (pattern, name, is_match) in [
            ("", "", true),
            ("", "a", false),
            ("a", "a", true),
            ("*", "", true),
            ("a*", "abc", true),
            ("*c", "abc", true),
            ("a*c", "abc", true),
            ("a*a", "a", false),
            ("ab*bc", "abc", false),
            ("*b*b*", "abab", true),
            ("*b*b*b*", "abab", false),
        ] {
            assert_eq!(Pattern::new(pattern).matches(name), is_match, "{pattern} {name}");
        }
    }

    proptest! {
        /// The twin tries every way.
        #[test]
        fn it_matches_as_its_naive_twin(pattern in "[ab*]{0,7}", name in "[ab]{0,9}") {
            fn naive(pattern: &[u8], name: &[u8]) -> bool {
                match pattern {
                    [] => name.is_empty(),
                    [b'*', rest @ ..] => (0..=name.len()).any(|n| naive(rest, &name[n..])),
                    [byte, rest @ ..] => name.first() == Some(byte) && naive(rest, &name[1..]),
                }
            }
            let is_match = Pattern::new(&pattern).matches(&name);
            prop_assert_eq!(is_match, naive(pattern.as_bytes(), name.as_bytes()));
        }
    }
}
