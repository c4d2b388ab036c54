//! A curve: a line for each over the axis, named at its end.
//!
//! A line connects the points that were measured and ends where its owner failed: there a cross
//! stands at the top edge. Peers have a colour and a marker each, so that they can be told apart
//! without colours too.

use maud::{Markup, html};

use super::scale::Scale;
use super::{Px, WIDTH, class, fitted, tooltip};
use crate::record::contest::{Contest, Role};
use crate::record::figures::Score;
use crate::record::judge::Series;
use crate::record::number::{exact, tick};
use crate::record::samples::unique;
use crate::record::spread::Spread;
use crate::record::{Measure, Record};

const HEIGHT: f64 = 260.0;

/// Left and right, top and bottom of the plot: values to the left, names to the right, the axis
/// below.
const ACROSS: (f64, f64) = (46.0, WIDTH - 92.0);
const DOWN: (f64, f64) = (12.0, HEIGHT - 42.0);

/// The least distance of two names, and of two labels of the axis.
const NAME_GAP: f64 = 12.5;
const LABEL_GAP: f64 = 30.0;

/// Characters of a name that fit beside the plot.
const NAME: usize = 14;

/// A server's line.
struct Line<'a> {
    name: &'a str,
    class: String,
    /// Tells markers apart.
    place: usize,
    points: Vec<(f64, &'a Spread)>,
    /// Where it failed, and why.
    gone: Vec<(f64, &'a str)>,
    is_own: bool,
}

impl<'a> Line<'a> {
    fn of(name: &'a str, peer: &str, place: usize, points: &'a [Contest<'_>]) -> Self {
        let role = Role::of(peer);
        let (class, is_own) = (class(role, place), role == Role::Baton);
        let mut line = Self { name, class, place, points: Vec::new(), gone: Vec::new(), is_own };
        for (x, standing) in points.iter().filter_map(|point| Some((point.x?, point.of(peer)?))) {
            match standing.score {
                Score::Measured { spread, .. } => line.points.push((x, spread)),
                Score::Failed { reason, .. } => line.gone.push((x, reason)),
            }
        }
        line
    }
}

/// The lines of all servers with a point; Baton is drawn last, above the others.
fn lines<'a>(record: &'a Record, series: &'a Series<'_>) -> Vec<Line<'a>> {
    let peers = record.peers.iter().filter(|peer| Role::of(&peer.id) == Role::Peer);
    let places: Vec<&str> = peers.map(|peer| peer.id.as_str()).collect();
    let ids = unique(series.points.iter().flat_map(|point| &point.standings).map(|standing| standing.peer));
    let mut lines: Vec<Line<'a>> = ids
        .into_iter()
        .map(|id| {
            let place = places.iter().position(|peer| *peer == id).unwrap_or(0);
            Line::of(record.name_of(id), id, place, &series.points)
        })
        .collect();
    lines.sort_by_key(|line| line.is_own);
    lines
}

/// The whole chart.
pub(crate) fn svg(record: &Record, series: &Series<'_>, title: &str) -> Markup {
    let lines = lines(record, series);
    let (measure, axis) = (series.measure, series.scenario.axis.as_deref().unwrap_or("x"));
    let mut places: Vec<f64> = series.points.iter().filter_map(|point| point.x).collect();
    places.sort_by(f64::total_cmp);
    let x = Scale::places(&places, ACROSS);
    let values = lines.iter().flat_map(|line| &line.points).flat_map(|(_, s)| [s.min, s.median, s.max]);
    let range = (DOWN.1, DOWN.0);
    let y = if measure.log { Scale::log(values, range) } else { Scale::linear(values, range) };
    html! {
        svg.chart role="img" aria-label=(description(measure, &lines, axis, title)) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } {
            (axes(&x, &y, axis))
            @for line in &lines {
                g class=(line.class) { (drawn(line, measure, &x, &y)) }
            }
            (names(&lines, &x, &y))
        }
    }
}

fn axes(x: &Scale, y: &Scale, axis: &str) -> Markup {
    let mut labelled = f64::NEG_INFINITY;
    let labels: Vec<(f64, Option<String>)> = x
        .ticks
        .iter()
        .map(|&at| {
            let place = x.at(at);
            let fits = place - labelled >= LABEL_GAP;
            labelled = if fits { place } else { labelled };
            (place, fits.then(|| tick(at)))
        })
        .collect();
    html! {
        @for &at in &y.ticks {
            @let place = y.at(at);
            line.grid x1=(Px(ACROSS.0)) x2=(Px(ACROSS.1)) y1=(Px(place)) y2=(Px(place)) {}
            text.tick x=(Px(ACROSS.0 - 6.0)) y=(Px(place + 3.5)) text-anchor="end" { (tick(at)) }
        }
        @for (place, label) in labels {
            line.grid x1=(Px(place)) x2=(Px(place)) y1=(Px(DOWN.1)) y2=(Px(DOWN.1 + 4.0)) {}
            @if let Some(label) = label {
                text.tick x=(Px(place)) y=(Px(DOWN.1 + 16.0)) text-anchor="middle" { (label) }
            }
        }
        text.tick x=(Px(f64::midpoint(ACROSS.0, ACROSS.1))) y=(Px(HEIGHT - 8.0)) text-anchor="middle" {
            (axis) @if x.is_log() { ", logarithmic" }
        }
    }
}

fn drawn(line: &Line<'_>, measure: &Measure, x: &Scale, y: &Scale) -> Markup {
    let path: Vec<String> = line
        .points
        .iter()
        .map(|(at, spread)| format!("{} {}", Px(x.at(*at)), Px(y.at(spread.median))))
        .collect();
    html! {
        @if path.len() > 1 { path.line d={ "M" (path.join("L")) } {} }
        @for (at, spread) in &line.points {
            @let (across, low, high) = (x.at(*at), y.at(spread.min), y.at(spread.max));
            @if low - high >= 1.0 {
                line.range x1=(Px(across)) x2=(Px(across)) y1=(Px(low)) y2=(Px(high)) {}
            }
            path.dot d=(marker(line.place, line.is_own, across, y.at(spread.median))) {
                title { (tooltip(line.name, spread, measure)) " at " (exact(*at)) }
            }
        }
        @for (at, reason) in &line.gone {
            path.gone d={ "M" (Px(x.at(*at) - 4.0)) " " (Px(DOWN.0 - 4.0)) "l8 8m-8 0l8 -8" } {
                title { (line.name) " failed at " (exact(*at)) ": " (reason) }
            }
        }
    }
}

/// A disc for Baton; a square, a triangle, a rhombus or a smaller disc for the others.
fn marker(place: usize, is_own: bool, x: f64, y: f64) -> String {
    let disc = |radius: f64| format!("M{} {}a{radius} {radius} 0 1 0 .01 0z", Px(x), Px(y - radius));
    if is_own {
        return disc(4.2);
    }
    let (left, top) = (Px(x - 3.2), Px(y - 3.2));
    match place % 4 {
        0 => disc(3.0),
        1 => format!("M{left} {top}h6.4v6.4h-6.4z"),
        2 => format!("M{} {}l4 7h-8z", Px(x), Px(y - 4.2)),
        _ => format!("M{} {}l4.2 4.2l-4.2 4.2l-4.2 -4.2z", Px(x), Px(y - 4.2)),
    }
}

/// The names at the ends of the lines, moved apart where lines end together.
fn names(lines: &[Line<'_>], x: &Scale, y: &Scale) -> Markup {
    let mut ends: Vec<(&Line<'_>, f64, f64)> = lines
        .iter()
        .filter_map(|line| {
            let (at, spread) = line.points.last()?;
            Some((line, x.at(*at), y.at(spread.median)))
        })
        .collect();
    ends.sort_by(|one, other| one.2.total_cmp(&other.2));
    let wanted: Vec<f64> = ends.iter().map(|(.., place)| *place).collect();
    let given = spaced(&wanted, NAME_GAP, DOWN);
    html! {
        @for ((line, across, place), given) in ends.into_iter().zip(given) {
            g class=(line.class) {
                path.lead d={
                    "M" (Px(across + 5.0)) " " (Px(place)) "L" (Px(ACROSS.1 + 10.0)) " " (Px(given))
                } {}
                text.end x=(Px(ACROSS.1 + 13.0)) y=(Px(given + 4.0)) { (fitted(line.name, NAME)) }
            }
        }
    }
}

/// Rising places, moved as little as a single pass down and one up can so that they are `gap` apart
/// and within `bounds`; if there are too many for the bounds, they run over the upper one.
fn spaced(wanted: &[f64], gap: f64, bounds: (f64, f64)) -> Vec<f64> {
    let mut places: Vec<f64> = Vec::with_capacity(wanted.len());
    for &place in wanted {
        let least = places.last().map_or(bounds.0, |last| last + gap);
        places.push(place.max(least));
    }
    let mut most = bounds.1;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - gap;
    }
    places
}

fn description(measure: &Measure, lines: &[Line<'_>], axis: &str, title: &str) -> String {
    let all: Vec<String> = lines
        .iter()
        .map(|line| {
            let points: Vec<String> = line
                .points
                .iter()
                .map(|(at, spread)| format!("{} at {}", exact(spread.median), exact(*at)))
                .collect();
            format!("{}: {}", line.name, if points.is_empty() { "failed".into() } else { points.join(", ") })
        })
        .collect();
    format!("Line chart, {title}, {} over {axis}. {}", measure.unit, all.join(". "))
}

#[cfg(test)]
mod tests {
    use super::super::super::judge::Verdicts;
    use super::super::super::synthetic::{Run, contest};
    use super::*;

    /// A record whose peers have a value at each of some places.
    fn curve(points: &[(f64, f64, f64)]) -> Run {
        points.iter().fold(contest(&[]), |run, &(x, baton, soketi)| {
            run.and(contest(&[("baton", &[baton]), ("soketi", &[soketi])]).at(x))
        })
    }

    fn chart(record: &Record) -> String {
        svg(record, &Verdicts::of(record).series[0], "latency").into_string()
    }

    #[test]
    fn a_line_ends_where_its_owner_failed() {
        let gone = contest(&[]).failed("soketi", 1, "lost <1>").at(3.0);
        let svg = chart(&curve(&[(1.0, 5.0, 6.0), (2.0, 5.0, 7.0)]).and(gone).record());
        roxmltree::Document::parse(&svg).unwrap();
        assert_eq!(svg.matches("class=\"line\"").count(), 2);
        assert_eq!(svg.matches("class=\"gone\"").count(), 1);
        assert!(svg.contains("soketi failed at 3: lost &lt;1&gt;"), "{svg}");
        assert!(svg.find("baton: 5").unwrap() > svg.find("soketi: 6").unwrap(), "Baton is drawn last");
    }

    #[test]
    fn hostile_numbers_stay_inside_the_chart() {
        for log in [false, true] {
            let hostile = [(-1.0, 1e12, 0.0), (0.0, -4.0, f64::NAN), (1e12, f64::INFINITY, 1e-12)];
            let mut record = curve(&hostile).record();
            record.scenarios[0].measures[0].log = log;
            let svg = chart(&record);
            let document = roxmltree::Document::parse(&svg).unwrap();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            for text in document.descendants().filter(|node| node.has_tag_name("text")) {
                let number = |name| text.attribute(name).unwrap().parse::<f64>().unwrap();
                assert!((0.0..WIDTH).contains(&number("x")) && (0.0..HEIGHT).contains(&number("y")));
            }
        }
        let single = chart(&curve(&[(5.0, 1.0, 2.0)]).record());
        assert_eq!(single.matches("class=\"line\"").count(), 0, "one point makes no line");
        assert!(single.matches("class=\"dot\"").count() == 2);
    }

    #[test]
    fn names_keep_their_distance() {
        let places = spaced(&[10.0, 11.0, 12.0, 95.0, 99.0, 99.0], 10.0, (10.0, 100.0));
        assert_eq!(places, [10.0, 20.0, 30.0, 80.0, 90.0, 100.0]);
        assert_eq!(spaced(&[0.0], 10.0, (10.0, 100.0)), [10.0]);
        assert_eq!(spaced(&[], 10.0, (10.0, 100.0)), Vec::<f64>::new());
    }
}
