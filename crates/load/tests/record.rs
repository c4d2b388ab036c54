//! What `make bench` leaves behind, by the same calls and the same program.
#![allow(clippy::unwrap_used)] // a test that unwraps fails where it should

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use baton_load::machine::Machine;
use baton_load::priority::Cores;
use baton_load::record::{self, Better, FORMAT, Form, Measure, Peer, Record, Sample, ScenarioInfo};
use baton_load::report::{self, Conditions, TOOL};

const MEASURE: &str = "deliveries_per_second";

/// A fan-out of one round, in which a peer is ahead.
fn record() -> Record {
    let peer = |id: &str| Peer {
        id: id.into(),
        name: id.to_uppercase(),
        version: "1".into(),
        protocol: "pusher".into(),
        about: String::new(),
    };
    let sample = |id: &str, value: f64| Sample {
        scenario: "fanout".into(),
        case: "1 outstanding".into(),
        x: None,
        peer: id.into(),
        round: 1,
        measures: [(MEASURE.to_owned(), value)].into(),
        fault: None,
    };
    let measure = Measure {
        name: MEASURE.into(),
        title: "Deliveries".into(),
        unit: "deliveries/s".into(),
        better: Better::Higher,
        main: true,
        log: false,
    };
    Record {
        format: FORMAT,
        tool: TOOL.into(),
        date: report::today(),
        commit: "0000000".into(),
        form: Form::Small,
        machine: Machine::here(),
        conditions: Conditions {
            priority: "not raised".into(),
            foreign_processors: 0.0,
            stolen_processors: 0.0,
        },
        cores: Cores { server: 0, generator: 1, generators: vec![1] },
        peers: vec![peer("baton"), peer("uws")],
        scenarios: vec![ScenarioInfo {
            id: "fanout".into(),
            title: "Fan-out".into(),
            question: "Who delivers most?".into(),
            source: String::new(),
            settings: serde_json::json!({}),
            measures: vec![measure],
            axis: None,
        }],
        samples: vec![sample("baton", 100.0), sample("uws", 150.0)],
        skipped: Vec::new(),
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn report_on(folder: &Path, notes: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_baton-load"))
        .arg("report")
        .arg(folder)
        .arg("--notes")
        .arg(notes)
        .output()
        .unwrap()
}

#[test]
fn faulty_notes_lose_no_measurement_and_the_program_makes_the_rest() {
    let folder = folder("record-and-report");
    // Tests run in the folder of the crate, which has no folder of notes.
    let fault = record::write(&folder, &record()).unwrap_err();
    assert_eq!((fault.exit_status(), fault.to_string().contains("bench/reasons.toml")), (2, true), "{fault}");
    assert!(folder.join("bench.json").exists());
    assert!(!folder.join("report.html").exists());

    let notes = folder.join("notes");
    fs::create_dir(&notes).unwrap();
    let reason = format!(
        "[[reason]]\nscenario = \"fanout\"\nmeasure = \"{MEASURE}\"\nreason = \"It checks no keys.\"\n"
    );
    fs::write(notes.join("reasons.toml"), reason).unwrap();
    fs::write(notes.join("quoted.toml"), "").unwrap();
    let output = report_on(&folder, &notes);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("1.50 times behind UWS."), "{page}");
    assert!(page.contains("It checks no keys."));
    let csv = fs::read_to_string(folder.join("bench.csv")).unwrap();
    assert!(csv.contains("fanout,1 outstanding,,uws,1,deliveries_per_second,deliveries/s,150,\r\n"), "{csv}");
    assert!(fs::read_to_string(folder.join("table.md")).unwrap().contains("| UWS | 150 |"));
    assert!(fs::read_to_string(folder.join("chart.svg")).unwrap().starts_with("<svg xmlns="));
}

#[test]
fn a_folder_without_a_record_is_the_callers_fault() {
    let folder = folder("no-record");
    fs::create_dir_all(&folder).unwrap();
    let output = report_on(&folder, &folder);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("cannot read ") && text.contains("bench.json"), "{text}");
}
