//! What a chart shows: an array for each column, with one entry for each step of time.

use serde_json::{Map, Value, json};

use super::column::{
    CHANNELS, CONNECTIONS, CPU_MS, MEMORY_BYTES, MESSAGES_IN, MESSAGES_OUT, OUTBOX_BYTES, REFUSALS,
    SLOW_CLIENTS, SUBSCRIPTIONS, Values,
};
use super::hour::HOUR_MS;
use super::percentile::percentile_us;

/// Entries of an array at most.
pub(super) const MOST_POINTS: usize = 1_000;

const MINUTE_S: u64 = 60;
const TEN_MINUTES_S: u64 = 600;
const DAY_S: u64 = 86_400;

/// Times are cut off here, long before sums of them overflow: in the year 150,000.
const LAST_MS: u64 = 1 << 52;

/// What a step may be, but for several days. Each is a part of the next, so that a value falls into one step alone.
const STEPS_S: [u64; 7] = [MINUTE_S, TEN_MINUTES_S, HOUR_MS / 1_000, 10_800, 21_600, 43_200, DAY_S];

/// What the whole server has, and an app, by their names.
const OF_APP: [(&str, usize); 5] = [
    ("connections", CONNECTIONS),
    ("channels", CHANNELS),
    ("messages_in", MESSAGES_IN),
    ("messages_out", MESSAGES_OUT),
    ("refusals", REFUSALS),
];

/// What the server has besides.
const OF_SERVER: [(&str, usize); 5] = [
    ("subscriptions", SUBSCRIPTIONS),
    ("outbox_bytes", OUTBOX_BYTES),
    ("slow_clients", SLOW_CLIENTS),
    ("cpu_ms", CPU_MS),
    ("memory_bytes", MEMORY_BYTES),
];

/// And percentiles of its deliveries.
const PERCENTILES: [(&str, u64); 3] = [("p50_us", 50), ("p95_us", 95), ("p99_us", 99)];

/// Statistics of an app, or of the whole server, over a time.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Series {
    /// Seconds of an entry.
    pub(crate) step_s: u64,
    /// When the first one begins, in milliseconds since 1970: a multiple of the step.
    pub(crate) from_ms: u64,
    /// Whether they survive a restart.
    pub(crate) stored: bool,
    is_of_server: bool,
    entries: Vec<Option<Values>>,
}

impl Series {
    /// One of this time in which nothing is known, with at most so many entries. Before `minutes_from_ms` there are no values by the
    /// minute.
    pub(super) fn new(
        is_of_server: bool,
        (from_ms, to_ms): (u64, u64),
        points: usize,
        minutes_from_ms: u64,
    ) -> Self {
        let points = points.clamp(1, MOST_POINTS) as u64;
        let (from_ms, to_ms) = (from_ms.min(LAST_MS), to_ms.min(LAST_MS));
        let shortest_s = if from_ms < minutes_from_ms { TEN_MINUTES_S } else { MINUTE_S };
        let mut steps = STEPS_S.into_iter().filter(|step_s| *step_s >= shortest_s);
        let enough = |step_s: &u64| entries(from_ms, to_ms, *step_s) <= points;
        let step_s = steps.find(enough).unwrap_or_else(|| days_of_a_step(from_ms, to_ms, points) * DAY_S);
        let count = usize::try_from(entries(from_ms, to_ms, step_s).min(points)).unwrap_or(0);
        let from_ms = from_ms - from_ms % (step_s * 1_000);
        Self { step_s, from_ms, stored: false, is_of_server, entries: vec![None; count] }
    }

    /// When the last entry ends.
    pub(super) fn to_ms(&self) -> u64 {
        self.from_ms.saturating_add((self.entries.len() as u64).saturating_mul(self.step_s * 1_000))
    }

    /// Takes in values that begin at this moment. Those that are for longer than a step count to the one that they begin in.
    pub(super) fn add(&mut self, at_ms: u64, values: &Values) {
        let place = at_ms.checked_sub(self.from_ms).map(|after_ms| after_ms / (self.step_s * 1_000));
        let entry = place.and_then(|place| self.entries.get_mut(usize::try_from(place).ok()?));
        match entry {
            Some(Some(known)) => known.merge(values),
            Some(unknown) => *unknown = Some(values.clone()),
            None => {}
        }
    }

    #[cfg(test)]
    pub(super) fn entries(&self) -> &[Option<Values>] {
        &self.entries
    }

    #[cfg(test)]
    pub(super) fn entries_mut(&mut self) -> &mut [Option<Values>] {
        &mut self.entries
    }

    fn array(&self, value: impl Fn(&Values) -> Option<u64>) -> Value {
        self.entries.iter().map(|entry| entry.as_ref().and_then(&value)).collect()
    }
}

/// A step in days that is long enough: a time touches one step more than it has in it. One step alone has all from 1970 on.
fn days_of_a_step(from_ms: u64, to_ms: u64, points: u64) -> u64 {
    let day_ms = DAY_S * 1_000;
    match points - 1 {
        0 => to_ms / day_ms + 1,
        more => (to_ms.saturating_sub(from_ms) / day_ms + 1).div_ceil(more),
    }
}

/// How many steps a time touches.
fn entries(from_ms: u64, to_ms: u64, step_s: u64) -> u64 {
    let step_ms = step_s.saturating_mul(1_000).max(1);
    if from_ms < to_ms { to_ms.div_ceil(step_ms) - from_ms / step_ms } else { 0 }
}

/// The answer of `GET /stats` but for the node.
pub(crate) fn series_as_json(series: &Series) -> Value {
    let columns = OF_APP.iter().chain(OF_SERVER.iter().filter(|_| series.is_of_server));
    let mut arrays: Map<String, Value> = columns
        .map(|(name, column)| ((*name).to_owned(), series.array(|values| Some(values.get(*column)))))
        .collect();
    for (name, percent) in PERCENTILES.iter().filter(|_| series.is_of_server) {
        let array = series.array(|values| percentile_us(values.delivery(), *percent));
        arrays.insert((*name).to_owned(), array);
    }
    json!({ "step_s": series.step_s, "from_ms": series.from_ms, "stored": series.stored, "series": arrays })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::hour::MINUTE_MS;
    use super::*;

    const DAY_MS: u64 = DAY_S * 1_000;
    const NOW: u64 = 20_000 * DAY_MS + 12 * HOUR_MS + 7 * MINUTE_MS;

    fn step(from_ms: u64, points: usize) -> (u64, usize) {
        let series = Series::new(true, (from_ms, NOW), points, NOW - 2 * DAY_MS);
        (series.step_s, series.entries.len())
    }

    #[test]
    fn the_step_is_the_shortest_that_is_enough() {
        assert_eq!(step(NOW - HOUR_MS, 300), (60, 60));
        assert_eq!(step(NOW - DAY_MS, 300), (600, 145));
        assert_eq!(step(NOW - 7 * DAY_MS, 300), (3_600, 169));
        assert_eq!(step(NOW - 30 * DAY_MS, 300), (10_800, 241));
        assert_eq!(step(NOW - 30 * DAY_MS, 1_000), (3_600, 721));
        assert_eq!(step(NOW - 3_650 * DAY_MS, 1_000), (4 * DAY_S, 914));
        assert_eq!(step(0, 1), (20_001 * DAY_S, 1));
        assert_eq!(step(NOW, 300), (60, 0));
        assert_eq!(step(NOW + 1, 300), (60, 0));
    }

    #[test]
    fn what_is_by_ten_minutes_has_no_shorter_step() {
        let series = Series::new(true, (NOW - 3 * DAY_MS, NOW - 3 * DAY_MS + HOUR_MS), 300, NOW - 2 * DAY_MS);
        assert_eq!((series.step_s, series.entries.len()), (600, 7));
    }

    proptest! {
        #[test]
        fn no_time_has_more_entries_than_points(from_ms: u64, to_ms: u64, points in 0..2_000_usize) {
            let series = Series::new(false, (from_ms, to_ms), points, 0);
            prop_assert!(series.entries.len() <= points.clamp(1, MOST_POINTS));
            prop_assert_eq!(series.from_ms % (series.step_s * 1_000), 0);
            let (from_ms, to_ms) = (from_ms.min(LAST_MS), to_ms.min(LAST_MS));
            prop_assert!(series.from_ms <= from_ms);
            prop_assert!(from_ms >= to_ms || series.to_ms() >= to_ms, "{}", series.to_ms());
        }
    }
}
