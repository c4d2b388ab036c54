//! `bench.csv`: one row per sample and measure, for spreadsheets and statistics programs; quoted as RFC 4180 has it.

use csv::{Terminator, WriterBuilder};

use crate::fault::Fault;

use super::{Record, Sample};

const HEADER: [&str; 9] = ["scenario", "case", "x", "peer", "round", "measure", "unit", "value", "fault"];

/// The rows. A sample without figures has one, so that a failure is not a hole.
pub(super) fn text(record: &Record) -> Result<String, Fault> {
    rows(record).map_err(|reason| Fault::Run(format!("CSV: {reason}")))
}

fn rows(record: &Record) -> Result<String, Box<dyn std::error::Error>> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for sample in &record.samples {
        let figures: Vec<_> = sample.measures.iter().filter(|(_, value)| value.is_finite()).collect();
        if figures.is_empty() {
            writer.write_record(row(sample, "", "", String::new()))?;
        }
        for (measure, value) in figures {
            writer.write_record(row(sample, measure, unit(record, sample, measure), value.to_string()))?;
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn row(sample: &Sample, measure: &str, unit: &str, value: String) -> [String; 9] {
    [
        sample.scenario.clone(),
        sample.case.clone(),
        sample.x.map(|x| x.to_string()).unwrap_or_default(),
        sample.peer.clone(),
        sample.round.to_string(),
        measure.to_owned(),
        unit.to_owned(),
        value,
        sample.fault.clone().unwrap_or_default(),
    ]
}

fn unit<'a>(record: &'a Record, sample: &Sample, measure: &str) -> &'a str {
    record
        .scenarios
        .iter()
        .filter(|scenario| scenario.id == sample.scenario)
        .flat_map(|scenario| &scenario.measures)
        .find(|described| described.name == measure)
        .map_or("", |described| &described.unit)
}

#[cfg(test)]
mod tests {
    use super::super::synthetic;
    use super::*;

    #[test]
    fn what_spreadsheets_stumble_over_is_quoted() {
        let mut record = synthetic::contest(&[("baton", &[1.5, f64::NAN])]);
        record.samples[0].case = "1,024 \"B\"".into();
        record.samples[0].x = Some(0.5);
        record.samples.push(synthetic::failed("soketi", 1, "lost 3,\nof 4"));
        let text = text(&record).unwrap();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[0], "scenario,case,x,peer,round,measure,unit,value,fault");
        assert_eq!(lines[1], "contest,\"1,024 \"\"B\"\"\",0.5,baton,1,rate,messages/s,1.5,");
        assert_eq!(lines[2], "contest,,,baton,2,,,,", "a sample without a number keeps its row");
        assert_eq!(lines[3], "contest,,,soketi,1,,,,\"lost 3,\nof 4\"");
        assert_eq!(lines[4..], [""]);
    }

    #[test]
    fn every_figure_comes_back() {
        let record = synthetic::full();
        let text = text(&record).unwrap();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let values: usize = reader.records().filter(|row| !row.as_ref().unwrap()[7].is_empty()).count();
        assert_eq!(values, record.samples.iter().map(|sample| sample.measures.len()).sum::<usize>());
    }
}
