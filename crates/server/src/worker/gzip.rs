//! Streams of events as gzip (RFC 1952): each event is compressed by itself and flushed, so that all streams share its
//! bytes wherever they are, and a client reads each as it comes.
//!
//! A stream ends with its connection, without the last block and the checksum that end a file. Clients that
//! decompress as they read have no use for them: curl, browsers, Node's `fetch` and Python's `urllib3` take no notice.

use baton_wire::deflate::Deflater;

use super::fan_out::COMPRESS_FROM_BYTES;

/// What a stream begins with: DEFLATE, no name, no time, an unknown system (section 2.3).
pub(super) const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// What a flush ends with: an empty stored block (RFC 1951, section 3.2.4). Its first three bits are in the byte before.
const FLUSH: [u8; 4] = [0, 0, 0xff, 0xff];
/// Bytes of a stored block at most.
const STORED: usize = 0xffff;

/// A text as a part of a stream. It is stored as it is where that is shorter.
pub(super) fn block(text: &[u8], deflater: Option<&mut Deflater>) -> Vec<u8> {
    let mut scratch = Vec::new();
    let deflater = deflater.filter(|_| text.len() >= COMPRESS_FROM_BYTES);
    if let Some(small) = deflater.and_then(|deflater| deflater.compress(text, &mut scratch)) {
        return [small, &FLUSH].concat();
    }
    let mut stored = Vec::with_capacity(text.len() + 5);
    for part in text.chunks(STORED) {
        let length = u16::try_from(part.len()).unwrap_or(u16::MAX);
        stored.push(0);
        stored.extend_from_slice(&length.to_le_bytes());
        stored.extend_from_slice(&(!length).to_le_bytes());
        stored.extend_from_slice(part);
    }
    stored
}

/// Whether a client takes gzip, by its `Accept-Encoding` (RFC 9110, section 12.5.3).
pub(super) fn is_accepted(accept_encoding: &str) -> bool {
    let weight_of = |wanted: &[&str]| {
        accept_encoding.split(',').find_map(|coding| {
            let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
            let is_wanted = wanted.iter().any(|wanted| name.trim().eq_ignore_ascii_case(wanted));
            let weight = parameters
                .trim()
                .strip_prefix(['q', 'Q'])
                .and_then(|rest| rest.trim_start().strip_prefix('='));
            is_wanted.then(|| weight.map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0)))
        })
    };
    let weight: Option<f32> = weight_of(&["gzip", "x-gzip"]).or_else(|| weight_of(&["*"]));
    weight.is_some_and(|weight| weight > 0.0)
}

#[cfg(test)]
mod tests {
    use baton_wire::deflate::Inflater;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn gzip_is_accepted_where_its_weight_is_not_0() {
        for (accepted, header) in [
            (true, "gzip"),
            (true, "deflate, GZIP;q=0.5"),
            (true, "br, *"),
            (true, "x-gzip ; q = 1"),
            (false, ""),
            (false, "br, deflate, zstd"),
            (false, "gzip;q=0, *"),
            (false, "*;q=0.0"),
            (false, "gzip;q=nonsense"),
            (false, "gzipped"),
        ] {
            assert_eq!(is_accepted(header), accepted, "{header}");
        }
    }

    proptest! {
        #[test]
        fn blocks_of_any_deflaters_are_one_stream(
            texts in proptest::collection::vec(
                (prop_oneof![".{0,60}", "(abcd){0,40000}", "[a-f]{60,300}"], any::<bool>()), 0..12,
            ),
        ) {
            let mut deflater = Deflater::shared(6);
            let mut blocks = Vec::new();
            for (text, compresses) in &texts {
                blocks.extend(block(text.as_bytes(), compresses.then_some(&mut deflater)));
            }
            // An inflater of WebSocket messages adds the flush itself.
            blocks.push(0);
            let mut inflater = Inflater::shared();
            let all = texts.iter().map(|(text, _)| text.as_str()).collect::<String>();
            prop_assert_eq!(inflater.inflate(&blocks, 1 << 24).unwrap(), all.as_bytes());
        }
    }
}
