//! The fan-out for the README: a chart that stands alone, and a table to paste.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use super::Record;
use super::chart::{self, WIDTH, bars};
use super::contest::{BATON, Contest, Outcome, Role};
use super::judge::{Series, Verdicts};
use super::number::exact;

/// The scenario that the README shows.
const SCENARIO: &str = "fanout";

/// Space around the chart and between its panels, and the heights of the titles.
const MARGIN: f64 = 20.0;
const TITLE: f64 = 34.0;
const CASE: f64 = 26.0;
const FOOT: f64 = 22.0;

/// The bar charts of the first main measure of the fan-out; empty if it was not measured.
fn panels<'v, 'r>(verdicts: &'v Verdicts<'r>) -> Vec<(&'v Series<'r>, &'v Contest<'r>)> {
    let fanout = || verdicts.main().filter(|series| series.scenario.id == SCENARIO && !series.is_curve());
    let Some(first) = fanout().next() else { return Vec::new() };
    fanout()
        .filter(|series| series.measure.name == first.measure.name)
        .filter_map(|series| Some((series, series.points.first()?)))
        .collect()
}

/// `chart.svg`, with colours for light and dark of its own; `None` if the fan-out was not measured.
pub(super) fn chart(record: &Record, verdicts: &Verdicts<'_>) -> Option<String> {
    let panels = panels(verdicts);
    let measure = panels.first()?.0.measure;
    let columns = panels.len().min(2);
    let tallest = panels.iter().map(|(_, contest)| bars::height(contest)).fold(0.0, f64::max) + CASE;
    #[allow(clippy::cast_precision_loss)] // a handful of panels
    let (width, foot) = (
        MARGIN + (WIDTH + MARGIN) * columns as f64,
        MARGIN + TITLE + (tallest + MARGIN) * panels.len().div_ceil(columns) as f64,
    );
    let spoken: Vec<String> =
        panels.iter().map(|(series, contest)| bars::spoken(record, measure, contest, series.case)).collect();
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(foot + FOOT) class="chart" role="img"
            viewBox={ "0 0 " (width) " " (foot + FOOT) } aria-label=(spoken.join(". ")) {
            style { (PreEscaped(chart::STYLE)) (PreEscaped(STANDALONE)) }
            (chart::definitions())
            rect.ground width=(width) height=(foot + FOOT) rx="10" {}
            text.heading x=(MARGIN) y=(MARGIN + 14.0) {
                (measure.title) tspan.soft dx="8" { (measure.unit) ", " (direction(measure.better)) }
            }
            @for (place, (series, contest)) in panels.iter().enumerate() {
                @let at = translate(place, columns, tallest);
                g transform=(at) {
                    text.case y="8" { (series.case) }
                    g transform={ "translate(0 " (CASE - 6.0) ")" } { (bars::drawn(record, measure, contest)) }
                }
            }
            (footer(record, foot))
        }
    };
    Some(svg.into_string())
}

#[allow(clippy::cast_precision_loss)] // a handful of panels
fn translate(place: usize, columns: usize, height: f64) -> String {
    let (column, row) = ((place % columns) as f64, (place / columns) as f64);
    format!("translate({} {})", MARGIN + column * (WIDTH + MARGIN), MARGIN + TITLE + row * (height + MARGIN))
}

fn footer(record: &Record, top: f64) -> Markup {
    html! {
        text.tick x=(MARGIN) y=(top + 4.0) {
            (record.machine.processor) ", " (record.machine.processors) " cores, " (record.machine.kernel) ", "
            (record.date) "; one core for each server, medians of alternating rounds"
        }
    }
}

fn direction(better: super::Better) -> &'static str {
    if better == super::Better::Lower { "less is better" } else { "more is better" }
}

const STANDALONE: &str = ".ground{fill:var(--ground)}.chart .heading{font-size:15px;font-weight:650}\
    .chart .soft{font-size:12px;font-weight:400;fill:var(--soft)}.chart .case{font-weight:600}";

/// `table.md`: a row for each who and a column for each case; `None` if the fan-out was not measured.
pub(super) fn table(record: &Record, verdicts: &Verdicts<'_>) -> Option<String> {
    let panels = panels(verdicts);
    let measure = panels.first()?.0.measure;
    let mut text = format!("| {} |", cell(&format!("{}, {}", measure.title, measure.unit)));
    for (series, _) in &panels {
        let _ = write!(text, " {} |", cell(series.case)); // writing to a String cannot fail
    }
    text.push_str("\n| --- |");
    text.push_str(&" ---: |".repeat(panels.len()));
    for id in rows(record, &panels) {
        let name = cell(record.name_of(id));
        let _ = write!(text, "\n| {} |", if id == BATON { format!("**{name}**") } else { name });
        for (_, contest) in &panels {
            let _ = write!(text, " {} |", value(contest, id));
        }
    }
    text.push('\n');
    Some(text)
}

/// Everybody who took part: Baton, the others by their rank in the first case, and the raw loop last.
fn rows<'r>(record: &'r Record, panels: &[(&Series<'r>, &Contest<'r>)]) -> Vec<&'r str> {
    let rank = |id: &str| {
        panels
            .first()
            .and_then(|(_, contest)| contest.standings.iter().position(|standing| standing.peer == id))
            .unwrap_or(usize::MAX)
    };
    let mut ids = record.ids();
    ids.retain(|id| panels.iter().any(|(_, contest)| contest.of(id).is_some()));
    ids.sort_by_key(|id| match Role::of(id) {
        Role::Baton => (0, 0),
        Role::Variant => (1, rank(id)),
        Role::Peer => (2, rank(id)),
        Role::Limit => (3, rank(id)),
    });
    ids
}

fn value(contest: &Contest<'_>, id: &str) -> String {
    match contest.of(id).map(|standing| &standing.outcome) {
        Some(Outcome::Measured(spread)) if id == BATON => format!("**{}**", exact(spread.median)),
        Some(Outcome::Measured(spread)) => exact(spread.median),
        Some(Outcome::Failed { .. }) => "failed".to_owned(),
        None => "–".to_owned(),
    }
}

/// A text that neither ends its cell nor its row.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::{contest, failed, full};
    use super::*;

    fn fanout() -> Record {
        let mut record = contest(&[
            ("limit", &[400.0]),
            ("reverb", &[50.0]),
            ("soketi", &[100.0]),
            ("baton", &[20_000.0]),
        ]);
        record.scenarios[0].id = SCENARIO.into();
        record.samples.iter_mut().for_each(|sample| {
            sample.scenario = SCENARIO.into();
            sample.case = "8 | many".into();
        });
        record
    }

    #[test]
    fn the_table_has_baton_first_and_the_limit_last() {
        let mut record = fanout();
        let mut fault = failed("uws", 1, "lost");
        (fault.scenario, fault.case) = (SCENARIO.into(), "8 | many".into());
        record.samples.push(fault);
        let expected = "| Rate, messages/s | 8 \\| many |\n| --- | ---: |\n| **baton** | **20,000** |\n\
                        | soketi | 100 |\n| reverb | 50 |\n| uws | failed |\n| limit | 400 |\n";
        assert_eq!(table(&record, &Verdicts::of(&record)).unwrap(), expected);
    }

    #[test]
    fn the_chart_stands_alone() {
        let record = full();
        let svg = chart(&record, &Verdicts::of(&record)).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        assert_eq!(document.root_element().tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        assert!(svg.contains("prefers-color-scheme: dark") && svg.contains("id=\"hatch\""));
        assert_eq!(svg.matches("class=\"case\"").count(), 2, "1 and 8 outstanding");
        assert_eq!(svg.matches("http").count(), 1, "the name space alone");
    }

    #[test]
    fn without_a_fan_out_there_is_neither() {
        let record = contest(&[("baton", &[1.0])]);
        assert!(chart(&record, &Verdicts::of(&record)).is_none());
        assert!(table(&record, &Verdicts::of(&record)).is_none());
    }
}
