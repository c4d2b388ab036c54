//! The claims of a token, as policies read them, and as subscribers are grouped by them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;

use crate::scalar::json::{Path, Step};

/// Which claims something depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// Any of them, those that differ from token to token among them.
    All,
    /// These.
    Named(BTreeSet<Box<str>>),
}

impl Which {
    /// None of them.
    pub fn none() -> Self {
        Self::Named(BTreeSet::new())
    }

    /// This one.
    pub fn one(name: &str) -> Self {
        Self::Named(BTreeSet::from([name.into()]))
    }

    /// These and those.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Named(mut names), Self::Named(others)) => {
                names.extend(others);
                Self::Named(names)
            }
            _ => Self::All,
        }
    }
}

/// The claims that something depends on, in one spelling: subscribers for whom it is the same, and who have one role, see
/// the same.
///
/// What differs from token to token (`exp`, `iat`, `jti`, `session_id`, …) is left out unless it is named or all are
/// asked for. Claims that are not an object of JSON are a group of their own.
pub fn canonical_claims(claims: &str, which: &Which) -> String {
    let Ok(mut fields) = serde_json::from_str::<BTreeMap<String, &RawValue>>(claims) else {
        return claims.to_owned();
    };
    if let Which::Named(names) = which {
        fields.retain(|name, _| names.contains(name.as_str()));
    }
    serde_json::to_string(&fields).unwrap_or_else(|_| claims.to_owned())
}

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
    fn groups_are_those_of_the_claims_that_count() {
        let one = r#"{"sub":"a","exp":1,"role":"r","app":{"org": 5}}"#;
        let two = r#"{ "role": "r", "app":{"org": 5}, "exp":2, "sub":"a" }"#;
        let app = Which::one("sub").and(Which::one("app"));
        assert_eq!(canonical_claims(one, &app), canonical_claims(two, &app));
        assert_eq!(canonical_claims(one, &app), r#"{"app":{"org": 5},"sub":"a"}"#);
        assert_ne!(canonical_claims(one, &Which::All), canonical_claims(two, &Which::All));
        assert_eq!(canonical_claims(one, &Which::none()), "{}");
        assert_eq!(app.and(Which::All), Which::All);
        let large = [r#"{"n":9007199254740993}"#, r#"{"n":9007199254740992}"#];
        assert_ne!(
            canonical_claims(large[0], &Which::one("n")),
            canonical_claims(large[1], &Which::one("n"))
        );
    }

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
