//! Bytes out of the region and into it, while others may write them.
//!
//! A reader copies first and learns afterwards whether what it copied was whole. A plain copy would be a data race then,
//! whatever is done with the result; so words are read as relaxed atomics. Long values are copied by instructions of
//! our own on x86-64, sixteen bytes at a time, since the compiler never joins atomic words: to the language that is
//! as opaque as another process.
#![allow(unsafe_code, reason = "words of memory that other processes write")]

use core::sync::atomic::{AtomicU64, Ordering};

use super::Region;

/// From here on the wide copy is worth its start.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const WIDE: usize = 64;

impl Region {
    #[inline]
    fn spans(&self, at: usize, len: usize) -> bool {
        at.is_multiple_of(8)
            && at <= self.len()
            && len.div_ceil(8).checked_mul(8).is_some_and(|all| all <= self.len() - at)
    }

    /// Copies `len` bytes at `at`, which is a multiple of 8, to `to`. False if they are not within the region.
    ///
    /// # Safety
    /// `to` must be writable for `len` bytes, and not within the region.
    #[inline]
    pub(crate) unsafe fn copy_out(&self, at: usize, to: *mut u8, len: usize) -> bool {
        if !self.spans(at, len) {
            return false;
        }
        // SAFETY: both ranges were checked, by `spans` and by the caller.
        unsafe { copy(self.readable(at), to, len) };
        true
    }

    /// Whether these bytes lie at `at`, with zeros behind to the next word's end, as [`write`](Self::write) leaves it.
    #[inline]
    pub(crate) fn holds(&self, at: usize, bytes: &[u8]) -> bool {
        // SAFETY: `spans` was asked.
        self.spans(at, bytes.len()) && unsafe { is(self.readable(at), bytes) }
    }

    /// Writes bytes at `at`, a multiple of 8, and zeros up to the next word's end. False if that is outside.
    pub(crate) fn write(&self, at: usize, bytes: &[u8]) -> bool {
        if !self.spans(at, bytes.len()) {
            return false;
        }
        for (index, chunk) in bytes.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            // SAFETY: `spans` holds for all words of it.
            let to = unsafe { &*self.writable(at + 8 * index).cast::<AtomicU64>() };
            to.store(u64::from_ne_bytes(word), Ordering::Relaxed);
        }
        true
    }

    /// The bytes at `at`, where they are within the region.
    pub(crate) fn bytes(&self, at: usize, len: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.read(at, len, &mut bytes).then_some(bytes)
    }

    /// Makes them all that a vector holds. False if they are not within the region.
    pub(crate) fn read(&self, at: usize, len: usize, to: &mut Vec<u8>) -> bool {
        if !self.spans(at, len) {
            return false;
        }
        to.resize(len, 0);
        // SAFETY: the vector has room for them.
        unsafe { self.copy_out(at, to.as_mut_ptr(), len) }
    }
}

/// A word that others may write meanwhile.
///
/// # Safety
/// It lies within the region, at a multiple of 8.
#[inline(always)]
unsafe fn word(at: *const u8) -> u64 {
    // SAFETY: the caller says so.
    unsafe { (*at.cast::<AtomicU64>()).load(Ordering::Relaxed) }
}

/// Eight bytes that others may write meanwhile: the language has no atomic for those that lie across two words.
///
/// # Safety
/// They lie within the region.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
unsafe fn unaligned(at: *const u8) -> u64 {
    let word;
    // SAFETY: the caller says so. Nothing is written.
    unsafe {
        core::arch::asm!(
            "mov {word}, [{at}]",
            at = in(reg) at,
            word = lateout(reg) word,
            options(nostack, preserves_flags, readonly),
        );
    }
    word
}

/// Whether these bytes lie at `at`, with zeros behind to the next word's end.
///
/// # Safety
/// All words of as many bytes must lie within the region, from `at` on, a multiple of 8.
#[inline(always)]
pub(crate) unsafe fn is(at: *const u8, bytes: &[u8]) -> bool {
    // SAFETY: no index is behind the last byte.
    let word = |index: usize| unsafe { word(at.add(8 * index)) };
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        // Most keys: two words, the second from where it ends.
        // SAFETY: eight bytes or more lie there.
        let last_is = || unsafe { unaligned(at.add(bytes.len() - 8)) } == u64::from_ne_bytes(*last);
        // Without `skip`, for which the compiler would call a function.
        let middle = bytes.as_chunks::<8>().0.split_first().map_or(&[][..], |(_, middle)| middle);
        return word(0) == u64::from_ne_bytes(*first)
            && last_is()
            && (bytes.len() <= 16
                || middle
                    .iter()
                    .enumerate()
                    .all(|(index, wanted)| word(1 + index) == u64::from_ne_bytes(*wanted)));
    }
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, wanted) in words.iter().enumerate() {
        if word(index) != u64::from_ne_bytes(*wanted) {
            return false;
        }
    }
    rest.is_empty() || word(words.len()) == tail(bytes, rest)
}

/// Copies `len` bytes that others may write meanwhile.
///
/// # Safety
/// `from` is a multiple of 8 and readable for all words that have some of these bytes, `to` is writable for `len` bytes, and they do
/// not overlap.
#[inline]
pub(crate) unsafe fn copy(from: *const u8, to: *mut u8, len: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if len >= WIDE {
        // SAFETY: the caller says so.
        return unsafe { copy_wide(from, to, len) };
    }
    // SAFETY: the caller says so.
    unsafe { copy_words(from, to, len) };
}

/// The plain twin of the wide copy.
///
/// # Safety
/// As for [`copy`].
#[inline]
unsafe fn copy_words(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller says that these words are readable.
    let word = |at: usize| unsafe { word(from.add(at)) };
    let mut done = 0;
    while done + 8 <= len {
        // SAFETY: eight bytes fit behind `done`.
        unsafe { to.add(done).cast::<u64>().write_unaligned(word(done)) };
        done += 8;
    }
    if done < len {
        let rest = word(done).to_ne_bytes();
        // SAFETY: less than eight bytes are left, and as many are written.
        unsafe { core::ptr::copy_nonoverlapping(rest.as_ptr(), to.add(done), len - done) };
    }
}

/// The last bytes of a key as a word, with zeros behind.
#[inline]
fn tail(bytes: &[u8], rest: &[u8]) -> u64 {
    if cfg!(target_endian = "little")
        && let Some(last) = bytes.last_chunk::<8>()
    {
        return u64::from_ne_bytes(*last) >> (64 - 8 * rest.len());
    }
    // By bytes, as a copy of unknown length is a call, around which nothing stays in registers.
    let word = rest.iter().rev().fold(0_u64, |word, byte| word << 8 | u64::from(*byte));
    u64::from_le(word)
}

/// 64 bytes a turn, and the last 64 once more where the length is no multiple.
///
/// # Safety
/// `len` is at least 64; `from` is readable and `to` writable for it, and they do not overlap.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
unsafe fn copy_wide(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: every access lies within the first `len` bytes: `{last}` is the start of the last 64.
    unsafe {
        core::arch::asm!(
            "2:",
            "movdqu {a}, [{from}]",
            "movdqu {b}, [{from} + 16]",
            "movdqu {c}, [{from} + 32]",
            "movdqu {d}, [{from} + 48]",
            "movdqu [{to}], {a}",
            "movdqu [{to} + 16], {b}",
            "movdqu [{to} + 32], {c}",
            "movdqu [{to} + 48], {d}",
            "add {from}, 64",
            "add {to}, 64",
            "cmp {from}, {last}",
            "jb 2b",
            "movdqu {a}, [{last}]",
            "movdqu {b}, [{last} + 16]",
            "movdqu {c}, [{last} + 32]",
            "movdqu {d}, [{last} + 48]",
            "movdqu [{end}], {a}",
            "movdqu [{end} + 16], {b}",
            "movdqu [{end} + 32], {c}",
            "movdqu [{end} + 48], {d}",
            from = inout(reg) from => _,
            to = inout(reg) to => _,
            last = in(reg) from.add(len - 64),
            end = in(reg) to.add(len - 64),
            a = out(xmm_reg) _,
            b = out(xmm_reg) _,
            c = out(xmm_reg) _,
            d = out(xmm_reg) _,
            options(nostack),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Memory;

    #[test]
    fn the_wide_copy_and_its_plain_twin_agree() {
        let memory = Memory::new(1 << 16);
        let region = memory.region();
        let bytes: Vec<u8> = (0..4096_u32).map(|n| (n * 7 % 251) as u8).collect();
        assert!(region.write(64, &bytes));
        for len in (0..300).chain([1000, 1023, 1024, 1025, 4095, 4096]) {
            let (mut wide, mut plain) = (vec![0xAA; len + 1], vec![0xAA; len + 1]);
            // SAFETY: both vectors have room for one byte more.
            assert!(unsafe { region.copy_out(64, wide.as_mut_ptr(), len) });
            // SAFETY: as above; the bytes lie within the region.
            unsafe { super::copy_words(region.readable(64), plain.as_mut_ptr(), len) };
            assert_eq!(wide, plain, "{len} bytes");
            assert_eq!(wide[..len], bytes[..len]);
            assert_eq!(wide[len], 0xAA, "not one byte more");
        }
    }

    #[test]
    fn a_key_is_compared_to_its_last_byte() {
        let memory = Memory::new(1 << 16);
        let region = memory.region();
        for len in 0..40_u8 {
            let key: Vec<u8> = (0..len).map(|n| n + 1).collect();
            assert!(region.write(128, &key));
            assert!(region.holds(128, &key));
            for place in 0..usize::from(len) {
                let mut other = key.clone();
                other[place] ^= 0x80;
                assert!(!region.holds(128, &other), "{len} bytes, byte {place}");
            }
        }
    }

    #[test]
    fn nothing_outside_is_touched() {
        let memory = Memory::new(4096);
        let region = memory.region();
        assert!(
            !region.write(4096, b"x")
                && !region.write(4088, b"123456789")
                && !region.write(usize::MAX - 7, b"x")
        );
        assert!(!region.holds(4090, b"") && !region.holds(4096, b"x"));
        assert!(region.bytes(4000, 97).is_none() && region.bytes(4000, usize::MAX).is_none());
        assert!(region.bytes(4000, 96).is_some());
    }
}
