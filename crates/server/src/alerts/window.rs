//! What was counted within the last seconds.

use std::collections::VecDeque;

/// The samples of a minute, and room for a clock that jumps.
const MOST_SAMPLES: usize = 32;
/// Half the time between two samples: they are not taken to the millisecond.
pub(super) const SLACK_MS: u64 = 2_500;

/// Counters of the samples of the last seconds, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Window {
    samples: VecDeque<(u64, Box<[u64]>)>,
}

impl Window {
    /// Adds a sample. What has been counted since one so long ago, or since the first one, and how long ago that is. The first
    /// sample counts nothing: what it sees is where counting begins.
    pub(super) fn add(&mut self, now_ms: u64, counters: Box<[u64]>, span_ms: u64) -> (Box<[u64]>, u64) {
        self.samples.push_back((now_ms, counters));
        let is_whole = |at_ms: u64| now_ms.saturating_sub(at_ms) + SLACK_MS >= span_ms;
        while self.samples.len() > MOST_SAMPLES
            || self.samples.get(1).is_some_and(|(at_ms, _)| is_whole(*at_ms))
        {
            if self.samples.len() <= 2 {
                break;
            }
            self.samples.pop_front();
        }
        match (self.samples.front(), self.samples.back()) {
            (Some((at_ms, before)), Some((_, now))) => {
                let growth = before.iter().zip(now).map(|(before, now)| more(*before, *now)).collect();
                (growth, now_ms.saturating_sub(*at_ms))
            }
            _ => (Box::default(), 0),
        }
    }

    /// Nothing was seen.
    pub(super) fn clear(&mut self) {
        self.samples.clear();
    }
}

/// By how much a counter has grown. One that is lower than before has begun again: its app was removed and declared once more.
pub(super) fn more(before: u64, now: u64) -> u64 {
    now.checked_sub(before).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(window: &mut Window, now_s: u64, counter: u64) -> (u64, u64) {
        let (counted, elapsed_ms) = window.add(now_s * 1_000, [counter].into(), 10_000);
        (counted[0], elapsed_ms / 1_000)
    }

    #[test]
    fn it_counts_from_the_first_sample_and_then_over_its_span() {
        let mut window = Window::default();
        assert_eq!(add(&mut window, 100, 1_000), (0, 0), "what was counted before is not of this time");
        assert_eq!(add(&mut window, 105, 1_001), (1, 5));
        assert_eq!(add(&mut window, 110, 1_003), (3, 10));
        assert_eq!(add(&mut window, 115, 1_006), (5, 10), "the sample of second 100 is too old");
        assert_eq!(add(&mut window, 120, 1_006), (3, 10));
        assert_eq!(add(&mut window, 125, 1_006), (0, 10));
    }

    #[test]
    fn a_pause_of_the_process_does_not_empty_it() {
        let mut window = Window::default();
        add(&mut window, 100, 0);
        assert_eq!(add(&mut window, 1_000, 9), (9, 900));
        assert_eq!(add(&mut window, 1_005, 9), (9, 905), "the last whole span is not known yet");
        assert_eq!(add(&mut window, 1_010, 9), (0, 10));
    }

    #[test]
    fn samples_that_come_a_little_early_count_as_a_whole_span() {
        let mut window = Window::default();
        for (at_ms, counter) in [(0, 0), (4_990, 1), (9_990, 2), (14_980, 3)] {
            window.add(at_ms, [counter].into(), 10_000);
        }
        assert_eq!(window.samples.len(), 3);
    }

    #[test]
    fn a_counter_that_begins_again_counts_from_nothing_and_memory_is_bounded() {
        let mut window = Window::default();
        add(&mut window, 0, 500);
        assert_eq!(add(&mut window, 5, 3), (3, 5));
        for _ in 0..1_000 {
            add(&mut window, 6, 3);
        }
        assert!(window.samples.len() <= MOST_SAMPLES, "{}", window.samples.len());
    }
}
