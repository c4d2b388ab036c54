//! What a running server writes on its two outputs.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use serde_json::Value;

#[test]
fn in_json_every_line_of_both_outputs_is_an_object() {
    for level in ["info", "error"] {
        let mut server = Command::new(env!("CARGO_BIN_EXE_baton"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--log-level", level])
            .env_clear()
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(server.stdout.take().unwrap());
        let mut lines = String::new();
        out.read_line(&mut lines).unwrap();
        assert!(Command::new("kill").arg(server.id().to_string()).status().unwrap().success());
        out.read_to_string(&mut lines).unwrap();
        let ended = server.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(0));
        let told: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        let [listening] = &told[..] else { panic!("{told:?}") };
        let message = listening["message"].as_str().unwrap();
        assert!(message.starts_with("listening on http://127.0.0.1:"), "{listening}");
        assert_eq!((&listening["app"], &listening["key"]), (&"1".into(), &"app-key".into()));
        for line in String::from_utf8(ended.stderr).unwrap().lines() {
            assert!(serde_json::from_str::<Value>(line).is_ok_and(|line| line.is_object()), "{line}");
        }
    }
}

#[test]
fn a_database_that_is_down_is_one_warning_with_the_app() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap(); // dropped at once
    let mut server = Command::new(env!("CARGO_BIN_EXE_baton"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log-level", "debug", "--app-id", "shop"])
        .args(["--app-database-url", &format!("postgresql://baton:word@{closed}/shop")])
        .env_clear()
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut told = Vec::new();
    // Both of what use the database have tried, and the second has tried again.
    while told.iter().filter(|line: &&String| line.contains("cannot be reached")).count() < 2
        || !told.iter().any(|line| line.contains("private channels"))
    {
        told.push(lines.next().expect("it serves"));
    }
    server.kill().unwrap();
    server.wait().unwrap();
    told.retain(|line| line.contains("WARN") && line.contains("database"));
    let [warning] = &told[..] else { panic!("{told:?}") };
    assert!(
        ["app=shop", "Connection refused", &format!("database=postgresql://baton@{closed}/shop")]
            .iter()
            .all(|part| warning.contains(part)),
        "{warning}"
    );
}

#[test]
fn so_is_the_reason_for_which_it_does_not_start() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let ended = Command::new(env!("CARGO_BIN_EXE_baton"))
        .args(["serve", "--log-format", "json", "--listen", &taken.local_addr().unwrap().to_string()])
        .env_clear()
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let told = String::from_utf8(ended.stderr).unwrap();
    let last: Value = serde_json::from_str(told.lines().last().unwrap()).expect(&told);
    assert_eq!(last["level"], "ERROR");
    assert!(last["message"].as_str().unwrap().contains("another program listens there"), "{last}");
}
