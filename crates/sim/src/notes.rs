//! What a world writes down while it runs.

use std::collections::BTreeMap;

use crate::ledger::{Ledger, Line};

/// Faults of one part of a world's life; more say nothing new.
const FAULTS: usize = 20;

/// The ledger, the faults, and how often each thing happened.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) now: u64,
    pub(crate) ledger: Ledger,
    pub(crate) faults: Vec<String>,
    pub(crate) tally: BTreeMap<&'static str, u64>,
    faults_in_part: usize,
}

impl Notes {
    pub(crate) fn new(now: u64) -> Self {
        Self { now, ..Self::default() }
    }

    /// Something happened that must not.
    pub(crate) fn fault(&mut self, text: impl std::fmt::Display) {
        self.faults_in_part += 1;
        if self.faults_in_part <= FAULTS {
            self.faults.push(format!("at {} ms: {text}", self.now));
        }
    }

    /// Another part of the world's life begins, whose faults may be new.
    pub(crate) fn begin_part(&mut self) {
        self.faults_in_part = 0;
    }

    pub(crate) fn count(&mut self, what: &'static str) {
        self.count_times(what, 1);
    }

    pub(crate) fn count_times(&mut self, what: &'static str, times: u64) {
        *self.tally.entry(what).or_default() += times;
    }

    pub(crate) fn write(&mut self, line: Line) {
        self.ledger.lines.push(line);
    }

    pub(crate) fn subscribed(&mut self, client: &str, channel: &str) {
        self.write(Line::Subscribe { client: client.to_owned(), channel: channel.to_owned() });
    }

    pub(crate) fn unsubscribed(&mut self, client: &str, channel: &str) {
        self.write(Line::Unsubscribe { client: client.to_owned(), channel: channel.to_owned() });
    }
}
