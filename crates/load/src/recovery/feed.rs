//! Numbered events, published at fixed times by the signed HTTP API.
//!
//! In each round every channel gets its next event, and the next round begins when all of this one have
//! been accepted, so that a channel's numbers reach the server in their order. What is late is sent as
//! soon as it can be; nothing is left out.

use std::time::{Duration, Instant};

use super::crowd::{Crowd, channel};
use crate::fault::Fault;
use crate::publisher::Publisher;
use crate::stamp::Mark;
use crate::target::Target;

/// Bytes of an event's data.
const PAYLOAD_BYTES: usize = 100;

/// The publisher of all channels.
pub(super) struct Feed {
    publisher: Publisher,
    channels: Vec<String>,
    between: Duration,
    /// When the first round is due; `None` while it is stopped.
    since: Option<Instant>,
    rounds: u32,
    /// Publishes that were sent.
    sent: u32,
}

impl Feed {
    /// Connects. Each channel gets so many events a second once it is started.
    pub(super) fn connect(
        target: &Target,
        channels: usize,
        per_second: f64,
        crowd: &Crowd,
    ) -> Result<Self, Fault> {
        Ok(Self {
            publisher: Publisher::connect(target, channels, crowd.registry())?,
            channels: (0..channels).map(channel).collect(),
            between: Duration::from_secs_f64(1.0 / per_second),
            since: None,
            rounds: 0,
            sent: 0,
        })
    }

    /// From now on rounds are due.
    pub(super) fn start(&mut self) {
        self.since = Some(Instant::now());
    }

    /// No more rounds.
    pub(super) fn stop(&mut self) {
        self.since = None;
    }

    /// Rounds so far.
    pub(super) fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether everything that was sent has been accepted.
    pub(super) fn is_accepted(&self) -> bool {
        self.publisher.accepted() == self.sent
    }

    /// When the next round is due.
    pub(super) fn due(&self) -> Option<Instant> {
        self.since.map(|since| since + self.between * self.rounds)
    }

    /// Reads replies, and publishes a round if it is due.
    pub(super) fn turn(&mut self, crowd: &mut Crowd) -> Result<(), Fault> {
        for token in crowd.take_foreign() {
            self.publisher.ready(token)?;
        }
        match self.due() {
            Some(due) if due <= Instant::now() && self.is_accepted() => self.publish(due, crowd),
            _ => Ok(()),
        }
    }

    /// Publishes one event in each channel. All before it must have been accepted.
    pub(super) fn publish(&mut self, due: Instant, crowd: &mut Crowd) -> Result<(), Fault> {
        let due = due.saturating_duration_since(crowd.inbox.start());
        let due_ns = u64::try_from(due.as_nanos()).unwrap_or(u64::MAX);
        for (stream, name) in (0_u32..).zip(&self.channels) {
            let mark = Mark { stream, serial: self.rounds, due_ns };
            if !self.publisher.publish(name, &mark.text(PAYLOAD_BYTES))? {
                return Err(Fault::Run("more publishes are under way than there are connections".into()));
            }
            self.sent += 1;
            crowd.inbox.published(usize::try_from(stream).unwrap_or(usize::MAX));
        }
        self.rounds += 1;
        Ok(())
    }
}
