//! A Laravel application's `.env`, by the grammar of `vlucas/phpdotenv` 5, which Laravel reads it with.
//!
//! Nothing is executed. A value may name variables (`${NAME}`), those of the process before those of the file, as that
//! library does it: what is unknown stays as it is written.

use std::collections::BTreeMap;
use std::fmt;

/// A variable of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) value: String,
    /// Where it begins, from 1.
    pub(crate) line: usize,
}

/// What is wrong with an entry.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    pub(crate) line: usize,
    pub(crate) why: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.why)
    }
}

const UNCLOSED: &str = "the closing quotation mark is missing";

/// Reads a file's text: each variable once, as its last entry says. `outer` has the variables of the process, which go
/// before those of the file.
///
/// # Errors
/// The first entry that the library would not read either.
pub(crate) fn parse<'a>(
    text: &str,
    outer: impl Fn(&str) -> Option<&'a str>,
) -> Result<Vec<Entry>, Malformed> {
    // Each with where it begins.
    let mut known: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for (line, entry) in lines(text.strip_prefix('\u{feff}').unwrap_or(text))? {
        let at = |why| Malformed { line, why };
        let (name, value) = match entry.split_once('=') {
            Some((name, value)) => (trimmed(name), Some(trimmed(value))),
            None => (entry.as_str(), None),
        };
        if name.is_empty() {
            return Err(at("a name is missing before the equals sign"));
        }
        let name = name_of(name).map_err(at)?;
        // A name alone removes the variable, which the process's own are not subject to.
        let Some(value) = value else {
            known.remove(name);
            continue;
        };
        let value = Value::read(value).map_err(at)?;
        let value = value.resolved(|name| outer(name).or_else(|| Some(known.get(name)?.0.as_str())));
        let value = value.map_err(at)?;
        if outer(name).is_none() {
            known.insert(name.to_owned(), (value, line));
        }
        if known.len() > VARIABLES {
            return Err(at("the file has more than 10,000 variables"));
        }
    }
    let entry = |(name, (value, line))| Entry { name, value, line };
    Ok(known.into_iter().map(entry).collect())
}

/// Variables of a file, references of a value to others, and bytes that they make of it: what refers to itself again and again
/// must not fill the memory.
const VARIABLES: usize = 10_000;
const REFERENCES: usize = 1_000;
const VALUE_BYTES: usize = 1 << 20;

/// Blanks as PHP's `trim` has them.
const TRIMMED: [char; 6] = [' ', '\t', '\n', '\r', '\0', '\x0b'];

fn trimmed(text: &str) -> &str {
    text.trim_matches(TRIMMED)
}

/// Blanks as PHP's `ctype_space` has them.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
}

/// The entries with the lines on which they begin; one may go over several lines between double quotes.
fn lines(text: &str) -> Result<Vec<(usize, String)>, Malformed> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut entries = Vec::new();
    let mut open: Option<(usize, Vec<&str>)> = None;
    for (number, line) in (1..).zip(text.split('\n')) {
        let starts = open.is_none() && line.contains("=\"") && !closes(line, true);
        if let Some((begins, mut pieces)) = open.take().or_else(|| starts.then(|| (number, Vec::new()))) {
            pieces.push(line);
            if closes(line, starts) {
                entries.push((begins, pieces.join("\n")));
            } else {
                open = Some((begins, pieces));
            }
        } else {
            entries.push((number, line.to_owned()));
        }
    }
    // The library drops it, and with it the rest of the file, without a word.
    if let Some((line, _)) = open {
        return Err(Malformed { line, why: UNCLOSED });
    }
    entries.retain(|(_, entry)| !matches!(trimmed(entry).chars().next(), None | Some('#')));
    Ok(entries)
}

/// Whether a line ends what a double quote began: on this line, or on an earlier one.
fn closes(line: &str, begins_here: bool) -> bool {
    if line == "\"" {
        return true;
    }
    // Each quote with something before it that is no backslash.
    let line = line.replace("\\\\", "");
    let before: Vec<char> = line.chars().collect();
    let count = before.windows(2).filter(|pair| pair[0] != '\\' && pair[1] == '"').count();
    if begins_here { count > 1 } else { count >= 1 }
}

fn name_of(name: &str) -> Result<&str, &'static str> {
    let name = match name.strip_prefix("export") {
        Some(rest) if name.chars().count() > 8 && rest.starts_with(is_blank) => {
            rest.trim_start_matches(TRIMMED)
        }
        _ => name,
    };
    let is_quoted = |quote: char| name.len() > 2 && name.starts_with(quote) && name.ends_with(quote);
    let name = if is_quoted('"') || is_quoted('\'') { &name[1..name.len() - 1] } else { name };
    let is_good = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    if !name.is_empty() && name.chars().all(is_good) {
        Ok(name)
    } else {
        Err("a name may have letters, digits, `_` and `.` only")
    }
}

/// A value whose variables have yet to be put in.
struct Value {
    text: String,
    /// Where a `$` stands that may begin a variable.
    variables: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Initial,
    Unquoted,
    SingleQuoted,
    DoubleQuoted,
    Escape,
    /// Behind the value.
    Blank,
    Comment,
}

impl Value {
    fn read(given: &str) -> Result<Self, &'static str> {
        let mut value = Self { text: String::new(), variables: Vec::new() };
        let mut state = State::Initial;
        for token in tokens(given) {
            state = value.take(state, token)?;
        }
        match state {
            State::SingleQuoted | State::DoubleQuoted | State::Escape => Err(UNCLOSED),
            _ => Ok(value),
        }
    }

    fn take(&mut self, state: State, token: &str) -> Result<State, &'static str> {
        let is_space = token.chars().all(is_blank);
        match (state, token) {
            (State::Initial, "'") => return Ok(State::SingleQuoted),
            (State::Initial, "\"") => return Ok(State::DoubleQuoted),
            (State::Initial | State::Unquoted | State::Blank, "#") => return Ok(State::Comment),
            (State::Unquoted, _) if is_space => return Ok(State::Blank),
            (State::Initial | State::Unquoted, _) => {
                self.push(token, token == "$");
                return Ok(State::Unquoted);
            }
            (State::SingleQuoted, "'") | (State::DoubleQuoted, "\"") => return Ok(State::Blank),
            (State::SingleQuoted, _) => self.push(token, false),
            (State::DoubleQuoted, "\\") => return Ok(State::Escape),
            (State::DoubleQuoted, _) => self.push(token, token == "$"),
            (State::Escape, "\"" | "\\" | "$") => {
                self.push(token, false);
                return Ok(State::DoubleQuoted);
            }
            (State::Escape, _) => {
                let mut characters = token.chars();
                let escaped = match characters.next() {
                    Some('f') => '\x0c',
                    Some('n') => '\n',
                    Some('r') => '\r',
                    Some('t') => '\t',
                    Some('v') => '\x0b',
                    _ => {
                        return Err(
                            "an escape sequence is not known: write \\\\ for a backslash between double quotes",
                        );
                    }
                };
                self.text.push(escaped);
                self.push(characters.as_str(), false);
                return Ok(State::DoubleQuoted);
            }
            (State::Blank, _) if !is_space => {
                return Err("a value with blanks needs quotation marks");
            }
            (State::Blank | State::Comment, _) => {}
        }
        Ok(state)
    }

    fn push(&mut self, text: &str, is_variable: bool) {
        if is_variable {
            self.variables.push(self.text.len());
        }
        self.text.push_str(text);
    }

    /// The value with what `known` says of each variable. From behind, as the library does it: what is put in may
    /// complete a name that stands before it.
    fn resolved<'a>(self, known: impl Fn(&str) -> Option<&'a str>) -> Result<String, &'static str> {
        if self.variables.len() > REFERENCES {
            return Err("a value has more than 1,000 dollar signs");
        }
        let mut text = self.text;
        for at in self.variables.into_iter().rev() {
            let Some(name) = text[at..].strip_prefix("${").and_then(|rest| rest.split('}').next()) else {
                continue;
            };
            let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'.';
            let end = at + 2 + name.len();
            if name.is_empty() || !name.bytes().all(is_name) || text.as_bytes().get(end) != Some(&b'}') {
                continue;
            }
            if let Some(value) = known(name) {
                let value = value.to_owned();
                text.replace_range(at..=end, &value);
                if text.len() > VALUE_BYTES {
                    return Err("the variables in a value make it longer than 1 MiB");
                }
            }
        }
        Ok(text)
    }
}

/// What is special by itself, blanks together, and everything else together.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = kind(first);
        let length = match kind {
            Kind::Sign => first.len_utf8(),
            _ => rest.find(|c| self::kind(c) != kind).unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind;
    }
    tokens
}

#[derive(PartialEq)]
enum Kind {
    Sign,
    Break,
    Blank,
    Text,
}

fn kind(c: char) -> Kind {
    match c {
        '\\' | '\'' | '"' | '#' | '$' => Kind::Sign,
        '\r' | '\n' => Kind::Break,
        c if is_blank(c) => Kind::Blank,
        _ => Kind::Text,
    }
}

/// A value as Laravel's `env()` gives it to its configuration: words for truth, emptiness and absence, and one more pair
/// of quotation marks is taken off. `None` for `null`.
pub(crate) fn as_laravel(value: &str) -> Option<&str> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "(true)" => return Some("true"),
        "false" | "(false)" => return Some("false"),
        "empty" | "(empty)" => return Some(""),
        "null" | "(null)" => return None,
        _ => {}
    }
    let unquoted = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    Some(unquoted('"').or_else(|| unquoted('\'')).unwrap_or(value))
}
