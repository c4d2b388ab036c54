//! Why a command of the inspector ends without what was asked for.

use std::io;

/// In words for the user; which of them it is decides the exit status, and whether `tail` tries again.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The command line, the settings or a profile are wrong.
    Usage(String),
    /// There is no answer.
    Unreachable(String),
    /// The server answers with this status.
    Refused(u16, String),
    /// Nobody reads what the command prints (`| head`): it has done what it could.
    Closed,
    /// This machine lacks something, such as a terminal.
    Here(String),
}

impl Failure {
    /// What standard error gets, and the exit status.
    pub(super) fn report(&self) -> (Option<&str>, u8) {
        match self {
            Self::Usage(text) => (Some(text), 2),
            Self::Unreachable(text) | Self::Refused(_, text) | Self::Here(text) => (Some(text), 1),
            Self::Closed => (None, 0),
        }
    }
}

/// Of writing to standard output, whose reader may have closed the pipe.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Here(format!("the output cannot be written: {error}")),
        }
    }
}
