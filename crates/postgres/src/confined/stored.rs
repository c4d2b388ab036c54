//! Expressions that PostgreSQL understands with the login's rights, without running anything that a user wrote.
//!
//! Names are only looked up when a statement is understood, but constants are read then, by the input functions of their types:
//! `'x'::mallory.feel` calls the condition of a domain `feel`, and `mallory.f('x')` that of the argument's type. Whatever the
//! catalogue says of such a name before, its owner can give the name to something else until the statement is understood. So
//! here every constant in quotes is of the type `text`, which is PostgreSQL's own, and what it is a text of is cast to when the
//! expression is evaluated: within the rights of the role.

/// An expression all of whose constants in quotes are of the type `text`.
#[derive(Debug, Clone)]
pub(crate) struct Stored(String);

impl Stored {
    /// Makes one of an expression as `pg_get_expr` writes it; `None` if it has anything that may be taken for a constant otherwise.
    pub(crate) fn new(expression: &str) -> Option<Self> {
        let (mut text, mut rest) = (String::with_capacity(expression.len()), expression);
        while let Some(at) = rest.find(['\'', '"', '$', '-', '/']) {
            let (before, from) = rest.split_at_checked(at)?;
            text.push_str(before);
            let end = match from.as_bytes() {
                [b'\'', ..] if before.ends_with(is_of_a_word) => return None, // E'', U&'', or another prefix
                [quote @ (b'\'' | b'"'), ..] => quoted(from, char::from(*quote))?,
                // The quotes of constants, and comments: `pg_get_expr` writes neither.
                [b'$', digit, ..] if digit.is_ascii_digit() => 1,
                [b'$', ..] | [b'-', b'-', ..] | [b'/', b'*', ..] => return None,
                _ => 1,
            };
            let (token, after) = from.split_at_checked(end)?;
            match token.starts_with('\'') {
                true => text.extend(["(", token, "::pg_catalog.text)"]),
                false => text.push_str(token),
            }
            rest = after;
        }
        text.push_str(rest);
        Some(Self(text))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '&' | '$' | '\'') || !letter.is_ascii()
}

/// How long what stands in quotes is, with its quotes; two of them within are one.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut at = 1;
    loop {
        at += text.get(at..)?.find(quote)? + 1;
        if !text.get(at..)?.starts_with(quote) {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(text: &str) -> Option<String> {
        Stored::new(text).map(|stored| stored.0)
    }

    #[test]
    fn every_constant_is_a_text() {
        for (expression, expected) in [
            ("(a = 1)", "(a = 1)"),
            ("('x'::mallory.feel = a)", "(('x'::pg_catalog.text)::mallory.feel = a)"),
            ("f('it''s', '')", "f(('it''s'::pg_catalog.text), (''::pg_catalog.text))"),
            (r#"("o'""k" = 'a"b'::text)"#, r#"("o'""k" = ('a"b'::pg_catalog.text)::text)"#),
            (r"(a ~~ 'x\'::text)", r"(a ~~ ('x\'::pg_catalog.text)::text)"),
            ("(a - 1 / $1[2])", "(a - 1 / $1[2])"),
            ("(a <-> '1')", "(a <-> ('1'::pg_catalog.text))"),
            ("'é'::text", "('é'::pg_catalog.text)::text"),
        ] {
            assert_eq!(stored(expression).as_deref(), Some(expected), "{expression}");
        }
    }

    #[test]
    fn what_may_be_a_constant_otherwise_is_refused() {
        let cases =
            ["E'a'", "U&'a'", "é'a'", "b'1'", "$$a$$", "$a$b$a$", "1 -- '", "/* ' */ 'a'", "'a", "\"a", "$"];
        for expression in cases {
            assert_eq!(stored(expression), None, "{expression}");
        }
    }
}
