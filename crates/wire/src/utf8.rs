//! UTF-8, of whole texts and of texts that are still arriving.
//!
//! RFC 6455 section 8.1 fails a connection on text that is not UTF-8. A text in fragments is
//! checked as its bytes arrive, so that a wrong byte closes the connection at once and not when the
//! last fragment arrives, which may be never.

use core::str;

/// The text if it is valid.
#[inline]
pub(crate) fn validate(bytes: &[u8]) -> Option<&str> {
    simdutf8::basic::from_utf8(bytes).ok()
}

/// Whether `bytes` are UTF-8: what a text message must be before it is sent (RFC 6455 section 5.6).
#[must_use]
#[inline]
pub fn is_utf8(bytes: &[u8]) -> bool {
    validate(bytes).is_some()
}

/// Checks what has arrived of a text, of which the first `checked` bytes were found to be whole
/// characters. Returns how many are now; the at most three bytes after them begin a character that
/// can still become valid. `None` if no further bytes can make the text valid.
#[must_use]
pub fn checked_prefix(text: &[u8], checked: usize) -> Option<usize> {
    let fresh = text.get(checked..)?;
    match simdutf8::compat::from_utf8(fresh) {
        Ok(_) => Some(text.len()),
        // No error length means that the input ended inside a character whose bytes so far are allowed:
        // E0 80 and F4 90 are reported as errors although a third byte is missing.
        Err(error) if error.error_len().is_none() => Some(checked + error.valid_up_to()),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// The slow twin: whether some continuation of `bytes` is valid UTF-8, from the definition in RFC 3629
    /// section 4, one byte at a time.
    fn can_become_valid(bytes: &[u8]) -> bool {
        let mut allowed: Vec<(u8, u8)> = Vec::new();
        for &byte in bytes {
            if let Some((low, high)) = allowed.pop() {
                if !(low..=high).contains(&byte) {
                    return false;
                }
                continue;
            }
            let tail = (0x80, 0xbf);
            allowed = match byte {
                0x00..=0x7f => Vec::new(),
                0xc2..=0xdf => Vec::from([tail]),
                0xe0 => Vec::from([tail, (0xa0, 0xbf)]),
                0xed => Vec::from([tail, (0x80, 0x9f)]),
                0xe1..=0xef => Vec::from([tail, tail]),
                0xf0 => Vec::from([tail, tail, (0x90, 0xbf)]),
                0xf1..=0xf3 => Vec::from([tail, tail, tail]),
                0xf4 => Vec::from([tail, tail, (0x80, 0x8f)]),
                _ => return false,
            };
        }
        true
    }

    /// Feeds `bytes` in pieces; the length at which it failed, if it did.
    fn stream(bytes: &[u8], mut cuts: Vec<usize>) -> Option<usize> {
        cuts.push(bytes.len());
        cuts.sort_unstable();
        let mut checked = 0;
        for cut in cuts {
            match checked_prefix(bytes.get(..cut).unwrap(), checked) {
                Some(now) => checked = now,
                None => return Some(cut),
            }
        }
        None
    }

    fn nearly_text() -> impl Strategy<Value = Vec<u8>> {
        let character = prop_oneof![
            4 => any::<char>().prop_map(|c| c.encode_utf8(&mut [0; 4]).as_bytes().to_vec()),
            1 => proptest::collection::vec(prop_oneof![0x80u8..=0xff, Just(0xed), Just(0xf4)], 1..4),
        ];
        proptest::collection::vec(character, 0..12).prop_map(|parts| parts.concat())
    }

    #[test]
    fn fails_at_the_first_byte_that_no_continuation_makes_valid() {
        for (bytes, fails_at) in [
            (&b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xf4\x90\x80\x80"[..], 13),
            (b"\xed\xa0\x80", 2),
            (b"\xc0\x80", 1),
            (b"a\x80", 2),
            (b"\xf0\x80", 2),
        ] {
            assert_eq!(stream(bytes, (0..bytes.len()).collect()), Some(fails_at), "{bytes:?}");
        }
        assert_eq!(checked_prefix(b"ab\xf0\x9f\x98", 1), Some(2));
    }

    proptest! {
        #[test]
        fn agrees_with_the_slow_twin_however_the_text_is_cut(
            bytes in nearly_text(), cuts in proptest::collection::vec(0usize..64, 0..8)
        ) {
            let cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            let mut ends = cuts.clone();
            ends.push(bytes.len());
            ends.sort_unstable();
            let expected = ends.into_iter().find(|&end| !can_become_valid(bytes.get(..end).unwrap()));
            prop_assert_eq!(stream(&bytes, cuts), expected);
        }
    }
}
