//! The file: what is unknown, misplaced or no TOML.

use super::{OWN, faults, file, variables};
use crate::apps_database::Snapshot;
use crate::settings::environment::Environment;
use crate::settings::load::{Flags, Sources};

#[test]
fn an_unknown_key_is_told_with_its_line_and_the_nearest_one() {
    assert_eq!(
        faults("# first\nlisten = '127.0.0.1:1'\nmesage_bytes = 5\ntelemetry = true\n"),
        [
            "baton.toml:3: unknown setting `mesage_bytes`: did you mean `message_bytes`?",
            "baton.toml:4: unknown setting `telemetry`: `baton settings` lists them all",
        ]
    );
    assert_eq!(
        faults("[app_defaults]\nmax_connexions = 1\n"),
        ["baton.toml:2: unknown setting `max_connexions`: did you mean `max_connections`?"]
    );
}

#[test]
fn many_faults_are_told_up_to_a_bound() {
    let reported = faults(&"[[apps]]\nid = 'a'\n".repeat(80));
    assert_eq!(reported.len(), 101, "each lacks its key and secret");
    assert!(reported[100].ends_with("more faults are not shown"), "{}", reported[100]);
}

#[test]
fn text_without_quotation_marks_is_told_that_it_needs_them() {
    for text in ["listen = 0.0.0.0:8080", "[[apps]]\nkey = shop-key"] {
        assert!(faults(text)[0].contains("quot"), "{:?}", faults(text));
    }
}

#[test]
fn a_key_under_the_wrong_heading_is_told_where_it_belongs() {
    assert_eq!(
        faults(&format!("client_events = true\n{OWN}outbox_bytes = 65536\n")),
        [
            "baton.toml:1: unknown setting `client_events`: it concerns an app; put it under [app_defaults] or [[apps]]",
            "baton.toml:6: unknown setting `outbox_bytes`: it concerns the whole server; put it at the top of the \
             file, above the first [ ]",
        ]
    );
    assert!(
        faults("[app_defaults]\nsecret = 'x'\n")[0].starts_with("baton.toml:2: unknown setting `secret`")
    );
}

#[test]
fn apps_written_as_something_else_are_told_how() {
    for text in ["[apps]\nid = 'a'", "apps = 5", "apps = [1]", "app_defaults = 1"] {
        let reported = faults(text);
        assert!(
            reported[0].starts_with("baton.toml:1: `app") && reported[0].contains("write ["),
            "{reported:?}"
        );
    }
    let inline = file("apps = [{ id = 'a', key = 'k', secret = 'a secret of some length' }]");
    assert_eq!(&*inline.apps[0].id, "a");
}

#[test]
fn toml_that_is_none_is_told_with_its_line() {
    for text in ["\n\nloops = ", "\n\nloops 5", "loops = 1\n\nloops = 2", "\n\n\"", "\n\n\u{0}"] {
        let reported = faults(text);
        assert_eq!(reported.len(), 1);
        assert!(reported[0].starts_with("baton.toml:3: "), "{reported:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_told_with_the_name_that_asked_for_it() {
    let flags = Flags::from([("config".into(), "/nonexistent/baton.toml".into())]);
    let reported = Sources { flags, environment: Environment::default(), database: Snapshot::default() }
        .load()
        .unwrap_err()[0]
        .to_string();
    assert!(reported.starts_with("--config: cannot read \"/nonexistent/baton.toml\": "), "{reported}");
    let env = variables(&[("BATON_CONFIG", "/nonexistent")]);
    let reported = Sources { flags: Flags::new(), environment: env, database: Snapshot::default() }
        .load()
        .unwrap_err()[0]
        .to_string();
    assert!(reported.starts_with("BATON_CONFIG: cannot read \"/nonexistent\": "), "{reported}");
}
