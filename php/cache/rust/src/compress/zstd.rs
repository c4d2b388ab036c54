//! Zstandard: one frame, by the library itself.
//!
//! Its contexts hold tables of a hundred KiB to megabytes, which take longer to make than a small value takes to compress.
//! So each thread has one of either, once it needs it.

use std::cell::RefCell;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{compress_bound, get_frame_content_size, max_c_level};

/// What PhpRedis takes for levels that there are none of.
const USUAL_LEVEL: i32 = 3;

struct Compressing {
    compressor: Compressor<'static>,
    level: i32,
}

thread_local! {
    static COMPRESSING: RefCell<Option<Compressing>> = const { RefCell::new(None) };
    static DECOMPRESSING: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

pub(super) fn bound(len: usize) -> usize {
    compress_bound(len)
}

pub(super) fn compress(level: i32, value: &[u8], to: &mut [u8]) -> Option<usize> {
    let level = if level < 1 { USUAL_LEVEL } else { level.min(max_c_level()) };
    COMPRESSING.with_borrow_mut(|kept| {
        let compressing = match kept {
            Some(compressing) => compressing,
            None => kept.insert(Compressing { compressor: Compressor::new(level).ok()?, level }),
        };
        if compressing.level != level {
            compressing.compressor.set_compression_level(level).ok()?;
            compressing.level = level;
        }
        compressing.compressor.compress_to_buffer(value, to).ok()
    })
}

/// As the frame says it. One that does not say is left alone, as PhpRedis leaves it.
pub(super) fn decompressed_len(compressed: &[u8]) -> Option<usize> {
    get_frame_content_size(compressed).ok().flatten().and_then(|len| usize::try_from(len).ok())
}

pub(super) fn decompress(compressed: &[u8], to: &mut [u8]) -> Option<usize> {
    DECOMPRESSING.with_borrow_mut(|kept| {
        let decompressor = match kept {
            Some(decompressor) => decompressor,
            None => kept.insert(Decompressor::new().ok()?),
        };
        decompressor.decompress_to_buffer(compressed, to).ok()
    })
}
