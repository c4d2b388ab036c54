//! However the network cuts a byte stream, the same events and the same error come out of it, whether messages are
//! unmasked where they lie or on their way into memory of the caller's.

mod support;

use baton_wire::deflate::{Deflater, Inflater};
use baton_wire::{
    Limits, Opcode, Role, encode_close, encode_compressed_frame, encode_fragment, encode_frame,
};
use proptest::collection::vec;
use proptest::prelude::*;
use support::{Owned, read, read_located};

const LIMITS: Limits = Limits { message_bytes: 70_000, skipped_bytes: 0, empty_fragments: 4 };

/// One thing to send.
#[derive(Clone, Debug)]
enum Sent {
    Text(String),
    Binary(Vec<u8>),
    /// Fragments of a text, cut anywhere, with a ping before each.
    Fragmented(String, Vec<usize>),
    Compressed(String),
    Ping(Vec<u8>),
    Close(u16, String),
}

impl Sent {
    fn encode(&self, out: &mut Vec<u8>, deflater: &mut Deflater, mask: Option<[u8; 4]>) {
        match self {
            Self::Text(text) => encode_frame(out, Opcode::Text, text.as_bytes(), mask),
            Self::Binary(bytes) => encode_frame(out, Opcode::Binary, bytes, mask),
            Self::Ping(bytes) => encode_frame(out, Opcode::Ping, bytes, mask),
            Self::Close(code, reason) => encode_close(out, *code, reason, mask),
            Self::Compressed(text) => {
                let mut scratch = Vec::new();
                match deflater.compress(text.as_bytes(), &mut scratch) {
                    Some(bytes) => encode_compressed_frame(out, Opcode::Text, bytes, mask),
                    None => encode_frame(out, Opcode::Text, text.as_bytes(), mask),
                }
            }
            Self::Fragmented(text, cuts) => {
                let mut rest = text.as_bytes();
                let mut opcode = Opcode::Text;
                for cut in cuts {
                    let (piece, behind) = rest.split_at((*cut).min(rest.len()));
                    encode_fragment(out, opcode, false, piece, mask);
                    encode_frame(out, Opcode::Ping, b"between", mask);
                    (rest, opcode) = (behind, Opcode::Continuation);
                }
                encode_fragment(out, opcode, true, rest, mask);
            }
        }
    }

    fn expected(&self) -> Vec<Owned> {
        match self {
            Self::Text(text) | Self::Compressed(text) => vec![Owned::Text(text.clone())],
            Self::Binary(bytes) => vec![Owned::Binary(bytes.clone())],
            Self::Ping(bytes) => vec![Owned::Ping(bytes.clone())],
            Self::Close(code, reason) => vec![Owned::Close(Some((*code, reason.clone())))],
            Self::Fragmented(text, cuts) => {
                let mut events = vec![Owned::Ping(b"between".to_vec()); cuts.len()];
                events.push(Owned::Text(text.clone()));
                events
            }
        }
    }
}

fn sent() -> impl Strategy<Value = Sent> {
    let text = || vec(any::<char>(), 0..200).prop_map(String::from_iter);
    prop_oneof![
        text().prop_map(Sent::Text),
        vec(any::<u8>(), 0..300).prop_map(Sent::Binary),
        (65_530usize..65_540).prop_map(|length| Sent::Binary(vec![7; length])),
        (text(), vec(0usize..100, 0..4)).prop_map(|(text, cuts)| Sent::Fragmented(text, cuts)),
        text().prop_map(Sent::Compressed),
        vec(any::<u8>(), 0..=125).prop_map(Sent::Ping),
        (3000u16..5000, "[a-zé]{0,40}").prop_map(|(code, reason)| Sent::Close(code, reason)),
    ]
}

fn encode_all(sent: &[Sent], mask: Option<[u8; 4]>) -> Vec<u8> {
    let mut deflater = Deflater::with_takeover(12, 6);
    let mut bytes = Vec::new();
    sent.iter().for_each(|one| one.encode(&mut bytes, &mut deflater, mask));
    bytes
}

fn inflater() -> Option<Inflater> {
    Some(Inflater::with_takeover())
}

proptest! {
    #[test]
    fn what_one_role_writes_the_other_reads(
        sent in vec(sent(), 0..6), key: [u8; 4], cuts in vec(any::<proptest::sample::Index>(), 0..6)
    ) {
        let expected: Vec<Owned> = sent.iter().flat_map(Sent::expected).collect();
        for (role, mask) in [(Role::Server, Some(key)), (Role::Client, None)] {
            let bytes = encode_all(&sent, mask);
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            cuts.sort_unstable();
            for cuts in [&[][..], &cuts] {
                for read in [read, read_located] {
                    let (events, error, idle) = read(role, LIMITS, inflater(), &bytes, cuts);
                    prop_assert_eq!((error, idle), (None, true));
                    prop_assert_eq!(&events, &expected);
                }
            }
        }
    }

    #[test]
    fn damaged_streams_end_the_same_however_they_are_cut(
        sent in vec(sent(), 1..4),
        damage in vec((any::<proptest::sample::Index>(), any::<u8>()), 0..4),
        cuts in vec(any::<proptest::sample::Index>(), 1..8),
    ) {
        let mut bytes = encode_all(&sent, None);
        for (at, value) in damage {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len())).collect();
        cuts.sort_unstable();
        let limits = Limits { message_bytes: 300, ..LIMITS };
        let whole = read(Role::Client, limits, inflater(), &bytes, &[]);
        for cuts in [&[][..], &cuts] {
            prop_assert_eq!(&read(Role::Client, limits, inflater(), &bytes, cuts), &whole);
            prop_assert_eq!(&read_located(Role::Client, limits, inflater(), &bytes, cuts), &whole);
        }
    }

    #[test]
    fn noise_ends_the_same_however_it_is_cut(
        bytes in vec(prop_oneof![any::<u8>(), Just(0x81), Just(0x01), Just(0x80), Just(0x02)], 0..64), server: bool
    ) {
        let role = if server { Role::Server } else { Role::Client };
        let whole = read(role, LIMITS, None, &bytes, &[]);
        let each: Vec<usize> = (0..bytes.len()).collect();
        prop_assert_eq!(&read(role, LIMITS, None, &bytes, &each), &whole);
        prop_assert_eq!(&read_located(role, LIMITS, None, &bytes, &[]), &whole);
        prop_assert_eq!(&read_located(role, LIMITS, None, &bytes, &each), &whole);
    }
}

#[test]
fn every_single_cut_of_one_stream() {
    let sent = [
        Sent::Fragmented("Grüße, 世界 👋".into(), vec![1, 5, 0, 9]),
        Sent::Compressed("again and again and again".into()),
        Sent::Binary(vec![1; 130]),
        Sent::Close(4000, "end".into()),
    ];
    let expected: Vec<Owned> = sent.iter().flat_map(Sent::expected).collect();
    let bytes = encode_all(&sent, Some([0x37, 0xfa, 0x21, 0x3d]));
    for cut in 0..=bytes.len() {
        for read in [read, read_located] {
            let (events, error, _) = read(Role::Server, LIMITS, inflater(), &bytes, &[cut]);
            assert_eq!((events, error), (expected.clone(), None), "cut at {cut}");
        }
    }
}
