//! Numbers, as `numeric` prints them: without an exponent, and with the digits behind the point that were there.

use super::push_string;

/// The largest exponent that a type prints: `float8` goes to 1e308 and 5e-324. An exponent beyond is no number, so that a
/// few bytes cannot ask for many zeros.
const MAX_EXPONENT: usize = 400;

/// Appends a number; what is none (`NaN`, `Infinity`) as a string.
pub(super) fn push(out: &mut Vec<u8>, text: &str) {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    match Decimal::parse(digits) {
        // `float8` prints -0, which `numeric` has not.
        Some(decimal) if decimal.is_zero() => decimal.push(out, ""),
        Some(decimal) => decimal.push(out, sign),
        None => push_string(out, text),
    }
}

/// A number without its sign: `1.25e-7`.
struct Decimal<'a> {
    whole: &'a str,
    fraction: &'a str,
    exponent: isize,
}

impl<'a> Decimal<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once('e') {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
            None => (text, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (mantissa, ""),
        };
        let are_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_whole = whole == "0" || whole.starts_with(|first| ('1'..='9').contains(&first));
        let is_number = is_whole && are_digits(whole) && are_digits(fraction);
        is_number.then_some(Self { whole, fraction, exponent })
    }

    fn is_zero(&self) -> bool {
        self.whole.bytes().chain(self.fraction.bytes()).all(|digit| digit == b'0')
    }

    fn push(&self, out: &mut Vec<u8>, sign: &str) {
        out.extend_from_slice(sign.as_bytes());
        let moved = self.exponent.unsigned_abs();
        if self.exponent >= 0 {
            // The point moves to the right, over digits of the fraction and then over zeros.
            let (crossed, rest) = self.fraction.split_at(moved.min(self.fraction.len()));
            let whole = if self.whole == "0" { crossed.trim_start_matches('0') } else { crossed };
            if self.whole != "0" || whole.is_empty() {
                out.extend_from_slice(self.whole.as_bytes());
            }
            out.extend_from_slice(whole.as_bytes());
            if !self.is_zero() {
                out.extend(std::iter::repeat_n(b'0', moved - crossed.len()));
            }
            push_fraction(out, &[rest]);
        } else {
            let (whole, crossed) = self.whole.split_at(self.whole.len().saturating_sub(moved));
            out.extend_from_slice(if whole.is_empty() { b"0" } else { whole.as_bytes() });
            let zeros = "0".repeat(moved - crossed.len());
            push_fraction(out, &[&zeros, crossed, self.fraction]);
        }
    }
}

fn push_fraction(out: &mut Vec<u8>, parts: &[&str]) {
    if parts.iter().any(|part| !part.is_empty()) {
        out.push(b'.');
        parts.iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
    }
}

fn exponent_of(text: &str) -> Option<isize> {
    let exponent: isize = text.parse().ok()?;
    (exponent.unsigned_abs() <= MAX_EXPONENT).then_some(exponent)
}
