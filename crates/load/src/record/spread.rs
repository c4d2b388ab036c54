//! The middle of several rounds, and how far they lie apart.

use crate::figures::record::median;

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
    #[must_use]
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

    /// Whether the two ranges have a value in common, so that a difference of the medians says nothing.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min <= other.max && other.min <= self.max
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
