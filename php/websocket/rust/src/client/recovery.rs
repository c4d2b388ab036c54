//! What becomes of a client that has lost its connection: another attempt, or the end.

use std::time::Instant;

use super::connection::End;
use super::failure::{ABNORMAL, Failure, Retry};
use super::upgrade::no_randomness;
use super::{Client, Ended, Phase, reconnect};

impl Client {
    /// The connection is over: it is re-established, or this is the end.
    pub(super) fn end(&mut self, end: End, now: Instant) -> Result<(), Failure> {
        let Some(connection) = self.leave() else { return Ok(()) };
        if connection.has_received() {
            self.attempts = 0;
        }
        let (code, reason, failure) = match end {
            End::Closed(code, reason) => (code, reason, None),
            End::Violated(error) => (error.close_code(), error.to_string(), Some(Failure::violation(&error))),
            End::Lost(failure) => (ABNORMAL, String::new(), Some(failure)),
        };
        if reconnect::is_passing(code) && self.pause(now)? {
            return Ok(());
        }
        self.close = Some((code, reason));
        self.phase = Phase::Ended(Ended { failure, lingering: Some(connection.into_stream()) });
        Ok(())
    }

    /// An attempt failed: another one follows if this was to replace a lost connection.
    pub(super) fn fail(&mut self, mut failure: Failure, now: Instant) -> Result<(), Failure> {
        if self.attempts == 0 {
            self.phase = Phase::Idle;
            return Err(failure);
        }
        if failure.retry == Retry::Sensible && self.pause(now)? {
            return Ok(());
        }
        failure.text = format!(
            "the connection was lost and not re-established (attempt {} of {}): {}",
            self.attempts, self.target.settings.reconnect_attempts, failure.text
        );
        self.close = Some((ABNORMAL, String::new()));
        self.phase = Phase::Ended(Ended { failure: Some(failure.clone()), lingering: None });
        Err(failure)
    }

    /// Whether another attempt is made, after a pause.
    fn pause(&mut self, now: Instant) -> Result<bool, Failure> {
        let settings = &self.target.settings;
        if self.attempts >= settings.reconnect_attempts {
            return Ok(false);
        }
        let chance = getrandom::u32().map_err(|_| no_randomness())?;
        self.phase = Phase::Pausing(now + reconnect::pause(settings.reconnect_delay, self.attempts, chance));
        self.attempts += 1;
        Ok(true)
    }
}
