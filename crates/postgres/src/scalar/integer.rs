//! `smallint`, `integer`, `bigint`.

use super::{Invalid, Parsed, Value, trimmed};

/// Reads an integer of the type that PostgreSQL calls `name`.
pub(super) fn parse(name: &str, min: i64, max: i64, text: &str) -> Parsed {
    let number = trimmed(text);
    let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
    if is_newer(digits) {
        return Parsed::Undecided;
    }
    // Digits are counted until they are too many; only then is the rest looked at.
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = digits.split_at(length);
    let sign = if number.starts_with('-') { -1 } else { 1 };
    let value = digits.bytes().try_fold(0_i64, |value, digit| {
        let next = value.checked_mul(10)?.checked_add(sign * i64::from(digit - b'0'))?;
        (min..=max).contains(&next).then_some(next)
    });
    match value {
        None => Invalid::range(format!("value \"{text}\" is out of range for type {name}")),
        Some(_) if digits.is_empty() || !rest.is_empty() => Invalid::syntax(name, text),
        Some(value) => Parsed::Value(Value::Int(value)),
    }
}

/// Whether PostgreSQL 16 and later read digits which earlier versions refuse: `0x1F`, `0o17`, `0b1`, `1_000`.
pub(super) fn is_newer(digits: &str) -> bool {
    let base = digits.as_bytes().get(1).is_some_and(|letter| b"xXoObB".contains(letter));
    (digits.starts_with('0') && base) || digits.contains('_')
}
