//! Arrays as text: `{1,2,NULL,"a b"}`.

/// What a text is as an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// Its elements, those of inner arrays one after the other; `None` is `NULL`.
    Elements(Vec<Option<String>>),
    /// PostgreSQL would refuse it.
    Malformed,
    /// It has inner arrays or bounds where none are read.
    Undecided,
}

/// Reads what a client wrote: one dimension, and nothing that PostgreSQL might refuse for its
/// shape.
pub fn literal(text: &str) -> Literal {
    let Some(inner) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        return Literal::Undecided;
    };
    if inner.trim_matches(is_blank).is_empty() {
        return Literal::Elements(Vec::new());
    }
    Reader { rest: inner, elements: Vec::new() }.flat()
}

/// Reads what PostgreSQL wrote, of any number of dimensions.
pub fn written(text: &str) -> Option<Vec<Option<String>>> {
    let text = if text.starts_with('[') { text.split_once('=')?.1 } else { text };
    let mut reader = Reader { rest: text, elements: Vec::new() };
    reader.nested()?;
    reader.rest.is_empty().then_some(reader.elements)
}

struct Reader<'a> {
    rest: &'a str,
    elements: Vec<Option<String>>,
}

impl Reader<'_> {
    fn flat(mut self) -> Literal {
        loop {
            match self.element() {
                Some(element) => self.elements.push(element),
                None if self.rest.contains(['{', '}']) => return Literal::Undecided,
                None => return Literal::Malformed,
            }
            match self.rest.strip_prefix(',') {
                Some(rest) => self.rest = rest,
                None if self.rest.is_empty() => return Literal::Elements(self.elements),
                None if self.rest.contains(['{', '}']) => return Literal::Undecided,
                None => return Literal::Malformed,
            }
        }
    }

    /// Goes through braces by counting them: what PostgreSQL wrote has them where they belong.
    fn nested(&mut self) -> Option<()> {
        let mut depth = 0_u32;
        loop {
            match self.rest.chars().next()? {
                '{' => depth += 1,
                '}' => depth = depth.checked_sub(1)?,
                ',' => {}
                _ => {
                    let element = self.element()?;
                    self.elements.push(element);
                    continue;
                }
            }
            self.rest = self.rest.get(1..)?;
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// The next element, up to what ends it; `None` if it is not one.
    fn element(&mut self) -> Option<Option<String>> {
        self.rest = self.rest.trim_start_matches(is_blank);
        let element = match self.rest.strip_prefix('"') {
            Some(rest) => Some(self.quoted(rest)?),
            None => self.plain()?,
        };
        self.rest = self.rest.trim_start_matches(is_blank);
        Some(element)
    }

    fn quoted(&mut self, rest: &str) -> Option<String> {
        let mut value = String::new();
        let mut letters = rest.char_indices();
        loop {
            match letters.next()?.1 {
                '"' => break,
                '\\' => value.push(letters.next()?.1),
                letter => value.push(letter),
            }
        }
        let length = letters.as_str().len();
        self.rest = self.rest.get(self.rest.len() - length..)?;
        Some(value)
    }

    /// Text up to a comma or brace, without the blanks at its end unless they are escaped.
    fn plain(&mut self) -> Option<Option<String>> {
        let (mut value, mut ends, mut is_escaped) = (String::new(), 0, false);
        let mut letters = self.rest.chars();
        loop {
            let before = letters.as_str();
            match letters.next() {
                None | Some(',' | '{' | '}') => {
                    self.rest = self.rest.get(self.rest.len() - before.len()..)?;
                    break;
                }
                Some('"') => return None,
                Some('\\') => {
                    value.push(letters.next()?);
                    is_escaped = true;
                    ends = value.len();
                }
                Some(letter) => {
                    value.push(letter);
                    if !is_blank(letter) {
                        ends = value.len();
                    }
                }
            }
        }
        value.truncate(ends);
        let is_null = !is_escaped && value.eq_ignore_ascii_case("null");
        if value.is_empty() { None } else { Some((!is_null).then_some(value)) }
    }
}

fn is_blank(letter: char) -> bool {
    letter.is_ascii_whitespace() || letter == '\x0b'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(texts: &[Option<&str>]) -> Vec<Option<String>> {
        texts.iter().map(|text| text.map(str::to_owned)).collect()
    }

    #[test]
    fn elements_are_read() {
        for (text, expected) in [
            ("{}", vec![]),
            ("{ }", vec![]),
            ("{a}", vec![Some("a")]),
            ("{1, 2 ,3}", vec![Some("1"), Some("2"), Some("3")]),
            ("{a b,NULL,null,\"NULL\"}", vec![Some("a b"), None, None, Some("NULL")]),
            ("{\"a,\\\"b\\\\\" , \"\"}", vec![Some("a,\"b\\"), Some("")]),
            ("{a\\,b,\\null,c\\ }", vec![Some("a,b"), Some("null"), Some("c ")]),
        ] {
            assert_eq!(literal(text), Literal::Elements(elements(&expected)), "{text}");
        }
        for text in ["{,}", "{a,}", "{a,,b}", "{a\"b\"}", "{\"a\"b}", "{\"a}", "{a\\}"] {
            assert_eq!(literal(text), Literal::Malformed, "{text}");
        }
        assert_eq!(literal("{{1},{2}}"), Literal::Undecided);
        assert_eq!(written("{{1,2},{3,NULL}}"), Some(elements(&[Some("1"), Some("2"), Some("3"), None])));
        assert_eq!(written("[0:1]={a,\"b c\"}"), Some(elements(&[Some("a"), Some("b c")])));
        assert_eq!(written("{}"), Some(vec![]));
    }
}
