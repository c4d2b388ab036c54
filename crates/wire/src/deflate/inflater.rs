//! Decompression into a buffer that never outgrows the message limit.

use alloc::vec::Vec;
use core::fmt;

use zlib_rs::{Inflate, InflateFlush, Status};

use super::{MAX_WINDOW_BITS, TAIL};
use crate::error::Error;

/// A stream that decompresses messages.
///
/// Its window is always the largest, which reads what any smaller one wrote: zlib-rs takes the memory of the
/// largest in any case, so a smaller one would save nothing. It holds about 48 KB, and the inflated message until
/// the next call.
pub struct Inflater {
    stream: Inflate,
    takeover: bool,
    /// Zeroed once when it grows and then written over, so `len` is its size and not what is in it.
    output: Vec<u8>,
    filled: usize,
}

/// The state of the stream after its input was used up.
#[derive(PartialEq, Eq)]
enum Fed {
    /// Before a further block.
    MoreExpected,
    /// After a block with BFINAL, whose sender left no empty block after it for the tail to
    /// complete.
    StreamEnded,
}

/// First size of the output, so that small messages need one step.
const FIRST_OUTPUT: usize = 512;

/// Output that a shared inflater retains between messages: the default message limit, once per
/// loop.
const RETAINED_SHARED: usize = 64 * 1024;

/// Output that one connection's own inflater retains: most JSON messages, and a tenth of its
/// window's size.
const RETAINED_OWN: usize = 4 * 1024;

impl Inflater {
    /// For peers without context takeover (`no_context_takeover`); one can serve any number of
    /// connections.
    #[must_use]
    pub fn shared() -> Self {
        Self::new(false)
    }

    /// For one peer that refers to its earlier messages.
    #[must_use]
    pub fn with_takeover() -> Self {
        Self::new(true)
    }

    fn new(takeover: bool) -> Self {
        let stream = Inflate::new(false, MAX_WINDOW_BITS);
        Self { stream, takeover, output: Vec::new(), filled: 0 }
    }

    /// Decompresses one message of at most `limit` bytes.
    ///
    /// The output grows by doubling as bytes appear, up to one byte over the limit, which is how a
    /// decompression bomb is detected: 256 KB that inflate to 256 MB cost the limit and no more.
    ///
    /// # Errors
    ///
    /// [`Error::MessageTooLarge`] and [`Error::InvalidDeflate`]. The stream must not be used for
    /// the same connection again; a shared one may be used for others, as it is reset.
    pub fn inflate(&mut self, message: &[u8], limit: usize) -> Result<&[u8], Error> {
        self.fill(message, limit)?;
        Ok(self.output())
    }

    /// Whether a message may refer to those before it, so that each has to be inflated to its end.
    pub(crate) const fn takes_over(&self) -> bool {
        self.takeover
    }

    /// The output of the last message; of one that was too large, the limit and a byte.
    pub(crate) fn output(&self) -> &[u8] {
        self.output.get(..self.filled).unwrap_or_default()
    }

    pub(crate) fn fill(&mut self, message: &[u8], limit: usize) -> Result<(), Error> {
        if !self.takeover {
            self.stream.reset(false);
        }
        self.trim();
        self.filled = 0;
        if self.feed(message, limit)? == Fed::MoreExpected {
            self.feed(&TAIL, limit)?;
        }
        Ok(())
    }

    /// Frees the memory of a large message.
    pub(crate) fn trim(&mut self) {
        let retained = if self.takeover { RETAINED_OWN } else { RETAINED_SHARED };
        if self.output.len() > retained {
            self.output.truncate(retained);
            self.output.shrink_to_fit();
        }
    }

    fn feed(&mut self, mut input: &[u8], limit: usize) -> Result<Fed, Error> {
        loop {
            self.make_room(input.len(), limit);
            let (status, consumed) = self.step(input)?;
            if self.filled > limit {
                return Err(Error::MessageTooLarge { limit });
            }
            input = input.get(consumed..).unwrap_or_default();
            if status == Status::StreamEnd {
                // A block with BFINAL (RFC 7692 section 7.2.3.4) ends the stream and not the message. zlib-rs can
                // only go on with an empty window, as do browsers; encoders that set BFINAL begin afresh too.
                self.stream.reset(false);
                if input.is_empty() {
                    return Ok(Fed::StreamEnded);
                }
            } else if self.filled < self.output.len() {
                return if input.is_empty() { Ok(Fed::MoreExpected) } else { Err(Error::InvalidDeflate) };
            }
        }
    }

    /// Room for at least one more byte; one byte of room beyond the limit distinguishes "just fits"
    /// from "too large".
    fn make_room(&mut self, input: usize, limit: usize) {
        if self.filled < self.output.len() {
            return;
        }
        let wanted = self.output.len().saturating_mul(2).max(input.saturating_mul(4)).max(FIRST_OUTPUT);
        self.output.resize(wanted.min(limit.saturating_add(1)), 0);
    }

    /// One call of zlib: the status, and how much of `input` it took.
    fn step(&mut self, input: &[u8]) -> Result<(Status, usize), Error> {
        let room = self.output.get_mut(self.filled..).unwrap_or_default();
        let (read, written) = (self.stream.total_in(), self.stream.total_out());
        let status = self
            .stream
            .decompress(input, room, InflateFlush::SyncFlush)
            .map_err(|_| Error::InvalidDeflate)?;
        self.filled += difference(self.stream.total_out(), written);
        Ok((status, difference(self.stream.total_in(), read)))
    }
}

/// How far one of zlib's counters moved within one call, which is within a slice.
#[allow(clippy::cast_possible_truncation)]
pub(super) const fn difference(after: u64, before: u64) -> usize {
    after.wrapping_sub(before) as usize
}

impl fmt::Debug for Inflater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inflater").field("takeover", &self.takeover).finish_non_exhaustive()
    }
}
