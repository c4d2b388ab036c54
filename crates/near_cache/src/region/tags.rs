//! The slots of a bucket whose tags match, all seven at once.
//!
//! Which of them it is nobody can foresee: a branch for each costs more than all the rest of a hit. On x86-64 the
//! whole line is compared by two instructions. What this says is a hint, the slot itself is read as a word afterwards.
#![allow(unsafe_code, reason = "it reads a line that other processes write")]

use crate::bucket::Bucket;

/// See [`Bucket::matching`], the plain twin.
#[inline]
pub(crate) fn matching(bucket: &Bucket, tag: u16) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    return matching_at_once(bucket, tag);
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    bucket.matching(tag)
}

/// Takes the upper half of each word of the line, compares every 16 bits of these with the tag, and keeps the bits of those that are a
/// slot's highest.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
fn matching_at_once(bucket: &Bucket, tag: u16) -> u32 {
    /// Of two bits the higher, but for the counters, which come first.
    const TAGS: u32 = 0xAAA8;
    let found: u32;
    // SAFETY: the 64 bytes are the bucket's and aligned to 64. Nothing is written.
    unsafe {
        core::arch::asm!(
            "movd {t}, {tag:e}",
            "pshuflw {t}, {t}, 0",
            "punpcklqdq {t}, {t}",
            "movaps {a}, [{line}]",
            "movaps {b}, [{line} + 32]",
            "shufps {a}, [{line} + 16], 0xDD",
            "shufps {b}, [{line} + 48], 0xDD",
            "pcmpeqw {a}, {t}",
            "pcmpeqw {b}, {t}",
            "packsswb {a}, {b}",
            "pmovmskb {found:e}, {a}",
            line = in(reg) core::ptr::from_ref(bucket),
            tag = in(reg) u32::from(tag),
            t = out(xmm_reg) _,
            a = out(xmm_reg) _,
            b = out(xmm_reg) _,
            found = out(reg) found,
            options(nostack, preserves_flags, readonly),
        );
    }
    found & TAGS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bucket::{SLOTS, Slot, first_of};

    #[test]
    fn the_whole_line_and_its_plain_twin_agree() {
        let mut dice = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let bucket = Bucket::new();
            let tags: Vec<u16> = (0..SLOTS).map(|_| dice.u16(..3)).collect();
            for (index, tag) in tags.iter().enumerate() {
                bucket.link(index, Slot::new(*tag, dice.u16(..3), (dice.u32(..3) << 16) | 1));
            }
            let mut mask = matching(&bucket, 1);
            assert_eq!(mask, bucket.matching(1));
            for index in (0..SLOTS).filter(|index| tags[*index] == 1) {
                assert_eq!(first_of(mask), index);
                mask &= mask - 1;
            }
            assert_eq!(mask, 0);
        }
    }
}
