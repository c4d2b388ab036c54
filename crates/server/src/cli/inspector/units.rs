//! Times, durations and sizes as people read them.

/// Seconds of a day.
const DAY_S: u64 = 86_400;

/// `12:34:56.789`, of the day in UTC, as the server's log has it.
pub(super) fn time_of_day(unix_ms: u64) -> String {
    let (s, ms) = (unix_ms / 1_000 % DAY_S, unix_ms % 1_000);
    format!("{:02}:{:02}:{:02}.{ms:03}", s / 3_600, s / 60 % 60, s % 60)
}

/// `2026-11-27 12:34:56Z`.
pub(super) fn date_and_time(unix_ms: u64) -> String {
    let (year, month, day) = date(unix_ms / 1_000 / DAY_S);
    let time = time_of_day(unix_ms);
    format!("{year:04}-{month:02}-{day:02} {}Z", time.split('.').next().unwrap_or_default())
}

/// Year, month and day of a day since 1970, in years that begin with March, so that the leap day is the last one
/// (Howard Hinnant, "chrono-compatible low-level date algorithms").
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

/// `250 ms`, `4.2 s`, `12 min`, `3 h 5 min`, `2 d 3 h`.
pub(super) fn duration(ms: u64) -> String {
    let s = ms / 1_000;
    match s {
        0 => format!("{ms} ms"),
        1..10 => format!("{}.{} s", s, ms % 1_000 / 100),
        10..60 => format!("{s} s"),
        60..3_600 => format!("{} min", s / 60),
        3_600..DAY_S => format!("{} h {} min", s / 3_600, s / 60 % 60),
        _ => format!("{} d {} h", s / DAY_S, s / 3_600 % 24),
    }
}

/// `180 us`, `1.2 ms`, `3.4 s`.
pub(super) fn micros(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} us"),
        1_000..1_000_000 => format!("{}.{} ms", us / 1_000, us % 1_000 / 100),
        _ => format!("{}.{} s", us / 1_000_000, us % 1_000_000 / 100_000),
    }
}

/// `512 B`, `1.5 KiB`, `3.0 GiB`.
pub(super) fn bytes(count: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if count < 1_024 {
        return format!("{count} B");
    }
    let mut tenths = count.saturating_mul(10) / 1_024;
    let mut unit = 0;
    while tenths >= 10_240 && unit < UNITS.len() - 1 {
        tenths /= 1_024;
        unit += 1;
    }
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}

/// `950`, `12.3k`, `4.5M`.
pub(super) fn count(number: u64) -> String {
    const UNITS: [&str; 6] = ["k", "M", "G", "T", "P", "E"];
    if number < 10_000 {
        return number.to_string();
    }
    let (mut tenths, mut unit) = (number / 100, 0);
    while tenths >= 10_000 && unit < UNITS.len() - 1 {
        tenths /= 1_000;
        unit += 1;
    }
    format!("{}.{}{}", tenths / 10, tenths % 10, UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date_and_time(0), "1970-01-01 00:00:00Z");
        assert_eq!(date_and_time(951_782_399_000), "2000-02-28 23:59:59Z");
        assert_eq!(date_and_time(951_782_400_000), "2000-02-29 00:00:00Z");
        assert_eq!(date_and_time(1_795_819_176_789), "2026-11-27 22:39:36Z");
        assert_eq!(time_of_day(1_795_819_176_789), "22:39:36.789");
    }

    #[test]
    fn durations_and_sizes_are_short() {
        let durations = [(250, "250 ms"), (4_250, "4.2 s"), (59_000, "59 s"), (60_000, "1 min")];
        durations.into_iter().for_each(|(ms, text)| assert_eq!(duration(ms), text));
        assert_eq!(duration(11_100_000), "3 h 5 min");
        assert_eq!(duration(183_600_000), "2 d 3 h");
        assert_eq!(
            (bytes(512), bytes(1_536), bytes(3 << 30)),
            ("512 B".into(), "1.5 KiB".into(), "3.0 GiB".into())
        );
        assert_eq!(bytes(u64::MAX), "1638.3 PiB");
        assert_eq!(
            (micros(180), micros(1_250), micros(3_400_000)),
            ("180 us".into(), "1.2 ms".into(), "3.4 s".into())
        );
        assert_eq!(
            (count(9_999), count(12_345), count(4_500_000)),
            ("9999".into(), "12.3k".into(), "4.5M".into())
        );
        assert_eq!((count(999_999), count(u64::MAX)), ("999.9k".into(), "18.4E".into()));
    }
}
