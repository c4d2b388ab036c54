//! What a server can do wrong.

use core::fmt;

use crate::limits::{MAX_DEPTH, MAX_ELEMENTS, MAX_LINE_BYTES};

/// The server broke the protocol or a limit. The place in its bytes is lost: the reader must not be fed again, and the
/// connection has to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A reply begins with a byte that is no type.
    UnknownType {
        /// The byte.
        byte: u8,
    },
    /// A line without its end within [`MAX_LINE_BYTES`], or the text of an error longer than that.
    LineTooLong,
    /// A line that ends with a line feed alone.
    LineEnd,
    /// What should be a number is none, or does not fit 64 bits.
    Number,
    /// What should be a boolean is neither `t` nor `f`.
    Boolean,
    /// A null with something behind it.
    Null,
    /// A length below −1.
    NegativeLength,
    /// A bulk string over [`Limits::bulk_bytes`](crate::Limits::bulk_bytes).
    BulkTooLong {
        /// As announced.
        len: u64,
        /// The limit in bytes.
        limit: usize,
    },
    /// A bulk string that is longer than it was announced, or not followed by a line end.
    BulkEnd,
    /// A verbatim string without its three letters and colon.
    Verbatim,
    /// More elements than [`MAX_ELEMENTS`].
    TooManyElements {
        /// As announced.
        count: u64,
    },
    /// Aggregates in each other, over [`MAX_DEPTH`].
    TooDeep,
    /// A string or an aggregate whose length is not known beforehand. No server sends them.
    Streamed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownType { byte } => {
                write!(f, "protocol error, got '{}' as reply type byte", byte.escape_ascii())
            }
            Self::LineTooLong => write!(f, "protocol error: a line is longer than {MAX_LINE_BYTES} bytes"),
            Self::LineEnd => f.write_str("protocol error: a line ends without a carriage return"),
            Self::Number => f.write_str("protocol error: a number is none, or does not fit 64 bits"),
            Self::Boolean => f.write_str("protocol error: a boolean is neither t nor f"),
            Self::Null => f.write_str("protocol error: a null has something behind it"),
            Self::NegativeLength => f.write_str("protocol error: a length is negative"),
            Self::BulkTooLong { len, limit } => {
                write!(f, "protocol error: a string of {len} bytes is over the limit of {limit} bytes")
            }
            Self::BulkEnd => f.write_str("protocol error: a string is not followed by a line end"),
            Self::Verbatim => f.write_str("protocol error: a verbatim string does not name its format"),
            Self::TooManyElements { count } => {
                write!(f, "protocol error: {count} elements are over the limit of {MAX_ELEMENTS}")
            }
            Self::TooDeep => {
                write!(f, "protocol error: aggregates are nested deeper than the limit of {MAX_DEPTH}")
            }
            Self::Streamed => f.write_str("protocol error: a length is not known beforehand"),
        }
    }
}

impl core::error::Error for Error {}
