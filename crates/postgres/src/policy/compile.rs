//! From what a policy says to what can be evaluated here.
//!
//! Whatever is not certain to mean the same here is `None`. Operators have no schema in the text and so are those of
//! `pg_catalog` (the text is read with an empty search path); both sides having one type makes sure which they are.

use super::expression::{Comparator, Expression, Scalar};
use super::functions::Functions;
use super::syntax::{Syntax, TypeName};
use super::value::Typed;
use crate::filter::{ColumnType, Columns};
use crate::scalar::like::Pattern;
use crate::scalar::{Collation, Type, Value};
use crate::truth::Truth;

/// What a policy's names mean.
#[derive(Clone, Copy)]
pub(super) struct Compiler<'a> {
    pub(super) columns: &'a Columns,
    pub(super) functions: &'a Functions,
}

impl Compiler<'_> {
    pub(super) fn condition(&self, syntax: &Syntax) -> Option<Expression> {
        match syntax {
            Syntax::Bool(value) => Some(Expression::Constant(*value)),
            Syntax::Not(inner) => Some(Expression::Not(Box::new(self.condition(inner)?))),
            Syntax::And(all) => self.conditions(all).map(Expression::And),
            Syntax::Or(all) => self.conditions(all).map(Expression::Or),
            Syntax::Select(inner) => self.condition(inner),
            Syntax::Binary(operator, left, right) => self.binary(operator, left, right),
            Syntax::Quantified { operator, is_any, left, right } => {
                self.quantified(operator, *is_any, left, right)
            }
            Syntax::Distinct { left, right, is_negated } => {
                let comparator = Comparator::Distinct { is_negated: *is_negated };
                self.comparison(comparator, self.value(left)?, self.value(right)?)
            }
            Syntax::Is { inner, is_negated, word: "null" } => {
                let inner = self.value(inner)?.scalar;
                Some(Expression::IsNull { inner, is_negated: *is_negated })
            }
            Syntax::Is { inner, is_negated, word } => {
                let truth = match *word {
                    "true" => Truth::TRUE,
                    "false" => Truth::FALSE,
                    _ => Truth::UNKNOWN,
                };
                let inner = Box::new(self.condition(inner)?);
                Some(Expression::IsTruth { inner, truth, is_negated: *is_negated })
            }
            _ => {
                let value = self.value(syntax)?;
                (value.of == Type::Bool).then_some(Expression::Holds(value.scalar))
            }
        }
    }

    fn conditions(&self, all: &[Syntax]) -> Option<Vec<Expression>> {
        all.iter().map(|each| self.condition(each)).collect()
    }

    fn binary(&self, operator: &str, left: &Syntax, right: &Syntax) -> Option<Expression> {
        if matches!(operator, "~~" | "!~~") {
            return self.like(left, right, operator == "!~~");
        }
        self.comparison(comparator(operator)?, self.value(left)?, self.value(right)?)
    }

    fn comparison(&self, operator: Comparator, left: Typed, right: Typed) -> Option<Expression> {
        let comparison = left.compared(operator, &right)?;
        Some(Expression::Compare { comparison, left: left.scalar, right: right.scalar })
    }

    fn like(&self, left: &Syntax, right: &Syntax, is_negated: bool) -> Option<Expression> {
        let (left, right) = (self.value(left)?, self.value(right)?);
        let Scalar::Constant(Value::Text(pattern)) = right.scalar else { return None };
        let is_plain = left.collation.is_none_or(Collation::is_deterministic);
        if left.of != Type::Text || right.of != Type::Text || !is_plain {
            return None;
        }
        Some(Expression::Like { left: left.scalar, pattern: Pattern::new(&pattern)?, is_negated })
    }

    /// `= ANY` and `<> ALL`, which is how `IN` and `NOT IN` are written.
    fn quantified(&self, operator: &str, is_any: bool, left: &Syntax, right: &Syntax) -> Option<Expression> {
        let operator = comparator(operator)?;
        let is_known = matches!((operator, is_any), (Comparator::Eq, true) | (Comparator::Ne, false));
        let left = self.value(left)?;
        if let (Syntax::Column(name), true) = (right, is_any && is_known) {
            return self.element(left, self.columns.get(name)?);
        }
        let elements = self.elements(right)?;
        let first = elements.first()?;
        let comparison = left.compared(operator, first)?;
        let all_alike = elements.iter().all(|element| left.compared(operator, element).is_some());
        let elements = elements.into_iter().map(|element| element.scalar).collect();
        let among = Expression::Among { comparison, is_all: !is_any, left: left.scalar, elements };
        (is_known && all_alike).then_some(among)
    }

    fn element(&self, left: Typed, column: &ColumnType) -> Option<Expression> {
        let Type::Array(of) = &column.of else { return None };
        // The name of an enumeration's array does not tell the enumeration.
        if column.is_domain || matches!(**of, Type::Enum(_)) {
            return None;
        }
        let right = Typed {
            scalar: Scalar::Constant(Value::Bool(true)),
            of: (**of).clone(),
            sql: None,
            collation: Some(column.collation),
        };
        let comparison = left.compared(Comparator::Eq, &right)?;
        Some(Expression::Element { comparison, left: left.scalar, column: column.index, of: right.of })
    }

    /// `ARRAY[…]`, perhaps cast as a whole.
    fn elements(&self, syntax: &Syntax) -> Option<Vec<Typed>> {
        match syntax {
            Syntax::Array(all) => all.iter().map(|each| self.value(each)).collect(),
            Syntax::Cast(inner, to) if to.is_array => {
                let to = TypeName { parts: to.parts.clone(), is_array: false };
                self.elements(inner)?.into_iter().map(|each| self.cast(each, &to)).collect()
            }
            _ => None,
        }
    }
}

fn comparator(operator: &str) -> Option<Comparator> {
    Some(match operator {
        "=" => Comparator::Eq,
        "<>" => Comparator::Ne,
        "<" => Comparator::Lt,
        "<=" => Comparator::Le,
        ">" => Comparator::Gt,
        ">=" => Comparator::Ge,
        _ => return None,
    })
}
