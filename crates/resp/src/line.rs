//! Lines, and the numbers in them.

use crate::error::Error;
use crate::limits::{MAX_ELEMENTS, MAX_LINE_BYTES};

/// The line behind the type byte of `input`, and where the next one begins. `scanned` is how many bytes are known to hold
/// no line end, so that bytes which come one by one are looked at once.
pub(crate) fn line<'a>(input: &'a [u8], scanned: &mut usize) -> Result<Option<(&'a [u8], usize)>, Error> {
    let from = (*scanned).max(1);
    // One byte more than the line and its carriage return.
    let limit = input.len().min(1 + MAX_LINE_BYTES + 2);
    let found = input.get(from..limit).and_then(|rest| memchr::memchr(b'\n', rest));
    let Some(end) = found.map(|at| from + at) else {
        if limit < input.len() || limit == 1 + MAX_LINE_BYTES + 2 {
            return Err(Error::LineTooLong);
        }
        *scanned = limit;
        return Ok(None);
    };
    *scanned = 0;
    match input.get(1..end) {
        Some([line @ .., b'\r']) => Ok(Some((line, end + 1))),
        _ => Err(Error::LineEnd),
    }
}

/// A whole number with its sign.
pub(crate) fn integer(digits: &[u8]) -> Result<i64, Error> {
    let (negative, digits) = match digits {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    if digits.is_empty() {
        return Err(Error::Number);
    }
    // Below zero there is one number more than above it, so all are gathered there.
    let mut sum = 0_i64;
    for digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return Err(Error::Number);
        }
        sum = sum.checked_mul(10).and_then(|sum| sum.checked_sub(digit.into())).ok_or(Error::Number)?;
    }
    if negative { Ok(sum) } else { sum.checked_neg().ok_or(Error::Number) }
}

/// A length, or nothing for −1, which is how RESP2 writes a null.
pub(crate) fn length(digits: &[u8]) -> Result<Option<u64>, Error> {
    if digits == b"?" {
        return Err(Error::Streamed);
    }
    match integer(digits)? {
        -1 => Ok(None),
        length => u64::try_from(length).map(Some).map_err(|_| Error::NegativeLength),
    }
}

/// How many elements an aggregate has, or nothing for −1.
pub(crate) fn count(digits: &[u8]) -> Result<Option<u32>, Error> {
    let Some(count) = length(digits)? else { return Ok(None) };
    match u32::try_from(count) {
        Ok(fitting @ ..=MAX_ELEMENTS) => Ok(Some(fitting)),
        _ => Err(Error::TooManyElements { count }),
    }
}

/// A number with a fraction, or `inf`, `-inf`, `nan`.
pub(crate) fn double(text: &[u8]) -> Result<f64, Error> {
    match text {
        b"inf" => Ok(f64::INFINITY),
        b"-inf" => Ok(f64::NEG_INFINITY),
        b"nan" | b"-nan" => Ok(f64::NAN),
        // Rust reads further words as infinity, which the protocol does not have.
        [.., b'0'..=b'9' | b'.'] => {
            core::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).ok_or(Error::Number)
        }
        _ => Err(Error::Number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec;
    use proptest::prelude::*;

    #[test]
    fn integers_reach_both_ends() {
        for number in [0, 1, -1, 10, i64::MAX, i64::MIN] {
            assert_eq!(integer(format!("{number}").as_bytes()), Ok(number));
        }
        assert_eq!(integer(b"+7"), Ok(7));
        for text in ["", "-", "+", "1a", " 1", "--1", "9223372036854775808", "-9223372036854775809"] {
            assert_eq!(integer(text.as_bytes()), Err(Error::Number), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn integers_are_what_rust_takes_for_one(text in "[-+]?[/0-9:]{0,20}") {
            prop_assert_eq!(integer(text.as_bytes()), text.parse().map_err(|_| Error::Number));
        }
    }

    #[test]
    fn lengths_have_their_limits() {
        assert_eq!(count(b"-1"), Ok(None));
        assert_eq!(count(b"-2"), Err(Error::NegativeLength));
        assert_eq!(count(b"2147483647"), Ok(Some(MAX_ELEMENTS)));
        assert_eq!(count(b"2147483648"), Err(Error::TooManyElements { count: 2_147_483_648 }));
        assert_eq!(count(b"?"), Err(Error::Streamed));
    }

    #[test]
    fn doubles() {
        for (text, number) in
            [("1.5", 1.5), ("-0.25", -0.25), ("10", 10.0), ("1e3", 1e3), ("inf", f64::INFINITY)]
        {
            assert_eq!(double(text.as_bytes()), Ok(number));
        }
        assert!(double(b"nan").unwrap().is_nan());
        for text in ["", "infinity", "1x", "NaN", "+", "\u{ff11}"] {
            assert_eq!(double(text.as_bytes()), Err(Error::Number), "{text:?}");
        }
    }

    #[test]
    fn the_longest_line_is_read_and_a_longer_one_is_not() {
        let mut bytes = vec![b'x'; 1 + MAX_LINE_BYTES];
        bytes.extend(b"\r\n");
        assert_eq!(line(&bytes, &mut 0).unwrap().unwrap().0.len(), MAX_LINE_BYTES);
        assert_eq!(line(&bytes[..bytes.len() - 1], &mut 0), Ok(None));
        bytes.insert(1, b'x');
        assert_eq!(line(&bytes, &mut 0), Err(Error::LineTooLong));
    }

    #[test]
    fn a_line_feed_alone_ends_nothing() {
        assert_eq!(line(b"+OK\n", &mut 0), Err(Error::LineEnd));
        assert_eq!(line(b"+\n", &mut 0), Err(Error::LineEnd));
    }
}
