//! Filters such as `status=in.(open,held),amount=not.gt.100`, as Supabase Realtime reads them (server 2.129), and what
//! goes beyond that, in spellings that it refuses:
//!
//! - groups, as PostgREST writes them: `or(status.eq.open,amount.gt.100)`, `not.and(a.is.null,or(b.eq.1,c.eq.2))`;
//! - paths in `json` and `jsonb`: `data->>kind=eq.x`, `data->tags->>0=like.a%`;
//! - `cs`, `cd` and `ov`: `tags=cs.{a,b}`, `data=cs.{"kind":"x"}`. Commas inside their braces and brackets do not divide.
//!
//! Commas divide clauses, save inside parentheses and quotes. A quote opens after `.`, `(` or `,` alone, so that
//! `name=eq.O"Brien` needs none; within quotes `\` makes the next character stand for itself.

use alloc::{borrow::ToOwned as _, format, string::String, vec::Vec};

use super::elixir;
use crate::changes::{Clause, Condition, Group, Operator};

/// How long a filter's text may be: an `in` of a hundred 64-byte names, and some more. A longer one is refused.
const BYTES: usize = 8192;
/// How many conditions a filter may have: each may be a comparison for each change. One with more is refused.
const CONDITIONS: usize = 64;
/// How deep groups may be nested. Deeper ones are refused.
const GROUP_DEPTH: usize = 8;

/// Reads a filter. What is wrong with it comes in the words of Supabase Realtime.
pub(super) fn parse(text: &str) -> Result<Vec<Clause>, String> {
    if text.len() > BYTES {
        return Err(format!("the filter has {} bytes and the limit is {BYTES}", text.len()));
    }
    let text = text.trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    Reader { conditions: 0 }.clauses(text, &Form::Top)
}

/// Where a clause stands.
enum Form {
    /// `column=op.value`.
    Top,
    /// `column.op.value`, in groups nested this deep.
    Inner(usize),
}

struct Reader {
    conditions: usize,
}

impl Reader {
    fn clauses(&mut self, text: &str, form: &Form) -> Result<Vec<Clause>, String> {
        divided(text, form).into_iter().map(|part| self.clause(part.trim(), form)).collect()
    }

    fn clause(&mut self, text: &str, form: &Form) -> Result<Clause, String> {
        if text.is_empty() {
            return Err("filter must not contain empty segments (check for extra commas)".to_owned());
        }
        if let Some((is_negated, is_any, inner)) = group(text) {
            let depth = if let Form::Inner(depth) = form { depth + 1 } else { 1 };
            if depth > GROUP_DEPTH {
                return Err(format!("groups are nested more than {GROUP_DEPTH} deep"));
            }
            let clauses = self.clauses(inner, &Form::Inner(depth))?;
            return Ok(Clause::Group(Group { is_negated, is_any, clauses }));
        }
        self.conditions += 1;
        if self.conditions > CONDITIONS {
            return Err(format!(
                "the filter has more than {CONDITIONS} conditions; use in for lists of values"
            ));
        }
        condition(text, form).map(Clause::Condition)
    }
}

fn condition(text: &str, form: &Form) -> Result<Condition, String> {
    let not_understood = |parts: &[&str]| Err(elixir::list(parts));
    let Some((column, rest)) = text.split_once(form.separator()) else { return not_understood(&[text]) };
    let (is_negated, rest) = negated(rest);
    let Some((name, value)) = rest.split_once('.') else { return not_understood(&[rest]) };
    let Some(operator) = Operator::named(name) else { return not_understood(&[name, value]) };
    let value = match operator {
        Operator::In => match value.strip_prefix('(').and_then(|value| value.strip_suffix(')')) {
            Some(list) => format!("{{{list}}}"),
            None => return Err("`in` filter value must be wrapped by parentheses".to_owned()),
        },
        _ => unquoted(value).unwrap_or_else(|| value.to_owned()),
    };
    Ok(Condition { column: column.into(), is_negated, operator, value: value.into() })
}

impl Form {
    fn separator(&self) -> char {
        if matches!(self, Self::Top) { '=' } else { '.' }
    }
}

/// A group's parts: whether it is negated, whether it is `or`, what is inside.
fn group(text: &str) -> Option<(bool, bool, &str)> {
    let (is_negated, rest) = negated(text);
    let (is_any, rest) = match rest.strip_prefix("or(") {
        Some(rest) => (true, rest),
        None => (false, rest.strip_prefix("and(")?),
    };
    Some((is_negated, is_any, rest.strip_suffix(')')?))
}

fn negated(text: &str) -> (bool, &str) {
    text.strip_prefix("not.").map_or((false, text), |rest| (true, rest))
}

/// The parts between the commas that divide.
fn divided<'a>(text: &'a str, form: &Form) -> Vec<&'a str> {
    let bytes = text.as_bytes();
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    let (mut depth, mut is_quoted, mut before) = (0_usize, false, 0);
    while let Some(&byte) = bytes.get(at) {
        if at == start
            && let Some(end) = end_of_containment(text, at, form)
        {
            at = end;
            continue;
        }
        match byte {
            b'\\' if is_quoted => at += 1,
            b'"' if is_quoted => is_quoted = false,
            _ if is_quoted => {}
            b'"' if matches!(before, b'.' | b'(' | b',') => is_quoted = true,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
        // After a comma that divides, a quote does not open: it would begin a column's name.
        before = if at + 1 == start { 0 } else { byte };
        at += 1;
    }
    parts.extend(text.get(start..));
    parts
}

/// Where the value of `cs`, `cd` or `ov` ends, if such a condition begins at `start` and its value is in braces.
fn end_of_containment(text: &str, start: usize, form: &Form) -> Option<usize> {
    let (_, rest) = text.get(start..)?.split_once(form.separator())?;
    let (name, value) = negated(rest).1.split_once('.')?;
    if !Operator::named(name)?.is_containment() || !value.starts_with(['{', '[']) {
        return None;
    }
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    let first = text.len() - value.len();
    for (place, byte) in value.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => return Some(first + place + 1),
            b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A value without quotes around it; `None` where it has none, or they are not around all of it.
fn unquoted(value: &str) -> Option<String> {
    let mut letters = value.strip_prefix('"')?.chars();
    let mut inner = String::with_capacity(value.len());
    loop {
        match letters.next()? {
            '"' => return letters.as_str().is_empty().then_some(inner),
            // A lone backslash before the closing quote makes that quote a part of the value.
            '\\' => inner.push(letters.next()?),
            letter => inner.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Conditions as (column, operator, value, negated), with groups spelled out.
    fn parsed(text: &str) -> Result<String, String> {
        parse(text).map(|clauses| spelled(&clauses, "&"))
    }

    fn spelled(clauses: &[Clause], between: &str) -> String {
        let each = clauses.iter().map(|clause| match clause {
            Clause::Condition(it) => {
                let not = if it.is_negated { "!" } else { "" };
                format!("{not}{} {} {}", it.column, it.operator.name(), it.value)
            }
            Clause::Group(it) => {
                let not = if it.is_negated { "!" } else { "" };
                format!("{not}[{}]", spelled(&it.clauses, if it.is_any { "|" } else { "&" }))
            }
        });
        each.collect::<Vec<_>>().join(between)
    }

    #[test]
    fn filters_are_read_as_supabase_reads_them() {
        for (text, expected) in [
            ("", ""),
            ("   ", ""),
            ("id=eq.5", "id eq 5"),
            ("id=not.eq.5", "!id eq 5"),
            ("id=gt.0, id=lt.100 ", "id gt 0&id lt 100"),
            ("id=in.(1,2,3),details=eq.active", "id in {1,2,3}&details eq active"),
            ("name=in.(\"a,b\",c)", "name in {\"a,b\",c}"),
            ("name=eq.\"a,b\"", "name eq a,b"),
            ("name=eq.\"a\\\"b\\\\\"", "name eq a\"b\\"),
            ("name=eq.O\"Brien", "name eq O\"Brien"),
            ("name=eq.\"a\"b", "name eq \"a\"b"),
            ("name=eq.", "name eq "),
            ("at=gt.2024-01-01T00:00:00.5Z", "at gt 2024-01-01T00:00:00.5Z"),
            ("name=eq.(a,b)", "name eq (a,b)"),
            ("a=eq.x=y", "a eq x=y"),
            ("flag=is.true", "flag is true"),
        ] {
            assert_eq!(parsed(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_reported_as_supabase_reports_it() {
        for (text, expected) in [
            ("wrong", r#"["wrong"]"#),
            ("subject=foo.hey", r#"["foo", "hey"]"#),
            ("subject=eq", r#"["eq"]"#),
            ("id=in.1,2", "`in` filter value must be wrapped by parentheses"),
            ("a=eq.1,,b=eq.2", "filter must not contain empty segments (check for extra commas)"),
            ("a=eq.1,", "filter must not contain empty segments (check for extra commas)"),
        ] {
            assert_eq!(parsed(text), Err(expected.to_owned()), "{text}");
        }
        assert!(parsed(&format!("a=eq.{}", "x".repeat(BYTES))).unwrap_err().contains("8192"));
        assert!(parsed(&["a=eq.1"; CONDITIONS + 1].join(",")).unwrap_err().contains("64 conditions"));
        let deep = format!("{}a.eq.1{}", "or(".repeat(GROUP_DEPTH + 1), ")".repeat(GROUP_DEPTH + 1));
        assert!(parsed(&deep).unwrap_err().contains("8 deep"));
    }

    #[test]
    fn groups_and_containment_go_beyond() {
        for (text, expected) in [
            ("or(status.eq.open,amount.gt.100)", "[status eq open|amount gt 100]"),
            (
                "a=eq.1,not.and(b.is.null,or(c.in.(1,2),d.not.eq.\"x,y\"))",
                "a eq 1&![b is null&[c in {1,2}|!d eq x,y]]",
            ),
            ("tags=cs.{a,b},id=eq.1", "tags cs {a,b}&id eq 1"),
            (r#"data=not.cs.{"a,":["}",{"b":1}]},id=eq.1"#, r#"!data cs {"a,":["}",{"b":1}]}&id eq 1"#),
            ("or(tags.ov.{a,b},tags.cs.[1,2])", "[tags ov {a,b}|tags cs [1,2]]"),
            ("data->>kind=eq.x", "data->>kind eq x"),
        ] {
            assert_eq!(parsed(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn braces_of_other_operators_divide_as_before() {
        assert_eq!(parsed("a=eq.{x,b=eq.y}").as_deref(), Ok("a eq {x&b eq y}"));
    }
}
