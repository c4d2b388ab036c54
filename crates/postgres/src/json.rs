//! Values of PostgreSQL as JSON: what `to_jsonb(value)` answers, from the text of the value and the number of its type.
//!
//! It is `to_jsonb` as PostgreSQL 15 has it (`datum_to_jsonb` in its source): numbers are numbers as `numeric` prints them,
//! points in time are ISO 8601 with a `T`, arrays, composites and `hstore` are arrays and objects, and all else is a string.
//! It differs where clients expect another thing, or where nothing is gained by the same:
//!
//! - A column of type `bytea` is its hexadecimal digits without `\x`, as clients of Supabase know it. Within arrays,
//!   composites and domains it is as `to_jsonb` has it, with `\x`: so it is there too.
//! - `json` is as it was stored, with its spaces, its order and its spelling of numbers, where `to_jsonb` would write it as
//!   `jsonb`. A client that parses both gets the same. Where `to_jsonb` fails (`\u0000`), this does not.
//! - A type of an extension with a cast to `json` of its own, such as PostGIS's `geometry`, is the string that it prints:
//!   the cast runs in the database alone. `hstore` is an object as its cast makes it.
//!
//! Text that is not what its type prints is written as a string, so what comes out is JSON whatever went in, as long as
//! `json` and `jsonb` are what PostgreSQL took for such.

mod array;
mod composite;
mod hstore;
mod number;
mod time;

use crate::pg_type::{Kind, TypeInfo, Types};
use crate::row::Oid;

/// How many types may lie within one another, domains included. What lies deeper is a string.
const MAX_DEPTH: u8 = 32;

/// The text is not what the type prints, or the type is not known.
#[derive(Debug, PartialEq, Eq)]
struct Unfit;

/// Appends a column's value as JSON. `text` is what the type's output function writes with `TimeZone=UTC`, `DateStyle=ISO`,
/// `IntervalStyle=postgres`, `extra_float_digits=1` and `bytea_output=hex`.
///
/// Answers whether it was written as its type has it. Otherwise it is a string, for want of knowledge: the type, or one in
/// it, is not in `types`, or is no longer as it stands there, and [`Types::load`] should be asked again.
pub fn push_value(out: &mut Vec<u8>, types: &Types, type_oid: Oid, text: &str) -> bool {
    if type_oid == oid::BYTEA
        && let Some(digits) = text.strip_prefix("\\x")
    {
        push_string(out, digits);
        return true;
    }
    let start = out.len();
    let written = push(out, types, type_oid, text, MAX_DEPTH);
    if written.is_err() {
        out.truncate(start);
        push_string(out, text);
    }
    written.is_ok()
}

/// Appends a string as JSON, escaped as PostgreSQL escapes it.
pub fn push_string(out: &mut Vec<u8>, text: &str) {
    // Into memory and from a string it cannot fail.
    let written = serde_json::to_writer(out, text);
    debug_assert!(written.is_ok());
}

fn push(out: &mut Vec<u8>, types: &Types, type_oid: Oid, text: &str, depth: u8) -> Result<(), Unfit> {
    match type_oid {
        oid::BOOL => boolean(out, text),
        oid::INT2 | oid::INT4 | oid::INT8 | oid::FLOAT4 | oid::FLOAT8 | oid::NUMERIC => {
            number::push(out, text);
            Ok(())
        }
        oid::JSON | oid::JSONB => {
            out.extend_from_slice(text.as_bytes());
            Ok(())
        }
        oid::TIMESTAMP | oid::TIMESTAMPTZ => {
            time::push(out, text, type_oid == oid::TIMESTAMPTZ);
            Ok(())
        }
        oid::INT2VECTOR => array::push_vector(out, text, oid::INT2),
        oid::OIDVECTOR => array::push_vector(out, text, oid::OID),
        _ => {
            let depth = depth.checked_sub(1).ok_or(Unfit)?;
            made_of(out, types, types.get(type_oid).ok_or(Unfit)?, text, depth)
        }
    }
}

fn made_of(out: &mut Vec<u8>, types: &Types, info: &TypeInfo, text: &str, depth: u8) -> Result<(), Unfit> {
    match &info.kind {
        Kind::Base | Kind::Enum | Kind::Range => {
            push_string(out, text);
            Ok(())
        }
        Kind::Array { element, delimiter } => {
            array::push(out, text, *delimiter, |out, text| push(out, types, *element, text, depth))
        }
        Kind::Composite { fields } => composite::push(out, text, fields, |out, field, text| {
            push(out, types, field.type_oid, text, depth)
        }),
        Kind::Domain { base } => push(out, types, *base, text, depth),
        Kind::Hstore => hstore::push(out, text),
    }
}

fn boolean(out: &mut Vec<u8>, text: &str) -> Result<(), Unfit> {
    out.extend_from_slice(match text {
        "t" => b"true",
        "f" => b"false",
        _ => return Err(Unfit),
    });
    Ok(())
}

/// Numbers of the types that are not simply strings (`pg_type.dat` in PostgreSQL's source).
mod oid {
    use crate::row::Oid;

    pub(super) const BOOL: Oid = 16;
    pub(super) const BYTEA: Oid = 17;
    pub(super) const INT8: Oid = 20;
    pub(super) const INT2: Oid = 21;
    pub(super) const INT2VECTOR: Oid = 22;
    pub(super) const INT4: Oid = 23;
    pub(super) const OID: Oid = 26;
    pub(super) const OIDVECTOR: Oid = 30;
    pub(super) const JSON: Oid = 114;
    pub(super) const FLOAT4: Oid = 700;
    pub(super) const FLOAT8: Oid = 701;
    pub(super) const TIMESTAMP: Oid = 1114;
    pub(super) const TIMESTAMPTZ: Oid = 1184;
    pub(super) const NUMERIC: Oid = 1700;
    pub(super) const JSONB: Oid = 3802;
}
