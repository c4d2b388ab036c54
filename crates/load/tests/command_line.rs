//! The program itself: the raw loops as processes, and what it says when it cannot start.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that unwraps fails where it should

mod pusher_server;

use std::path::Path;
use std::process::{Command, Output};

use baton_load::bench::document::Document;
use baton_load::child::Running;
use baton_load::record::Form;
use baton_load::scenario::{Connect, Fanout};
use baton_load::target::{App, Target};
use pusher_server::{Manners, start};

fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_baton-load"))
}

/// Starts a raw loop; the child ends with the value returned first.
fn limit(arguments: &[&str]) -> (Running, Target) {
    let running = Running::start(tool().arg("limit").args(arguments), &[]).unwrap();
    let app = App { id: String::new(), key: "limit".into(), secret: String::new() };
    let target = Target::plain(running.address(), app, running.pid());
    (running, target)
}

fn scratch(name: &str, text: &str) -> std::path::PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn fails(output: &Output, status: i32, reason: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(text.contains(reason), "{text}");
}

#[test]
fn the_raw_send_loop_is_accounted_for_like_a_server() {
    for merge in [1_u16, 8] {
        let (_running, target) = limit(&["send", "--sockets=5", &format!("--merge={merge}")]);
        let fanout = Fanout { subscribers: 5, seconds: 0.2, warmup_seconds: 0.05, ..Fanout::default() };
        let outcome = fanout.run_limit(&target).unwrap();
        assert!(outcome.deliveries > 1_000, "{outcome:?}");
        assert!(outcome.messages_per_read >= f64::from(merge) * 0.9, "{outcome:?}");
        assert_eq!(outcome.message_bytes, 142);
    }
}

#[test]
fn the_raw_accept_loop_upgrades_everybody() {
    let (_running, target) = limit(&["accept", "--sockets=50"]);
    let outcome = Connect { clients: 50, at_once: 10, deadline_seconds: 10 }.run_limit(&target).unwrap();
    assert_eq!((outcome.opened, outcome.failed), (50, 0));
    assert!(outcome.server_cpu_us_per_client.unwrap() > 0.0);
}

#[test]
fn a_scenario_file_is_run_and_reported() {
    let server = start(Manners::Good);
    let file =
        scratch("fanout.toml", "kind = \"fanout\"\nsubscribers = 3\nseconds = 0.1\nwarmup_seconds = 0\n");
    let json = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fanout.json");
    let output = tool()
        .arg("run")
        .arg(file)
        .args(["--url", &format!("http://{}", server.address), "--app-id", "1", "--app-key", "key"])
        .args(["--app-secret", "secret", "--json"])
        .arg(&json)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    assert_eq!(report["format"], 1);
    assert_eq!(report["scenario"]["kind"], "fanout");
    assert_eq!(report["scenario"]["payload_bytes"], 100);
    assert!(report["outcome"]["deliveries"].as_u64().unwrap() > 0);
    assert!(report["conditions"]["priority"].is_string());
}

#[test]
fn what_cannot_be_run_is_refused_with_a_sentence() {
    let file = scratch("unknown.toml", "kind = \"fanout\"\n\nsubscibers = 3\n");
    fails(
        &tool().arg("run").arg(&file).args(["--url", "http://127.0.0.1:1"]).output().unwrap(),
        2,
        "subscibers",
    );

    let good = scratch("good.toml", "kind = \"hold\"\nclients = 1\nseconds = 0\n");
    let run = |url: &str| tool().arg("run").arg(&good).args(["--url", url]).output().unwrap();
    fails(&run("http://192.0.2.1:80"), 2, "loopback");
    fails(&run("http://127.0.0.1:1"), 1, "refused");

    let missing = tool().args(["run", "/no/such/file.toml", "--url", "http://127.0.0.1:1"]).output().unwrap();
    fails(&missing, 2, "/no/such/file.toml");
    fails(&tool().args(["limit", "send", "--sockets=9999999"]).output().unwrap(), 1, "ulimit -Hn");
}

#[test]
fn a_bench_that_cannot_be_run_says_so_before_it_starts() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
    let (scenarios, peers) = (folder.join("scenarios"), folder.join("peers"));
    std::fs::create_dir_all(&scenarios).unwrap();
    std::fs::create_dir_all(peers.join("absent")).unwrap();
    let peer = "name = \"A\"\nabout = \"B\"\nsource = \"C\"\nversion = \"1\"\nprotocol = \"pusher\"\n\
                features = []\ninstall = [\"./install\"]\nstart = [\"./start\"]\n";
    std::fs::write(peers.join("absent/peer.toml"), peer).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bench_of = |server: &str, arguments: &[&str]| {
        let mut command = tool();
        command.arg("bench").arg("--server").arg(server);
        command.arg("--config").arg(root.join("bench/baton.toml"));
        command.arg("--scenarios").arg(&scenarios).arg("--peer-folder").arg(&peers);
        command.args(arguments).output().unwrap()
    };
    let bench = |arguments: &[&str]| bench_of(env!("CARGO_BIN_EXE_baton-load"), arguments);
    fails(&bench(&["--scenario", "flood"]), 2, "no scenario \"flood\"");
    fails(&bench(&["--peers", "nobody"]), 2, "there are absent");
    fails(&bench(&["--peers", "absent"]), 2, "bench/install absent");
    fails(&bench(&["--rounds", "0"]), 2, "--rounds");
    fails(&bench_of("/no/such/server", &[]), 2, "make build");
    std::fs::write(scenarios.join("odd.toml"), "title = 1\n").unwrap();
    fails(&bench(&[]), 2, "odd.toml");
    std::fs::write(peers.join("absent/peer.toml"), peer.replace("pusher", "smtp")).unwrap();
    std::fs::remove_file(scenarios.join("odd.toml")).unwrap();
    fails(&bench(&[]), 2, "smtp");
}

#[test]
fn the_scenarios_of_the_repository_are_well_formed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/scenarios");
    let figures = folder.join("figures");
    for (folder, least, form) in
        [(&folder, 14, Form::Small), (&folder, 14, Form::Full), (&figures, 5, Form::Full)]
    {
        let documents = Document::read_all(folder, &[], form).unwrap();
        assert!(documents.len() >= least);
        for document in documents {
            assert!(
                document.info.measures.iter().any(|measure| measure.main),
                "{} decides nothing",
                document.info.id
            );
            assert!(document.seconds() < 3_600.0 * 2.0, "{} takes too long", document.info.id);
        }
    }
}
