//! Numbers as people read them.

/// Three or more significant digits, the thousands of large numbers apart: `1,234,567`, `41.3`,
/// `0.0031`. A whole number has no fraction, and one that was rounded keeps its zeros: `9.00` is
/// not `9`.
pub(crate) fn exact(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "–".to_owned(),
        size if size >= 1e15 => format!("{value:.3e}"),
        size if size >= 1_000.0 => grouped(&format!("{value:.0}")),
        size if size.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        size if size >= 0.1 => format!("{value:.3}"),
        size if size >= 0.000_1 => format!("{value:.4}"),
        _ => format!("{value:.1e}"),
    }
}

/// Three significant digits with a suffix that no line break can take away, for charts: `1.24 M`,
/// `180 k`, `41.3`.
pub(crate) fn short(value: f64) -> String {
    let (divisor, suffix) = match value.abs() {
        size if size >= 999.5e12 => return exact(value),
        size if size >= 999.5e9 => (1e12, "\u{a0}T"),
        size if size >= 999.5e6 => (1e9, "\u{a0}G"),
        size if size >= 999.5e3 => (1e6, "\u{a0}M"),
        size if size >= 9_999.5 => (1e3, "\u{a0}k"),
        _ => return exact(value),
    };
    let scaled = value / divisor;
    let decimals = match scaled.abs() {
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        _ => 2,
    };
    trimmed(format!("{scaled:.decimals$}")) + suffix
}

/// A number that was chosen to be round, for the labels of an axis: `0.1`, `2.5`, `1.5 M`.
pub(crate) fn tick(value: f64) -> String {
    if value.abs() < 9_999.5 { trimmed(exact(value)) } else { short(value) }
}

/// A ratio: two decimals while it is small, and none once it is large.
pub(crate) fn factor(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "–".to_owned(),
        size if size >= 1_000.0 => short(value),
        size if size >= 99.5 => format!("{value:.0}"),
        size if size >= 9.95 => format!("{value:.1}"),
        size if size >= 0.01 || size == 0.0 => format!("{value:.2}"),
        _ => exact(value),
    }
}

/// `n` things, in the singular where it is one.
pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Without the zeros that end a fraction.
fn trimmed(text: String) -> String {
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let mut text = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_keeps_what_can_be_told_apart() {
        for (value, text) in [
            (0.0, "0"),
            (1_234_567.4, "1,234,567"),
            (-12_345.0, "-12,345"),
            (999.94, "999.9"),
            (41.25, "41.2"),
            (8.998, "9.00"),
            (7.0, "7"),
            (0.907_8, "0.908"),
            (0.0031, "0.0031"),
            (0.000_000_2, "2.0e-7"),
            (1e12, "1,000,000,000,000"),
            (1e20, "1.000e20"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(exact(value), text);
        }
    }

    #[test]
    fn short_has_three_digits_and_rounds_into_the_next_suffix() {
        for (value, text) in [
            (9_999.0, "9,999"),
            (9_999.6, "10\u{a0}k"),
            (179_447.0, "179\u{a0}k"),
            (999_600.0, "1\u{a0}M"),
            (1_240_652.0, "1.24\u{a0}M"),
            (1e12, "1\u{a0}T"),
            (-20_000.0, "-20\u{a0}k"),
            (f64::INFINITY, "–"),
        ] {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn round_numbers_end_where_they_end() {
        for (value, text) in
            [(0.1, "0.1"), (0.25, "0.25"), (2.5, "2.5"), (0.0, "0"), (1_500.0, "1,500"), (2e6, "2\u{a0}M")]
        {
            assert_eq!(tick(value), text);
        }
    }

    #[test]
    fn factors_and_counts() {
        assert_eq!(factor(0.983), "0.98");
        assert_eq!(factor(14.62), "14.6");
        assert_eq!(factor(184.2), "184");
        assert_eq!(factor(f64::INFINITY), "–");
        assert_eq!(count(1, "case", "cases"), "1 case");
        assert_eq!(count(0, "case", "cases"), "0 cases");
    }
}
