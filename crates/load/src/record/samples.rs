//! The samples of a run, and the figures that a record keeps of them.

use std::collections::BTreeMap;

use super::contest::BATON;
use super::figures::{Figure, Score};
use super::spread::{Spread, median};
use super::{Peer, ScenarioInfo};

/// What one peer did in one round of one case.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    /// The scenario's id.
    pub scenario: String,
    /// The variant; may be empty.
    pub case: String,
    /// Where on the axis, if the scenario has one.
    pub x: Option<f64>,
    /// The peer's id.
    pub peer: String,
    /// The round, within which ratios are taken.
    pub round: u32,
    /// The figures by the names of the measures.
    pub measures: BTreeMap<String, f64>,
    /// The check that the run failed; then there are no figures.
    pub fault: Option<String>,
}

impl Sample {
    /// Where on the axis it is; what is no number is nowhere.
    fn place(&self) -> Option<f64> {
        self.x.filter(|x| x.is_finite())
    }

    fn value(&self, measure: &str) -> Option<f64> {
        self.measures.get(measure).copied().filter(|value| value.is_finite())
    }
}

/// The figures of all samples: by scenario in the order of `scenarios`, by case in that of the
/// measurement, and by peer in that of `peers`. What `scenarios` does not describe is left out.
pub(crate) fn figures(scenarios: &[ScenarioInfo], peers: &[Peer], samples: &[Sample]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for scenario in scenarios {
        let own = samples.iter().filter(|sample| sample.scenario == scenario.id);
        for (case, x) in unique(own.clone().map(|sample| (sample.case.as_str(), sample.place()))) {
            let here: Vec<&Sample> =
                own.clone().filter(|sample| sample.case == case && sample.place() == x).collect();
            let of = |id: &str| -> Vec<&Sample> {
                here.iter().filter(|sample| sample.peer == id).copied().collect()
            };
            let mut ids = unique(here.iter().map(|sample| sample.peer.as_str()));
            ids.sort_by_key(|id| peers.iter().position(|peer| peer.id == *id).unwrap_or(usize::MAX));
            let baton = of(BATON);
            for id in ids {
                let compared = if id == BATON { &[][..] } else { &baton[..] };
                figures.extend(scores(scenario, &of(id), compared).into_iter().map(|score| Figure {
                    scenario: scenario.id.clone(),
                    case: case.to_owned(),
                    x,
                    peer: id.to_owned(),
                    score,
                }));
            }
        }
    }
    figures
}

/// What the samples of one peer in one case come to: a score for each measure, or its failure.
fn scores(scenario: &ScenarioInfo, own: &[&Sample], baton: &[&Sample]) -> Vec<Score> {
    let failed: Vec<&str> = own.iter().filter_map(|sample| sample.fault.as_deref()).collect();
    if let Some(reason) = failed.first() {
        let reason = (*reason).to_owned();
        return vec![Score::Failed { reason, failed: failed.len(), rounds: own.len() }];
    }
    let scores = scenario.measures.iter().filter_map(|measure| {
        let spread = Spread::of(own.iter().filter_map(|sample| sample.value(&measure.name)))?;
        Some(Score::Measured {
            measure: measure.name.clone(),
            spread,
            ratio: ratio(&measure.name, baton, own),
        })
    });
    scores.collect()
}

/// Baton's value divided by the other's in the same round, in the median. If Baton failed a check
/// there is none, even if some of its rounds went well.
fn ratio(measure: &str, baton: &[&Sample], other: &[&Sample]) -> Option<f64> {
    if baton.iter().any(|sample| sample.fault.is_some()) {
        return None;
    }
    let ratios = other.iter().filter_map(|other| {
        let baton = baton.iter().find(|sample| sample.round == other.round)?;
        Some(baton.value(measure)? / other.value(measure)?)
    });
    median(&ratios.filter(|ratio| ratio.is_finite()).collect::<Vec<_>>())
}

/// How many rounds there were at most.
pub(crate) fn rounds(samples: &[Sample]) -> usize {
    unique(samples.iter().map(|sample| sample.round)).len()
}

/// Each of `all` once, in the order of its first appearance.
pub(super) fn unique<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut unique = Vec::new();
    for one in all {
        if !unique.contains(&one) {
            unique.push(one);
        }
    }
    unique
}
