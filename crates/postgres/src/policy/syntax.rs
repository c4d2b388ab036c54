//! The expressions that policies are made of, as `pg_get_expr` writes them: with parentheses around each operation.

use super::token::{Token, tokens};

/// How deep an expression may be nested; a deeper one is left to PostgreSQL.
const DEPTH: usize = 64;

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Syntax {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    Column(String),
    /// A function by its name with or without a schema, and `coalesce` and `nullif`.
    Call(Vec<String>, Vec<Syntax>),
    Cast(Box<Syntax>, TypeName),
    Not(Box<Syntax>),
    And(Vec<Syntax>),
    Or(Vec<Syntax>),
    Binary(String, Box<Syntax>, Box<Syntax>),
    /// `left op ANY (right)`, or `ALL`.
    Quantified {
        operator: String,
        is_any: bool,
        left: Box<Syntax>,
        right: Box<Syntax>,
    },
    Array(Vec<Syntax>),
    /// `IS [NOT] NULL`, `TRUE`, `FALSE`, `UNKNOWN`.
    Is {
        inner: Box<Syntax>,
        is_negated: bool,
        word: &'static str,
    },
    Distinct {
        left: Box<Syntax>,
        right: Box<Syntax>,
        is_negated: bool,
    },
    /// `( SELECT expression AS name)`, without a table.
    Select(Box<Syntax>),
}

/// A type as `format_type` and casts write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TypeName {
    /// The words: `double precision`, or schema and name.
    pub(super) parts: Vec<String>,
    pub(super) is_array: bool,
}

impl Syntax {
    /// Reads an expression; `None` if it has anything that is not known here.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let tokens = tokens(text)?;
        let mut reader = Reader { rest: &tokens, depth: 0 };
        let expression = reader.any()?;
        reader.rest.is_empty().then_some(expression)
    }
}

struct Reader<'a> {
    rest: &'a [Token],
    depth: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<&Token> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn takes(&mut self, is_it: impl Fn(&Token) -> bool) -> bool {
        let takes = self.rest.first().is_some_and(is_it);
        if takes {
            _ = self.next();
        }
        takes
    }

    fn word(&mut self, word: &str) -> bool {
        self.takes(|token| token.is_word(word))
    }

    fn mark(&mut self, mark: char) -> Option<()> {
        self.takes(|token| token.is_mark(mark)).then_some(())
    }

    fn any(&mut self) -> Option<Syntax> {
        if self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        let first = self.conjunction()?;
        let mut all = vec![first];
        while self.word("or") {
            all.push(self.conjunction()?);
        }
        self.depth -= 1;
        if all.len() == 1 { all.pop() } else { Some(Syntax::Or(all)) }
    }

    fn conjunction(&mut self) -> Option<Syntax> {
        let mut all = vec![self.negation()?];
        while self.word("and") {
            all.push(self.negation()?);
        }
        if all.len() == 1 { all.pop() } else { Some(Syntax::And(all)) }
    }

    fn negation(&mut self) -> Option<Syntax> {
        if self.word("not") {
            return Some(Syntax::Not(Box::new(self.operand()?)));
        }
        self.operation()
    }

    /// One operand, or two with an operator between them. A third would need precedence, which parentheses make needless.
    fn operation(&mut self) -> Option<Syntax> {
        let left = self.operand()?;
        if self.word("is") {
            return self.test(left);
        }
        let Some(Token::Operator(operator)) = self.rest.first() else { return Some(left) };
        let operator = operator.clone();
        _ = self.next();
        let is_any = self.rest.first().is_some_and(|token| token.is_word("any"));
        if is_any || self.rest.first().is_some_and(|token| token.is_word("all")) {
            _ = self.next();
            self.mark('(')?;
            let right = self.any()?;
            self.mark(')')?;
            return Some(Syntax::Quantified {
                operator,
                is_any,
                left: Box::new(left),
                right: Box::new(right),
            });
        }
        Some(Syntax::Binary(operator, Box::new(left), Box::new(self.operand()?)))
    }

    fn test(&mut self, inner: Syntax) -> Option<Syntax> {
        let is_negated = self.word("not");
        if self.word("distinct") {
            let is_from = self.word("from");
            let right = Box::new(self.operand()?);
            return is_from.then_some(Syntax::Distinct { left: Box::new(inner), right, is_negated });
        }
        let word = ["null", "true", "false", "unknown"].into_iter().find(|word| self.word(word))?;
        Some(Syntax::Is { inner: Box::new(inner), is_negated, word })
    }

    /// Something that stands by itself, with the casts behind it.
    fn operand(&mut self) -> Option<Syntax> {
        let mut operand = self.bare()?;
        while self.takes(|token| *token == Token::Cast) {
            operand = Syntax::Cast(Box::new(operand), self.type_name()?);
        }
        Some(operand)
    }

    fn bare(&mut self) -> Option<Syntax> {
        match self.next()?.clone() {
            Token::Text(text) => Some(Syntax::Text(text)),
            Token::Number(number) => Some(Syntax::Number(number)),
            Token::Mark('(') => {
                let inner = if self.word("select") { self.select() } else { self.any() }?;
                self.mark(')')?;
                Some(inner)
            }
            Token::Quoted(name) => self.named(name),
            Token::Word(word) => match word.as_str() {
                "null" => Some(Syntax::Null),
                "true" => Some(Syntax::Bool(true)),
                "false" => Some(Syntax::Bool(false)),
                "array" => {
                    self.mark('[')?;
                    Some(Syntax::Array(self.list(']')?))
                }
                // What else begins an expression with a word of its own.
                "not" | "case" | "exists" | "row" | "cast" | "extract" | "interval" | "any" | "all"
                | "select" | "current_user" | "session_user" | "system_user" | "user" | "current_role"
                | "current_date" | "localtime" | "current_timestamp" | "localtimestamp" | "current_time"
                | "current_catalog" | "current_schema" | "operator" => None,
                _ => self.named(word),
            },
            _ => None,
        }
    }

    /// A column, or a function with its arguments.
    fn named(&mut self, first: String) -> Option<Syntax> {
        let mut parts = vec![first];
        while self.takes(|token| token.is_mark('.')) {
            parts.push(self.next()?.name()?.to_owned());
        }
        if self.takes(|token| token.is_mark('(')) {
            let arguments = self.list(')')?;
            return Some(Syntax::Call(parts, arguments));
        }
        // A column of a table with a name is one inside of a subquery.
        if parts.len() == 1 { parts.pop().map(Syntax::Column) } else { None }
    }

    fn list(&mut self, end: char) -> Option<Vec<Syntax>> {
        let mut all = Vec::new();
        if self.mark(end).is_some() {
            return Some(all);
        }
        loop {
            all.push(self.any()?);
            if self.mark(end).is_some() {
                return Some(all);
            }
            self.mark(',')?;
        }
    }

    fn select(&mut self) -> Option<Syntax> {
        let inner = self.any()?;
        if self.word("as") {
            self.next()?.name()?;
        }
        Some(Syntax::Select(Box::new(inner)))
    }

    fn type_name(&mut self) -> Option<TypeName> {
        let mut parts = vec![self.next()?.name()?.to_owned()];
        if self.takes(|token| token.is_mark('.')) {
            parts.push(self.next()?.name()?.to_owned());
        } else {
            const MORE: [&str; 7] = ["varying", "precision", "with", "without", "time", "zone", "double"];
            while let Some(word) = MORE.into_iter().find(|word| self.word(word)) {
                parts = vec![format!("{} {word}", parts.join(" "))];
            }
        }
        if self.rest.first().is_some_and(|token| token.is_mark('(')) {
            return None; // a length or precision, which cuts or rounds
        }
        let is_array = self.mark('[').is_some();
        if is_array {
            self.mark(']')?;
        }
        Some(TypeName { parts, is_array })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read() {
        for text in [
            "true",
            "(auth.uid() = user_id)",
            "(( SELECT auth.uid() AS uid) = user_id)",
            "((auth.jwt() ->> 'org'::text) = (org)::text)",
            "((status)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))",
            "((a IS NOT NULL) AND (NOT b) AND (c IS DISTINCT FROM 5))",
            "(created < '2024-01-01 00:00:00+00'::timestamp with time zone)",
        ] {
            assert!(Syntax::parse(text).is_some(), "{text}");
        }
        for text in [
            "(EXISTS ( SELECT 1 FROM members m WHERE (m.id = t.id)))",
            "(CURRENT_USER = 'x'::name)",
            "(a = 'b'::character(3))",
            "(a OPERATOR(public.=) b)",
            "((a + b) = c) d",
            "",
            &"(".repeat(1000),
        ] {
            assert_eq!(Syntax::parse(text), None, "{text}");
        }
    }
}
