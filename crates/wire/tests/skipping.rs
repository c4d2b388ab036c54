//! Messages over the limit that are skipped, so that their sender can be answered.

mod support;

use baton_wire::deflate::{Deflater, Inflater};
use baton_wire::{Error, Limits, Opcode, Role, encode_compressed_frame, encode_fragment, encode_frame};
use support::{Outcome, Owned, read};

const LIMITS: Limits = Limits { message_bytes: 1_000, skipped_bytes: 5_000, empty_fragments: 3 };
const TOO_LARGE: Option<Error> = Some(Error::MessageTooLarge { limit: 1_000 });

/// What comes of these bytes at once, and byte by byte.
fn outcomes(bytes: &[u8]) -> [Outcome; 2] {
    let cuts: Vec<usize> = (1..bytes.len()).collect();
    [&[][..], &cuts].map(|cuts| read(Role::Client, LIMITS, None, bytes, cuts))
}

fn next() -> Owned {
    Owned::Text("next".into())
}

fn excerpt(length: usize) -> Owned {
    Owned::TooLarge(true, vec![b'x'; length])
}

#[test]
fn only_its_beginning_is_held() {
    for (length, held) in [(1_001, 1_001), (1_024, 1_024), (1_025, 1_024), (5_000, 1_024)] {
        let mut bytes = Vec::new();
        encode_frame(&mut bytes, Opcode::Text, &vec![b'x'; length], None);
        encode_frame(&mut bytes, Opcode::Text, b"next", None);
        for outcome in outcomes(&bytes) {
            assert_eq!(outcome, (vec![excerpt(held), next()], None, true), "{length}");
        }
    }
}

#[test]
fn beyond_what_may_be_skipped_it_is_an_error_as_before() {
    let mut bytes = Vec::new();
    encode_frame(&mut bytes, Opcode::Text, &[b'x'; 5_001], None);
    assert!(outcomes(&bytes).iter().all(|outcome| outcome.1 == TOO_LARGE));
    bytes.clear();
    encode_fragment(&mut bytes, Opcode::Text, false, &[b'x'; 5_000], None);
    encode_fragment(&mut bytes, Opcode::Continuation, true, b"x", None);
    assert!(outcomes(&bytes).iter().all(|outcome| outcome.1 == TOO_LARGE));
}

#[test]
fn fragments_are_skipped_together_and_what_stands_between_them_is_not() {
    let mut bytes = Vec::new();
    encode_fragment(&mut bytes, Opcode::Text, false, &[b'x'; 900], None);
    encode_frame(&mut bytes, Opcode::Ping, b"p", None);
    encode_fragment(&mut bytes, Opcode::Continuation, false, &[b'x'; 4_000], None);
    encode_fragment(&mut bytes, Opcode::Continuation, true, &[b'x'; 100], None);
    encode_frame(&mut bytes, Opcode::Text, b"next", None);
    for outcome in outcomes(&bytes) {
        let events = vec![Owned::Ping(b"p".to_vec()), excerpt(Limits::EXCERPT_BYTES), next()];
        assert_eq!(outcome, (events, None, true));
    }
}

#[test]
fn an_excerpt_is_unmasked() {
    let mut bytes = Vec::new();
    encode_frame(&mut bytes, Opcode::Binary, &[b'x'; 3_000], Some([1, 2, 3, 4]));
    for cut in [1, 500, 1_029, 1_030, 1_033, 2_000] {
        let (events, error, _) = read(Role::Server, LIMITS, None, &bytes, &[cut]);
        assert_eq!((events, error), (vec![Owned::TooLarge(false, vec![b'x'; 1_024])], None), "{cut}");
    }
}

#[test]
fn what_inflates_to_too_much_is_skipped_where_each_message_stands_alone() {
    let mut bytes = Vec::new();
    let mut deflater = Deflater::shared(6);
    for text in ["x".repeat(3_000), "next next next next next".into()] {
        let mut scratch = Vec::new();
        let payload = deflater.compress(text.as_bytes(), &mut scratch).unwrap();
        encode_compressed_frame(&mut bytes, Opcode::Text, payload, None);
    }
    let with = |limits, inflater| read(Role::Client, limits, Some(inflater), &bytes, &[]);
    let events = vec![excerpt(1_001), Owned::Text("next next next next next".into())];
    assert_eq!(with(LIMITS, Inflater::shared()), (events, None, true));
    // The next message may refer to what was not read.
    assert_eq!(with(LIMITS, Inflater::with_takeover()).1, TOO_LARGE);
    assert_eq!(with(Limits { skipped_bytes: 0, ..LIMITS }, Inflater::shared()).1, TOO_LARGE);
}
