//! Charts as SVG: bars for one comparison, lines for a curve.
//!
//! They are drawn here and not by a charting library, because those write fixed colours into each
//! element: these have classes alone, so one style sheet themes them for light, dark and paper, and
//! each has a name that a screen reader says. A chart is as wide as a phone and is laid out beside
//! others on a wide screen, so that its text is never small.

pub(crate) mod bars;
pub(crate) mod lines;
mod scale;

use std::fmt;

use maud::{Markup, html};

use super::Measure;
use super::contest::Role;
use super::number::count;
use super::spread::Spread;

/// Units across every chart; text is 12 of them high.
pub(crate) const WIDTH: f64 = 400.0;

/// The style of charts: colours by role, for light and dark.
pub(crate) const STYLE: &str = include_str!("chart.css");

/// What every document that holds charts needs once: the hatching of the limit.
pub(crate) fn definitions() -> Markup {
    html! {
        defs {
            pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                line class="hatch" x1="0" y1="0" x2="0" y2="6" {}
            }
        }
    }
}

/// A length, with a tenth of a unit: more is not visible.
#[derive(Debug, Clone, Copy)]
struct Px(f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() / 10.0;
        write!(f, "{}", if tenths.is_finite() { tenths + 0.0 } else { 0.0 }) // + 0.0 makes 0 of -0
    }
}

/// The class that gives a server its colour. `place` tells peers apart on charts where each has
/// one.
fn class(role: Role, place: usize) -> String {
    /// Colours of peers in the style sheet; the ninth peer has that of the first, and another
    /// marker.
    const COLOURS: usize = 8;
    match role {
        Role::Baton => "baton".to_owned(),
        Role::Variant => "variant".to_owned(),
        Role::Limit => "limit".to_owned(),
        Role::Peer => format!("peer p{}", place % COLOURS),
    }
}

/// A name that fits its column.
fn fitted(name: &str, characters: usize) -> String {
    if name.chars().count() <= characters {
        return name.to_owned();
    }
    name.chars().take(characters - 1).chain(['…']).collect()
}

/// The text of a figure that is pointed at.
fn tooltip(name: &str, spread: &Spread, measure: &Measure) -> String {
    let exact = super::number::exact;
    let of = count(spread.rounds, "round", "rounds");
    if spread.rounds == 1 {
        return format!("{name}: {} {} ({of})", exact(spread.median), measure.unit);
    }
    format!(
        "{name}: {} {}, from {} to {} in {of}",
        exact(spread.median),
        measure.unit,
        exact(spread.min),
        exact(spread.max)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short_and_always_numbers() {
        let text = [1.0, 2.349, -0.01, f64::NAN, f64::INFINITY].map(|length| Px(length).to_string());
        assert_eq!(text, ["1", "2.3", "0", "0", "0"]);
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        assert_eq!(fitted("Sockudo", 7), "Sockudo");
        assert_eq!(fitted("ÄÖÜäöüß!", 7), "ÄÖÜäöü…");
    }
}
