//! One comparison: everybody's figure of one measure, in one case, at one x; and what it says about Baton.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::figures::record::median;

use super::spread::Spread;
use super::{Better, Measure, Sample};

/// The id of Baton.
pub const BATON: &str = "baton";

/// The id of the raw loop.
pub const LIMIT: &str = "limit";

/// In what capacity somebody takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Baton itself.
    Baton,
    /// Baton with other settings (`baton-wss`): shown, and neither first nor beaten.
    Variant,
    /// What the machine can do at all: no server, so it does not compete.
    Limit,
    /// Another server.
    Peer,
}

impl Role {
    /// The role of the one with this id.
    #[must_use]
    pub fn of(id: &str) -> Self {
        match id {
            BATON => Self::Baton,
            LIMIT => Self::Limit,
            _ if id.starts_with("baton-") => Self::Variant,
            _ if id.starts_with("limit-") => Self::Limit,
            _ => Self::Peer,
        }
    }
}

/// What a comparison says about Baton, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The measure is told, and no side of it is better.
    Told,
    /// No peer has a figure, so there is nobody to be ahead of.
    Alone,
    /// Better than every peer, by more than the spread.
    First,
    /// Within the spread of the best peer.
    Level,
    /// A peer has a figure and Baton has none.
    Missing,
    /// A peer is better, by more than the spread.
    Behind,
    /// Baton failed a check.
    Failed,
}

impl Verdict {
    /// Whether this belongs on the list of what Baton has to explain.
    #[must_use]
    pub fn is_not_first(self) -> bool {
        self >= Self::Missing
    }
}

/// What somebody achieved.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome<'r> {
    /// A figure from all rounds.
    Measured(Spread),
    /// A check failed in `failed` of `rounds` rounds. The other rounds do not make up for it.
    Failed {
        /// The first check that failed.
        reason: &'r str,
        /// Rounds that failed.
        failed: usize,
        /// All rounds.
        rounds: usize,
    },
}

/// Somebody and what they achieved.
#[derive(Debug, Clone)]
pub struct Standing<'r> {
    /// Their id.
    pub peer: &'r str,
    /// In what capacity.
    pub role: Role,
    /// What.
    pub outcome: Outcome<'r>,
    rounds: BTreeMap<u32, f64>,
}

impl<'r> Standing<'r> {
    /// From the samples of one peer; `None` if they say nothing of this measure.
    fn of(peer: &'r str, measure: &str, samples: &[&'r Sample]) -> Option<Self> {
        let faults: Vec<&str> = samples.iter().filter_map(|sample| sample.fault.as_deref()).collect();
        let mut values: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for sample in samples.iter().filter(|sample| sample.fault.is_none()) {
            let value = sample.measures.get(measure).copied().filter(|value| value.is_finite());
            values.entry(sample.round).or_default().extend(value);
        }
        let rounds: BTreeMap<u32, f64> =
            values.iter().filter_map(|(&round, values)| Some((round, median(values)?))).collect();
        let outcome = match faults.first() {
            Some(reason) => Outcome::Failed { reason, failed: faults.len(), rounds: samples.len() },
            None => Outcome::Measured(Spread::of(rounds.values().copied())?),
        };
        Some(Self { peer, role: Role::of(peer), outcome, rounds })
    }

    /// The figure, unless a check failed.
    #[must_use]
    pub fn spread(&self) -> Option<&Spread> {
        match &self.outcome {
            Outcome::Measured(spread) => Some(spread),
            Outcome::Failed { .. } => None,
        }
    }

    /// The median over the rounds of this one's figure divided by the other's in the same round. A round in which the
    /// other has zero has no ratio.
    fn ratio_to(&self, other: &Self) -> Option<f64> {
        let ratios: Vec<f64> = self
            .rounds
            .iter()
            .filter_map(|(round, value)| Some(value / other.rounds.get(round)?))
            .filter(|ratio| ratio.is_finite())
            .collect();
        median(&ratios)
    }
}

/// One comparison.
#[derive(Debug, Clone)]
pub struct Contest<'r> {
    /// Where on the axis.
    pub x: Option<f64>,
    /// Everybody with a figure, best first, and then who failed. Where no side is better: in the record's order.
    pub standings: Vec<Standing<'r>>,
    /// What it says about Baton.
    pub verdict: Verdict,
    /// Baton divided by the best peer: the median of the ratios within the rounds.
    pub ratio: Option<f64>,
    /// Baton divided by the raw loop, likewise.
    pub limit_ratio: Option<f64>,
    better: Better,
}

impl<'r> Contest<'r> {
    /// Judges the samples of one case at one x. `peers` are ids in the order of the record.
    #[must_use]
    pub fn judge(measure: &Measure, x: Option<f64>, peers: &[&'r str], samples: &[&'r Sample]) -> Self {
        let mut standings: Vec<Standing<'r>> = peers
            .iter()
            .filter_map(|&peer| {
                let own: Vec<&Sample> =
                    samples.iter().filter(|sample| sample.peer == peer).copied().collect();
                Standing::of(peer, &measure.name, &own)
            })
            .collect();
        standings.sort_by(|one, other| order(measure.better, one, other));
        let mut contest = Self {
            x,
            standings,
            verdict: Verdict::Told,
            ratio: None,
            limit_ratio: None,
            better: measure.better,
        };
        contest.verdict = contest.verdict();
        // A side that failed has no ratio, even if some of its rounds went well.
        let own = contest.baton().filter(|baton| baton.spread().is_some());
        let ratio = |other: Option<&Standing<'_>>| own?.ratio_to(other?);
        let ratios = (ratio(contest.best_peer()), ratio(contest.limit()));
        (contest.ratio, contest.limit_ratio) = ratios;
        contest
    }

    /// Baton; where it did not take part itself, its first variant (`baton-wss` in a case of TLS).
    #[must_use]
    pub fn baton(&self) -> Option<&Standing<'r>> {
        let with = |role| self.standings.iter().find(|standing| standing.role == role);
        with(Role::Baton).or_else(|| with(Role::Variant))
    }

    /// The best of the other servers that failed no check.
    #[must_use]
    pub fn best_peer(&self) -> Option<&Standing<'r>> {
        self.standings.iter().find(|standing| standing.role == Role::Peer && standing.spread().is_some())
    }

    /// The best raw loop.
    #[must_use]
    pub fn limit(&self) -> Option<&Standing<'r>> {
        self.standings.iter().find(|standing| standing.role == Role::Limit && standing.spread().is_some())
    }

    /// The standing of one peer.
    #[must_use]
    pub fn of(&self, peer: &str) -> Option<&Standing<'r>> {
        self.standings.iter().find(|standing| standing.peer == peer)
    }

    /// How many times better Baton is than the best peer, whichever side is better: below 1 it is worse. Absent where
    /// a figure is zero or there is no such side.
    #[must_use]
    pub fn advantage(&self) -> Option<f64> {
        let ratio = self.ratio.filter(|ratio| *ratio > 0.0)?;
        match self.better {
            Better::Higher => Some(ratio),
            Better::Lower => Some(1.0 / ratio),
            Better::Neither => None,
        }
    }

    fn verdict(&self) -> Verdict {
        if self.better == Better::Neither {
            return Verdict::Told;
        }
        let baton = self.baton();
        if baton.is_some_and(|baton| baton.spread().is_none()) {
            return Verdict::Failed;
        }
        let Some(best) = self.best_peer().and_then(Standing::spread) else {
            // Peers took part and all of them failed: whoever did not fail is ahead of them.
            let is_contested = self.standings.iter().any(|standing| standing.role == Role::Peer);
            return if is_contested && baton.is_some() { Verdict::First } else { Verdict::Alone };
        };
        let Some(own) = baton.and_then(Standing::spread) else { return Verdict::Missing };
        if own.overlaps(best) {
            return Verdict::Level;
        }
        if is_better(self.better, own.median, best.median) { Verdict::First } else { Verdict::Behind }
    }
}

fn is_better(better: Better, one: f64, other: f64) -> bool {
    match better {
        Better::Higher => one > other,
        Better::Lower => one < other,
        Better::Neither => false,
    }
}

/// The better median first; failures last.
fn order(better: Better, one: &Standing<'_>, other: &Standing<'_>) -> Ordering {
    match (one.spread(), other.spread()) {
        (Some(one), Some(other)) => match better {
            Better::Higher => other.median.total_cmp(&one.median),
            Better::Lower => one.median.total_cmp(&other.median),
            Better::Neither => Ordering::Equal,
        },
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}
