//! Composites: `(1,"a ""b""",)` is an object by the names of the type's fields.

use std::borrow::Cow;

use super::array::append;
use super::{Unfit, push_string};
use crate::pg_type::Field;

/// Appends a composite, each of whose values `value` appends. With other fields than the type has it does not fit.
pub(super) fn push(
    out: &mut Vec<u8>,
    text: &str,
    fields: &[Field],
    mut value: impl FnMut(&mut Vec<u8>, &Field, &str) -> Result<(), Unfit>,
) -> Result<(), Unfit> {
    let mut rest = text.strip_prefix('(').ok_or(Unfit)?;
    out.push(b'{');
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            rest = rest.strip_prefix(',').ok_or(Unfit)?;
            out.push(b',');
        }
        push_string(out, &field.name);
        out.push(b':');
        match next(&mut rest)? {
            Some(text) => value(out, field, &text)?,
            None => out.extend_from_slice(b"null"),
        }
    }
    out.push(b'}');
    if rest == ")" { Ok(()) } else { Err(Unfit) }
}

/// The next value; nothing at all is `NULL`, and an empty text stands in quotes.
fn next<'a>(rest: &mut &'a str) -> Result<Option<Cow<'a, str>>, Unfit> {
    if let Some(quoted) = rest.strip_prefix('"') {
        *rest = quoted;
        return quoted_value(rest).map(Some);
    }
    let end = rest.find([',', ')']).ok_or(Unfit)?;
    let (value, behind) = rest.split_at_checked(end).ok_or(Unfit)?;
    *rest = behind;
    Ok((!value.is_empty()).then_some(Cow::Borrowed(value)))
}

/// What stands before the closing quote; quotes and backslashes within are doubled.
fn quoted_value<'a>(rest: &mut &'a str) -> Result<Cow<'a, str>, Unfit> {
    let mut value = Cow::Borrowed("");
    loop {
        let end = rest.find(['"', '\\']).ok_or(Unfit)?;
        let (part, behind) = rest.split_at_checked(end).ok_or(Unfit)?;
        append(&mut value, part);
        let mut behind = behind.chars();
        let escape = behind.next();
        *rest = behind.as_str();
        match (escape, behind.next()) {
            (Some('\\'), Some(escaped)) => value.to_mut().push(escaped),
            (Some('"'), Some('"')) => value.to_mut().push('"'),
            (Some('"'), _) => return Ok(value),
            _ => return Err(Unfit),
        }
        *rest = behind.as_str();
    }
}
