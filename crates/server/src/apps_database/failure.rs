//! Why the table was not read, by what helps.

use std::fmt;

use crate::terminal;

/// What helps where a connection is to be encrypted, and the server does not do so.
pub(super) const NO_TLS: &str =
    "the server does not offer TLS, which sslmode asks for: switch it on there, or set sslmode=prefer";

/// A failure, in words for the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The database is not reached, or does not answer: it may be in a moment.
    Unreachable(String),
    /// It does not let us in, or not read.
    Refused(String),
    /// The table is missing, or has another schema.
    Table(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(text) | Self::Refused(text) | Self::Table(text) => {
                f.write_str(&terminal::clean(text)) // a part of it is the database server's
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;

    #[test]
    fn what_a_server_says_does_not_reach_the_terminal_as_it_is() {
        let failure = Failure::Refused("no\u{1b}[2J\r\nentry\u{202e} für ☃".to_owned());
        assert_eq!(failure.to_string(), r"no\u{1b}[2J\u{d}\u{a}entry\u{202e} für ☃");
    }
}
