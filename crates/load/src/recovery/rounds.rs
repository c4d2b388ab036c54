//! Rounds in which the variants of a measurement take turns, and what their figures come to.

use crate::record::spread::median;

/// A figure of a round, with its name.
pub(super) type Figure<T> = (&'static str, fn(&T) -> f64);

/// The order of `variants` in a round: each comes first once in as many rounds, so that none gains by its
/// place.
pub(super) fn order(round: usize, variants: usize) -> impl Iterator<Item = usize> {
    (0..variants).map(move |place| (place + round) % variants)
}

/// The medians of two variants' figures, and the first's ratio to the second: of the medians, and the
/// median of the rounds' ratios.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Compared {
    pub median: f64,
    pub base: f64,
    pub of_medians: f64,
    pub of_rounds: f64,
}

/// Compares figures of the same rounds; `None` if there are none.
pub(super) fn compare(figures: &[f64], base: &[f64]) -> Option<Compared> {
    let ratios: Vec<f64> = figures.iter().zip(base).map(|(figure, base)| figure / base).collect();
    let (first, second) = (median(figures)?, median(base)?);
    Some(Compared { median: first, base: second, of_medians: first / second, of_rounds: median(&ratios)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variant_comes_first_in_turn() {
        let orders: Vec<Vec<usize>> = (0..4).map(|round| order(round, 3).collect()).collect();
        assert_eq!(orders, [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]);
    }

    #[test]
    fn ratios_are_of_medians_and_of_rounds() {
        let compared = compare(&[2.0, 6.0, 3.0], &[1.0, 2.0, 3.0]).unwrap();
        assert_eq!((compared.median, compared.base), (3.0, 2.0));
        assert_eq!((compared.of_medians, compared.of_rounds), (1.5, 2.0));
        assert_eq!(compare(&[], &[]), None);
    }
}
