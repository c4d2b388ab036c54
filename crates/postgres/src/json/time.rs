//! Points in time, as ISO 8601 has them: `2026-01-01 00:00:00.12+00` is `2026-01-01T00:00:00.12+00:00`.

use super::push_string;

/// Appends a `timestamp` or, with the minutes of its zone, a `timestamptz`. `infinity` has no space in it and stays.
pub(super) fn push(out: &mut Vec<u8>, text: &str, with_zone: bool) {
    let Some((date, rest)) = text.split_once(' ') else { return push_string(out, text) };
    let (time, era) = rest.split_once(' ').unwrap_or((rest, "")); // "BC" stands at the end
    let mut value = String::with_capacity(text.len() + 4);
    value.push_str(date);
    value.push('T');
    value.push_str(time);
    if with_zone && zone(time).is_some_and(|zone| !zone.contains(':')) {
        value.push_str(":00");
    }
    if !era.is_empty() {
        value.push(' ');
        value.push_str(era);
    }
    push_string(out, &value);
}

/// What stands behind the sign: `00`, or `05:30`.
fn zone(time: &str) -> Option<&str> {
    time.rsplit_once(['+', '-']).map(|(_, zone)| zone)
}
