//! `date`, `time`, `timestamp`, `timestamptz` in the spelling of ISO 8601, which is also what PostgreSQL writes; any other
//! spelling (`today`, `Jan 1 2024`) is left to PostgreSQL.

use super::{Invalid, Parsed, Value};

const DAY: i64 = 86_400_000_000;

/// What is done with a time zone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    /// `timestamp` accepts one and passes over it.
    Ignored,
    /// `timestamptz` counts by it, and by UTC where there is none.
    Utc,
}

/// Whole days, and `None` where the text is not one that is read here.
enum Read<T> {
    Value(T),
    OutOfRange,
    Undecided,
}

pub(super) fn date(text: &str) -> Parsed {
    if let Some(value) = infinity(text) {
        return Parsed::Value(value);
    }
    let (text_of_day, is_before_christ) = era(text);
    finished(text, days(text_of_day, is_before_christ))
}

pub(super) fn time(text: &str) -> Parsed {
    finished(text, clock(text))
}

pub(super) fn timestamp(text: &str, zone: Zone) -> Parsed {
    if let Some(value) = infinity(text) {
        return Parsed::Value(value);
    }
    let (rest, is_before_christ) = era(text);
    let (day, clock_text) = rest.split_once(['T', ' ']).unwrap_or((rest, "00:00"));
    let Some((clock_text, offset)) = offset(clock_text) else { return Parsed::Undecided };
    let moment = match (days(day, is_before_christ), clock(clock_text)) {
        (Read::OutOfRange, Read::Value(_)) => Read::OutOfRange,
        (Read::Value(day), Read::Value(time)) => match zone {
            Zone::Ignored => Read::Value(day * DAY + time),
            Zone::Utc => Read::Value(day * DAY + time - offset),
        },
        _ => Read::Undecided,
    };
    finished(text, moment)
}

fn finished(text: &str, read: Read<i64>) -> Parsed {
    match read {
        Read::Value(value) => Parsed::Value(Value::Int(value)),
        Read::OutOfRange => Parsed::Invalid(Invalid {
            code: "22008",
            message: format!("date/time field value out of range: \"{text}\""),
        }),
        Read::Undecided => Parsed::Undecided,
    }
}

fn infinity(text: &str) -> Option<Value> {
    match text {
        "infinity" => Some(Value::Int(i64::MAX)),
        "-infinity" => Some(Value::Int(i64::MIN)),
        _ => None,
    }
}

fn era(text: &str) -> (&str, bool) {
    text.strip_suffix(" BC").map_or((text, false), |rest| (rest, true))
}

/// Days since 0000-03-01 of the Gregorian calendar, from `YYYY-MM-DD`.
fn days(text: &str, is_before_christ: bool) -> Read<i64> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year_text, month_text, day_text] = parts[..] else { return Read::Undecided };
    // Six digits are beyond what `timestamp` holds, and this side of what a sum can.
    let (Some(year), Some(month), Some(day)) =
        (number(year_text, 4..=6), number(month_text, 2..=2), number(day_text, 2..=2))
    else {
        return Read::Undecided;
    };
    if year == 0 || year > 290_000 || (is_before_christ && year > 4_700) {
        return Read::Undecided;
    }
    let year = if is_before_christ { 1 - year } else { year };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return Read::OutOfRange,
    };
    if !(1..=length).contains(&day) {
        return Read::OutOfRange;
    }
    // Counted from March, so that the leap day is a year's last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let in_year = (153 * month + 2) / 5 + day - 1;
    Read::Value(year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year)
}

/// Microseconds of a day, from `HH:MM`, `HH:MM:SS` or `HH:MM:SS.ffffff`.
fn clock(text: &str) -> Read<i64> {
    if text == "24:00:00" {
        return Read::Value(DAY);
    }
    let parts: Vec<&str> = text.split(':').collect();
    let (hour, minute, second) = match parts[..] {
        [hour, minute] => (hour, minute, "00"),
        [hour, minute, second] => (hour, minute, second),
        _ => return Read::Undecided,
    };
    let (second, fraction) = second.split_once('.').unwrap_or((second, "0"));
    let two = |text: &str, limit: i64| number(text, 2..=2).filter(|&value| value < limit);
    let fraction_of = |text: &str| number(&format!("{text:0<6}"), 6..=6).filter(|_| !text.is_empty());
    match (two(hour, 24), two(minute, 60), two(second, 60), fraction_of(fraction)) {
        (Some(hour), Some(minute), Some(second), Some(fraction)) => {
            Read::Value(((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction)
        }
        _ => Read::Undecided,
    }
}

/// A clock without its zone, and the zone's microseconds east of Greenwich.
fn offset(clock: &str) -> Option<(&str, i64)> {
    if let Some(clock) = clock.strip_suffix(['Z', 'z']) {
        return Some((clock, 0));
    }
    let Some(at) = clock.find(['+', '-']) else { return Some((clock, 0)) };
    let (clock, zone) = clock.split_at(at);
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let digits: String = zone.get(1..)?.to_owned();
    let plain = match digits.len() {
        2 | 4 => digits,
        5 | 8 => digits.split(':').map(|part| if part.len() == 2 { part } else { "?" }).collect(),
        _ => return None,
    };
    let part = |from: usize| plain.get(from..from + 2).map_or(Some(0), |text| number(text, 2..=2));
    let (hours, minutes, seconds) = (part(0)?, part(2)?, part(4)?);
    let is_offset = hours < 15 && minutes < 60 && seconds < 60 && plain.len() % 2 == 0;
    is_offset.then_some((clock, sign * ((hours * 60 + minutes) * 60 + seconds) * 1_000_000))
}

fn number(text: &str, lengths: std::ops::RangeInclusive<usize>) -> Option<i64> {
    let is_number = lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}
