//! Small charts in one line of text.

use super::look::Look;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII: [char; 8] = ['_', '.', ':', '-', '=', '+', '*', '#'];
/// Where nothing is known.
const UNKNOWN: char = ' ';

/// How several values become one bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Merge {
    Largest,
    Sum,
}

/// The values as at most `bars` bars, the largest as the highest. Equal heights stand for nothing but zero where all are 0.
pub(super) fn line(values: &[Option<u64>], bars: usize, merge: Merge, look: Look) -> String {
    let merged = merged(values, bars, merge);
    let most = merged.iter().flatten().copied().max().unwrap_or(0);
    let glyphs = if look.unicode { BARS } else { ASCII };
    merged
        .iter()
        .map(|value| value.map_or(UNKNOWN, |value| glyphs[height(value, most, glyphs.len())]))
        .collect()
}

/// 0 for 0 alone, the highest for the largest.
fn height(value: u64, most: u64, heights: usize) -> usize {
    let top = (heights - 1) as u128;
    let height = (u128::from(value) * top).div_ceil(u128::from(most.max(1)));
    usize::try_from(height.min(top)).unwrap_or(0)
}

fn merged(values: &[Option<u64>], bars: usize, merge: Merge) -> Vec<Option<u64>> {
    let each = values.len().div_ceil(bars.max(1)).max(1);
    let one = |values: &[Option<u64>]| {
        let known = values.iter().flatten().copied();
        match merge {
            Merge::Largest => known.max(),
            Merge::Sum => known.reduce(u64::saturating_add),
        }
    };
    values.chunks(each).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_the_highest_bar_and_the_unknown_a_gap() {
        let values = [Some(0), Some(1), None, Some(50), Some(100)];
        assert_eq!(line(&values, 60, Merge::Sum, Look::PLAIN), "▁▂ ▅█");
        assert_eq!(line(&values, 60, Merge::Sum, Look { unicode: false, ..Look::PLAIN }), "_. =#");
        assert_eq!(line(&[Some(0), Some(0)], 60, Merge::Sum, Look::PLAIN), "▁▁");
        assert_eq!(line(&[], 60, Merge::Sum, Look::PLAIN), "");
        assert_eq!(line(&[Some(u64::MAX)], 60, Merge::Sum, Look::PLAIN), "█");
    }

    #[test]
    fn several_values_become_one_bar() {
        let values = [Some(1), Some(2), None, None, Some(3)];
        assert_eq!(merged(&values, 3, Merge::Sum), [Some(3), None, Some(3)]);
        assert_eq!(merged(&values, 3, Merge::Largest), [Some(2), None, Some(3)]);
        assert_eq!(merged(&values, 0, Merge::Largest), [Some(3)]);
    }
}
