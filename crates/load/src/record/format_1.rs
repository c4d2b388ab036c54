//! Records of format 1: `bench.json` had every sample, and `bench.csv` a row for each value. They
//! are converted once.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::fault::Fault;

use super::samples::{self, Sample};
use super::{FORMAT, Record, put};

/// `bench.json`.
#[derive(Deserialize)]
struct Format1 {
    #[serde(flatten)]
    record: Record,
    samples: Vec<Format1Sample>,
}

#[derive(Deserialize)]
struct Format1Sample {
    scenario: String,
    case: String,
    x: Option<f64>,
    peer: String,
    round: u32,
    /// What was no number is `null`.
    measures: BTreeMap<String, Option<f64>>,
    fault: Option<String>,
}

/// Replaces `bench.json` and `bench.csv` of a folder by a record of this format; does nothing where
/// there is none. Fails if the old record cannot be read or the new one cannot be written.
pub(super) fn convert(folder: &Path) -> Result<(), Fault> {
    let old = folder.join("bench.json");
    if !old.exists() {
        return Ok(());
    }
    let Format1 { record, samples } = super::read_json(&old)?;
    let samples: Vec<Sample> = samples.into_iter().map(Format1Sample::into_sample).collect();
    let figures = samples::figures(&record.scenarios, &record.peers, &samples);
    let record = Record { format: FORMAT, rounds: samples::rounds(&samples), figures, ..record };
    put(folder, "record.json", &record.json()?)?;
    put(folder, "figures.csv", &super::figures::text(&record)?)?;
    for path in [old, folder.join("bench.csv")] {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Fault::Run(format!("cannot remove {}: {error}", path.display())));
            }
            _ => {}
        }
    }
    Ok(())
}

impl Format1Sample {
    fn into_sample(self) -> Sample {
        Sample {
            scenario: self.scenario,
            case: self.case,
            x: self.x,
            peer: self.peer,
            round: self.round,
            measures: self.measures.into_iter().filter_map(|(name, value)| Some((name, value?))).collect(),
            fault: self.fault,
        }
    }
}
