//! Violations by a peer in frames and messages, each with its close code.

use core::fmt;

use crate::frame::MAX_CONTROL_BYTES;

/// The peer broke the protocol or a limit. The connection has to be closed with
/// [`Error::close_code`]; its decoder must not be used again, as the position in the byte stream is
/// lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A reserved bit is set that no negotiated extension defines (RFC 6455 section 5.2).
    ReservedBits {
        /// The three reserved bits, RSV1 highest.
        bits: u8,
    },
    /// An opcode that RFC 6455 section 5.2 reserves.
    ReservedOpcode {
        /// The four bits as received.
        opcode: u8,
    },
    /// A client sent a frame without a mask (section 5.1).
    MaskMissing,
    /// A server sent a frame with a mask (section 5.1).
    MaskUnexpected,
    /// A control frame without FIN (section 5.5).
    ControlFragmented,
    /// A control frame with more than 125 bytes (section 5.5).
    ControlTooLong,
    /// A length written in more bytes than it needs, or with its highest bit set (section 5.2).
    LengthEncoding,
    /// A continuation frame while no message is open (section 5.4).
    ContinuationWithoutStart,
    /// A new text or binary frame before the open message was finished (section 5.4).
    MessageInterrupted,
    /// A close frame with one byte, too short for its code (section 5.5.1).
    CloseTooShort,
    /// A close code that may not be sent (section 7.4).
    CloseCode {
        /// The code as received.
        code: u16,
    },
    /// Text, or a close reason, that is not UTF-8 (section 8.1).
    InvalidUtf8,
    /// A compressed message whose data is not DEFLATE (RFC 7692 section 7.2.2).
    InvalidDeflate,
    /// A message over [`Limits::message_bytes`](crate::Limits::message_bytes).
    MessageTooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// A message with more empty fragments than
    /// [`Limits::empty_fragments`](crate::Limits::empty_fragments).
    TooManyEmptyFragments {
        /// The limit in fragments.
        limit: u32,
    },
}

impl Error {
    /// The code to close the connection with, RFC 6455 section 7.4.1.
    #[must_use]
    pub const fn close_code(&self) -> u16 {
        match self {
            Self::InvalidUtf8 | Self::InvalidDeflate => 1007,
            Self::TooManyEmptyFragments { .. } => 1008,
            Self::MessageTooLarge { .. } => 1009,
            _ => 1002,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReservedBits { bits } => write!(f, "reserved bits {bits:03b} set without an extension"),
            Self::ReservedOpcode { opcode } => write!(f, "reserved opcode {opcode:#x}"),
            Self::MaskMissing => f.write_str("frame from a client is not masked"),
            Self::MaskUnexpected => f.write_str("frame from a server is masked"),
            Self::ControlFragmented => f.write_str("control frame is fragmented"),
            Self::ControlTooLong => write!(f, "control frame is longer than {MAX_CONTROL_BYTES} bytes"),
            Self::LengthEncoding => {
                f.write_str("frame length is not in its shortest form, or has its highest bit set")
            }
            Self::ContinuationWithoutStart => f.write_str("continuation frame without an open message"),
            Self::MessageInterrupted => f.write_str("new message before the last fragment of the open one"),
            Self::CloseTooShort => f.write_str("close frame of one byte cannot hold a code"),
            Self::CloseCode { code } => write!(f, "close code {code} may not be sent"),
            Self::InvalidUtf8 => f.write_str("text is not valid UTF-8"),
            Self::InvalidDeflate => f.write_str("compressed message is not valid DEFLATE data"),
            Self::MessageTooLarge { limit } => write!(f, "message is longer than the limit of {limit} bytes"),
            Self::TooManyEmptyFragments { limit } => {
                write!(f, "message has more than {limit} fragments without payload")
            }
        }
    }
}

impl core::error::Error for Error {}
