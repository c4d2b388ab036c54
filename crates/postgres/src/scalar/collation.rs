//! Collations, as far as they decide comparisons of text.

/// What is known of a collation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Collation {
    /// `C`, `POSIX`, `ucs_basic`: the order of bytes, and case for ASCII alone.
    C,
    /// `C.UTF-8`: the order of code points, which in UTF-8 is that of bytes; case for all letters.
    CodePoints,
    /// A language's order, and a case that is the usual one for ASCII (unlike Turkish, where `I` is not `i`).
    Language,
    /// Some order. Equal is what has equal bytes.
    Other,
    /// Text of different bytes may be equal.
    Nondeterministic,
}

/// Languages whose small and capital letters of ASCII are each other's.
const USUAL_CASE: [&str; 12] = ["en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "fi", "nb", "pl"];

impl Collation {
    /// A collation by its locale, such as `C`, `en_US.UTF-8` or `en-US-x-icu`.
    pub fn of_locale(locale: &str, is_deterministic: bool) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match locale.to_ascii_lowercase().as_str() {
            _ if !is_deterministic => Self::Nondeterministic,
            "c" | "posix" => Self::C,
            "c.utf-8" | "c.utf8" => Self::CodePoints,
            _ if USUAL_CASE.contains(&language) => Self::Language,
            _ => Self::Other,
        }
    }

    /// Whether equal is only what has equal bytes.
    pub fn is_deterministic(self) -> bool {
        self != Self::Nondeterministic
    }

    /// Whether its order is that of bytes.
    pub fn has_order_of_bytes(self) -> bool {
        matches!(self, Self::C | Self::CodePoints)
    }

    /// Small letters as `ILIKE` has them before it compares; `None` if only PostgreSQL knows.
    pub fn lowered(self, text: &str) -> Option<String> {
        let is_known = match self {
            Self::C => true,
            Self::CodePoints | Self::Language => text.is_ascii(),
            Self::Other | Self::Nondeterministic => false,
        };
        is_known.then(|| text.to_ascii_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_shows_what_is_known() {
        for (locale, expected) in [
            ("C", Collation::C),
            ("POSIX", Collation::C),
            ("C.UTF-8", Collation::CodePoints),
            ("en_US.UTF-8", Collation::Language),
            ("de-DE-x-icu", Collation::Language),
            ("tr_TR.UTF-8", Collation::Other),
            ("", Collation::Other),
        ] {
            assert_eq!(Collation::of_locale(locale, true), expected, "{locale}");
        }
        assert_eq!(Collation::of_locale("und-u-ks-level2", false), Collation::Nondeterministic);
    }
}
