//! Keys become 64 bits, under the region's secret.
//!
//! Every part of a hash is used once: the top 6 bits pick the shard, the low 32 bits the bucket, and the 16 bits above
//! these distinguish entries of a bucket. Versions and flights take bits in between; that theirs coincide with others'
//! costs a needless miss at worst.
#![allow(clippy::cast_possible_truncation, reason = "the bits that are cut off are used elsewhere")]

use rapidhash::v3::{RapidSecrets, rapidhash_v3_inline, rapidhash_v3_nano_inline};

/// Bytes of a key up to which its hash takes two multiplications and no call.
pub(crate) const SHORT_KEY: usize = 16;

/// The region's hash function. It is the same in every build, as all processes must agree.
#[derive(Debug)]
pub(crate) struct Hasher {
    secrets: RapidSecrets,
    /// Odd, so that no two spaces have the same seed.
    space: u64,
}

impl Hasher {
    pub(crate) fn new(seed: [u64; 2]) -> Self {
        Self { secrets: RapidSecrets::seed(seed[0]), space: RapidSecrets::seed(seed[1]).secrets[0] | 1 }
    }

    /// The hash of a key in a space: each space has a seed of its own, which is not known either. That of a short key is worked out in
    /// line.
    #[inline(always)]
    pub(crate) fn hash(&self, space: u64, key: &[u8]) -> u64 {
        let seed = self.secrets.seed ^ space.wrapping_mul(self.space);
        if key.len() <= SHORT_KEY {
            let secrets = RapidSecrets { seed, secrets: self.secrets.secrets };
            rapidhash_v3_inline::<true, true, false>(key, &secrets)
        } else {
            self.hash_long(seed, key)
        }
    }

    /// Of the function's sizes the small one, which is the fastest up to 48 bytes.
    #[inline(never)]
    fn hash_long(&self, seed: u64, key: &[u8]) -> u64 {
        rapidhash_v3_nano_inline::<true, false>(key, &RapidSecrets { seed, secrets: self.secrets.secrets })
    }
}

/// The bits that pick a shard; `last` is the number of the last one, of as many as a power of two up to 64.
#[inline]
pub(crate) fn shard(hash: u64, last: usize) -> usize {
    (hash >> 58) as usize & last
}

/// The bits that pick one of `count` buckets.
#[inline]
pub(crate) fn bucket(hash: u64, count: u32) -> u32 {
    (((hash & 0xFFFF_FFFF) * u64::from(count)) >> 32) as u32
}

/// The bits that distinguish entries of one bucket.
#[inline]
pub(crate) fn tag(hash: u64) -> u16 {
    (hash >> 32) as u16
}

/// The bits that pick one of `count` versions, a power of two.
#[inline]
pub(crate) fn version(hash: u64, count: usize) -> usize {
    (hash >> 24) as usize & (count - 1)
}

/// The bits that pick one of `count` flights, a power of two.
#[inline]
pub(crate) fn flight(hash: u64, count: usize) -> usize {
    (hash >> 40) as usize & (count - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_and_seeds_change_everything() {
        let (one, two) = (Hasher::new([1, 2]), Hasher::new([1, 3]));
        assert_eq!(one.hash(7, b"key"), one.hash(7, b"key"));
        assert_ne!(one.hash(7, b"key"), one.hash(8, b"key"));
        assert_ne!(one.hash(7, b"key"), two.hash(7, b"key"));
        assert_ne!(one.hash(7, b"key"), Hasher::new([9, 2]).hash(7, b"key"));
    }

    #[test]
    fn keys_are_spread_over_buckets_and_shards() {
        let hasher = Hasher::new([5, 6]);
        let (mut buckets, mut shards) = ([0_u32; 100], [0_u32; 8]);
        for n in 0..100_000_u32 {
            let hash = hasher.hash(u64::from(n % 3), &n.to_le_bytes());
            buckets[bucket(hash, 100) as usize] += 1;
            shards[shard(hash, 7)] += 1;
        }
        assert!(buckets.iter().all(|count| (800..1200).contains(count)), "{buckets:?}");
        assert!(shards.iter().all(|count| (12_000..13_000).contains(count)), "{shards:?}");
    }
}
