//! `real` and `double precision`: `NaN` equals itself and is above everything, and -0 equals 0.

use super::{Invalid, Parsed, Value, trimmed};

pub(super) fn double(text: &str) -> Parsed {
    parse("double precision", text, |number| number.parse().ok())
}

pub(super) fn single(text: &str) -> Parsed {
    parse("real", text, |number| number.parse::<f32>().ok().map(f64::from))
}

fn parse(name: &str, text: &str, read: impl Fn(&str) -> Option<f64>) -> Parsed {
    let number = trimmed(text);
    let unsigned = number.strip_prefix(['+', '-']).unwrap_or(number);
    if unsigned.starts_with("0x") || unsigned.starts_with("0X") {
        return Parsed::Undecided; // C's strtod reads hexadecimal
    }
    match unsigned.to_ascii_lowercase().as_str() {
        "nan" if unsigned.len() == number.len() => return Parsed::Value(ordered(f64::NAN)),
        "inf" | "infinity" => {
            let infinity = if number.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
            return Parsed::Value(ordered(infinity));
        }
        lowered if lowered.starts_with("nan") => return Parsed::Undecided, // NaN(…) of C
        _ => {}
    }
    let Some(significand) = significand(unsigned) else { return Invalid::syntax(name, text) };
    let has_digit_above_zero = significand.bytes().any(|byte| byte.is_ascii_digit() && byte != b'0');
    match read(number) {
        Some(value) if value.is_infinite() || (value == 0.0 && has_digit_above_zero) => {
            Invalid::range(format!("\"{number}\" is out of range for type {name}"))
        }
        Some(value) => Parsed::Value(ordered(value)),
        None => Parsed::Undecided,
    }
}

/// What stands before the exponent, if all of it is a number: `1`, `1.`, `.5`, `1e5`.
fn significand(number: &str) -> Option<&str> {
    let (significand, exponent) = match number.split_once(['e', 'E']) {
        Some((significand, exponent)) => (significand, Some(exponent)),
        None => (number, None),
    };
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_exponent = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    let is_number = digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    (is_number && has_exponent).then_some(significand)
}

/// Bits that are ordered as the numbers are, `NaN` above all.
fn ordered(value: f64) -> Value {
    const SIGN: u64 = 1 << 63;
    if value.is_nan() {
        return Value::Float(u64::MAX);
    }
    let bits = (value + 0.0).to_bits(); // -0 + 0 is 0
    Value::Float(if bits & SIGN == 0 { bits | SIGN } else { !bits })
}
