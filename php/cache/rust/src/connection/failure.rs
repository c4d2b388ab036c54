//! Why there is no reply.
//!
//! Programs look for PhpRedis's words in what its exceptions say ("Connection refused", "read error on connection",
//! "Connection lost"), so each text begins with them, and says more behind them.

use std::fmt;
use std::io;

/// What distinguishes failures for a program: `BC_…` of include/client.h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The system's errno.
    System(i32),
    /// No connection, or no reply, within its timeout.
    TimedOut,
    /// The server or the network ended the connection.
    Closed,
    /// The server sent what it may not.
    Protocol,
    /// The server refused the handshake.
    Refused,
    /// TLS could not be agreed on.
    Tls,
    /// The settings, or the order of calls.
    Misuse,
}

impl Code {
    /// The number that C knows.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::System(errno) => errno,
            Self::TimedOut => -1,
            Self::Closed => -2,
            Self::Protocol => -3,
            Self::Refused => -4,
            Self::Tls => -5,
            Self::Misuse => -6,
        }
    }
}

/// One failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// For programs.
    pub code: Code,
    /// For the reader of the exception.
    pub text: String,
    /// Whether another attempt to connect may go better.
    pub(super) is_passing: bool,
}

impl Failure {
    pub(super) fn new(code: Code, text: impl Into<String>) -> Self {
        Self { code, text: text.into(), is_passing: false }
    }

    /// One that another attempt may not meet.
    pub(super) fn passing(code: Code, text: impl Into<String>) -> Self {
        Self { code, text: text.into(), is_passing: true }
    }

    /// The system refused to connect to `place`.
    pub(super) fn dialling(place: impl fmt::Display, error: &io::Error) -> Self {
        let code = error.raw_os_error().map_or(Code::Closed, Code::System);
        Self::passing(code, format!("{} ({place})", reason(error)))
    }

    /// An open connection was lost, or a wait on it was over.
    pub(super) fn reading(place: impl fmt::Display, code: Code, why: impl fmt::Display) -> Self {
        Self::new(code, format!("read error on connection to {place}: {why}"))
    }

    /// The server broke the protocol.
    pub(super) fn protocol(place: impl fmt::Display, error: &baton_resp::Error) -> Self {
        Self::new(Code::Protocol, format!("{error} (from {place}; the connection was closed)"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Failure {}

/// `Connection refused (os error 111)` without what the code says already.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text.get(..end).unwrap_or_default().to_owned(),
        None => text,
    }
}
