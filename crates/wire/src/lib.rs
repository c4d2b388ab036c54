//! The WebSocket protocol, RFC 6455, and permessage-deflate, RFC 7692, for both roles.
//!
//! This crate turns bytes into messages and messages into bytes. It has no socket, clock, thread or
//! randomness: whatever it needs of them (a mask key, a handshake key, a limit) is an argument. So
//! it serves an event loop, an extension of another language and a load generator alike, and can be
//! fuzzed as plain functions.
//!
//! * [`handshake`] parses a request head, decides whether it is a valid upgrade, and writes the
//!   response; and the same from the client's side.
//! * [`Decoder`] reads frames and returns whole messages, [`Event`]s, checked against [`Limits`]
//!   before anything is allocated.
//! * [`encode_frame`] and its siblings write frames.
//! * [`FrameStart`] and [`FrameHeader`] read and write a single frame, in memory of the caller.
//! * [`deflate`] negotiates compression and holds the two zlib streams.
//!
//! # A connection's life, from the server's side
//!
//! ```
//! use baton_wire::{Decoder, DecodeContext, Event, Limits, Opcode, Role, encode_frame, handshake};
//!
//! # fn example(head_bytes: &[u8], input: &mut [u8]) -> Result<(), Box<dyn core::error::Error>> {
//! let Some(head) = handshake::parse_request(head_bytes)? else { return Ok(()) }; // incomplete
//! let upgrade = handshake::upgrade(&head)?;
//! let mut out = Vec::new();
//! handshake::accept_response(&mut out, &upgrade, None, None);
//!
//! let limits = Limits::default();
//! let mut decoder = Decoder::new(Role::Server, false);
//! let mut at = 0;
//! loop {
//!     let mut cx = DecodeContext { limits: &limits, inflater: None };
//!     let decoded = decoder.decode(&mut input[at..], &mut cx)?;
//!     at += decoded.consumed;
//!     match decoded.event {
//!         None => break, // all input is consumed: read the socket again
//!         Some(Event::Text(text)) => encode_frame(&mut out, Opcode::Text, text.as_bytes(), None),
//!         Some(_) => {}
//!     }
//! }
//! # Ok(())
//! # }
//! ```

#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod close;
pub mod deflate;
mod encode;
mod error;
mod frame;
pub mod handshake;
mod limits;
mod mask;
mod message;
mod single;
mod utf8;

pub use close::{CloseFrame, MAX_REASON_BYTES, is_valid_code};
pub use encode::{
    HEADER_ROOM, HeaderBytes, encode_close, encode_compressed_frame, encode_fragment, encode_frame,
    frame_in_place, frame_len,
};
pub use error::Error;
pub use frame::{MAX_CONTROL_BYTES, MAX_HEADER_BYTES, Opcode, Role};
pub use limits::Limits;
pub use message::{DecodeContext, Decoded, Decoder, Event, Found, Located};
pub use single::{FrameHeader, FrameStart, RSV1};
pub use utf8::is_utf8;

/// Entry points for the crate's own tests and fuzz targets, which compare fast routines with slow
/// twins.
#[doc(hidden)]
pub mod twins {
    pub use crate::mask::{unmask, unmask_bytewise, unmask_into, unmask_text, unmask_text_into};
    pub use crate::utf8::checked_prefix;
}
