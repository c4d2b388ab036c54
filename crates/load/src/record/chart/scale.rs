//! From values to places along an axis.

/// An axis.
#[derive(Debug, Clone)]
pub(super) struct Scale {
    /// Values at both ends.
    domain: (f64, f64),
    /// Places of both ends.
    range: (f64, f64),
    is_log: bool,
    /// Where lines and labels go.
    pub(super) ticks: Vec<f64>,
}

impl Scale {
    /// From zero to a round number that is no less than any of `values`.
    pub(super) fn linear(values: impl IntoIterator<Item = f64>, range: (f64, f64)) -> Self {
        let most = values.into_iter().filter(|value| value.is_finite()).fold(0.0, f64::max);
        let step = round_step(if most > 0.0 { most } else { 1.0 });
        let mut ticks = vec![0.0];
        while ticks.last().is_some_and(|last| *last < most) || ticks.len() < 2 {
            #[allow(clippy::cast_precision_loss)] // at most 5
            ticks.push(step * ticks.len() as f64);
        }
        Self { domain: (0.0, ticks.last().copied().unwrap_or(step)), range, is_log: false, ticks }
    }

    /// From a power of ten to another; what is not above zero is at the low end.
    pub(super) fn log(values: impl IntoIterator<Item = f64>, range: (f64, f64)) -> Self {
        let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
        for value in values.into_iter().filter(|value| value.is_finite() && *value > 0.0) {
            (low, high) = (low.min(value), high.max(value));
        }
        if high <= 0.0 {
            (low, high) = (1.0, 10.0);
        }
        let (first, mut last) = (low.log10().floor(), high.log10().ceil());
        if last <= first {
            last = first + 1.0;
        }
        let domain = (10_f64.powf(first), 10_f64.powf(last));
        Self { domain, range, is_log: true, ticks: decades(first, last) }
    }

    /// From the first to the last of `places`, with a tick at each: an axis of what was asked for.
    pub(super) fn places(places: &[f64], range: (f64, f64)) -> Self {
        /// Between ends so far apart, equal steps would press the small ones together.
        const WIDE: f64 = 20.0;
        let (first, last) = (places.first().copied().unwrap_or(0.0), places.last().copied().unwrap_or(1.0));
        let is_log = first > 0.0 && last / first >= WIDE;
        Self { domain: (first, last), range, is_log, ticks: places.to_vec() }
    }

    /// Where `value` is; what is off the axis is at its end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let ((low, high), (start, end)) = (self.domain, self.range);
        let share = if self.is_log {
            (value.max(low).log10() - low.log10()) / (high.log10() - low.log10())
        } else {
            (value - low) / (high - low)
        };
        // A single place has no length to be divided: it is in the middle.
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 };
        start + share * (end - start)
    }

    /// Whether equal distances are equal factors.
    pub(super) fn is_log(&self) -> bool {
        self.is_log
    }
}

/// 1, 2, 2.5 or 5 times a power of ten, of which three to five reach `most`.
fn round_step(most: f64) -> f64 {
    let raw = most / 4.0;
    let power = 10_f64.powf(raw.log10().floor());
    [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|step| *step >= raw).unwrap_or(raw)
}

/// Powers of ten, with 2 and 5 between where there is only one decade, and thinned out where there
/// are many.
fn decades(first: f64, last: f64) -> Vec<f64> {
    #[allow(clippy::cast_possible_truncation)] // exponents of f64
    let (first, last) = (first as i32, last as i32);
    if last - first == 1 {
        return [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * 10_f64.powi(first)).collect();
    }
    let every = usize::try_from((last - first + 4) / 5).unwrap_or(1).max(1);
    (first..=last).step_by(every).map(|exponent| 10_f64.powi(exponent)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: (f64, f64) = (100.0, 200.0);

    #[test]
    fn a_linear_axis_ends_at_a_round_number() {
        for (most, ticks) in [
            (1_840.0, vec![0.0, 500.0, 1_000.0, 1_500.0, 2_000.0]),
            (1.0, vec![0.0, 0.25, 0.5, 0.75, 1.0]),
            (0.0, vec![0.0, 0.25]),
            (-3.0, vec![0.0, 0.25]),
        ] {
            assert_eq!(Scale::linear([most, f64::NAN], RANGE).ticks, ticks);
        }
        assert_eq!(Scale::linear([1e12, 3.0], RANGE).ticks.len(), 5);
    }

    #[test]
    fn a_logarithmic_axis_spans_decades() {
        let scale = Scale::log([180.0, 184_000.0, 0.0, -4.0, f64::NAN], RANGE);
        assert_eq!(scale.ticks, [1e2, 1e3, 1e4, 1e5, 1e6]);
        assert!((scale.at(1e4) - 150.0).abs() < 1e-9);
        assert!((scale.at(0.0) - 100.0).abs() < 1e-9 && (scale.at(f64::INFINITY) - 150.0).abs() < 1e-9);
        assert_eq!(Scale::log([7.0], RANGE).ticks, [1.0, 2.0, 5.0, 10.0]);
        assert_eq!(Scale::log([100.0], RANGE).ticks, [100.0, 200.0, 500.0, 1000.0]);
        assert_eq!(Scale::log([], RANGE).ticks, [1.0, 2.0, 5.0, 10.0]);
        assert!(Scale::log([1e-9, 1e12], RANGE).ticks.len() <= 6);
    }

    #[test]
    fn an_axis_of_places_is_logarithmic_where_they_are_far_apart() {
        assert!(Scale::places(&[1_000.0, 64_000.0], RANGE).is_log());
        let near = Scale::places(&[0.0, 10.0, 20.0], RANGE);
        assert!(!near.is_log() && (near.at(5.0) - 125.0).abs() < 1e-9);
        assert!((Scale::places(&[4.0], RANGE).at(4.0) - 150.0).abs() < 1e-9);
        assert!((Scale::places(&[], RANGE).at(0.5) - 150.0).abs() < 1e-9);
    }

    #[test]
    fn every_place_is_on_the_axis() {
        for scale in
            [Scale::linear([5.0], RANGE), Scale::log([5.0], RANGE), Scale::places(&[1.0, 2.0], RANGE)]
        {
            for value in [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0, 1.5, 1e300] {
                assert!((100.0..=200.0).contains(&scale.at(value)), "{value}");
            }
        }
    }
}
