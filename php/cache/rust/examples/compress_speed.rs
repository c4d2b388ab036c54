//! What compressing and decompressing a value costs, by kind and length: records of JSON as caches hold them.
//!
//! ```sh
//! cargo run --release -p baton-cache --example compress_speed
//! ```

#![allow(clippy::unwrap_used, reason = "a measurement that fails says where")]

use std::hint::black_box;
use std::time::Instant;

use baton_cache::compress::Compression;

fn main() {
    println!("kind   bytes  compressed  ns to compress  ns to decompress");
    for len in [85, 1_400, 64 << 10, 866_000] {
        for compression in [Compression::Lzf, Compression::Zstd, Compression::Lz4] {
            measure(compression, &value(len));
        }
    }
}

/// Records with numbers that differ, cut at `len`.
fn value(len: usize) -> Vec<u8> {
    let mut dice = fastrand::Rng::with_seed(7);
    let mut text = String::new();
    while text.len() < len {
        let (id, mass) = (dice.u32(..100_000), dice.u32(..));
        text += &format!(
            r#"{{"id":{id},"name":"Record {id}","class":"L{}","mass":{mass},"fall":"Fell"}},"#,
            id % 7
        );
    }
    text.truncate(len);
    text.into_bytes()
}

fn measure(compression: Compression, value: &[u8]) {
    let mut compressed = vec![0; compression.bound(value.len()).unwrap()];
    let len = compression.compress(3, value, &mut compressed).unwrap();
    let to_compress = median_ns(|| {
        black_box(compression.compress(3, black_box(value), &mut compressed));
    });
    compressed.truncate(len);
    let mut back = vec![0; compression.decompressed_len(&compressed).unwrap()];
    let to_decompress = median_ns(|| {
        black_box(compression.decompressed_len(black_box(&compressed)));
        assert!(compression.decompress(black_box(&compressed), &mut back));
    });
    assert_eq!(back, value);
    println!("{compression:?} {:8} {len:11} {to_compress:15.0} {to_decompress:17.0}", value.len());
}

/// Of slices of ten milliseconds.
fn median_ns(mut once: impl FnMut()) -> f64 {
    let mut slices: Vec<_> = (0..15)
        .map(|_| {
            let (began, mut count) = (Instant::now(), 0_u32);
            while began.elapsed().as_millis() < 10 {
                once();
                count += 1;
            }
            began.elapsed().as_nanos() as f64 / f64::from(count)
        })
        .collect();
    slices.sort_by(f64::total_cmp);
    slices[slices.len() / 2]
}
