//! What a policy's condition comes to for a row and a subscriber's claims.

use std::cmp::Ordering;

use super::claims::{Claim, Claims};
use crate::filter::CellRef;
use crate::scalar::json::Step;
use crate::scalar::like::Pattern;
use crate::scalar::{Collation, Parsed, Type, Value, array};
use crate::truth::Truth;

/// A condition.
#[derive(Debug, Clone)]
pub(super) enum Expression {
    Constant(bool),
    /// A `boolean` value.
    Holds(Scalar),
    Not(Box<Expression>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Compare {
        comparison: Comparison,
        left: Scalar,
        right: Scalar,
    },
    /// `left = ANY (ARRAY[…])`, and `<> ALL` where `is_all`.
    Among {
        comparison: Comparison,
        is_all: bool,
        left: Scalar,
        elements: Vec<Scalar>,
    },
    /// `left = ANY (column)`.
    Element {
        comparison: Comparison,
        left: Scalar,
        column: usize,
        of: Type,
    },
    Like {
        left: Scalar,
        pattern: Pattern,
        is_negated: bool,
    },
    IsNull {
        inner: Scalar,
        is_negated: bool,
    },
    /// `IS [NOT] TRUE`, `FALSE`, `UNKNOWN`.
    IsTruth {
        inner: Box<Expression>,
        truth: Truth,
        is_negated: bool,
    },
}

/// A comparison of two values of one type.
#[derive(Debug, Clone)]
pub(super) struct Comparison {
    pub(super) operator: Comparator,
    pub(super) of: Type,
    pub(super) collation: Collation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparator {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// `IS DISTINCT FROM`, and `IS NOT DISTINCT FROM`.
    Distinct {
        is_negated: bool,
    },
}

/// A value.
#[derive(Debug, Clone)]
pub(super) enum Scalar {
    Column {
        index: usize,
        of: Type,
    },
    Constant(Value),
    /// What `->>` gives at a path in the claims.
    Claim {
        path: Box<[Step]>,
        empty_is_null: bool,
    },
    Cast {
        inner: Box<Scalar>,
        from: Type,
        to: Type,
    },
    Coalesce(Vec<Scalar>),
}

/// What a value comes to.
enum Evaluated {
    Value(Value),
    Null,
    /// PostgreSQL fails.
    Error,
    /// Only PostgreSQL knows.
    Unclear,
}

/// What an expression is evaluated for.
pub(super) struct Scene<'a, 'b> {
    pub(super) row: &'a dyn Fn(usize) -> CellRef<'b>,
    pub(super) claims: &'a Claims,
}

impl Expression {
    pub(super) fn truth(&self, scene: &Scene<'_, '_>) -> Truth {
        match self {
            Self::Constant(value) => (*value).into(),
            Self::Holds(scalar) => match scalar.outcome(scene) {
                Evaluated::Value(Value::Bool(value)) => value.into(),
                other => other.otherwise(Truth::UNKNOWN),
            },
            Self::Not(inner) => inner.truth(scene).not(),
            Self::And(all) => all.iter().fold(Truth::TRUE, |truth, each| truth.and(each.truth(scene))),
            Self::Or(all) => all.iter().fold(Truth::FALSE, |truth, each| truth.or(each.truth(scene))),
            Self::Compare { comparison, left, right } => {
                comparison.truth(&left.outcome(scene), &right.outcome(scene))
            }
            Self::Among { comparison, is_all, left, elements } => {
                let left = left.outcome(scene);
                let each = elements.iter().map(|element| comparison.truth(&left, &element.outcome(scene)));
                quantified(*is_all, each)
            }
            Self::Element { comparison, left, column, of } => {
                let left = left.outcome(scene);
                match (scene.row)(*column) {
                    CellRef::Missing => Truth::ANY,
                    CellRef::Null => left.otherwise(Truth::UNKNOWN),
                    CellRef::Text(text) => {
                        let Some(elements) = array::written(text) else { return Truth::ANY };
                        let each = elements.iter().map(|element| {
                            let right =
                                element.as_ref().map_or(Evaluated::Null, |text| Evaluated::read(of, text));
                            comparison.truth(&left, &right)
                        });
                        let truth = quantified(false, each);
                        // An error on the left is one whatever the elements are; so is a doubt.
                        if left.is_value() { truth } else { left.otherwise(truth) }
                    }
                }
            }
            Self::Like { left, pattern, is_negated } => match left.outcome(scene) {
                Evaluated::Value(Value::Text(text)) => {
                    pattern.matches(&text).map_or(Truth::ANY, Truth::from).negated(*is_negated)
                }
                other => other.otherwise(Truth::UNKNOWN),
            },
            // Of a type that is not known it may be a record, which is null where its fields are.
            Self::IsNull { inner: Scalar::Column { index, of }, is_negated } if *of != Type::Other => {
                match (scene.row)(*index) {
                    CellRef::Missing => Truth::ANY,
                    cell => Truth::from((cell == CellRef::Null) != *is_negated),
                }
            }
            Self::IsNull { inner, is_negated } => match inner.outcome(scene) {
                Evaluated::Value(_) => Truth::from(*is_negated),
                other => other.otherwise(Truth::from(!*is_negated)),
            },
            Self::IsTruth { inner, truth, is_negated } => inner.truth(scene).mapped(|found| match found {
                Truth::ERROR => Truth::ERROR,
                found => Truth::from((found == *truth) != *is_negated),
            }),
        }
    }
}

/// `ANY` or `ALL`. Unlike the sides of `OR`, all elements are evaluated before they are compared: an error is one.
fn quantified(is_all: bool, each: impl Iterator<Item = Truth>) -> Truth {
    let all: Vec<Truth> = each.collect();
    if all.contains(&Truth::ERROR) {
        return Truth::ERROR;
    }
    let start = Truth::from(is_all);
    all.into_iter().fold(start, |truth, each| if is_all { truth.and(each) } else { truth.or(each) })
}

impl Comparison {
    fn truth(&self, left: &Evaluated, right: &Evaluated) -> Truth {
        let is_error = |outcome: &Evaluated| matches!(outcome, Evaluated::Error);
        let is_unclear = |outcome: &Evaluated| matches!(outcome, Evaluated::Unclear);
        if is_error(left) || is_error(right) {
            return Truth::ERROR;
        }
        if is_unclear(left) || is_unclear(right) {
            return Truth::ANY;
        }
        match (left, right, self.operator) {
            (Evaluated::Value(left), Evaluated::Value(right), _) => self.of_values(left, right),
            (Evaluated::Null, Evaluated::Null, Comparator::Distinct { is_negated }) => is_negated.into(),
            (_, _, Comparator::Distinct { is_negated }) => (!is_negated).into(),
            _ => Truth::UNKNOWN,
        }
    }

    fn of_values(&self, left: &Value, right: &Value) -> Truth {
        let holds = match self.operator {
            Comparator::Eq => left == right,
            Comparator::Ne => left != right,
            Comparator::Distinct { is_negated } => (left != right) != is_negated,
            ordered => {
                let Some(order) = self.of.compare(self.collation, left, right) else { return Truth::ANY };
                match ordered {
                    Comparator::Lt => order == Ordering::Less,
                    Comparator::Le => order != Ordering::Greater,
                    Comparator::Gt => order == Ordering::Greater,
                    _ => order != Ordering::Less,
                }
            }
        };
        holds.into()
    }
}

impl Evaluated {
    /// What PostgreSQL wrote.
    fn read(of: &Type, text: &str) -> Self {
        of.read(text).map_or(Self::Unclear, Self::Value)
    }

    fn is_value(&self) -> bool {
        matches!(self, Self::Value(_))
    }

    /// What a condition on it comes to, where it is not a value: `null` for `NULL`.
    fn otherwise(&self, null: Truth) -> Truth {
        match self {
            Self::Null => null,
            Self::Error => Truth::ERROR,
            Self::Value(_) | Self::Unclear => Truth::ANY,
        }
    }
}

impl Scalar {
    fn outcome(&self, scene: &Scene<'_, '_>) -> Evaluated {
        match self {
            Self::Column { index, of } => match (scene.row)(*index) {
                CellRef::Missing => Evaluated::Unclear,
                CellRef::Null => Evaluated::Null,
                CellRef::Text(text) => Evaluated::read(of, text),
            },
            Self::Constant(value) => Evaluated::Value(value.clone()),
            Self::Claim { path, empty_is_null } => match scene.claims.get(path) {
                Claim::Null => Evaluated::Null,
                Claim::Text(text) if text.is_empty() && *empty_is_null => Evaluated::Null,
                Claim::Text(text) => Evaluated::Value(Value::Text(text.into())),
                Claim::Unclear => Evaluated::Unclear,
            },
            Self::Cast { inner, from, to } => match inner.outcome(scene) {
                Evaluated::Value(value) => cast(&value, from, to),
                other => other,
            },
            // Whether PostgreSQL evaluates what stands behind a value is its own affair, so a fault there is a doubt.
            Self::Coalesce(all) => {
                let outcomes: Vec<_> = all.iter().map(|each| each.outcome(scene)).collect();
                let is_clear = |outcome: &Evaluated| matches!(outcome, Evaluated::Value(_) | Evaluated::Null);
                if outcomes.iter().all(is_clear) {
                    outcomes.into_iter().find(Evaluated::is_value).unwrap_or(Evaluated::Null)
                } else {
                    Evaluated::Unclear
                }
            }
        }
    }
}

/// Casts that are exact: from text as a constant is read, to text as it is written, and to a wider number.
fn cast(value: &Value, from: &Type, to: &Type) -> Evaluated {
    match (value, to) {
        (Value::Text(text), _) => match to.parse("", text) {
            Parsed::Value(value) => Evaluated::Value(value),
            Parsed::Invalid(_) => Evaluated::Error,
            Parsed::Undecided => Evaluated::Unclear,
        },
        (Value::Int(number), Type::Int2 | Type::Int4 | Type::Int8) => Evaluated::Value(Value::Int(*number)),
        (Value::Int(number), Type::Numeric) => Evaluated::read(to, &number.to_string()),
        (_, Type::Text) => {
            written(value, from).map_or(Evaluated::Unclear, |text| Evaluated::Value(Value::Text(text.into())))
        }
        _ => Evaluated::Unclear,
    }
}

fn written(value: &Value, of: &Type) -> Option<String> {
    match (value, of) {
        (Value::Bool(value), _) => Some(value.to_string()),
        (Value::Int(place), Type::Enum(labels)) => {
            labels.get(usize::try_from(*place).ok()?).map(|label| label.to_string())
        }
        (Value::Int(number), Type::Int2 | Type::Int4 | Type::Int8) => Some(number.to_string()),
        (Value::Bytes(bytes), Type::Uuid) => {
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let parts = [
                digits.get(..8)?,
                digits.get(8..12)?,
                digits.get(12..16)?,
                digits.get(16..20)?,
                digits.get(20..)?,
            ];
            Some(parts.join("-"))
        }
        _ => None,
    }
}
