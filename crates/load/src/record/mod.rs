//! The record of `make bench`: every sample of every scenario and peer, and what is written from it.
//!
//! `bench.json` is the record itself and all else can be made from it anew (`baton-load report FOLDER`):
//!
//! | file | what it is | made by |
//! | --- | --- | --- |
//! | `bench.json` | the fields of [`Record`] | [`write`] |
//! | `bench.csv` | one row per sample and measure | [`csv`] |
//! | `report.html` | the page that people read: who is first, and above all where Baton is not | [`page`] |
//! | `chart.svg`, `table.md` | the fan-out, to be shown in the README | [`readme`] |
//!
//! Samples come in rounds: within a round the peers take turns, so that what disturbs the machine for a minute
//! disturbs all of them, and a ratio is taken inside its round. [`judge`] turns samples into standings.

mod chart;
pub mod contest;
mod csv;
pub mod judge;
pub mod notes;
mod number;
mod page;
mod readme;
pub mod spread;
#[cfg(test)]
mod synthetic;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::fault::Fault;
use crate::machine::Machine;
use crate::priority::Cores;
use crate::report::{self, Conditions};

use judge::Verdicts;
use notes::Notes;

/// The `format` that this program writes and reads.
pub const FORMAT: u32 = 1;

/// The folder of `reasons.toml` and `quoted.toml`, from the root of the repository.
pub const NOTES: &str = "bench";

/// Everything that one run of `make bench` measured.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`]; another number means that a field changed its meaning.
    pub format: u32,
    /// Name and version of the generator.
    pub tool: String,
    /// The day, UTC: `2026-01-31`.
    pub date: String,
    /// The commit that was measured, with `-dirty` where the tree had changes.
    pub commit: String,
    /// How long and how large the scenarios were.
    pub form: Form,
    /// The machine.
    pub machine: Machine,
    /// Priority and noise over the whole run.
    pub conditions: Conditions,
    /// Which core served and which generated.
    pub cores: Cores,
    /// Who was measured, in the order in which tables show them.
    pub peers: Vec<Peer>,
    /// What was measured, in the order of the page.
    pub scenarios: Vec<ScenarioInfo>,
    /// The samples, in the order of their measurement.
    pub samples: Vec<Sample>,
    /// Which peers took no part in which scenario.
    pub skipped: Vec<Skipped>,
}

/// How long and how large the scenarios were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// The small form with its times shortened: shows that everything works. Its figures mean nothing.
    Check,
    /// A few minutes, smaller settings: shows that everything works, and roughly where things stand.
    Small,
    /// The settings of the published record.
    Full,
}

/// Somebody who was measured: Baton, a variant of it (`baton-…`), another server, or the raw loop (`limit`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Peer {
    /// The name of its folder; `baton` and `limit` are Baton and the raw loop.
    pub id: String,
    /// As charts show it.
    pub name: String,
    /// The version that was measured.
    pub version: String,
    /// The protocol that it was spoken to in.
    pub protocol: String,
    /// What it is, and what it does less or more than Baton.
    pub about: String,
}

/// One scenario: its question, its settings and what it measures.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ScenarioInfo {
    /// By which samples name it.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What it shows, in one or two sentences.
    pub question: String,
    /// The published page whose table this is; may be empty.
    pub source: String,
    /// Its settings, defaults included.
    pub settings: Value,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// The title of x, where samples have an x.
    pub axis: Option<String>,
}

/// One measured quantity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// Its key in the samples: `deliveries_per_second`.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// Its unit.
    pub unit: String,
    /// Which side is better.
    pub better: Better,
    /// Whether it decides who is first; such a measure gets a chart.
    pub main: bool,
    /// Whether its chart is logarithmic.
    pub log: bool,
}

/// Which side of a measure is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// More is better.
    Higher,
    /// Less is better.
    Lower,
    /// It is told, and nobody is first.
    Neither,
}

/// What one peer did in one round of one case.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Sample {
    /// The scenario's id.
    pub scenario: String,
    /// The variant: `1 KB`, `8 outstanding`; may be empty.
    pub case: String,
    /// Where on the axis, if the scenario has one.
    pub x: Option<f64>,
    /// The peer's id.
    pub peer: String,
    /// The round, within which ratios are taken.
    pub round: u32,
    /// The figures by the names of the measures. JSON has no NaN: what is not a number is left out.
    #[serde(deserialize_with = "numbers_alone")]
    pub measures: BTreeMap<String, f64>,
    /// The check that the run failed; then there are no figures.
    pub fault: Option<String>,
}

/// A peer that took no part in a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The scenario's id.
    pub scenario: String,
    /// The peer's id.
    pub peer: String,
    /// Why.
    pub reason: String,
}

impl Record {
    /// The name of a peer as charts show it; its id where the record does not describe it.
    #[must_use]
    pub fn name_of<'a>(&'a self, id: &'a str) -> &'a str {
        self.peers.iter().find(|peer| peer.id == id).map_or(id, |peer| &peer.name)
    }

    /// The ids of all peers: those that are described, in their order, and then those that only a sample names.
    #[must_use]
    pub fn ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = self.peers.iter().map(|peer| peer.id.as_str()).collect();
        for sample in &self.samples {
            if !ids.contains(&sample.peer.as_str()) {
                ids.push(&sample.peer);
            }
        }
        ids
    }

    /// How many rounds there were at most.
    #[must_use]
    pub fn rounds(&self) -> usize {
        let mut rounds: Vec<u32> = self.samples.iter().map(|sample| sample.round).collect();
        rounds.sort_unstable();
        rounds.dedup();
        rounds.len()
    }

    /// Reads `bench.json` of a folder.
    ///
    /// # Errors
    /// If it is missing, is no record, or is one of another format.
    pub fn read(folder: &Path) -> Result<Self, Fault> {
        let path = folder.join("bench.json");
        let text = fs::read_to_string(&path)
            .map_err(|error| Fault::Settings(format!("cannot read {}: {error}", path.display())))?;
        let record: Self = serde_json::from_str(&text)
            .map_err(|error| Fault::Settings(format!("{} is no record: {error}", path.display())))?;
        if record.format != FORMAT {
            return Err(Fault::Settings(format!(
                "{} has format {}, and this program reads format {FORMAT}",
                path.display(),
                record.format
            )));
        }
        Ok(record)
    }
}

/// Writes `bench.json` and everything that is made from it, with the notes of [`NOTES`].
///
/// `bench.json` comes first: if the notes are at fault, nothing that was measured is lost.
///
/// # Errors
/// If a file cannot be written or a file of notes is not as it should be.
pub fn write(folder: &Path, record: &Record) -> Result<(), Fault> {
    fs::create_dir_all(folder).map_err(Fault::run(format!("cannot create {}", folder.display())))?;
    report::write_json(&folder.join("bench.json"), record)?;
    derive(folder, record, &Notes::read(Path::new(NOTES))?)
}

/// Reads `bench.json` of a folder and writes anew everything that is made from it.
///
/// # Errors
/// As [`Record::read`] and [`write`].
pub fn rewrite(folder: &Path, notes: &Path) -> Result<(), Fault> {
    derive(folder, &Record::read(folder)?, &Notes::read(notes)?)
}

fn derive(folder: &Path, record: &Record, notes: &Notes) -> Result<(), Fault> {
    let verdicts = Verdicts::of(record);
    let keep = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(Fault::run(format!("cannot write {}", path.display())))
    };
    keep("bench.csv", &csv::text(record)?)?;
    keep("report.html", &page::text(record, &verdicts, notes))?;
    if let Some(chart) = readme::chart(record, &verdicts) {
        keep("chart.svg", &chart)?;
    }
    if let Some(table) = readme::table(record, &verdicts) {
        keep("table.md", &table)?;
    }
    Ok(())
}

/// A map of numbers, in which serde_json has written `null` for each that was none.
fn numbers_alone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, f64>, D::Error> {
    let all = BTreeMap::<String, Option<f64>>::deserialize(deserializer)?;
    Ok(all.into_iter().filter_map(|(name, number)| Some((name, number?))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a record and everything made from it. `BATON_SYNTHETIC_RECORD=FOLDER` keeps the folder, so that the page
    /// can be looked at.
    #[test]
    fn everything_is_written_and_can_be_written_anew() {
        let kept = std::env::var_os("BATON_SYNTHETIC_RECORD").map(std::path::PathBuf::from);
        let own = std::env::temp_dir().join(format!("baton-record-{}", std::process::id()));
        let folder = kept.clone().unwrap_or(own);
        let notes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
        let mut record = synthetic::full();
        record.samples[0].measures.insert("cpu".into(), f64::NAN);
        fs::create_dir_all(&folder).unwrap();
        report::write_json(&folder.join("bench.json"), &record).unwrap();
        rewrite(&folder, &notes).unwrap();
        let read = Record::read(&folder).unwrap();
        assert_eq!(read.samples.len(), record.samples.len());
        assert!(!read.samples[0].measures.contains_key("cpu"), "what is no number is left out");
        assert_eq!((read.form, &read.peers, &read.skipped), (record.form, &record.peers, &record.skipped));
        for name in ["bench.csv", "report.html", "chart.svg", "table.md"] {
            assert!(fs::metadata(folder.join(name)).unwrap().len() > 100, "{name}");
        }
        if kept.is_none() {
            fs::remove_dir_all(&folder).unwrap();
        }
    }

    #[test]
    fn a_record_of_another_format_is_refused() {
        let folder = std::env::temp_dir().join(format!("baton-record-format-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let fault = |folder: &Path| Record::read(folder).unwrap_err().to_string();
        assert!(fault(&folder).starts_with("cannot read "));
        fs::write(folder.join("bench.json"), "{}").unwrap();
        assert!(fault(&folder).contains("is no record: missing field `format`"));
        let record = Record { format: 2, ..synthetic::full() };
        report::write_json(&folder.join("bench.json"), &record).unwrap();
        assert!(fault(&folder).contains("has format 2, and this program reads format 1"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
