//! One comparison: a bar from zero for each, with a whisker from the least to the greatest round.
//!
//! The raw loop is on top, as the frame in which the others are read, and the servers follow, the
//! best first. On a logarithmic axis there is no zero for a bar to start from, so there is a dot on
//! its whisker instead.

use maud::{Markup, html};

use super::scale::Scale;
use super::{Px, WIDTH, class, fitted, tooltip};
use crate::record::contest::{Contest, Role, Standing};
use crate::record::figures::Score;
use crate::record::number::{exact, short, tick};
use crate::record::spread::Spread;
use crate::record::{Measure, Record};

/// Height of a row, and of the bar in it.
const ROW: f64 = 25.0;
const BAR: f64 = 15.0;

/// Radius of a dot.
const DOT: f64 = 5.0;

/// Where the bars start and where the longest ends: names to the left, values to the right.
const PLOT: (f64, f64) = (118.0, WIDTH - 68.0);

/// Space below the rows for the labels of the axis.
const AXIS: f64 = 20.0;

/// Characters of a name that fit before the bars.
const NAME: usize = 18;

/// Characters of a reason that fit beside a name.
const REASON: usize = 44;

/// The rows of a comparison, top to bottom.
fn rows<'a, 'r>(contest: &'a Contest<'r>) -> Vec<&'a Standing<'r>> {
    let mut rows: Vec<&Standing<'r>> = contest.standings.iter().collect();
    rows.sort_by_key(|standing| standing.role != Role::Limit || standing.spread().is_none());
    rows
}

/// The height of the chart of a comparison.
#[allow(clippy::cast_precision_loss)] // as many as there are peers
pub(crate) fn height(contest: &Contest<'_>) -> f64 {
    ROW * contest.standings.len() as f64 + AXIS
}

/// The whole chart as an element of its own.
pub(crate) fn svg(record: &Record, measure: &Measure, contest: &Contest<'_>, title: &str) -> Markup {
    html! {
        svg.chart role="img" aria-label=(description(record, measure, contest, title))
            viewBox={ "0 0 " (WIDTH) " " (Px(height(contest))) } {
            (drawn(record, measure, contest))
        }
    }
}

/// The inside of the chart, to be placed in another.
pub(crate) fn drawn(record: &Record, measure: &Measure, contest: &Contest<'_>) -> Markup {
    let values = contest.standings.iter().filter_map(Standing::spread).flat_map(|s| [s.min, s.median, s.max]);
    let scale = if measure.log { Scale::log(values, PLOT) } else { Scale::linear(values, PLOT) };
    let bottom = height(contest) - AXIS;
    html! {
        @for &at in &scale.ticks {
            @let x = scale.at(at);
            line.grid x1=(Px(x)) x2=(Px(x)) y1="0" y2=(Px(bottom)) {}
            text.tick x=(Px(x)) y=(Px(bottom + 14.0)) text-anchor="middle" { (tick(at)) }
        }
        @for (standing, top) in rows(contest).into_iter().zip((0..).map(|row| ROW * f64::from(row))) {
            g class=(class(standing.role, 0)) {
                (row(record.name_of(standing.peer), standing, measure, &scale, top))
            }
        }
    }
}

fn row(name: &str, standing: &Standing<'_>, measure: &Measure, scale: &Scale, top: f64) -> Markup {
    let (middle, baseline) = (top + ROW / 2.0, top + ROW / 2.0 + 4.0);
    html! {
        text.name x=(Px(PLOT.0 - 8.0)) y=(Px(baseline)) text-anchor="end" { (fitted(name, NAME)) }
        @match standing.score {
            Score::Measured { spread, .. } => {
                title { (tooltip(name, spread, measure)) }
                (mark(spread, measure, scale, middle))
                text.value x=(Px(scale.at(spread.max.max(spread.median)) + if measure.log { 9.0 } else { 6.0 })) y=(Px(baseline)) {
                    (short(spread.median))
                }
            }
            Score::Failed { reason, .. } => {
                title { (name) " failed: " (reason) }
                text.failed x=(Px(PLOT.0)) y=(Px(baseline)) { (fitted(&format!("failed: {reason}"), REASON)) }
            }
        }
    }
}

/// The bar or the dot, and its whisker.
fn mark(spread: &Spread, measure: &Measure, scale: &Scale, middle: f64) -> Markup {
    let (zero, end) = (PLOT.0, scale.at(spread.median));
    let (low, high) = (scale.at(spread.min), scale.at(spread.max));
    html! {
        @if measure.log {
            line.guide x1=(Px(zero)) x2=(Px(end)) y1=(Px(middle)) y2=(Px(middle)) {}
            circle.bar cx=(Px(end)) cy=(Px(middle)) r=(DOT) {}
        } @else {
            rect.bar x=(Px(zero)) y=(Px(middle - BAR / 2.0)) width=(Px((end - zero).max(1.0))) height=(BAR) rx="2" {}
        }
        // A dot hides what is shorter than itself.
        @if high - low >= if measure.log { 2.0 * DOT } else { 1.0 } {
            path.whisker d={
                "M" (Px(low)) " " (Px(middle)) "H" (Px(high))
                "M" (Px(low)) " " (Px(middle - 3.0)) "v6M" (Px(high)) " " (Px(middle - 3.0)) "v6"
            } {}
        }
    }
}

/// The chart in words.
pub(crate) fn description(record: &Record, measure: &Measure, contest: &Contest<'_>, title: &str) -> String {
    let all: Vec<String> = rows(contest)
        .into_iter()
        .map(|standing| {
            let name = record.name_of(standing.peer);
            standing
                .spread()
                .map_or_else(|| format!("{name} failed"), |spread| format!("{name} {}", exact(spread.median)))
        })
        .collect();
    format!("Bar chart, {title}, {}: {}", measure.unit, all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::super::judge::Verdicts;
    use super::super::super::synthetic::contest;
    use super::*;

    fn chart(record: &Record) -> String {
        let verdicts = Verdicts::of(record);
        let series = &verdicts.series[0];
        svg(record, series.measure, &series.points[0], "rate").into_string()
    }

    /// The numbers of an attribute, wherever it stands.
    fn attribute(svg: &str, tag: &str, name: &str) -> Vec<f64> {
        let document = roxmltree::Document::parse(svg).unwrap();
        document
            .descendants()
            .filter(|node| node.has_tag_name(tag))
            .map(|node| node.attribute(name).unwrap().parse().unwrap())
            .collect()
    }

    #[test]
    fn bars_are_as_long_as_their_medians() {
        let svg = chart(&contest(&[("baton", &[100.0, 90.0, 95.0]), ("soketi", &[47.5])]).record());
        let widths = attribute(&svg, "rect", "width");
        assert!((widths[0] / widths[1] - 2.0).abs() < 0.01, "{widths:?}");
        assert_eq!(svg.matches("class=\"whisker\"").count(), 1, "one round has no spread");
        assert!(svg.contains("<title>baton: 95 messages/s, from 90 to 100 in 3 rounds</title>"), "{svg}");
    }

    #[test]
    fn the_limit_is_on_top_and_failures_at_the_bottom() {
        let run = contest(&[("baton", &[3.0]), ("limit", &[2.0])]).failed("soketi", 1, "lost <4>");
        let svg = chart(&run.record());
        let place = |text: &str| svg.find(text).unwrap();
        assert!(
            place("limit: 2") < place("baton: 3") && place("baton: 3") < place(">failed: lost &lt;4&gt;<")
        );
        assert!(svg.contains("Bar chart, rate, messages/s: limit 2, baton 3, soketi failed"), "{svg}");
    }

    #[test]
    fn hostile_numbers_stay_inside_the_chart() {
        for log in [false, true] {
            let mut record = contest(&[
                ("baton", &[1e12, -1e12]),
                ("zero", &[0.0]),
                ("tiny", &[1e-12]),
                ("negative", &[-5.0, -7.0]),
                ("not", &[f64::NAN]),
                ("endless", &[f64::INFINITY]),
            ])
            .record();
            record.scenarios[0].measures[0].log = log;
            let svg = chart(&record);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            let (tag, name) = if log { ("circle", "cx") } else { ("rect", "width") };
            let lengths = attribute(&svg, tag, name);
            assert_eq!(lengths.len(), 4, "who has no number has no bar");
            assert!(lengths.iter().all(|length| (0.0..=PLOT.1).contains(length)), "{lengths:?}");
            assert!(attribute(&svg, "text", "x").iter().all(|x| (0.0..WIDTH).contains(x)));
        }
    }
}
