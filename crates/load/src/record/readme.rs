//! The fan-out for the README: a chart that stands alone.

use maud::{Markup, PreEscaped, html};

use super::Record;
use super::chart::{self, WIDTH, bars};
use super::contest::Contest;
use super::judge::{Series, Verdicts};

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
    let described: Vec<String> = panels
        .iter()
        .map(|(series, contest)| bars::description(record, measure, contest, series.case))
        .collect();
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(foot + FOOT) class="chart" role="img"
            viewBox={ "0 0 " (width) " " (foot + FOOT) } aria-label=(described.join(". ")) {
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

#[cfg(test)]
mod tests {
    use super::super::synthetic::{contest, full};
    use super::*;

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
    fn without_a_fan_out_there_is_none() {
        let record = contest(&[("baton", &[1.0])]).record();
        assert!(chart(&record, &Verdicts::of(&record)).is_none());
    }
}
