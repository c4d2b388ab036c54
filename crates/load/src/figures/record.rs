//! What a measurement leaves behind: `figures.json` and its table.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use crate::machine::Machine;
use crate::priority::Cores;
use crate::report::Conditions;

/// All figures of one measurement.
#[derive(Debug, Serialize)]
pub struct Record {
    /// 1; another number means that a field changed its meaning.
    pub format: u32,
    /// Name and version of the generator.
    pub tool: &'static str,
    /// The day, UTC.
    pub date: String,
    /// The machine.
    pub machine: Machine,
    /// Which core served and which generated.
    pub cores: Cores,
    /// Priority and noise over the whole measurement.
    pub conditions: Conditions,
    /// Rounds of each figure.
    pub rounds: usize,
    /// The figures, in the order of their measurement.
    pub figures: Vec<Figure>,
}

/// One figure: a subject, what it is compared with, and what is wanted of it.
#[derive(Debug, Clone, Serialize)]
pub struct Figure {
    /// Which of the five it belongs to.
    pub name: &'static str,
    /// Its variant: `outstanding=1`, `18000 subscribers`.
    pub case: String,
    /// The unit of the samples.
    pub unit: &'static str,
    /// The server's samples, one per round.
    pub subject: Samples,
    /// The limit's or peer's, in the same rounds; absent where a figure stands alone.
    pub reference: Option<Samples>,
    /// Subject divided by reference within each round.
    pub ratios: Vec<f64>,
    /// The median of `ratios`.
    pub ratio: Option<f64>,
    /// What it should reach; absent where it is only told.
    pub wanted: Option<Wanted>,
    /// Whether it did.
    pub met: Option<bool>,
    /// Why it could not be measured: a check that failed.
    pub fault: Option<String>,
}

/// What one side measured.
#[derive(Debug, Clone, Serialize)]
pub struct Samples {
    /// Who: `baton`, `limit send`, `tokio-tungstenite` …
    pub name: String,
    /// One value per round.
    pub values: Vec<f64>,
    /// Their median.
    pub median: f64,
    /// The whole outcome of each round: the fields of `FanoutOutcome`, `PairsOutcome`, `ConnectOutcome`, `HoldOutcome`.
    pub outcomes: Vec<Value>,
}

/// A bound.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Wanted {
    /// Whether the ratio or the subject's median is bounded.
    pub of: Bounded,
    /// On which side.
    pub bound: Bound,
    /// Where.
    pub value: f64,
}

/// What a bound is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bounded {
    /// The median of the ratios.
    Ratio,
    /// The median of the subject's samples.
    Median,
}

/// The side of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Bound {
    /// This or more.
    #[serde(rename = ">=")]
    AtLeast,
    /// This or less.
    #[serde(rename = "<=")]
    AtMost,
}

impl Wanted {
    /// A ratio of at least `value`.
    #[must_use]
    pub fn ratio_at_least(value: f64) -> Self {
        Self { of: Bounded::Ratio, bound: Bound::AtLeast, value }
    }

    /// A ratio of at most `value`.
    #[must_use]
    pub fn ratio_at_most(value: f64) -> Self {
        Self { of: Bounded::Ratio, bound: Bound::AtMost, value }
    }

    /// A median of at most `value`, in the figure's unit.
    #[must_use]
    pub fn at_most(value: f64) -> Self {
        Self { of: Bounded::Median, bound: Bound::AtMost, value }
    }

    fn text(self) -> String {
        let sign = if self.bound == Bound::AtLeast { "≥" } else { "≤" };
        match self.of {
            Bounded::Ratio => format!("ratio {sign} {}", self.value),
            Bounded::Median => format!("{sign} {}", self.value),
        }
    }

    fn is_met(self, median: f64, ratio: Option<f64>) -> bool {
        let value = if self.of == Bounded::Median { Some(median) } else { ratio };
        value.is_some_and(|value| {
            if self.bound == Bound::AtLeast { value >= self.value } else { value <= self.value }
        })
    }
}

impl Samples {
    /// Samples of one side; `values` and `outcomes` in the order of the rounds.
    #[must_use]
    pub fn new(name: &str, values: Vec<f64>, outcomes: Vec<Value>) -> Self {
        Self { name: name.to_owned(), median: median(&values).unwrap_or(0.0), values, outcomes }
    }
}

impl Figure {
    /// A figure from the samples of its rounds.
    #[must_use]
    pub fn new(
        name: &'static str,
        case: String,
        unit: &'static str,
        subject: Samples,
        reference: Option<Samples>,
        wanted: Option<Wanted>,
    ) -> Self {
        let ratios: Vec<f64> =
            reference.iter().flat_map(|reference| divide(&subject.values, &reference.values)).collect();
        let ratio = median(&ratios);
        let met = wanted.map(|wanted| wanted.is_met(subject.median, ratio));
        Self { name, case, unit, subject, reference, ratios, ratio, wanted, met, fault: None }
    }

    /// A figure that could not be measured.
    #[must_use]
    pub fn failed(
        name: &'static str,
        case: String,
        unit: &'static str,
        wanted: Option<Wanted>,
        fault: String,
    ) -> Self {
        let subject = Samples::new("baton", Vec::new(), Vec::new());
        let met = wanted.map(|_| false);
        Self {
            name,
            case,
            unit,
            subject,
            reference: None,
            ratios: Vec::new(),
            ratio: None,
            wanted,
            met,
            fault: Some(fault),
        }
    }

    fn row(&self) -> String {
        let reference = match &self.reference {
            Some(reference) => format!("{} ({})", rounded(reference.median), reference.name),
            None => "–".to_owned(),
        };
        let (subject, note) = match &self.fault {
            Some(fault) => ("–".to_owned(), format!("failed: {}", fault.replace(['|', '\n'], " "))),
            None => (
                rounded(self.subject.median),
                self.met.map_or("", |met| if met { "yes" } else { "no" }).to_owned(),
            ),
        };
        format!(
            "| {} | {} | {} | {subject} | {reference} | {} | {} | {note} |",
            self.name,
            self.case,
            self.unit,
            self.ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.3}")),
            self.wanted.map_or("–".to_owned(), Wanted::text),
        )
    }
}

impl Record {
    /// The figures as a Markdown page.
    #[must_use]
    pub fn table(&self) -> String {
        let mut page = format!(
            "# Figures of {}\n\n{}, {} processors, {}. Server on core {}, generator on core {}; {}. Medians of {} \
             alternating rounds; a ratio is the median of the rounds' ratios. Beside this run {:.2} processors were busy \
             and {:.2} stolen.\n\n",
            self.date,
            self.machine.processor,
            self.machine.processors,
            self.machine.kernel,
            self.cores.server,
            self.cores.generator,
            self.conditions.priority,
            self.rounds,
            self.conditions.foreign_processors,
            self.conditions.stolen_processors,
        );
        page.push_str("| figure | case | unit | Baton | reference | ratio | wanted | met |\n");
        page.push_str("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for figure in &self.figures {
            let _ = writeln!(page, "{}", figure.row()); // writing to a String cannot fail
        }
        page
    }
}

fn divide<'a>(subject: &'a [f64], reference: &'a [f64]) -> impl Iterator<Item = f64> + use<'a> {
    subject
        .iter()
        .zip(reference)
        .filter(|(_, reference)| **reference > 0.0)
        .map(|(subject, reference)| subject / reference)
}

/// The middle of some values; of an even number the mean of the two middle ones.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    sorted.get(sorted.len() / 2 - 1).map(|lower| f64::midpoint(*lower, upper))
}

/// Three or more significant digits, with the thousands of large numbers apart.
fn rounded(value: f64) -> String {
    if value.abs() < 1_000.0 {
        return format!("{value:.2}");
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 && !text.ends_with('-') {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(values: &[f64]) -> Samples {
        Samples::new("x", values.to_vec(), Vec::new())
    }

    #[test]
    fn a_ratio_is_the_median_of_the_rounds() {
        let figure = Figure::new(
            "fanout",
            "outstanding=1".into(),
            "deliveries/s",
            samples(&[90.0, 50.0, 99.0]),
            Some(samples(&[100.0, 100.0, 50.0])),
            Some(Wanted::ratio_at_least(0.9)),
        );
        assert_eq!(figure.ratios, [0.9, 0.5, 1.98]);
        assert_eq!((figure.ratio, figure.met), (Some(0.9), Some(true)));
        assert!(figure.row().ends_with("| 0.900 | ratio ≥ 0.9 | yes |"), "{}", figure.row());
    }

    #[test]
    fn a_figure_alone_is_bounded_by_its_median() {
        let figure =
            Figure::new("memory", "empty".into(), "MB", samples(&[12.0]), None, Some(Wanted::at_most(10.0)));
        assert_eq!((figure.ratio, figure.met), (None, Some(false)));
    }

    #[test]
    fn a_failed_figure_is_not_met() {
        let figure = Figure::failed(
            "pairs",
            "x".into(),
            "messages/s",
            Some(Wanted::ratio_at_least(5.0)),
            "lost".into(),
        );
        assert_eq!(figure.met, Some(false));
        assert!(figure.row().contains("failed: lost"));
    }

    #[test]
    fn medians_and_rounding() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[1.0, 2.0]), Some(1.5));
        assert_eq!(rounded(4.567), "4.57");
        assert_eq!(rounded(1_234_567.4), "1,234,567");
    }
}
