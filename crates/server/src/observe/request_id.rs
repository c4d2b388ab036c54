//! The id of a request: the caller's own where it has a plain form, else a random one.

use std::cell::RefCell;

use crate::entropy::Entropy;

/// The longest that is taken from a caller: it is repeated in answers, lines and spans.
const LONGEST: usize = 128;

/// An id of 1 to 128 characters `A-Z a-z 0-9 . _ -`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RequestId(Box<str>);

impl RequestId {
    /// The id that a header gives, if it has that form.
    pub(crate) fn parse(value: &[u8]) -> Option<Self> {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
        let is_one = (1..=LONGEST).contains(&value.len()) && value.iter().all(is_plain);
        let text = std::str::from_utf8(value).ok().filter(|_| is_one)?;
        Some(Self(text.into()))
    }

    /// A new one: 32 hexadecimal digits.
    pub(crate) fn random() -> Self {
        Self(format!("{:016x}{:016x}", random_u64(), random_u64()).into())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// 64 random bits, from a buffer of this thread.
pub(crate) fn random_u64() -> u64 {
    thread_local! {
        static ENTROPY: RefCell<Entropy> = RefCell::new(Entropy::new());
    }
    ENTROPY.with_borrow_mut(Entropy::next_u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_a_plain_form_are_taken() {
        let longest = "a".repeat(LONGEST);
        for id in ["a", "Z.9_-", "6f9619ff-8b86-d011-b42d-00c04fc964ff", &longest] {
            assert_eq!(RequestId::parse(id.as_bytes()).unwrap().as_str(), id);
        }
        let too_long = "a".repeat(LONGEST + 1);
        for wrong in ["", "a b", "a\nb", "\u{e9}", "a\"", "a/b", &too_long] {
            assert_eq!(RequestId::parse(wrong.as_bytes()), None, "{wrong:?}");
        }
    }

    #[test]
    fn new_ids_differ_and_have_that_form() {
        let (one, other) = (RequestId::random(), RequestId::random());
        assert_ne!(one, other);
        assert_eq!(RequestId::parse(one.as_str().as_bytes()), Some(one));
    }
}
