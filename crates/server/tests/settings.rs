//! The binary's words and exit statuses about its settings, and the page that it writes.

#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `baton` with nothing of the tester's own settings.
fn baton(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_baton"));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| {
            ["BATON_", "REVERB_", "SOKETI_", "PUSHER_"].iter().any(|prefix| name.starts_with(prefix))
        }) {
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
    assert!(page == kept, "docs/reference/settings.md is out of date: run `make docs`");
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
    assert!(page.contains("\nThe settings are valid.\n"), "{page}");
}

#[test]
fn what_wrong_settings_mean_is_told_for_each_command() {
    let file = File::new("outcome", "lisen = 'x'\n");
    for (command, outcome) in [
        (&["serve"][..], "The settings are wrong, so the server was not started."),
        (&["check"], "The settings are wrong."),
        (
            &["check", "--running"],
            "so the running server was not asked; what it read before remains in effect.",
        ),
        (&["reload"], "so the running server was not asked; what it read before remains in effect."),
        (&["sign", "c", "e", "1"], "so nothing was signed."),
        (&["app", "create"], "so nothing was changed."),
    ] {
        let output = baton(&[command, &["--config", file.path()]].concat(), &[]);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(err(&output).trim_end().ends_with(outcome), "{command:?}: {}", err(&output));
    }
}

#[test]
fn soketis_file_is_checked_as_ours_is() {
    let path = std::env::temp_dir().join(format!("baton-{}-soketi.json", std::process::id()));
    let name = path.to_str().unwrap();
    let write = |text: &str| fs::write(&path, text).unwrap();
    write(
        r#"{"port": 7001, "adapter.driver": "redis", "appManager.array.apps":
            [{"id": "a", "key": "k", "secret": "a secret of some length", "maxConnections": 5}]}"#,
    );
    let (right, strict) =
        (baton(&["check", "--config", name], &[]), baton(&["check", "--strict", "--config", name], &[]));
    write(r#"{"port": 70010}"#);
    let wrong = baton(&["serve"], &[("BATON_CONFIG", name)]);
    fs::remove_file(&path).unwrap();
    let page = out(&right);
    assert!(
        page.contains(&format!("# {name} appManager.array.apps.0.maxConnections")),
        "{page}{}",
        err(&right)
    );
    assert!(
        page.contains(&format!("Note: {name} adapter.driver: this server runs as one process")),
        "{page}"
    );
    assert_eq!((right.status.code(), strict.status.code(), wrong.status.code()), (Some(0), Some(2), Some(2)));
    assert!(
        err(&wrong).starts_with(&format!("{name} port: listen = \"127.0.0.1:70010\": expected")),
        "{}",
        err(&wrong)
    );
}

#[test]
fn a_changed_app_comes_with_what_a_check_would_note() {
    let folder = std::env::temp_dir().join(format!("baton-{}-noted", std::process::id()));
    let data = folder.to_str().unwrap();
    let made = baton(&["app", "create", "--id", "shop", "secret=short", "--data-dir", data], &[]);
    let same = baton(&["app", "set", "shop", "max_connections=5", "--data-dir", data], &[]);
    let hook = r#"webhooks=[{"url":"http://169.254.169.254/"}]"#;
    let json = baton(&["app", "set", "shop", hook, "--data-dir", data, "--json"], &[]);
    let _ = fs::remove_dir_all(&folder);
    assert!(out(&made).contains("Note: the secret of app \"shop\" has 5 bytes"), "{}", out(&made));
    assert_eq!(out(&same), "App shop is changed.\n", "it has been said before: {}", err(&same));
    let told: serde_json::Value = serde_json::from_str(&out(&json)).unwrap();
    assert!(told["notices"][0].as_str().unwrap().contains("no request is ever sent"), "{told}");
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

/// Two certificates for localhost with their keys, in a folder that goes with the test.
struct Certificates(PathBuf);

impl Certificates {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("baton-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["own", "other"] {
            let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
            fs::write(folder.join(format!("{name}.crt")), made.cert.pem()).unwrap();
            fs::write(folder.join(format!("{name}.key")), made.signing_key.serialize_pem()).unwrap();
        }
        fs::write(folder.join("empty"), "nothing of the kind\n").unwrap();
        fs::write(
            folder.join("broken.crt"),
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        )
        .unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Certificates {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_certificate_with_its_key_is_right_wherever_it_is_named() {
    let files = Certificates::new("right");
    let (certificate, key) = (files.path("own.crt"), files.path("own.key"));
    let file = File::new("tls", &format!("tls_certificate = '{certificate}'\ntls_key = '{key}'\n"));
    for output in [
        baton(&["check", "--config", file.path()], &[]),
        baton(&["check", "--tls-certificate", &certificate, "--tls-key", &key], &[]),
        baton(&["check"], &[("BATON_TLS_CERTIFICATE", &certificate), ("BATON_TLS_KEY", &key)]),
    ] {
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(out(&output).contains(&format!("= \"{certificate}\"")), "{}", out(&output));
    }
    let signed = baton(
        &["sign", "c", "e", "1", "--tls-certificate", &certificate, "--tls-key", &key],
        &[("BATON_LISTEN", "127.0.0.1:9")],
    );
    assert!(out(&signed).contains("'https://127.0.0.1:9/"), "{}", out(&signed));
}

#[test]
fn what_is_wrong_with_certificate_or_key_is_told_with_the_setting_and_the_file() {
    let files = Certificates::new("wrong");
    for (certificate, key, setting, why) in [
        ("own.crt", "", "tls_certificate", "tls_certificate is set and tls_key is not"),
        ("", "own.key", "tls_key", "tls_key is set and tls_certificate is not"),
        ("gone", "own.key", "tls_certificate", "the file cannot be read: No such file"),
        ("own.crt", "gone", "tls_key", "the file cannot be read: No such file"),
        ("empty", "own.key", "tls_certificate", "there is no certificate in it"),
        ("own.key", "own.key", "tls_certificate", "there is no certificate in it"),
        ("broken.crt", "own.key", "tls_certificate", "it cannot be used"),
        ("own.crt", "own.crt", "tls_key", "there is no private key in it"),
        ("own.crt", "other.key", "tls_key", "this key does not belong to the certificate in"),
    ] {
        let path = |name: &str| if name.is_empty() { String::new() } else { files.path(name) };
        let (certificate, key) = (path(certificate), path(key));
        let variables = [("BATON_TLS_CERTIFICATE", &*certificate), ("BATON_TLS_KEY", &*key)];
        for command in ["check", "serve"] {
            let output = baton(&[command, "--listen", "127.0.0.1:0"], &variables);
            let told = err(&output);
            assert_eq!(output.status.code(), Some(2), "{told}");
            let variable = format!("BATON_{}: {setting}", setting.to_uppercase());
            let line = told.lines().find(|line| line.starts_with(&variable)).unwrap_or(&told);
            assert!(line.contains(why), "{why:?} is missing in {told}");
        }
    }
}

#[test]
fn a_key_with_a_passphrase_is_called_that() {
    let files = Certificates::new("passphrase");
    for text in [
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----\n",
    ] {
        fs::write(files.path("locked.key"), text).unwrap();
        for command in ["check", "serve"] {
            let (certificate, key) = (files.path("own.crt"), files.path("locked.key"));
            let output = baton(&[command, "--tls-certificate", &certificate, "--tls-key", &key], &[]);
            assert_eq!(output.status.code(), Some(2));
            assert!(err(&output).contains("the key has a passphrase"), "{}", err(&output));
        }
    }
}

#[test]
fn a_certificate_out_of_its_time_is_a_note_and_fails_a_strict_check() {
    let files = Certificates::new("times");
    for (from, until, why) in [
        (2020, 2021, Some("it expired at 2021-01-01 00:00:00 UTC")),
        (2100, 2101, Some("it is not valid before 2100-01-01 00:00:00 UTC")),
        (2020, 2100, None),
    ] {
        let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(from, 1, 1);
        params.not_after = rcgen::date_time_ymd(until, 1, 1);
        let key = rcgen::KeyPair::generate().unwrap();
        fs::write(files.path("timed.crt"), params.self_signed(&key).unwrap().pem()).unwrap();
        fs::write(files.path("timed.key"), key.serialize_pem()).unwrap();
        let (certificate, key) = (files.path("timed.crt"), files.path("timed.key"));
        let named = ["--tls-certificate", &certificate, "--tls-key", &key];
        let secret = [("BATON_APP_SECRET", "a secret of its own")];
        let page = out(&baton(&[&["check"][..], &named].concat(), &secret));
        let strict = baton(&[&["check", "--strict"][..], &named].concat(), &secret);
        assert_eq!(strict.status.code(), Some(if why.is_some() { 2 } else { 0 }), "{page}");
        match why {
            Some(why) => assert!(page.contains(why) && err(&strict).contains(why), "{page}"),
            None => assert!(!page.contains("Note:"), "{page}"),
        }
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
    assert!(text.contains("'http://127.0.0.1:9/apps/1/events?auth_key=app-key&auth_timestamp="), "{text}");
    let portless = baton(&["sign", "news", "hello", "1", "--listen", "127.0.0.1:0"], &[]);
    assert_eq!(portless.status.code(), Some(2));
    assert!(err(&portless).contains("--url"), "{}", err(&portless));
}

#[test]
fn a_first_file_is_valid_private_and_never_overwrites() {
    use std::os::unix::fs::PermissionsExt as _;
    let path = std::env::temp_dir().join(format!("baton-{}-init.toml", std::process::id()));
    let name = path.to_str().unwrap();
    let made = baton(&["init", name], &[]);
    let made_again = baton(&["init", name], &[]);
    let text = fs::read_to_string(&path).unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    let public = baton(&["check", "--strict", "--config", name, "--listen", "0.0.0.0:8080"], &[]);
    fs::remove_file(&path).unwrap();
    assert_eq!(made.status.code(), Some(0), "{}", err(&made));
    let secret =
        text.lines().find_map(|line| line.strip_prefix("secret = \"")).unwrap().trim_end_matches('"');
    assert_eq!((secret.len(), mode), (64, 0o600));
    assert!(out(&made).contains(&format!("REVERB_APP_SECRET={secret}\n")), "{}", out(&made));
    assert_eq!(public.status.code(), Some(0), "good enough for any address: {}", err(&public));
    assert_eq!(made_again.status.code(), Some(2));
    assert!(err(&made_again).contains("exists, and is left as it is"), "{}", err(&made_again));
}

#[test]
fn an_applications_env_file_is_read_and_migrated() {
    let file = File::new(
        "env",
        "APP_NAME=x\nREVERB_APP_ID=5\nREVERB_APP_KEY=k\nREVERB_APP_SECRET='a secret # of $ome length'\n",
    );
    let check = baton(&["check", "--env-file", file.path()], &[]);
    assert!(
        out(&check).contains("\"5\"") && out(&check).contains(&format!("# {}:2 REVERB_APP_ID", file.path())),
        "{}",
        out(&check)
    );
    assert!(!out(&check).contains("$ome"), "secrets are masked");
    let named = baton(&["check"], &[("BATON_ENV_FILE", file.path())]);
    assert_eq!(out(&named), out(&check));
    let migrated = baton(&["migrate", "reverb", file.path()], &[]);
    assert!(out(&migrated).contains("secret = \"a secret # of $ome length\""), "{}", out(&migrated));
    let nothing = baton(&["migrate", "soketi", file.path()], &[]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(err(&nothing).contains("has no variable that begins with SOKETI_"), "{}", err(&nothing));
    let missing = baton(&["serve", "--env-file", "/nonexistent/.env"], &[]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(err(&missing).starts_with("--env-file: cannot read \"/nonexistent/.env\""), "{}", err(&missing));
}
