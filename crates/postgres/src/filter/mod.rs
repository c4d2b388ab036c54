//! Filters: which rows a subscriber asked for.
//!
//! [`Filter::bind`] fits a filter to a table's columns, and [`BoundFilter::verdict`] says whether a row is meant. It is for
//! those rows that `where column op 'value'` finds, with the column's type and collation. A row that lacks a column of the
//! filter, or has `NULL` where the comparison then is unknown, is not delivered. How a filter is written is its protocol's
//! affair.
//!
//! A column may be a path in `json` or `jsonb`: `data->tags->>0`. After `->>` stands text, and is compared as text; a column
//! of that very name is preferred.

mod bind;
pub mod column;
mod decision;
mod evaluate;
pub mod index;
mod operator;
mod question;

pub use bind::{BindError, BoundFilter};
pub use column::{ColumnType, Columns};
pub use evaluate::CellRef;
pub use operator::Operator;
pub use question::{Check, Question};

/// How many values an `in` may list; PostgreSQL's own check in Supabase Realtime has the same number.
pub const IN_VALUES: usize = 100;

/// A filter that is not bound yet: all of its clauses must hold. Whoever makes it bounds how many conditions it has, each of
/// which may be a comparison for each change, and how deep groups are nested, which are walked recursively.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Filter {
    /// The clauses; none lets every row pass.
    pub clauses: Vec<Clause>,
}

/// A part of a filter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Clause {
    /// A comparison.
    Condition(Condition),
    /// Several clauses.
    Group(Group),
}

/// A comparison of a column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Group {
    /// Whether it must not hold.
    pub is_negated: bool,
    /// Whether one clause is enough.
    pub is_any: bool,
    /// The clauses, one or more.
    pub clauses: Vec<Clause>,
}
