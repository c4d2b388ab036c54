//! A scenario: its question, the charts of what decides, every figure, what failed, and what others
//! claim.

use maud::{Markup, html};
use serde_json::Value;

use super::{chip, direction, quoted, reference, table};
use crate::record::chart::{bars, lines};
use crate::record::figures::{Figure, Score};
use crate::record::judge::{Series, Verdicts};
use crate::record::notes::Notes;
use crate::record::number::{count, exact};
use crate::record::{Measure, Record, ScenarioInfo};

pub(super) fn markup(
    record: &Record,
    verdicts: &Verdicts<'_>,
    notes: &Notes,
    scenario: &ScenarioInfo,
) -> Markup {
    let all: Vec<&Series<'_>> = verdicts.series.iter().filter(|s| s.scenario.id == scenario.id).collect();
    html! {
        section.scenario id=(scenario.id) {
            h2 { (scenario.title) }
            p { (scenario.question) }
            @if !scenario.source.is_empty() { p.note { "After: " (reference(&scenario.source)) } }
            @if all.is_empty() { p.note { "Nothing was measured here." } }
            @for measure in scenario.measures.iter().filter(|measure| measure.main) {
                (charts(record, measure, &all))
            }
            (table::markup(record, &all))
            (failures(record, scenario))
            (settings(record, scenario))
            (quoted::markup(notes, scenario))
        }
    }
}

/// The charts of one measure: a small one for each case, all on scales of their own.
fn charts(record: &Record, measure: &Measure, all: &[&Series<'_>]) -> Markup {
    let series: Vec<&Series<'_>> = all.iter().filter(|s| s.measure.name == measure.name).copied().collect();
    html! {
        @if !series.is_empty() {
            h3 {
                (measure.title) " "
                small { (measure.unit) @if !direction(measure).is_empty() { ", " (direction(measure)) }
                    @if measure.log { ", logarithmic" } }
            }
            div.charts { @for series in series { (figure(record, series)) } }
        }
    }
}

fn figure(record: &Record, series: &Series<'_>) -> Markup {
    let title = format!("{} {}", series.case, series.measure.title);
    let verdict = series.verdict();
    let point = series.points.first().filter(|_| series.points.len() == 1);
    html! {
        figure {
            figcaption { span { (series.case) } " " (chip(verdict, point)) }
            @if series.is_curve() {
                (lines::svg(record, series, title.trim()))
            } @else if let Some(point) = point {
                (bars::svg(record, series.measure, point, title.trim()))
            }
        }
    }
}

/// The failures, and the servers that took no part.
fn failures(record: &Record, scenario: &ScenarioInfo) -> Markup {
    let own = record.figures.iter().filter(|figure| figure.scenario == scenario.id);
    let failed: Vec<(&Figure, &str, usize)> = own
        .filter_map(|figure| match &figure.score {
            Score::Measured { .. } => None,
            Score::Failed { reason, failed, .. } => Some((figure, reason.as_str(), *failed)),
        })
        .collect();
    let skipped: Vec<_> = record.skipped.iter().filter(|skipped| skipped.scenario == scenario.id).collect();
    html! {
        @if !failed.is_empty() {
            h3 { "Failed" }
            ul.faults {
                @for (figure, reason, rounds) in failed {
                    li {
                        b { (record.name_of(&figure.peer)) }
                        @if !figure.case.is_empty() { ", " (figure.case) }
                        @if let Some(x) = figure.x { " at " (exact(x)) }
                        ", in " (count(rounds, "round", "rounds")) ": " (reason)
                    }
                }
            }
        }
        @if !skipped.is_empty() {
            h3 { "Took no part" }
            ul.skipped { @for skipped in skipped { li { b { (record.name_of(&skipped.peer)) } ": " (skipped.reason) } } }
        }
    }
}

fn settings(record: &Record, scenario: &ScenarioInfo) -> Markup {
    html! {
        details {
            summary { "Settings" }
            @match &scenario.settings {
                Value::Object(settings) => dl.settings {
                    @for (name, value) in settings { div { dt { code { (name) } } dd { (plain(value)) } } }
                }
                other => p { (plain(other)) }
            }
            p { "Measured again by " code { (record.command(Some(&scenario.id), None)) } "." }
        }
    }
}

/// A setting without the quotes of JSON around a text.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::synthetic::{self, contest};

    fn shown(record: &Record) -> String {
        markup(record, &Verdicts::of(record), &synthetic::notes(), &record.scenarios[0]).into_string()
    }

    #[test]
    fn failures_are_listed_once_with_their_rounds() {
        let run = (1..=3).fold(contest(&[("baton", &[1.0])]), |run, round| {
            run.failed("soketi", round, &format!("lost {round}"))
        });
        let text = shown(&run.record());
        assert!(text.contains("<b>soketi</b>, in 3 rounds: lost 1<"), "{text}");
        assert!(!text.contains("lost 2"), "{text}");
    }

    #[test]
    fn settings_are_shown_as_people_write_them() {
        let mut record = contest(&[("baton", &[1.0])]).record();
        record.scenarios[0].settings =
            serde_json::json!({ "payload": "1 KB", "clients": 5, "more": { "a": [1] } });
        let text = shown(&record);
        for setting in ["<dd>1 KB</dd>", "<dd>5</dd>", "<dd>{&quot;a&quot;:[1]}</dd>"] {
            assert!(text.contains(setting), "{setting} in {text}");
        }
        assert!(text.contains("make bench SCENARIO=contest"));
    }
}
