//! The name of the table, as a setting has it and as SQL takes it.

use std::fmt;

/// A table's name, with its schema or database before a dot if it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TableName {
    parts: Vec<String>,
}

/// The longest identifiers are MySQL's, of 64 characters.
const NAME_BYTES: usize = 64;

impl TableName {
    /// Reads a setting.
    ///
    /// # Errors
    /// What is expected.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let is_name = |part: &str| {
            (1..=NAME_BYTES).contains(&part.len()) && !part.chars().any(|c| c.is_control() || c == '\\')
        };
        let parts: Vec<String> = text.split('.').map(str::to_owned).collect();
        match parts.len() <= 2 && parts.iter().all(|part| is_name(part)) {
            true => Ok(Self { parts }),
            false => Err(format!(
                "expected TABLE or SCHEMA.TABLE, each of 1 to {NAME_BYTES} bytes without control characters and backslashes"
            )),
        }
    }

    /// For a statement: each part between these quotation marks, of which those within are doubled.
    pub(super) fn quoted(&self, mark: char) -> String {
        self.parts.iter().map(|part| quoted(part, mark)).collect::<Vec<_>>().join(".")
    }
}

/// An identifier between quotation marks, of which those within are doubled.
pub(super) fn quoted(name: &str, mark: char) -> String {
    let twice: String = [mark, mark].iter().collect();
    format!("{mark}{}{mark}", name.replace(mark, &twice))
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts.join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_end_its_quotation() {
        for (text, postgres, mysql) in [
            ("apps", "\"apps\"", "`apps`"),
            ("soketi.apps", "\"soketi\".\"apps\"", "`soketi`.`apps`"),
            ("a\"; drop table x; --", "\"a\"\"; drop table x; --\"", "`a\"; drop table x; --`"),
            ("a`; drop table x; --", "\"a`; drop table x; --\"", "`a``; drop table x; --`"),
        ] {
            let name = TableName::parse(text).unwrap();
            assert_eq!((name.quoted('"').as_str(), name.quoted('`').as_str()), (postgres, mysql));
            assert_eq!(name.to_string(), text);
        }
    }

    #[test]
    fn what_no_identifier_has_is_refused() {
        for text in ["", ".", "a.", ".a", "a.b.c", "a\0b", "a\nb", "a\\b", &"a".repeat(65)] {
            assert!(TableName::parse(text).unwrap_err().starts_with("expected TABLE"), "{text:?}");
        }
    }
}
