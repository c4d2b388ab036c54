//! Arrays: `{1,NULL,"a \"b\""}`, `[0:1]={1,2}`, `{{1,2},{3,4}}`.
//!
//! The nested braces become nested brackets as they come, so an array of any size needs no memory but the output's. Lower
//! bounds are left out, as JSON has none.

use std::borrow::Cow;

use super::{Unfit, number, oid, push_string};
use crate::row::Oid;

/// The most dimensions that PostgreSQL has (`MAXDIM`).
const MAX_DIMENSIONS: u8 = 6;

/// Appends an array, each of whose values `element` appends.
pub(super) fn push(
    out: &mut Vec<u8>,
    text: &str,
    delimiter: u8,
    mut element: impl FnMut(&mut Vec<u8>, &str) -> Result<(), Unfit>,
) -> Result<(), Unfit> {
    let mut scanner = Scanner { rest: without_bounds(text)?, delimiter };
    dimension(out, &mut scanner, MAX_DIMENSIONS, &mut element)?;
    if scanner.rest.is_empty() { Ok(()) } else { Err(Unfit) }
}

/// Appends an `int2vector` or `oidvector`, whose text has spaces between its numbers; of an `oid` JSON has a string.
pub(super) fn push_vector(out: &mut Vec<u8>, text: &str, element: Oid) -> Result<(), Unfit> {
    out.push(b'[');
    for (index, value) in text.split_ascii_whitespace().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        if element == oid::OID {
            push_string(out, value);
        } else {
            number::push(out, value);
        }
    }
    out.push(b']');
    Ok(())
}

/// `[2:3][0:1]=` stands before an array whose first indices are not 1.
fn without_bounds(text: &str) -> Result<&str, Unfit> {
    if text.starts_with('[') { text.split_once('=').map(|(_, rest)| rest).ok_or(Unfit) } else { Ok(text) }
}

fn dimension(
    out: &mut Vec<u8>,
    scanner: &mut Scanner<'_>,
    depth: u8,
    element: &mut impl FnMut(&mut Vec<u8>, &str) -> Result<(), Unfit>,
) -> Result<(), Unfit> {
    let depth = depth.checked_sub(1).ok_or(Unfit)?;
    scanner.expect(b'{')?;
    out.push(b'[');
    if !scanner.eat(b'}') {
        loop {
            if scanner.peek() == Some(b'{') {
                dimension(out, scanner, depth, element)?;
            } else {
                match scanner.value()? {
                    Some(text) => element(out, &text)?,
                    None => out.extend_from_slice(b"null"),
                }
            }
            if scanner.eat(b'}') {
                break;
            }
            scanner.expect(scanner.delimiter)?;
            out.push(b',');
        }
    }
    out.push(b']');
    Ok(())
}

struct Scanner<'a> {
    rest: &'a str,
    delimiter: u8,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.rest.bytes().next()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let rest = self.rest.strip_prefix(char::from(byte));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, byte: u8) -> Result<(), Unfit> {
        if self.eat(byte) { Ok(()) } else { Err(Unfit) }
    }

    /// A value; `None` is `NULL`, which in quotes is a text.
    fn value(&mut self) -> Result<Option<Cow<'a, str>>, Unfit> {
        if self.eat(b'"') {
            return self.quoted().map(Some);
        }
        let ends = |byte: u8| byte == self.delimiter || byte == b'}';
        let end = self.rest.bytes().position(ends).ok_or(Unfit)?;
        let (value, rest) = self.rest.split_at_checked(end).ok_or(Unfit)?;
        self.rest = rest;
        match value {
            "" => Err(Unfit),
            "NULL" => Ok(None),
            value => Ok(Some(Cow::Borrowed(value))),
        }
    }

    /// What stands before the closing quote; a backslash stands before each quote and backslash within.
    fn quoted(&mut self) -> Result<Cow<'a, str>, Unfit> {
        let mut value = Cow::Borrowed("");
        loop {
            let end = self.rest.find(['"', '\\']).ok_or(Unfit)?;
            let (part, rest) = self.rest.split_at_checked(end).ok_or(Unfit)?;
            append(&mut value, part);
            let mut rest = rest.chars();
            if rest.next() == Some('"') {
                self.rest = rest.as_str();
                return Ok(value);
            }
            value.to_mut().push(rest.next().ok_or(Unfit)?);
            self.rest = rest.as_str();
        }
    }
}

/// Appends without a copy, where it is the first part.
pub(super) fn append<'a>(value: &mut Cow<'a, str>, part: &'a str) {
    if value.is_empty() {
        *value = Cow::Borrowed(part);
    } else {
        value.to_mut().push_str(part);
    }
}
