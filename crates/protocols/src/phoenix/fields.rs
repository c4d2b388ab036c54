//! The fields of an object whose keys are the client's, in their order and without a copy of their values.

use alloc::borrow::Cow;
use core::fmt;

use serde::{
    Deserializer as _,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::json::Text;

/// Calls `visit(key, value)` for each field of `object`, whose syntax is known to be right; `None` if it is no object. A
/// key may come twice.
pub(super) fn each<'a>(object: &'a str, visit: impl FnMut(Cow<'a, str>, &'a str)) -> Option<()> {
    serde_json::Deserializer::from_str(object).deserialize_map(Each(visit)).ok()
}

/// Whether a JSON value, whose syntax is known to be right, is an object.
pub(super) fn is_object(value: &str) -> bool {
    value.trim_ascii_start().starts_with('{')
}

/// What a JSON string says, or `None` for any other value.
pub(super) fn string(value: &str) -> Option<Cow<'_, str>> {
    Some(serde_json::from_str::<Text<'_>>(value).ok()?.0)
}

struct Each<F>(F);

impl<'de, F: FnMut(Cow<'de, str>, &'de str)> Visitor<'de> for Each<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((key, value)) = map.next_entry::<Text<'de>, &RawValue>()? {
            (self.0)(key.0, value.get());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn fields_come_in_their_order() {
        let mut fields = Vec::new();
        each(r#" {"b": [1, 2],"\u0061":null,"b":"x"} "#, |key, value| fields.push((key, value))).unwrap();
        assert_eq!(fields, [("b".into(), "[1, 2]"), ("a".into(), "null"), ("b".into(), r#""x""#)]);
        for text in ["[]", "1", "null", "{", "{1:2}"] {
            assert_eq!(each(text, |_, _| ()), None, "{text}");
        }
    }

    #[test]
    fn only_strings_are_strings() {
        assert_eq!(string(r#""a\n""#).as_deref(), Some("a\n"));
        assert_eq!(string("1"), None);
        assert_eq!(string("null"), None);
        assert!(is_object(" {}") && !is_object("[{}]"));
    }
}
