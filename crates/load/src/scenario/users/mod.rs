//! Users that connect, subscribe, send, leave and return, as many as the stages set, while the
//! application publishes.
//!
//! Messages are sent when they are due, whatever the server does (open loop), and carry that time,
//! so that a stall counts against every message that it delayed. One event loop per core of the
//! generator runs a share of the users; all of what was sent is reconciled with all that was
//! received when they have finished.

mod books;
mod crowd;
mod feed;
mod outcome;
mod settings;
mod shard;
mod shared;
mod watch;

use std::collections::HashMap;
use std::time::Instant;

use super::loops::in_parallel;
use crate::fault::Fault;
use crate::protocol::Roster;
use crate::swarm::require_open_files;
use crate::target::Target;
use shard::{Shard, ShardReport};
use shared::Shared;
use watch::Watch;

pub use outcome::{StageUsage, UsersOutcome};
pub use settings::{Events, Publish, Slow, Stage, Storm, Users};

impl Users {
    /// Measures a server.
    ///
    /// # Errors
    /// If the server loses a connection, or loses, doubles or makes up a message, or if the machine
    /// cannot run it.
    pub fn run(&self, target: &Target) -> Result<UsersOutcome, Fault> {
        require_open_files(self.most())?;
        let loops = target.generator_loops.clamp(1, self.most().max(1));
        let watch = Watch::start(target)?;
        let shared = Shared::new(Instant::now());
        let shards = (0..loops)
            .map(|first| Shard::new(self, target, &shared, (first, loops)))
            .collect::<Result<Vec<_>, Fault>>()?;
        let meanwhile = || watch.follow(self, &shared, loops);
        let (reports, log) = in_parallel(shards, &shared.failed, Shard::run, meanwhile)?;
        let mut whole = ShardReport::default();
        reports.into_iter().for_each(|report| whole.add(report));
        whole.books.settle()?;
        check_rosters(&whole.rosters)?;
        UsersOutcome::new(self, whole, log?)
    }
}

impl ShardReport {
    /// Adds what another loop reports.
    fn add(&mut self, other: Self) {
        self.books.streams.extend(other.books.streams);
        self.books.visits.extend(other.books.visits);
        self.times.add(&other.times);
        self.counts.add(other.counts);
        self.storm.add(other.storm);
        self.rosters.extend(other.rosters);
    }
}

/// Compares the presence list of each user with the members that are there.
fn check_rosters(rosters: &[(u32, usize, Roster)]) -> Result<(), Fault> {
    if rosters.iter().all(|(.., roster)| *roster == Roster::default()) {
        return Ok(()); // no presence channel
    }
    let mut there: HashMap<u32, Roster> = HashMap::new();
    for (channel, user, _) in rosters {
        there.entry(*channel).or_default().add(Roster::of(&user.to_string()));
    }
    for (channel, user, kept) in rosters {
        let there = there.get(channel).copied().unwrap_or_default();
        if *kept != there {
            return Err(Fault::Run(format!(
                "user {user} knows of {} members of its presence channel, and {} are there{}",
                kept.members,
                there.members,
                if kept.members == there.members { ", but others" } else { "" }
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presence_lists_must_match_who_is_there() {
        let mut both = Roster::of("0");
        both.add(Roster::of("1"));
        check_rosters(&[(5, 0, both), (5, 1, both)]).unwrap();
        check_rosters(&[(5, 0, Roster::default())]).unwrap();
        let error = check_rosters(&[(5, 0, both), (5, 1, Roster::of("1"))]).unwrap_err().to_string();
        assert!(error.contains("user 1 knows of 1"), "{error}");
        let mut others = Roster::of("0");
        others.add(Roster::of("2"));
        let error = check_rosters(&[(5, 0, both), (5, 1, others)]).unwrap_err().to_string();
        assert!(error.contains("but others"), "{error}");
    }
}
