//! What `baton-load report` makes of the record in a folder.
#![allow(clippy::unwrap_used)] // a test that unwraps fails where it should

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A fan-out of one round in format 1, in which a peer is ahead.
const FORMAT_1: &str = r#"{
  "format": 1, "tool": "baton-load 0.1.0", "date": "2026-01-31", "commit": "0000000", "form": "small",
  "machine": { "processor": "AMD EPYC", "processors": 2, "kernel": "Linux 6.18", "memory": 1000 },
  "conditions": { "priority": "not raised", "foreign_processors": 0.0, "stolen_processors": 0.0 },
  "cores": { "server": 0, "generator": 1, "generators": [1] },
  "peers": [
    { "id": "baton", "name": "Baton", "version": "1", "protocol": "pusher", "about": "" },
    { "id": "uws", "name": "UWS", "version": "1", "protocol": "pusher", "about": "" }
  ],
  "scenarios": [{
    "id": "fanout", "title": "Fan-out", "question": "Who delivers most?", "source": "", "settings": {}, "axis": null,
    "measures": [
      { "name": "rate", "title": "Deliveries", "unit": "/s", "better": "higher", "main": true, "log": false }
    ]
  }],
  "samples": [
    { "scenario": "fanout", "case": "1 outstanding", "x": null, "peer": "uws", "round": 1,
      "measures": { "rate": 150.0, "unknown": 1.0 }, "fault": null },
    { "scenario": "fanout", "case": "1 outstanding", "x": null, "peer": "baton", "round": 1,
      "measures": { "rate": 100.0, "other": null }, "fault": null }
  ],
  "skipped": []
}"#;

const NOTES: &str =
    "[[reason]]\nscenario = \"fanout\"\nmeasure = \"rate\"\nreason = \"It checks no keys.\"\n";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn report_on(folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_baton-load"))
        .arg("report")
        .arg(folder)
        .arg("--notes")
        .arg(folder)
        .output()
        .unwrap()
}

#[test]
fn a_record_of_format_1_is_converted_and_everything_is_made_from_it() {
    let folder = folder("record-and-report");
    fs::write(folder.join("bench.json"), FORMAT_1).unwrap();
    fs::write(folder.join("bench.csv"), "").unwrap();
    fs::write(folder.join("reasons.toml"), NOTES).unwrap();
    fs::write(folder.join("quoted.toml"), "").unwrap();
    for time in ["converts", "writes again"] {
        let output = report_on(&folder);
        assert!(output.status.success(), "{time}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(!folder.join("bench.json").exists() && !folder.join("bench.csv").exists());
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let csv = read("figures.csv");
    assert!(csv.contains("fanout,1 outstanding,,baton,rate,/s,100.0,100.0,100.0,1,,0,\n"), "{csv}");
    assert!(csv.contains("fanout,1 outstanding,,uws,rate,/s,150.0,150.0,150.0,1,0.6666666666666666,0,\n"));
    assert_eq!(csv.lines().count(), 3, "what the scenario does not describe is left out: {csv}");
    assert!(read("record.json").contains("\n  \"format\": 2,\n"));
    let page = read("report.html");
    assert!(page.contains("1.50 times behind UWS.") && page.contains("It checks no keys."), "{page}");
    assert!(read("table.md").contains("| Fan-out: 1 outstanding | Deliveries, /s | 100 | 150 | 0.667 |"));
    assert!(read("chart.svg").starts_with("<svg xmlns="));
}

#[test]
fn a_folder_without_a_record_is_the_callers_fault() {
    let output = report_on(&folder("no-record"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("cannot read ") && text.contains("record.json"), "{text}");
}
