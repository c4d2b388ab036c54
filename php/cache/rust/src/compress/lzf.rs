//! LZF: literal runs, and references to what was written within the last 8 KiB.
//!
//! A control byte below 32 is followed by so many literal bytes and one more. Any other has the length of a reference in
//! its upper three bits (7: one more byte adds to it), and the upper five bits of a distance in its lower ones, whose lower
//! eight bits come last. Length and distance are written less 2 and less 1.
//!
//! No kept crate has it: `lzf` is deprecated by its author.

use std::iter;

/// The longest run of literals.
const MOST_LITERALS: usize = 32;
/// The longest and shortest references.
const MOST_COPIED: usize = 7 + 255 + 2;
const LEAST_COPIED: usize = 3;
/// The furthest reference.
const MOST_BACK: usize = 1 << 13;
/// Places are remembered under at most 13 bits of a hash of three bytes: 32 KiB, which stay in the first cache.
const MOST_HASH_BITS: u32 = 13;

/// PhpRedis's margin: literals alone take one byte in 33 more, which is less than one in 25 and 128.
pub(super) const fn bound(len: usize) -> usize {
    let share = len / 25;
    len + if share > 128 { share } else { 128 }
}

/// Compresses; `None` if there is no room, or nothing to do.
pub(super) fn compress(value: &[u8], to: &mut [u8]) -> Option<usize> {
    if value.is_empty() {
        return None;
    }
    // A short value has few places: clearing the whole table would take longer than compressing it.
    let bits = (value.len().ilog2() + 1).min(MOST_HASH_BITS);
    let mut places = vec![0_u32; 1 << bits];
    let mut out = Out { to, len: 0 };
    let (mut at, mut literals) = (0, 0);
    while let Some(&[a, b, c]) = value.get(at..at + LEAST_COPIED) {
        let hash = u32::from_le_bytes([a, b, c, 0]).wrapping_mul(0x9e37_79b1) >> (32 - bits);
        let place = places.get_mut(hash as usize)?;
        // 0 is for none: places count from 1.
        let found = (*place as usize).wrapping_sub(1);
        *place = u32::try_from(at + 1).ok()?;
        let len = match at.checked_sub(found) {
            Some(1..=MOST_BACK) => same(value, found, at),
            _ => 0,
        };
        if len < LEAST_COPIED {
            at += 1;
            continue;
        }
        out.literals(value.get(literals..at)?)?;
        out.reference(at - found, len)?;
        at += len;
        literals = at;
    }
    out.literals(value.get(literals..)?)?;
    Some(out.len)
}

/// How many bytes from `found` on are the same as from `at` on.
fn same(value: &[u8], found: usize, at: usize) -> usize {
    let most = MOST_COPIED.min(value.len() - at);
    let earlier = value.get(found..found + most).unwrap_or_default();
    let later = value.get(at..at + most).unwrap_or_default();
    // Eight at a time as long as they are the same, and then one by one.
    let words = iter::zip(earlier.chunks_exact(8), later.chunks_exact(8));
    let whole = 8 * words.take_while(|(one, other)| one == other).count();
    let rest = iter::zip(earlier.iter().skip(whole), later.iter().skip(whole));
    whole + rest.take_while(|(one, other)| one == other).count()
}

struct Out<'a> {
    to: &'a mut [u8],
    len: usize,
}

impl Out<'_> {
    fn put(&mut self, bytes: &[u8]) -> Option<()> {
        let end = self.len + bytes.len();
        self.to.get_mut(self.len..end)?.copy_from_slice(bytes);
        self.len = end;
        Some(())
    }

    fn literals(&mut self, bytes: &[u8]) -> Option<()> {
        for run in bytes.chunks(MOST_LITERALS) {
            self.put(&[u8::try_from(run.len() - 1).ok()?])?;
            self.put(run)?;
        }
        Some(())
    }

    fn reference(&mut self, back: usize, len: usize) -> Option<()> {
        let [low, high, ..] = (back - 1).to_le_bytes();
        match (len - 2).checked_sub(7) {
            None => self.put(&[u8::try_from(len - 2).ok()? << 5 | high, low]),
            Some(more) => self.put(&[7 << 5 | high, u8::try_from(more).ok()?, low]),
        }
    }
}

/// What stands next in a compressed stream.
enum Step<'a> {
    Literals(&'a [u8]),
    Reference { back: usize, len: usize },
}

/// The next step, and what is behind it; `None` if there is none.
fn step(compressed: &[u8]) -> Option<(Step<'_>, &[u8])> {
    let (&control, rest) = compressed.split_first()?;
    if usize::from(control) < MOST_LITERALS {
        let (run, rest) = rest.split_at_checked(usize::from(control) + 1)?;
        return Some((Step::Literals(run), rest));
    }
    let (len, rest) = match control >> 5 {
        7 => rest.split_first().map(|(more, rest)| (7 + usize::from(*more), rest))?,
        len => (usize::from(len), rest),
    };
    let (&low, rest) = rest.split_first()?;
    let back = (usize::from(control & 31) << 8 | usize::from(low)) + 1;
    Some((Step::Reference { back, len: len + 2 }, rest))
}

/// The sum of all steps, if they are a stream. It takes a look at each control byte and copies nothing, and saves growing a
/// buffer by trial.
pub(super) fn decompressed_len(mut compressed: &[u8]) -> Option<usize> {
    let mut len = 0_usize;
    while !compressed.is_empty() {
        let (step, rest) = step(compressed)?;
        len += match step {
            Step::Literals(run) => run.len(),
            Step::Reference { back, .. } if back > len => return None,
            Step::Reference { len, .. } => len,
        };
        compressed = rest;
    }
    // liblzf writes nothing for nothing.
    (len > 0).then_some(len)
}

/// Decompresses; `None` if it is no stream, or there is no room.
pub(super) fn decompress(mut compressed: &[u8], to: &mut [u8]) -> Option<usize> {
    let mut at = 0;
    while !compressed.is_empty() {
        let (step, rest) = step(compressed)?;
        match step {
            Step::Literals(run) => {
                to.get_mut(at..at + run.len())?.copy_from_slice(run);
                at += run.len();
            }
            Step::Reference { back, len } => {
                copy_back(to, at, back, len)?;
                at += len;
            }
        }
        compressed = rest;
    }
    Some(at)
}

/// A reference may reach into what it writes: then it repeats.
fn copy_back(to: &mut [u8], at: usize, back: usize, len: usize) -> Option<()> {
    let from = at.checked_sub(back)?;
    let room = to.get_mut(from..at + len)?;
    if back >= len {
        room.copy_within(..len, back);
    } else {
        for index in back..room.len() {
            let byte = *room.get(index - back)?;
            *room.get_mut(index)? = byte;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_as_liblzf_writes_it() {
        // "aaaaaaaaaa": one literal, and the nine behind it copied from one byte back.
        let stream = [0, b'a', 0xe0, 0, 0];
        assert_eq!(decompressed_len(&stream), Some(10));
        let mut to = [0; 10];
        assert_eq!(decompress(&stream, &mut to), Some(10));
        assert_eq!(&to, b"aaaaaaaaaa");
        let mut compressed = [0; 200];
        let len = compress(b"aaaaaaaaaa", &mut compressed).unwrap();
        assert_eq!(compressed[..len], stream);
    }

    #[test]
    fn what_is_no_stream() {
        for bytes in
            [&b""[..], &[0], &[31, 1], &[32, 0], &[0, b'a', 32, 1], &[0, b'a', 0xe0, 0], &[0, b'a', 32]]
        {
            assert_eq!(decompressed_len(bytes), None, "{bytes:?}");
            let mut to = [0; 100];
            assert!(bytes.is_empty() || decompress(bytes, &mut to).is_none(), "{bytes:?}");
        }
    }

    #[test]
    fn it_is_as_small_as_it_should_be() {
        let text = b"The quick brown fox jumps over the lazy dog. ".repeat(100);
        let mut to = vec![0; bound(text.len())];
        assert!(compress(&text, &mut to).unwrap() < text.len() / 30);
    }
}
