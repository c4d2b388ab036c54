//! One open connection without its socket: bytes in, messages out, and the frames that answer.

use std::collections::VecDeque;

use baton_wire::deflate::{DeflateParams, Deflater, Inflater};
use baton_wire::{CloseFrame, DecodeContext, Decoder, Error, Event, Limits, Opcode, Role};

use super::masks::NoRandomness;
use super::outbox::Outbox;

/// The protocol's state.
#[derive(Debug)]
pub(super) struct Session {
    decoder: Decoder,
    limits: Limits,
    inflater: Option<Inflater>,
    compressor: Option<Compressor>,
    input: Input,
    pub(super) outbox: Outbox,
    queue: Queue,
    /// What [`Session::next`] gave last out of the queue, kept while its receiver reads it.
    given: Vec<u8>,
    /// Whether we have sent a close frame.
    has_closed: bool,
    /// The server's close frame.
    theirs: Option<(u16, String)>,
}

#[derive(Debug)]
struct Compressor {
    deflater: Deflater,
    scratch: Vec<u8>,
}

/// What the socket gave, decoded up to `at`.
#[derive(Debug)]
struct Input {
    buffer: Vec<u8>,
    at: usize,
    end: usize,
}

/// Messages that came while one was sent.
#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<(Opcode, Vec<u8>)>,
    bytes: usize,
}

/// What to do next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A message was handed over.
    Message,
    /// All input is used up.
    Hungry,
    /// The server has closed; nothing follows.
    Closed,
}

/// Why a session cannot go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// The server's fault.
    Wire(Error),
    NoRandomness,
}

/// Bytes of one read.
const READ: usize = 32 * 1024;

/// Messages that come while one is sent are kept up to the longest message and this; then the socket is not read until
/// `receive()` has taken some.
const QUEUE_ROOM: usize = 1 << 20;

/// What a queued message costs beside its payload.
const QUEUED: usize = 64;

/// Shorter messages hardly get smaller, and with takeover they are not worth their place in the window.
const COMPRESSED_FROM: usize = 64;

/// zlib's own middle: most of the gain at a third of the time of 9.
const LEVEL: u8 = 6;

/// The code for a close frame without one, RFC 6455 section 7.1.5.
const NO_STATUS: u16 = 1005;

impl Session {
    /// `rest` is what came behind the handshake.
    pub(super) fn new(message_bytes: usize, deflate: Option<DeflateParams>, rest: &[u8]) -> Self {
        let mut input = Input { buffer: vec![0; READ.max(rest.len())], at: 0, end: rest.len() };
        input.buffer.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
        let limits = Limits { message_bytes, ..Limits::default() };
        Self {
            decoder: Decoder::new(Role::Client, deflate.is_some()),
            limits,
            inflater: deflate.map(|params| params.inflater(Role::Client).unwrap_or_else(Inflater::shared)),
            compressor: deflate.map(|params| Compressor {
                deflater: params.deflater(Role::Client, LEVEL),
                scratch: Vec::new(),
            }),
            input,
            outbox: Outbox::new(),
            queue: Queue::default(),
            given: Vec::new(),
            has_closed: false,
            theirs: None,
        }
    }

    /// Where the next bytes belong. What was there before is used up: [`Session::next`] was [`Next::Hungry`].
    pub(super) fn room(&mut self) -> &mut [u8] {
        &mut self.input.buffer
    }

    /// Notes how many bytes were written to [`Session::room`].
    pub(super) fn fill(&mut self, count: usize) {
        self.input.at = 0;
        self.input.end = count.min(self.input.buffer.len());
    }

    /// Whether input is left that could be decoded.
    pub(super) fn is_hungry(&self) -> bool {
        self.input.at == self.input.end
    }

    /// Hands the next message to `take`; its bytes stay where they are until the next call.
    pub(super) fn next(&mut self, take: &mut dyn FnMut(Opcode, &[u8])) -> Result<Next, Broken> {
        if let Some((opcode, payload)) = self.queue.pop() {
            self.given = payload;
            take(opcode, &self.given);
            return Ok(Next::Message);
        }
        self.given = Vec::new();
        self.decode(take)
    }

    /// Decodes what is there into the queue, up to its bound: pings among it are answered, and a close frame is seen.
    pub(super) fn absorb(&mut self) -> Result<(), Broken> {
        while self.has_room() {
            let mut message = None;
            let next = self.decode(&mut |opcode, payload| message = Some((opcode, payload.to_vec())))?;
            if let Some((opcode, payload)) = message {
                self.queue.push(opcode, payload);
            }
            if next != Next::Message {
                break;
            }
        }
        Ok(())
    }

    /// Whether more messages may be kept.
    pub(super) fn has_room(&self) -> bool {
        self.queue.bytes < self.limits.message_bytes.saturating_add(QUEUE_ROOM)
    }

    /// Whether a message is there already.
    pub(super) fn has_queued(&self) -> bool {
        !self.queue.messages.is_empty()
    }

    /// The hot path: one message where it lies in the buffer.
    fn decode(&mut self, take: &mut dyn FnMut(Opcode, &[u8])) -> Result<Next, Broken> {
        loop {
            if self.theirs.is_some() {
                return Ok(Next::Closed);
            }
            let input = self.input.buffer.get_mut(self.input.at..self.input.end).unwrap_or_default();
            let mut cx = DecodeContext { limits: &self.limits, inflater: self.inflater.as_mut() };
            let decoded = self.decoder.decode(input, &mut cx).map_err(Broken::Wire)?;
            self.input.at += decoded.consumed;
            match decoded.event {
                None => return Ok(Next::Hungry),
                Some(Event::Text(text)) => {
                    take(Opcode::Text, text.as_bytes());
                    return Ok(Next::Message);
                }
                Some(Event::Binary(bytes)) => {
                    take(Opcode::Binary, bytes);
                    return Ok(Next::Message);
                }
                Some(Event::Ping(payload)) if !self.has_closed => self.outbox.pong(payload)?,
                // Nothing is skipped here: a message that is too large is an error.
                Some(Event::Ping(_) | Event::Pong(_) | Event::TooLarge { .. }) => {}
                Some(Event::Close(frame)) => {
                    self.theirs = Some(match frame {
                        Some(frame) => (frame.code, frame.reason.to_owned()),
                        None => (NO_STATUS, String::new()),
                    });
                    if !self.has_closed {
                        self.has_closed = true;
                        // The code goes back, the reason was the server's own.
                        self.outbox.close(frame.map(|frame| CloseFrame { reason: "", ..frame }))?;
                    }
                }
            }
        }
    }

    /// Queues a message or a control frame; text is UTF-8, a control frame short enough.
    pub(super) fn send(&mut self, opcode: Opcode, payload: &[u8]) -> Result<(), NoRandomness> {
        if let Some(compressor) = &mut self.compressor
            && !opcode.is_control()
            && payload.len() >= COMPRESSED_FROM
            && let Some(smaller) = compressor.deflater.compress(payload, &mut compressor.scratch)
        {
            self.outbox.compressed(opcode, smaller)?;
            if compressor.scratch.capacity() > READ {
                compressor.scratch = Vec::new();
            }
            return Ok(());
        }
        self.outbox.message(opcode, payload)
    }

    /// Queues our close frame, once; nothing is sent behind it.
    pub(super) fn close(&mut self, code: u16, reason: &str) -> Result<(), NoRandomness> {
        if self.has_closed {
            return Ok(());
        }
        self.has_closed = true;
        self.queue = Queue::default();
        self.outbox.close(Some(CloseFrame { code, reason }))
    }

    /// Whether our close frame is sent or on its way.
    pub(super) fn has_closed(&self) -> bool {
        self.has_closed
    }

    /// The server's close frame, once it has come.
    pub(super) fn their_close(&self) -> Option<&(u16, String)> {
        self.theirs.as_ref()
    }
}

impl Queue {
    fn push(&mut self, opcode: Opcode, payload: Vec<u8>) {
        self.bytes += payload.len() + QUEUED;
        self.messages.push_back((opcode, payload));
    }

    fn pop(&mut self) -> Option<(Opcode, Vec<u8>)> {
        let message = self.messages.pop_front()?;
        self.bytes -= message.1.len() + QUEUED;
        Some(message)
    }
}

impl From<NoRandomness> for Broken {
    fn from(_: NoRandomness) -> Self {
        Self::NoRandomness
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
