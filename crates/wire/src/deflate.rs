//! permessage-deflate, RFC 7692: negotiation, and the streams that compress and inflate.
//!
//! Each direction either retains its compression window from message to message ("context
//! takeover": smaller, but a stream of its own per connection, about 48 KB to inflate and 380 KB to
//! deflate) or begins each message with an empty window. Without takeover a stream holds nothing of
//! a connection between two messages, so that one [`Inflater::shared`] and one [`Deflater::shared`]
//! serve all connections of a loop, and a message is compressed once for all its receivers.
//! [`Compression`] is the server's choice between the two.

mod deflater;
mod inflater;
mod params;

pub use deflater::Deflater;
pub use inflater::Inflater;
pub use params::{Compression, DeflateParams, InvalidAnswer, Offer};

/// Every message flushed by an encoder ends in these bytes, an empty stored block without its
/// header bits; they are not sent (RFC 7692 section 7.2.1), and a reader adds them again.
const TAIL: [u8; 4] = [0x00, 0x00, 0xff, 0xff];

/// Largest window, in bits: 32 KiB.
pub const MAX_WINDOW_BITS: u8 = 15;

/// Smallest window with which we compress, in bits. RFC 7692 begins at 8, but zlib cannot write a
/// raw stream with a window of 256 bytes; an offer that requires it is declined.
pub const MIN_WINDOW_BITS: u8 = 9;
