//! The claims of a token, as policies read them.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::scalar::json::{Path, Step};

/// The claims of one subscriber.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims(BTreeMap<Box<str>, Box<str>>);

/// A claim as `->>` gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Claim {
    /// It is not there, or `null`.
    Null,
    Text(String),
    /// A number or list that `jsonb` may write otherwise.
    Unclear,
}

impl Claims {
    /// Reads the text of `request.jwt.claims`; `None` if it is not an object that `jsonb` takes for certain. What then is
    /// visible is PostgreSQL's to say.
    pub fn parse(json: &str) -> Option<Self> {
        // The whole is read once, for what stands deep inside of it: lone surrogates, numbers out of range.
        let whole: serde_json::Value = serde_json::from_str(json).ok()?;
        if !whole.is_object() || json.contains("\\u0000") {
            return None;
        }
        let fields: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
        Some(Self(fields.into_iter().map(|(name, value)| (name.into(), value.get().into())).collect()))
    }

    pub(super) fn get(&self, path: &[Step]) -> Claim {
        let Some((Step::Key(first), rest)) = path.split_first() else { return Claim::Null };
        let Some(value) = self.0.get(first) else { return Claim::Null };
        if rest.is_empty() {
            return text(value);
        }
        use crate::scalar::json::Found;
        match (Path { steps: rest.into(), is_text: false }).follow(value) {
            Found::Json(value) => text(&value),
            Found::Null => Claim::Null,
            Found::Text(_) | Found::Undecided => Claim::Unclear,
        }
    }
}

fn text(value: &str) -> Claim {
    match value.bytes().next() {
        Some(b'n') => Claim::Null,
        Some(b't' | b'f') => Claim::Text(value.to_owned()),
        Some(b'"') => serde_json::from_str(value).map_or(Claim::Unclear, Claim::Text),
        // A number of `jsonb` loses its exponent and the sign of zero.
        Some(b'1'..=b'9') if value.bytes().all(|byte| byte.is_ascii_digit()) => Claim::Text(value.to_owned()),
        _ => Claim::Unclear,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_text_as_jsonb_gives_it() {
        let claims =
            Claims::parse(r#"{"sub":"a\u00e4","n":5,"e":1e3,"z":-0,"t":true,"x":null,"app":{"r":["p"]}}"#)
                .unwrap();
        let get = |path: &[Step]| claims.get(path);
        let key = |name: &str| Step::Key(name.into());
        assert_eq!(get(&[key("sub")]), Claim::Text("aä".into()));
        assert_eq!(get(&[key("n")]), Claim::Text("5".into()));
        assert_eq!(get(&[key("t")]), Claim::Text("true".into()));
        for unclear in ["e", "z", "app"] {
            assert_eq!(get(&[key(unclear)]), Claim::Unclear, "{unclear}");
        }
        assert_eq!((get(&[key("x")]), get(&[key("none")])), (Claim::Null, Claim::Null));
        assert_eq!(get(&[key("app"), key("r"), Step::Index(0)]), Claim::Text("p".into()));
        for json in ["[]", "{", r#"{"a":"\u0000"}"#, r#"{"a":"\ud800"}"#, r#"{"a":1e999}"#] {
            assert_eq!(Claims::parse(json), None, "{json}");
        }
    }
}
