//! Secrets and keys: who may use which, and that none is shown.

use super::{OWN, faults, file, load};
use crate::settings::app::{LOCAL_API_KEYS, LOCAL_JWT_SECRET};

#[test]
fn an_empty_or_blank_edged_secret_is_refused_and_never_repeated() {
    for secret in ["", " ", "trailing\\n", " leading"] {
        let reported = faults(&format!("[[apps]]\nid = 'a'\nkey = 'k'\nsecret = \"{secret}\"")).join("\n");
        assert!(
            reported.starts_with("baton.toml:4: secret: expected a text of 1 to 1024 bytes"),
            "{reported}"
        );
        assert!(!reported.contains("leading") && !reported.contains("trailing"), "{reported}");
    }
    for name in ["BATON_APP_SECRET", "REVERB_APP_SECRET"] {
        let reported = load(&[], &[(name, "")], "").unwrap_err().join("\n");
        assert!(reported.starts_with(&format!("{name}: secret: expected")), "{reported}");
    }
}

#[test]
fn the_default_app_takes_supabases_local_keys_on_this_machine_alone() {
    let jwt_secret = |flags: &[(&str, &str)], file: &str| {
        load(flags, &[], file).map(|loaded| loaded.settings.apps[0].tokens.jwt_secret.bytes().to_vec())
    };
    let local = LOCAL_JWT_SECRET.as_bytes();
    assert_eq!(jwt_secret(&[], "").unwrap(), local);
    assert_eq!(jwt_secret(&[], OWN).unwrap(), b"", "an app of one's own has none");
    let own = [("listen", "0.0.0.0:1"), ("app-secret", "a secret of some length")];
    assert_eq!(jwt_secret(&own, "").unwrap(), b"", "it is not lent where others come");
    let reported =
        jwt_secret(&own, &format!("[app_defaults]\njwt_secret = {LOCAL_JWT_SECRET:?}")).unwrap_err();
    assert!(
        reported[0].contains("jwt_secret of app")
            && reported[0].contains("BATON_APP_JWT_SECRET")
            && reported.len() == 1,
        "{reported:?}"
    );

    let lent = load(&[], &[], "").unwrap().settings.apps.remove(0).tokens;
    assert!(lent.jwks.contains("b81269f1") && lent.api_keys.len() == 2);
    for own in ["api_keys = ['sb_secret_0123456789abcdef']", "jwks_url = 'https://example.com/'"] {
        let tokens = file(&format!("[app_defaults]\n{own}")).apps.remove(0).tokens;
        let lent = (tokens.jwt_secret.bytes().len(), tokens.jwks.len(), tokens.api_keys.len() > 1);
        assert_eq!(lent, (0, 0, false), "{own}");
    }
    let keys = |key: &str| load(&own, &[], &format!("[app_defaults]\napi_keys = ['{key}']"));
    let reported = keys(LOCAL_API_KEYS[1]).unwrap_err();
    assert!(
        reported[0].contains("one of the api_keys") && reported[0].contains("BATON_APP_API_KEYS"),
        "{reported:?}"
    );
    assert!(keys(LOCAL_API_KEYS[0]).is_ok(), "a publishable key is no secret anywhere");
    let reported = load(&own, &[], &format!("[app_defaults]\njwks = '{}'", lent.jwks)).unwrap_err();
    assert!(reported[0].contains("with which everybody can sign"), "{reported:?}");
}

#[test]
fn a_set_of_keys_must_be_one() {
    for (jwks, reason) in [
        ("other", "no JWK Set"),
        (r#"{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}"#, "a secret of 6 bytes; it needs 32"),
        (r#"{"keys":[{"kty":"EC","kid":"a","crv":"P-521","x":"AA","y":"AA"}]}"#, "curve"),
    ] {
        let reported = faults(&format!("[app_defaults]\njwks = '{jwks}'"));
        assert!(
            reported[0].starts_with("baton.toml:2: jwks: ") && reported[0].contains(reason),
            "{reported:?}"
        );
    }
    let key = r#"{"keys":[{"kty":"oct","kid":"a","k":"YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcyEhISE"}]}"#;
    assert_eq!(file(&format!("[app_defaults]\njwks = '{key}'")).apps[0].tokens.jwks, key);
    let reported = faults("[app_defaults]\njwks_file = '/there/is/none'");
    assert!(reported[0].starts_with("baton.toml:2: jwks_file: the file cannot be read"), "{reported:?}");
    for url in ["here", "ftp://a/b", "https://", "https://user:word@a/b", "https://a/b#c", "/jwks.json"] {
        let reported = faults(&format!("[app_defaults]\njwks_url = '{url}'"));
        assert!(
            reported[0].starts_with("baton.toml:2: jwks_url: expected https://HOST/PATH"),
            "{reported:?}"
        );
    }
    let short = "[app_defaults]\njwt_secret = 'one that is too short'";
    let reported =
        load(&[("listen", "0.0.0.0:1"), ("app-secret", "a secret of some length")], &[], short).unwrap_err();
    assert!(reported[0].starts_with("baton.toml:2: jwt_secret: it has 21 bytes"), "{reported:?}");
    let notices = file(short).notices;
    assert!(notices.iter().any(|notice| notice.contains("it has 21 bytes")), "{notices:?}");
}

#[test]
fn fetching_keys_without_tls_is_warned_of() {
    for (url, is_warned) in [
        ("https://example.com/jwks.json", false),
        ("http://127.0.0.1:1/jwks.json", false),
        ("http://[::1]:1/jwks.json", false),
        ("http://localhost/jwks.json", false),
        ("http://auth:9999/jwks.json", true),
        ("http://192.0.2.1/", true),
    ] {
        let settings = file(&format!("[app_defaults]\njwks_url = '{url}'"));
        assert_eq!(settings.notices.iter().any(|notice| notice.contains("without TLS")), is_warned, "{url}");
    }
}

#[test]
fn keys_of_a_project_are_read_and_never_shown() {
    let keys = "'sb_publishable_0123456789abcdef', 'sb_secret_0123456789abcdef=reporter'";
    let settings = file(&format!("[app_defaults]\napi_keys = [{keys}]"));
    let roles: Vec<_> = settings.apps[0].tokens.api_keys.iter().map(|key| &*key.role).collect();
    assert_eq!(roles, ["anon", "reporter"]);
    let loaded =
        load(&[("app-api-keys", "sb_secret_0123456789abcdef, sb_publishable_0123456789abcdef")], &[], "");
    let page = crate::settings::report(loaded.unwrap());
    let shown = r#"["sb_secret_********=service_role", "sb_publishable_********=anon"]"#;
    assert!(page.contains(shown) && !page.contains("0123"), "{page}");
    assert!(
        load(&[("app-api-keys", "")], &[], "").unwrap().settings.apps[0].tokens.api_keys.len() == 2,
        "the local ones"
    );
    for wrong in ["['sb_secret_short']", "['eyJ']", "['sb_secret_0123456789abcdef=']", "7"] {
        let reported = faults(&format!("[app_defaults]\napi_keys = {wrong}"));
        assert!(reported[0].contains("keys, each `sb_publishable_"), "{reported:?}");
        assert!(!reported[0].contains("short") && !reported[0].contains("0123456789"), "{reported:?}");
    }
}

#[test]
fn the_default_secret_is_served_to_this_machine_alone() {
    for here in ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "[::ffff:127.0.0.1]:1", "localhost:1"] {
        assert!(load(&[("listen", here)], &[], "").is_ok(), "{here}");
    }
    for everywhere in ["0.0.0.0:1", "[::]:1", "192.0.2.1:1", "[::ffff:192.0.2.1]:1"] {
        let reported = load(&[("listen", everywhere)], &[], "").unwrap_err().join("\n");
        assert!(reported.starts_with("--listen: other machines reach "), "{reported}");
        assert!(
            reported.contains("BATON_APP_SECRET") && reported.contains("openssl rand -hex 32"),
            "{reported}"
        );
        let own = [("BATON_APP_SECRET", "a secret of some length")];
        assert!(load(&[("listen", everywhere)], &own, "").is_ok(), "{everywhere}");
    }
    let copied = "[[apps]]\nid = 'a'\nkey = 'k'\nsecret = 'app-secret'\n";
    let reported = load(&[("listen", "0.0.0.0:1")], &[], copied).unwrap_err();
    assert!(
        reported[0].contains("set BATON_APP_A_SECRET, or `secret`"),
        "copied from the manual it is as well known: {reported:?}"
    );
    let own = load(&[("listen", "0.0.0.0:1")], &[("BATON_APP_A_SECRET", "the secret of app a")], copied);
    assert!(own.is_ok(), "{own:?}");
}

#[test]
fn a_guessable_secret_is_refused_where_others_come() {
    let (short, placeholder) =
        ("has 15 bytes, of which it needs 16", "is a placeholder that nothing has replaced");
    let everywhere = ("listen", "0.0.0.0:1");
    for (secret, why) in [
        ("…", "has 3 bytes"),
        ("123456789012345", short),
        ("${SECRET}", placeholder),
        ("${REVERB_APP_SECRET}", placeholder),
        ("$(openssl rand -hex 32)", placeholder),
        ("<your-secret-goes-here>", placeholder),
        ("xxxxxxxxxxxxxxxx", "is one byte repeated"),
        ("changeme-changeme", "reads like a placeholder"),
        ("your-secret-here", "reads like a placeholder"),
        ("YOUR_REVERB_APP_SECRET", "reads like a placeholder"),
        ("openssl-rand-hex-32", "reads like a placeholder"),
        ("my-app-secret-12345", "reads like a placeholder"),
        ("a secret of your own", "reads like a placeholder"),
        (LOCAL_JWT_SECRET, "is a sample from a manual"),
        ("your-super-secret-jwt-token-with-at-least-32-characters-long", "is a sample from a manual"),
    ] {
        let app = format!("[[apps]]\nid = 'a'\nkey = 'k'\nsecret = '{secret}'\n");
        let reported = load(&[everywhere], &[], &app).unwrap_err();
        let [reported] = &reported[..] else { panic!("{secret}: {reported:?}") };
        assert!(
            reported.starts_with("baton.toml:4: other machines reach 0.0.0.0:1, and the secret of app"),
            "{reported}"
        );
        assert!(reported.contains(why) && reported.contains("openssl rand -hex 32"), "{reported}");
        let reported = notices(&app);
        assert!(
            reported.len() == 1
                && reported[0].starts_with("the secret of app \"a\"")
                && reported[0].contains(why),
            "{reported:?}"
        );

        let administrators = format!("api_jwt_secret = '{secret}'\n{OWN}");
        let reported = load(&[everywhere], &[], &administrators).unwrap_err();
        assert!(
            reported[0].starts_with("baton.toml:1: other machines reach") && reported[0].contains(why),
            "{reported:?}"
        );
        let reported = notices(&administrators);
        assert!(
            reported.len() == 1 && reported[0].starts_with("api_jwt_secret ") && reported[0].contains(why),
            "{reported:?}"
        );
    }
    let unset = format!("{OWN}jwt_secret = '${{THE_SECRET_OF_THIS_PROJECT_OR_ANOTHER}}'");
    let reported = load(&[everywhere], &[], &unset).unwrap_err();
    assert!(
        reported[0].contains("the jwt_secret of app") && reported[0].contains(placeholder),
        "{reported:?}"
    );
    let reported = notices(&unset);
    assert!(
        reported[0].starts_with("the jwt_secret of app") && reported[0].contains(placeholder),
        "{reported:?}"
    );
    for own in ["1234567890123456", "shop-app-secret-9f86d081884c7d65", "correct horse battery staple"] {
        let long = format!("[[apps]]\nid = 'a'\nkey = 'k'\nsecret = '{own}'\n");
        assert!(load(&[everywhere], &[], &long).is_ok(), "{own} has 16 bytes of its own");
    }
}

/// The notices about its secrets of a server for this machine alone.
fn notices(file: &str) -> Vec<String> {
    let reported = load(&[], &[], file).unwrap().settings.notices;
    // It stands wherever a jwt_secret is set.
    reported.into_iter().filter(|notice| !notice.contains("public_broadcast")).collect()
}

#[test]
fn what_everybody_knows_is_noted_as_a_proxy_may_be_in_front() {
    let sample = "your-super-secret-jwt-token-with-at-least-32-characters-long";
    let local = load(&[], &[], "").unwrap().settings.apps.remove(0);
    for (setting, value, why) in [
        ("jwt_secret", format!("'{sample}'"), "is a sample from a manual"),
        ("jwt_secret", format!("'{LOCAL_JWT_SECRET}'"), "is a sample from a manual"),
        ("jwt_secret", "'too short a secret'".into(), "it has 18 bytes"),
        ("jwks", format!("'{}'", local.tokens.jwks), "with which everybody can sign"),
        ("api_keys", format!("['{}']", LOCAL_API_KEYS[1]), "which everybody knows"),
    ] {
        let reported = notices(&format!("{OWN}{setting} = {value}"));
        assert!(
            reported.len() == 1 && reported[0].contains(setting) && reported[0].contains(why),
            "{reported:?}"
        );
        let reported = notices(&format!("[app_defaults]\n{setting} = {value}"));
        assert!(reported.iter().any(|notice| notice.contains(why)), "also of the default app: {reported:?}");
    }
    assert_eq!(notices(OWN), [""; 0]);
    let reported = notices("");
    assert!(
        reported.len() == 1 && reported[0].contains("the publicly known secret"),
        "lent keys go with it: {reported:?}"
    );
}

#[test]
fn no_secret_is_printed() {
    let loaded = load(&[], &[], OWN).unwrap();
    assert!(!format!("{:?}", loaded.settings).contains("a secret of"), "{:?}", loaded.settings);
    let report = crate::settings::report(loaded);
    assert!(!report.contains("a secret of"), "{report}");
    let secret = report.lines().find(|line| line.starts_with("secret ")).unwrap();
    assert!(secret.contains("= \"********\"") && secret.ends_with("# baton.toml:4"), "{secret}");
}

#[test]
fn administrators_have_a_secret_that_no_app_s_users_have() {
    let own = format!("api_jwt_secret = \"of administrators\"\n{OWN}jwt_secret = \"of users\"\n");
    assert!(load(&[], &[], &own).is_ok());
    let faults = load(&[], &[], &own.replace("of users", "of administrators")).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("baton.toml:1: api_jwt_secret is the jwt_secret of app"), "{faults:?}");
    let without = OWN.to_owned() + "jwt_secret = \"\"\n";
    assert!(load(&[], &[], &without).is_ok(), "two that are missing are not shared");
}
