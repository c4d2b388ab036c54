//! The layers together: what an operator writes, and what comes of it.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::net::SocketAddr;

use super::app::{APP, LOCAL_API_KEYS, LOCAL_JWT_SECRET, default_app};
use super::environment::Environment;
use super::field::{Bounds, Compression, Expected, Field, Given, IoDriver, Kind, LogFormat};
use super::file::File;
use super::load::{Flags, Loaded, load_with};
use super::server::{SERVER, Settings};
use super::setting::Setting;

fn variables(pairs: &[(&str, &str)]) -> Environment {
    Environment::read(pairs.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))))
        .unwrap()
}

/// Loads flags, variables and a file's text, or tells the faults as texts.
fn load(flags: &[(&str, &str)], env: &[(&str, &str)], file: &str) -> Result<Loaded, Vec<String>> {
    let flags: Flags = flags.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    let file = File::from_text("baton.toml", file);
    load_with(&flags, &variables(env), Some(&file))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn file(text: &str) -> Settings {
    load(&[], &[], text).unwrap().settings
}

fn faults(text: &str) -> Vec<String> {
    load(&[], &[], text).unwrap_err()
}

fn env(pairs: &[(&str, &str)]) -> Settings {
    load(&[], pairs, "").unwrap().settings
}

fn origin(loaded: &Loaded, key: &str) -> String {
    let n = SERVER.iter().position(|setting| setting.about.key == key).unwrap();
    loaded.origins[n].to_string()
}

const OWN: &str = "[[apps]]\nid = 'a'\nkey = 'k'\nsecret = 'a secret of some length'\n";

// The tables.

#[test]
fn no_two_settings_share_a_name() {
    let mut flags = HashSet::new();
    let mut variables = HashSet::new();
    for about in super::abouts().map(|(about, _)| about) {
        assert!(flags.insert(about.flag()), "--{} is there twice", about.flag());
        assert!(variables.insert(about.environment()), "{} is there twice", about.environment());
    }
}

#[test]
fn every_setting_has_a_place_of_its_own() {
    fn distinct<T>(table: &[Setting<T>], target: &mut T) {
        let mut places = HashMap::new();
        for setting in table {
            let place: *const dyn Field = (setting.place)(target);
            let other = places.insert(place.cast::<u8>(), setting.about.key);
            assert_eq!(other, None, "{} shares its field", setting.about.key);
        }
    }
    distinct(SERVER, &mut Settings::default());
    distinct(APP, &mut default_app());
}

#[test]
fn every_default_is_within_its_own_bounds() {
    fn check<T>(table: &[Setting<T>], target: &mut T) {
        for setting in table {
            let text = setting.show(target);
            let taken = (setting.place)(target).set(Given::Text(&text), setting.about.bounds);
            assert_eq!(taken, Ok(()), "{} = {text}", setting.about.key);
        }
    }
    check(SERVER, &mut Settings::default());
    check(APP, &mut default_app());
}

#[test]
fn every_whole_number_takes_its_bounds_and_nothing_beyond() {
    fn check<T>(table: &[Setting<T>], target: &mut T) {
        for setting in table {
            if setting.kind(target) != Kind::Whole {
                continue;
            }
            let Bounds { lowest, highest } = setting.about.bounds;
            let mut try_number = |n: i128| {
                (setting.place)(target).set(Given::Text(&n.to_string()), setting.about.bounds).is_ok()
            };
            let key = setting.about.key;
            assert!(highest < u64::MAX, "{key} has no highest value");
            assert!(try_number(lowest.into()) && try_number(highest.into()), "{key} refuses a bound");
            assert!(!try_number(i128::from(lowest) - 1) && !try_number(i128::from(highest) + 1), "{key}");
        }
    }
    check(SERVER, &mut Settings::default());
    check(APP, &mut default_app());
}

#[test]
fn every_setting_is_read_from_file_environment_and_flag() {
    // The value as text, as it stands in the environment and in flags, and as TOML.
    fn another(kind: Kind, now: &str, bounds: Bounds) -> (String, String) {
        let quoted = |text: &str| (text.to_owned(), format!("{text:?}"));
        match kind {
            Kind::Whole => {
                let n = if now == bounds.lowest.to_string() { bounds.highest } else { bounds.lowest };
                (n.to_string(), n.to_string())
            }
            Kind::Switch => {
                let text = (now != "true").to_string();
                (text.clone(), text)
            }
            Kind::Text => quoted("other"),
            Kind::Secret => quoted("another secret, long enough to sign tokens with"),
            Kind::List => ("example.com".into(), "[\"example.com\"]".into()),
            Kind::Address => quoted("127.0.0.2:9090"),
            Kind::File => quoted("no such file"),
            Kind::Choice(names) => quoted(names.iter().find(|name| **name != now).unwrap()),
        }
    }
    fn loaded(flags: &[(&str, &str)], env: &[(&str, &str)], file: &str) -> Loaded {
        load(flags, env, file).unwrap_or_else(|faults| panic!("{faults:?}"))
    }
    for setting in SERVER {
        let mut defaults = Settings::default();
        let now = setting.show(&mut defaults);
        let (text, toml) = another(setting.kind(&mut defaults), &now, setting.about.bounds);
        if setting.kind(&mut defaults) == Kind::File {
            continue; // what it names is read at once: tests/settings.rs has files
        }
        let text = if setting.about.key == "path_prefix" { "/other".into() } else { text };
        let is_secret = setting.kind(&mut defaults) == Kind::Secret;
        let shown = if is_secret { "********".into() } else { text.clone() };
        let line = format!("{} = {toml}", setting.about.key);
        let (flag, variable) = (setting.about.flag(), setting.about.environment());
        for mut found in [
            loaded(&[], &[], &line),
            loaded(&[], &[(&variable, &text)], ""),
            loaded(&[(&flag, &text)], &[], ""),
        ] {
            assert_eq!(setting.show(&mut found.settings), shown, "{line}");
        }
    }
    for setting in APP {
        let mut defaults = default_app();
        let now = setting.show(&mut defaults);
        let (text, toml) = another(setting.kind(&mut defaults), &now, setting.about.bounds);
        if ["jwks", "jwks_file", "jwks_url", "api_keys"].contains(&setting.about.key) {
            continue; // not any text is one; they have tests of their own
        }
        let is_secret = setting.kind(&mut defaults) == Kind::Secret;
        let shown = if is_secret { "********".into() } else { text.clone() };
        let line = format!("{} = {toml}", setting.about.key);
        let (flag, variable) = (setting.about.flag(), setting.about.environment());
        let declared: String = OWN
            .lines()
            .filter(|own| !own.starts_with(&format!("{} ", setting.about.key)))
            .map(|own| format!("{own}\n"))
            .collect();
        let mut found = vec![
            loaded(&[], &[], &format!("{declared}{line}")),
            loaded(&[], &[(&variable, &text)], ""),
            loaded(&[(&flag, &text)], &[], ""),
        ];
        if !setting.about.is_credential() {
            found.push(loaded(&[], &[], &format!("[app_defaults]\n{line}\n{OWN}")));
        }
        for mut found in found {
            assert_eq!(setting.show(&mut found.settings.apps[0]), shown, "{line}");
        }
    }
}

// The layers.

#[test]
fn a_flag_goes_over_the_environment_over_the_file_over_the_default() {
    let text = "loops = 3\nbacklog = 30\nhead_timeout_s = 33";
    let env = [("BATON_LOOPS", "2"), ("BATON_BACKLOG", "20"), ("UNRELATED", "7")];
    let loaded = load(&[("loops", "1")], &env, text).unwrap();
    let settings = &loaded.settings;
    assert_eq!((settings.loops, settings.backlog, settings.head_timeout_s), (1, 20, 33));
    assert_eq!(settings.message_timeout_s, 30);
    assert_eq!(origin(&loaded, "loops"), "--loops");
    assert_eq!(origin(&loaded, "backlog"), "BATON_BACKLOG");
    assert_eq!(origin(&loaded, "head_timeout_s"), "baton.toml:3");
    assert_eq!(origin(&loaded, "message_timeout_s"), "default");
}

#[test]
fn a_hidden_layer_is_checked_all_the_same() {
    assert_eq!(
        load(&[("loops", "1")], &[("BATON_LOOPS", "two")], "loops = 65").unwrap_err(),
        [
            "baton.toml:1: loops = 65: expected a whole number from 0 to 64",
            "BATON_LOOPS: loops = \"two\": expected a whole number from 0 to 64",
        ]
    );
}

#[test]
fn one_loop_a_core_where_nobody_says_otherwise() {
    let loops = file("").loops;
    assert!((1..=64).contains(&loops), "{loops}");
    assert_eq!(file("loops = 7").loops, 7);
}

#[test]
fn the_driver_is_chosen_by_the_kernel_where_nobody_says_otherwise() {
    assert_eq!(file("").io_driver, IoDriver::Auto);
    assert_eq!(env(&[("BATON_IO_DRIVER", "io_uring")]).io_driver, IoDriver::IoUring);
    assert_eq!(file("io_driver = 'epoll'").io_driver, IoDriver::Epoll);
    assert!(faults("io_driver = 'kqueue'")[0].contains("auto"), "{:?}", faults("io_driver = 'kqueue'"));
}

// Values.

#[test]
fn values_are_read_as_toml_and_as_text() {
    let settings = file(
        "message_bytes = 0x1_0000\ncompression = 'shared'\nlog_format = \"json\"\nlisten = 'localhost:0'",
    );
    assert_eq!(settings.message_bytes, 65_536);
    assert_eq!(settings.compression, Compression::Shared);
    assert_eq!(settings.log_format, LogFormat::Json);
    assert_eq!(settings.listen, SocketAddr::from(([127, 0, 0, 1], 0)));
    let settings = env(&[("BATON_MESSAGE_BYTES", "131_072"), ("BATON_APP_CLIENT_EVENTS", "off")]);
    assert_eq!(settings.message_bytes, 131_072);
    assert!(!settings.apps[0].client_events);
    let origins = env(&[("BATON_APP_ALLOWED_ORIGINS", "example.com, https://*.example.org:8443")]);
    assert_eq!(origins.apps[0].allowed_origins, ["example.com", "https://*.example.org:8443"]);
}

#[test]
fn a_path_prefix_is_brought_into_one_form() {
    for (text, prefix) in [("", ""), ("/", ""), ("ws", "/ws"), ("/ws/", "/ws"), ("/a/b", "/a/b")] {
        assert_eq!(&*file(&format!("path_prefix = '{text}'")).path_prefix, prefix);
    }
    for text in ["a b", "a//b", "a?b", "é"] {
        assert!(
            faults(&format!("path_prefix = '{text}'"))[0].contains("expected a path such as /ws"),
            "{text}"
        );
    }
}

#[test]
fn a_wrong_value_is_told_with_its_place_and_what_was_expected() {
    let wrong = [
        ("loops = -1", "loops = -1: expected a whole number from 0 to 64"),
        ("loops = 1.5", "loops = 1.5: expected a whole number from 0 to 64"),
        ("loops = '8'", "loops = \"8\": expected a whole number from 0 to 64"),
        (
            "loops = 99999999999999999999",
            "loops = 99999999999999999999: expected a whole number from 0 to 64",
        ),
        ("loops = [1]", "loops = this array: expected a whole number from 0 to 64"),
        ("compression = 'on'", "compression = \"on\": expected one of `off` `shared` `full`"),
        ("compression = true", "compression = true: expected one of `off` `shared` `full`"),
        ("log_level = 'loud'", "log_level = \"loud\": expected one of `error` `warn` `info` `debug` `trace`"),
        ("[app_defaults]\nclient_events = 1", "client_events = 1: expected true or false"),
        ("[app_defaults]\nallowed_origins = '*'", "allowed_origins = \"*\": expected 1 to 256 origins"),
        ("[app_defaults]\nallowed_origins = []", "allowed_origins = this array: expected 1 to 256 origins"),
        (
            "[app_defaults]\nallowed_origins = ['https://a/b']",
            "allowed_origins = this array: expected 1 to 256",
        ),
        (
            "[app_defaults]\nchannel_name_bytes = 201",
            "channel_name_bytes = 201: expected a whole number from 1 to 200",
        ),
    ];
    for (text, expected) in wrong {
        let told = faults(text).join("\n");
        let line = text.lines().count();
        assert!(told.starts_with(&format!("baton.toml:{line}: {expected}")), "{told}");
    }
    for address in ["8080", ":8080", "127.0.0.1", "127.0.0.1:99999", "no such host:1", "::1:8080:"] {
        let told = faults(&format!("listen = '{address}'")).join("\n");
        assert!(
            told.starts_with(&format!("baton.toml:1: listen = {address:?}: expected an address")),
            "{told}"
        );
    }
}

#[test]
fn control_characters_of_a_value_do_not_reach_the_terminal() {
    let told = faults("compression = \"\\u001b[31m\\n\"\n\"a\\u0007b\" = 1").join("\n");
    assert!(!told.contains('\u{1b}') && !told.contains('\u{7}'), "{told:?}");
    assert_eq!(told.lines().count(), 2, "{told:?}");
}

#[test]
fn every_whole_number_type_refuses_what_it_cannot_hold() {
    let mut number = 7_u32;
    let any = Bounds { lowest: 0, highest: u64::MAX };
    assert_eq!(
        number.set(Given::Text("4294967296"), any),
        Err(Expected(format!("a whole number from 0 to {}", u64::MAX)))
    );
    assert_eq!(number, 7, "a refused value leaves the old one");
}

// The file.

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
        let told = faults(text);
        assert!(told[0].starts_with("baton.toml:1: `app") && told[0].contains("write ["), "{told:?}");
    }
    let inline = file("apps = [{ id = 'a', key = 'k', secret = 'a secret of some length' }]");
    assert_eq!(&*inline.apps[0].id, "a");
}

#[test]
fn toml_that_is_none_is_told_with_its_line() {
    for text in ["\n\nloops = ", "\n\nloops 5", "loops = 1\n\nloops = 2", "\n\n\"", "\n\n\u{0}"] {
        let told = faults(text);
        assert_eq!(told.len(), 1);
        assert!(told[0].starts_with("baton.toml:3: "), "{told:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_told_with_the_name_that_asked_for_it() {
    let flags = Flags::from([("config".into(), "/nonexistent/baton.toml".into())]);
    let told = super::load(&flags, &Environment::default()).unwrap_err()[0].to_string();
    assert!(told.starts_with("--config: cannot read \"/nonexistent/baton.toml\": "), "{told}");
    let env = variables(&[("BATON_CONFIG", "/nonexistent")]);
    let told = super::load(&Flags::new(), &env).unwrap_err()[0].to_string();
    assert!(told.starts_with("BATON_CONFIG: cannot read \"/nonexistent\": "), "{told}");
}

// Apps.

#[test]
fn without_any_app_there_is_the_default_one() {
    let settings = file("[app_defaults]\nmax_connections = 5\n");
    let [app] = &settings.apps[..] else { panic!("{:?}", settings.apps) };
    assert_eq!((&*app.id, &*app.key, app.secret.bytes()), ("app-id", "app-key", &b"app-secret"[..]));
    assert_eq!((app.index.0, app.max_connections), (0, 5));
    assert!(settings.notices[0].contains("the secret that everybody knows"), "{:?}", settings.notices);
}

#[test]
fn a_declared_app_removes_the_default_one_and_inherits_what_it_does_not_say() {
    let settings = file(
        "[app_defaults]\nmax_connections = 5\nclient_events = false\n\
         [[apps]]\nid = 'a'\nkey = 'ka'\nsecret = 'sixteen letters!'\nclient_events = true\n\
         [[apps]]\nid = 'b'\nkey = 'kb'\nsecret = 'sixteen letters!'\nmax_connections = 6\n",
    );
    let told: Vec<_> = settings
        .apps
        .iter()
        .map(|app| (app.index.0, &*app.id, app.max_connections, app.client_events))
        .collect();
    assert_eq!(told, [(0, "a", 5, true), (1, "b", 6, false)]);
    assert_eq!(settings.notices, [""; 0]);
}

#[test]
fn the_environment_declares_an_app_beside_those_of_the_file() {
    let env = [("BATON_APP_ID", "e"), ("BATON_APP_KEY", "ke"), ("BATON_APP_SECRET", "x y z x y z x y z x")];
    let settings = load(&[("app-max-connections", "9")], &env, OWN).unwrap().settings;
    let told: Vec<_> = settings.apps.iter().map(|app| (app.index.0, &*app.id, app.max_connections)).collect();
    assert_eq!(told, [(0, "a", 0), (1, "e", 9)]);
}

#[test]
fn a_variable_of_an_app_that_does_not_exist_is_refused() {
    assert_eq!(
        load(&[("app-client-events", "false")], &[("BATON_APP_MAX_CONNECTIONS", "9")], OWN).unwrap_err(),
        [
            "BATON_APP_MAX_CONNECTIONS: it concerns the app that flags or environment declare, but the file declares \
             the apps: put `max_connections` under [app_defaults] or [[apps]]",
            "--app-client-events: it concerns the app that flags or environment declare, but the file declares the \
             apps: put `client_events` under [app_defaults] or [[apps]]",
        ]
    );
}

#[test]
fn an_app_without_its_names_is_refused() {
    assert_eq!(
        faults("\n[[apps]]\nid = 'a'\n"),
        [
            "baton.toml:2: this app has no `key`: add it below [[apps]]",
            "baton.toml:2: this app has no `secret`: add it below [[apps]]; `openssl rand -hex 32` makes one",
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
fn an_empty_or_blank_edged_secret_is_refused_and_never_repeated() {
    for secret in ["", " ", "trailing\\n", " leading"] {
        let told = faults(&format!("[[apps]]\nid = 'a'\nkey = 'k'\nsecret = \"{secret}\"")).join("\n");
        assert!(told.starts_with("baton.toml:4: secret: expected a text of 1 to 1024 bytes"), "{told}");
        assert!(!told.contains("leading") && !told.contains("trailing"), "{told}");
    }
    for name in ["BATON_APP_SECRET", "REVERB_APP_SECRET"] {
        let told = load(&[], &[(name, "")], "").unwrap_err().join("\n");
        assert!(told.starts_with(&format!("{name}: secret: expected")), "{told}");
    }
}

#[test]
fn names_that_would_need_escapes_in_a_path_are_refused() {
    for id in ["a/b", "a b", "", "é", "a:b", &"x".repeat(129)] {
        let told = load(&[], &[("BATON_APP_ID", id)], "").unwrap_err().join("\n");
        assert!(told.contains("expected 1 to 128 characters of A-Z a-z 0-9 - _ . ~"), "{told}");
    }
}

#[test]
fn the_default_app_takes_supabases_local_keys_on_this_machine_alone() {
    let jwt_secret = |flags: &[(&str, &str)], file: &str| {
        load(flags, &[], file).map(|loaded| loaded.settings.apps[0].jwt_secret.bytes().to_vec())
    };
    let local = LOCAL_JWT_SECRET.as_bytes();
    assert_eq!(jwt_secret(&[], "").unwrap(), local);
    assert_eq!(jwt_secret(&[], OWN).unwrap(), b"", "an app of one's own has none");
    let own = [("listen", "0.0.0.0:1"), ("app-secret", "a secret of some length")];
    assert_eq!(jwt_secret(&own, "").unwrap(), b"", "it is not lent where others come");
    let told = jwt_secret(&own, &format!("[app_defaults]\njwt_secret = {LOCAL_JWT_SECRET:?}")).unwrap_err();
    assert!(told[0].contains("jwt_secret of app") && told[0].contains("BATON_APP_JWT_SECRET"), "{told:?}");

    let lent = load(&[], &[], "").unwrap().settings.apps.remove(0);
    assert!(lent.jwks.contains("b81269f1") && lent.api_keys.len() == 2);
    for own in ["api_keys = ['sb_secret_0123456789abcdef']", "jwks_url = 'https://example.com/'"] {
        let app = file(&format!("[app_defaults]\n{own}")).apps.remove(0);
        assert!(app.jwt_secret.bytes().is_empty() && app.jwks.is_empty() && app.api_keys.len() < 2, "{own}");
    }
    let keys = |key: &str| load(&own, &[], &format!("[app_defaults]\napi_keys = ['{key}']"));
    let told = keys(LOCAL_API_KEYS[1]).unwrap_err();
    assert!(told[0].contains("one of the api_keys") && told[0].contains("BATON_APP_API_KEYS"), "{told:?}");
    assert!(keys(LOCAL_API_KEYS[0]).is_ok(), "a publishable key is no secret anywhere");
    let told = load(&own, &[], &format!("[app_defaults]\njwks = '{}'", lent.jwks)).unwrap_err();
    assert!(told[0].contains("with which everybody can sign"), "{told:?}");
}

#[test]
fn a_set_of_keys_must_be_one() {
    for (jwks, reason) in [
        ("other", "no JWK Set"),
        (r#"{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}"#, "a secret of 6 bytes; it needs 32"),
        (r#"{"keys":[{"kty":"EC","kid":"a","crv":"P-521","x":"AA","y":"AA"}]}"#, "curve"),
    ] {
        let told = faults(&format!("[app_defaults]\njwks = '{jwks}'"));
        assert!(told[0].starts_with("baton.toml:2: jwks: ") && told[0].contains(reason), "{told:?}");
    }
    let key = r#"{"keys":[{"kty":"oct","kid":"a","k":"YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcyEhISE"}]}"#;
    assert_eq!(file(&format!("[app_defaults]\njwks = '{key}'")).apps[0].jwks, key);
    let told = faults("[app_defaults]\njwks_file = '/there/is/none'");
    assert!(told[0].starts_with("baton.toml:2: jwks_file: the file cannot be read"), "{told:?}");
    for url in ["here", "ftp://a/b", "https://", "https://user:word@a/b", "https://a/b#c", "/jwks.json"] {
        let told = faults(&format!("[app_defaults]\njwks_url = '{url}'"));
        assert!(told[0].starts_with("baton.toml:2: jwks_url: expected https://HOST/PATH"), "{told:?}");
    }
    let short = "[app_defaults]\njwt_secret = 'one that is too short'";
    let told =
        load(&[("listen", "0.0.0.0:1"), ("app-secret", "a secret of some length")], &[], short).unwrap_err();
    assert!(told[0].starts_with("baton.toml:2: jwt_secret: it has 21 bytes"), "{told:?}");
    let notices = file(short).notices;
    assert!(notices.iter().any(|notice| notice.contains("it has 21 bytes")), "{notices:?}");
}

#[test]
fn whoever_fetches_keys_without_tls_is_warned() {
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
    let roles: Vec<_> = settings.apps[0].api_keys.iter().map(|key| &*key.role).collect();
    assert_eq!(roles, ["anon", "reporter"]);
    let loaded =
        load(&[("app-api-keys", "sb_secret_0123456789abcdef, sb_publishable_0123456789abcdef")], &[], "");
    let page = super::report(loaded.unwrap());
    let shown = r#"["sb_secret_********=service_role", "sb_publishable_********=anon"]"#;
    assert!(page.contains(shown) && !page.contains("0123"), "{page}");
    assert!(
        load(&[("app-api-keys", "")], &[], "").unwrap().settings.apps[0].api_keys.len() == 2,
        "the local ones"
    );
    for wrong in ["['sb_secret_short']", "['eyJ']", "['sb_secret_0123456789abcdef=']", "7"] {
        let told = faults(&format!("[app_defaults]\napi_keys = {wrong}"));
        assert!(told[0].contains("keys, each `sb_publishable_"), "{told:?}");
    }
}

#[test]
fn the_default_secret_is_served_to_this_machine_alone() {
    for here in ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "[::ffff:127.0.0.1]:1", "localhost:1"] {
        assert!(load(&[("listen", here)], &[], "").is_ok(), "{here}");
    }
    for everywhere in ["0.0.0.0:1", "[::]:1", "192.0.2.1:1", "[::ffff:192.0.2.1]:1"] {
        let told = load(&[("listen", everywhere)], &[], "").unwrap_err().join("\n");
        assert!(told.starts_with("--listen: other machines reach "), "{told}");
        assert!(told.contains("BATON_APP_SECRET") && told.contains("openssl rand -hex 32"), "{told}");
        let own = [("BATON_APP_SECRET", "a secret of some length")];
        assert!(load(&[("listen", everywhere)], &own, "").is_ok(), "{everywhere}");
    }
    let copied = "[[apps]]\nid = 'a'\nkey = 'k'\nsecret = 'app-secret'\n";
    assert!(
        load(&[("listen", "0.0.0.0:1")], &[], copied).is_err(),
        "copied from the manual it is as well known"
    );
}

// Reverb.

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
    assert_eq!(settings.listen, SocketAddr::from(([0, 0, 0, 0], 6001)));
    assert_eq!(&*settings.path_prefix, "/live");
    assert_eq!((settings.http_body_bytes, settings.message_bytes), (200_000, 20_000));
    assert_eq!(settings.messages_per_second, 4, "100 in 30 s, rounded up");
    let [app] = &settings.apps[..] else { panic!("{:?}", settings.apps) };
    assert_eq!((&*app.id, &*app.key), ("500", "laravel-key"));
    assert_eq!(app.secret.bytes(), b"laravel-secret-of-some-length");
    assert_eq!((app.max_connections, app.activity_timeout_s, app.event_data_bytes), (1_000, 30, 200_000));
    assert!(!app.client_events);
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
    assert_eq!(settings.listen, "[::1]:8080".parse().unwrap());
    assert_eq!((settings.apps[0].max_connections, settings.apps[0].activity_timeout_s), (0, 60));
    assert_eq!(settings.messages_per_second, 0);
    assert_eq!(settings.http_body_bytes, 10_000);
    assert_eq!(settings.apps[0].event_data_bytes, 10_240, "Reverb's smaller bound counts the whole request");
}

#[test]
fn client_events_from_whom_is_a_switch_here() {
    let from = |whom| load(&[], &[("REVERB_APP_ACCEPT_CLIENT_EVENTS_FROM", whom)], "");
    for (whom, allowed) in [("all", true), ("members", true), ("none", false), ("", true)] {
        assert_eq!(from(whom).unwrap().settings.apps[0].client_events, allowed, "{whom}");
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
             127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080",
            "REVERB_APP_ACTIVITY_TIMEOUT: activity_timeout_s = \"soon\": expected a whole number from 1 to 3600",
        ]
    );
    let rate = [("REVERB_APP_RATE_LIMITING_ENABLED", "1"), ("REVERB_APP_RATE_LIMIT_DECAY_SECONDS", "0")];
    let told = load(&[], &rate, "").unwrap_err().join("\n");
    assert!(told.contains("REVERB_APP_RATE_LIMIT_DECAY_SECONDS to be a whole number above 0"), "{told}");
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
    assert_eq!(settings.listen.port(), 9);
    assert_eq!(settings.notices, ["REVERB_APP_… is not read, since the file declares the apps"]);
}

// Notices.

#[test]
fn what_may_be_a_slip_is_told_without_stopping() {
    let notices = env(&[
        ("BATON_APP_SECRET", "short"),
        ("BATON_LISTN", "127.0.0.1:1"),
        ("BATON_PORT_8080_TCP", "tcp://10.0.0.1:8080"),
        ("BATON_SERVICE_HOST", "10.0.0.1"),
        ("BATON_CONFIG", "is read elsewhere"),
        ("REVERB_SCALING_ENABLED", "true"),
        ("BATON_APP_EVENT_DATA_BYTES", "2000000"),
    ])
    .notices;
    let expected = [
        "the secret of app \"app-id\" has 5 bytes",
        "app \"app-id\" allows events of 2000000 bytes (event_data_bytes), but an HTTP body may have 1048576",
        "REVERB_SCALING_ENABLED is true",
        "BATON_LISTN names no setting: did you mean BATON_LISTEN?",
    ];
    assert_eq!(notices.len(), expected.len(), "{notices:?}");
    for (notice, expected) in notices.iter().zip(expected) {
        assert!(notice.starts_with(expected), "{notice}");
    }
}

// What is printed.

#[test]
fn no_secret_is_printed() {
    let loaded = load(&[], &[], OWN).unwrap();
    assert!(!format!("{:?}", loaded.settings).contains("a secret of"), "{:?}", loaded.settings);
    let report = super::report(loaded);
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

#[test]
fn the_report_is_a_file_that_comes_to_the_same_settings() {
    let flags = [("app-secret", "a secret of some length"), ("app-allowed-origins", "a.example,b.example")];
    let env = [
        ("BATON_COMPRESSION", "full"),
        ("BATON_LOOPS", "3"),
        ("BATON_METRICS_LISTEN", "127.0.0.1:9"),
        ("BATON_PATH_PREFIX", "x"),
    ];
    let report = super::report(load(&flags, &env, "").unwrap());
    let again = super::report(load(&[], &[], &values(&report)).unwrap());
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
    let lines = report.split_once("\nThe settings are right").unwrap().0.lines();
    let lines = lines.filter(|line| !["jwt_secret ", "api_keys "].iter().any(|key| line.starts_with(key)));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_value_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStringExt as _;
    let broken = (OsString::from("BATON_APP_SECRET"), OsString::from_vec(vec![0xff, 0xfe]));
    let told = Environment::read([broken].into_iter()).unwrap_err().to_string();
    assert_eq!(told, "BATON_APP_SECRET: the value is not valid UTF-8");
    let foreign = (OsString::from("PATH"), OsString::from_vec(vec![0xff]));
    assert!(Environment::read([foreign].into_iter()).is_ok());
}
