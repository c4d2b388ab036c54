//! The binary's words and exit statuses about its settings, and the page that it writes.

#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `baton` with nothing of the tester's own settings.
fn baton(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_baton"));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("BATON_") || name.starts_with("REVERB_")) {
            command.env_remove(name);
        }
    }
    command.args(arguments).envs(variables.iter().copied()).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A settings file that goes with the test.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("baton-{}-{name}.toml", std::process::id()));
        fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn the_reference_page_is_what_the_program_prints() {
    let page = out(&baton(&["settings", "--markdown"], &[]));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/settings.md");
    let kept = fs::read_to_string(&file).unwrap();
    assert!(page == kept, "docs/reference/settings.md is old: write it anew by `make docs`");
}

#[test]
fn check_tells_the_values_in_force_and_ends_with_0() {
    let file = File::new("check", "loops = 2\n[app_defaults]\nmax_connections = 7\n");
    let output = baton(
        &["check", "--config", file.path(), "--backlog", "9"],
        &[("BATON_APP_SECRET", "a secret of its own")],
    );
    let page = out(&output);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let line = |key: &str| page.lines().find(|line| line.starts_with(&format!("{key} "))).unwrap();
    assert!(
        line("loops").contains("= 2 ") && line("loops").ends_with(&format!("# {}:1", file.path())),
        "{page}"
    );
    assert!(line("backlog").ends_with("# --backlog"), "{page}");
    assert!(line("secret").ends_with("# BATON_APP_SECRET"), "{page}");
    assert!(!page.contains("a secret of its own"), "{page}");
    assert!(page.contains("\nThe settings are right.\n"), "{page}");
}

#[test]
fn wrong_settings_end_with_2_and_tell_all_that_is_wrong() {
    let file = File::new("wrong", "loops = 99\nlisen = 'x'\n");
    for command in ["check", "serve"] {
        let output = baton(&[command, "--config", file.path()], &[]);
        assert_eq!(output.status.code(), Some(2));
        let told = err(&output);
        assert!(told.contains(&format!("{}:1: loops = 99: expected", file.path())), "{told}");
        assert!(
            told.contains(&format!("{}:2: unknown setting `lisen`: did you mean `listen`?", file.path())),
            "{told}"
        );
        assert_eq!(out(&output), "");
    }
}

#[test]
fn the_default_secret_is_refused_beyond_this_machine() {
    let output = baton(&["serve", "--listen", "0.0.0.0:0"], &[]);
    assert_eq!(output.status.code(), Some(2));
    let told = err(&output);
    assert!(told.contains("BATON_APP_SECRET") && told.contains("openssl rand -hex 32"), "{told}");
}

#[test]
fn a_wrong_command_line_ends_with_2() {
    for arguments in [&["serve", "--lisen", "x"][..], &["dance"], &[], &["check", "serve"], &["--loops", "1"]]
    {
        let output = baton(arguments, &[]);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!err(&output).is_empty(), "{arguments:?}");
    }
    assert!(err(&baton(&["serve", "--lisen", "x"], &[])).contains("--listen"));
}

#[test]
fn help_and_version_go_to_standard_output() {
    let version = baton(&["--version"], &[]);
    assert_eq!(
        (version.status.code(), out(&version)),
        (Some(0), format!("baton {}\n", env!("CARGO_PKG_VERSION")))
    );
    let help = out(&baton(&["serve", "--help"], &[]));
    for word in ["--config", "--listen", "BATON_APP_SECRET", "--app-history-ttl-s"] {
        assert!(help.contains(word), "{word} is missing in {help}");
    }
}

#[test]
fn sign_prints_a_command_for_the_shell() {
    let made = baton(&["sign", "news", "hello", "{\"a\":1}", "--url", "http://127.0.0.1:9"], &[]);
    let text = out(&made);
    assert!(text.starts_with("curl -H 'Content-Type: application/json' -d '{\"name\":\"hello\","), "{text}");
    assert!(
        text.contains("'http://127.0.0.1:9/apps/app-id/events?auth_key=app-key&auth_timestamp="),
        "{text}"
    );
    let portless = baton(&["sign", "news", "hello", "1", "--listen", "127.0.0.1:0"], &[]);
    assert_eq!(portless.status.code(), Some(2));
    assert!(err(&portless).contains("--url"), "{}", err(&portless));
}
