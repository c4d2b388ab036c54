//! What is reported without stopping, and what is printed.

use super::{OWN, env, load};

#[test]
fn what_may_be_a_slip_is_told_without_stopping() {
    let notices = env(&[
        ("BATON_APP_SECRET", "short"),
        ("BATON_LISTN", "127.0.0.1:1"),
        ("BATON_PORT_8080_TCP", "tcp://10.0.0.1:8080"),
        ("BATON_DATABASE_URL", "postgresql://postgres@localhost/app"), // of `baton pg`
        ("BATON_SERVICE_HOST", "10.0.0.1"),
        ("BATON_CONFIG", "is read elsewhere"),
        ("REVERB_SCALING_ENABLED", "true"),
        ("BATON_APP_EVENT_DATA_BYTES", "2000000"),
    ])
    .notices;
    let expected = [
        "the secret of app \"1\" has 5 bytes",
        "app \"1\" allows events of 2000000 bytes (event_data_bytes), but an HTTP body may have 1048576",
        "REVERB_SCALING_ENABLED is set",
        "BATON_LISTN names no setting: did you mean BATON_LISTEN?",
    ];
    assert_eq!(notices.len(), expected.len(), "{notices:?}");
    for (notice, expected) in notices.iter().zip(expected) {
        assert!(notice.starts_with(expected), "{notice}");
    }
}

#[test]
fn slips_in_reverbs_names_are_told_and_what_else_an_application_has_is_not() {
    // The first is about the default app's secret.
    let reported = |name, value| env(&[(name, value)]).notices.split_off(1);
    assert_eq!(
        reported("REVERB_APP_SECERT", "s"),
        ["REVERB_APP_SECERT is no variable of Reverb's: did you mean REVERB_APP_SECRET?"]
    );
    for name in
        ["REVERB_HOST", "REVERB_SERVER_PATH", "REVERB_SCALING_CHANNEL", "REVERB_SOMETHING_ELSE_OF_OURS"]
    {
        assert_eq!(reported(name, "x"), [""; 0], "{name}");
    }
    assert!(reported("REVERB_APP_RATE_LIMIT_TERMINATE", "true")[0].contains("stays connected here"));
    assert_eq!(reported("REVERB_APP_RATE_LIMIT_TERMINATE", "false"), [""; 0]);
}

#[test]
fn receivers_that_are_never_asked_are_told() {
    let reported = |url: &str, addresses: &str| {
        let settings = format!(
            "data_dir = '/x'\nwebhook_addresses = '{addresses}'\n{OWN}webhooks = [{{ url = '{url}' }}]\n"
        );
        load(&[], &[], &settings).unwrap().settings.notices
    };
    for (url, addresses, expected) in [
        (
            "http://169.254.169.254/?token=hidden",
            "private",
            "at 169.254.169.254, where no request is ever sent",
        ),
        ("http://[fe80::1]/", "by-app", "at fe80::1, where no request is ever sent"),
        ("http://10.0.0.1/", "public", "at 10.0.0.1, which webhook_addresses = \"public\" does not allow"),
        ("http://localhost/", "public", "at 127.0.0.1, which webhook_addresses"),
    ] {
        let notices = reported(url, addresses);
        assert!(
            matches!(&notices[..], [one] if one.starts_with("webhooks, entry 1 of app \"a\"") && one.contains(expected)),
            "{notices:?}"
        );
        assert!(!notices[0].contains("hidden"));
    }
    for url in ["http://10.0.0.1/", "http://localhost/", "http://1.1.1.1/", "http://hooks.example/"] {
        assert_eq!(reported(url, "by-app"), [""; 0], "{url}");
    }
}

#[test]
fn a_note_ends_once() {
    let report =
        crate::settings::report(load(&[], &[("BATON_LISTN", "a"), ("BATON_QWERTYUIOP", "b")], OWN).unwrap());
    assert!(report.contains("did you mean BATON_LISTEN?\n"), "{report}");
    assert!(report.contains("`baton settings` lists them all.\n"), "{report}");
}

#[test]
fn quotes_within_a_value_are_escaped() {
    let key = r#"{"kty":"oct","kid":"KID","k":"YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcyEhISE"}"#;
    for kid in ["a", "it's", r"a\\b"] {
        let jwks = format!("{{\"keys\":[{}]}}", key.replace("KID", kid));
        let flags = [("app-jwks", &*jwks), ("app-secret", "a secret of some length")];
        let report = crate::settings::report(load(&flags, &[], "").unwrap());
        let line = report.lines().find(|line| line.starts_with("jwks ")).unwrap();
        let table: toml::Table = toml::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(table["jwks"].as_str(), Some(&*jwks));
    }
}

#[test]
fn the_report_is_a_file_that_comes_to_the_same_settings() {
    let flags = [("app-secret", "a secret of some length"), ("app-allowed-origins", "a.example,b.example")];
    let env = [
        ("BATON_COMPRESSION", "full"),
        ("BATON_LOOPS", "3"),
        ("BATON_METRICS_LISTEN", "127.0.0.1:9"),
        ("BATON_PATH_PREFIX", "x"),
    ];
    let report = crate::settings::report(load(&flags, &env, "").unwrap());
    let again = crate::settings::report(load(&[], &[], &values(&report)).unwrap());
    let without_places = |page: &str| {
        page.lines().map(|line| line.split(" # ").next().unwrap().trim_end().to_owned()).collect()
    };
    let (first, second): (Vec<_>, Vec<_>) =
        (without_places(&values(&report)), without_places(&values(&again)));
    assert_eq!(first, second);
    assert!(first.contains(&"loops                      = 3".to_owned()), "{first:?}");
}

/// The part of a report that is TOML, without what is no value of its setting once it is masked.
fn values(report: &str) -> String {
    let lines = report.split_once("\nThe settings are valid").unwrap().0.lines();
    let lines = lines.filter(|line| !["jwt_secret ", "api_keys "].iter().any(|key| line.starts_with(key)));
    lines.map(|line| format!("{line}\n")).collect()
}
