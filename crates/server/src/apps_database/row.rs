//! One row of the table: the columns that have a value, as text.

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::column::{COLUMNS, Column};

/// A row, shared by all who have it. It prints without its values: one is a secret, and webhooks may have others.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Row(Arc<Values>);

struct Values {
    /// In the order of [`COLUMNS`].
    values: Box<[(&'static str, Box<str>)]>,
    /// A column whose value was too long, and is left out.
    too_long: Option<&'static Column>,
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        let too_long = |values: &Self| values.too_long.map(|column| column.name);
        self.values == other.values && too_long(self) == too_long(other)
    }
}

impl Eq for Values {}

impl Row {
    /// A row of these values; what is empty counts as absent, as in Soketi.
    pub(super) fn new(given: impl Iterator<Item = (&'static Column, Option<String>)>) -> Self {
        let (mut values, mut too_long) = (Vec::with_capacity(COLUMNS.len()), None);
        for (column, value) in given {
            match value {
                Some(text) if text.len() > column.most_bytes() => too_long = Some(column),
                Some(text) => values.extend(column.normal(text).map(|text| (column.name, text.into()))),
                None => {}
            }
        }
        Self(Arc::new(Values { values: values.into(), too_long }))
    }

    /// What a column has.
    pub(crate) fn get(&self, column: &str) -> Option<&str> {
        self.0.values.iter().find(|(name, _)| *name == column).map(|(_, value)| &**value)
    }

    /// The app's id; empty if it has none.
    pub(crate) fn id(&self) -> &str {
        self.get("id").unwrap_or_default()
    }

    /// The columns that have a value.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.values.iter().map(|(name, value)| (*name, &**value))
    }

    /// What is wrong with it whatever the values mean: a column, and why.
    pub(crate) fn fault(&self) -> Option<(&'static str, String)> {
        if let Some(column) = self.0.too_long {
            return Some((column.name, format!("it has more than {} bytes", column.most_bytes())));
        }
        let missing = ["id", "key", "secret"].into_iter().find(|name| self.get(name).is_none());
        missing.map(|name| (name, format!("the row has no {name}")))
    }

    /// As the cached copy has it.
    pub(super) fn to_json(&self) -> String {
        let object: Map<String, Value> =
            self.values().map(|(name, value)| (name.to_owned(), value.into())).collect();
        Value::Object(object).to_string()
    }

    /// What the cached copy has; `None` if it is no row.
    pub(super) fn of_json(text: &str) -> Option<Self> {
        let object: Map<String, Value> = serde_json::from_str(text).ok()?;
        let value = |column: &'static Column| {
            object.get(column.name).and_then(Value::as_str).map(|text| (column.name, text.into()))
        };
        Some(Self(Arc::new(Values { values: COLUMNS.iter().filter_map(value).collect(), too_long: None })))
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Row({:?})", self.id())
    }
}

#[cfg(test)]
impl Row {
    /// A row of these columns.
    pub(crate) fn of(values: &[(&str, &str)]) -> Self {
        let value = |column: &'static Column| {
            let given = values.iter().find(|(name, _)| *name == column.name);
            (column, given.map(|(_, value)| (*value).to_owned()))
        };
        Self::new(COLUMNS.iter().map(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_comes_back_from_the_copy_and_shows_no_secret() {
        let row =
            Row::of(&[("id", "7"), ("key", "k"), ("secret", "hidden"), ("webhooks", "[]"), ("enabled", "")]);
        assert_eq!(Row::of_json(&row.to_json()), Some(row.clone()));
        assert_eq!((format!("{row:?}").as_str(), row.get("enabled")), ("Row(\"7\")", None));
        assert_eq!(Row::of_json("[]"), None);
    }

    #[test]
    fn what_is_missing_or_too_long_is_named() {
        let long = "x".repeat((256 << 10) + 1);
        for (values, column) in [
            (vec![("key", "k"), ("secret", "s")], Some("id")),
            (vec![("id", "7"), ("secret", "s")], Some("key")),
            (vec![("id", "7"), ("key", "k"), ("secret", "")], Some("secret")),
            (vec![("id", "7"), ("key", "k"), ("secret", "s"), ("webhooks", &*long)], Some("webhooks")),
            (vec![("id", "7"), ("key", "k"), ("secret", &long[..4_097])], Some("secret")),
            (vec![("id", "7"), ("key", "k"), ("secret", "s")], None),
        ] {
            assert_eq!(Row::of(&values).fault().map(|(column, _)| column), column);
        }
    }
}
