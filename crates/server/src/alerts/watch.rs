//! One alert as it goes: ok → pending → firing → ok.
//!
//! Both ways take `for_s`: a value that goes back and forth across the threshold is reported once.

use std::sync::Arc;

use super::Alert;
use super::window::{SLACK_MS, Window};

/// A moment of both clocks: durations are those of the monotonic one, and people are shown the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) mono_ms: u64,
    pub(super) unix_ms: u64,
}

impl Moment {
    /// Whether so many seconds have passed since then, as precisely as samples every few seconds allow.
    fn is_over(self, seconds: u32, now: Self) -> bool {
        let passed_ms = now.mono_ms.saturating_sub(self.mono_ms);
        passed_ms + SLACK_MS >= u64::from(seconds) * 1_000
    }
}

/// An alert with its state.
#[derive(Debug)]
pub(super) struct Watch {
    pub(super) alert: Arc<Alert>,
    window: Window,
    pub(super) value: Option<f64>,
    pub(super) state: State,
    pub(super) last: Option<Past>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum State {
    /// The threshold is not crossed.
    Ok,
    /// It is, and not yet for `for_s`.
    Pending { since: Moment },
    /// It was reported.
    Firing(Firing),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Firing {
    /// Since when the threshold is crossed.
    pub(super) since: Moment,
    /// Since when it is not any more.
    back: Option<Moment>,
    reported: Moment,
    /// The value that is farthest beyond the threshold.
    worst: f64,
}

/// The last time that it fired.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Past {
    pub(crate) since_ms: u64,
    pub(crate) ended_ms: u64,
    pub(crate) worst: f64,
}

/// What is to be reported.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum News {
    Fires {
        since_ms: u64,
        lasted_ms: u64,
        worst: f64,
        is_repeat: bool,
    },
    /// `closed` says why, where it is not the value that came back.
    Over {
        since_ms: u64,
        lasted_ms: u64,
        worst: f64,
        closed: Option<Closed>,
    },
}

/// What a reload did to an alert that was firing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    Changed,
    Removed,
}

impl Closed {
    /// Its name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Removed => "removed",
        }
    }
}

impl State {
    /// Its name in the API.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Pending { .. } => "pending",
            Self::Firing(_) => "firing",
        }
    }

    pub(super) fn since_ms(&self) -> Option<u64> {
        match self {
            Self::Ok => None,
            Self::Pending { since } | Self::Firing(Firing { since, .. }) => Some(since.unix_ms),
        }
    }

    pub(super) fn worst(&self) -> Option<f64> {
        match self {
            Self::Firing(firing) => Some(firing.worst),
            Self::Ok | Self::Pending { .. } => None,
        }
    }
}

impl Watch {
    pub(super) fn new(alert: Arc<Alert>) -> Self {
        Self { alert, window: Window::default(), value: None, state: State::Ok, last: None }
    }

    /// Takes what is seen now; `None` where there is nothing to see, as the app is not there.
    pub(super) fn evaluate(&mut self, now: Moment, seen: Option<Box<[u64]>>) -> Option<News> {
        let shape = self.alert.metric.shape();
        self.value = match seen {
            Some(seen) if shape.span_ms() == 0 => shape.value(&seen, 0),
            Some(seen) => {
                let (counted, elapsed_ms) = self.window.add(now.mono_ms, seen, shape.span_ms());
                // The first sample counts nothing.
                (elapsed_ms > 0).then(|| shape.value(&counted, elapsed_ms)).flatten()
            }
            None => {
                self.window.clear();
                None
            }
        };
        let beyond = self.value.filter(|value| self.alert.threshold.is_crossed(*value));
        self.step(now, beyond)
    }

    /// `beyond` is the value, where it is beyond the threshold.
    fn step(&mut self, now: Moment, beyond: Option<f64>) -> Option<News> {
        let alert = Arc::clone(&self.alert);
        match (&mut self.state, beyond) {
            (State::Ok, None) => None,
            (State::Pending { .. }, None) => {
                self.state = State::Ok;
                None
            }
            (State::Ok, Some(worst)) => self.hold(now, now, worst),
            (State::Pending { since }, Some(worst)) => {
                let since = *since;
                self.hold(since, now, worst)
            }
            (State::Firing(firing), Some(value)) => {
                firing.back = None;
                firing.worst = alert.threshold.worse(firing.worst, value);
                let is_due = alert.repeat_s > 0 && firing.reported.is_over(alert.repeat_s, now);
                is_due.then(|| {
                    firing.reported = now;
                    firing.news(now, true)
                })
            }
            (State::Firing(firing), None) => {
                let back = *firing.back.get_or_insert(now);
                if !back.is_over(alert.for_s, now) {
                    return None;
                }
                let firing = *firing;
                Some(self.end(firing, back, None))
            }
        }
    }

    /// The threshold is crossed since then.
    fn hold(&mut self, since: Moment, now: Moment, worst: f64) -> Option<News> {
        if !since.is_over(self.alert.for_s, now) {
            self.state = State::Pending { since };
            return None;
        }
        let firing = Firing { since, back: None, reported: now, worst };
        self.state = State::Firing(firing);
        Some(firing.news(now, false))
    }

    /// It is over since then.
    fn end(&mut self, firing: Firing, back: Moment, closed: Option<Closed>) -> News {
        let Firing { since, worst, .. } = firing;
        self.state = State::Ok;
        self.last = Some(Past { since_ms: since.unix_ms, ended_ms: back.unix_ms, worst });
        let lasted_ms = back.mono_ms.saturating_sub(since.mono_ms);
        News::Over { since_ms: since.unix_ms, lasted_ms, worst, closed }
    }

    /// The alert is removed or changed: what was reported as firing is reported as closed.
    pub(super) fn close(&mut self, now: Moment, closed: Closed) -> Option<News> {
        let State::Firing(firing) = self.state else { return None };
        Some(self.end(firing, firing.back.unwrap_or(now), Some(closed)))
    }
}

impl Firing {
    fn news(&self, now: Moment, is_repeat: bool) -> News {
        let lasted_ms = now.mono_ms.saturating_sub(self.since.mono_ms);
        News::Fires { since_ms: self.since.unix_ms, lasted_ms, worst: self.worst, is_repeat }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::alert;
    use super::super::{Metric, Threshold};
    use super::*;

    /// A watch on connections above 10.
    struct World {
        watch: Watch,
        now_s: u64,
    }

    impl World {
        fn new(change: impl FnOnce(&mut Alert)) -> Self {
            let mut alert = alert("a");
            change(&mut alert);
            Self { watch: Watch::new(Arc::new(alert)), now_s: 1_000 }
        }

        /// The next sample, five seconds later.
        fn sample(&mut self, value: u64) -> Option<News> {
            self.now_s += 5;
            let now = Moment { mono_ms: self.now_s * 1_000, unix_ms: 7_000_000 + self.now_s * 1_000 };
            self.watch.evaluate(now, Some([value].into()))
        }

        /// What is reported at which of these samples.
        fn samples(&mut self, values: &[u64]) -> String {
            let news = values.iter().map(|value| match self.sample(*value) {
                None => '.',
                Some(News::Fires { is_repeat: false, .. }) => 'F',
                Some(News::Fires { is_repeat: true, .. }) => 'R',
                Some(News::Over { .. }) => 'O',
            });
            news.collect()
        }
    }

    #[test]
    fn it_fires_once_the_threshold_has_held_and_is_over_once_it_has_not() {
        let mut world = World::new(|alert| alert.for_s = 15);
        assert_eq!(world.samples(&[10, 11, 30, 12]), "....");
        assert_eq!(world.watch.state.name(), "pending");
        let since_ms = 7_000_000 + 1_010_000;
        assert_eq!(world.watch.state.since_ms(), Some(since_ms));
        let fires = News::Fires { since_ms, lasted_ms: 15_000, worst: 11.0, is_repeat: false };
        assert_eq!(world.sample(11), Some(fires));
        assert_eq!(world.samples(&[40, 12, 3, 0, 1]), ".....");
        assert_eq!(world.watch.state.name(), "firing");
        let over = News::Over { since_ms, lasted_ms: 30_000, worst: 40.0, closed: None };
        assert_eq!(world.sample(2), Some(over), "it ended when the value came back");
        assert_eq!(world.watch.state, State::Ok);
        let past = Past { since_ms, ended_ms: since_ms + 30_000, worst: 40.0 };
        assert_eq!(world.watch.last, Some(past));
    }

    #[test]
    fn one_that_fires_is_closed_with_a_reason_and_others_without_a_word() {
        let mut world = World::new(|alert| alert.for_s = 0);
        let now = Moment { mono_ms: 1_020_000, unix_ms: 8_020_000 };
        assert_eq!(world.watch.close(now, Closed::Removed), None);
        assert_eq!(world.samples(&[11]), "F");
        let closed = Some(Closed::Changed);
        let over = News::Over { since_ms: 8_005_000, lasted_ms: 15_000, worst: 11.0, closed };
        assert_eq!(world.watch.close(now, Closed::Changed), Some(over));
        assert_eq!(world.watch.state, State::Ok);
    }

    #[test]
    fn a_value_that_goes_back_and_forth_is_reported_once() {
        let mut world = World::new(|alert| alert.for_s = 10);
        assert_eq!(world.samples(&[11, 0, 11, 0, 11, 11, 0]), ".......", "it never held");
        assert_eq!(world.samples(&[11, 11, 11, 0, 11, 0, 0, 11, 0, 11]), "..F.......", "it was never back");
        assert_eq!(world.samples(&[0, 0, 0, 0]), "..O.");
    }

    #[test]
    fn without_a_wait_each_sample_counts() {
        let mut world = World::new(|alert| alert.for_s = 0);
        assert_eq!(world.samples(&[11, 11, 0, 0, 11]), "F.O.F");
    }

    #[test]
    fn it_is_reported_again_while_it_lasts() {
        let mut world = World::new(|alert| (alert.for_s, alert.repeat_s) = (0, 15));
        assert_eq!(world.samples(&[11, 11, 11, 11, 11, 11, 11, 0]), "F..R..RO");
        let mut world = World::new(|alert| (alert.for_s, alert.repeat_s) = (10, 10));
        assert_eq!(world.samples(&[11, 11, 11, 0, 11, 0, 11, 11]), "..F.R.R.", "not while the value is back");
    }

    #[test]
    fn the_other_way_round() {
        let mut world = World::new(|alert| {
            (alert.for_s, alert.threshold) = (0, Threshold::Below(10.0));
        });
        assert_eq!(world.samples(&[10, 9, 3, 7]), ".F..");
        let Some(News::Over { worst, .. }) = world.sample(10) else { panic!() };
        assert!((worst - 3.0).abs() < f64::EPSILON, "{worst}");
    }

    #[test]
    fn an_app_that_is_removed_is_beyond_no_threshold() {
        let mut world = World::new(|alert| {
            (alert.for_s, alert.threshold) = (0, Threshold::Below(10.0));
        });
        assert_eq!(world.samples(&[1]), "F");
        let now = Moment { mono_ms: 2_000_000, unix_ms: 9_000_000 };
        assert!(matches!(world.watch.evaluate(now, None), Some(News::Over { .. })));
        assert_eq!(world.watch.value, None);
    }

    #[test]
    fn what_is_counted_is_counted_over_a_minute() {
        let mut world = World::new(|alert| {
            (alert.metric, alert.for_s) = (Metric::Refusals, 60);
        });
        // A burst is within the last minute for a minute, and does not fire by itself.
        let mut burst = vec![5, 500];
        burst.extend([500; 20]);
        assert_eq!(world.samples(&burst), ".".repeat(22));
        let going_on: Vec<u64> = (1..=16).map(|n| 500 + 5 * n).collect();
        // Above 10 in a minute from the third on, and then for a minute.
        assert_eq!(world.samples(&going_on), "..............F.");
        assert_eq!(world.watch.value, Some(60.0));
    }

    #[test]
    fn percentiles_of_nothing_are_no_value() {
        let mut world = World::new(|alert| {
            (alert.metric, alert.for_s) = (Metric::LatencyP99, 0);
        });
        let mut deliver = |slow: u64| {
            world.now_s += 5;
            let now = Moment { mono_ms: world.now_s * 1_000, unix_ms: 0 };
            let news = world.watch.evaluate(now, Some([0, 0, 0, 0, 0, 0, 0, 0, slow].into()));
            (news.is_some(), world.watch.value.is_some())
        };
        assert_eq!(deliver(0), (false, false));
        assert_eq!(deliver(7), (true, true), "the bucket of up to 50 ms is above 10 ms");
        assert_eq!(deliver(7), (false, true));
        assert_eq!(deliver(7), (true, false), "over: nothing was delivered for ten seconds");
    }
}
