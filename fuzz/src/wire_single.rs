//! Single frames of any bytes: the header never claims more than there is, whatever the strict reader takes is read alike,
//! and a frame that is written again from what was read says the same.

use std::mem::MaybeUninit;

use baton_wire::{DecodeContext, Decoder, Event, FrameHeader, FrameStart, Limits, Opcode, Role, frame_len};

/// One input.
pub(crate) fn run(bytes: &[u8]) {
    let read = read(bytes);
    for role in [Role::Server, Role::Client] {
        let mut input = bytes.to_vec();
        let limits = Limits { message_bytes: usize::MAX, ..Limits::default() };
        let mut cx = DecodeContext { limits: &limits, inflater: None };
        let mut decoder = Decoder::new(role, false);
        let Ok(decoded) = decoder.decode(&mut input, &mut cx) else { continue };
        let (opcode, payload) = match decoded.event {
            Some(Event::Text(text)) => (Opcode::Text, text.as_bytes()),
            Some(Event::Binary(bytes)) => (Opcode::Binary, bytes),
            Some(Event::Ping(bytes)) => (Opcode::Ping, bytes),
            Some(Event::Pong(bytes)) => (Opcode::Pong, bytes),
            Some(Event::Close(_) | Event::TooLarge { .. }) | None => continue,
        };
        let (header, alone, end) = read.as_ref().expect("what is a whole message is a whole frame");
        // A message in fragments ends in a continuation, and control frames may stand before it.
        if header.fin && header.opcode != Opcode::Continuation {
            assert_eq!((header.opcode, alone.as_deref(), *end), (opcode, Some(payload), decoded.consumed));
        }
    }
    let Some((header, Some(payload), end)) = read else { return };
    assert!(end <= bytes.len());
    let length = frame_len(payload.len(), header.mask.is_some());
    let mut again = vec![MaybeUninit::uninit(); length];
    assert!(header.write(&payload, false, &mut again));
    // SAFETY: `write` wrote all of it, or said that it did not.
    #[allow(unsafe_code)]
    let again: Vec<u8> = again.into_iter().map(|byte| unsafe { byte.assume_init() }).collect();
    assert!(again.len() <= end, "the shortest form");
    if again.len() == end {
        assert_eq!(again, bytes[..end]);
    }
}

/// The frame's header, its payload if that is what it must be, and where it ends.
fn read(bytes: &[u8]) -> Option<(FrameHeader, Option<Vec<u8>>, usize)> {
    let start = FrameStart::parse(bytes).ok()??;
    let end = start.end(bytes)?;
    let payload = &bytes[start.size..end];
    let mut room = vec![MaybeUninit::uninit(); payload.len()];
    Some((start.header, start.header.read_payload(payload, &mut room).map(<[u8]>::to_vec), end))
}
