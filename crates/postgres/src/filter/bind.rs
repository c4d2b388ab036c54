//! Fits a filter to a table: columns are looked up, and values read once, as PostgreSQL's casts read them.

use std::fmt;
use std::sync::Arc;

use super::column::ColumnType;
use super::operator::Operator;
use super::{Clause, Condition, Filter, IN_VALUES};
use crate::scalar::array::Literal;
use crate::scalar::json::{self, Path};
use crate::scalar::like::Pattern;
use crate::scalar::{Collation, Invalid, Parsed, Type, Value, array};

/// A filter for one table.
#[derive(Debug, Clone)]
pub struct BoundFilter {
    pub(super) clauses: Box<[Node]>,
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

/// Why a filter does not fit a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BindError {
    /// `SQLSTATE`.
    pub code: Box<str>,
    /// What is wrong, in the words of Supabase Realtime or of PostgreSQL.
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
    /// As Supabase Realtime shows an error of PostgreSQL: `ERROR 22P02 (invalid_text_representation) …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The names of PostgreSQL's manual, appendix A, for what filters can bring about.
        let name = match &*self.code {
            "22003" => "numeric_value_out_of_range",
            "22007" => "invalid_datetime_format",
            "22008" => "datetime_field_overflow",
            "22023" => "invalid_parameter_value",
            "22025" => "invalid_escape_sequence",
            "22P02" => "invalid_text_representation",
            "23514" => "check_violation",
            "2201B" => "invalid_regular_expression",
            "42704" => "undefined_object",
            "42883" => "undefined_function",
            "P0001" => "raise_exception",
            _ => return write!(f, "ERROR {} {}", self.code, self.message),
        };
        write!(f, "ERROR {} ({name}) {}", self.code, self.message)
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

    fn display(&self) -> &str {
        if self.is_text_at_path() { "text" } else { &self.column.display }
    }

    /// What `->>` gives has the database's collation, which a column of `json` does not tell.
    pub(super) fn collation(&self) -> Collation {
        if self.is_text_at_path() { Collation::Other } else { self.column.collation }
    }

    fn is_domain(&self) -> bool {
        self.column.is_domain && self.path.is_none()
    }

    fn decision(&self, operator: Operator, value: &str) -> Result<Decision, BindError> {
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
