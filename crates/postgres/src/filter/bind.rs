//! Fits a filter to a table: columns are looked up, and values read once, as PostgreSQL's casts read them.

use std::fmt;
use std::sync::Arc;

use super::column::ColumnType;
use super::decision::Decision;
use super::operator::Operator;
use super::{Clause, Condition, Filter};
use crate::scalar::json::Path;
use crate::scalar::{Collation, Invalid, Type};

/// A filter for one table.
#[derive(Debug, Clone)]
pub struct BoundFilter {
    pub(super) clauses: Box<[Node]>,
}

impl BoundFilter {
    /// Whether it lets every row pass.
    pub(crate) fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }
}

#[derive(Debug, Clone)]
pub(super) enum Node {
    Test(Box<Test>),
    Group { is_negated: bool, is_any: bool, clauses: Box<[Node]> },
}

/// A condition with what it needs.
#[derive(Debug, Clone)]
pub(super) struct Test {
    pub(super) operand: Operand,
    pub(super) is_negated: bool,
    pub(super) operator: Operator,
    /// The value as text, for where PostgreSQL is asked.
    pub(super) value: Box<str>,
    pub(super) decision: Decision,
    /// Whether PostgreSQL must say, when the subscription is made, whether it takes the value.
    pub(super) is_unchecked: bool,
}

/// The left side: a column, or what stands at a path in it.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    pub(super) column: Arc<ColumnType>,
    pub(super) path: Option<Path>,
}

/// Why a filter does not fit a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BindError {
    /// `SQLSTATE`.
    pub code: Box<str>,
    /// What is wrong, for the subscriber.
    pub message: String,
}

impl BindError {
    pub(super) fn raised(message: String) -> Self {
        Self { code: "P0001".into(), message }
    }
}

impl From<Invalid> for BindError {
    fn from(invalid: Invalid) -> Self {
        Self { code: invalid.code.into(), message: invalid.message }
    }
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for BindError {}

impl Filter {
    /// Fits the filter to a table, whose columns `columns` gives: those that the subscriber's role may read.
    ///
    /// What PostgreSQL must be asked beyond this is in [`BoundFilter::checks`].
    pub fn bind(&self, columns: &dyn Fn(&str) -> Option<Arc<ColumnType>>) -> Result<BoundFilter, BindError> {
        Ok(BoundFilter { clauses: bound(&self.clauses, columns)? })
    }
}

fn bound(
    clauses: &[Clause],
    columns: &dyn Fn(&str) -> Option<Arc<ColumnType>>,
) -> Result<Box<[Node]>, BindError> {
    let each = clauses.iter().map(|clause| match clause {
        Clause::Condition(condition) => Test::new(condition, columns).map(|test| Node::Test(Box::new(test))),
        Clause::Group(group) => Ok(Node::Group {
            is_negated: group.is_negated,
            is_any: group.is_any,
            clauses: bound(&group.clauses, columns)?,
        }),
    });
    each.collect()
}

impl Test {
    fn new(
        condition: &Condition,
        columns: &dyn Fn(&str) -> Option<Arc<ColumnType>>,
    ) -> Result<Self, BindError> {
        let operand = Operand::new(&condition.column, columns)?;
        let (operator, value) = (condition.operator, &condition.value);
        let decision = operand.decision(operator, value)?;
        let is_unchecked =
            matches!(decision, Decision::Ask) || (operand.is_domain() && operator != Operator::Is);
        Ok(Self {
            operand,
            is_negated: condition.is_negated,
            operator,
            value: value.clone(),
            decision,
            is_unchecked,
        })
    }
}

impl Operand {
    fn new(name: &str, columns: &dyn Fn(&str) -> Option<Arc<ColumnType>>) -> Result<Self, BindError> {
        if let Some(column) = columns(name) {
            return Ok(Self { column, path: None });
        }
        let invalid = || BindError::raised(format!("invalid column for filter {name}"));
        let (column, path) = Path::split(name).ok_or_else(invalid)?;
        let column = columns(column).ok_or_else(invalid)?;
        if !matches!(column.of, Type::Json | Type::Jsonb) || column.is_domain {
            return Err(BindError::raised(format!(
                "a path requires a json or jsonb column, got {}",
                column.display
            )));
        }
        Ok(Self { column, path: Some(path) })
    }

    /// Whether it is what `->>` gives: text.
    fn is_text_at_path(&self) -> bool {
        self.path.as_ref().is_some_and(|path| path.is_text)
    }

    pub(super) fn of(&self) -> &Type {
        if self.is_text_at_path() { &Type::Text } else { &self.column.of }
    }

    /// Its type as SQL names it.
    pub(super) fn sql(&self) -> &str {
        if self.is_text_at_path() { "pg_catalog.text" } else { &self.column.sql }
    }

    pub(super) fn display(&self) -> &str {
        if self.is_text_at_path() { "text" } else { &self.column.display }
    }

    /// What `->>` gives has the database's collation, which a column of `json` does not tell.
    pub(super) fn collation(&self) -> Collation {
        if self.is_text_at_path() { Collation::Other } else { self.column.collation }
    }

    pub(super) fn is_domain(&self) -> bool {
        self.column.is_domain && self.path.is_none()
    }
}
