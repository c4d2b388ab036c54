//! The words of SQL as `pg_get_expr` writes it.

/// How long a policy's text may be that is looked into; a longer one is left to PostgreSQL.
const TEXT_BYTES: usize = 64 * 1024;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A keyword or name without quotes, in small letters.
    Word(String),
    /// A name in quotes.
    Quoted(String),
    /// A constant in quotes.
    Text(String),
    /// A constant of digits.
    Number(String),
    /// An operator.
    Operator(String),
    /// `(`, `)`, `[`, `]`, `,` or `.`.
    Mark(char),
    /// `::`.
    Cast,
}

impl Token {
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Word(text) if text == word)
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        *self == Self::Mark(mark)
    }

    /// The name that it is, if it can be one.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Word(text) | Self::Quoted(text) => Some(text),
            _ => None,
        }
    }
}

/// The tokens of a text; `None` if it has anything that `pg_get_expr` does not write, or that is not needed here.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    if text.len() > TEXT_BYTES {
        return None;
    }
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, after) = match first {
            '(' | ')' | '[' | ']' | ',' => (Token::Mark(first), rest.get(1..)?),
            '\'' => quoted(rest.get(1..)?, '\'', false).map(|(text, rest)| (Token::Text(text), rest))?,
            '"' => quoted(rest.get(1..)?, '"', false).map(|(text, rest)| (Token::Quoted(text), rest))?,
            'E' if rest.starts_with("E'") => {
                quoted(rest.get(2..)?, '\'', true).map(|(text, rest)| (Token::Text(text), rest))?
            }
            ':' => (Token::Cast, rest.strip_prefix("::")?),
            '0'..='9' => {
                let (number, rest) = span(rest, |c| c.is_ascii_alphanumeric() || c == '.');
                (Token::Number(number.to_owned()), rest)
            }
            '.' => (Token::Mark('.'), rest.get(1..)?),
            _ if first.is_alphabetic() || first == '_' => {
                let (word, rest) = span(rest, |c| c.is_alphanumeric() || c == '_' || c == '$');
                (Token::Word(word.to_lowercase()), rest)
            }
            _ => {
                let (operator, rest) = span(rest, |c| "+-*/<>=~!@#%^&|`?".contains(c));
                if operator.is_empty() || operator.contains("--") || operator.contains("/*") {
                    return None;
                }
                (Token::Operator(operator.to_owned()), rest)
            }
        };
        tokens.push(token);
        rest = after.trim_start();
    }
    Some(tokens)
}

fn span(text: &str, is_part: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()))
}

/// What stands up to a quote; two of them are one, and with `escapes` so are two backslashes.
fn quoted(text: &str, quote: char, escapes: bool) -> Option<(String, &str)> {
    let mut inner = String::new();
    let mut letters = text.chars();
    loop {
        match letters.next()? {
            letter if letter == quote => match letters.as_str().strip_prefix(quote) {
                Some(rest) => {
                    inner.push(quote);
                    letters = rest.chars();
                }
                None => return Some((inner, letters.as_str())),
            },
            // Of all escapes, `pg_get_expr` writes this one alone.
            '\\' if escapes => inner.push(letters.next().filter(|&letter| letter == '\\')?),
            letter => inner.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart() {
        let word = |text: &str| Token::Word(text.into());
        assert_eq!(
            tokens(r#"(auth.uid() = "Owner ""x""" AND (a ->> 'it''s'::text) <> E'b\\c')"#),
            Some(vec![
                Token::Mark('('),
                word("auth"),
                Token::Mark('.'),
                word("uid"),
                Token::Mark('('),
                Token::Mark(')'),
                Token::Operator("=".into()),
                Token::Quoted("Owner \"x\"".into()),
                word("and"),
                Token::Mark('('),
                word("a"),
                Token::Operator("->>".into()),
                Token::Text("it's".into()),
                Token::Cast,
                word("text"),
                Token::Mark(')'),
                Token::Operator("<>".into()),
                Token::Text("b\\c".into()),
                Token::Mark(')'),
            ])
        );
        for text in ["'a", "a ; b", "1 -- x", "E'\\n'", "$1"] {
            assert_eq!(tokens(text), None, "{text}");
        }
    }
}
