//! Whether a silent server is still there.

use std::time::{Duration, Instant};

/// The pings of one connection.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    interval: Option<Duration>,
    timeout: Duration,
    /// When anything at all came last.
    last_activity: Instant,
    /// When a ping was sent, if nothing has come since.
    asked: Option<Instant>,
}

/// What is to be done now.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Beat {
    /// Nothing.
    Calm,
    /// To send a ping.
    Ask,
    /// To give the connection up: nothing came for so long.
    Lost(Duration),
}

impl Heartbeat {
    pub(crate) const fn new(interval: Option<Duration>, timeout: Duration, now: Instant) -> Self {
        Self { interval, timeout, last_activity: now, asked: None }
    }

    pub(crate) fn received(&mut self, now: Instant) {
        self.last_activity = now;
        self.asked = None;
    }

    /// To be called when all that has arrived is read: what waits in the socket is an answer too.
    pub(crate) fn beat(&mut self, now: Instant) -> Beat {
        match (self.due(), self.asked) {
            (Some(due), Some(_)) if now >= due => Beat::Lost(now.duration_since(self.last_activity)),
            (Some(due), None) if now >= due => {
                self.asked = Some(now);
                Beat::Ask
            }
            _ => Beat::Calm,
        }
    }

    /// When [`Heartbeat::beat`] has something to do next.
    pub(crate) fn due(&self) -> Option<Instant> {
        let interval = self.interval?;
        Some(match self.asked {
            Some(asked) => asked + self.timeout,
            None => self.last_activity + interval,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_silent_server_is_asked_once_and_given_up_when_it_does_not_answer() {
        let start = Instant::now();
        let mut heartbeat = Heartbeat::new(Some(10 * SECOND), 3 * SECOND, start);
        assert_eq!(heartbeat.beat(start + 9 * SECOND), Beat::Calm);
        assert_eq!(heartbeat.beat(start + 10 * SECOND), Beat::Ask);
        assert_eq!(heartbeat.due(), Some(start + 13 * SECOND));
        assert_eq!(heartbeat.beat(start + 12 * SECOND), Beat::Calm);
        heartbeat.received(start + 12 * SECOND);
        assert_eq!(heartbeat.beat(start + 21 * SECOND), Beat::Calm);
        assert_eq!(heartbeat.beat(start + 22 * SECOND), Beat::Ask);
        assert_eq!(heartbeat.beat(start + 25 * SECOND), Beat::Lost(13 * SECOND));
    }

    #[test]
    fn without_an_interval_nobody_is_asked() {
        let start = Instant::now();
        let mut heartbeat = Heartbeat::new(None, SECOND, start);
        assert_eq!(heartbeat.due(), None);
        assert_eq!(heartbeat.beat(start + 1000 * SECOND), Beat::Calm);
    }
}
