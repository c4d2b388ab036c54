//! Names of roles, publications and slots, which stand in statements.

use std::fmt;

/// `NAMEDATALEN` less one: PostgreSQL cuts longer names off, and then does not find them.
const MAX_BYTES: usize = 63;

/// The name of something in PostgreSQL. It is free of quotes, backslashes, dollars and control characters, so that it can
/// stand inside any quotes of SQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(Box<str>);

/// Why a text is no [`Name`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameError {
    /// It is empty or has more than 63 bytes.
    Length(usize),
    /// It has a character that names here may not have.
    Character(char),
}

impl Name {
    /// Checks a name.
    ///
    /// # Errors
    ///
    /// If it is empty, has more than 63 bytes, or has a quote, backslash, dollar or control character.
    pub fn new(text: &str) -> Result<Self, NameError> {
        if text.is_empty() || text.len() > MAX_BYTES {
            return Err(NameError::Length(text.len()));
        }
        let foreign = |c: &char| c.is_control() || matches!(c, '\'' | '"' | '\\' | '$');
        text.chars().find(foreign).map_or_else(|| Ok(Self(text.into())), |c| Err(NameError::Character(c)))
    }

    /// As it is.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As an identifier of SQL, in quotes where it needs them for its characters.
    pub fn identifier(&self) -> String {
        identifier(&self.0)
    }

    /// As a string of SQL.
    pub fn literal(&self) -> String {
        format!("'{}'", self.0)
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(bytes) => {
                write!(f, "a name in PostgreSQL has 1 to {MAX_BYTES} bytes, and this one {bytes}")
            }
            Self::Character(c) => {
                write!(f, "the name has {c:?} in it: take one of letters, digits and underscores")
            }
        }
    }
}

impl std::error::Error for NameError {}

/// An identifier of SQL. Lower-case words stay bare, for people to read; a word that SQL reserves is in quotes too.
pub fn identifier(name: &str) -> String {
    let bare = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    if starts && name.chars().all(bare) && !RESERVED.contains(&name) {
        name.to_owned()
    } else {
        format!("\"{}\"", name.replace('"', "\"\""))
    }
}

/// Reserved words that someone may call a role, a table or a publication by.
const RESERVED: [&str; 23] = [
    "all",
    "analyse",
    "analyze",
    "any",
    "array",
    "case",
    "check",
    "column",
    "default",
    "desc",
    "end",
    "from",
    "grant",
    "group",
    "limit",
    "none",
    "offset",
    "order",
    "references",
    "select",
    "table",
    "to",
    "user",
];

#[cfg(test)]
mod tests {
    use super::{Name, NameError, identifier};

    #[test]
    fn a_name_stands_inside_any_quotes() {
        let name = Name::new("My role").unwrap();
        assert_eq!((name.identifier(), name.literal()), ("\"My role\"".into(), "'My role'".into()));
        assert_eq!(Name::new("baton_2").unwrap().identifier(), "baton_2");
        for bad in ["a'b", "a\"b", "a$baton$b", "a\\b", "a\nb", "a\0b"] {
            assert!(matches!(Name::new(bad), Err(NameError::Character(_))), "{bad:?}");
        }
        assert_eq!(Name::new(""), Err(NameError::Length(0)));
        assert_eq!(Name::new(&"é".repeat(32)), Err(NameError::Length(64)));
        assert!(Name::new(&"a".repeat(63)).is_ok());
    }

    #[test]
    fn words_that_are_no_plain_identifiers_are_quoted() {
        for (name, quoted) in [
            ("todos", "todos"),
            ("order", "\"order\""),
            ("Todos", "\"Todos\""),
            ("2x", "\"2x\""),
            ("a\"b", "\"a\"\"b\""),
        ] {
            assert_eq!(identifier(name), quoted);
        }
    }
}
