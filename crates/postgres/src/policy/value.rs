//! The values in a policy's conditions: columns, constants and claims, with their types and casts.

use super::compile::Compiler;
use super::expression::{Comparator, Comparison, Scalar};
use super::functions::Meaning;
use super::syntax::{Syntax, TypeName};
use crate::scalar::json::Step;
use crate::scalar::{Collation, Parsed, Type, Value};

/// A value with its type.
pub(super) struct Typed {
    pub(super) scalar: Scalar,
    pub(super) of: Type,
    /// Its type as SQL names it, for types that are not PostgreSQL's own.
    pub(super) sql: Option<Box<str>>,
    /// `None` for what has no collation of its own: constants and claims.
    pub(super) collation: Option<Collation>,
}

/// What an expression stands for that is not a condition.
enum Term {
    Value(Typed),
    /// The text of `request.jwt.claims`.
    Setting,
    /// A part of the claims, as `json` or `jsonb`.
    Claims(Vec<Step>),
}

impl Compiler<'_> {
    pub(super) fn value(&self, syntax: &Syntax) -> Option<Typed> {
        match self.term(syntax)? {
            Term::Value(value) => Some(value),
            Term::Setting | Term::Claims(_) => None,
        }
    }

    fn term(&self, syntax: &Syntax) -> Option<Term> {
        match syntax {
            Syntax::Select(inner) => self.term(inner),
            Syntax::Bool(value) => Some(Term::constant(Value::Bool(*value), Type::Bool)),
            Syntax::Number(number) => {
                // A whole number that is no `integer` is written as a cast of text.
                let of =
                    if number.bytes().all(|byte| byte.is_ascii_digit()) { Type::Int4 } else { Type::Numeric };
                Some(Term::constant(of.read(number)?, of))
            }
            Syntax::Column(name) => {
                let column = self.columns.get(name)?;
                let scalar = Scalar::Column { index: column.index, of: column.of.clone() };
                // An operation on a domain has a cast in the text.
                let sql = (!is_own(&column.of) || column.is_domain).then(|| column.sql.clone());
                Some(Term::Value(Typed {
                    scalar,
                    of: column.of.clone(),
                    sql,
                    collation: Some(column.collation),
                }))
            }
            Syntax::Cast(inner, to) => self.cast_term(inner, to),
            Syntax::Call(name, arguments) => self.call(name, arguments),
            Syntax::Binary(operator, left, right) => self.inside(operator, left, right),
            _ => None,
        }
    }

    fn cast_term(&self, inner: &Syntax, to: &TypeName) -> Option<Term> {
        if let Syntax::Text(text) = inner {
            let (of, sql) = self.named(to)?;
            let Parsed::Value(value) = of.parse("", text) else { return None };
            return Some(Term::Value(Typed { scalar: Scalar::Constant(value), of, sql, collation: None }));
        }
        if let Syntax::Number(number) = inner {
            // Of the type that it is cast to, unless that takes another cast: a fraction rounded to a whole number.
            let (of, sql) = self.named(to)?;
            let is_number = matches!(
                of,
                Type::Int2 | Type::Int4 | Type::Int8 | Type::Float4 | Type::Float8 | Type::Numeric
            );
            return if is_number {
                Some(Term::Value(Typed {
                    scalar: Scalar::Constant(of.read(number)?),
                    of,
                    sql,
                    collation: None,
                }))
            } else {
                None
            };
        }
        match self.term(inner)? {
            Term::Setting if matches!(self.named(to)?.0, Type::Json | Type::Jsonb) => {
                Some(Term::Claims(Vec::new()))
            }
            Term::Setting if self.named(to)?.0 == Type::Text => Some(Term::Setting),
            Term::Setting | Term::Claims(_) => None,
            Term::Value(value) => self.cast(value, to).map(Term::Value),
        }
    }

    /// Casts that are done here as PostgreSQL does them.
    pub(super) fn cast(&self, value: Typed, to: &TypeName) -> Option<Typed> {
        let (of, sql) = self.named(to)?;
        let Typed { scalar, of: from, sql: from_sql, collation } = value;
        // A value of a domain is one of what the domain stands on, and nothing else without another cast.
        let is_of_domain = from_sql.is_some() && !matches!((&from, &of), (Type::Enum(_), Type::Text));
        if is_of_domain && (from != of || !is_own(&from)) {
            return None;
        }
        let is_text = matches!(from, Type::Text | Type::Varchar | Type::Name);
        let is_exact = match (&from, &of) {
            (a, b) if a == b => true,
            (Type::Bpchar, Type::Text) => true,
            (_, Type::Text | Type::Varchar) if is_text => true,
            (Type::Text | Type::Varchar, to) => is_own(to) && *to != Type::Bpchar && *to != Type::Name,
            (Type::Int2, Type::Int4 | Type::Int8 | Type::Numeric | Type::Text) => true,
            (Type::Int4, Type::Int8 | Type::Numeric | Type::Text) => true,
            (Type::Int8, Type::Numeric | Type::Text) => true,
            (Type::Uuid | Type::Bool | Type::Enum(_), Type::Text) => true,
            _ => false,
        };
        if !is_exact || matches!(of, Type::Json | Type::Jsonb | Type::Array(_) | Type::Other) {
            return None;
        }
        let collation = if of.is_collated() && from.is_collated() { collation } else { None };
        Some(Typed {
            scalar: Scalar::Cast { inner: Box::new(scalar), from, to: of.clone() },
            of,
            sql,
            collation,
        })
    }

    fn call(&self, name: &[String], arguments: &[Syntax]) -> Option<Term> {
        let parts: Vec<&str> = name.iter().map(String::as_str).collect();
        match (parts.as_slice(), arguments) {
            (["current_setting"], [name, Syntax::Bool(true)]) => {
                (text_of(name)? == "request.jwt.claims").then_some(Term::Setting)
            }
            // The claims are never empty, so that this is what it begins with.
            (["nullif"], [first, second]) => match self.term(first)? {
                Term::Setting if text_of(second)?.is_empty() => Some(Term::Setting),
                _ => None,
            },
            (["coalesce"], all) => self.coalesce(all).map(Term::Value),
            (_, []) => match self.functions.get(name)? {
                Meaning::Claims => Some(Term::Claims(Vec::new())),
                Meaning::Claim { name, of, empty_is_null } => {
                    let path = Box::new([Step::Key((*name).into())]);
                    let text = Scalar::Claim { path, empty_is_null: *empty_is_null };
                    let scalar = match of {
                        Type::Text => text,
                        of => Scalar::Cast { inner: Box::new(text), from: Type::Text, to: of.clone() },
                    };
                    Some(Term::Value(Typed { scalar, of: of.clone(), sql: None, collation: None }))
                }
            },
            _ => None,
        }
    }

    fn coalesce(&self, all: &[Syntax]) -> Option<Typed> {
        let all: Option<Vec<Typed>> = all.iter().map(|each| self.value(each)).collect();
        let all = all?;
        let first = all.first()?;
        let (of, sql) = (first.of.clone(), first.sql.clone());
        let mut collations = all.iter().filter_map(|each| each.collation);
        let collation = collations.next();
        let is_one = all.iter().all(|each| each.of == of && each.sql == sql)
            && collations.all(|each| Some(each) == collation);
        let scalar = Scalar::Coalesce(all.into_iter().map(|each| each.scalar).collect());
        is_one.then_some(Typed { scalar, of, sql, collation })
    }

    /// `->` and `->>` into the claims.
    fn inside(&self, operator: &str, left: &Syntax, right: &Syntax) -> Option<Term> {
        let Term::Claims(mut steps) = self.term(left)? else { return None };
        steps.push(match right {
            Syntax::Number(number) if !steps.is_empty() => Step::Index(number.parse().ok()?),
            _ => Step::Key(text_of(right)?.into()),
        });
        match operator {
            "->" => Some(Term::Claims(steps)),
            "->>" => {
                let scalar = Scalar::Claim { path: steps.into(), empty_is_null: false };
                Some(Term::Value(Typed { scalar, of: Type::Text, sql: None, collation: None }))
            }
            _ => None,
        }
    }

    /// A type by its name: one of PostgreSQL's own, or that of a column.
    fn named(&self, name: &TypeName) -> Option<(Type, Option<Box<str>>)> {
        if name.is_array {
            return None;
        }
        let own = match name.parts.as_slice() {
            [name] => match name.as_str() {
                "boolean" => Type::Bool,
                "smallint" => Type::Int2,
                "integer" => Type::Int4,
                "bigint" => Type::Int8,
                "real" => Type::Float4,
                "double precision" => Type::Float8,
                "numeric" => Type::Numeric,
                "text" => Type::Text,
                "character varying" => Type::Varchar,
                "bpchar" => Type::Bpchar,
                "name" => Type::Name,
                "uuid" => Type::Uuid,
                "date" => Type::Date,
                "time without time zone" => Type::Time,
                "timestamp without time zone" => Type::Timestamp,
                "timestamp with time zone" => Type::Timestamptz,
                "bytea" => Type::Bytea,
                "json" => Type::Json,
                "jsonb" => Type::Jsonb,
                _ => return None,
            },
            parts => {
                let column =
                    self.columns.iter().find(|column| !column.is_domain && column.is_named(parts))?;
                return Some((column.of.clone(), Some(column.sql.clone())));
            }
        };
        Some((own, None))
    }
}

impl Term {
    fn constant(value: Value, of: Type) -> Self {
        Self::Value(Typed { scalar: Scalar::Constant(value), of, sql: None, collation: None })
    }
}

impl Typed {
    /// How it is compared with another; `None` if that is not certain.
    pub(super) fn compared(&self, operator: Comparator, other: &Self) -> Option<Comparison> {
        let is_whole = |of: &Type| matches!(of, Type::Int2 | Type::Int4 | Type::Int8);
        let is_alike = self.of == other.of || (is_whole(&self.of) && is_whole(&other.of));
        // Types of one kind that are named otherwise are other types.
        if !is_alike || self.sql != other.sql || self.of == Type::Varchar {
            return None;
        }
        let collation = match (self.collation, other.collation) {
            // Of the database, which is deterministic; its order is not known here.
            (None, None) => Collation::Other,
            (Some(collation), None) | (None, Some(collation)) => collation,
            (Some(left), Some(right)) if left == right => left,
            (Some(left), Some(right)) if left.is_deterministic() && right.is_deterministic() => {
                Collation::Other
            }
            _ => Collation::Nondeterministic,
        };
        let of = self.of.clone();
        of.has_equality(collation).then_some(Comparison { operator, of, collation })
    }
}

/// Whether a type is PostgreSQL's own and its values can be compared here.
fn is_own(of: &Type) -> bool {
    !matches!(of, Type::Enum(_) | Type::Array(_) | Type::Other)
}

/// A constant of `text`.
fn text_of(syntax: &Syntax) -> Option<&str> {
    match syntax {
        Syntax::Text(text) => Some(text),
        Syntax::Cast(inner, to) if to.parts == ["text"] && !to.is_array => match &**inner {
            Syntax::Text(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}
