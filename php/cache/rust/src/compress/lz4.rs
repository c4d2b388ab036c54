//! LZ4, with PhpRedis's header.

use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};

/// A CRC-8 and a length.
const HEADER: usize = 5;

pub(super) fn bound(len: usize) -> usize {
    HEADER + get_maximum_output_size(len)
}

pub(super) fn compress(value: &[u8], to: &mut [u8]) -> Option<usize> {
    let len = u32::try_from(value.len()).ok()?.to_le_bytes();
    let (header, block) = to.split_at_mut_checked(HEADER)?;
    header.copy_from_slice(&[&[crc8(len)], &len[..]].concat());
    compress_into(value, block).ok().map(|written| HEADER + written)
}

pub(super) fn decompressed_len(compressed: &[u8]) -> Option<usize> {
    let &[crc, a, b, c, d, _, ..] = compressed else { return None };
    let len = [a, b, c, d];
    (crc == crc8(len)).then(|| u32::from_le_bytes(len)).and_then(|len| usize::try_from(len).ok())
}

pub(super) fn decompress(compressed: &[u8], to: &mut [u8]) -> Option<usize> {
    decompress_into(compressed.get(HEADER..)?, to).ok()
}

/// Polynomial 0x31, from 0xff.
fn crc8(bytes: [u8; 4]) -> u8 {
    bytes.iter().fold(0xff, |crc, byte| {
        (0..8).fold(crc ^ byte, |crc, _| if crc & 0x80 == 0 { crc << 1 } else { crc << 1 ^ 0x31 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_guards_the_length() {
        let mut to = [0; 100];
        let len = compress(b"hello", &mut to).unwrap();
        assert_eq!((to[1..5].to_vec(), decompressed_len(&to[..len])), (vec![5, 0, 0, 0], Some(5)));
        to[1] ^= 1;
        assert_eq!(decompressed_len(&to[..len]), None);
        assert_eq!(decompressed_len(&to[..5]), None);
    }

    /// The check value of this CRC (CRC-8/NRSC-5 of "123456789" is 0xf7), over as many bytes as are used here.
    #[test]
    fn the_crc_is_the_one_of_phpredis() {
        let by_bits = |bytes: &[u8]| {
            bytes.iter().fold(0xff_u8, |crc, byte| {
                (0..8).fold(crc ^ byte, |crc, _| crc << 1 ^ if crc >> 7 == 1 { 0x31 } else { 0 })
            })
        };
        assert_eq!(by_bits(b"123456789"), 0xf7);
        assert_eq!(crc8(*b"1234"), by_bits(b"1234"));
    }
}
