//! Values compressed as PhpRedis does it: what either wrote, the other reads.
//!
//! PhpRedis marks nothing: whether bytes are compressed is only known from whether they can be decompressed, and what cannot
//! is the value itself. So everything here answers with "not of this kind" instead of an error. The formats, as its
//! `library.c` has them:
//!
//! * LZF: a stream of liblzf, without a header.
//! * ZSTD: one frame, which says how long the value is.
//! * LZ4: a CRC-8 of the next four bytes, these four bytes (the value's length, little-endian), and one block.

mod lz4;
mod lzf;
mod zstd;

/// The longest value that is compressed or decompressed, 512 MiB: Redis stores none that is longer.
pub const MOST: usize = 512 << 20;

/// Of a value that is longer than this, 16 MiB …
const LONG: usize = 16 << 20;
/// … each compressed byte may stand for so many at most: else some KiB that anybody has stored would have a reader ask for half a GiB of
/// memory. Text and tables come to a tenth of that. A long value that can be compressed further stays as it is, so that what is written can be read.
const MOST_RATIO: usize = 256;

fn is_reasonable(len: usize, compressed: usize) -> bool {
    len <= LONG || len <= MOST && len / MOST_RATIO <= compressed
}

/// Which way; the numbers are PhpRedis's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// 1: liblzf.
    Lzf,
    /// 2: Zstandard.
    Zstd,
    /// 3: LZ4.
    Lz4,
}

impl Compression {
    /// By PhpRedis's number.
    #[must_use]
    pub const fn of(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::Lzf),
            2 => Some(Self::Zstd),
            3 => Some(Self::Lz4),
            _ => None,
        }
    }

    /// How much room [`Compression::compress`] wants for a value of `len` bytes; `None` if such a value stays as it is.
    #[must_use]
    pub fn bound(self, len: usize) -> Option<usize> {
        if len > MOST {
            return None;
        }
        match self {
            Self::Lzf => Some(lzf::bound(len)),
            Self::Zstd => Some(zstd::bound(len)),
            Self::Lz4 => (len > 0).then(|| lz4::bound(len)),
        }
    }

    /// Compresses into `to`, which has room for [`Compression::bound`], and answers with the length; `None` if the value
    /// stays as it is. `level` is ZSTD's, 1 to 22; others are its default, 3.
    #[must_use]
    pub fn compress(self, level: i32, value: &[u8], to: &mut [u8]) -> Option<usize> {
        self.bound(value.len())?;
        let written = match self {
            Self::Lzf => lzf::compress(value, to),
            Self::Zstd => zstd::compress(level, value, to),
            Self::Lz4 => lz4::compress(value, to),
        };
        written.filter(|written| is_reasonable(value.len(), *written))
    }

    /// How many bytes these were before they were compressed; `None` if they were not, or from more than is reasonable.
    #[must_use]
    pub fn decompressed_len(self, compressed: &[u8]) -> Option<usize> {
        let len = match self {
            Self::Lzf => lzf::decompressed_len(compressed),
            Self::Zstd => zstd::decompressed_len(compressed),
            Self::Lz4 => lz4::decompressed_len(compressed),
        };
        len.filter(|len| is_reasonable(*len, compressed.len()))
    }

    /// Decompresses into `to`, which is as long as [`Compression::decompressed_len`] says; whether it could.
    #[must_use]
    pub fn decompress(self, compressed: &[u8], to: &mut [u8]) -> bool {
        let written = match self {
            Self::Lzf => lzf::decompress(compressed, to),
            Self::Zstd => zstd::decompress(compressed, to),
            Self::Lz4 => lz4::decompress(compressed, to),
        };
        written == Some(to.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Compression; 3] = [Compression::Lzf, Compression::Zstd, Compression::Lz4];

    fn there_and_back(compression: Compression, level: i32, value: &[u8]) {
        let Some(bound) = compression.bound(value.len()) else {
            assert!(value.is_empty() && compression == Compression::Lz4);
            return;
        };
        let mut compressed = vec![0; bound];
        let Some(len) = compression.compress(level, value, &mut compressed) else {
            assert!(value.is_empty() && compression == Compression::Lzf, "{compression:?} {}", value.len());
            return;
        };
        compressed.truncate(len);
        assert_eq!(compression.decompressed_len(&compressed), Some(value.len()));
        let mut back = vec![0; value.len()];
        assert!(compression.decompress(&compressed, &mut back));
        assert_eq!(back, value, "{compression:?}");
    }

    #[test]
    fn values_of_every_shape_come_back() {
        let mut dice = fastrand::Rng::with_seed(7);
        for len in [0, 1, 2, 3, 4, 31, 32, 33, 34, 100, 263, 264, 265, 8_192, 8_195, 100_000, 1 << 20] {
            let noise: Vec<u8> = (0..len).map(|_| dice.u8(..)).collect();
            let words: Vec<u8> = noise.iter().map(|byte| b"abcd"[usize::from(byte % 4)]).collect();
            for compression in ALL {
                for value in [&noise, &words, &vec![7; len]] {
                    for level in [-1, 0, 1, 3, 22, 1000] {
                        if len < 1000 || level == 1 {
                            there_and_back(compression, level, value);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_too_long_stays_as_it_is() {
        for compression in ALL {
            assert!(compression.bound(MOST).is_some_and(|bound| bound > MOST));
            assert_eq!(compression.bound(MOST + 1), None);
        }
        assert_eq!(Compression::of(0), None);
    }

    #[test]
    fn few_bytes_do_not_become_half_a_gigabyte() {
        let value = vec![0; LONG + 1];
        for compression in ALL {
            let mut to = vec![0; compression.bound(value.len()).unwrap()];
            let long = compression.compress(3, &value, &mut to);
            assert_eq!(long.is_some(), compression != Compression::Zstd, "{compression:?}");
            let len = compression.compress(3, &value[..LONG], &mut to).unwrap();
            assert_eq!(compression.decompressed_len(&to[..len]), Some(LONG), "{compression:?}");
        }
        let announced = u32::try_from(MOST - 1).unwrap().to_le_bytes();
        let header = (0..=255).map(|crc| [&[crc], &announced[..], b"some bytes"].concat());
        assert!(header.into_iter().all(|bytes| Compression::Lz4.decompressed_len(&bytes).is_none()));
        // A frame that says it holds 512 MiB.
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
        frame.extend(u32::try_from(MOST).unwrap().to_le_bytes());
        assert_eq!(Compression::Zstd.decompressed_len(&frame), None);
    }

    proptest! {
        #[test]
        fn values_come_back(value: Vec<u8>, repeats in 1_usize..20) {
            for compression in ALL {
                there_and_back(compression, 3, &value.repeat(repeats));
            }
        }

        /// The length is never believed beyond what can be decompressed, and nothing is written behind its room.
        #[test]
        fn bytes_that_nobody_compressed(bytes: Vec<u8>, room in 0_usize..300) {
            for compression in ALL {
                let mut to = vec![0; room];
                let _ = compression.decompress(&bytes, &mut to);
                let Some(len) = compression.decompressed_len(&bytes) else { continue };
                if len < 1 << 20 {
                    let _ = compression.decompress(&bytes, &mut vec![0; len]);
                }
            }
        }
    }
}
