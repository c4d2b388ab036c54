//! `numeric`: any number of digits.

use std::cmp::Ordering;

use super::{Invalid, Parsed, Value, integer, trimmed};

/// Digits before the point that `numeric` has at most.
const WHOLE_DIGITS: i64 = 131_072;
/// Digits after the point that `numeric` has at most; what it does beyond them is left to it.
const FRACTION_DIGITS: i64 = 16_383;

/// A number, written in one way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decimal(Form);

/// The order of the variants is that of the numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Form {
    MinusInfinity,
    Negative(std::cmp::Reverse<Magnitude>),
    Zero,
    Positive(Magnitude),
    Infinity,
    NaN,
}

/// 0.d₁d₂d₃… × 10^exponent, without zeros at either end of the digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Magnitude {
    exponent: i64,
    digits: Box<[u8]>,
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Decimal {
    /// Reads a number of JSON, or what `numeric` writes; `None` if it is neither.
    pub fn read(text: &str) -> Option<Self> {
        match parse(text) {
            Parsed::Value(Value::Decimal(decimal)) => Some(decimal),
            _ => None,
        }
    }
}

pub(super) fn parse(text: &str) -> Parsed {
    let number = trimmed(text);
    let unsigned = number.strip_prefix(['+', '-']).unwrap_or(number);
    let is_negative = number.starts_with('-');
    if integer::is_newer(unsigned) {
        return Parsed::Undecided;
    }
    let form = match unsigned.to_ascii_lowercase().as_str() {
        "nan" if unsigned.len() == number.len() => Form::NaN,
        "inf" | "infinity" if is_negative => Form::MinusInfinity,
        "inf" | "infinity" => Form::Infinity,
        _ => match magnitude(unsigned) {
            Magnitudes::Zero => Form::Zero,
            Magnitudes::One(magnitude) if is_negative => Form::Negative(std::cmp::Reverse(magnitude)),
            Magnitudes::One(magnitude) => Form::Positive(magnitude),
            Magnitudes::None => return Invalid::syntax("numeric", text),
            Magnitudes::TooLarge => return Invalid::range("value overflows numeric format".to_owned()),
            Magnitudes::Undecided => return Parsed::Undecided,
        },
    };
    Parsed::Value(Value::Decimal(Decimal(form)))
}

enum Magnitudes {
    Zero,
    One(Magnitude),
    None,
    TooLarge,
    Undecided,
}

fn magnitude(number: &str) -> Magnitudes {
    let (significand, exponent) = match number.split_once(['e', 'E']) {
        Some((significand, exponent)) => match parse_exponent(exponent) {
            Some(exponent) => (significand, exponent),
            // C's strtol passes over blanks, and ends at what is too large.
            None => {
                return if exponent.bytes().any(|byte| byte.is_ascii_digit()) {
                    Magnitudes::Undecided
                } else {
                    Magnitudes::None
                };
            }
        },
        None => (number, 0),
    };
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let all = || whole.bytes().chain(fraction.bytes());
    if !all().all(|byte| byte.is_ascii_digit()) || all().next().is_none() {
        return Magnitudes::None;
    }
    let length = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX / 2);
    if length(fraction) - exponent > FRACTION_DIGITS {
        return Magnitudes::Undecided;
    }
    let zeros = all().take_while(|&byte| byte == b'0').count();
    let mut digits: Vec<u8> = all().skip(zeros).collect();
    digits.truncate(digits.iter().rposition(|&byte| byte != b'0').map_or(0, |last| last + 1));
    if digits.is_empty() {
        return Magnitudes::Zero;
    }
    let exponent = length(whole) + exponent - i64::try_from(zeros).unwrap_or(i64::MAX / 2);
    if exponent > WHOLE_DIGITS {
        return Magnitudes::TooLarge;
    }
    Magnitudes::One(Magnitude { exponent, digits: digits.into() })
}

/// An exponent of up to nine digits: no sum with a length of text overflows.
fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_plain = (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.strip_prefix('+').unwrap_or(text).parse().ok() } else { None }
}
