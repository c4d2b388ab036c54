//! Soketi's JSON file in the place of ours.

use proptest::prelude::*;

use super::migrate::values;
use super::variables;
use crate::settings::app::APP;
use crate::settings::file::File;
use crate::settings::foreign::Family;
use crate::settings::load::{Flags, Loaded, load_with};
use crate::settings::migrate::page;
use crate::settings::server::SERVER;
use crate::settings::soketi_json::{OF_EACH_APP, OF_SERVER, convert, environments, is_named};
use crate::settings::stored::Stored;

/// Loads flags, variables and the text of `soketi.json`.
fn load(flags: &[(&str, &str)], env: &[(&str, &str)], json: &str) -> Result<Loaded, Vec<String>> {
    let flags: Flags = flags.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    convert("soketi.json", json)
        .and_then(|file| load_with(&flags, &variables(env), Some(&file), Stored::None))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn of_app(loaded: &Loaded, app: usize, key: &str) -> String {
    let n = APP.iter().position(|setting| setting.about.key == key).unwrap();
    loaded.app_origins[app][n].to_string()
}

const TWO_APPS: &str = r#"{"port": 7001, "adapter.driver": "redis", "appManager.array.apps": [
    {"id": "a", "key": "ka", "secret": "a secret of some length", "webhooks": [{"lambda_function": "f"}]},
    {"id": "b", "key": "kb", "secret": "two\nlines of a secret", "maxConnections": 5, "enableClientMessages": true}]}"#;

#[test]
fn it_is_read_by_the_names_of_its_places() {
    assert!(is_named("/etc/soketi.JSON") && !is_named("baton.toml") && !is_named("json"));
    let loaded = load(&[], &[], TWO_APPS).unwrap();
    let listen = SERVER.iter().position(|setting| setting.about.key == "listen").unwrap();
    assert_eq!(loaded.origins[listen].to_string(), "soketi.json port");
    let [a, b] = &loaded.settings.apps[..] else { panic!() };
    assert_eq!((&*a.id, a.pusher.client_events, a.pusher.event_data_bytes), ("a", false, 102_400));
    assert_eq!((b.secret.reveal(), b.max_connections), ("two\nlines of a secret", 5));
    assert!(b.pusher.client_events);
    // What follows a value of two lines has its own place still.
    assert_eq!(of_app(&loaded, 1, "max_connections"), "soketi.json appManager.array.apps.1.maxConnections");
    assert_eq!(of_app(&loaded, 1, "cache_ttl_s"), "as Soketi by default");
}

#[test]
fn what_has_no_counterpart_is_told() {
    let notices = load(&[], &[], TWO_APPS).unwrap().settings.notices;
    for reported in [
        "soketi.json adapter.driver: this server runs as one process",
        "soketi.json appManager.array.apps.0.webhooks: entry 1 calls a function of AWS Lambda",
        "soketi.json: no host is set: Soketi listens on every address then",
    ] {
        assert!(notices.iter().any(|notice| notice.starts_with(reported)), "{notices:?} lacks {reported}");
    }
    let elsewhere = load(&[("listen", "127.0.0.1:9")], &[], TWO_APPS).unwrap().settings.notices;
    assert!(!elsewhere.iter().any(|notice| notice.contains("no host is set")), "{elsewhere:?}");
}

#[test]
fn of_very_much_without_a_counterpart_the_beginning_is_told() {
    let keys: String = (0..150).map(|n| format!("\"odd{n}\": 1, ")).collect();
    let settings = load(&[], &[], &TWO_APPS.replacen('{', &format!("{{{keys}"), 1)).unwrap().settings;
    let reported = settings.notices.iter().filter(|notice| notice.contains("soketi.json odd")).count();
    let more = settings.notices.iter().find(|notice| notice.contains("more without a counterpart")).unwrap();
    assert!((90..=100).contains(&reported) && more.starts_with("soketi.json: 5"), "{reported}: {more}");
    assert_eq!(settings.apps.len(), 2);
}

#[test]
fn flags_and_variables_override_it() {
    let loaded = load(&[], &[("SOKETI_PORT", "7002")], r#"{"port": 7001, "host": "127.0.0.2"}"#).unwrap();
    assert_eq!(loaded.settings.listen.to_string(), "127.0.0.2:7002");
    // Without apps in the file the environment may declare one, to which the file's limits apply.
    let env = [("SOKETI_DEFAULT_APP_KEY", "k"), ("SOKETI_DEFAULT_APP_SECRET", "a secret of some length")];
    let loaded = load(&[], &env, r#"{"eventLimits": {"maxBatchSize": 3}}"#).unwrap();
    let [app] = &loaded.settings.apps[..] else { panic!() };
    assert_eq!((&*app.key, app.pusher.batch_events), ("k", 3));
    let own = load(&[], &[("BATON_APP_MAX_CONNECTIONS", "9")], "{}").unwrap();
    assert_eq!((&*own.settings.apps[0].id, own.settings.apps[0].max_connections), ("1", 9));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let faults = |json: &str| load(&[], &[], json).unwrap_err();
    let reported = faults(
        r#"{"port": "http", "appManager.array.apps": [{"id": "", "key": "k"}, {"id": "b", "key": "k2"}]}"#,
    );
    assert_eq!(reported.len(), 2, "{reported:?}");
    assert!(
        reported.iter().any(|reported| reported.starts_with("soketi.json port: listen = \"127.0.0.1:http\"")),
        "{reported:?}"
    );
    assert!(
        reported.iter().any(|reported| reported.starts_with("soketi.json appManager.array.apps.0.id: id = ")),
        "{reported:?}"
    );
    assert!(faults("{")[0].starts_with("soketi.json:1: this is no JSON"));
    // Others reach it: what holds of our file holds of this one.
    let known = faults(r#"{"host": "0.0.0.0"}"#);
    assert!(known[0].starts_with("soketi.json host: other machines reach 0.0.0.0:6001"), "{known:?}");
    assert!(load(&[("listen", "127.0.0.1:1")], &[], r#"{"host": "0.0.0.0"}"#).is_ok());
}

/// What a key may have, in words of JSON.
fn value() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "null",
        "true",
        "false",
        "0",
        "-1",
        "0.5",
        "7001",
        "1e999",
        "\"\"",
        "\"127.0.0.1\"",
        "\"/path\"",
        "\"a secret of some length\"",
        "\"it's \\\"quoted\\\" # here\\n\"",
        "[]",
        "{}",
        "[{\"url\": \"http://x/\"}, {\"lambda_function\": \"f\"}]",
        "{\"a\": [{\"b\": {}}]}",
    ])
}

#[test]
fn a_list_without_apps_does_not_make_room_for_the_development_app() {
    for text in [
        r#"{"appManager":{"array":{"apps":[]}}}"#,
        r#"{"appManager":{"array.apps":[]}}"#,
        r#"{"appManager.array.apps":[]}"#,
    ] {
        let faults = load(&[], &[], text).unwrap_err();
        assert!(faults[0].contains("appManager.array.apps is empty: name an app"), "{text}: {faults:?}");
    }
    for text in [r#"{"appManager.array.apps":[{}]}"#, r#"{"appManager.array.apps":[null]}"#] {
        let loaded = load(&[], &[], text);
        let serves =
            loaded.map(|loaded| loaded.settings.apps.iter().map(|app| app.id.clone()).collect::<Vec<_>>());
        assert!(serves.is_err(), "{text}: {serves:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Whatever it says, it is read or told; where it is right, it says what the migrated file says.
    #[test]
    fn it_says_what_the_migrated_file_says(
        given in prop::collection::vec((any::<prop::sample::Index>(), 0..3_usize, value()), 0..8),
    ) {
        let mut entries = serde_json::Map::new();
        for (key, app, value) in given {
            let key = key.index(OF_SERVER.len() + OF_EACH_APP.len());
            let key = match key.checked_sub(OF_SERVER.len()) {
                Some(key) => format!("appManager.array.apps.{app}.{}", OF_EACH_APP[key].0),
                None => OF_SERVER[key].0.to_owned(),
            };
            entries.insert(key, serde_json::from_str(value).unwrap_or_default());
        }
        let text = serde_json::Value::Object(entries).to_string();
        let migrated = page(Family::Soketi, "soketi.json", &environments("soketi.json", &text).unwrap().apps);
        let file = File::new("baton.toml", migrated.clone());
        let migrated_loads = load_with(&Flags::new(), &variables(&[]), Some(&file), Stored::None);
        if let (Ok(read), Ok(migrated_loaded)) = (load(&[], &[], &text), migrated_loads) {
            prop_assert_eq!(values(read), values(migrated_loaded), "{}\n{}", text, migrated);
        }
    }
}
