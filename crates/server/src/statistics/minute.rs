//! The minute that is under way: the sums of the samples in it.

use std::collections::HashMap;

use super::column::{Kind, OF_SERVER, REFUSALS, Values, kind};
use super::hour::MINUTE_MS;

/// What the counters show at a moment: levels as they are, counts since the start of the process.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// Its refusals are those of clients that named no app.
    pub(crate) server: Values,
    /// The apps that were used since the start.
    pub(crate) apps: Vec<(Box<str>, Values)>,
}

/// What happened in a minute.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Minute {
    /// When it began, in milliseconds since 1970.
    pub(super) at_ms: u64,
    pub(super) server: Values,
    /// In no order.
    pub(super) apps: Vec<(Box<str>, Values)>,
}

/// The minute under way. It takes some 200 bytes for each app that was used.
#[derive(Debug, Default)]
pub(super) struct OpenMinute {
    /// `None` before the first sample.
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    at_ms: u64,
    server: Track,
    apps: HashMap<Box<str>, Track>,
}

/// One app, or the server.
#[derive(Debug)]
struct Track {
    /// As they were when the minute began.
    counts: Values,
    /// The largest so far.
    levels: Values,
}

impl Track {
    fn new(seen: Values) -> Self {
        Self { levels: seen.clone(), counts: seen }
    }

    fn add(&mut self, seen: &Values) {
        for (level, seen) in self.levels.0.iter_mut().zip(&seen.0) {
            *level = (*level).max(*seen);
        }
    }

    /// The values of the minute that ends here; the next one begins.
    fn close(&mut self, seen: Values) -> Values {
        let value = |column: usize| match kind(column) {
            Kind::Level => self.levels.get(column),
            Kind::Count => more(self.counts.get(column), seen.get(column)),
        };
        let values = Values((0..seen.0.len()).map(value).collect());
        *self = Self::new(seen);
        values
    }
}

/// By how much a counter has grown. One that is lower than before has begun again: that of an app which was removed and declared
/// once more.
fn more(before: u64, now: u64) -> u64 {
    now.checked_sub(before).unwrap_or(now)
}

impl OpenMinute {
    /// Adds a sample; returns the minute that is over, if one is. The first sample counts nothing: what it sees is where
    /// counting begins. Where the clock has gone back the minute ends as well, and the next one is an earlier one.
    pub(super) fn add(&mut self, now_ms: u64, seen: Seen) -> Option<Minute> {
        let at_ms = now_ms - now_ms % MINUTE_MS;
        let Some(open) = &mut self.open else {
            self.open = Some(Open::new(at_ms, seen));
            return None;
        };
        if open.at_ms == at_ms {
            open.add(&seen);
            return None;
        }
        let minute = open.close(seen);
        open.at_ms = at_ms;
        Some(minute)
    }

    /// Ends the minute under way early, since the process ends.
    pub(super) fn end(&mut self, seen: Seen) -> Option<Minute> {
        Some(self.open.take()?.ended(seen))
    }
}

impl Open {
    fn new(at_ms: u64, seen: Seen) -> Self {
        let apps = seen.apps.into_iter().map(|(app, seen)| (app, Track::new(seen)));
        Self { at_ms, server: Track::new(seen.server), apps: apps.collect() }
    }

    fn add(&mut self, seen: &Seen) {
        self.server.add(&seen.server);
        for (app, seen) in &seen.apps {
            match self.apps.get_mut(app) {
                Some(track) => track.add(seen),
                None => {
                    let zero = Values::zero(seen.0.len());
                    self.apps.insert(app.clone(), Track { counts: zero, levels: seen.clone() });
                }
            }
        }
    }

    fn ended(mut self, seen: Seen) -> Minute {
        self.add(&seen);
        self.close(seen)
    }

    /// What is seen at the end belongs to the minute where it is a count, and to the next one where it is a level.
    fn close(&mut self, seen: Seen) -> Minute {
        let mut former = std::mem::take(&mut self.apps);
        let mut apps = Vec::with_capacity(seen.apps.len());
        for (app, seen) in seen.apps {
            let zero = || Track::new(Values::zero(seen.0.len()));
            let mut track = former.remove(&app).unwrap_or_else(zero);
            apps.push((app.clone(), track.close(seen)));
            self.apps.insert(app, track);
        }
        // Of those that were removed nothing is counted any more.
        apps.extend(former.into_iter().map(|(app, mut track)| {
            let counts = track.counts.clone();
            (app, track.close(counts))
        }));
        let mut server = self.server.close(seen.server);
        // The sum of differences: the sum of the counters falls when an app is removed.
        let refusals = apps.iter().map(|(_, values)| values.get(REFUSALS)).fold(0, u64::saturating_add);
        let mut of_apps = Values::zero(OF_SERVER);
        if let Some(column) = of_apps.0.get_mut(REFUSALS) {
            *column = refusals;
        }
        server.merge(&of_apps);
        Minute { at_ms: self.at_ms, server, apps }
    }
}

#[cfg(test)]
mod tests {
    use super::super::column::{CONNECTIONS, MESSAGES_IN, OF_APP};
    use super::*;

    fn of(columns: usize, connections: u64, messages: u64, refusals: u64) -> Values {
        let mut values = Values::zero(columns);
        values.0[CONNECTIONS] = connections;
        values.0[MESSAGES_IN] = messages;
        values.0[REFUSALS] = refusals;
        values
    }

    fn seen(server: [u64; 3], apps: &[(&str, [u64; 3])]) -> Seen {
        let apps = apps.iter().map(|(app, [a, b, c])| (Box::from(*app), of(OF_APP, *a, *b, *c))).collect();
        Seen { server: of(OF_SERVER, server[0], server[1], server[2]), apps }
    }

    /// Connections, messages and refusals of a minute: of the server, and of an app.
    fn shown(minute: &Minute, app: &str) -> ([u64; 3], Option<[u64; 3]>) {
        let three = |values: &Values| [CONNECTIONS, MESSAGES_IN, REFUSALS].map(|column| values.get(column));
        let of_app = minute.apps.iter().find(|(id, _)| **id == *app).map(|(_, values)| three(values));
        (three(&minute.server), of_app)
    }

    const AT: u64 = 1_764_284_400_000;

    #[test]
    fn a_minute_has_the_largest_level_and_what_was_counted_in_it() {
        let mut open = OpenMinute::default();
        assert_eq!(open.add(AT + 2, seen([3, 100, 1], &[("a", [3, 50, 7])])), None);
        assert_eq!(open.add(AT + 30_000, seen([9, 150, 2], &[("a", [8, 60, 7]), ("b", [1, 5, 1])])), None);
        let over = open.add(AT + MINUTE_MS, seen([40, 160, 4], &[("a", [2, 61, 9]), ("b", [0, 6, 1])]));
        let minute = over.unwrap();
        assert_eq!(minute.at_ms, AT);
        assert_eq!(shown(&minute, "a"), ([9, 60, 3 + 2 + 1], Some([8, 11, 2])));
        assert_eq!(shown(&minute, "b").1, Some([1, 6, 1]), "a new app is counted from nothing");
        let minute = open.add(AT + 2 * MINUTE_MS, seen([0, 160, 4], &[("a", [1, 61, 9]), ("b", [0, 6, 1])]));
        assert_eq!(shown(&minute.unwrap(), "a"), ([40, 0, 0], Some([2, 0, 0])));
    }

    #[test]
    fn an_app_that_was_removed_and_one_that_came_back_count_no_less_than_nothing() {
        let mut open = OpenMinute::default();
        open.add(AT, seen([0, 0, 0], &[("a", [3, 50, 7])]));
        let minute = open.add(AT + MINUTE_MS, seen([0, 0, 0], &[])).unwrap();
        assert_eq!(shown(&minute, "a"), ([0, 0, 0], Some([3, 0, 0])));
        let minute = open.add(AT + 2 * MINUTE_MS, seen([0, 0, 0], &[("a", [1, 4, 2])])).unwrap();
        assert_eq!(shown(&minute, "a"), ([0, 0, 2], Some([0, 4, 2])));
        let minute = open.add(AT + 3 * MINUTE_MS, seen([0, 0, 0], &[("a", [1, 3, 1])])).unwrap();
        assert_eq!(
            shown(&minute, "a"),
            ([0, 0, 1], Some([1, 3, 1])),
            "removed and declared again in a minute"
        );
    }

    #[test]
    fn a_clock_that_goes_back_ends_the_minute() {
        let mut open = OpenMinute::default();
        open.add(AT, seen([1, 10, 0], &[]));
        let minute = open.add(AT - 1, seen([2, 15, 0], &[])).unwrap();
        assert_eq!((minute.at_ms, shown(&minute, "a").0), (AT, [1, 5, 0]));
        let minute = open.add(AT, seen([0, 15, 0], &[])).unwrap();
        assert_eq!((minute.at_ms, shown(&minute, "a").0), (AT - MINUTE_MS, [2, 0, 0]));
    }

    #[test]
    fn the_end_of_the_process_ends_the_minute() {
        let mut open = OpenMinute::default();
        assert_eq!(open.end(seen([0, 0, 0], &[])), None);
        open.add(AT, seen([1, 10, 0], &[]));
        let minute = open.end(seen([5, 15, 0], &[("a", [1, 1, 0])])).unwrap();
        assert_eq!(shown(&minute, "a"), ([5, 5, 0], Some([1, 1, 0])));
    }
}
