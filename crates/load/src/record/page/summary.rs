//! The summary: a row for each deciding measure and case, a column for each server.

use maud::{Markup, html};

use super::{chip, direction};
use crate::record::Better;
use crate::record::contest::{BATON, Contest, Role, Standing, Verdict};
use crate::record::figures::Score;
use crate::record::judge::{Series, Verdicts, columns};
use crate::record::number::{exact, factor, short};
use crate::record::{Record, ScenarioInfo};

pub(super) fn markup(record: &Record, verdicts: &Verdicts<'_>) -> Markup {
    let points: Vec<&Contest<'_>> = verdicts.main().flat_map(|series| &series.points).collect();
    let mut columns = columns(record, &points);
    // A variant is shown in its section alone.
    columns.retain(|id| Role::of(id) != Role::Variant);
    html! {
        @if !columns.is_empty() {
            section #summary {
                h2 { "Summary" }
                p.note {
                    "Medians of the rounds. × is how many times better Baton is than the best other server, whichever \
                     side is better: below 1 it is worse. “of limit” is Baton’s figure divided by that of the raw loop, \
                     which does nothing but the system calls. The best server of a row is in bold. Of a curve, the last \
                     point that most have reached. ↑ more is better, ↓ less is better."
                }
                div.scroll tabindex="0" role="region" aria-label="Summary" {
                    table.summary {
                        thead { tr {
                            th scope="col" { "Case and measure" }
                            th scope="col" { "Baton is" }
                            th scope="col" { "of limit" }
                            @for id in &columns { th scope="col" class=[own(id)] { (record.name_of(id)) } }
                        } }
                        @for scenario in &record.scenarios { (rows(verdicts, scenario, &columns)) }
                    }
                }
            }
        }
    }
}

fn own(id: &str) -> Option<&'static str> {
    (id == BATON).then_some("own")
}

fn rows(verdicts: &Verdicts<'_>, scenario: &ScenarioInfo, columns: &[&str]) -> Markup {
    let all: Vec<&Series<'_>> = verdicts.main().filter(|series| series.scenario.id == scenario.id).collect();
    html! {
        @if !all.is_empty() {
            tbody {
                tr.group { th colspan=(columns.len() + 3) scope="rowgroup" {
                    a href={ "#" (scenario.id) } { (scenario.title) }
                } }
                @for series in all { @if let Some(point) = series.representative() { (row(series, point, columns)) } }
            }
        }
    }
}

fn row(series: &Series<'_>, point: &Contest<'_>, columns: &[&str]) -> Markup {
    let measure = series.measure;
    html! {
        tr {
            th scope="row" {
                @if series.case.is_empty() { (measure.title) } @else { (series.case) }
                @if let Some(x) = point.x { " at " (exact(x)) }
                small {
                    @if !series.case.is_empty() { (measure.title) ", " }
                    (measure.unit) " " span title=(direction(measure)) { (arrow(measure.better)) }
                }
            }
            td {
                (chip(point.verdict, Some(point)))
                // A curve whose last point is won may be lost before.
                @if series.verdict() > point.verdict && series.verdict() >= Verdict::Level {
                    small { (chip(series.verdict(), None)) " elsewhere" }
                }
            }
            td { (point.limit_ratio().map_or_else(|| "–".to_owned(), factor)) }
            @for id in columns { (cell(point, id)) }
        }
    }
}

fn arrow(better: Better) -> &'static str {
    match better {
        Better::Higher => "↑",
        Better::Lower => "↓",
        Better::Neither => "",
    }
}

fn cell(point: &Contest<'_>, id: &str) -> Markup {
    let is_server = |standing: &&Standing<'_>| standing.role != Role::Limit;
    let best = point.standings.iter().find(is_server).map(|standing| standing.peer);
    html! {
        @match point.of(id).map(|standing| standing.score) {
            Some(Score::Measured { spread, .. }) => td class=[own(id)] title=(exact(spread.median)) {
                @if best == Some(id) { b { (short(spread.median)) } } @else { (short(spread.median)) }
            }
            Some(Score::Failed { reason, .. }) => td.fault title=(reason) { "failed" }
            None => td.none { "–" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::synthetic::contest;

    #[test]
    fn a_row_shows_everybody_and_the_ratio() {
        let run =
            contest(&[("limit", &[400.0]), ("soketi", &[100.0]), ("baton", &[200.0]), ("reverb", &[50.0])]);
        let record = run.failed("reverb", 2, "lost \"3\"").record();
        let text = markup(&record, &Verdicts::of(&record)).into_string();
        let order: Vec<usize> = [">baton</th>", ">soketi</th>", ">reverb</th>", ">limit</th>"]
            .iter()
            .map(|name| text.find(name).unwrap_or_else(|| panic!("{name} in {text}")))
            .collect();
        assert!(order.is_sorted(), "{text}");
        assert!(text.contains("first 2.00 ×") && text.contains("<td>0.50</td>"), "{text}");
        assert!(
            text.contains("<b>200</b>") && text.contains("title=\"lost &quot;3&quot;\">failed<"),
            "{text}"
        );
    }

    #[test]
    fn without_a_comparison_there_is_no_summary() {
        let record = contest(&[]).record();
        assert_eq!(markup(&record, &Verdicts::of(&record)).into_string(), "");
    }
}
