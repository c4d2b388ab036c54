//! How a condition is decided: its value is read, and what it needs is made ready.

use super::IN_VALUES;
use super::bind::{BindError, Operand};
use super::operator::Operator;
use crate::scalar::array::Literal;
use crate::scalar::like::Pattern;
use crate::scalar::{Parsed, Type, Value, array, json};

/// How a condition is decided.
#[derive(Debug, Clone)]
pub(super) enum Decision {
    Compare(Value),
    In { values: Box<[Value]>, has_null: bool },
    Like { pattern: Pattern, is_insensitive: bool },
    IsNull,
    IsUnknown,
    Is(bool),
    Elements { of: Type, values: Box<[Value]>, has_null: bool },
    Json(json::Node),
    Ask,
}

impl Operand {
    pub(super) fn decision(&self, operator: Operator, value: &str) -> Result<Decision, BindError> {
        match operator {
            Operator::In => self.list(value),
            Operator::Is => self.is(value),
            Operator::Like | Operator::Ilike => self.like(operator, value),
            Operator::Match | Operator::Imatch => self.pattern_fits(operator).map(|()| Decision::Ask),
            Operator::Cs | Operator::Cd | Operator::Ov => self.containment(operator, value),
            _ => {
                let needs_order = !matches!(operator, Operator::Eq | Operator::Neq | Operator::IsDistinct);
                let has_order = !self.of().is_collated() || self.collation().has_order_of_bytes();
                match self.parse(self.of(), value)? {
                    Some(value) if !needs_order || has_order => Ok(Decision::Compare(value)),
                    _ => Ok(Decision::Ask),
                }
            }
        }
    }

    /// A value, or `None` where PostgreSQL must read or compare it.
    fn parse(&self, of: &Type, text: &str) -> Result<Option<Value>, BindError> {
        match of.parse(self.display(), text) {
            Parsed::Value(value) => Ok(of.has_equality(self.collation()).then_some(value)),
            // Of a list for a domain, PostgreSQL may refuse an earlier value, by the domain's own conditions.
            Parsed::Invalid(invalid) if !self.is_domain() => Err(invalid.into()),
            Parsed::Invalid(_) | Parsed::Undecided => Ok(None),
        }
    }

    fn list(&self, value: &str) -> Result<Decision, BindError> {
        let elements = match array::literal(value) {
            Literal::Elements(elements) => elements,
            Literal::Malformed => return Err(malformed(value)),
            Literal::Undecided => return Ok(Decision::Ask),
        };
        if elements.len() > IN_VALUES {
            return Err(BindError::raised(format!("too many values for `in` filter. Maximum {IN_VALUES}")));
        }
        Ok(match self.values(self.of(), &elements)? {
            Some(values) => Decision::In { values, has_null: elements.iter().any(Option::is_none) },
            None => Decision::Ask,
        })
    }

    /// The values without repetitions, or `None` from the first on that PostgreSQL must read: it refuses the first that it
    /// does not take.
    fn values(&self, of: &Type, elements: &[Option<String>]) -> Result<Option<Box<[Value]>>, BindError> {
        let mut values = Vec::with_capacity(elements.len());
        for element in elements.iter().flatten() {
            match self.parse(of, element)? {
                Some(value) if !values.contains(&value) => values.push(value),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(values.into()))
    }

    fn is(&self, value: &str) -> Result<Decision, BindError> {
        let decision = match value {
            "null" => return Ok(Decision::IsNull),
            "true" => Decision::Is(true),
            "false" => Decision::Is(false),
            "unknown" => Decision::IsUnknown,
            _ => {
                let message = "invalid value for is filter: must be null, true, false, or unknown";
                return Err(BindError::raised(message.to_owned()));
            }
        };
        if *self.of() == Type::Bool && !self.is_domain() {
            return Ok(decision);
        }
        let message = format!("is {value} filter requires a boolean column, got {}", self.display());
        Err(BindError::raised(message))
    }

    fn like(&self, operator: Operator, value: &str) -> Result<Decision, BindError> {
        self.pattern_fits(operator)?;
        let Parsed::Value(Value::Text(value)) = self.of().parse("", value) else { return Ok(Decision::Ask) };
        let is_insensitive = operator == Operator::Ilike;
        let text = match is_insensitive {
            true => self.collation().lowered(&value),
            false => self.collation().is_deterministic().then(|| value.into_string()),
        };
        let Some(text) = text else { return Ok(Decision::Ask) };
        match Pattern::new(&text) {
            Some(pattern) => Ok(Decision::Like { pattern, is_insensitive }),
            None => Err(BindError {
                code: "22025".into(),
                message: "LIKE pattern must not end with escape character".to_owned(),
            }),
        }
    }

    /// Patterns are for text; for types that are not known here PostgreSQL knows.
    fn pattern_fits(&self, operator: Operator) -> Result<(), BindError> {
        let is_like = matches!(operator, Operator::Like | Operator::Ilike);
        if self.of().is_collated() || *self.of() == Type::Other || (*self.of() == Type::Bytea && is_like) {
            return Ok(());
        }
        Err(BindError::raised(format!(
            "operator {} requires a text-compatible column type, got {}",
            operator.name(),
            self.display()
        )))
    }

    fn containment(&self, operator: Operator, value: &str) -> Result<Decision, BindError> {
        match self.of() {
            Type::Array(of) => {
                let elements = match array::literal(value) {
                    Literal::Elements(elements) => elements,
                    Literal::Malformed => return Err(malformed(value)),
                    Literal::Undecided => return Ok(Decision::Ask),
                };
                let has_null = elements.iter().any(Option::is_none);
                Ok(self.values(of, &elements)?.map_or(Decision::Ask, |values| Decision::Elements {
                    of: (**of).clone(),
                    values,
                    has_null,
                }))
            }
            Type::Jsonb if operator != Operator::Ov => {
                Ok(json::Node::read(value).map_or(Decision::Ask, Decision::Json))
            }
            Type::Other => Ok(Decision::Ask),
            _ => Err(BindError::raised(format!(
                "operator {} requires an array{} column, got {}",
                operator.name(),
                if operator == Operator::Ov { "" } else { " or jsonb" },
                self.display()
            ))),
        }
    }
}

fn malformed(literal: &str) -> BindError {
    BindError { code: "22P02".into(), message: format!("malformed array literal: \"{literal}\"") }
}
