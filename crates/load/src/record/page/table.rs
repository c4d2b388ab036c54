//! Every figure of a scenario: a row for each measure, case and x, a column for each server.

use maud::{Markup, html};

use super::direction;
use crate::record::Record;
use crate::record::contest::{BATON, Contest, Role};
use crate::record::figures::Score;
use crate::record::judge::{Series, columns};
use crate::record::number::{count, exact, short};
use crate::record::spread::Spread;

/// Tables with more rows than this are folded: they are there to be looked up in.
const OPEN: usize = 8;

pub(super) fn markup(record: &Record, all: &[&Series<'_>]) -> Markup {
    let rows: Vec<(&Series<'_>, &Contest<'_>)> =
        all.iter().flat_map(|series| series.points.iter().map(move |point| (*series, point))).collect();
    let points: Vec<&Contest<'_>> = rows.iter().map(|(_, point)| *point).collect();
    let columns = columns(record, &points);
    html! {
        @if !rows.is_empty() {
            details open=[(rows.len() <= OPEN).then_some("")] {
                summary { "All figures" }
                div.scroll tabindex="0" role="region" aria-label="All figures" {
                    table {
                        thead { tr {
                            th scope="col" { "Measure" }
                            @for id in &columns {
                                th scope="col" class=[(*id == BATON).then_some("own")] { (record.name_of(id)) }
                            }
                        } }
                        tbody { @for (series, point) in rows { (row(series, point, &columns)) } }
                    }
                }
                p.note { "The median of the rounds; below it the least and the greatest." }
            }
        }
    }
}

fn row(series: &Series<'_>, point: &Contest<'_>, columns: &[&str]) -> Markup {
    let best = point.standings.iter().find(|standing| matches!(standing.role, Role::Baton | Role::Peer));
    let best = best.filter(|_| !direction(series.measure).is_empty()).map(|standing| standing.peer);
    html! {
        tr {
            th scope="row" {
                (series.measure.title)
                small {
                    @if !series.case.is_empty() { (series.case) ", " }
                    @if let Some(x) = point.x { "at " (exact(x)) ", " }
                    (series.measure.unit)
                }
            }
            @for id in columns {
                @match point.of(id).map(|standing| standing.score) {
                    Some(Score::Measured { spread, .. }) => td class=[(*id == BATON).then_some("own")] {
                        (figure(spread, best == Some(id)))
                    }
                    Some(Score::Failed { reason, failed, rounds }) => td.fault title=(reason) {
                        "failed" small { (failed) " of " (count(*rounds, "round", "rounds")) }
                    }
                    None => td.none { "–" }
                }
            }
        }
    }
}

fn figure(spread: &Spread, is_best: bool) -> Markup {
    html! {
        @if is_best { b { (exact(spread.median)) } } @else { (exact(spread.median)) }
        @if spread.rounds > 1 { small { (short(spread.min)) " – " (short(spread.max)) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Better;
    use crate::record::judge::Verdicts;
    use crate::record::synthetic::contest;

    fn shown(record: &Record) -> String {
        let verdicts = Verdicts::of(record);
        markup(record, &verdicts.series.iter().collect::<Vec<_>>()).into_string()
    }

    #[test]
    fn figures_stand_with_their_spread_and_the_best_is_bold() {
        let run = contest(&[("baton", &[1.0, 3.0]), ("soketi", &[4.0])]);
        let text = shown(&run.record());
        assert!(text.contains("2<small>1 – 3</small>") && text.contains("<td><b>4</b></td>"), "{text}");
        let mut record = run.failed("soketi", 2, "lost").record();
        let text = shown(&record);
        assert!(
            text.contains("title=\"lost\">failed<small>1 of 2 rounds</small>") && text.contains("<b>2</b>"),
            "{text}"
        );
        record.scenarios[0].measures[0].better = Better::Neither;
        assert!(!shown(&record).contains("<b>"), "where no side is better, nobody is best");
    }

    #[test]
    fn long_tables_are_folded() {
        let mut run = contest(&[]);
        for place in 0..9_u8 {
            run = run.and(contest(&[("baton", &[1.0])]).at(f64::from(place)));
            assert_eq!(
                shown(&run.record()).contains("<details open=\"\">"),
                usize::from(place) < OPEN,
                "{place}"
            );
        }
    }
}
