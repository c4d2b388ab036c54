//! One comparison: the figures of all servers of one measure, in one case, at one x, and the
//! verdict on Baton.

use std::cmp::Ordering;

use super::figures::{Figure, Score};
use super::spread::Spread;
use super::{Better, Measure};

/// The id of Baton.
pub(crate) const BATON: &str = "baton";

/// The id of the raw loop.
pub(crate) const LIMIT: &str = "limit";

/// The role of a server in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Baton itself.
    Baton,
    /// Baton with other settings (`baton-one-loop`): shown, and neither first nor beaten.
    Variant,
    /// What the machine can do at all: no server, so it does not compete.
    Limit,
    /// Another server.
    Peer,
}

impl Role {
    /// The role of the one with this id.
    pub(crate) fn of(id: &str) -> Self {
        match id {
            BATON => Self::Baton,
            LIMIT => Self::Limit,
            _ if id.starts_with("baton-") => Self::Variant,
            _ => Self::Peer,
        }
    }
}

/// The verdict of a comparison on Baton, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// No side of the measure is better.
    Neutral,
    /// No peer has a figure, so there is no comparison.
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
    pub(crate) fn is_not_first(self) -> bool {
        self >= Self::Missing
    }
}

/// A server and its score.
#[derive(Debug, Clone)]
pub(crate) struct Standing<'r> {
    /// Its id.
    pub peer: &'r str,
    /// Its role.
    pub role: Role,
    /// Its score.
    pub score: &'r Score,
}

impl<'r> Standing<'r> {
    fn of(figure: &'r Figure) -> Self {
        Self { peer: &figure.peer, role: Role::of(&figure.peer), score: &figure.score }
    }

    /// The figure, unless a check failed.
    pub(crate) fn spread(&self) -> Option<&'r Spread> {
        match self.score {
            Score::Measured { spread, .. } => Some(spread),
            Score::Failed { .. } => None,
        }
    }

    /// Baton's figure divided by this one.
    pub(crate) fn ratio(&self) -> Option<f64> {
        match self.score {
            Score::Measured { ratio, .. } => *ratio,
            Score::Failed { .. } => None,
        }
    }
}

/// One comparison.
#[derive(Debug, Clone)]
pub(crate) struct Contest<'r> {
    /// Where on the axis.
    pub x: Option<f64>,
    /// The servers with a figure, best first, and then those that failed; in the record's order
    /// where no side is better.
    pub standings: Vec<Standing<'r>>,
    /// The verdict on Baton.
    pub verdict: Verdict,
    better: Better,
}

impl<'r> Contest<'r> {
    /// Judges the figures of one case at one x, which are in the order of the record.
    pub(crate) fn judge(measure: &Measure, x: Option<f64>, figures: &[&'r Figure]) -> Self {
        let is_of = |score: &Score| match score {
            Score::Measured { measure: name, .. } => *name == measure.name,
            Score::Failed { .. } => true,
        };
        let mut standings: Vec<Standing<'r>> =
            figures.iter().filter(|figure| is_of(&figure.score)).map(|figure| Standing::of(figure)).collect();
        standings.sort_by(|one, other| order(measure.better, one, other));
        let contest = Self { x, standings, verdict: Verdict::Neutral, better: measure.better };
        Self { verdict: contest.verdict(), ..contest }
    }

    /// Baton.
    pub(crate) fn baton(&self) -> Option<&Standing<'r>> {
        self.of(BATON)
    }

    /// The best of the other servers that failed no check.
    pub(crate) fn best_peer(&self) -> Option<&Standing<'r>> {
        self.standings.iter().find(|standing| standing.role == Role::Peer && standing.spread().is_some())
    }

    /// The standing of one peer.
    pub(crate) fn of(&self, peer: &str) -> Option<&Standing<'r>> {
        self.standings.iter().find(|standing| standing.peer == peer)
    }

    /// Baton divided by the best peer.
    pub(crate) fn ratio(&self) -> Option<f64> {
        self.best_peer()?.ratio()
    }

    /// Baton divided by the raw loop.
    pub(crate) fn limit_ratio(&self) -> Option<f64> {
        self.of(LIMIT)?.ratio()
    }

    /// How many times better Baton is than the best peer, whichever side is better: below 1 it is
    /// worse. Absent where a figure is zero or there is no such side.
    pub(crate) fn advantage(&self) -> Option<f64> {
        let ratio = self.ratio().filter(|ratio| *ratio > 0.0)?;
        match self.better {
            Better::Higher => Some(ratio),
            Better::Lower => Some(1.0 / ratio),
            Better::Neither => None,
        }
    }

    fn verdict(&self) -> Verdict {
        if self.better == Better::Neither {
            return Verdict::Neutral;
        }
        let baton = self.baton();
        if baton.is_some_and(|baton| baton.spread().is_none()) {
            return Verdict::Failed;
        }
        let Some(best) = self.best_peer().and_then(Standing::spread) else {
            // Peers took part and all of them failed: Baton is ahead of them if it did not.
            let is_contested = self.standings.iter().any(|standing| standing.role == Role::Peer);
            return if is_contested && baton.is_some() { Verdict::First } else { Verdict::Alone };
        };
        let Some(own) = baton.and_then(Standing::spread) else { return Verdict::Missing };
        if own.overlaps(best) {
            return Verdict::Level;
        }
        let is_better = match self.better {
            Better::Higher => own.median > best.median,
            Better::Lower | Better::Neither => own.median < best.median,
        };
        if is_better { Verdict::First } else { Verdict::Behind }
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
