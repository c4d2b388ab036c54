//! An environment that was made for Laravel Reverb.

use super::{OWN, env, load};

#[test]
fn an_environment_made_for_reverb_works_as_it_is() {
    let settings = env(&[
        ("REVERB_APP_ID", "500"),
        ("REVERB_APP_KEY", "laravel-key"),
        ("REVERB_APP_SECRET", "laravel-secret-of-some-length"),
        ("REVERB_HOST", "ws.example.com"),
        ("REVERB_PORT", "443"),
        ("REVERB_SCHEME", "https"),
        ("REVERB_SERVER_HOST", "0.0.0.0"),
        ("REVERB_SERVER_PORT", "6001"),
        ("REVERB_SERVER_PATH", "/live"),
        ("REVERB_MAX_REQUEST_SIZE", "200000"),
        ("REVERB_APP_MAX_MESSAGE_SIZE", "20000"),
        ("REVERB_APP_MAX_CONNECTIONS", "1000"),
        ("REVERB_APP_ACTIVITY_TIMEOUT", "30"),
        ("REVERB_APP_ACCEPT_CLIENT_EVENTS_FROM", "none"),
        ("REVERB_APP_RATE_LIMITING_ENABLED", "true"),
        ("REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS", "100"),
        ("REVERB_APP_RATE_LIMIT_DECAY_SECONDS", "30"),
    ]);
    assert_eq!(settings.listen.to_string(), "0.0.0.0:6001");
    assert_eq!(&*settings.path_prefix, "/live");
    assert_eq!((settings.http_body_bytes, settings.message_bytes), (200_000, 20_000));
    assert_eq!((settings.messages_per_window, settings.message_window_s), (100, 30));
    assert_eq!(settings.messages_per_second, 0);
    let [app] = &settings.apps[..] else { panic!("{:?}", settings.apps) };
    assert_eq!((&*app.id, &*app.key), ("500", "laravel-key"));
    assert_eq!(app.secret.bytes(), b"laravel-secret-of-some-length");
    assert_eq!(
        (app.max_connections, app.pusher.activity_timeout_s, app.pusher.event_data_bytes),
        (1_000, 30, 200_000)
    );
    assert!(!app.pusher.client_events);
    assert_eq!(settings.notices, [""; 0]);
}

#[test]
fn reverb_names_stand_below_ours_and_empty_ones_are_absent() {
    let settings = env(&[
        ("REVERB_SERVER_HOST", "::1"),
        ("REVERB_SERVER_PORT", ""),
        ("REVERB_APP_MAX_CONNECTIONS", ""),
        ("REVERB_APP_ACTIVITY_TIMEOUT", "30"),
        ("BATON_APP_ACTIVITY_TIMEOUT_S", "60"),
        ("REVERB_APP_RATE_LIMITING_ENABLED", "false"),
        ("REVERB_MAX_REQUEST_SIZE", "10000"),
    ]);
    assert_eq!(settings.listen.to_string(), "[::1]:8080");
    assert_eq!((settings.apps[0].max_connections, settings.apps[0].pusher.activity_timeout_s), (0, 60));
    assert_eq!(settings.messages_per_window, 0);
    assert_eq!(settings.http_body_bytes, 10_000);
    assert_eq!(
        settings.apps[0].pusher.event_data_bytes, 10_240,
        "Reverb's smaller bound counts the whole request"
    );
}

#[test]
fn client_events_from_whom_is_a_switch_here() {
    let from = |whom| load(&[], &[("REVERB_APP_ACCEPT_CLIENT_EVENTS_FROM", whom)], "");
    for (whom, allowed) in [("all", true), ("members", true), ("none", false), ("", true)] {
        assert_eq!(from(whom).unwrap().settings.apps[0].pusher.client_events, allowed, "{whom}");
    }
    assert_eq!(
        from("friends").unwrap_err(),
        [
            "REVERB_APP_ACCEPT_CLIENT_EVENTS_FROM: client_events = \"friends\": expected one of `all`, `members`, `none`"
        ]
    );
}

#[test]
fn a_wrong_value_under_a_reverb_name_is_told_under_that_name() {
    assert_eq!(
        load(&[], &[("REVERB_APP_ACTIVITY_TIMEOUT", "soon"), ("REVERB_SERVER_PORT", "http")], "")
            .unwrap_err(),
        [
            "REVERB_SERVER_PORT: listen = \"127.0.0.1:http\": expected an address as HOST:PORT, such as \
             127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080; or unix:/PATH",
            "REVERB_APP_ACTIVITY_TIMEOUT: activity_timeout_s = \"soon\": expected a whole number from 1 to 3600",
        ]
    );
    let rate = [("REVERB_APP_RATE_LIMITING_ENABLED", "1"), ("REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS", "0")];
    let reported = load(&[], &rate, "").unwrap_err().join("\n");
    assert!(
        reported.contains("REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS to be a whole number above 0"),
        "{reported}"
    );
    let defaults = env(&[("REVERB_APP_RATE_LIMITING_ENABLED", "true")]);
    assert_eq!((defaults.messages_per_window, defaults.message_window_s), (60, 60), "as Reverb's");
}

#[test]
fn reverb_names_of_an_app_are_not_read_beside_the_apps_of_a_file() {
    let env = [
        ("REVERB_APP_ID", "r"),
        ("REVERB_APP_KEY", "k"),
        ("REVERB_APP_SECRET", "s"),
        ("REVERB_SERVER_PORT", "9"),
    ];
    let settings = load(&[], &env, OWN).unwrap().settings;
    assert_eq!(settings.apps.len(), 1);
    assert_eq!(settings.listen.direct().unwrap().0.port(), 9);
    assert_eq!(
        settings.notices,
        ["REVERB_APP_ID is not read, since the file or a database declares the apps"]
    );
}
