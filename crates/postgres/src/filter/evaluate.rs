//! Whether a row is meant.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::bind::{BoundFilter, Node, Operand, Test};
use super::decision::Decision;
use super::operator::Operator;
use crate::row::{Cell, OldRow};
use crate::scalar::json::{self, Found};
use crate::scalar::{Type, Value, array};
use crate::truth::{Truth, Verdict};

/// A value of a row, as far as the stream has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellRef<'a> {
    /// It is not known: a column outside an old row's key, a large value that was left as it was.
    Missing,
    /// `NULL`.
    Null,
    /// The value as PostgreSQL wrote it.
    Text(&'a str),
}

impl<'a> CellRef<'a> {
    /// A value of a new row. Where it is [`Cell::Unchanged`], the caller may look into the full old
    /// row.
    pub fn of(cell: &'a Cell) -> Self {
        match cell {
            Cell::Null => Self::Null,
            Cell::Unchanged => Self::Missing,
            Cell::Text(bytes) => std::str::from_utf8(bytes).map_or(Self::Missing, Self::Text),
        }
    }

    /// A value of an old row, of whose columns only those of the identity are known.
    pub fn of_old(row: &'a OldRow, index: usize, is_identity: bool) -> Self {
        match row {
            OldRow::Full(cells) => cells.get(index).map_or(Self::Missing, Self::of),
            OldRow::Key(cells) if is_identity => cells.get(index).map_or(Self::Missing, Self::of),
            OldRow::Key(_) => Self::Missing,
        }
    }
}

impl BoundFilter {
    /// Whether a row is meant; `row` gives the values by the columns' places.
    pub fn verdict<'a>(&self, row: &dyn Fn(usize) -> CellRef<'a>) -> Verdict {
        all(&self.clauses, row).verdict()
    }
}

fn all<'a>(nodes: &[Node], row: &dyn Fn(usize) -> CellRef<'a>) -> Truth {
    let mut truth = Truth::TRUE;
    for node in nodes {
        truth = truth.and(node.truth(row));
        if truth == Truth::FALSE {
            break;
        }
    }
    truth
}

impl Node {
    pub(super) fn truth<'a>(&self, row: &dyn Fn(usize) -> CellRef<'a>) -> Truth {
        match self {
            Self::Test(test) => test.truth(row(test.operand.column.index)),
            Self::Group { is_negated, is_any: false, clauses } => all(clauses, row).negated(*is_negated),
            Self::Group { is_negated, is_any: true, clauses } => {
                let any = clauses.iter().fold(Truth::FALSE, |truth, clause| truth.or(clause.truth(row)));
                any.negated(*is_negated)
            }
        }
    }
}

impl Test {
    fn truth(&self, cell: CellRef<'_>) -> Truth {
        let truth = match (cell, &self.operand.path) {
            // What is not known is unknown even to `is null`.
            (CellRef::Missing, _) => return Truth::UNKNOWN,
            (CellRef::Null, _) => self.of_null(),
            (CellRef::Text(text), None) => self.of_text(Cow::Borrowed(text)),
            (CellRef::Text(text), Some(path)) => match path.follow(text) {
                Found::Null => self.of_null(),
                Found::Text(text) | Found::Json(text) => self.of_text(Cow::Owned(text)),
                Found::Undecided => Truth::ANY,
            },
        };
        truth.negated(self.is_negated)
    }

    fn of_null(&self) -> Truth {
        match &self.decision {
            Decision::IsNull | Decision::IsUnknown => Truth::TRUE,
            Decision::Is(_) => Truth::FALSE,
            // Of no values none is equal, whatever stands on the other side.
            Decision::In { values, has_null: false } if values.is_empty() => Truth::FALSE,
            Decision::Compare(_) if self.operator == Operator::IsDistinct => Truth::TRUE,
            Decision::Ask if matches!(self.operator, Operator::IsDistinct | Operator::In) => Truth::ANY,
            _ => Truth::UNKNOWN,
        }
    }

    fn of_text(&self, text: Cow<'_, str>) -> Truth {
        match &self.decision {
            Decision::IsNull | Decision::IsUnknown => Truth::FALSE,
            Decision::Is(expected) => match self.operand.of().read(&text) {
                Some(Value::Bool(value)) => (value == *expected).into(),
                _ => Truth::ANY,
            },
            Decision::Compare(value) => self.operand.compared(self.operator, &text, value),
            Decision::In { values, has_null } => self.operand.is_among(&text, values, *has_null),
            Decision::Like { pattern, is_insensitive } => {
                let lowered = is_insensitive.then(|| self.operand.collation().lowered(&text));
                match lowered {
                    Some(None) => Truth::ANY,
                    Some(Some(lowered)) => pattern.matches(&lowered).map_or(Truth::ANY, Truth::from),
                    None => pattern.matches(&text).map_or(Truth::ANY, Truth::from),
                }
            }
            Decision::Elements { of, values, has_null } => self.elements(of, &text, values, *has_null),
            Decision::Json(node) => match json::Node::read(&text) {
                Some(value) if self.operator == Operator::Cs => value.contains(node).into(),
                Some(value) => node.contains(&value).into(),
                None => Truth::ANY,
            },
            Decision::Ask => Truth::ANY,
        }
    }

    /// Containment of arrays: `NULL` is no element, neither to look for nor to find.
    fn elements(&self, of: &Type, text: &str, values: &[Value], has_null: bool) -> Truth {
        let Some(elements) = array::written(text) else { return Truth::ANY };
        let element_is_null = elements.iter().any(Option::is_none);
        let read: Option<Vec<Value>> = elements.iter().flatten().map(|text| of.read(text)).collect();
        let Some(elements) = read else { return Truth::ANY };
        let holds = match self.operator {
            Operator::Cs => !has_null && values.iter().all(|value| elements.contains(value)),
            Operator::Cd => !element_is_null && elements.iter().all(|element| values.contains(element)),
            _ => values.iter().any(|value| elements.contains(value)),
        };
        holds.into()
    }
}

impl Operand {
    fn compared(&self, operator: Operator, text: &str, value: &Value) -> Truth {
        let order = match (self.of(), value) {
            // Without a copy of the text, since most filters are of this kind.
            (Type::Text | Type::Varchar, Value::Text(value)) if **value == *text => Some(Ordering::Equal),
            (Type::Text | Type::Varchar, Value::Text(_)) if is_equality(operator) => Some(Ordering::Less),
            _ => self.of().read(text).and_then(|left| match is_equality(operator) {
                true if left == *value => Some(Ordering::Equal),
                true => Some(Ordering::Less),
                false => self.of().compare(self.collation(), &left, value),
            }),
        };
        let Some(order) = order else { return Truth::ANY };
        let holds = match operator {
            Operator::Neq | Operator::IsDistinct => order.is_ne(),
            Operator::Lt => order.is_lt(),
            Operator::Lte => order.is_le(),
            Operator::Gt => order.is_gt(),
            Operator::Gte => order.is_ge(),
            _ => order.is_eq(),
        };
        holds.into()
    }

    fn is_among(&self, text: &str, values: &[Value], has_null: bool) -> Truth {
        match self.of().read(text) {
            None => Truth::ANY,
            Some(value) if values.contains(&value) => Truth::TRUE,
            Some(_) if has_null => Truth::UNKNOWN,
            Some(_) => Truth::FALSE,
        }
    }
}

fn is_equality(operator: Operator) -> bool {
    matches!(operator, Operator::Eq | Operator::Neq | Operator::IsDistinct)
}
