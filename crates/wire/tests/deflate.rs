//! permessage-deflate by the examples of RFC 7692 section 7.2.3, and by round trips.

mod support;

use baton_wire::deflate::{DeflateParams, Deflater, Inflater};
use baton_wire::{Error, Limits, Role};
use proptest::collection::vec;
use proptest::prelude::*;
use support::{Owned, Reader};
use zlib_rs::{Inflate, InflateFlush};

const LIMIT: usize = 1 << 20;

fn hello() -> Owned {
    Owned::Text("Hello".into())
}

fn reader(inflater: Inflater) -> Reader {
    Reader::new(Role::Client, Limits::default(), Some(inflater))
}

/// Bytes that do not compress, the same on each run (Marsaglia's xorshift).
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x2545_f491u32;
    let mut step = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[0]
    };
    (0..length).map(|_| step()).collect()
}

#[test]
fn a_message_compressed_in_one_block() {
    let mut reader = reader(Inflater::with_takeover());
    reader.feed(b"\xc1\x07\xf2\x48\xcd\xc9\xc9\x07\x00").unwrap();
    // The same in two fragments: RSV1 stands on the first alone.
    reader.feed(b"\x41\x03\xf2\x48\xcd\x80\x04\xc9\xc9\x07\x00").unwrap();
    assert_eq!(reader.events, [hello(), hello()]);
}

#[test]
fn a_message_that_refers_to_the_one_before() {
    let mut own = reader(Inflater::with_takeover());
    own.feed(b"\xc1\x07\xf2\x48\xcd\xc9\xc9\x07\x00\xc1\x05\xf2\x00\x11\x00\x00").unwrap();
    assert_eq!(own.events, [hello(), hello()]);
    // A peer that promised no context takeover must not refer back.
    let mut shared = reader(Inflater::shared());
    let error = shared.feed(b"\xc1\x07\xf2\x48\xcd\xc9\xc9\x07\x00\xc1\x05\xf2\x00\x11\x00\x00");
    assert_eq!((error, shared.events), (Err(Error::InvalidDeflate), vec![hello()]));
}

#[test]
fn stored_final_and_several_blocks() {
    for message in [
        &b"\x00\x05\x00\xfa\xff\x48\x65\x6c\x6c\x6f\x00"[..], // stored
        b"\xf3\x48\xcd\xc9\xc9\x07\x00\x00",                  // BFINAL set, then an empty block
        b"\xf3\x48\xcd\xc9\xc9\x07\x00",                      // BFINAL set, and nothing behind it
        b"\xf2\x48\x05\x00\x00\x00\xff\xff\xca\xc9\xc9\x07\x00", // two blocks
    ] {
        for mut inflater in [Inflater::shared(), Inflater::with_takeover()] {
            for _ in 0..2 {
                assert_eq!(inflater.inflate(message, LIMIT), Ok(&b"Hello"[..]), "{message:?}");
            }
        }
    }
}

#[test]
fn empty_messages_are_one_byte() {
    let mut scratch = Vec::new();
    let mut deflater = Deflater::with_takeover(15, 6);
    let mut inflater = Inflater::with_takeover();
    for message in [&b""[..], b"", b"Hello", b"", b"Hello"] {
        let compressed = deflater.compress(message, &mut scratch).unwrap();
        assert_eq!(inflater.inflate(compressed, LIMIT), Ok(message));
    }
    assert_eq!(deflater.compress(b"", &mut scratch), Some(&b"\0"[..]));
    assert_eq!(inflater.inflate(b"", LIMIT), Ok(&b""[..]));
}

#[test]
fn data_that_is_not_deflate() {
    for mut inflater in [Inflater::shared(), Inflater::with_takeover()] {
        assert_eq!(inflater.inflate(b"\x07\xff\xff", LIMIT), Err(Error::InvalidDeflate));
    }
    let mut shared = Inflater::shared();
    assert!(shared.inflate(b"\xff\xff\xff", LIMIT).is_err());
    assert_eq!(shared.inflate(b"\xf2\x48\xcd\xc9\xc9\x07\x00", LIMIT), Ok(&b"Hello"[..]));
}

#[test]
fn the_limit_is_exact() {
    let mut scratch = Vec::new();
    for length in [1usize, 511, 512, 513, 5000, 70_000] {
        let message = vec![b'a'; length];
        let compressed = Deflater::with_takeover(15, 6).compress(&message, &mut scratch).unwrap().to_vec();
        let inflated = |limit| Inflater::shared().inflate(&compressed, limit).map(<[u8]>::len);
        assert_eq!(inflated(length), Ok(length));
        assert_eq!(inflated(length - 1), Err(Error::MessageTooLarge { limit: length - 1 }));
    }
    assert_eq!(Inflater::shared().inflate(b"\x00", 0), Ok(&b""[..]));
}

#[test]
fn without_takeover_a_message_that_does_not_shrink_is_sent_as_it_is() {
    let mut scratch = Vec::new();
    let noise = noise(1000);
    assert_eq!(Deflater::shared(6).compress(&noise, &mut scratch), None);
    assert_eq!(Deflater::shared(6).compress(b"", &mut scratch), None);
    assert!(Deflater::with_takeover(15, 6).compress(&noise, &mut scratch).is_some());
}

#[test]
fn one_message_for_all_receivers() {
    let mut deflater = Deflater::shared(6);
    let mut scratch = Vec::new();
    let message = b"{\"event\":\"price\",\"data\":{\"price\":1}}".repeat(20);
    let first = deflater.compress(&message, &mut scratch).unwrap().to_vec();
    assert!(deflater.compress(&message.repeat(2), &mut Vec::new()).is_some());
    assert_eq!(deflater.compress(&message, &mut scratch), Some(&first[..]));
    let mut inflater = Inflater::shared();
    for _ in 0..3 {
        assert_eq!(inflater.inflate(&first, LIMIT), Ok(&message[..]));
    }
}

/// Inflates as a peer does that keeps no more than the window it asked for.
fn inflate_with_window(bits: u8, messages: &[Vec<u8>]) -> Option<Vec<u8>> {
    let mut inflate = Inflate::new(false, bits);
    let mut plain = vec![0; 20_000];
    let mut filled = 0;
    for message in messages {
        let input = [message, &b"\x00\x00\xff\xff"[..]].concat();
        inflate.decompress(&input, &mut plain[filled..], InflateFlush::SyncFlush).ok()?;
        filled = usize::try_from(inflate.total_out()).ok()?;
    }
    plain.truncate(filled);
    Some(plain)
}

#[test]
fn a_small_window_is_respected() {
    // Two copies of the same noise, one window apart: a reference from one to the other needs the larger window.
    let noise = noise(3000);
    let both = [noise.clone(), noise].concat();
    let compress = |bits| {
        let mut scratch = Vec::new();
        Deflater::with_takeover(bits, 6).compress(&both, &mut scratch).unwrap().to_vec()
    };
    assert!(compress(15).len() < 4000 && compress(9).len() > 5000);
    assert_eq!(inflate_with_window(9, &[compress(9)]).as_ref(), Some(&both));
}

#[test]
fn parameters_choose_the_streams() {
    let params = DeflateParams { server_max_window_bits: Some(10), ..DeflateParams::default() };
    let mut deflater = params.deflater(Role::Server, 6);
    let mut scratch = Vec::new();
    let first = deflater.compress(b"Hello, Hello", &mut scratch).unwrap().len();
    assert!(deflater.compress(b"Hello, Hello", &mut scratch).unwrap().len() < first);
    let afresh = DeflateParams { server_no_context_takeover: true, ..params };
    assert!(!afresh.accepts_shared(Role::Server));
}

proptest! {
    #[test]
    fn round_trips(
        messages in vec(vec(prop_oneof![Just(b'a'), Just(b'b'), any::<u8>()], 0..3000), 1..5),
        bits in 9u8..=15, level in 1u8..=9, takeover: bool
    ) {
        let make = if takeover { Deflater::with_takeover } else { Deflater::without_takeover };
        let mut deflater = make(bits, level);
        let mut inflater = if takeover { Inflater::with_takeover() } else { Inflater::shared() };
        let mut scratch = Vec::new();
        let mut sent = Vec::new();
        for message in &messages {
            if let Some(compressed) = deflater.compress(message, &mut scratch) {
                prop_assert_eq!(inflater.inflate(compressed, LIMIT), Ok(&message[..]));
                sent.push(compressed.to_vec());
            }
        }
        if takeover {
            prop_assert_eq!(inflate_with_window(bits, &sent), Some(messages.concat()));
        }
    }
}
