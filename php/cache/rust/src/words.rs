//! Numbers and ranges in the words of a command, as the server reads them.

/// A piece of a list: its first place and how many follow from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Slice {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// The integer that a word is. None for anything that the server would refuse, as there is one way to write each; and
/// for the least one, whose opposite is none.
pub(crate) fn integer(word: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let is_canonical = match digits {
        [b'0'] => !is_negative,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let number = std::str::from_utf8(word).ok().filter(|_| is_canonical)?.parse().ok()?;
    Some(number).filter(|number| *number != i64::MIN)
}

/// The places from one to another, both included, of a list of this length. Negative ones are counted from its end.
pub(crate) fn slice(length: u32, first: i64, last: i64) -> Slice {
    let place = |place: i64| if place < 0 { place.saturating_add(length.into()) } else { place };
    let (from, to) = (place(first).max(0), place(last).min(i64::from(length) - 1));
    match (u32::try_from(from), u32::try_from(to - from + 1)) {
        (Ok(first), Ok(count)) if count > 0 => Slice { first, count },
        _ => Slice::default(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Slice, integer, slice};

    #[test]
    fn integers_are_written_in_one_way() {
        for number in [0, 1, -1, 10, i64::MAX, i64::MIN + 1] {
            assert_eq!(integer(number.to_string().as_bytes()), Some(number));
        }
        let words: [&[u8]; 13] = [
            b"",
            b"-",
            b"-0",
            b"+1",
            b"00",
            b"01",
            b"-01",
            b" 1",
            b"1 ",
            b"1.0",
            b"0x1",
            b"9223372036854775808",
            b"-9223372036854775808",
        ];
        for word in words {
            assert_eq!(integer(word), None, "{}", String::from_utf8_lossy(word));
        }
        assert_eq!((integer(b"1\xFF"), integer(&[b'9'; 100])), (None, None));
    }

    #[test]
    fn ends_are_counted_from_either_side() {
        let of = |length, first, last| {
            let Slice { first, count } = slice(length, first, last);
            (first, count)
        };
        assert_eq!([of(5, 0, -1), of(5, -2, -1), of(5, 1, 1)], [(0, 5), (3, 2), (1, 1)]);
        assert_eq!(
            [of(5, -100, 100), of(5, 3, 2), of(5, 5, 9), of(0, 0, -1)],
            [(0, 5), (0, 0), (0, 0), (0, 0)]
        );
        assert_eq!(of(u32::MAX, i64::MIN, i64::MAX), (0, u32::MAX));
    }

    proptest! {
        #[test]
        fn a_slice_is_what_a_walk_would_take(length in 0_u32..20, first in -25_i64..25, last in -25_i64..25) {
            let end = i64::from(length);
            let place = |at: i64| if at < 0 { at + end } else { at };
            let taken: Vec<_> = (0..end).filter(|at| (place(first)..=place(last)).contains(at)).collect();
            let Slice { first, count } = slice(length, first, last);
            let sliced: Vec<_> = (i64::from(first)..i64::from(first) + i64::from(count)).collect();
            prop_assert_eq!(sliced, taken);
        }
    }
}
