//! Masking (RFC 6455 section 5.3), fused with the search for non-ASCII bytes that text needs
//! anyway.
//!
//! A masked text costs one pass over its bytes: XOR with the repeated key, and OR of all results. If no result
//! had its high bit set, the text is ASCII and so valid UTF-8, which is most of what JSON protocols send; only
//! otherwise does a second pass validate. The pass is written over blocks of fixed size, which the compiler
//! turns into vector instructions: SSE2 or NEON as the target's baseline, and AVX2 where the `std` feature can
//! ask the processor. [`unmask_bytewise`] is the definition, one byte at a time, that tests compare with.
//!
//! [`unmask_into`] does the same while copying from one buffer into another, for a caller whose
//! input must not change and whose output is uninitialised memory.

#![allow(unsafe_code)]

#[cfg(test)]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

use crate::utf8;

/// Bytes per step of the wide loop: two AVX2 registers, four of SSE2 or NEON.
const BLOCK: usize = 64;

/// From this length on the AVX2 variant is worth the call, which cannot be inlined.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
const WORTH_A_CALL: usize = 256;

/// Applies the mask in place; applying it twice restores the bytes.
#[inline]
pub fn unmask(bytes: &mut [u8], key: [u8; 4]) {
    unmask_high_bits(bytes, key);
}

/// Unmasks a whole text in place and validates it; `None` if it is not UTF-8.
#[inline]
pub fn unmask_text(bytes: &mut [u8], key: [u8; 4]) -> Option<&str> {
    if unmask_high_bits(bytes, key) < 0x80 {
        // SAFETY: the OR of all bytes has no high bit, so every byte is ASCII, which is valid UTF-8.
        return Some(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    utf8::validate(bytes)
}

/// Copies bytes unchanged into memory that need not be initialised, and returns that memory as
/// initialised bytes. `None`, and nothing is written, if the lengths differ.
#[inline]
pub(crate) fn copy_into<'a>(to: &'a mut [MaybeUninit<u8>], from: &[u8]) -> Option<&'a mut [u8]> {
    if to.len() != from.len() {
        return None;
    }
    // SAFETY: an initialised byte is a valid `MaybeUninit` byte, and it is only read.
    to.copy_from_slice(unsafe { &*(core::ptr::from_ref(from) as *const [MaybeUninit<u8>]) });
    // SAFETY: all of `to` was just written.
    Some(unsafe { &mut *(core::ptr::from_mut(to) as *mut [u8]) })
}

/// The same, unmasked.
#[inline]
pub fn unmask_into<'a>(to: &'a mut [MaybeUninit<u8>], from: &[u8], key: [u8; 4]) -> Option<&'a mut [u8]> {
    if to.len() != from.len() {
        return None;
    }
    copy_high_bits(to, from, key);
    // SAFETY: `copy_high_bits` writes as many bytes of `to` as `from` has, and so all of them.
    Some(unsafe { &mut *(core::ptr::from_mut(to) as *mut [u8]) })
}

/// The same for a whole text, which is validated on the way; `None` also if it is not UTF-8.
#[inline]
pub fn unmask_text_into<'a>(to: &'a mut [MaybeUninit<u8>], from: &[u8], key: [u8; 4]) -> Option<&'a str> {
    if to.len() != from.len() {
        return None;
    }
    let seen = copy_high_bits(to, from, key);
    // SAFETY: `copy_high_bits` writes as many bytes of `to` as `from` has, and so all of them.
    let bytes = unsafe { &*(core::ptr::from_ref(to) as *const [u8]) };
    if seen < 0x80 {
        // SAFETY: the OR of all bytes has no high bit, so every byte is ASCII, which is valid UTF-8.
        return Some(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    utf8::validate(bytes)
}

/// The key to continue with after `done` bytes of a payload were unmasked.
#[inline]
pub(crate) fn rotated(key: [u8; 4], done: usize) -> [u8; 4] {
    let [low, ..] = done.to_le_bytes(); // the bytes above it are divisible by four
    // As an array it would be rotated by a call.
    u32::from_le_bytes(key).rotate_right(u32::from(low % 4) * 8).to_le_bytes()
}

/// The definition: byte `i` of the payload is XORed with byte `i mod 4` of the key. Returns the OR of all
/// unmasked bytes.
pub fn unmask_bytewise(bytes: &mut [u8], key: [u8; 4]) -> u8 {
    let mut seen = 0;
    for (byte, key) in bytes.iter_mut().zip(key.into_iter().cycle()) {
        *byte ^= key;
        seen |= *byte;
    }
    seen
}

#[inline]
fn unmask_high_bits(bytes: &mut [u8], key: [u8; 4]) -> u8 {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if bytes.len() >= WORTH_A_CALL && std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, as was just asked.
        return unsafe { unmask_avx2(bytes, key) };
    }
    unmask_blocks(bytes, key)
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn unmask_avx2(bytes: &mut [u8], key: [u8; 4]) -> u8 {
    unmask_blocks(bytes, key)
}

/// The wide loop. Inlined into each caller so that it is compiled for that caller's instructions.
#[inline(always)]
fn unmask_blocks(bytes: &mut [u8], key: [u8; 4]) -> u8 {
    let word = u32::from_ne_bytes(key);
    let wide = u64::from(word) << 32 | u64::from(word);
    let (blocks, rest) = bytes.as_chunks_mut::<BLOCK>();
    let mut seen = [0u64; BLOCK / 8];
    for block in blocks {
        let (words, _) = block.as_chunks_mut::<8>();
        for (word, seen) in words.iter_mut().zip(&mut seen) {
            let plain = u64::from_ne_bytes(*word) ^ wide;
            *word = plain.to_ne_bytes();
            *seen |= plain;
        }
    }
    let seen = seen.into_iter().fold(0, |all, one| all | one);
    high_bits(seen) | unmask_short(rest, key, wide)
}

/// The rest after the blocks: whole words, then at most seven bytes.
#[inline(always)]
fn unmask_short(bytes: &mut [u8], key: [u8; 4], wide: u64) -> u8 {
    let (words, rest) = bytes.as_chunks_mut::<8>();
    let mut seen = 0;
    for word in words {
        let plain = u64::from_ne_bytes(*word) ^ wide;
        *word = plain.to_ne_bytes();
        seen |= plain;
    }
    high_bits(seen) | unmask_bytewise(rest, key)
}

/// Copies to a place of the same length, all of which is written.
#[inline]
fn copy_high_bits(to: &mut [MaybeUninit<u8>], from: &[u8], key: [u8; 4]) -> u8 {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if from.len() >= WORTH_A_CALL && std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, as was just asked.
        return unsafe { copy_avx2(to, from, key) };
    }
    copy_blocks(to, from, key)
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn copy_avx2(to: &mut [MaybeUninit<u8>], from: &[u8], key: [u8; 4]) -> u8 {
    copy_blocks(to, from, key)
}

/// [`unmask_blocks`] from one buffer into another of the same length. What the blocks leave is done in steps that end
/// where the bytes end, and so overlap with what was done before: here, other than in place, that does no harm.
#[inline(always)]
fn copy_blocks(to: &mut [MaybeUninit<u8>], from: &[u8], key: [u8; 4]) -> u8 {
    let (Some(to_last), Some(last)) = (to.last_chunk_mut(), from.last_chunk()) else {
        return copy_few(to, from, key);
    };
    let mut seen = copy_step(to_last, last, rotated(key, from.len()));
    let (blocks, rest) = from.as_chunks::<BLOCK>();
    let (to_blocks, to_rest) = to.as_chunks_mut::<BLOCK>();
    let ((to_steps, _), (steps, _)) = (to_rest.as_chunks_mut(), rest.as_chunks());
    for (to, step) in to_steps.iter_mut().zip(steps) {
        seen |= copy_step(to, step, key);
    }
    copy_whole_blocks(to_blocks, blocks, key) | if seen & HIGH_BITS != 0 { 0x80 } else { 0 }
}

/// Short words instead of steps: of these the compiler makes vectors.
#[inline(always)]
fn copy_whole_blocks(to: &mut [[MaybeUninit<u8>; BLOCK]], blocks: &[[u8; BLOCK]], key: [u8; 4]) -> u8 {
    let mut seen = [0u32; BLOCK / 4];
    for (to, block) in to.iter_mut().zip(blocks) {
        let ((to, _), (words, _)) = (to.as_chunks_mut::<4>(), block.as_chunks::<4>());
        for ((to, word), seen) in to.iter_mut().zip(words).zip(&mut seen) {
            let plain = u32::from_ne_bytes(*word) ^ u32::from_ne_bytes(key);
            *to = plain.to_ne_bytes().map(MaybeUninit::new);
            *seen |= plain;
        }
    }
    high_bits(seen.into_iter().fold(0, |all, one| all | one).into())
}

/// Less than a step.
#[inline]
fn copy_few(to: &mut [MaybeUninit<u8>], from: &[u8], key: [u8; 4]) -> u8 {
    if let (Some(to_last), Some(last)) = (to.last_chunk_mut(), from.last_chunk()) {
        let mut seen = copy_word(to_last, last, rotated(key, from.len()));
        if let (Some(to), Some(first)) = (to.first_chunk_mut(), from.first_chunk()) {
            seen |= copy_word(to, first, key);
        }
        return high_bits(seen);
    }
    let [a, b, c, d] = key;
    let mut seen = 0;
    for ((to, from), key) in to.iter_mut().zip(from).zip([a, b, c, d, a, b, c]) {
        seen |= *to.write(from ^ key);
    }
    seen
}

const STEP: usize = 16;

const HIGH_BITS: u128 = u128::from_ne_bytes([0x80; STEP]);

#[inline(always)]
fn copy_step(to: &mut [MaybeUninit<u8>; STEP], from: &[u8; STEP], key: [u8; 4]) -> u128 {
    let key = u128::from(u32::from_ne_bytes(key));
    let plain = u128::from_ne_bytes(*from) ^ (key | key << 32 | key << 64 | key << 96);
    let bytes = plain.to_ne_bytes();
    // SAFETY: initialised bytes may be read as ones that need not be. (`map` over sixteen is compiled byte by byte.)
    *to = unsafe { (&raw const bytes).cast::<[MaybeUninit<u8>; STEP]>().read() };
    plain
}

#[inline(always)]
fn copy_word(to: &mut [MaybeUninit<u8>; 8], from: &[u8; 8], key: [u8; 4]) -> u64 {
    let key = u64::from(u32::from_ne_bytes(key));
    let plain = u64::from_ne_bytes(*from) ^ (key | key << 32);
    *to = plain.to_ne_bytes().map(MaybeUninit::new);
    plain
}

/// 0x80 if any of the eight bytes has its high bit set.
#[inline(always)]
const fn high_bits(word: u64) -> u8 {
    if word & 0x8080_8080_8080_8080 != 0 { 0x80 } else { 0 }
}

/// A room for a test to write to and to read afterwards, which only what is initialised can be.
#[cfg(test)]
pub(crate) fn with_room(
    length: usize,
    write: impl FnOnce(&mut [MaybeUninit<u8>]) -> bool,
) -> Option<Vec<u8>> {
    let mut room = alloc::vec![0x55; length];
    // SAFETY: an initialised byte is a valid `MaybeUninit` byte, and no uninitialised ones are
    // written here.
    write(unsafe { &mut *(core::ptr::from_mut(&mut room[..]) as *mut [MaybeUninit<u8>]) }).then_some(room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use proptest::prelude::*;

    #[test]
    fn the_example_of_rfc_6455() {
        let mut bytes = [0x7f, 0x9f, 0x4d, 0x51, 0x58];
        assert_eq!(unmask_text(&mut bytes, [0x37, 0xfa, 0x21, 0x3d]), Some("Hello"));
    }

    /// A copy through memory of which nothing was written before.
    fn copied(from: &[u8], key: [u8; 4]) -> (Vec<u8>, bool) {
        let mut to = alloc::vec![MaybeUninit::uninit(); from.len()];
        let is_text = unmask_text_into(&mut to, from, key).is_some();
        (unmask_into(&mut to, from, key).unwrap().to_vec(), is_text)
    }

    #[test]
    fn a_copy_needs_as_much_room_as_it_has_bytes() {
        let mut room = [MaybeUninit::uninit(); 4];
        assert_eq!(unmask_into(&mut room, b"three", [0; 4]), None);
        assert_eq!(unmask_text_into(&mut room, b"two", [0; 4]), None);
        assert_eq!(unmask_text_into(&mut room, b"four", [0; 4]), Some("four"));
    }

    #[test]
    fn one_high_bit_at_any_place_is_seen() {
        for length in [1, 7, 8, 63, 64, 65, 127, 130, 255, 256, 257, 400] {
            for at in 0..length {
                let mut bytes: Vec<u8> = core::iter::repeat_n(b'a', length).collect();
                *bytes.get_mut(at).unwrap() = 0xff;
                assert!(!copied(&bytes, [0; 4]).1, "{at} of {length}");
                assert_eq!(unmask_text(&mut bytes, [0; 4]), None, "{at} of {length}");
            }
        }
    }

    proptest! {
        #[test]
        fn every_variant_equals_the_definition(
            bytes in proptest::collection::vec(any::<u8>(), 0..1500), key: [u8; 4], skip in 0usize..9
        ) {
            let bytes = bytes.get(skip.min(bytes.len())..).unwrap();
            let mut expected = bytes.to_vec();
            let seen = unmask_bytewise(&mut expected, key);
            type Variant = fn(&mut [u8], [u8; 4]) -> u8;
            for variant in [unmask_high_bits as Variant, |b, k| unmask_blocks(b, k)] {
                let mut actual = bytes.to_vec();
                prop_assert_eq!(variant(&mut actual, key) & 0x80, seen & 0x80);
                prop_assert_eq!(&actual, &expected);
            }
            type Copy = fn(&mut [MaybeUninit<u8>], &[u8], [u8; 4]) -> u8;
            for copy in [copy_high_bits as Copy, |t, f, k| copy_blocks(t, f, k)] {
                let mut to = alloc::vec![MaybeUninit::new(0x55); bytes.len()];
                prop_assert_eq!(copy(&mut to, bytes, key) & 0x80, seen & 0x80);
                prop_assert_eq!(copied(bytes, key).0, &expected[..]);
            }
        }

        #[test]
        fn text_is_validated_as_the_standard_library_does(
            text in any::<String>(), key: [u8; 4], damage in proptest::option::of((any::<usize>(), any::<u8>()))
        ) {
            let mut plain = text.into_bytes();
            if let Some((at, value)) = damage && !plain.is_empty() {
                let at = at % plain.len();
                *plain.get_mut(at).unwrap() = value;
            }
            let mut masked = plain.clone();
            unmask_bytewise(&mut masked, key);
            let expected = core::str::from_utf8(&plain).ok();
            prop_assert_eq!(copied(&masked, key), (plain.clone(), expected.is_some()));
            prop_assert_eq!(unmask_text(&mut masked, key), expected);
        }

        #[test]
        fn a_payload_in_pieces_is_unmasked_like_a_whole(
            bytes in proptest::collection::vec(any::<u8>(), 0..300), key: [u8; 4], at in 0usize..300
        ) {
            let mut whole = bytes.clone();
            unmask(&mut whole, key);
            let mut pieces = bytes;
            let at = at.min(pieces.len());
            let (first, second) = pieces.split_at_mut(at);
            unmask(first, key);
            unmask(second, rotated(key, at));
            prop_assert_eq!(pieces, whole);
        }
    }
}
