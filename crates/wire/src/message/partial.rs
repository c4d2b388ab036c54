//! A frame or message that has not arrived completely.
//!
//! All bytes of the open message are in one buffer, unmasked, and text is checked as it arrives.
//! There is no list of fragments, so 65,536 fragments of 64 bytes (which Autobahn sends) cost no
//! more than one frame of 4 MiB.

use alloc::vec::Vec;

use super::{fits, wire_limit};
use crate::error::Error;
use crate::frame::{Expectation, Header, MAX_HEADER_BYTES, Opcode};
use crate::limits::Limits;
use crate::mask::{rotated, unmask};
use crate::utf8;

#[derive(Debug, Default)]
pub(super) struct Partial {
    header: PartialHeader,
    /// A frame whose header is read and whose payload is not.
    frame: Option<OpenFrame>,
    /// A data message whose last frame is not finished.
    message: Option<OpenMessage>,
    /// The message's payload so far, as on the wire but unmasked.
    payload: Vec<u8>,
    /// A control frame's payload so far: it may come between two fragments of the message.
    control: Vec<u8>,
}

/// A message or control frame that has arrived completely.
pub(super) struct Completed<'a> {
    /// The message's kind, with no mask: `payload` is unmasked.
    pub(super) frame: Header,
    pub(super) payload: &'a mut [u8],
    /// The message was skipped: `payload` is its beginning.
    pub(super) is_excerpt: bool,
}

#[derive(Clone, Copy, Debug)]
struct OpenFrame {
    header: Header,
    /// Payload bytes that have arrived.
    received: usize,
    /// Payload bytes to come.
    missing: usize,
}

#[derive(Clone, Copy, Debug)]
struct OpenMessage {
    /// Of its first frame, which determines type and compression.
    first: Header,
    /// Its length so far, by the headers of its frames.
    bytes: usize,
    /// It is too large, and skipped: only an excerpt of it is held.
    is_skipped: bool,
    /// How much of an uncompressed text is whole characters.
    checked: usize,
    empty_fragments: u32,
}

impl Partial {
    /// Whether nothing is open: what was completed last has been delivered.
    pub(super) fn is_finished(&self) -> bool {
        self.frame.is_none() && self.message.is_none() && self.header.used == 0
    }

    /// Takes bytes until something is complete or all are taken; also says how many.
    pub(super) fn receive(
        &mut self,
        input: &[u8],
        expect: Expectation,
        limits: &Limits,
    ) -> Result<(usize, Option<Completed<'_>>), Error> {
        let mut rest = input;
        let done = loop {
            let mut frame = match self.frame {
                Some(frame) => frame,
                None => match self.header.receive(&mut rest, expect)? {
                    Some(header) => self.open(header, limits)?,
                    None => return Ok((input.len(), None)),
                },
            };
            self.fill(&mut frame, &mut rest, limits)?;
            if frame.missing > 0 {
                self.frame = Some(frame);
                return Ok((input.len(), None));
            }
            self.frame = None;
            if frame.header.fin {
                break frame.header;
            }
        };
        Ok((input.len() - rest.len(), self.complete(done)))
    }

    /// Admits a frame by its header, before any of its payload is taken.
    fn open(&mut self, header: Header, limits: &Limits) -> Result<OpenFrame, Error> {
        let missing = usize::try_from(header.length).unwrap_or(usize::MAX);
        if header.opcode.is_control() {
            self.control.clear();
        } else {
            self.open_data(header, missing, limits)?;
        }
        Ok(OpenFrame { header, received: 0, missing })
    }

    fn open_data(&mut self, header: Header, length: usize, limits: &Limits) -> Result<(), Error> {
        let message = match (&mut self.message, header.opcode) {
            (None, Opcode::Continuation) => return Err(Error::ContinuationWithoutStart),
            (Some(message), Opcode::Continuation) => message,
            (Some(_), _) => return Err(Error::MessageInterrupted),
            (message @ None, _) => message.insert(OpenMessage {
                first: header,
                bytes: 0,
                is_skipped: false,
                checked: 0,
                empty_fragments: 0,
            }),
        };
        message.bytes = message.bytes.saturating_add(length);
        if !fits(&message.first, message.bytes, limits) {
            if message.first.compressed || message.bytes > limits.skipped_bytes {
                return Err(Error::MessageTooLarge { limit: limits.message_bytes });
            }
            message.is_skipped = true;
            self.payload.truncate(Limits::EXCERPT_BYTES);
            self.payload.shrink_to(Limits::EXCERPT_BYTES);
        }
        let is_fragment = !header.fin || header.opcode == Opcode::Continuation;
        if length == 0 && is_fragment {
            message.empty_fragments += 1;
            if message.empty_fragments > limits.empty_fragments {
                return Err(Error::TooManyEmptyFragments { limit: limits.empty_fragments });
            }
        }
        Ok(())
    }

    /// Moves what `rest` has of the frame's payload into the buffer, and checks it.
    fn fill(&mut self, frame: &mut OpenFrame, rest: &mut &[u8], limits: &Limits) -> Result<(), Error> {
        let (piece, behind) = rest.split_at(frame.missing.min(rest.len()));
        *rest = behind;
        if frame.header.opcode.is_control() {
            append(&mut self.control, piece, frame, crate::MAX_CONTROL_BYTES);
            return Ok(());
        }
        let Some(message) = &mut self.message else { return Ok(()) };
        if message.is_skipped {
            let (excerpt, skipped) =
                piece.split_at(piece.len().min(Limits::EXCERPT_BYTES - self.payload.len()));
            append(&mut self.payload, excerpt, frame, Limits::EXCERPT_BYTES);
            frame.received += skipped.len();
            frame.missing -= skipped.len();
            return Ok(());
        }
        append(&mut self.payload, piece, frame, wire_limit(message.first.compressed, limits));
        if message.first.opcode == Opcode::Text && !message.first.compressed {
            message.checked =
                utf8::checked_prefix(&self.payload, message.checked).ok_or(Error::InvalidUtf8)?;
        }
        Ok(())
    }

    fn complete(&mut self, last: Header) -> Option<Completed<'_>> {
        if last.opcode.is_control() {
            return Some(Completed { frame: unmasked(last), payload: &mut self.control, is_excerpt: false });
        }
        let message = self.message.take()?;
        Some(Completed {
            frame: unmasked(message.first),
            payload: &mut self.payload,
            is_excerpt: message.is_skipped,
        })
    }
}

const fn unmasked(header: Header) -> Header {
    Header { mask: None, ..header }
}

/// Appends a piece of the frame's payload, unmasked.
fn append(buffer: &mut Vec<u8>, piece: &[u8], frame: &mut OpenFrame, limit: usize) {
    // With the last frame the length of the message is known; after earlier ones it may still grow.
    let most = if frame.header.fin { limit.min(buffer.len() + frame.missing) } else { limit };
    reserve(buffer, piece.len(), most);
    let start = buffer.len();
    buffer.extend_from_slice(piece);
    if let (Some(key), Some(fresh)) = (frame.header.mask, buffer.get_mut(start..)) {
        unmask(fresh, rotated(key, frame.received));
    }
    frame.received += piece.len();
    frame.missing -= piece.len();
}

/// Makes room for `more` bytes that have arrived, doubling at most, and for no more than `most` in
/// all: memory follows the bytes that arrived, never the length that a header announced.
fn reserve(buffer: &mut Vec<u8>, more: usize, most: usize) {
    let needed = buffer.len() + more;
    if needed > buffer.capacity() {
        let target = buffer.capacity().saturating_mul(2).min(most).max(needed);
        buffer.reserve_exact(target - buffer.len());
    }
}

/// The start of an incomplete header.
#[derive(Debug, Default)]
struct PartialHeader {
    bytes: [u8; MAX_HEADER_BYTES],
    used: usize,
}

impl PartialHeader {
    /// Reads a header from the stored bytes and `rest`. If it is still incomplete, all of `rest` is
    /// stored.
    fn receive(&mut self, rest: &mut &[u8], expect: Expectation) -> Result<Option<Header>, Error> {
        let mut filled = self.used;
        for (to, byte) in self.bytes.iter_mut().skip(self.used).zip(rest.iter()) {
            *to = *byte;
            filled += 1;
        }
        let header = Header::parse(self.bytes.get(..filled).unwrap_or_default(), expect)?;
        let taken = header.map_or(filled, |header| header.size) - self.used;
        self.used = if header.is_some() { 0 } else { filled };
        *rest = rest.get(taken..).unwrap_or_default();
        Ok(header)
    }
}
