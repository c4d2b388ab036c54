//! Why there is no stream, sorted by who can help.

use std::fmt;

use pgwire_replication::PgWireError;

use super::SlotName;
use crate::pgoutput::Malformed;
use crate::source::ConnectError;

/// Why a stream was not opened, or ended.
#[derive(Debug)]
pub enum StreamError {
    /// The connection was not made or broke, with the reason of the network.
    Connection(String),
    /// PostgreSQL did not answer in time.
    TimedOut,
    /// PostgreSQL ended the stream.
    Ended,
    /// Another session reads from the slot.
    SlotInUse(SlotName),
    /// The tables of this connection have more columns than are cached.
    TooManyTables,
    /// PostgreSQL's error.
    Server(ServerError),
    /// The role may not stream changes, or not from here: PostgreSQL's error.
    Permission(ServerError),
    /// `wal_level` is another than `logical`.
    WalLevel(Box<str>),
    /// A publication does not exist, or not for changes that are still to come.
    NoPublication(String),
    /// PostgreSQL has dropped log that the slot still needed.
    SlotLost(SlotName),
    /// The slot is one of another database or plugin.
    OtherSlot(SlotName),
    /// TLS cannot be set up, or the other side is not believed.
    Tls(String),
    /// A message is larger than is read, and is none that can be left out, such as a table's
    /// description.
    TooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The largest that is read.
        limit: usize,
    },
    /// The password is wrong or the way to prove it is not known.
    Authentication(String),
    /// What comes is not what PostgreSQL sends.
    Malformed(Malformed),
    /// The same, found by the connection.
    Protocol(String),
}

/// An error that PostgreSQL answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerError {
    /// Its code (SQLSTATE), five characters, or none.
    pub code: Box<str>,
    /// What it says, with the code.
    pub message: Box<str>,
}

/// What helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// To open the stream again later.
    RetryLater,
    /// That a person changes something; until then it will be the same each time.
    PersonMustAct,
}

impl StreamError {
    /// What helps.
    pub fn remedy(&self) -> Remedy {
        match self {
            Self::Connection(_) | Self::TimedOut | Self::Ended | Self::SlotInUse(_) | Self::TooManyTables => {
                Remedy::RetryLater
            }
            Self::Server(error) if passes(&error.code) => Remedy::RetryLater,
            _ => Remedy::PersonMustAct,
        }
    }

    /// Whether PostgreSQL cannot write out what the slot has next to any reader: a row of more than
    /// 1 GB as text (54000), or, before PostgreSQL 16, a message of `pg_logical_emit_message` so
    /// close to 1 GB that its log cannot be read. Every reader of the slot gets the same error for
    /// ever; only a new slot begins behind it.
    pub(crate) fn is_unreadable(&self) -> bool {
        let Self::Server(error) = self else { return false };
        match &*error.code {
            "54000" => true,
            "XX000" => error.message.contains("invalid memory alloc request size"), // never translated
            _ => false,
        }
    }

    /// An error of a command about the slot.
    pub(super) fn at_start(error: PgWireError, slot: &SlotName) -> Self {
        match Self::from(error) {
            // Between the question about the slot and the command another session was faster.
            Self::Server(error) if matches!(&*error.code, "55006" | "42710") => Self::SlotInUse(slot.clone()),
            Self::NoPublication(_) => Self::SlotInUse(slot.clone()), // 42704: the slot went away again
            other => other,
        }
    }
}

/// Whether what the code says passes by itself (PostgreSQL's documentation, appendix A): the
/// connection (08), conflicts (40), resources (53, but for limits in the settings), an object that
/// is in use, shutdown and start (57), the system (58), and faults inside (XX).
fn passes(code: &str) -> bool {
    let class = code.get(..2).unwrap_or_default();
    matches!(class, "08" | "40" | "53" | "57" | "58" | "XX") && code != "53400" || code == "55006"
}

impl From<PgWireError> for StreamError {
    fn from(error: PgWireError) -> Self {
        match error {
            PgWireError::Server(message) => Self::from(ServerError::parse(message)),
            PgWireError::Tls(message) => Self::Tls(message),
            PgWireError::Auth(message) => Self::Authentication(message),
            PgWireError::Protocol(message) => Self::Protocol(message),
            PgWireError::MessageTooLarge { payload_bytes, limit_bytes } => {
                Self::TooLarge { bytes: payload_bytes, limit: limit_bytes }
            }
            PgWireError::Io(error) => Self::Connection(error.to_string()),
            other => Self::Connection(other.to_string()),
        }
    }
}

impl From<ServerError> for StreamError {
    fn from(error: ServerError) -> Self {
        match &*error.code {
            "42501" | "28000" => Self::Permission(error),
            "28P01" => Self::Authentication(error.message.into()),
            // The one thing that is named while a stream goes on.
            "42704" => Self::NoPublication(quoted(&error.message).into()),
            _ => Self::Server(error),
        }
    }
}

impl ServerError {
    /// The connection gives `message (SQLSTATE code)`.
    fn parse(message: String) -> Self {
        let code = message.rsplit_once("(SQLSTATE ").and_then(|(_, rest)| rest.strip_suffix(')'));
        Self { code: code.unwrap_or_default().into(), message: message.into() }
    }
}

/// The name in `publication "name" does not exist`.
fn quoted(message: &str) -> &str {
    message.split('"').nth(1).unwrap_or(message)
}

impl From<Malformed> for StreamError {
    fn from(error: Malformed) -> Self {
        Self::Malformed(error)
    }
}

impl From<ConnectError> for StreamError {
    fn from(error: ConnectError) -> Self {
        match error {
            ConnectError::Tls(error) => Self::Tls(error.to_string()),
            ConnectError::TimedOut => Self::TimedOut,
            ConnectError::Network(error) => Self::Connection(error.to_string()),
            other => Self::Connection(other.to_string()),
        }
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(error) => write!(f, "no connection to PostgreSQL: {error}"),
            Self::TimedOut => write!(f, "PostgreSQL did not answer in time"),
            Self::Ended => write!(f, "PostgreSQL ended the stream"),
            Self::SlotInUse(slot) => write!(
                f,
                "another session reads from the slot {slot}: one server uses a slot at a time; give each a slot of its own"
            ),
            Self::TooManyTables => write!(f, "the stream named more tables than are kept; it begins anew"),
            Self::Server(error) => write!(f, "PostgreSQL answered: {}", error.message),
            Self::Permission(error) => write!(
                f,
                "the role may not stream changes: {}; it needs ALTER ROLE … REPLICATION, and pg_hba.conf must let it in",
                error.message
            ),
            Self::WalLevel(level) => {
                write!(
                    f,
                    "wal_level is {level}: set wal_level = logical in postgresql.conf and restart PostgreSQL"
                )
            }
            Self::NoPublication(name) => write!(
                f,
                "the publication {name} does not exist, or did not when a change was made that is still to come: CREATE \
                 PUBLICATION; if it was made after the slot, drop the slot, with what it holds"
            ),
            Self::SlotLost(slot) => write!(
                f,
                "PostgreSQL dropped log that the slot {slot} still needed, so changes are lost: drop the slot, and raise \
                 max_slot_wal_keep_size"
            ),
            Self::OtherSlot(slot) => write!(
                f,
                "the slot {slot} belongs to another database or is not of pgoutput: drop it or use another name"
            ),
            Self::Tls(error) => f.write_str(error),
            Self::TooLarge { bytes, limit } => {
                write!(
                    f,
                    "a message of {bytes} bytes is over the limit of {limit}, and is not a row that could be left out"
                )
            }
            Self::Authentication(error) => write!(f, "PostgreSQL did not let the role in: {error}"),
            Self::Malformed(error) => error.fmt(f),
            Self::Protocol(error) => write!(f, "what comes is not PostgreSQL's protocol: {error}"),
        }
    }
}

impl std::error::Error for StreamError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_reader_of_a_slot_can_get_is_known_by_its_code_or_text() {
        for (message, is_unreadable) in [
            ("invalid memory alloc request size 1073741824 (SQLSTATE XX000)", true),
            ("out of memory (SQLSTATE 54000)", true),
            ("out of memory (SQLSTATE 53200)", false),
            ("could not open file (SQLSTATE XX000)", false),
            ("terminating connection (SQLSTATE 57P01)", false),
        ] {
            let error = StreamError::from(PgWireError::Server(message.into()));
            assert_eq!(error.is_unreadable(), is_unreadable, "{message}");
        }
    }
}
