//! A script taken apart into its statements.

/// The statements of `script`, each with the comments before it. A semicolon ends one, but for those in strings, quoted
/// names, comments and dollar quotes. Block comments and `E''` strings are not known: the scripts here have none.
pub(super) fn statements(script: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = script;
    while let Some(end) = end(rest) {
        let (statement, after) = rest.split_at(end);
        found.push(statement.trim());
        rest = after;
    }
    found
}

/// Where the first statement ends, behind its semicolon.
fn end(script: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = script.get(at..)?;
        let next = at + rest.find([';', '\'', '"', '$', '-'])?;
        let rest = script.get(next..)?;
        at = match rest.chars().next()? {
            ';' => return Some(next + 1),
            '-' if rest.starts_with("--") => next + rest.find('\n')?,
            '-' => next + 1,
            '$' => match tag(rest) {
                Some(tag) => next + tag.len() + rest.get(tag.len()..)?.find(tag)? + tag.len(),
                None => next + 1,
            },
            quote => next + 1 + rest.get(1..)?.find(quote)? + 1,
        };
    }
}

/// The tag of the dollar-quoted string that `text` starts with, if it does; `$1` starts none.
fn tag(text: &str) -> Option<&str> {
    let end = text.get(1..)?.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')? + 2;
    text.get(..end).filter(|tag| tag.ends_with('$'))
}

#[cfg(test)]
mod tests {
    use super::statements;

    #[test]
    fn only_the_semicolons_between_statements_part_them() {
        let script = "select 1; -- one; two\nselect ';', \";\", a-b;\ndo $x$ begin; $$;$$ ; end $x$;\nselect $1;\n-- end";
        assert_eq!(
            statements(script),
            [
                "select 1;",
                "-- one; two\nselect ';', \";\", a-b;",
                "do $x$ begin; $$;$$ ; end $x$;",
                "select $1;"
            ]
        );
    }

    #[test]
    fn what_is_not_ended_is_no_statement() {
        for script in ["", "select 1", "select ';", "do $$ ;", "-- ;", "$", "select '"] {
            assert_eq!(statements(script), [""; 0], "{script}");
        }
    }
}
