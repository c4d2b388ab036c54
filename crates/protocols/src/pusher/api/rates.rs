//! Rate limits of an app's HTTP API:
//! [`backend_events_per_second`](crate::pusher::PusherSettings::backend_events_per_second) and
//! [`read_requests_per_second`](crate::pusher::PusherSettings::read_requests_per_second).

use baton_hub::Millis;

use crate::rate::{Pace, Rate};

/// The rates of one app. A server has one for each, for as long as the app exists.
#[derive(Debug, Default)]
pub struct ApiRates {
    events: Rate,
    reads: Rate,
}

impl ApiRates {
    /// Whether so many events may be published at `now`; all or none. `per_second` of 0 is no limit.
    pub fn may_publish(&mut self, now: Millis, per_second: u32, events: usize) -> bool {
        self.events.take_many(now, Pace::even(per_second), u32::try_from(events).unwrap_or(u32::MAX))
    }

    /// Whether one more request that reads may be answered at `now`. `per_second` of 0 is no limit.
    pub fn may_read(&mut self, now: Millis, per_second: u32) -> bool {
        self.reads.take(now, Pace::even(per_second))
    }
}
