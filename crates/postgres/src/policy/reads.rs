//! Which claims a policy's text reads, whatever else it says: subscribers who agree in these see the same.

use super::claims::Which;
use super::functions::{Functions, Meaning};
use super::token::{Token, tokens};

/// What a policy may read beyond its own row: tables, whose own policies may read other claims.
pub type Tables<'a> = &'a dyn Fn(&str, &str) -> Which;

/// Functions of PostgreSQL that read no settings and no tables. With an empty search path, what has no schema is
/// PostgreSQL's own.
const PURE: &[&str] = &[
    "abs",
    "age",
    "array_agg",
    "array_append",
    "array_length",
    "array_position",
    "array_to_string",
    "bool_and",
    "bool_or",
    "btrim",
    "cardinality",
    "ceil",
    "coalesce",
    "concat",
    "count",
    "date_part",
    "date_trunc",
    "encode",
    "every",
    "extract",
    "floor",
    "format",
    "greatest",
    "json_array_elements",
    "json_array_elements_text",
    "jsonb_array_elements",
    "jsonb_array_elements_text",
    "jsonb_array_length",
    "jsonb_exists",
    "jsonb_typeof",
    "least",
    "left",
    "length",
    "lower",
    "ltrim",
    "max",
    "md5",
    "min",
    "now",
    "nullif",
    "position",
    "replace",
    "right",
    "round",
    "row_to_json",
    "rtrim",
    "split_part",
    "starts_with",
    "statement_timestamp",
    "string_to_array",
    "substr",
    "substring",
    "sum",
    "timezone",
    "to_json",
    "to_jsonb",
    "trim",
    "unnest",
    "upper",
];

/// Words that stand before a parenthesis and are no functions.
const WORDS: &[&str] = &[
    "all",
    "and",
    "any",
    "array",
    "as",
    "between",
    "by",
    "case",
    "character",
    "distinct",
    "else",
    "exists",
    "from",
    "having",
    "in",
    "is",
    "join",
    "like",
    "limit",
    "not",
    "numeric",
    "on",
    "or",
    "order",
    "over",
    "select",
    "some",
    "then",
    "union",
    "using",
    "values",
    "varying",
    "when",
    "where",
    "zone",
];

/// Which claims a policy's text reads.
///
/// `text` is as `pg_get_expr` writes it with an empty search path. `tables` says what the policies of another table read,
/// by schema and name; [`Which::All`] where that is not known. Whatever is not understood may read all.
pub fn claims_read(text: &str, functions: &Functions, tables: Tables<'_>) -> Which {
    let Some(tokens) = tokens(text) else { return Which::All };
    let reader = Reader { tokens: &tokens, opened_by: openings(&tokens), functions };
    (0..tokens.len()).fold(Which::none(), |which, at| which.and(reader.at(at, tables)))
}

struct Reader<'a> {
    tokens: &'a [Token],
    /// For each closing parenthesis, where it was opened.
    opened_by: Vec<usize>,
    functions: &'a Functions,
}

impl Reader<'_> {
    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn is_mark(&self, at: usize, mark: char) -> bool {
        self.token(at).is_some_and(|token| token.is_mark(mark))
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        self.token(at).is_some_and(|token| token.is_word(word))
    }

    /// What the token here reads.
    fn at(&self, at: usize, tables: Tables<'_>) -> Which {
        let Some(token) = self.token(at) else { return Which::none() };
        if token.is_word("with") && !self.is_word(at + 1, "time") {
            return Which::All;
        }
        let is_distinct = at > 0 && self.is_word(at - 1, "distinct");
        if (token.is_word("from") && !is_distinct) || token.is_word("join") {
            return self.sources(at + 1, tables);
        }
        let is_first = at == 0 || !self.is_mark(at - 1, '.');
        match (self.name(at), is_first) {
            (Some((name, end)), true) if self.is_mark(end, '(') => self.call(&name, end),
            _ => Which::none(),
        }
    }

    /// A name with its schema, and where it ends.
    fn name(&self, at: usize) -> Option<(Vec<String>, usize)> {
        let mut name = vec![self.token(at)?.name()?.to_owned()];
        let mut end = at + 1;
        while self.is_mark(end, '.') {
            name.push(self.token(end + 1)?.name()?.to_owned());
            end += 2;
        }
        Some((name, end))
    }

    fn call(&self, name: &[String], open: usize) -> Which {
        if let [word] = name {
            if word == "current_setting" {
                return self.setting(open);
            }
            let is_quoted = open
                .checked_sub(1)
                .and_then(|at| self.token(at))
                .is_some_and(|token| matches!(token, Token::Quoted(_)));
            let is_known = PURE.contains(&word.as_str()) || (!is_quoted && WORDS.contains(&word.as_str()));
            return if is_known { Which::none() } else { Which::All };
        }
        match self.functions.get(name) {
            Some(Meaning::Claim { name, .. }) => Which::one(name),
            Some(Meaning::Claims) => self.part(open + 2),
            None => Which::All,
        }
    }

    fn setting(&self, open: usize) -> Which {
        let Some(Token::Text(name)) = self.token(open + 1) else { return Which::All };
        let Some(claim) = name.strip_prefix("request.jwt.claim.") else {
            let is_all = matches!(name.as_str(), "request.jwt.claims" | "request.jwt.claim");
            let Some(close) = self.opened_by.iter().position(|&opened| opened == open) else {
                return Which::All;
            };
            return if is_all { self.part(close + 1) } else { Which::none() };
        };
        Which::one(claim)
    }

    /// Which part of the claims is taken from here on: `->> 'sub'`, past what changes nothing about them.
    fn part(&self, from: usize) -> Which {
        let mut at = from;
        loop {
            match self.token(at) {
                Some(Token::Operator(operator)) if operator == "->" || operator == "->>" => {
                    return match self.token(at + 1) {
                        Some(Token::Text(key)) => Which::one(key),
                        _ => Which::All,
                    };
                }
                Some(Token::Mark(')')) if self.is_transparent(at) => at += 1,
                Some(Token::Mark(',')) if matches!(self.token(at + 1), Some(Token::Text(text)) if text.is_empty() || text == "{}") => {
                    at += 2
                }
                Some(Token::Cast) if ["json", "jsonb", "text"].iter().any(|of| self.is_word(at + 1, of)) => {
                    at += 2
                }
                Some(token) if token.is_word("as") => at += 2,
                _ => return Which::All,
            }
        }
    }

    /// Whether a closing parenthesis is one around an expression, or of a function that gives its first argument.
    fn is_transparent(&self, close: usize) -> bool {
        let Some(&open) = self.opened_by.get(close) else { return false };
        let Some(before) = open.checked_sub(1).and_then(|at| self.token(at)) else { return true };
        match before {
            Token::Word(word) => {
                matches!(word.as_str(), "nullif" | "coalesce" | "and" | "or" | "not" | "select" | "where")
            }
            Token::Mark('(' | ',') | Token::Operator(_) => true,
            _ => false,
        }
    }

    /// The tables of a list after `FROM`, or the one after `JOIN`.
    fn sources(&self, from: usize, tables: Tables<'_>) -> Which {
        let mut which = Which::none();
        let (mut at, mut depth, mut is_expected) = (from, 0_usize, true);
        while let Some(token) = self.token(at) {
            match token {
                Token::Mark('(') => depth += 1,
                Token::Mark(')') if depth == 0 => break,
                Token::Mark(')') => depth -= 1,
                Token::Mark(',') if depth == 0 => is_expected = true,
                Token::Word(word) if matches!(word.as_str(), "only" | "lateral") => {}
                Token::Word(word) if depth == 0 && ENDS.contains(&word.as_str()) => break,
                Token::Word(_) | Token::Quoted(_) if is_expected => {
                    is_expected = false;
                    match self.name(at) {
                        // A function: its own place tells; a subquery has a FROM of its own.
                        Some((_, end)) if self.is_mark(end, '(') => {}
                        _ if token.is_word("select") => {}
                        Some((name, end)) => {
                            which = match name.as_slice() {
                                [schema, table] => which.and(tables(schema, table)),
                                _ => Which::All,
                            };
                            at = end;
                            continue;
                        }
                        None => return Which::All,
                    }
                }
                _ => {}
            }
            at += 1;
        }
        which
    }
}

/// What ends a list of tables.
const ENDS: &[&str] = &[
    "where",
    "group",
    "having",
    "order",
    "limit",
    "offset",
    "window",
    "union",
    "intersect",
    "except",
    "join",
    "left",
    "right",
    "full",
    "inner",
    "cross",
    "on",
];

fn openings(tokens: &[Token]) -> Vec<usize> {
    let mut open = Vec::new();
    let each = tokens.iter().enumerate().map(|(at, token)| match token {
        Token::Mark('(') => {
            open.push(at);
            usize::MAX
        }
        Token::Mark(')') => open.pop().unwrap_or(usize::MAX),
        _ => usize::MAX,
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let mut functions = Functions::default();
        let claims = "nullif(current_setting('request.jwt.claims', true), '')::jsonb";
        assert!(functions.add("auth", "uid", &format!("select ({claims} ->> 'sub')::uuid")));
        assert!(functions.add("auth", "jwt", &format!("select {claims}")));
        let tables = |schema: &str, table: &str| match (schema, table) {
            ("public", "open") => Which::none(),
            ("public", "members") => Which::one("sub"),
            _ => Which::All,
        };
        match claims_read(text, &functions, &tables) {
            Which::All => "*".to_owned(),
            Which::Named(names) => names.into_iter().collect::<Vec<_>>().join(","),
        }
    }

    #[test]
    fn claims_are_named_where_that_is_certain() {
        for (text, expected) in [
            ("true", ""),
            ("(lower(name) = 'x'::text)", ""),
            ("(auth.uid() = user_id)", "sub"),
            ("(( SELECT auth.uid() AS uid) = user_id)", "sub"),
            ("((auth.jwt() ->> 'org'::text) = org)", "org"),
            ("(((auth.jwt() -> 'app_metadata'::text) ->> 'org'::text) = org)", "app_metadata"),
            ("((( SELECT auth.jwt() AS jwt) ->> 'org'::text) = org)", "org"),
            ("(((current_setting('request.jwt.claims'::text, true))::json ->> 'sub'::text) = owner)", "sub"),
            (
                "(((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'sub'::text) = owner)",
                "sub",
            ),
            ("(current_setting('request.jwt.claim.sub'::text, true) = owner)", "sub"),
            ("(current_setting('app.tenant'::text, true) = tenant)", ""),
            ("(EXISTS ( SELECT 1\n   FROM public.members m\n  WHERE (m.id = t.id)))", "sub"),
            ("(EXISTS ( SELECT 1 FROM (public.open o JOIN public.members m ON ((m.id = o.id)))))", "sub"),
            ("(id IN ( SELECT o.id FROM public.open o WHERE (o.owner = auth.uid())))", "sub"),
            ("(a IS DISTINCT FROM (auth.jwt() ->> 'a'::text))", "a"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn all_are_read_where_it_is_not() {
        for text in [
            "(public.allowed(id))",
            "(auth.jwt() IS NOT NULL)",
            "(auth.jwt() @> '{}'::jsonb)",
            "(to_jsonb(auth.jwt()) ->> 'x'::text)",
            "(jsonb_build_object('x', auth.jwt()) ->> 'x'::text)",
            "((auth.jwt() ->> key) = 'a'::text)",
            "(EXISTS ( SELECT 1 FROM public.other))",
            "(EXISTS ( SELECT 1 FROM public.open, public.other))",
            "(EXISTS ( SELECT 1 FROM members))",
            "(a OPERATOR(public.=) b)",
            "(query_to_xml('select 1'::text, true, true, ''::text) IS NULL)",
            "(current_setting(name) = 'x'::text)",
            "(auth.role() = 'x'::text)",
            "(a = 'unfinished",
        ] {
            assert_eq!(read(text), "*", "{text}");
        }
    }
}
