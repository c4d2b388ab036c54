//! Who is first: the figures of a record, grouped into comparisons and judged.
//!
//! A [`Series`] is one measure in one case; it has one [`Contest`], or one for each x. Peers are
//! compared by the medians of their rounds, and a difference within the spread (the ranges from
//! least to greatest overlap) is called level. A series is as good as its worst point, so that a
//! curve that is behind once is not called first.

use super::contest::{BATON, Contest, Role, Verdict};
use super::figures::Figure;
use super::samples::unique;
use super::{Better, Measure, Record, ScenarioInfo};

/// All comparisons of a record.
#[derive(Debug, Clone)]
pub(super) struct Verdicts<'r> {
    /// By scenario, measure and case, each in the record's order.
    pub series: Vec<Series<'r>>,
}

/// One measure in one case.
#[derive(Debug, Clone)]
pub(super) struct Series<'r> {
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
pub(super) struct Tally {
    /// Baton is first everywhere.
    pub first: usize,
    /// Level with the best peer at some point, and nowhere behind.
    pub level: usize,
    /// Behind, failed or not measured at some point.
    pub not_first: usize,
}

impl Tally {
    /// All of them.
    pub(super) fn total(self) -> usize {
        self.first + self.level + self.not_first
    }
}

impl<'r> Verdicts<'r> {
    /// Judges a record.
    pub(super) fn of(record: &'r Record) -> Self {
        let mut series = Vec::new();
        for scenario in &record.scenarios {
            let figures: Vec<&Figure> =
                record.figures.iter().filter(|figure| figure.scenario == scenario.id).collect();
            let cases = unique(figures.iter().map(|figure| figure.case.as_str()));
            for measure in &scenario.measures {
                let judge = |case: &&'r str| Series::judge(scenario, case, measure, &figures);
                series.extend(cases.iter().filter_map(judge));
            }
        }
        Self { series }
    }

    /// The series of the measures that decide.
    pub(super) fn main(&self) -> impl Iterator<Item = &Series<'r>> {
        self.series.iter().filter(|series| series.measure.main && series.measure.better != Better::Neither)
    }

    /// The deciding series in which Baton is behind, failed or was not measured, somewhere.
    pub(super) fn not_first(&self) -> impl Iterator<Item = &Series<'r>> {
        self.main().filter(|series| series.verdict().is_not_first())
    }

    /// The deciding series in which Baton is level with the best peer somewhere, and nowhere
    /// behind.
    pub(super) fn level(&self) -> impl Iterator<Item = &Series<'r>> {
        self.main().filter(|series| series.verdict() == Verdict::Level)
    }

    /// The count of the deciding series by how they ended; those without a peer are not counted.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for series in self.main() {
            match series.verdict() {
                Verdict::First => tally.first += 1,
                Verdict::Level => tally.level += 1,
                Verdict::Neutral | Verdict::Alone => {}
                Verdict::Missing | Verdict::Behind | Verdict::Failed => tally.not_first += 1,
            }
        }
        tally
    }
}

impl<'r> Series<'r> {
    /// Judges one measure in one case; `None` where it has no figure and decides nothing.
    fn judge(
        scenario: &'r ScenarioInfo,
        case: &'r str,
        measure: &'r Measure,
        figures: &[&'r Figure],
    ) -> Option<Self> {
        let figures: Vec<&Figure> = figures.iter().filter(|figure| figure.case == case).copied().collect();
        let mut places = unique(figures.iter().map(|figure| figure.x));
        places.sort_by(|one, other| {
            let key = |x: &Option<f64>| x.unwrap_or(f64::NEG_INFINITY);
            key(one).total_cmp(&key(other))
        });
        let points: Vec<Contest<'r>> = places
            .into_iter()
            .map(|x| {
                let here: Vec<&Figure> = figures.iter().filter(|figure| figure.x == x).copied().collect();
                Contest::judge(measure, x, &here)
            })
            .filter(|contest| !contest.standings.is_empty())
            .collect();
        let is_measured = points.iter().any(|point| point.standings.iter().any(|s| s.spread().is_some()));
        // Where all have failed, the main measures still have to show it.
        let is_shown = !points.is_empty() && (is_measured || measure.main);
        is_shown.then_some(Self { scenario, case, measure, points })
    }

    /// The worst verdict of its points.
    pub(super) fn verdict(&self) -> Verdict {
        self.points.iter().map(|point| point.verdict).max().unwrap_or(Verdict::Neutral)
    }

    /// Whether it has an axis.
    pub(super) fn is_curve(&self) -> bool {
        self.points.iter().any(|point| point.x.is_some())
    }

    /// The points at which Baton is not first, the worst first.
    pub(super) fn not_first(&self) -> Vec<&Contest<'r>> {
        let mut points: Vec<&Contest<'r>> =
            self.points.iter().filter(|point| point.verdict.is_not_first()).collect();
        points.sort_by(|one, other| {
            let distance = |point: &Contest<'r>| point.advantage().unwrap_or(0.0);
            other.verdict.cmp(&one.verdict).then(distance(one).total_cmp(&distance(other)))
        });
        points
    }

    /// The point that stands for the whole in a summary: of those at which most have a figure, the
    /// last.
    pub(super) fn representative(&self) -> Option<&Contest<'r>> {
        self.points.iter().max_by_key(|point| point.standings.iter().filter(|s| s.spread().is_some()).count())
    }
}

/// The columns of a table with these rows: the servers with a figure or a failure in any, Baton
/// first and the raw loop last.
pub(super) fn columns<'r>(record: &'r Record, rows: &[&Contest<'_>]) -> Vec<&'r str> {
    let mut columns = record.ids();
    columns.retain(|id| rows.iter().any(|row| row.of(id).is_some()));
    if !columns.is_empty() && !columns.contains(&BATON) {
        columns.push(BATON);
    }
    columns.sort_by_key(|id| match Role::of(id) {
        Role::Baton => 0,
        Role::Variant => 1,
        Role::Peer => 2,
        Role::Limit => 3,
    });
    columns
}

#[cfg(test)]
mod tests {
    use super::super::figures::Score;
    use super::super::synthetic::{self, contest};
    use super::*;

    /// Verdict, ratio and advantage of a record with one comparison.
    fn judged(record: &Record) -> (Verdict, Option<f64>, Option<f64>) {
        let verdicts = Verdicts::of(record);
        let point = &verdicts.series[0].points[0];
        (point.verdict, point.ratio(), point.advantage())
    }

    fn judged_of(peers: &[(&str, &[f64])]) -> (Verdict, Option<f64>, Option<f64>) {
        judged(&contest(peers).record())
    }

    #[test]
    fn a_ratio_is_taken_within_the_rounds() {
        let peers: [(&str, &[f64]); 2] = [("baton", &[90.0, 50.0, 99.0]), ("soketi", &[45.0, 20.0, 11.0])];
        assert_eq!(judged_of(&peers), (Verdict::First, Some(2.5), Some(2.5)));
    }

    #[test]
    fn a_difference_within_the_spread_is_no_win() {
        assert_eq!(judged_of(&[("baton", &[90.0, 110.0]), ("soketi", &[80.0, 90.0])]).0, Verdict::Level);
        assert_eq!(judged_of(&[("baton", &[5.0]), ("soketi", &[5.0])]).0, Verdict::Level, "a tie");
    }

    #[test]
    fn where_less_is_better_the_advantage_is_turned_round() {
        let mut record = contest(&[("baton", &[20.0]), ("uws", &[10.0]), ("soketi", &[40.0])]).record();
        record.scenarios[0].measures[0].better = Better::Lower;
        assert_eq!(judged(&record), (Verdict::Behind, Some(2.0), Some(0.5)));
        assert_eq!(Verdicts::of(&record).series[0].points[0].best_peer().unwrap().peer, "uws");
        record.scenarios[0].measures[0].better = Better::Neither;
        assert_eq!(judged(&record).0, Verdict::Neutral);
        assert_eq!(Verdicts::of(&record).tally().total(), 0);
    }

    #[test]
    fn the_limit_and_variants_do_not_compete() {
        let record = contest(&[
            ("baton", &[100.0]),
            ("baton-two-loops", &[150.0]),
            ("limit", &[200.0]),
            ("soketi", &[50.0]),
        ])
        .record();
        let verdicts = Verdicts::of(&record);
        let point = &verdicts.series[0].points[0];
        assert_eq!(
            (point.verdict, point.ratio(), point.limit_ratio()),
            (Verdict::First, Some(2.0), Some(0.5))
        );
        let roles: Vec<Role> = point.standings.iter().map(|standing| standing.role).collect();
        assert_eq!(roles, [Role::Limit, Role::Variant, Role::Baton, Role::Peer]);
        assert_eq!(judged_of(&[("baton", &[100.0]), ("limit", &[200.0])]), (Verdict::Alone, None, None));
    }

    #[test]
    fn one_failed_round_is_not_averaged_away() {
        let run = contest(&[("baton", &[90.0, 91.0]), ("soketi", &[200.0, 210.0])]);
        let run = run.failed("soketi", 3, "lost 4");
        let record = run.record();
        let verdicts = Verdicts::of(&record);
        let point = &verdicts.series[0].points[0];
        assert_eq!(point.verdict, Verdict::First, "a peer that failed is beaten");
        assert_eq!(point.ratio(), None);
        let score = point.of("soketi").unwrap().score;
        assert_eq!(*score, Score::Failed { reason: "lost 4".into(), failed: 1, rounds: 3 });
        let record = run.failed("baton", 3, "doubled 1").record();
        assert_eq!(judged(&record), (Verdict::Failed, None, None), "and Baton's own failure is a loss");
    }

    #[test]
    fn a_case_in_which_all_failed_is_kept_for_what_decides() {
        let mut record = contest(&[]).failed("soketi", 1, "refused").record();
        assert_eq!(Verdicts::of(&record).series.len(), 1);
        record.scenarios[0].measures[0].main = false;
        assert_eq!(Verdicts::of(&record).series.len(), 0);
    }

    #[test]
    fn without_baton_it_is_missing() {
        let record = contest(&[("soketi", &[50.0])]).record();
        assert_eq!(judged(&record), (Verdict::Missing, None, None));
        assert_eq!(Verdicts::of(&record).tally(), Tally { not_first: 1, ..Tally::default() });
    }

    #[test]
    fn zeros_and_what_is_no_number_give_no_ratio() {
        assert_eq!(judged_of(&[("baton", &[5.0]), ("soketi", &[0.0])]), (Verdict::First, None, None));
        assert_eq!(judged_of(&[("baton", &[0.0]), ("soketi", &[5.0])]), (Verdict::Behind, Some(0.0), None));
        assert_eq!(judged_of(&[("baton", &[f64::NAN]), ("soketi", &[5.0])]).0, Verdict::Missing);
    }

    #[test]
    fn a_peer_that_missed_a_round_is_compared_in_the_others() {
        let judged = judged_of(&[("baton", &[90.0, 40.0, 60.0]), ("soketi", &[f64::NAN, 20.0, 20.0])]);
        assert_eq!(judged.1, Some(2.5));
    }

    #[test]
    fn a_curve_is_as_good_as_its_worst_point() {
        let mut run = contest(&[("baton", &[50.0]), ("soketi", &[20.0])]);
        for (x, baton, soketi) in [(20.0, 30.0, 40.0), (10.0, 50.0, 60.0), (f64::NAN, 1.0, 1.0)] {
            run = run.and(contest(&[("baton", &[baton]), ("soketi", &[soketi])]).at(x));
        }
        let record = run.record();
        let verdicts = Verdicts::of(&record);
        let series = &verdicts.series[0];
        let xs: Vec<Option<f64>> = series.points.iter().map(|point| point.x).collect();
        assert_eq!(xs, [None, Some(10.0), Some(20.0)]);
        assert_eq!(series.verdict(), Verdict::Behind);
        let worst: Vec<Option<f64>> = series.not_first().iter().map(|point| point.x).collect();
        assert_eq!(worst, [Some(20.0), Some(10.0)]);
        assert_eq!(series.representative().unwrap().x, Some(20.0));
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
