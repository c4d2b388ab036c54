//! Time per frame of the codec, in nanoseconds.
//!
//! ```text
//! cargo run --release -p baton-wire --example codec_speed
//! ```
//!
//! Frames lie side by side in one buffer of up to 64 KiB, as a read under load brings them, and are decoded (or
//! encoded) one after another. Each figure is the best of 15 rounds: what else the machine does can only add to
//! it. Decoding unmasks in place, so the buffer is restored before each round, outside of the time measured.

use std::hint::black_box;
use std::time::Instant;

use baton_wire::{DecodeContext, Decoder, Event, Limits, Opcode, Role, encode_frame};

const ROUNDS: usize = 15;
const FRAMES_PER_ROUND: usize = 400_000;
const BUFFER: usize = 64 * 1024;
const KEY: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

fn main() {
    println!("{:<34}{:>8}{:>8}{:>8}", "ns per frame", "64 B", "130 B", "1024 B");
    let ascii = |length| vec![b'a'; length];
    let mixed = |length| "abcdefgé".bytes().cycle().take(length - 2).chain("ü".bytes()).collect();
    type Filling<'a> = &'a dyn Fn(usize) -> Vec<u8>;
    let rows: [(&str, &dyn Fn(usize) -> f64); 8] = [
        ("encode text, server", &|length| encode(&ascii(length), None)),
        ("encode text, client (masks)", &|length| encode(&ascii(length), Some(KEY))),
        ("decode text, ASCII, server", &|length| decode(Opcode::Text, &ascii(length), Role::Server)),
        ("decode text, 1 in 8 not ASCII", &|length| {
            let filling: Filling<'_> = &mixed;
            decode(Opcode::Text, &valid(filling(length)), Role::Server)
        }),
        ("decode binary, server", &|length| decode(Opcode::Binary, &ascii(length), Role::Server)),
        ("decode text, ASCII, client", &|length| decode(Opcode::Text, &ascii(length), Role::Client)),
        ("decode binary, client", &|length| decode(Opcode::Binary, &ascii(length), Role::Client)),
        ("decode ping, server", &|length| decode(Opcode::Ping, &ascii(length.min(125)), Role::Server)),
    ];
    for (name, measure) in rows {
        print!("{name:<34}");
        for length in [64, 130, 1024] {
            print!("{:>8.1}", measure(length));
        }
        println!();
    }
}

/// Cuts what `take` left of a character before the last one.
fn valid(bytes: Vec<u8>) -> Vec<u8> {
    String::from_utf8_lossy(&bytes).replace('\u{fffd}', "x").into_bytes()
}

fn encode(payload: &[u8], mask: Option<[u8; 4]>) -> f64 {
    let mut out = Vec::with_capacity(BUFFER + payload.len() + 14);
    best(|| {
        let start = Instant::now();
        for _ in 0..FRAMES_PER_ROUND {
            if out.len() > BUFFER {
                black_box(&out);
                out.clear();
            }
            encode_frame(&mut out, Opcode::Text, black_box(payload), mask);
        }
        start.elapsed().as_nanos()
    })
}

fn decode(opcode: Opcode, payload: &[u8], role: Role) -> f64 {
    let mask = (role == Role::Server).then_some(KEY);
    let mut clean = Vec::new();
    let mut frames = 0;
    while clean.len() + payload.len() < BUFFER {
        encode_frame(&mut clean, opcode, payload, mask);
        frames += 1;
    }
    let mut input = clean.clone();
    let limits = Limits::default();
    best(|| {
        let mut nanoseconds = 0;
        for _ in 0..FRAMES_PER_ROUND / frames {
            input.copy_from_slice(&clean);
            let start = Instant::now();
            assert_eq!(decode_all(&mut input, role, &limits), frames);
            nanoseconds += start.elapsed().as_nanos();
        }
        nanoseconds * FRAMES_PER_ROUND as u128 / (FRAMES_PER_ROUND / frames * frames) as u128
    })
}

#[inline(never)]
fn decode_all(input: &mut [u8], role: Role, limits: &Limits) -> usize {
    let mut decoder = Decoder::new(role, false);
    let mut at = 0;
    let mut count = 0;
    loop {
        let mut cx = DecodeContext { limits, inflater: None };
        let Ok(decoded) = decoder.decode(&mut input[at..], &mut cx) else { return 0 };
        at += decoded.consumed;
        match decoded.event {
            Some(Event::Text(text)) => count += usize::from(!black_box(text).is_empty()),
            Some(Event::Binary(bytes) | Event::Ping(bytes)) => {
                count += usize::from(!black_box(bytes).is_empty())
            }
            _ => return count,
        }
    }
}

/// Nanoseconds per frame in the best round.
fn best(mut round: impl FnMut() -> u128) -> f64 {
    let nanoseconds = (0..ROUNDS).map(|_| round()).min().unwrap_or_default();
    nanoseconds as f64 / FRAMES_PER_ROUND as f64
}
