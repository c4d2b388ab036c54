//! Apps: which there are, and their names.

use super::{OWN, faults, file, load};

#[test]
fn without_any_app_there_is_the_default_one() {
    let settings = file("[app_defaults]\nmax_connections = 5\n");
    let [app] = &settings.apps[..] else { panic!("{:?}", settings.apps) };
    assert_eq!((&*app.id, &*app.key, app.secret.bytes()), ("1", "app-key", &b"app-secret"[..]));
    assert_eq!((app.index.0, app.max_connections), (0, 5));
    assert!(settings.notices[0].contains("the publicly known secret"), "{:?}", settings.notices);
}

#[test]
fn a_declared_app_removes_the_default_one_and_inherits_what_it_does_not_say() {
    let settings = file(
        "[app_defaults]\nmax_connections = 5\nclient_events = false\n\
         [[apps]]\nid = 'a'\nkey = 'ka'\nsecret = 'sixteen letters!'\nclient_events = true\n\
         [[apps]]\nid = 'b'\nkey = 'kb'\nsecret = 'sixteen letters!'\nmax_connections = 6\n",
    );
    let reported: Vec<_> = settings
        .apps
        .iter()
        .map(|app| (app.index.0, &*app.id, app.max_connections, app.pusher.client_events))
        .collect();
    assert_eq!(reported, [(0, "a", 5, true), (1, "b", 6, false)]);
    assert_eq!(settings.notices, [""; 0]);
}

#[test]
fn the_environment_declares_an_app_beside_those_of_the_file() {
    let env = [("BATON_APP_ID", "e"), ("BATON_APP_KEY", "ke"), ("BATON_APP_SECRET", "x y z x y z x y z x")];
    let settings = load(&[("app-max-connections", "9")], &env, OWN).unwrap().settings;
    let reported: Vec<_> =
        settings.apps.iter().map(|app| (app.index.0, &*app.id, app.max_connections)).collect();
    assert_eq!(reported, [(0, "a", 0), (1, "e", 9)]);
}

#[test]
fn a_variable_of_an_app_that_does_not_exist_is_refused() {
    assert_eq!(
        load(&[("app-client-events", "false")], &[("BATON_APP_MAX_CONNECTIONS", "9")], OWN).unwrap_err(),
        [
            "BATON_APP_MAX_CONNECTIONS: it concerns the app that flags or environment declare, but the file, the \
             store or a database declares the apps: put `max_connections` under [app_defaults] or [[apps]]",
            "--app-client-events: it concerns the app that flags or environment declare, but the file, the store \
             or a database declares the apps: put `client_events` under [app_defaults] or [[apps]]",
        ]
    );
}

#[test]
fn an_app_without_its_names_is_refused() {
    assert_eq!(
        faults("\n[[apps]]\nid = 'a'\n"),
        [
            "baton.toml:2: this app has no `key`: add it below [[apps]]",
            "baton.toml:2: this app has no `secret`: add it below [[apps]], or set BATON_APP_A_SECRET, or name a `secret_file`; `openssl rand -hex 32` makes one",
        ]
    );
}

#[test]
fn two_apps_with_one_name_are_refused() {
    let twice = format!("{OWN}{OWN}");
    assert_eq!(
        faults(&twice),
        [
            "baton.toml:6: id = \"a\" is the id of another app too (baton.toml:2): each app needs its own",
            "baton.toml:7: key = \"k\" is the key of another app too (baton.toml:3): each app needs its own",
        ]
    );
    let env =
        [("BATON_APP_ID", "e"), ("BATON_APP_KEY", "k"), ("BATON_APP_SECRET", "a secret of some length")];
    assert_eq!(
        load(&[], &env, OWN).unwrap_err(),
        ["BATON_APP_KEY: key = \"k\" is the key of another app too (baton.toml:3): each app needs its own"]
    );
}

#[test]
fn names_that_would_need_escapes_in_a_path_are_refused() {
    for id in ["a/b", "a b", "", "é", "a:b", &"x".repeat(129)] {
        let reported = load(&[], &[("BATON_APP_ID", id)], "").unwrap_err().join("\n");
        assert!(reported.contains("expected 1 to 128 characters of A-Z a-z 0-9 - _ . ~"), "{reported}");
    }
}

#[test]
fn an_app_of_supabase_clients_alone_needs_no_secret() {
    let app = file("[[apps]]\nid = 'a'\nkey = 'k'\napi_keys = ['sb_secret_0123456789abcdef']\n");
    assert_eq!((app.apps[0].secret.bytes(), app.notices), (&b""[..], vec![]));
}

#[test]
fn who_may_broadcast_on_public_topics_follows_from_the_settings() {
    let keys = "api_keys = ['sb_secret_0123456789abcdef']";
    let app = |more: &str| format!("[[apps]]\nid = 'a'\nkey = 'k'\n{more}\n");
    let secret = "secret = 'a secret of its own'";
    for (text, words) in [
        (String::new(), &["supabase"][..]), // the default app: everybody knows its secret
        (app(&format!("{secret}\n{keys}")), &["none"]), // Pusher clients and Supabase clients
        (app(secret), &["none"]),           // Pusher clients
        (app(keys), &["supabase"]),         // Supabase clients
        (app(&format!("{secret}\n{keys}\npublic_broadcast = 'supabase'")), &["supabase"]),
        (app(&format!("{secret}\n{keys}\npublic_broadcast = 'auto'")), &["none"]),
        (app(&format!("{keys}\npublic_broadcast = 'none'")), &["none"]),
        (app(&format!("{secret}\n{keys}\npublic_broadcast = ['chat-*', 'lobby']")), &["chat-*", "lobby"]),
        (app(&format!("{secret}\n{keys}\npublic_broadcast = 'chat-*'")), &["chat-*"]),
    ] {
        assert_eq!(file(&text).apps[0].supabase.public_broadcast.entries(), words, "{text}");
    }
    let reported = faults(&app(&format!("{secret}\npublic_broadcast = []"))).join("\n");
    assert!(reported.contains("expected `auto`, `none`, `supabase`, or 1 to 100 topics"), "{reported}");
    let both = |more: &str| file(&app(&format!("{secret}\n{keys}\n{more}"))).notices;
    assert!(both("").iter().any(|notice| notice.contains("public_broadcast")), "{:?}", both(""));
    assert_eq!(both("public_broadcast = 'none'"), [""; 0], "the operator has decided");
}

#[test]
fn of_a_former_key_and_its_secret_neither_stands_alone_unnoticed() {
    let app = |more: &str| format!("{OWN}{more}\n");
    let reported = faults(&app("previous_secret = 'another secret of some length'"));
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(
        reported[0].starts_with("baton.toml:5: previous_secret is set and previous_key is not"),
        "{reported:?}"
    );
    let notices = file(&app("previous_key = 'former'")).notices;
    assert!(
        matches!(&notices[..], [reported] if reported.contains("previous_key and no previous_secret")),
        "{notices:?}"
    );
    let both =
        file(&app("previous_key = 'former'\nprevious_secret = 'another secret of some length'")).notices;
    assert_eq!(both, [""; 0]);
}

#[test]
fn history_that_cannot_hold_what_a_rule_names_is_noticed() {
    let noticed = |server: &str, app: &str| file(&format!("{server}\n{OWN}{app}")).notices;
    let rule = "history_rules = [{ channel_prefix = 'a', bytes = 4_194_305 }]\n";
    let notices = noticed("", rule);
    assert!(
        matches!(&notices[..], [one] if one.contains("one channel has 4194304 at most") && one.contains("to 67108880")),
        "{notices:?}"
    );
    assert_eq!(noticed("history_bytes = 67108880", rule), [""; 0]);
    assert_eq!(noticed("", "history_channel_bytes = 4_194_304\n"), [""; 0]);
    assert_eq!(noticed("", "history_channel_bytes = 4_194_305\n").len(), 1);

    let recovery = |rule: &str| {
        noticed("", &format!("recovery = true\nhistory_rules = [{{ channel_prefix = 'a', {rule} }}]\n")).len()
    };
    assert_eq!([recovery("ttl_s = 119"), recovery("messages = 0"), recovery("ttl_s = 120")], [1, 1, 0]);
    assert_eq!(recovery("messages = 0, recovery = false"), 0);
}
