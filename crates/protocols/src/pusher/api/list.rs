//! Arrays from outside, of which only as many elements are kept as a call allows.

use alloc::vec::Vec;
use core::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IgnoredAny, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

/// A JSON array of which no more than `limit` elements are kept, and the rest only counted: a megabyte of
/// commas must not become a list of a million names.
pub(super) struct Bounded<T> {
    limit: usize,
    element: PhantomData<T>,
}

/// What was read.
pub(super) struct Listed<T> {
    /// The first elements, up to the limit.
    pub(super) items: Vec<T>,
    /// How many there are.
    pub(super) count: usize,
}

impl<'a, T: Deserialize<'a>> Bounded<T> {
    /// Reads an array.
    pub(super) fn read(raw: &'a RawValue, limit: usize) -> Result<Listed<T>, serde_json::Error> {
        let bounded = Self { limit, element: PhantomData };
        bounded.deserialize(&mut serde_json::Deserializer::from_str(raw.get()))
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Bounded<T> {
    type Value = Listed<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Listed<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Bounded<T> {
    type Value = Listed<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Listed<T>, A::Error> {
        let mut items = Vec::new();
        while items.len() < self.limit {
            match seq.next_element()? {
                Some(item) => items.push(item),
                None => return Ok(Listed { count: items.len(), items }),
            }
        }
        let mut count = items.len();
        while seq.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok(Listed { items, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, limit: usize) -> Option<(Vec<u8>, usize)> {
        let raw: &RawValue = serde_json::from_str(text).unwrap();
        Bounded::<u8>::read(raw, limit).ok().map(|listed| (listed.items, listed.count))
    }

    #[test]
    fn what_is_over_the_limit_is_counted_and_not_kept() {
        assert_eq!(read("[1,2,3]", 3), Some((Vec::from([1, 2, 3]), 3)));
        assert_eq!(read("[1,2,3,4,\"x\"]", 3), Some((Vec::from([1, 2, 3]), 5)));
        assert_eq!(read("[]", 3), Some((Vec::new(), 0)));
        assert_eq!(read("[1,\"x\"]", 3), None);
        assert_eq!(read("{}", 3), None);
        assert_eq!(read("\"12\"", 3), None);
    }
}
