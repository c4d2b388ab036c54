//! The program itself: the raw loops as processes, and what it says when it cannot start.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that unwraps fails where it should

mod pusher_server;

use std::path::Path;
use std::process::{Command, Output};

use baton_load::child::Running;
use baton_load::protocol::Pusher;
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
    let target = Target {
        address: running.address(),
        protocol: &Pusher,
        app,
        pid: Some(running.pid()),
        generator_loops: 1,
        tls: false,
    };
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
    fails(&tool().args(["figures", "--server", "/no/such/server"]).output().unwrap(), 2, "no server at");
    fails(&tool().args(["limit", "send", "--sockets=9999999"]).output().unwrap(), 1, "ulimit -Hn");
}
