//! Compression of whole messages.

use alloc::vec::Vec;
use core::fmt;

use zlib_rs::{Deflate, DeflateFlush};

use super::inflater::difference;
use super::{MAX_WINDOW_BITS, MIN_WINDOW_BITS, TAIL};

/// A stream that compresses messages.
pub struct Deflater {
    stream: Deflate,
    takeover: bool,
}

impl Deflater {
    /// For receivers that were promised `server_no_context_takeover` and the full window; one can serve any
    /// number of them, and what it writes is valid for all. `level` is zlib's, 1 (fast) to 9 (small).
    #[must_use]
    pub fn shared(level: u8) -> Self {
        Self::new(MAX_WINDOW_BITS, level, false)
    }

    /// For one receiver, whose window is held to 9 to 15 bits, referring to earlier messages.
    #[must_use]
    pub fn with_takeover(window_bits: u8, level: u8) -> Self {
        Self::new(window_bits, level, true)
    }

    /// For receivers with a window of 9 to 15 bits, without context takeover.
    #[must_use]
    pub fn without_takeover(window_bits: u8, level: u8) -> Self {
        Self::new(window_bits, level, false)
    }

    /// Values outside of their range are moved into it, as zlib would panic.
    fn new(window_bits: u8, level: u8, takeover: bool) -> Self {
        let window_bits = window_bits.clamp(MIN_WINDOW_BITS, MAX_WINDOW_BITS);
        Self { stream: Deflate::new(i32::from(level.clamp(1, 9)), false, window_bits), takeover }
    }

    /// Compresses one message into `scratch`, which is cleared first and can be reused for the next
    /// call; the result is the payload for
    /// [`encode_compressed_frame`](crate::encode_compressed_frame).
    ///
    /// `None` means to send the message uncompressed: without takeover, if it does not get smaller.
    /// With takeover the result must be sent, in this order, for the receiver's window to follow.
    pub fn compress<'s>(&mut self, message: &[u8], scratch: &'s mut Vec<u8>) -> Option<&'s [u8]> {
        scratch.clear();
        if message.is_empty() {
            // An empty stored block without its tail, RFC 7692 section 7.2.3.6. zlib would refuse to flush
            // twice in a row.
            scratch.push(0);
            return self.takeover.then_some(scratch);
        }
        if !self.takeover {
            self.stream.reset();
        }
        if !self.run(message, scratch) {
            self.stream.reset(); // the receiver's window may hold more than ours; never less
            return None;
        }
        scratch.truncate(scratch.len() - TAIL.len());
        (self.takeover || scratch.len() < message.len()).then_some(scratch)
    }

    /// Whether all of `message` was compressed and flushed.
    fn run(&mut self, message: &[u8], scratch: &mut Vec<u8>) -> bool {
        let mut input = message;
        let mut filled = 0;
        loop {
            scratch.resize(filled + room_for(input.len()), 0);
            let (read, written) = (self.stream.total_in(), self.stream.total_out());
            let room = scratch.get_mut(filled..).unwrap_or_default();
            if self.stream.compress(input, room, DeflateFlush::SyncFlush).is_err() {
                return false;
            }
            input = input.get(difference(self.stream.total_in(), read)..).unwrap_or_default();
            filled += difference(self.stream.total_out(), written);
            if input.is_empty() && filled < scratch.len() {
                scratch.truncate(filled);
                return scratch.ends_with(&TAIL);
            }
        }
    }
}

/// Enough for `input` bytes that cannot be compressed, and the flush after them; if it is not
/// enough, another round follows.
const fn room_for(input: usize) -> usize {
    input + input / 1024 + 64
}

impl fmt::Debug for Deflater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deflater").field("takeover", &self.takeover).finish_non_exhaustive()
    }
}
