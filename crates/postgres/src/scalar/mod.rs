//! PostgreSQL's types whose values can be compared here as PostgreSQL compares them.
//!
//! A value is text, as a client or the type's output function writes it. [`Type::parse`] makes it a [`Value`] that equals
//! another one exactly where PostgreSQL's `=` says so, and that can therefore be hashed. Text that PostgreSQL may read in
//! a way that this does not follow is [`Parsed::Undecided`], never guessed.
//!
//! It is taken for granted that the sessions which wrote the text, and those that are asked, have `DateStyle` ISO,
//! `TimeZone` UTC and `extra_float_digits` 1 or more.

pub mod array;
mod bytea;
mod calendar;
pub mod collation;
mod decimal;
mod float;
mod integer;
pub mod json;
pub mod like;
mod word;

use std::cmp::Ordering;
use std::sync::Arc;

pub use collation::Collation;
pub use decimal::Decimal;

use crate::row::Oid;

/// A type, as far as its values can be compared here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// `boolean`.
    Bool,
    /// `smallint`.
    Int2,
    /// `integer`.
    Int4,
    /// `bigint`.
    Int8,
    /// `real`.
    Float4,
    /// `double precision`.
    Float8,
    /// `numeric`.
    Numeric,
    /// `text`.
    Text,
    /// `character varying`.
    Varchar,
    /// `character`: blanks at the end do not count.
    Bpchar,
    /// `name`: 63 bytes at most.
    Name,
    /// `uuid`.
    Uuid,
    /// `date`.
    Date,
    /// `time without time zone`.
    Time,
    /// `timestamp without time zone`.
    Timestamp,
    /// `timestamp with time zone`.
    Timestamptz,
    /// `bytea`.
    Bytea,
    /// An enumeration, with its labels in their order.
    Enum(Arc<[Box<str>]>),
    /// `json`.
    Json,
    /// `jsonb`.
    Jsonb,
    /// An array of another type.
    Array(Arc<Type>),
    /// Any other: PostgreSQL is asked.
    Other,
}

/// A value, equal to another of the same type where PostgreSQL's `=` holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Of `boolean`.
    Bool(bool),
    /// Of integers, days, microseconds, and the place of an enumeration's label.
    Int(i64),
    /// Of floating point, as bits that are ordered as the numbers are.
    Float(u64),
    /// Of `numeric`.
    Decimal(Decimal),
    /// Of text.
    Text(Box<str>),
    /// Of `uuid` and `bytea`.
    Bytes(Box<[u8]>),
}

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parsed {
    /// A value.
    Value(Value),
    /// PostgreSQL would refuse it.
    Invalid(Invalid),
    /// PostgreSQL may accept it, and is to be asked.
    Undecided,
}

/// PostgreSQL's refusal of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// `SQLSTATE`.
    pub code: &'static str,
    /// PostgreSQL's words.
    pub message: String,
}

impl Invalid {
    fn syntax(type_name: &str, text: &str) -> Parsed {
        let message = format!("invalid input syntax for type {type_name}: \"{text}\"");
        Parsed::Invalid(Self { code: "22P02", message })
    }

    fn range(message: String) -> Parsed {
        Parsed::Invalid(Self { code: "22003", message })
    }
}

impl Type {
    /// A type of PostgreSQL's own, by its number.
    pub fn of_oid(oid: Oid) -> Self {
        match oid {
            16 => Self::Bool,
            17 => Self::Bytea,
            19 => Self::Name,
            20 => Self::Int8,
            21 => Self::Int2,
            23 => Self::Int4,
            25 => Self::Text,
            114 => Self::Json,
            700 => Self::Float4,
            701 => Self::Float8,
            1042 => Self::Bpchar,
            1043 => Self::Varchar,
            1082 => Self::Date,
            1083 => Self::Time,
            1114 => Self::Timestamp,
            1184 => Self::Timestamptz,
            1700 => Self::Numeric,
            2950 => Self::Uuid,
            3802 => Self::Jsonb,
            _ => Self::Other,
        }
    }

    /// Reads a value. `type_name` stands in the refusal of an enumeration.
    pub fn parse(&self, type_name: &str, text: &str) -> Parsed {
        match self {
            Self::Bool => word::boolean(text),
            Self::Int2 => integer::parse("smallint", i16::MIN.into(), i16::MAX.into(), text),
            Self::Int4 => integer::parse("integer", i32::MIN.into(), i32::MAX.into(), text),
            Self::Int8 => integer::parse("bigint", i64::MIN, i64::MAX, text),
            Self::Float4 => float::single(text),
            Self::Float8 => float::double(text),
            Self::Numeric => decimal::parse(text),
            Self::Text | Self::Varchar => Parsed::Value(Value::Text(text.into())),
            Self::Bpchar => Parsed::Value(Value::Text(text.trim_end_matches(' ').into())),
            Self::Name => Parsed::Value(Value::Text(word::name(text).into())),
            Self::Uuid => word::uuid(text),
            Self::Date => calendar::date(text),
            Self::Time => calendar::time(text),
            Self::Timestamp => calendar::timestamp(text, calendar::Zone::Ignored),
            Self::Timestamptz => calendar::timestamp(text, calendar::Zone::Utc),
            Self::Bytea => bytea::parse(text),
            Self::Enum(labels) => word::label(labels, type_name, text),
            Self::Json | Self::Jsonb | Self::Array(_) | Self::Other => Parsed::Undecided,
        }
    }

    /// Reads what PostgreSQL wrote; `None` if it is not understood.
    pub fn read(&self, text: &str) -> Option<Value> {
        match self.parse("", text) {
            Parsed::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Whether `=` of this type holds where the [`Value`]s are equal, and nowhere else.
    pub fn has_equality(&self, collation: Collation) -> bool {
        match self {
            Self::Json | Self::Jsonb | Self::Array(_) | Self::Other => false,
            _ => !self.is_collated() || collation.is_deterministic(),
        }
    }

    /// Whether a collation has a say in comparisons.
    pub fn is_collated(&self) -> bool {
        matches!(self, Self::Text | Self::Varchar | Self::Bpchar | Self::Name)
    }

    /// How two values stand to each other; `None` if only PostgreSQL knows.
    pub fn compare(&self, collation: Collation, a: &Value, b: &Value) -> Option<Ordering> {
        if !self.has_equality(collation) {
            return None;
        }
        match (a, b) {
            (Value::Text(a), Value::Text(b)) if a == b => Some(Ordering::Equal),
            // Blanks at the end of a `character` are left out, and the rest is compared as text.
            (Value::Text(a), Value::Text(b)) => collation.has_order_of_bytes().then(|| a.cmp(b)),
            (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
            (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
            (Value::Float(a), Value::Float(b)) => Some(a.cmp(b)),
            (Value::Decimal(a), Value::Decimal(b)) => Some(a.cmp(b)),
            (Value::Bytes(a), Value::Bytes(b)) => Some(a.cmp(b)),
            _ => None,
        }
    }
}

/// Without the blanks that PostgreSQL's input functions pass over: those of C's `isspace`.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(of: &Type, text: &str) -> Value {
        match of.parse("mood", text) {
            Parsed::Value(value) => value,
            other => panic!("{of:?} {text:?}: {other:?}"),
        }
    }

    #[test]
    fn spellings_of_one_value_are_one_value() {
        let same = [
            (Type::Int4, vec!["7", "007", " 7 ", "+7"]),
            (Type::Numeric, vec!["1.5", "1.50", "0001.5", "15e-1", ".15E1", " 1.5"]),
            (Type::Numeric, vec!["0", "-0", "0.00", "0e5"]),
            (Type::Float8, vec!["0", "-0", "0e10"]),
            (Type::Float8, vec!["NaN", "nan"]),
            (Type::Bool, vec!["t", "TRUE", "yes", "on", "1", " tr "]),
            (Type::Bpchar, vec!["a", "a  "]),
            (Type::Date, vec!["2024-02-29"]),
            (Type::Timestamptz, vec!["2024-01-01T00:00:00.000Z", "2024-01-01 02:00:00+02", "2024-01-01"]),
            (Type::Timestamp, vec!["2024-01-01T00:00:00Z", "2024-01-01 00:00", "2024-01-01 00:00:00+05:30"]),
            (Type::Uuid, vec!["A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", "{a0eebc999c0b4ef8bb6d6bb9bd380a11}"]),
            (Type::Bytea, vec!["\\x6162", "ab", "\\141b"]),
        ];
        for (of, texts) in same {
            for text in &texts {
                assert_eq!(value(&of, text), value(&of, texts[0]), "{of:?} {text:?}");
            }
        }
    }

    #[test]
    fn values_are_ordered() {
        let ordered = [
            (Type::Float8, vec!["-Infinity", "-1", "-1e-300", "0", "1e-300", "2", "Infinity", "NaN"]),
            (
                Type::Numeric,
                vec!["-Infinity", "-10", "-9.9", "-0.01", "0", "0.009", "0.1", "9", "10", "inf", "NaN"],
            ),
            (
                Type::Date,
                vec!["-infinity", "0044-03-15 BC", "1999-12-31", "2000-01-01", "10000-01-01", "infinity"],
            ),
            (Type::Time, vec!["00:00", "00:00:00.000001", "23:59:59.999999", "24:00:00"]),
            (Type::Text, vec!["", "A", "a", "aa", "b", "ä"]),
        ];
        for (of, texts) in ordered {
            for pair in texts.windows(2) {
                let order = of.compare(Collation::C, &value(&of, pair[0]), &value(&of, pair[1]));
                assert_eq!(order, Some(Ordering::Less), "{of:?} {pair:?}");
            }
        }
    }

    #[test]
    fn refusals_are_in_the_words_of_postgres() {
        let refusal = |of: Type, text| match of.parse("mood", text) {
            Parsed::Invalid(invalid) => invalid.message,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(refusal(Type::Int4, "x"), "invalid input syntax for type integer: \"x\"");
        assert_eq!(refusal(Type::Int2, "70000"), "value \"70000\" is out of range for type smallint");
        assert_eq!(refusal(Type::Float8, "1e400"), "\"1e400\" is out of range for type double precision");
        assert_eq!(refusal(Type::Uuid, "1"), "invalid input syntax for type uuid: \"1\"");
        assert_eq!(refusal(Type::Bool, "maybe"), "invalid input syntax for type boolean: \"maybe\"");
        let mood = Type::Enum(Arc::from([Box::from("sad"), Box::from("ok")]));
        assert_eq!(refusal(mood, "happy"), "invalid input value for enum mood: \"happy\"");
    }

    #[test]
    fn what_versions_read_differently_is_left_to_postgres() {
        for (of, text) in
            [(Type::Int4, "0x1F"), (Type::Int8, "1_000"), (Type::Date, "today"), (Type::Numeric, "0b1")]
        {
            assert_eq!(of.parse("", text), Parsed::Undecided, "{text}");
        }
    }
}
