//! A run's own PostgreSQL, which must not outlive it.
#![allow(clippy::unwrap_used)] // a test that unwraps fails where it should

use std::path::Path;
use std::process::Command;

use baton_load::database::Private;

/// PostgreSQL's processes below a directory.
fn processes(directory: &str) -> String {
    let output = Command::new("pgrep").args(["-f", directory]).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn it_ends_with_whoever_started_it() {
    let private = Private::start(Path::new("true")).unwrap(); // sets nothing up, and says that all is well
    let database = private.database();
    let host = database.url.split("host=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    assert!(Path::new(&host).join("data").is_dir() && !processes(&host).is_empty());
    let settings = private.config(Path::new("../../bench/baton.toml")).unwrap();
    let text = std::fs::read_to_string(settings).unwrap();
    assert!(
        text.contains("database_url = \"postgresql:///") && text.contains("client_events = true"),
        "{text}"
    );
    drop(private);
    assert!(!Path::new(&host).exists());
    assert_eq!(processes(&host), "");
}

#[test]
fn it_ends_where_it_cannot_be_set_up() {
    let text = Private::start(Path::new("false")).unwrap_err().to_string();
    assert!(text.contains("`baton pg setup` failed"), "{text}");
    let own = format!("baton-pg-{}-", std::process::id());
    let left = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let left: Vec<_> = left.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    // The other test has one at the same time.
    assert!(left.iter().filter(|name| name.starts_with(&own)).count() <= 1, "{left:?}");
}
