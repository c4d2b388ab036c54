//! Values of `json` and `jsonb`: what stands at a path, and whether one contains another.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::Decimal;

/// How deep values may be nested that are compared here; deeper ones are left to PostgreSQL.
const DEPTH: usize = 32;

/// Where to look in a value: `data->a->0->>b`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The steps, one or more.
    pub steps: Box<[Step]>,
    /// Whether the last arrow is `->>`, which gives text.
    pub is_text: bool,
}

/// One step of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A field of an object.
    Key(Box<str>),
    /// An element of an array; negative ones count from the end.
    Index(i32),
}

/// What stands at a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Nothing, or what `->>` makes of `null`.
    Null,
    /// Text.
    Text(String),
    /// A value as it is written.
    Json(String),
    /// Only PostgreSQL knows.
    Undecided,
}

impl Path {
    /// Splits `column->key->>key`; `None` if there is no arrow. Digits are an index.
    pub fn split(text: &str) -> Option<(&str, Self)> {
        let (column, mut rest) = text.split_once("->")?;
        let mut steps = Vec::new();
        let mut is_text = false;
        loop {
            if is_text {
                return None; // `->>` gives text, which has no parts
            }
            is_text = rest.starts_with('>');
            rest = rest.strip_prefix('>').unwrap_or(rest);
            let (step, others) =
                rest.split_once("->").map_or((rest, None), |(step, rest)| (step, Some(rest)));
            if step.is_empty() {
                return None;
            }
            steps.push(step.parse().map_or_else(|_| Step::Key(step.into()), Step::Index));
            match others {
                Some(others) => rest = others,
                None => return Some((column, Self { steps: steps.into(), is_text })),
            }
        }
    }

    /// Follows the path in a value as PostgreSQL wrote it: both types repeat a part of it as it
    /// stands there.
    pub fn follow(&self, text: &str) -> Found {
        let mut at = text;
        for step in &self.steps {
            at = match stepped(at, step) {
                Ok(Some(inner)) => inner,
                Ok(None) => return Found::Null,
                Err(Unclear) => return Found::Undecided,
            };
        }
        match at.bytes().next() {
            _ if !self.is_text => Found::Json(at.to_owned()),
            Some(b'n') => Found::Null,
            Some(b'"') => match serde_json::from_str::<String>(at) {
                Ok(text) if !text.contains('\0') => Found::Text(text),
                _ => Found::Undecided,
            },
            Some(_) => Found::Text(at.to_owned()),
            None => Found::Undecided,
        }
    }
}

/// It is not known here.
struct Unclear;

fn stepped<'a>(text: &'a str, step: &Step) -> Result<Option<&'a str>, Unclear> {
    match (text.trim_start().bytes().next(), step) {
        (Some(b'{'), Step::Key(key)) => {
            let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).map_err(|_| Unclear)?;
            Ok(fields.get(&**key).map(|value| value.get()))
        }
        (Some(b'['), Step::Index(index)) => {
            let elements: Vec<&RawValue> = serde_json::from_str(text).map_err(|_| Unclear)?;
            let back = usize::try_from(index.unsigned_abs()).map_err(|_| Unclear)?;
            let place = if *index < 0 { elements.len().checked_sub(back) } else { Some(back) };
            Ok(place.and_then(|place| elements.get(place)).map(|value| value.get()))
        }
        (Some(_), _) => Ok(None),
        (None, _) => Err(Unclear),
    }
}

/// A value as `jsonb` compares it: of two fields of one name the later counts, and numbers are
/// exact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Decimal),
    /// Text.
    Text(String),
    /// A list.
    Array(Vec<Node>),
    /// Fields.
    Object(BTreeMap<String, Node>),
}

impl Node {
    /// Reads a value; `None` if it is not JSON, too deep, or something that `jsonb` cannot hold.
    pub fn read(text: &str) -> Option<Self> {
        Self::read_within(text, DEPTH)
    }

    fn read_within(text: &str, depth: usize) -> Option<Self> {
        let text = text.trim_matches([' ', '\t', '\n', '\r']);
        let depth = depth.checked_sub(1)?;
        match text.bytes().next()? {
            b'{' => {
                let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
                let each = fields.into_iter().map(|(key, value)| {
                    let value = Self::read_within(value.get(), depth)?;
                    (!key.contains('\0')).then_some((key, value))
                });
                each.collect::<Option<_>>().map(Self::Object)
            }
            b'[' => {
                let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
                let each = elements.into_iter().map(|value| Self::read_within(value.get(), depth));
                each.collect::<Option<_>>().map(Self::Array)
            }
            b'"' => {
                serde_json::from_str::<String>(text).ok().filter(|text| !text.contains('\0')).map(Self::Text)
            }
            b't' | b'f' => serde_json::from_str(text).ok().map(Self::Bool),
            b'n' => serde_json::from_str::<()>(text).ok().map(|()| Self::Null),
            _ => serde_json::from_str::<&RawValue>(text)
                .ok()
                .and_then(|_| Decimal::read(text))
                .map(Self::Number),
        }
    }

    /// `self @> other`. A list also contains a scalar that is one of its elements.
    pub fn contains(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Array(elements), scalar) if scalar.is_scalar() => elements.contains(scalar),
            _ => self.contains_same(other),
        }
    }

    fn contains_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Object(fields), Self::Object(others)) => others
                .iter()
                .all(|(key, other)| fields.get(key).is_some_and(|value| value.contains_same(other))),
            (Self::Array(elements), Self::Array(others)) => {
                others.iter().all(|other| elements.iter().any(|value| value.contains_same(other)))
            }
            _ => self.is_scalar() && self == other,
        }
    }

    fn is_scalar(&self) -> bool {
        !matches!(self, Self::Array(_) | Self::Object(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_followed() {
        let data = r#"{"a": {"b": ["x", 1.50, null, {"c": true}]}, "a\"": "q"}"#;
        for (path, expected) in [
            ("d->a->b->>0", Found::Text("x".into())),
            ("d->a->b->>1", Found::Text("1.50".into())),
            ("d->a->b->>2", Found::Null),
            ("d->a->b->>-1", Found::Text(r#"{"c": true}"#.into())),
            ("d->a->b->3->>c", Found::Text("true".into())),
            ("d->a->b->3", Found::Json(r#"{"c": true}"#.into())),
            ("d->>a\"", Found::Text("q".into())),
            ("d->none->>0", Found::Null),
        ] {
            let (column, path) = Path::split(path).unwrap();
            assert_eq!((column, path.follow(data)), ("d", expected), "{path:?}");
        }
        assert_eq!(Path::split("a->>b->c"), None);
        assert_eq!(Path::split("a->"), None);
    }

    #[test]
    fn containment_is_that_of_jsonb() {
        for (left, right, expected) in [
            (r#"{"a":1,"b":[1,2]}"#, r#"{"b":[2]}"#, true),
            (r#"{"a":1.0}"#, r#"{"a":1}"#, true),
            (r#"[1,2,[1,3]]"#, "[1,3]", false),
            (r#"[1,2,[1,3]]"#, "[[1]]", true),
            (r#"["foo","bar"]"#, r#""bar""#, true),
            (r#""bar""#, r#"["bar"]"#, false),
            (r#"{"a":["x"]}"#, r#"{"a":"x"}"#, false),
            ("[]", "{}", false),
            ("{}", "{}", true),
            ("null", "null", true),
        ] {
            let contains = Node::read(left).unwrap().contains(&Node::read(right).unwrap());
            assert_eq!(contains, expected, "{left} @> {right}");
        }
    }
}
