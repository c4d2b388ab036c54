//! Who is first: the samples of a record, grouped into comparisons and judged.
//!
//! A [`Series`] is one measure in one case; it has one [`Contest`], or one for each x. Peers are compared by the medians of
//! their rounds, and a difference within the spread (the ranges from least to greatest overlap) is called level. A
//! series is as good as its worst point, so that a curve that is behind once is not called first.

use super::contest::{Contest, Verdict};
use super::{Better, Measure, Record, Sample, ScenarioInfo};

/// All comparisons of a record. Samples of scenarios that the record does not describe are in the CSV alone.
#[derive(Debug, Clone)]
pub struct Verdicts<'r> {
    /// By scenario, measure and case, each in the record's order.
    pub series: Vec<Series<'r>>,
}

/// One measure in one case.
#[derive(Debug, Clone)]
pub struct Series<'r> {
    /// The scenario.
    pub scenario: &'r ScenarioInfo,
    /// Its variant; may be empty.
    pub case: &'r str,
    /// What is compared.
    pub measure: &'r Measure,
    /// One comparison, or one for each x in rising order; never empty.
    pub points: Vec<Contest<'r>>,
}

/// How many series of main measures ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Baton is first everywhere.
    pub first: usize,
    /// Level with the best peer at some point, and nowhere behind.
    pub level: usize,
    /// Behind, failed or not measured at some point.
    pub not_first: usize,
}

impl Tally {
    /// All of them.
    #[must_use]
    pub fn total(self) -> usize {
        self.first + self.level + self.not_first
    }
}

impl<'r> Verdicts<'r> {
    /// Judges a record.
    #[must_use]
    pub fn of(record: &'r Record) -> Self {
        let peers = record.ids();
        let series = record
            .scenarios
            .iter()
            .flat_map(|scenario| {
                let samples: Vec<&Sample> =
                    record.samples.iter().filter(|sample| sample.scenario == scenario.id).collect();
                let cases = cases(&samples);
                let peers = &peers;
                scenario.measures.iter().flat_map(move |measure| {
                    cases
                        .clone()
                        .into_iter()
                        .filter_map(|case| Series::judge(scenario, case, measure, peers, &samples))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        Self { series }
    }

    /// The series of the measures that decide.
    pub fn main(&self) -> impl Iterator<Item = &Series<'r>> {
        self.series.iter().filter(|series| series.measure.main && series.measure.better != Better::Neither)
    }

    /// The deciding series in which Baton is behind, failed or was not measured, somewhere.
    pub fn not_first(&self) -> impl Iterator<Item = &Series<'r>> {
        self.main().filter(|series| series.verdict().is_not_first())
    }

    /// The deciding series in which Baton is level with the best peer somewhere, and nowhere behind.
    pub fn level(&self) -> impl Iterator<Item = &Series<'r>> {
        self.main().filter(|series| series.verdict() == Verdict::Level)
    }

    /// The count of the deciding series by how they ended; those without a peer are not counted.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for series in self.main() {
            match series.verdict() {
                Verdict::First => tally.first += 1,
                Verdict::Level => tally.level += 1,
                Verdict::Told | Verdict::Alone => {}
                Verdict::Missing | Verdict::Behind | Verdict::Failed => tally.not_first += 1,
            }
        }
        tally
    }
}

impl<'r> Series<'r> {
    /// Judges one measure in one case; `None` where nobody has it and it decides nothing.
    fn judge(
        scenario: &'r ScenarioInfo,
        case: &'r str,
        measure: &'r Measure,
        peers: &[&'r str],
        samples: &[&'r Sample],
    ) -> Option<Self> {
        let samples: Vec<&Sample> = samples.iter().filter(|sample| sample.case == case).copied().collect();
        let points: Vec<Contest<'r>> = places(&samples)
            .into_iter()
            .map(|x| {
                let here: Vec<&Sample> =
                    samples.iter().filter(|sample| place(sample) == x).copied().collect();
                Contest::judge(measure, x, peers, &here)
            })
            .filter(|contest| !contest.standings.is_empty())
            .collect();
        let is_measured = points.iter().any(|point| point.standings.iter().any(|s| s.spread().is_some()));
        // Where all have failed, the main measures still have to show it.
        (!points.is_empty() && (is_measured || measure.main)).then_some(Self {
            scenario,
            case,
            measure,
            points,
        })
    }

    /// The worst verdict of its points.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.points.iter().map(|point| point.verdict).max().unwrap_or(Verdict::Told)
    }

    /// Whether it has an axis.
    #[must_use]
    pub fn is_curve(&self) -> bool {
        self.points.iter().any(|point| point.x.is_some())
    }

    /// The points at which Baton is not first, the worst first.
    #[must_use]
    pub fn not_first(&self) -> Vec<&Contest<'r>> {
        let mut points: Vec<&Contest<'r>> =
            self.points.iter().filter(|point| point.verdict.is_not_first()).collect();
        points.sort_by(|one, other| {
            let distance = |point: &Contest<'r>| point.advantage().unwrap_or(0.0);
            other.verdict.cmp(&one.verdict).then(distance(one).total_cmp(&distance(other)))
        });
        points
    }

    /// The point that stands for the whole in a summary: of those at which most have a figure, the last.
    #[must_use]
    pub fn telling(&self) -> Option<&Contest<'r>> {
        self.points.iter().max_by_key(|point| point.standings.iter().filter(|s| s.spread().is_some()).count())
    }
}

/// The cases in the order in which they were measured.
fn cases<'r>(samples: &[&'r Sample]) -> Vec<&'r str> {
    let mut cases: Vec<&str> = Vec::new();
    for sample in samples {
        if !cases.contains(&sample.case.as_str()) {
            cases.push(&sample.case);
        }
    }
    cases
}

/// Where on the axis a sample is; what is no number is nowhere.
fn place(sample: &Sample) -> Option<f64> {
    sample.x.filter(|x| x.is_finite())
}

fn places(samples: &[&Sample]) -> Vec<Option<f64>> {
    let mut places: Vec<Option<f64>> = samples.iter().map(|sample| place(sample)).collect();
    places.sort_by(|one, other| {
        one.is_some().cmp(&other.is_some()).then_with(|| one.unwrap_or(0.0).total_cmp(&other.unwrap_or(0.0)))
    });
    places.dedup();
    places
}

#[cfg(test)]
mod tests {
    use super::super::contest::{Outcome, Role};
    use super::super::synthetic::{self, contest, failed};
    use super::*;

    /// Verdict, ratio and advantage of a record with one comparison.
    fn judged(record: &Record) -> (Verdict, Option<f64>, Option<f64>) {
        let verdicts = Verdicts::of(record);
        let point = &verdicts.series[0].points[0];
        (point.verdict, point.ratio, point.advantage())
    }

    #[test]
    fn a_ratio_is_taken_within_the_rounds() {
        let record = contest(&[("baton", &[90.0, 50.0, 99.0]), ("soketi", &[45.0, 20.0, 11.0])]);
        assert_eq!(judged(&record), (Verdict::First, Some(2.5), Some(2.5)));
    }

    #[test]
    fn a_difference_within_the_spread_is_no_win() {
        let record = contest(&[("baton", &[90.0, 110.0]), ("soketi", &[80.0, 90.0])]);
        assert_eq!(judged(&record).0, Verdict::Level);
        let record = contest(&[("baton", &[5.0]), ("soketi", &[5.0])]);
        assert_eq!(judged(&record).0, Verdict::Level, "a tie");
    }

    #[test]
    fn where_less_is_better_the_advantage_is_turned_round() {
        let mut record = contest(&[("baton", &[20.0]), ("uws", &[10.0]), ("soketi", &[40.0])]);
        record.scenarios[0].measures[0].better = Better::Lower;
        assert_eq!(judged(&record), (Verdict::Behind, Some(2.0), Some(0.5)));
        assert_eq!(Verdicts::of(&record).series[0].points[0].best_peer().unwrap().peer, "uws");
        record.scenarios[0].measures[0].better = Better::Neither;
        assert_eq!(judged(&record).0, Verdict::Told);
        assert_eq!(Verdicts::of(&record).tally().total(), 0);
    }

    #[test]
    fn the_limit_and_variants_do_not_compete() {
        let record = contest(&[
            ("baton", &[100.0]),
            ("baton-wss", &[150.0]),
            ("limit", &[200.0]),
            ("limit-merged", &[250.0]),
            ("soketi", &[50.0]),
        ]);
        let verdicts = Verdicts::of(&record);
        let point = &verdicts.series[0].points[0];
        assert_eq!((point.verdict, point.ratio, point.limit_ratio), (Verdict::First, Some(2.0), Some(0.4)));
        let roles: Vec<Role> = point.standings.iter().map(|standing| standing.role).collect();
        assert_eq!(roles, [Role::Limit, Role::Limit, Role::Variant, Role::Baton, Role::Peer]);
        let alone = contest(&[("baton", &[100.0]), ("limit", &[200.0])]);
        assert_eq!(judged(&alone), (Verdict::Alone, None, None));
    }

    #[test]
    fn a_variant_stands_for_baton_where_that_was_not_measured() {
        let record = contest(&[("baton-wss", &[150.0]), ("soketi", &[50.0])]);
        assert_eq!(judged(&record), (Verdict::First, Some(3.0), Some(3.0)));
    }

    #[test]
    fn one_failed_round_is_not_averaged_away() {
        let mut record = contest(&[("baton", &[90.0, 91.0]), ("soketi", &[200.0, 210.0])]);
        record.samples.push(failed("soketi", 3, "lost 4"));
        let verdicts = Verdicts::of(&record);
        let point = &verdicts.series[0].points[0];
        assert_eq!(point.verdict, Verdict::First, "a peer that failed is beaten");
        assert_eq!(point.ratio, None);
        let outcome = &point.of("soketi").unwrap().outcome;
        assert_eq!(*outcome, Outcome::Failed { reason: "lost 4", failed: 1, rounds: 3 });
        record.samples.push(failed("baton", 3, "doubled 1"));
        assert_eq!(judged(&record).0, Verdict::Failed, "and Baton's own failure is a loss");
    }

    #[test]
    fn a_case_in_which_all_failed_is_kept_for_what_decides() {
        let mut record = contest(&[]);
        record.samples.push(failed("soketi", 1, "refused"));
        assert_eq!(Verdicts::of(&record).series.len(), 1);
        record.scenarios[0].measures[0].main = false;
        assert_eq!(Verdicts::of(&record).series.len(), 0);
    }

    #[test]
    fn without_baton_it_is_missing() {
        let record = contest(&[("soketi", &[50.0])]);
        assert_eq!(judged(&record), (Verdict::Missing, None, None));
        assert_eq!(Verdicts::of(&record).tally(), Tally { not_first: 1, ..Tally::default() });
    }

    #[test]
    fn zeros_and_what_is_no_number_give_no_ratio() {
        let record = contest(&[("baton", &[5.0]), ("soketi", &[0.0])]);
        assert_eq!(judged(&record), (Verdict::First, None, None));
        let record = contest(&[("baton", &[0.0]), ("soketi", &[5.0])]);
        assert_eq!(judged(&record), (Verdict::Behind, Some(0.0), None));
        let record = contest(&[("baton", &[f64::NAN]), ("soketi", &[5.0])]);
        assert_eq!(judged(&record).0, Verdict::Missing);
    }

    #[test]
    fn a_peer_that_missed_a_round_is_compared_in_the_others() {
        let record = contest(&[("baton", &[90.0, 40.0, 60.0]), ("soketi", &[f64::NAN, 20.0, 20.0])]);
        assert_eq!(judged(&record).1, Some(2.5));
    }

    #[test]
    fn a_curve_is_as_good_as_its_worst_point() {
        let mut record = contest(&[("baton", &[50.0]), ("soketi", &[20.0])]);
        for (x, baton, soketi) in [(20.0, 30.0, 40.0), (10.0, 50.0, 60.0), (f64::NAN, 1.0, 1.0)] {
            let mut more = contest(&[("baton", &[baton]), ("soketi", &[soketi])]).samples;
            more.iter_mut().for_each(|sample| sample.x = Some(x));
            record.samples.extend(more);
        }
        let verdicts = Verdicts::of(&record);
        let series = &verdicts.series[0];
        let xs: Vec<Option<f64>> = series.points.iter().map(|point| point.x).collect();
        assert_eq!(xs, [None, Some(10.0), Some(20.0)]);
        assert_eq!(series.verdict(), Verdict::Behind);
        let worst: Vec<Option<f64>> = series.not_first().iter().map(|point| point.x).collect();
        assert_eq!(worst, [Some(20.0), Some(10.0)]);
        assert_eq!(series.telling().unwrap().x, Some(20.0));
    }

    #[test]
    fn the_synthetic_record_is_judged_as_it_was_made() {
        let record = synthetic::full();
        let verdicts = Verdicts::of(&record);
        let lost: Vec<(&str, &str)> =
            verdicts.not_first().map(|series| (series.scenario.id.as_str(), series.case)).collect();
        assert_eq!(lost, synthetic::NOT_FIRST);
        assert_eq!(verdicts.tally().total(), verdicts.main().count() - synthetic::ALONE);
    }
}
