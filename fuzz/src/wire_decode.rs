//! Frames of any bytes, in either role: no panic, no message over its limit, and the same events and the same error
//! however the bytes are cut, and whether they are unmasked where they lie or on their way elsewhere.

use std::mem::MaybeUninit;

use arbitrary::Arbitrary;
use baton_wire::deflate::Inflater;
use baton_wire::{DecodeContext, Decoder, Error, Event, Found, FrameHeader, Limits, Opcode, Role};

#[derive(Arbitrary, Debug)]
struct Input {
    server: bool,
    compressed: bool,
    takeover: bool,
    message_bytes: u16,
    skipped_bytes: u16,
    cuts: Vec<u8>,
    bytes: Vec<u8>,
}

/// What happened, in bytes that can be compared.
type Events = Vec<(u8, Vec<u8>)>;
type Outcome = (Events, Option<Error>);

/// Takes all of a piece, in one of the two ways.
type Feed = fn(&mut Decoder, &Limits, Option<&mut Inflater>, &[u8], &mut Events) -> Result<(), Error>;

/// One input.
pub(crate) fn run(data: &[u8]) {
    let Some(input) = crate::structured::<Input>(data) else { return };
    let whole = read(&input, &[], feed);
    assert_eq!(whole, read(&input, &input.cuts, feed));
    assert_eq!(whole, read(&input, &[], feed_located));
    assert_eq!(whole, read(&input, &input.cuts, feed_located));
}

fn read(input: &Input, cuts: &[u8], feed: Feed) -> Outcome {
    let role = if input.server { Role::Server } else { Role::Client };
    let limits = Limits {
        message_bytes: input.message_bytes.into(),
        skipped_bytes: input.skipped_bytes.into(),
        empty_fragments: 8,
    };
    let mut decoder = Decoder::new(role, input.compressed);
    let mut inflater =
        input.compressed.then(if input.takeover { Inflater::with_takeover } else { Inflater::shared });
    let mut events = Vec::new();
    let mut rest = &input.bytes[..];
    let mut cuts = cuts.iter();
    loop {
        let length = cuts.next().map_or(rest.len(), |&cut| usize::from(cut).min(rest.len()));
        let (piece, behind) = rest.split_at(length);
        if let Err(error) = feed(&mut decoder, &limits, inflater.as_mut(), piece, &mut events) {
            return (events, Some(error));
        }
        rest = behind;
        if rest.is_empty() {
            return (events, None);
        }
    }
}

fn feed(
    decoder: &mut Decoder,
    limits: &Limits,
    mut inflater: Option<&mut Inflater>,
    piece: &[u8],
    events: &mut Events,
) -> Result<(), Error> {
    let mut bytes = piece.to_vec();
    let mut at = 0;
    loop {
        let mut cx = DecodeContext { limits, inflater: inflater.as_deref_mut() };
        let decoded = decoder.decode(&mut bytes[at..], &mut cx)?;
        at += decoded.consumed;
        let Some(event) = decoded.event else {
            assert_eq!(at, piece.len());
            return Ok(());
        };
        events.push(kept(event, limits));
    }
}

fn feed_located(
    decoder: &mut Decoder,
    limits: &Limits,
    mut inflater: Option<&mut Inflater>,
    piece: &[u8],
    events: &mut Events,
) -> Result<(), Error> {
    let mut at = 0;
    loop {
        let mut cx = DecodeContext { limits, inflater: inflater.as_deref_mut() };
        let located = decoder.locate(&piece[at..], &mut cx)?;
        at += located.consumed;
        match located.found {
            Some(Found::Raw { header, payload }) => events.push(copied(header, payload, limits)?),
            Some(Found::Event(event)) => events.push(kept(event, limits)),
            None => {
                assert_eq!(at, piece.len());
                return Ok(());
            }
        }
    }
}

fn kept(event: Event<'_>, limits: &Limits) -> (u8, Vec<u8>) {
    match event {
        Event::Text(text) => (1, message(text.as_bytes(), limits)),
        Event::Binary(bytes) => (2, message(bytes, limits)),
        Event::TooLarge { is_text, excerpt } => {
            assert!(limits.skipped_bytes > 0 && excerpt.len() <= Limits::EXCERPT_BYTES);
            (if is_text { 6 } else { 7 }, excerpt.to_vec())
        }
        Event::Ping(bytes) => (3, control(bytes)),
        Event::Pong(bytes) => (4, control(bytes)),
        Event::Close(None) => (5, Vec::new()),
        Event::Close(Some(close)) => (close.code.to_be_bytes()[0], close.reason.as_bytes().to_vec()),
    }
}

fn copied(header: FrameHeader, payload: &[u8], limits: &Limits) -> Result<(u8, Vec<u8>), Error> {
    let mut room = vec![MaybeUninit::uninit(); payload.len()];
    let bytes = header.read_payload(payload, &mut room).ok_or(Error::InvalidUtf8)?;
    Ok(match header.opcode {
        Opcode::Text => (1, message(bytes, limits)),
        Opcode::Binary => (2, message(bytes, limits)),
        Opcode::Ping => (3, control(bytes)),
        Opcode::Pong => (4, control(bytes)),
        other => panic!("{other:?} is not found as it came"),
    })
}

fn message(bytes: &[u8], limits: &Limits) -> Vec<u8> {
    assert!(bytes.len() <= limits.message_bytes);
    bytes.to_vec()
}

fn control(bytes: &[u8]) -> Vec<u8> {
    assert!(bytes.len() <= 125);
    bytes.to_vec()
}
