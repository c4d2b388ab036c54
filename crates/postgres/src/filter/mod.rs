//! Filters: which rows a subscriber asked for.
//!
//! A filter is text such as `status=in.(open,held),amount=not.gt.100`: [`Filter::parse`] reads it, [`Filter::bind`] fits
//! it to a table's columns, and [`BoundFilter::verdict`] says whether a row is meant. It is for those rows that
//! `where column op 'value'` finds, with the column's type and collation. A row that lacks a column of the filter, or has
//! `NULL` where the comparison then is unknown, is not delivered.
//!
//! Beside what Supabase Realtime accepts (server 2.129) there is, in spellings that it refuses:
//!
//! - groups, as PostgREST writes them: `or(status.eq.open,amount.gt.100)`, `not.and(a.is.null,or(b.eq.1,c.eq.2))`;
//! - paths in `json` and `jsonb`: `data->>kind=eq.x`, `data->tags->>0=like.a%`. After `->>` stands text, and is compared as
//!   text; a column of that very name is preferred;
//! - `cs` (contains, `@>`), `cd` (is contained, `<@`) for arrays and `jsonb`, and `ov` (overlaps, `&&`) for arrays:
//!   `tags=cs.{a,b}`, `data=cs.{"kind":"x"}`. Commas inside their braces and brackets do not divide.

mod bind;
pub mod column;
mod decision;
mod evaluate;
mod grammar;
pub mod index;
mod operator;
mod question;

pub use bind::{BindError, BoundFilter};
pub use column::{ColumnType, Columns};
pub use evaluate::CellRef;
pub use operator::Operator;
pub use question::{Check, Question};

/// How long a filter's text may be: an `in` of a hundred 64-byte names, and some more. A longer one is refused.
pub const FILTER_BYTES: usize = 8192;
/// How many conditions a filter may have: each may be a comparison for each change. One with more is refused.
pub const CONDITIONS: usize = 64;
/// How many values an `in` may list; PostgreSQL's own check in Supabase Realtime has the same number.
pub const IN_VALUES: usize = 100;
/// How deep groups may be nested. Deeper ones are refused.
pub const GROUP_DEPTH: usize = 8;

/// A filter as it was written: all of its clauses must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// The clauses; none lets every row pass.
    pub clauses: Vec<Clause>,
}

/// A part of a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    /// `column=op.value`.
    Condition(Condition),
    /// `or(…)` or `and(…)`.
    Group(Group),
}

/// A comparison of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The column's name, perhaps with a path behind it.
    pub column: Box<str>,
    /// Whether `not.` stands before the operator.
    pub is_negated: bool,
    /// The operator.
    pub operator: Operator,
    /// The value without its quotes; for `in` the list as an array, `{a,b}`.
    pub value: Box<str>,
}

/// Clauses of which one, or all, must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Whether `not.` stands before it.
    pub is_negated: bool,
    /// Whether one clause is enough: `or`.
    pub is_any: bool,
    /// The clauses, one or more.
    pub clauses: Vec<Clause>,
}
