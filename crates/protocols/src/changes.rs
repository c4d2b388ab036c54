//! Requests for a database's changes, whatever the protocol: which changes, of which tables, and of which rows.

use alloc::{boxed::Box, vec::Vec};

/// A request for the changes of one table or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangesRequest {
    /// The number by which changes name it. The same number means an equal request.
    pub id: u32,
    /// Which changes; `None` for all.
    pub event: Option<RowEvent>,
    /// Of which schema; `*` for all, and `%` within a name for any text.
    pub schema: Box<str>,
    /// Of which table, in the same way.
    pub table: Box<str>,
    /// Of which rows: all of these must hold; none lets every row pass.
    pub filter: Vec<Clause>,
    /// Which columns are delivered beside the primary key; `None` for all.
    pub select: Option<Box<[Box<str>]>>,
    /// Whether the rows that are there come first, as if they were inserted then.
    pub snapshot: bool,
}

/// What happened to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowEvent {
    /// It is new, or was there when it was asked for.
    Insert,
    /// It has changed.
    Update,
    /// It is gone.
    Delete,
}

impl RowEvent {
    /// Its name in SQL.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Insert => "INSERT",
            Self::Update => "UPDATE",
            Self::Delete => "DELETE",
        }
    }
}

/// A part of a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    /// A comparison.
    Condition(Condition),
    /// Several clauses.
    Group(Group),
}

/// A comparison of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The column's name, perhaps followed by a path into its JSON.
    pub column: Box<str>,
    /// Whether it must not hold.
    pub is_negated: bool,
    /// The operator.
    pub operator: Operator,
    /// The value as PostgreSQL's text; for `in` the list as an array, `{a,b}`.
    pub value: Box<str>,
}

/// Clauses of which one, or all, must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Whether it must not hold.
    pub is_negated: bool,
    /// Whether one clause is enough.
    pub is_any: bool,
    /// The clauses, one or more.
    pub clauses: Vec<Clause>,
}

/// An operator of PostgreSQL, by PostgREST's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // the names are PostgREST's
pub enum Operator {
    Eq,
    Neq,
    Lt,
    Lte,
    Gt,
    Gte,
    In,
    Like,
    Ilike,
    Is,
    Match,
    Imatch,
    IsDistinct,
    Cs,
    Cd,
    Ov,
}

impl Operator {
    /// Every operator.
    pub const ALL: [Self; 16] = [
        Self::Eq,
        Self::Neq,
        Self::Lt,
        Self::Lte,
        Self::Gt,
        Self::Gte,
        Self::In,
        Self::Like,
        Self::Ilike,
        Self::Is,
        Self::Match,
        Self::Imatch,
        Self::IsDistinct,
        Self::Cs,
        Self::Cd,
        Self::Ov,
    ];

    /// The operator of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operator| operator.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::Neq => "neq",
            Self::Lt => "lt",
            Self::Lte => "lte",
            Self::Gt => "gt",
            Self::Gte => "gte",
            Self::In => "in",
            Self::Like => "like",
            Self::Ilike => "ilike",
            Self::Is => "is",
            Self::Match => "match",
            Self::Imatch => "imatch",
            Self::IsDistinct => "isdistinct",
            Self::Cs => "cs",
            Self::Cd => "cd",
            Self::Ov => "ov",
        }
    }

    /// Whether it compares what is inside of values, which braces and brackets write.
    pub fn is_containment(self) -> bool {
        matches!(self, Self::Cs | Self::Cd | Self::Ov)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_a_name_of_its_own() {
        for operator in Operator::ALL {
            assert_eq!(Operator::named(operator.name()), Some(operator));
        }
        assert_eq!(Operator::named("foo"), None);
    }
}
