//! Names of other servers, in the environment and in an application's `.env`.

use super::{OWN, env, origin, variables};
use crate::settings::file::File;
use crate::settings::load::{Flags, Loaded, load_with};
use crate::settings::stored::Stored;

/// Loads the process's variables and the text of a `.env`, with the text of a file.
fn load(process: &[(&str, &str)], env_file: &str, file: &str) -> Result<Loaded, Vec<String>> {
    let environment =
        variables(process).with_text(".env", env_file).map_err(|fault| vec![fault.to_string()])?;
    let file = File::new("baton.toml", file.into());
    load_with(&Flags::new(), &environment, Some(&file), Stored::None)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn of(loaded: &Loaded, app: usize, key: &str) -> String {
    let n = crate::settings::app::APP.iter().position(|setting| setting.about.key == key).unwrap();
    loaded.app_origins[app][n].to_string()
}

const LARAVEL: &str = "APP_NAME=Shop\nDB_PASSWORD=\"not ours\"\nREVERB_APP_ID=500\nREVERB_APP_KEY=laravel-key\n\
    REVERB_APP_SECRET='laravel secret # of $ome length'\nREVERB_SERVER_PORT=7000\nREVERB_APP_MAX_CONNECTIONS=(empty)\n\
    REVERB_APP_ACTIVITY_TIMEOUT=null\nPUSHER_APP_ID=1\nPUSHER_APP_KEY=other\nPUSHER_APP_SECRET=other\n";

#[test]
fn each_layer_overrides_those_below() {
    let loaded = load(&[], LARAVEL, "").unwrap();
    let app = &loaded.settings.apps[0];
    assert_eq!(
        (&*app.id, &*app.key, app.secret.bytes()),
        ("500", "laravel-key", &b"laravel secret # of $ome length"[..])
    );
    assert_eq!((app.max_connections, app.pusher.activity_timeout_s), (0, 120), "as if they were absent");
    assert_eq!(loaded.settings.listen.direct().unwrap().0.port(), 7000);
    assert_eq!(
        (origin(&loaded, "listen"), of(&loaded, 0, "key")),
        (".env:6 REVERB_SERVER_PORT".into(), ".env:4 REVERB_APP_KEY".into())
    );

    let port = |process: &[(&str, &str)], env_file: &str| {
        load(process, &format!("{LARAVEL}{env_file}"), "listen = '127.0.0.1:1'")
            .unwrap()
            .settings
            .listen
            .direct()
            .unwrap()
            .0
            .port()
    };
    assert_eq!(port(&[], ""), 7000, "it overrides the file");
    assert_eq!(port(&[], "BATON_LISTEN=127.0.0.1:2"), 2, "our own name overrides");
    assert_eq!(port(&[("REVERB_SERVER_PORT", "3")], ""), 3, "the process overrides");
    assert_eq!(
        port(&[("REVERB_SERVER_PORT", "3")], "BATON_LISTEN=127.0.0.1:2"),
        3,
        "also our own name there"
    );
    assert_eq!(port(&[("REVERB_SERVER_PORT", "3"), ("BATON_LISTEN", "127.0.0.1:4")], ""), 4);
}

#[test]
fn other_secrets_of_the_application_are_not_kept() {
    let environment = variables(&[]).with_text(".env", LARAVEL).unwrap();
    assert_eq!((environment.get("DB_PASSWORD"), environment.get("REVERB_APP_ID")), (None, Some("500")));
    let shown = format!("{:?}", variables(&[("A", "shown")]).with_text(".env", LARAVEL).unwrap());
    assert!(!shown.contains("laravel secret") && !shown.contains("shown"), "{shown}");
}

#[test]
fn values_may_refer_to_variables_of_the_process_and_of_the_file() {
    let text = "NAME=shop\nREVERB_APP_ID=${NAME}-${STAGE}\nREVERB_APP_KEY=\"${REVERB_APP_ID}-key\"\nREVERB_APP_SECRET=long-enough-a-secret\n";
    let app = load(&[("STAGE", "live")], text, "").unwrap().settings.apps.remove(0);
    assert_eq!((&*app.id, &*app.key), ("shop-live", "shop-live-key"));
}

#[test]
fn what_is_wrong_in_the_file_is_told_with_line_and_name() {
    let reported = |text: &str| load(&[], text, "").unwrap_err().remove(0);
    assert_eq!(
        reported("\nREVERB_SERVER_PORT=http"),
        ".env:2 REVERB_SERVER_PORT: listen = \"127.0.0.1:http\": expected an address as HOST:PORT, such as \
         127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080; or unix:/PATH"
    );
    assert_eq!(reported("A=1\nB=two words"), ".env:2: a value with blanks needs quotation marks");
    let secret = reported("REVERB_APP_SECRET=");
    assert!(secret.starts_with(".env:1 REVERB_APP_SECRET: secret: expected"), "{secret}");
}

#[test]
fn an_environment_made_for_soketi_works_and_allows_no_more_than_there() {
    let settings = env(&[
        ("SOKETI_DEFAULT_APP_ID", "7"),
        ("SOKETI_DEFAULT_APP_KEY", "soketi-key"),
        ("SOKETI_DEFAULT_APP_SECRET", "soketi-secret-of-some-length"),
        ("SOKETI_DEFAULT_APP_MAX_CONNS", "-1"),
        ("SOKETI_DEFAULT_APP_MAX_CLIENT_EVENTS_PER_SEC", "50"),
        ("SOKETI_EVENT_MAX_SIZE_IN_KB", "0.5"),
        ("SOKETI_METRICS_ENABLED", "1"),
        ("SOKETI_METRICS_SERVER_PORT", "9700"),
        ("SOKETI_PATH_PREFIX", "/live"),
        ("SOKETI_DEBUG", "0"),
        ("PUSHER_APP_ID", "8"),
    ]);
    let app = &settings.apps[0];
    assert_eq!((&*app.id, &*app.key, app.max_connections), ("7", "soketi-key", 0));
    assert_eq!((app.pusher.client_events, app.pusher.client_events_per_second), (false, 50));
    assert!(!app.pusher.user_authentication && !app.pusher.authorized_connections);
    assert_eq!(
        (app.pusher.event_data_bytes, app.pusher.presence_info_bytes, app.cache_ttl_s),
        (512, 2_048, 3_600)
    );
    assert_eq!((app.pusher.activity_timeout_s, app.pusher.json_errors), (30, true));
    assert_eq!(settings.listen.direct().unwrap().0.port(), 6001);
    assert_eq!(settings.metrics_listen, Some("0.0.0.0:9700".parse().unwrap()));
    assert_eq!(&*settings.path_prefix, "/live");
    assert_eq!(settings.notices, [""; 0]);

    let loaded = load(&[], "SOKETI_HOST=::1\n", "[app_defaults]\nclient_events = true\n").unwrap();
    assert_eq!(loaded.settings.listen.to_string(), "[::1]:6001");
    assert!(
        loaded.settings.apps[0].pusher.client_events,
        "what the file says overrides what Soketi does by default"
    );
    assert_eq!(of(&loaded, 0, "channel_name_bytes"), "as Soketi by default");
}

#[test]
fn values_that_may_be_secret_are_not_repeated_and_a_wrong_switch_is_refused() {
    let reported = env(&[("SOKETI_SSL_PASS", "hidden")]).notices;
    assert!(reported.iter().any(|notice| notice.starts_with("SOKETI_SSL_PASS is set, but")), "{reported:?}");
    assert!(!reported.iter().any(|notice| notice.contains("hidden")), "{reported:?}");
    let webhooks = "[{\"url\":\"http://x\",\"header\":{\"x\":\"hidden\"}}]";
    let wrong = load(&[("SOKETI_DEFAULT_APP_WEBHOOKS", webhooks)], "", "").unwrap_err();
    assert!(wrong[0].contains("unknown key `header`") && !wrong[0].contains("hidden"), "{wrong:?}");
    let wrong = load(&[("SOKETI_METRICS_ENABLED", "ture")], "", "").unwrap_err();
    assert_eq!(wrong, ["SOKETI_METRICS_ENABLED: metrics_listen = \"ture\": expected true or false"]);
    let words = "REVERB_APP_RATE_LIMITING_ENABLED=(true)\nREVERB_APP_RATE_LIMIT_MAX_ATTEMPTS=null\nREVERB_SCALING_ENABLED=(true)\n";
    let settings = load(&[], words, "").unwrap().settings;
    assert_eq!(settings.messages_per_window, 60);
    assert!(settings.notices.iter().any(|notice| notice.starts_with("REVERB_SCALING_ENABLED is set, but")));
}

#[test]
fn laravels_names_for_pusher_are_an_app() {
    let pusher = [
        ("PUSHER_APP_ID", "9"),
        ("PUSHER_APP_KEY", "pusher-key"),
        ("PUSHER_APP_SECRET", "pusher-secret-of-some-length"),
    ];
    let settings = env(&[
        &pusher[..],
        &[("PUSHER_HOST", "127.0.0.1"), ("PUSHER_PORT", "6001"), ("PUSHER_APP_CLUSTER", "mt1")],
    ]
    .concat());
    assert_eq!((&*settings.apps[0].id, &*settings.apps[0].key), ("9", "pusher-key"));
    assert_eq!((settings.listen.direct().unwrap().0.port(), settings.notices.len()), (8080, 0));
    let beside = env(&[&pusher[..], &[("SOKETI_PORT", "6001")]].concat());
    assert!(
        beside.notices.iter().any(|notice| notice.starts_with("PUSHER_APP_ID is not read")),
        "{:?}",
        beside.notices
    );
    // An application that was never set up for it has the names and nothing in them.
    let empty = env(&[("PUSHER_APP_ID", ""), ("PUSHER_APP_KEY", ""), ("PUSHER_APP_SECRET", "")]);
    assert_eq!(&*empty.apps[0].id, "1");
}

#[test]
fn one_family_is_read_and_slips_are_told_in_each() {
    let both = env(&[
        ("REVERB_APP_ID", "r"),
        ("REVERB_APP_KEY", "r"),
        ("REVERB_APP_SECRET", "reverb-secret-of-some-length"),
        ("SOKETI_DEFAULT_APP_ID", "s"),
        ("SOKETI_DEFUALT_APP_KEY", "s"),
        ("SOKETI_ADAPTER_DRIVER", "redis"),
    ]);
    assert_eq!(&*both.apps[0].id, "r");
    let reported = both.notices;
    assert_eq!(reported.len(), 3, "{reported:?}");
    assert!(
        reported[0].starts_with("SOKETI_ADAPTER_DRIVER is set, but this server runs as one process"),
        "{reported:?}"
    );
    assert!(
        reported[1].starts_with("SOKETI_DEFAULT_APP_ID is not read, since there are names of Reverb's"),
        "{reported:?}"
    );
    assert_eq!(
        reported[2],
        "SOKETI_DEFUALT_APP_KEY is no variable of Soketi's: did you mean SOKETI_DEFAULT_APP_KEY?"
    );
    let loaded = load(&[], "SOKETI_DEFAULT_APP_ID=s\n", OWN).unwrap();
    assert_eq!(&*loaded.settings.apps[0].id, "a");
    assert_eq!(
        loaded.settings.notices,
        ["SOKETI_DEFAULT_APP_ID is not read, since the file or a database declares the apps"]
    );
}
