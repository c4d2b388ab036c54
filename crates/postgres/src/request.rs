//! What a subscriber asks for, whatever its protocol.

use crate::filter::Filter;
use crate::row::Change;

/// What happened to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It is new.
    Insert,
    /// It is another.
    Update,
    /// It is gone.
    Delete,
}

impl From<&Change> for Kind {
    fn from(change: &Change) -> Self {
        match change {
            Change::Insert { .. } => Self::Insert,
            Change::Update { .. } => Self::Update,
            Change::Delete { .. } => Self::Delete,
        }
    }
}

/// Which changes are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Event {
    /// All of them.
    #[default]
    Any,
    /// Those of one kind.
    Only(Kind),
}

impl Event {
    /// Whether a change of this kind is asked for.
    pub fn includes(self, kind: Kind) -> bool {
        self == Self::Any || self == Self::Only(kind)
    }
}

/// A request for the changes of one table or several.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Request {
    /// Which changes.
    pub event: Event,
    /// Of which schema; `*` for all, and `%` within a name for any text.
    pub schema: Box<str>,
    /// Of which table, in the same way.
    pub table: Box<str>,
    /// Of which rows.
    pub filter: Filter,
    /// Which columns are delivered beside the primary key; `None` for all.
    pub select: Option<Box<[Box<str>]>>,
    /// Whether the rows that are there come first, as if they were inserted then.
    pub snapshot: bool,
}

impl Request {
    /// Whether a table is meant.
    pub fn includes(&self, schema: &str, table: &str) -> bool {
        fits(&self.schema, schema) && fits(&self.table, table)
    }
}

/// Whether `name` is what `pattern` says: that name, `*`, or with `%` for any text.
fn fits(pattern: &str, name: &str) -> bool {
    if pattern == "*" {
        return true;
    }
    let mut parts = pattern.split('%');
    let Some(mut rest) = name.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_exact_but_for_wildcards() {
        for (pattern, name, expected) in [
            ("*", "any", true),
            ("user_roles", "user_roles", true),
            ("user_roles", "userXroles", false),
            ("a%", "abc", true),
            ("%b%d", "abcd", true),
            ("%b%d", "abc", false),
            ("a%a", "a", false),
            ("%", "", true),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
    }
}
