//! `figures.csv`: one row for each case, server and measure, quoted as RFC 4180 has it.

use serde::{Deserialize, Serialize};

use crate::fault::Fault;

use super::Record;
use super::spread::Spread;

/// What one server achieved in one measure of one case.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The scenario's id.
    pub scenario: String,
    /// The variant: `1 KB`, `8 outstanding`; may be empty.
    pub case: String,
    /// Where on the axis, if the scenario has one.
    pub x: Option<f64>,
    /// The peer's id.
    pub peer: String,
    /// What it achieved.
    pub score: Score,
}

/// What a server achieved.
#[derive(Debug, Clone, PartialEq)]
pub enum Score {
    /// A figure from all rounds.
    Measured {
        /// The measure's name.
        measure: String,
        /// The figure.
        spread: Spread,
        /// Baton's figure divided by this one: the median of the ratios within the rounds. A round
        /// in which this one has zero has no ratio.
        ratio: Option<f64>,
    },
    /// A check failed in `failed` of `rounds` rounds. The other rounds do not make up for it, in
    /// any measure.
    Failed {
        /// The first check that failed.
        reason: String,
        /// Rounds that failed.
        failed: usize,
        /// All rounds.
        rounds: usize,
    },
}

/// A row of the file. What failed has a row without a measure.
#[derive(Serialize, Deserialize)]
struct Row {
    scenario: String,
    case: String,
    x: Option<f64>,
    peer: String,
    measure: String,
    unit: String,
    median: Option<f64>,
    min: Option<f64>,
    max: Option<f64>,
    rounds: usize,
    baton_ratio: Option<f64>,
    failed_rounds: usize,
    fault: String,
}

/// The rows as text.
pub(super) fn text(record: &Record) -> Result<String, Fault> {
    rows(record).map_err(|reason| Fault::Run(format!("CSV: {reason}")))
}

fn rows(record: &Record) -> Result<String, Box<dyn std::error::Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for figure in &record.figures {
        writer.serialize(Row::of(record, figure))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// Reads the rows.
pub(super) fn parse(text: &str) -> Result<Vec<Figure>, csv::Error> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.map(Row::into_figure)).collect()
}

impl Row {
    fn of(record: &Record, figure: &Figure) -> Self {
        let row = Self {
            scenario: figure.scenario.clone(),
            case: figure.case.clone(),
            x: figure.x,
            peer: figure.peer.clone(),
            measure: String::new(),
            unit: String::new(),
            median: None,
            min: None,
            max: None,
            rounds: 0,
            baton_ratio: None,
            failed_rounds: 0,
            fault: String::new(),
        };
        match &figure.score {
            Score::Measured { measure, spread, ratio } => Self {
                measure: measure.clone(),
                unit: unit(record, figure, measure).to_owned(),
                median: Some(spread.median),
                min: Some(spread.min),
                max: Some(spread.max),
                rounds: spread.rounds,
                baton_ratio: *ratio,
                ..row
            },
            Score::Failed { reason, failed, rounds } => {
                Self { rounds: *rounds, failed_rounds: *failed, fault: reason.clone(), ..row }
            }
        }
    }

    fn into_figure(self) -> Figure {
        let score = match (self.median, self.min, self.max) {
            (Some(median), Some(min), Some(max)) if self.failed_rounds == 0 => Score::Measured {
                measure: self.measure,
                spread: Spread { median, min, max, rounds: self.rounds },
                ratio: self.baton_ratio,
            },
            _ => Score::Failed { reason: self.fault, failed: self.failed_rounds, rounds: self.rounds },
        };
        Figure { scenario: self.scenario, case: self.case, x: self.x, peer: self.peer, score }
    }
}

fn unit<'a>(record: &'a Record, figure: &Figure, measure: &str) -> &'a str {
    let scenarios = record.scenarios.iter().filter(|scenario| scenario.id == figure.scenario);
    let mut measures = scenarios.flat_map(|scenario| &scenario.measures);
    measures.find(|described| described.name == measure).map_or("", |described| &described.unit)
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::contest;
    use super::*;

    #[test]
    fn what_spreadsheets_stumble_over_is_quoted_and_comes_back() {
        let record = contest(&[("baton", &[1.5, 2.5]), ("uws", &[1.0, f64::NAN])])
            .case("1,024 \"B\"")
            .at(0.5)
            .failed("soketi", 1, "lost 3,\nof 4")
            .record();
        let text = text(&record).unwrap();
        let expected = "scenario,case,x,peer,measure,unit,median,min,max,rounds,baton_ratio,failed_rounds,fault\n\
            contest,\"1,024 \"\"B\"\"\",0.5,baton,rate,messages/s,2.0,1.5,2.5,2,,0,\n\
            contest,\"1,024 \"\"B\"\"\",0.5,uws,rate,messages/s,1.0,1.0,1.0,1,1.5,0,\n\
            contest,\"1,024 \"\"B\"\"\",0.5,soketi,,,,,,1,,1,\"lost 3,\nof 4\"\n";
        assert_eq!(text, expected);
        assert_eq!(parse(&text).unwrap(), record.figures);
        assert!(parse("scenario,case\nx,y\n").is_err());
    }
}
