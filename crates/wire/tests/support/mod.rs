//! A reader that is fed in pieces and keeps what came out.

use baton_wire::deflate::Inflater;
use std::mem::MaybeUninit;

use baton_wire::{DecodeContext, Decoder, Error, Event, Found, FrameHeader, Limits, Opcode, Role};

/// An event that outlives its buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Owned {
    Text(String),
    Binary(Vec<u8>),
    Ping(Vec<u8>),
    Pong(Vec<u8>),
    Close(Option<(u16, String)>),
    /// Whether it is a text, and how it begins.
    TooLarge(bool, Vec<u8>),
}

impl From<Event<'_>> for Owned {
    fn from(event: Event<'_>) -> Self {
        match event {
            Event::Text(text) => Self::Text(text.into()),
            Event::Binary(bytes) => Self::Binary(bytes.into()),
            Event::Ping(bytes) => Self::Ping(bytes.into()),
            Event::Pong(bytes) => Self::Pong(bytes.into()),
            Event::TooLarge { is_text, excerpt } => Self::TooLarge(is_text, excerpt.into()),
            Event::Close(close) => Self::Close(close.map(|close| (close.code, close.reason.into()))),
        }
    }
}

pub(crate) struct Reader {
    pub(crate) decoder: Decoder,
    pub(crate) limits: Limits,
    pub(crate) inflater: Option<Inflater>,
    pub(crate) events: Vec<Owned>,
}

impl Reader {
    pub(crate) fn new(role: Role, limits: Limits, inflater: Option<Inflater>) -> Self {
        let decoder = Decoder::new(role, inflater.is_some());
        Self { decoder, limits, inflater, events: Vec::new() }
    }

    /// Everything is consumed, or an error ends the connection.
    pub(crate) fn feed(&mut self, piece: &[u8]) -> Result<(), Error> {
        let mut input = piece.to_vec();
        let mut at = 0;
        loop {
            let mut cx = DecodeContext { limits: &self.limits, inflater: self.inflater.as_mut() };
            let decoded = self.decoder.decode(&mut input[at..], &mut cx)?;
            at += decoded.consumed;
            match decoded.event {
                Some(event) => self.events.push(event.into()),
                None => {
                    assert_eq!(at, piece.len(), "no event although input is left");
                    return Ok(());
                }
            }
        }
    }

    /// The same, through `Decoder::locate`.
    pub(crate) fn feed_located(&mut self, piece: &[u8]) -> Result<(), Error> {
        let mut at = 0;
        loop {
            let mut cx = DecodeContext { limits: &self.limits, inflater: self.inflater.as_mut() };
            let located = self.decoder.locate(&piece[at..], &mut cx)?;
            at += located.consumed;
            match located.found {
                Some(Found::Raw { header, payload }) => self.events.push(copied(header, payload)?),
                Some(Found::Event(event)) => self.events.push(event.into()),
                None => {
                    assert_eq!(at, piece.len(), "nothing found although input is left");
                    return Ok(());
                }
            }
        }
    }

    pub(crate) fn feed_in_pieces(
        &mut self,
        bytes: &[u8],
        cuts: &[usize],
        feed: fn(&mut Self, &[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut from = 0;
        for &cut in cuts {
            let cut = cut.clamp(from, bytes.len());
            feed(self, &bytes[from..cut])?;
            from = cut;
        }
        feed(self, &bytes[from..])
    }
}

/// What was found as it came, once it has been copied.
fn copied(header: FrameHeader, payload: &[u8]) -> Result<Owned, Error> {
    let mut room = vec![MaybeUninit::uninit(); payload.len()];
    let bytes = header.read_payload(payload, &mut room).ok_or(Error::InvalidUtf8)?.to_vec();
    Ok(match header.opcode {
        Opcode::Text => Owned::Text(String::from_utf8(bytes).map_err(|_| Error::InvalidUtf8)?),
        Opcode::Ping => Owned::Ping(bytes),
        Opcode::Pong => Owned::Pong(bytes),
        _ => Owned::Binary(bytes),
    })
}

/// The outcome of reading `bytes` in pieces: events, the error if there was one, and whether nothing is open (which
/// says nothing after an error).
pub(crate) type Outcome = (Vec<Owned>, Option<Error>, bool);

#[allow(dead_code, reason = "each test binary uses its part of this module")]
pub(crate) fn read(
    role: Role,
    limits: Limits,
    inflater: Option<Inflater>,
    bytes: &[u8],
    cuts: &[usize],
) -> Outcome {
    outcome(Reader::new(role, limits, inflater), bytes, cuts, Reader::feed)
}

/// The same through `Decoder::locate`.
#[allow(dead_code, reason = "each test binary uses its part of this module")]
pub(crate) fn read_located(
    role: Role,
    limits: Limits,
    inflater: Option<Inflater>,
    bytes: &[u8],
    cuts: &[usize],
) -> Outcome {
    outcome(Reader::new(role, limits, inflater), bytes, cuts, Reader::feed_located)
}

fn outcome(
    mut reader: Reader,
    bytes: &[u8],
    cuts: &[usize],
    feed: fn(&mut Reader, &[u8]) -> Result<(), Error>,
) -> Outcome {
    let error = reader.feed_in_pieces(bytes, cuts, feed).err();
    let idle = error.is_some() || reader.decoder.is_idle();
    (reader.events, error, idle)
}
