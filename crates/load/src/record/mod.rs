//! The record of a benchmark run: the figures of every scenario and server, and what is written
//! from them.
//!
//! | file | what it is | made by |
//! | --- | --- | --- |
//! | `record.json` | machine, commit, settings, servers and scenarios: the fields of [`Record`] | [`write`] |
//! | `figures.csv` | median, least and greatest of each case, server and measure | [`figures`] |
//! | `report.html` | the page for readers: which server is first, and above all where Baton is not | [`page`] |
//! | `table.md` | the deciding measures as a Markdown table | [`table`] |
//! | `chart.svg` | the fan-out, to be shown in the README | [`readme`] |
//!
//! The first two are the record; `baton-load report FOLDER` writes the others again from them.
//!
//! Samples come in rounds: within a round the servers take turns, so that what disturbs the machine
//! for a minute disturbs all of them, and a ratio is taken inside its round. [`samples`] summarises
//! them, [`judge`] ranks them.

mod chart;
pub(crate) mod contest;
mod figures;
mod format_1;
mod judge;
mod notes;
mod number;
mod page;
mod readme;
pub(crate) mod samples;
pub(crate) mod spread;
#[cfg(test)]
mod synthetic;
mod table;

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fault::Fault;
use crate::files;
use crate::machine::Machine;
use crate::priority::Cores;
use crate::report::Conditions;

use figures::Figure;
use judge::Verdicts;
use notes::Notes;

/// The `format` that this program writes and reads.
pub const FORMAT: u32 = 2;

/// The folder of `reasons.toml` and `quoted.toml`, from the root of the repository.
pub const NOTES: &str = "bench";

/// Everything that one run measured.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`]; another number means that a field changed its meaning.
    pub format: u32,
    /// Name and version of the generator.
    pub tool: String,
    /// What distinguishes it from other records of the day, and the script in `bench/` that
    /// measures it again; without it, `make bench` does.
    #[serde(default)] // absent in format 1
    pub name: Option<String>,
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
    /// The most rounds of any case.
    #[serde(default)] // absent in format 1
    pub rounds: usize,
    /// Who was measured, in the order in which tables show them.
    pub peers: Vec<Peer>,
    /// What was measured, in the order of the page.
    pub scenarios: Vec<ScenarioInfo>,
    /// Which peers took no part in which scenario.
    pub skipped: Vec<Skipped>,
    /// The figures: `figures.csv`.
    #[serde(skip)]
    pub figures: Vec<Figure>,
}

/// How long and how large the scenarios were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// The small form with its times shortened: shows that everything works. Its figures mean
    /// nothing.
    Check,
    /// A few minutes, smaller settings: shows that everything works, and roughly where things
    /// stand.
    Small,
    /// The settings of the published record.
    Full,
}

/// A server that was measured: Baton, a variant of it (`baton-…`), another server, or the raw loop
/// (`limit`).
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
    /// By which figures name it.
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
    /// The title of x, where figures have an x.
    pub axis: Option<String>,
    /// What Baton should reach.
    #[serde(default)] // absent in format 1
    pub targets: Vec<Target>,
}

/// One measured quantity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// Its key in the figures: `deliveries_per_second`.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// Its unit.
    pub unit: String,
    /// Which side is better.
    pub better: Better,
    /// Whether it decides which server is first; such a measure has a chart.
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
    /// It is shown, and no server is first.
    Neither,
}

/// A bound for Baton's figure of one case, or for its ratio to another server's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The case; a scenario file has the target in it.
    #[serde(default)]
    pub case: String,
    /// The measure's name.
    pub measure: String,
    /// Whose figure Baton's is divided by; without it the figure itself is bounded.
    pub of: Option<String>,
    /// The least that meets it.
    pub at_least: Option<f64>,
    /// The most that meets it.
    pub at_most: Option<f64>,
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
    /// The command that measures all of it again, or one scenario, or that for one other server.
    #[must_use]
    pub fn command(&self, scenario: Option<&str>, peer: Option<&str>) -> String {
        let (mut command, options) = match &self.name {
            Some(name) => (format!("bench/{name}"), [" --scenario ", " --peers "]),
            None => ("make bench".to_owned(), [" SCENARIO=", " PEERS="]),
        };
        for (option, value) in options.iter().zip([scenario, peer]) {
            command.extend(value.iter().flat_map(|value| [*option, *value]));
        }
        command
    }

    /// The name of a peer as charts show it; its id where the record does not describe it.
    #[must_use]
    pub fn name_of<'a>(&'a self, id: &'a str) -> &'a str {
        self.peers.iter().find(|peer| peer.id == id).map_or(id, |peer| &peer.name)
    }

    /// The ids of all peers: those that are described, in their order, and then those that only a
    /// figure names.
    #[must_use]
    pub fn ids(&self) -> Vec<&str> {
        let described = self.peers.iter().map(|peer| peer.id.as_str());
        samples::unique(described.chain(self.figures.iter().map(|figure| figure.peer.as_str())))
    }

    /// Reads `record.json` and `figures.csv` of a folder.
    ///
    /// # Errors
    /// If one is missing, is no record, or is one of another format.
    pub fn read(folder: &Path) -> Result<Self, Fault> {
        let mut record: Self = read_json(&folder.join("record.json"))?;
        if record.format != FORMAT {
            return Err(Fault::Settings(format!(
                "{} has format {}, and this program reads format {FORMAT}",
                folder.join("record.json").display(),
                record.format
            )));
        }
        let path = folder.join("figures.csv");
        record.figures = figures::parse(&files::text(&path)?)
            .map_err(|error| Fault::Settings(format!("{}: {error}", path.display())))?;
        Ok(record)
    }

    /// `record.json`: each field on a line, and each peer and scenario.
    fn json(&self) -> Result<String, Fault> {
        let fields = match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return Err(Fault::Run("JSON: a record is no object".to_owned())),
            Err(error) => return Err(Fault::Run(format!("JSON: {error}"))),
        };
        let lines = fields.iter().map(|(name, value)| match value {
            Value::Array(items) if !items.is_empty() => {
                let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
                format!("  \"{name}\": [\n{}\n  ]", items.join(",\n"))
            }
            value => format!("  \"{name}\": {value}"),
        });
        Ok(format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n")))
    }
}

/// Writes a record and everything that is made from it, with the notes of [`NOTES`].
///
/// The record comes first: if the notes are at fault, nothing that was measured is lost.
///
/// # Errors
/// If a file cannot be written or a file of notes is not as it should be.
pub fn write(folder: &Path, record: &Record) -> Result<(), Fault> {
    fs::create_dir_all(folder).map_err(Fault::run(format!("cannot create {}", folder.display())))?;
    put(folder, "record.json", &record.json()?)?;
    put(folder, "figures.csv", &figures::text(record)?)?;
    render(folder, record, &Notes::read(Path::new(NOTES))?)
}

/// Reads the record of a folder and writes everything that is made from it again. A record of
/// format 1 is converted first.
///
/// # Errors
/// As [`Record::read`] and [`write`].
pub fn rewrite(folder: &Path, notes: &Path) -> Result<(), Fault> {
    format_1::convert(folder)?;
    render(folder, &Record::read(folder)?, &Notes::read(notes)?)
}

fn render(folder: &Path, record: &Record, notes: &Notes) -> Result<(), Fault> {
    let verdicts = Verdicts::of(record);
    put(folder, "report.html", &page::text(record, &verdicts, notes))?;
    if let Some(chart) = readme::chart(record, &verdicts) {
        put(folder, "chart.svg", &chart)?;
    }
    put(folder, "table.md", &table::text(record, &verdicts))
}

fn put(folder: &Path, name: &str, text: &str) -> Result<(), Fault> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(Fault::run(format!("cannot write {}", path.display())))
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Fault> {
    serde_json::from_str(&files::text(path)?)
        .map_err(|error| Fault::Settings(format!("{} is no record: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::synthetic::folder;
    use super::*;

    #[test]
    fn everything_is_written_and_can_be_written_again() {
        let folder = folder();
        let notes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
        let record = synthetic::full();
        // Tests run in the folder of the crate, which has no folder of notes.
        assert!(write(&folder, &record).unwrap_err().to_string().contains("bench/reasons.toml"));
        assert!(!folder.join("report.html").exists());
        rewrite(&folder, &notes).unwrap();
        let read = Record::read(&folder).unwrap();
        assert_eq!(read.figures, record.figures);
        assert_eq!((read.form, &read.peers, &read.skipped), (record.form, &record.peers, &record.skipped));
        for name in ["report.html", "chart.svg", "table.md"] {
            assert!(fs::metadata(folder.join(name)).unwrap().len() > 100, "{name}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_record_of_another_format_is_refused() {
        let folder = folder();
        let fault = |folder: &Path| Record::read(folder).unwrap_err().to_string();
        assert!(fault(&folder).starts_with("cannot read "));
        fs::write(folder.join("record.json"), "{}").unwrap();
        assert!(fault(&folder).contains("is no record: missing field `format`"));
        let record = Record { format: 3, ..synthetic::full() };
        fs::write(folder.join("record.json"), record.json().unwrap()).unwrap();
        assert!(fault(&folder).contains("has format 3, and this program reads format 2"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
