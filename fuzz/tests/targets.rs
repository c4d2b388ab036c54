//! Each target over its seeds (`fuzz/seeds/TARGET.txt`, an input in base64 on each line), and then over changes of them for
//! `FUZZ_SECONDS` (2 unless set). `make fuzz` looks longer, guided by coverage and under the address sanitizer.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test

use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use baton_fuzz::{Target, target};
use fastrand::Rng;

/// Longer inputs find little and take the time of many short ones.
const LONGEST: usize = 4096;

/// Bytes at which lengths, signs and encodings change.
const EDGES: [u8; 12] = [0, 1, 9, 10, 13, 0x7d, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff];

macro_rules! tests {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() { fuzz(stringify!($name)); })*
    };
}

tests! {
    event_stream hook_answer hub_operations near_cache pg_json pgoutput phoenix postgres_filter pusher_api pusher_message reactor_tls
    resp_reply wire_decode wire_inflate wire_request_head wire_single wire_upgrade
}

#[test]
fn every_target_is_tested_and_has_seeds() {
    assert!(baton_fuzz::TARGETS.iter().map(|(name, _)| *name).eq(NAMES.iter().copied()));
    for name in NAMES {
        assert!(!seeds(name).is_empty(), "{name} has no seeds: run `tools/fuzz --keep {name}`");
    }
}

fn fuzz(name: &str) {
    let target = target(name).unwrap();
    let seeds = seeds(name);
    for seed in &seeds {
        run(target, seed);
    }
    let words = words(name);
    let mut dice = Rng::new();
    let until = Instant::now() + duration();
    while Instant::now() < until {
        let mut input = dice.choice(&seeds).cloned().unwrap_or_default();
        for _ in 0..dice.u8(1..8) {
            change(&mut input, &seeds, &words, &mut dice);
        }
        input.truncate(LONGEST);
        run(target, &input);
    }
}

fn duration() -> Duration {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(2))
}

/// One input, which is printed where it makes the target panic.
fn run(target: Target, input: &[u8]) {
    struct Printed<'a>(&'a [u8]);
    impl Drop for Printed<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                println!("the input, for fuzz/seeds: {}", BASE64.encode(self.0));
            }
        }
    }
    let printed = Printed(input);
    target(printed.0);
}

/// One change, of those that libFuzzer makes.
fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[Vec<u8>], dice: &mut Rng) {
    let at = dice.usize(..=input.len());
    match dice.u8(..8) {
        0 => insert(input, at, &[dice.u8(..)]),
        1 => insert(input, at, &[*dice.choice(&EDGES).unwrap()]),
        2 => drop(input.drain(at..(at + dice.usize(..16)).min(input.len()))),
        3 => {
            let piece = input[at..(at + dice.usize(..64)).min(input.len())].to_vec();
            insert(input, at, &piece);
        }
        4 => {
            let other = dice.choice(seeds).map_or(&[][..], Vec::as_slice);
            input.truncate(at);
            input.extend_from_slice(&other[dice.usize(..=other.len())..]);
        }
        5 => insert(input, at, dice.choice(words).map_or(&[][..], Vec::as_slice)),
        kind => {
            if let Some(byte) = input.get_mut(at) {
                *byte = if kind == 6 { *byte ^ 1 << dice.u8(..8) } else { *dice.choice(&EDGES).unwrap() };
            }
        }
    }
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    input.splice(at..at, bytes.iter().copied());
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let text = read(&format!("seeds/{name}.txt"));
    text.lines().map(|line| BASE64.decode(line).expect("a seed is base64")).collect()
}

/// The words of the dictionary that the target's kind has, in libFuzzer's form: a quoted string with `\xNN` on each line.
fn words(name: &str) -> Vec<Vec<u8>> {
    let kind = match name {
        "wire_request_head" | "wire_upgrade" => "http",
        "phoenix" => "phoenix",
        "event_stream" | "pusher_message" | "pusher_api" => "pusher",
        "postgres_filter" => "postgres",
        _ => return Vec::new(),
    };
    let text = read(&format!("dictionaries/{kind}.dict"));
    let quoted = text.lines().filter_map(|line| line.split_once('"')?.1.strip_suffix('"'));
    quoted.map(unescape).collect()
}

fn unescape(word: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), word.as_bytes());
    while let [byte, behind @ ..] = rest {
        rest = behind;
        match (byte, behind) {
            (b'\\', [b'x', high, low, behind @ ..]) => {
                let digits = [*high, *low];
                let digits = str::from_utf8(&digits).expect("ASCII");
                bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
                rest = behind;
            }
            (b'\\', [escaped, behind @ ..]) => {
                bytes.push(*escaped);
                rest = behind;
            }
            _ => bytes.push(*byte),
        }
    }
    bytes
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_default()
}
