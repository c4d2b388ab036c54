//! Decoding bytes to messages.
//!
//! The hot path is one read that holds whole, unfragmented, uncompressed messages. Each is unmasked
//! in place in the caller's buffer, checked, and returned as a borrow: no copy, no allocation, no
//! state. Only what is incomplete at the end of the input costs memory, in a
//! [`Partial`](partial::Partial) that is boxed so that an idle connection's decoder is two words.
//! It is freed when its message has been delivered.

mod partial;

use alloc::boxed::Box;

use crate::close::CloseFrame;
use crate::deflate::Inflater;
use crate::error::Error;
use crate::frame::{Expectation, Header, Opcode, Role};
use crate::limits::Limits;
use crate::mask::{unmask, unmask_text};
use crate::single::FrameHeader;
use crate::utf8;
use partial::{Completed, Partial};

/// One connection's reader. 16 bytes while no frame or message is incomplete.
#[derive(Debug)]
pub struct Decoder {
    partial: Option<Box<Partial>>,
    expect: Expectation,
}

/// What a decoder borrows for one call; it retains nothing of it.
#[derive(Debug)]
pub struct DecodeContext<'a> {
    /// The connection's limits.
    pub limits: &'a Limits,
    /// Needed if the decoder was made for compressed messages. A
    /// [shared](crate::deflate::Inflater::shared) one can serve all connections of a loop.
    pub inflater: Option<&'a mut Inflater>,
}

/// The result of one step.
#[derive(Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// How many bytes of the input are consumed. All of them if `event` is `None`.
    pub consumed: usize,
    /// What was completed; `None` asks for more input.
    pub event: Option<Event<'a>>,
}

/// A message, or a control frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A whole text message.
    Text(&'a str),
    /// A whole binary message.
    Binary(&'a [u8]),
    /// A message over [`Limits::message_bytes`] that was [skipped](Limits::skipped_bytes).
    TooLarge {
        /// Whether it is a text; it was not checked to be UTF-8.
        is_text: bool,
        /// Its first bytes, at most [`Limits::EXCERPT_BYTES`].
        excerpt: &'a [u8],
    },
    /// To be answered with a pong that carries the same bytes, at most 125.
    Ping(&'a [u8]),
    /// The answer to a ping, or a heartbeat.
    Pong(&'a [u8]),
    /// The peer will send nothing more. To be answered with a close frame unless one was sent before; what
    /// follows on the connection must not be decoded (RFC 6455 section 5.5.1).
    Close(Option<CloseFrame<'a>>),
}

/// The result of one step of [`Decoder::locate`].
#[derive(Debug, PartialEq, Eq)]
pub struct Located<'a> {
    /// How many bytes of the input are consumed. All of them if `found` is `None`.
    pub consumed: usize,
    /// What was completed; `None` asks for more input.
    pub found: Option<Found<'a>>,
}

/// What is complete, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// A whole message, ping or pong in the input, as received: masked, and text is not checked.
    Raw {
        /// Its frame's header.
        header: FrameHeader,
        /// Its bytes.
        payload: &'a [u8],
    },
    /// An event of which bytes had come before, that was compressed, or a close.
    Event(Event<'a>),
}

impl<'a> Found<'a> {
    #[inline]
    fn raw(header: &Header, payload: &'a [u8]) -> Self {
        let Header { fin, opcode, mask, .. } = *header;
        Self::Raw { header: FrameHeader { fin, reserved: 0, opcode, mask }, payload }
    }
}

impl Decoder {
    /// A reader for our side of a connection; `compressed` says that permessage-deflate was negotiated.
    #[must_use]
    pub const fn new(role: Role, compressed: bool) -> Self {
        Self { partial: None, expect: Expectation { role, compressed } }
    }

    /// Whether nothing is incomplete. While this is false the caller should apply a deadline that
    /// further bytes do not extend: a peer that never finishes a message would hold its memory for
    /// ever.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.partial.as_ref().is_none_or(|partial| partial.is_finished())
    }

    /// Reads one event from `input`, unmasking in place. To be called again with the bytes after
    /// [`Decoded::consumed`] until there is no event; that last call also frees what a large message needed.
    ///
    /// The caller's buffer never has to retain anything: bytes of an incomplete frame are copied
    /// here, into one buffer per connection that grows with the bytes that arrived (at most
    /// doubling) and never by what a header announces.
    ///
    /// # Errors
    ///
    /// The peer's fault, to be answered with [`Error::close_code`]. The decoder must not be used
    /// again.
    #[inline]
    pub fn decode<'a>(
        &'a mut self,
        input: &'a mut [u8],
        cx: &'a mut DecodeContext<'_>,
    ) -> Result<Decoded<'a>, Error> {
        if self.partial.is_some() {
            return self.resume(input, cx);
        }
        if let Some(header) = Header::parse(input, self.expect)?
            && let Some(end) = end_of_whole(&header, input.len())
            && fits(&header, end - header.size, cx.limits)
        {
            let payload = input.get_mut(header.size..end).unwrap_or_default();
            let event = Some(event(&header, payload, cx)?);
            return Ok(Decoded { consumed: end, event });
        }
        self.resume(input, cx)
    }

    /// Reads one event as [`decode`](Self::decode) does, from input that does not change: a whole,
    /// uncompressed message or ping is only found, and unmasked and checked on its way into memory
    /// of the caller's. Nothing is copied twice that way but what is incomplete at the end of the
    /// input.
    ///
    /// A text that turns out not to be UTF-8 on that way ([`FrameHeader::read_payload`]) is
    /// [`Error::InvalidUtf8`] as well.
    ///
    /// # Errors
    ///
    /// As of `decode`.
    #[inline]
    pub fn locate<'a>(
        &'a mut self,
        input: &'a [u8],
        cx: &'a mut DecodeContext<'_>,
    ) -> Result<Located<'a>, Error> {
        self.forget_finished();
        if self.partial.is_none()
            && let Some(header) = Header::parse(input, self.expect)?
            && let Some(end) = end_of_whole(&header, input.len())
            && header.opcode != Opcode::Close
            && !header.compressed
            && fits(&header, end - header.size, cx.limits)
        {
            let payload = input.get(header.size..end).unwrap_or_default();
            return Ok(Located { consumed: end, found: Some(Found::raw(&header, payload)) });
        }
        let Decoded { consumed, event } = self.store(input, cx)?;
        Ok(Located { consumed, found: event.map(Found::Event) })
    }

    /// The path with state: something is, or now becomes, incomplete.
    #[cold]
    fn resume<'a>(
        &'a mut self,
        input: &'a mut [u8],
        cx: &'a mut DecodeContext<'_>,
    ) -> Result<Decoded<'a>, Error> {
        if self.forget_finished() {
            return self.decode(input, cx);
        }
        self.store(input, cx)
    }

    /// Frees an event that has been delivered; whether there was one.
    #[inline]
    fn forget_finished(&mut self) -> bool {
        let finished = self.partial.as_ref().is_some_and(|partial| partial.is_finished());
        if finished {
            self.partial = None;
        }
        finished
    }

    /// Copies the part of `input` that completes an event, or all of it.
    #[cold]
    fn store<'a>(&'a mut self, input: &'a [u8], cx: &'a mut DecodeContext<'_>) -> Result<Decoded<'a>, Error> {
        if input.is_empty() {
            if let Some(inflater) = &mut cx.inflater {
                inflater.trim();
            }
            return Ok(Decoded { consumed: 0, event: None });
        }
        let partial = self.partial.get_or_insert_default();
        let (consumed, completed) = partial.receive(input, self.expect, cx.limits)?;
        let event = match completed {
            None => None,
            Some(Completed { frame, payload, is_excerpt: true }) => {
                Some(Event::TooLarge { is_text: frame.opcode == Opcode::Text, excerpt: payload })
            }
            Some(Completed { frame, payload, is_excerpt: false }) => Some(event(&frame, payload, cx)?),
        };
        Ok(Decoded { consumed, event })
    }
}

/// Where the frame ends if it is a whole message, or a control frame, and all there.
#[inline]
fn end_of_whole(header: &Header, available: usize) -> Option<usize> {
    if !header.fin || header.opcode == Opcode::Continuation {
        return None;
    }
    let end = usize::try_from(header.length).ok()?.checked_add(header.size)?;
    (end <= available).then_some(end)
}

/// Whether a message of `total` bytes on the wire is within the limit.
#[inline]
fn fits(header: &Header, total: usize, limits: &Limits) -> bool {
    total <= wire_limit(header.compressed, limits) || header.opcode.is_control()
}

/// Most payload bytes of one message on the wire. DEFLATE can make a message longer: five bytes for each stored
/// block, which encoders end every few KiB at least, and a few to flush. One part in 256 and 64 bytes allow it;
/// what it inflates to is checked against the limit itself.
const fn wire_limit(compressed: bool, limits: &Limits) -> usize {
    let bytes = limits.message_bytes;
    if compressed { bytes.saturating_add(bytes / 256 + 64) } else { bytes }
}

/// Turns a complete payload into an event: unmasked, if it still is masked, inflated and checked.
#[inline]
fn event<'a>(
    header: &Header,
    payload: &'a mut [u8],
    cx: &'a mut DecodeContext<'_>,
) -> Result<Event<'a>, Error> {
    if header.opcode == Opcode::Text && !header.compressed {
        let text = match header.mask {
            Some(key) => unmask_text(payload, key),
            None => utf8::validate(payload),
        };
        return text.map(Event::Text).ok_or(Error::InvalidUtf8);
    }
    if let Some(key) = header.mask {
        unmask(payload, key);
    }
    match header.opcode {
        Opcode::Ping => Ok(Event::Ping(payload)),
        Opcode::Pong => Ok(Event::Pong(payload)),
        Opcode::Close => CloseFrame::parse(payload).map(Event::Close),
        Opcode::Text | Opcode::Binary | Opcode::Continuation if header.compressed => {
            inflated(header.opcode == Opcode::Text, payload, cx)
        }
        // A text that is not compressed is handled above.
        Opcode::Text | Opcode::Binary | Opcode::Continuation => Ok(Event::Binary(payload)),
    }
}

fn inflated<'a>(is_text: bool, payload: &[u8], cx: &'a mut DecodeContext<'_>) -> Result<Event<'a>, Error> {
    let Some(inflater) = &mut cx.inflater else { return Err(Error::ReservedBits { bits: 0b100 }) };
    match inflater.fill(payload, cx.limits.message_bytes) {
        Ok(()) if is_text => utf8::validate(inflater.output()).map(Event::Text).ok_or(Error::InvalidUtf8),
        Ok(()) => Ok(Event::Binary(inflater.output())),
        Err(Error::MessageTooLarge { .. }) if cx.limits.skipped_bytes > 0 && !inflater.takes_over() => {
            let excerpt = inflater.output().get(..Limits::EXCERPT_BYTES).unwrap_or(inflater.output());
            Ok(Event::TooLarge { is_text, excerpt })
        }
        Err(error) => Err(error),
    }
}
