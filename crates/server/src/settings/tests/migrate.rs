//! Another server's settings as a file: it says what the variables themselves say.

use proptest::prelude::*;

use super::variables;
use crate::settings::app::APP;
use crate::settings::environment::Environment;
use crate::settings::file::File;
use crate::settings::foreign::Family;
use crate::settings::load::{Flags, Loaded, aliases, load_environment, load_with};
use crate::settings::migrate::page;
use crate::settings::server::SERVER;
use crate::settings::soketi_json::environments;
use crate::settings::stored::Stored;

fn of_file(text: &str) -> Loaded {
    let file = File::new("baton.toml", text.into());
    load_with(&Flags::new(), &variables(&[]), Some(&file), Stored::None).unwrap_or_else(|faults| {
        panic!("{}\n{text}", faults.iter().map(ToString::to_string).collect::<String>())
    })
}

/// All values in effect; secrets by their bytes.
pub(super) fn values(mut loaded: Loaded) -> Vec<String> {
    let settings = &mut loaded.settings;
    let mut values: Vec<String> =
        SERVER.iter().map(|setting| format!("{}={}", setting.about.key, setting.spell(settings))).collect();
    for app in &mut settings.apps {
        values.extend(APP.iter().map(|setting| format!("{}={}", setting.about.key, setting.spell(app))));
        values.push(app.secret.reveal().to_owned());
    }
    values
}

fn value() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "true",
        "false",
        "1",
        "0",
        "-1",
        "100",
        "0.5",
        "6001",
        "127.0.0.1",
        "::1",
        "/path",
        "none",
        "all",
        "null",
        "(empty)",
        "name",
        "a secret of some length",
        "it's \"quoted\" # here",
        "redis",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_file_says_what_the_variables_say(
        family in prop::sample::select(Family::ALL.to_vec()),
        given in prop::collection::vec((any::<prop::sample::Index>(), value()), 0..8),
    ) {
        let names: Vec<&str> =
            aliases().into_iter().filter(|alias| alias.family() == Some(family)).map(|alias| alias.name).collect();
        let pairs: Vec<(&str, &str)> = given.iter().map(|(name, value)| (*name.get(&names), *value)).collect();
        let environment = variables(&pairs);
        let chosen = if family == Family::Soketi { Some(family) } else { Family::chosen(&environment, &aliases()) };
        let (loaded, faults) = load_environment(&environment, chosen);
        let page = page(family, ".env", &[environment]);
        if faults.is_empty() {
            prop_assert_eq!(values(of_file(&page)), values(loaded), "{}", page);
        } else {
            for setting in ["id", "key"] {
                let is_wrong = faults.iter().any(|fault| fault.to_string().contains(&format!(": {setting} = ")));
                prop_assert!(!is_wrong || !page.contains(&format!("\n{setting} = ")), "{}", page);
            }
            for fault in faults {
                let reported = format!("# {fault}").replace('\n', " ");
                prop_assert!(page.contains(&reported), "{} lacks {}", page, reported);
            }
        }
    }
}

#[test]
fn soketis_json_has_several_apps_and_what_is_left_is_named() {
    let text = r#"{"port": 7001, "adapter": {"driver": "redis"}, "queue": {"sqs": {"queueUrl": "x"}}, "evil\nlisten = 1": 2,
        "presence": {"maxMembersPerChannel": 7}, "eventLimits": {"maxPayloadInKb": 50},
        "appManager": {"driver": "array", "array": {"apps": [
            {"id": "a", "key": "ka", "secret": "a secret of some length", "enableClientMessages": true, "webhooks": [{"url": "http://x/?token=1", "event_types": ["cache_miss"], "headers": {"X-A": "b"}}]},
            {"id": "b", "key": "kb", "secret": "b secret of some length", "maxConnections": 5, "maxEventPayloadInKb": 1}]}}}"#;
    let page = of_json(text);
    let settings = of_file(&page).settings;
    assert_eq!((settings.listen.direct().unwrap().0.port(), settings.apps.len()), (7001, 2));
    let [a, b] = &settings.apps[..] else { panic!("{page}") };
    assert!(a.pusher.client_events && !b.pusher.client_events);
    let [webhook] = &a.pusher.webhooks.0[..] else { panic!("{page}") };
    assert_eq!(
        (&*webhook.url, &webhook.headers[..]),
        ("http://x/?token=1", &[("X-A".into(), "b".into())][..])
    );
    assert_eq!(webhook.events.iter().count(), 1);
    assert_eq!((a.max_connections, b.max_connections, b.pusher.event_data_bytes), (0, 5, 1_024));
    assert_eq!(a.pusher.event_data_bytes, 51_200);
    assert_eq!((a.pusher.presence_members, b.pusher.presence_members), (7, 7));
    for line in [
        "# config.json adapter.driver: this server runs as one process",
        "# config.json queue.sqs.queueUrl: webhooks are queued by the server itself",
        "# config.json evil\\nlisten = 1: no setting of this server corresponds to it",
    ] {
        assert!(page.contains(line), "{page} lacks {line}");
    }
    assert!(!page.contains("appManager.driver:"), "{page}");
    for (text, reported) in [
        ("{\n", "config.json:2: this is no JSON"),
        ("[]", "config.json:1: expected Soketi's settings as a JSON object"),
        ("\"hidden\"", "config.json:1: expected Soketi's settings as a JSON object"),
        (r#"{"appManager.array.apps.1000.id": "a"}"#, "config.json:1: there are 1001 apps"),
    ] {
        let why = environments("config.json", text).unwrap_err().to_string();
        assert!(why.starts_with(reported) && !why.contains("hidden"), "{why}");
    }
}

/// The page that is printed for Soketi's file.
fn of_json(text: &str) -> String {
    page(Family::Soketi, "config.json", &environments("config.json", text).unwrap().apps)
}

#[test]
fn what_soketi_does_by_default_is_said_of_an_empty_file_too() {
    let page = of_json("{}");
    for line in [
        "# no host is set: Soketi listens on every address then",
        "listen = \"127.0.0.1:6001\" # as Soketi by default",
        "# The default app, as Soketi has it by the id app-id",
        "client_events = false # as Soketi by default",
    ] {
        assert!(page.contains(line), "{page} lacks {line}");
    }
    assert!(!of_json(r#"{"host": "::"}"#).contains("no host is set"));
}

#[test]
fn soketis_file_may_have_dots_in_its_keys() {
    let page = of_json(
        r#"{"eventLimits.maxBatchSize": 3, "appManager.array.apps": [
            {"id": "a", "key": "ka", "secret": "a secret of some length"},
            {"id": "b", "key": "kb", "secret": "b secret of some length", "maxConnections": 5}]}"#,
    );
    let settings = of_file(&page).settings;
    let [a, b] = &settings.apps[..] else { panic!("{page}") };
    assert_eq!((&*a.id, &*b.id, b.max_connections), ("a", "b", 5));
    assert_eq!((a.pusher.batch_events, b.pusher.batch_events), (3, 3));
}

#[test]
fn of_webhooks_functions_alone_are_left_out_each_with_a_line() {
    let page = of_json(
        r#"{"appManager.array.apps": [{"id": "a", "key": "k", "secret": "a secret of some length", "webhooks": [
            {"url": "http://x/"}, {"lambda_function": "f", "event_types": ["cache_miss"]}]}]}"#,
    );
    assert_eq!(of_file(&page).settings.apps[0].pusher.webhooks.0.len(), 1, "{page}");
    let line = "# config.json appManager.array.apps.0.webhooks: entry 2 calls a function of AWS Lambda";
    assert!(page.contains(line) && !page.contains("To be corrected"), "{page}");
    let notices = super::env(&[("SOKETI_DEFAULT_APP_WEBHOOKS", r#"[{"lambda_function": "f"}]"#)]).notices;
    assert!(
        notices
            .iter()
            .any(|reported| reported.starts_with("SOKETI_DEFAULT_APP_WEBHOOKS: entry 1 calls a function")),
        "{notices:?}"
    );
}

#[test]
fn scaling_by_redis_has_no_counterpart_and_an_applications_redis_is_its_own() {
    let text = "REVERB_APP_ID=1\nREVERB_SCALING_ENABLED=true\nREDIS_HOST=127.0.0.1\nREDIS_PASSWORD=null\n";
    let environment = Environment::default().with_text(".env", text).unwrap();
    let page = page(Family::Reverb, ".env", &[environment]);
    let line = "# .env:2 REVERB_SCALING_ENABLED: this server runs as one process on all cores, does not join others through \
                Redis yet, and reads no REDIS_* variable";
    assert!(page.contains(line), "{page}");
    let reported = super::env(&[("REDIS_HOST", "127.0.0.1"), ("REDIS_CLIENT", "phpredis")]).notices;
    assert!(!reported.iter().any(|reported| reported.contains("REDIS")), "{reported:?}");
}

#[test]
fn a_name_that_is_read_beside_another_is_not_said_to_be_missing() {
    let text = "REVERB_APP_RATE_LIMITING_ENABLED=true\nREVERB_APP_RATE_LIMIT_MAX_ATTEMPTS=9\nREVERB_HOST=x\nREVERB_ODD=1\n";
    let environment = Environment::default().with_text(".env", text).unwrap();
    let page = page(Family::Reverb, ".env", &[environment]);
    assert!(page.contains("messages_per_window = 9 # .env:1 REVERB_APP_RATE_LIMITING_ENABLED"), "{page}");
    assert!(!page.contains("MAX_ATTEMPTS"), "{page}");
    assert!(page.contains("# .env:3 REVERB_HOST: it configures the application"), "{page}");
    assert!(page.contains("# .env:4 REVERB_ODD: no setting of this server corresponds to it"), "{page}");
}
