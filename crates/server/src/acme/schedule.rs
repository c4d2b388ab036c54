//! When a certificate is renewed, and when an order that failed is tried again. Times are seconds since 1970; a jitter is from 0 to 1.
//!
//! A certificate is renewed when its authority says (ARI, RFC 9773), else shortly before two thirds of its lifetime have passed,
//! whether it lives for months or for days. The last third is for attempts that fail.

use std::collections::VecDeque;
use std::time::Duration;

/// Orders within [`HOUR`]: Let's Encrypt takes five failed validations of a name.
const MOST_ORDERS: usize = 5;
const HOUR: u64 = 3_600;
/// Waits after the first failures; then each is twice as long as the one before. An authority that is started together with this
/// server is found within seconds.
const FIRST_WAITS: [u64; 3] = [5, 15, 60];
/// The longest of these waits.
const LONGEST_WAIT: u64 = 6 * HOUR;
/// What an authority may ask for at most: one that says "never" must not end renewals.
const LONGEST_RETRY_AFTER: u64 = 24 * HOUR;

/// From when to when a certificate is valid, and since when it is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lifetime {
    pub(super) begin: u64,
    pub(super) end: u64,
    /// Authorities date the beginning back, Let's Encrypt by an hour.
    pub(super) stored: u64,
}

/// When the authority suggests to renew it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) start: u64,
    pub(super) end: u64,
}

impl Lifetime {
    fn length(self) -> u64 {
        self.end.saturating_sub(self.begin)
    }

    pub(super) fn has_ended(self, now: u64) -> bool {
        now >= self.end
    }

    pub(super) fn is_in_last_third(self, now: u64) -> bool {
        now >= self.begin + self.length() / 3 * 2
    }

    /// When to renew it. The jitter is drawn once for a certificate, so that many servers do not come at once, and this one does not
    /// change its mind.
    pub(super) fn renewal(self, window: Option<Window>, jitter: f64) -> u64 {
        let chosen = match window {
            Some(Window { start, end }) => start + part(end.saturating_sub(start), jitter),
            None => (self.begin + self.length() / 3 * 2).saturating_sub(part(self.length() / 20, jitter)),
        };
        // A window of the past means now, for instance before certificates are revoked; but an authority for which every moment is
        // too late must not be asked for ever. And one in the future leaves time for attempts that fail.
        let latest = self.begin + self.length() / 6 * 5;
        self.earliest().max(chosen.min(latest))
    }

    /// Not before: counted from when it was stored, if that was while it was valid.
    fn earliest(self) -> u64 {
        let since = self.stored.clamp(self.begin, self.end.max(self.begin));
        since + HOUR.min((self.end.saturating_sub(since)) / 10)
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn part(of: u64, jitter: f64) -> u64 {
    (of as f64 * jitter.clamp(0.0, 1.0)) as u64
}

/// How long to wait after so many failures in a row, of which the authority has answered the last with this request to wait.
pub(super) fn wait(failures: u32, retry_after: Option<Duration>, jitter: f64) -> Duration {
    let last = (failures.max(1) - 1) as usize;
    let whole = FIRST_WAITS.get(last).copied().unwrap_or_else(|| {
        let doublings = u32::try_from(last - FIRST_WAITS.len() + 1).unwrap_or(u32::MAX);
        60u64.saturating_mul(2u64.saturating_pow(doublings))
    });
    // Between three quarters and five quarters of it.
    let whole = whole.min(LONGEST_WAIT) * 1_000;
    let jittered = Duration::from_millis(whole / 4 * 3 + part(whole / 2, jitter));
    let asked = retry_after.unwrap_or_default().min(Duration::from_secs(LONGEST_RETRY_AFTER));
    jittered.max(asked)
}

/// When orders were made, within the last hour.
#[derive(Debug, Default)]
pub(super) struct RecentOrders(VecDeque<u64>);

impl RecentOrders {
    /// From a file, which has a line for each.
    pub(super) fn read(text: &str, now: u64) -> Self {
        let times = text.lines().filter_map(|line| line.parse().ok());
        let mut orders = Self(times.collect());
        orders.forget(now);
        orders
    }

    /// What the file has.
    pub(super) fn write(&self) -> String {
        self.0.iter().map(|at| format!("{at}\n")).collect()
    }

    /// When the next order may be made.
    pub(super) fn next(&mut self, now: u64) -> u64 {
        self.forget(now);
        let full = self.0.len().checked_sub(MOST_ORDERS).and_then(|at| self.0.get(at));
        full.map_or(now, |at| at + HOUR)
    }

    /// One is made.
    pub(super) fn add(&mut self, now: u64) {
        self.0.push_back(now);
        self.forget(now);
    }

    fn forget(&mut self, now: u64) {
        // One of the future was made before the clock was set back: nobody knows when.
        self.0.retain(|at| *at <= now && now - at < HOUR);
        while self.0.len() > MOST_ORDERS {
            self.0.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * HOUR;

    #[test]
    fn without_advice_it_is_renewed_shortly_before_two_thirds_whatever_the_lifetime() {
        for days in [6, 45, 90, 365] {
            let life = Lifetime { begin: 1_000, end: 1_000 + days * DAY, stored: 1_000 };
            let (early, late) = (life.renewal(None, 1.0), life.renewal(None, 0.0));
            assert_eq!(late, 1_000 + days * DAY / 3 * 2);
            assert_eq!(early, late - days * DAY / 20);
            assert!(life.renewal(None, 0.5) > early && life.renewal(None, 0.5) < late);
            assert!(!life.is_in_last_third(late - 1) && life.is_in_last_third(late));
            assert!(!life.has_ended(life.end - 1) && life.has_ended(life.end));
        }
    }

    #[test]
    fn the_authority_says_when_within_reason() {
        let life = Lifetime { begin: 0, end: 90 * DAY, stored: 0 };
        let window = |start, end| Some(Window { start, end });
        for (window, jitter, at) in [
            (window(50 * DAY, 52 * DAY), 0.0, 50 * DAY),
            (window(50 * DAY, 52 * DAY), 0.5, 51 * DAY),
            (window(50 * DAY, 52 * DAY), 1.0, 52 * DAY),
            (window(20 * DAY, 21 * DAY), 1.0, 21 * DAY), // before a revocation
            (window(0, 1), 0.5, HOUR),                   // at once, but not again and again
            (window(80 * DAY, 200 * DAY), 1.0, 75 * DAY),
            (window(60 * DAY, 50 * DAY), 1.0, 60 * DAY),
            (window(u64::MAX, u64::MAX), 1.0, 75 * DAY),
        ] {
            assert_eq!(life.renewal(window, jitter), at, "{window:?} {jitter}");
        }
        let short = Lifetime { begin: 0, end: 20, stored: 0 };
        assert_eq!(short.renewal(window(0, 20), 0.0), 2);
        assert_eq!(short.renewal(window(0, 20), 1.0), 15);
        let none = Lifetime { begin: 5, end: 5, stored: 5 };
        assert_eq!(none.renewal(window(0, 9), 1.0), 5);
    }

    #[test]
    fn a_certificate_that_was_dated_back_is_not_replaced_at_once() {
        let at_once = Some(Window { start: 0, end: 1 });
        let now = 1_000 * DAY;
        for (begin, end, stored, earliest) in [
            (now - HOUR, now + 90 * DAY, now, now + HOUR), // Let's Encrypt
            (now - HOUR, now + 90 * DAY, now - HOUR - 9, now), // a date before its beginning says nothing
            (now - HOUR, now + 90 * DAY, now + 999 * DAY, now + 90 * DAY), // nor one after its end
            (now - 900 * DAY, now + 600, now, now + 60),
        ] {
            let life = Lifetime { begin, end, stored };
            assert_eq!(life.renewal(at_once, 0.5), earliest, "{life:?}");
        }
        let nearly_over = Lifetime { begin: 0, end: now + DAY, stored: now };
        assert_eq!(nearly_over.renewal(None, 0.5), now + HOUR);
    }

    #[test]
    fn orders_of_the_future_do_not_count() {
        let mut orders = RecentOrders::default();
        (0..5).for_each(|_| orders.add(500 * DAY));
        assert_eq!(orders.next(500 * DAY), 500 * DAY + HOUR);
        assert_eq!(orders.next(100 * DAY), 100 * DAY, "the clock was set back");
    }

    #[test]
    fn waits_grow_to_six_hours_and_honour_what_the_authority_asks() {
        let s = |failures, jitter| wait(failures, None, jitter).as_secs();
        assert_eq!([1, 2, 3, 4, 5, 6].map(|n| s(n, 0.5)), [5, 15, 60, 120, 240, 480]);
        assert_eq!((s(1, 0.0), s(1, 1.0)), (3, 6));
        assert_eq!((s(12, 0.5), s(13, 0.5), s(u32::MAX, 0.5)), (6 * HOUR, 6 * HOUR, 6 * HOUR));
        assert_eq!((s(99, 0.0), s(99, 1.0)), (6 * HOUR / 4 * 3, 6 * HOUR / 4 * 5));
        let asked = |s| wait(1, Some(Duration::from_secs(s)), 0.5).as_secs();
        assert_eq!((asked(1), asked(900), asked(u64::MAX)), (5, 900, DAY));
    }

    #[test]
    fn an_hour_has_five_orders() {
        let mut orders = RecentOrders::default();
        for now in 100..105 {
            assert_eq!(orders.next(now), now);
            orders.add(now);
        }
        assert_eq!(orders.next(105), 100 + HOUR);
        // Also after a restart.
        let mut again = RecentOrders::read(&format!("{}nonsense\n99999999\n", orders.write()), 200);
        assert_eq!(again.next(200), 100 + HOUR);
        assert_eq!(again.next(100 + HOUR), 100 + HOUR);
        again.add(100 + HOUR);
        assert_eq!(again.next(100 + HOUR), 101 + HOUR);
    }
}
