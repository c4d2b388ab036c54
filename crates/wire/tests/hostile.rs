//! Peers that want our memory or our time. A counting allocator says what they get.

#![allow(unsafe_code, reason = "a global allocator is unsafe to implement")]

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::LazyLock;

use baton_wire::deflate::{Deflater, Inflater};
use baton_wire::{Error, Limits, Opcode, Role, encode_frame, handshake};
use support::{Owned, Reader};

/// Bytes that this thread holds, and the most that it held. Tests run on threads of their own.
struct Counting;

thread_local! {
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn count(change: isize) {
    let _ = HELD.try_with(|held| {
        let (now, peak) = held.get();
        held.set((now + change, peak.max(now + change)));
    });
}

// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most that `work` held at once, beyond what was held before.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let (before, _) = HELD.get();
    HELD.set((before, before));
    let result = work();
    let (_, peak) = HELD.get();
    (result, (peak - before).cast_unsigned())
}

const LIMITS: Limits = Limits { message_bytes: 64 * 1024, skipped_bytes: 0, empty_fragments: 1024 };

#[test]
fn announced_lengths_cost_nothing() {
    for (length, expected) in [
        (u64::MAX, Error::LengthEncoding),
        (1 << 63, Error::LengthEncoding),
        (i64::MAX as u64, Error::MessageTooLarge { limit: 65_536 }),
        (1 << 40, Error::MessageTooLarge { limit: 65_536 }),
        (65_537, Error::MessageTooLarge { limit: 65_536 }),
    ] {
        let header = [&[0x82, 127][..], &length.to_be_bytes()].concat();
        let mut reader = Reader::new(Role::Client, LIMITS, None);
        let (result, peak) = peak(|| reader.feed(&header));
        assert_eq!(result, Err(expected), "{length}");
        assert!(peak < 1024, "{length} took {peak} bytes");
    }
    // A length that is allowed takes memory only as its bytes come.
    let mut reader = Reader::new(Role::Client, LIMITS, None);
    let ((), peak) = peak(|| reader.feed(b"\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00abc").unwrap());
    assert!(peak < 1024, "{peak} bytes");
}

#[test]
fn memory_follows_the_bytes_that_came() {
    let mut reader = Reader::new(Role::Client, LIMITS, None);
    reader.feed(b"\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00").unwrap();
    let ((), peak) = peak(|| (0..64).for_each(|_| reader.feed(&[0; 1024]).unwrap()));
    assert_eq!(reader.events, [Owned::Binary(vec![0; 65_536])]);
    // The buffer, a third of it while growing by doubling, and the test's own copies of message and piece.
    assert!(peak < 3 * 65_536 + 4096, "{peak} bytes");
    assert!(reader.decoder.is_idle());
}

#[test]
fn endless_empty_fragments_end() {
    let mut reader = Reader::new(Role::Client, LIMITS, None);
    reader.feed(b"\x02\x00").unwrap();
    for _ in 1..1024 {
        reader.feed(b"\x00\x00").unwrap();
    }
    assert_eq!(reader.feed(b"\x00\x00"), Err(Error::TooManyEmptyFragments { limit: 1024 }));
}

#[test]
fn endless_small_fragments_cost_their_bytes() {
    let limits = Limits { message_bytes: 1 << 20, ..LIMITS };
    let mut reader = Reader::new(Role::Client, limits, None);
    reader.feed(b"\x02\x01a").unwrap();
    let ((), peak) = peak(|| (0..400_000).for_each(|_| reader.feed(b"\x00\x01a").unwrap()));
    assert!(peak < 1 << 20, "{peak} bytes");
    assert!(!reader.decoder.is_idle());
}

#[test]
fn floods_of_pings_leave_nothing_behind() {
    let mut pings = Vec::new();
    for _ in 0..1000 {
        encode_frame(&mut pings, Opcode::Ping, &[7; 125], None);
    }
    let mut reader = Reader::new(Role::Client, LIMITS, None);
    reader.feed(b"\x01\x01a").unwrap(); // within a message, where they cannot be borrowed
    reader.events.reserve(1000);
    reader.feed(&pings).unwrap();
    reader.events.clear();
    let held = HELD.get().0;
    reader.feed(&pings).unwrap();
    reader.events.clear();
    assert_eq!(HELD.get().0, held);
}

/// 256 MiB of zeros, compressed to about 256 KB.
static BOMB: LazyLock<Vec<u8>> = LazyLock::new(bomb);

fn bomb() -> Vec<u8> {
    let zeros = vec![0; 1 << 20];
    let mut deflater = Deflater::with_takeover(15, 6);
    let mut scratch = Vec::new();
    let mut bomb = Vec::new();
    for _ in 0..256 {
        bomb.extend_from_slice(deflater.compress(&zeros, &mut scratch).unwrap_or_default());
        bomb.extend_from_slice(b"\x00\x00\xff\xff");
    }
    bomb
}

#[test]
fn a_deflate_bomb_stops_at_the_limit() {
    let bomb = &*BOMB;
    assert!((200_000..400_000).contains(&bomb.len()), "{}", bomb.len());
    for limit in [64 * 1024, 1 << 20] {
        let mut inflater = Inflater::shared();
        let (result, peak) = peak(|| inflater.inflate(bomb, limit).map(<[u8]>::len));
        assert_eq!(result, Err(Error::MessageTooLarge { limit }));
        // The new and the old buffer while growing.
        assert!(peak <= 2 * limit + 1024, "{peak} bytes for a limit of {limit}");
    }
}

#[test]
fn a_deflate_bomb_in_a_frame_within_the_limit() {
    let part = BOMB.get(..60_000).unwrap();
    let mut frame = Vec::new();
    baton_wire::encode_compressed_frame(&mut frame, Opcode::Binary, part, None);
    let mut reader = Reader::new(Role::Client, LIMITS, Some(Inflater::shared()));
    let (result, peak) = peak(|| reader.feed(&frame));
    assert_eq!(result, Err(Error::MessageTooLarge { limit: 65_536 }));
    assert!(peak < 4 * 65_536, "{peak} bytes");
}

#[test]
fn a_large_message_leaves_no_large_buffer() {
    let limits = Limits { message_bytes: 8 << 20, ..LIMITS };
    let mut scratch = Vec::new();
    let message = vec![b'a'; 8 << 20];
    let compressed = Deflater::shared(6).compress(&message, &mut scratch).unwrap().to_vec();
    let mut frame = Vec::new();
    baton_wire::encode_compressed_frame(&mut frame, Opcode::Binary, &compressed, None);
    for inflater in [Inflater::shared(), Inflater::with_takeover()] {
        let mut reader = Reader::new(Role::Client, limits, Some(inflater));
        let before = HELD.get().0;
        reader.feed(&frame).unwrap();
        assert_eq!(reader.events.len(), 1);
        reader.events.clear();
        assert!(HELD.get().0 - before < 70_000);
    }
}

#[test]
#[cfg(feature = "std")] // without it zlib-rs takes its memory past this allocator
fn streams_use_the_memory_that_is_documented() {
    let (_inflater, inflater) = peak(Inflater::with_takeover);
    let (_deflater, deflater) = peak(|| Deflater::with_takeover(15, 6));
    assert!(inflater <= 48 << 10, "an inflater takes {inflater} bytes");
    assert!(deflater <= 372 << 10, "a deflater takes {deflater} bytes");
}

#[test]
fn heads_take_no_more_than_their_limits() {
    for head in [
        "GET / HTTP/1.1\r\n".to_owned() + &"a: b\r\n".repeat(5000),
        "GET / HTTP/1.1\r\na: ".to_owned() + &"b".repeat(1 << 20),
        "GET /".to_owned() + &"x".repeat(1 << 20),
        "\r\n".repeat(1 << 19),
    ] {
        let (result, peak) = peak(|| handshake::parse_request(head.as_bytes()).map(|head| head.is_some()));
        assert_eq!(result.map_err(|refused| refused.status()), Err(431), "{}", head.get(..20).unwrap());
        assert_eq!(peak, 0);
    }
}
