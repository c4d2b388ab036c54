//! The middle of several rounds, and how far they lie apart.

/// How far a single round is taken to stray, as a part of its value: the same server measured twice
/// in a row differs by that and more on a machine that others use too.
pub(crate) const STRAY: f64 = 0.05;

/// What the rounds of one peer gave.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The middle.
    pub median: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
    /// How many rounds.
    pub rounds: usize,
}

impl Spread {
    /// Of `values`, leaving out what is no finite number; `None` if nothing remains.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        Some(Self {
            median: median(&values)?,
            min: *values.first()?,
            max: *values.last()?,
            rounds: values.len(),
        })
    }

    /// Whether the two ranges have a value in common, so that a difference of the medians means
    /// nothing. A single round has no range of its own and is given one of [`STRAY`].
    pub fn overlaps(&self, other: &Self) -> bool {
        let ((least, greatest), (other_least, other_greatest)) = (self.range(), other.range());
        least <= other_greatest && other_least <= greatest
    }

    fn range(&self) -> (f64, f64) {
        let stray = if self.rounds == 1 { STRAY * self.median.abs() } else { 0.0 };
        (self.min - stray, self.max + stray)
    }
}

/// The middle of some values; of an even number the mean of the two middle ones.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    sorted.get(sorted.len() / 2 - 1).map(|lower| f64::midpoint(*lower, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_number_of_values_has_two_middle_ones() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[1.0, 2.0]), Some(1.5));
    }

    #[test]
    fn a_spread_leaves_out_what_is_no_number() {
        let spread = Spread::of([3.0, f64::NAN, 1.0, f64::INFINITY, 2.0]).unwrap();
        assert_eq!(spread, Spread { median: 2.0, min: 1.0, max: 3.0, rounds: 3 });
        assert_eq!(Spread::of([f64::NAN]), None);
        assert_eq!(Spread::of([]), None);
    }

    #[test]
    fn ranges_that_touch_overlap() {
        let spread = |min, max| Spread::of([min, max]).unwrap();
        assert!(spread(1.0, 2.0).overlaps(&spread(2.0, 3.0)));
        assert!(spread(1.0, 9.0).overlaps(&spread(2.0, 3.0)));
        assert!(!spread(1.0, 1.9).overlaps(&spread(2.0, 3.0)));
        let single = |value| Spread::of([value]).unwrap();
        assert!(single(100.0).overlaps(&single(109.0)));
        assert!(!single(100.0).overlaps(&single(111.0)));
    }
}
