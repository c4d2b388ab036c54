//! The published measurement: five figures, each as a ratio against a limit program or a peer measured in the same run.
//!
//! Samples alternate (A B A B …), every sample has processes of its own, and a figure is the median over its rounds of
//! the ratio within a round. Server, limit and peer run on one core, the generator on the other.
//!
//! `figures.json` has the fields of [`record::Record`]; the table beside it says the same for people.

mod bench;
mod connect;
mod fanout;
mod growth;
mod memory;
mod pairs;
pub mod record;

use std::path::PathBuf;

use crate::fault::Fault;
use crate::machine::{Machine, Noise};
use crate::priority::Raised;
use crate::process::Meter;
use crate::report::{self, Conditions, TOOL};

pub(crate) use bench::app_of;

use bench::Bench;
use record::{Figure, Record};

/// The names by which `--only` selects.
pub const NAMES: [&str; 5] = ["fanout", "pairs", "connect", "memory", "growth"];

/// How to measure.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The server's program.
    pub server: PathBuf,
    /// Its settings file, with one app whose client events are not limited.
    pub config: PathBuf,
    /// The tokio-tungstenite peer.
    pub peer: PathBuf,
    /// The folder of records; a run writes `DATE-MACHINE/` in it.
    pub records: PathBuf,
    /// Rounds of each figure.
    pub rounds: usize,
    /// Seconds that each rate is measured for.
    pub seconds: f64,
    /// The figures to measure; empty for all.
    pub only: Vec<String>,
}

/// Measures and writes the record.
///
/// # Errors
/// If something is missing before the start, on a signal, or, after all figures and with the record written, if the run
/// of one of them failed a check.
pub fn run(settings: &Settings) -> Result<(), Fault> {
    let bench = Bench::prepare(settings)?;
    let priority = Raised::raise();
    Raised::pin(bench.cores().generator)?;
    let (noise, meter) = (Noise::start(), Meter::start(None)?);
    let mut figures = Vec::new();
    for name in
        NAMES.into_iter().filter(|name| settings.only.is_empty() || settings.only.iter().any(|n| n == name))
    {
        eprintln!("{name}");
        match name {
            "fanout" => fanout::measure(&bench, &mut figures)?,
            "pairs" => pairs::measure(&bench, &mut figures)?,
            "connect" => connect::measure(&bench, &mut figures)?,
            "memory" => memory::measure(&bench, &mut figures)?,
            _ => growth::measure(&bench, &mut figures)?,
        }
    }
    let mut usage = meter.read()?;
    usage.server_cpu_seconds = Some(bench.children_cpu_seconds());
    let record = Record {
        format: 1,
        tool: TOOL,
        date: report::today(),
        machine: Machine::here(),
        cores: bench.cores().clone(),
        conditions: Conditions::observed(&priority, &noise, &usage),
        rounds: settings.rounds,
        figures,
    };
    drop(priority);
    keep(settings, &record)?;
    failures(&record.figures)
}

/// Writes `figures.json` and `figures.md`, and the table to standard output.
fn keep(settings: &Settings, record: &Record) -> Result<(), Fault> {
    let folder = settings.records.join(format!("{}-{}", record.date, record.machine.slug()));
    std::fs::create_dir_all(&folder).map_err(Fault::run(format!("cannot create {}", folder.display())))?;
    report::write_json(&folder.join("figures.json"), record)?;
    let table = record.table();
    let path = folder.join("figures.md");
    std::fs::write(&path, &table).map_err(Fault::run(format!("cannot write {}", path.display())))?;
    print!("{table}");
    println!("\nwritten to {}", folder.display());
    Ok(())
}

fn failures(figures: &[Figure]) -> Result<(), Fault> {
    let failed: Vec<String> = figures
        .iter()
        .filter_map(|figure| Some(format!("{} {}: {}", figure.name, figure.case, figure.fault.as_ref()?)))
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(Fault::Run(failed.join("\n"))) }
}
