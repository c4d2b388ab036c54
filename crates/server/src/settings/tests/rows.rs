//! Apps in a table as Soketi has it: what a row says, which rows are refused, and where the table is named.

use baton_hub::AppId;
use baton_protocols::{App, DeclaredIn};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{OWN, variables};
use crate::apps_database::{COLUMNS, Row, Rows, Snapshot};
use crate::settings::file::File;
use crate::settings::foreign::Family;
use crate::settings::load::{Flags, Loaded, load_with, load_with_database};
use crate::settings::migrate::page;
use crate::settings::server::Settings;
use crate::settings::soketi_json::{OF_EACH_APP, convert, environments};
use crate::settings::stored::Stored;

const TABLE: &str = "apps_database_url = 'mysql://u:hidden@h/db'\n";

fn load(env: &[(&str, &str)], file: &str, database: &Snapshot) -> Result<Loaded, Vec<String>> {
    let file = File::new("baton.toml", file.into());
    load_with_database(&Flags::new(), &variables(env), Some(&file), Stored::None, database)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

/// The settings with these rows in the table.
fn with_rows(file: &str, rows: &[Row]) -> Settings {
    let database = Snapshot::default();
    database.set(rows.into());
    load(&[], &format!("{TABLE}{file}"), &database).unwrap().settings
}

/// A row with id, key and secret.
fn row(id: &str, more: &[(&str, &str)]) -> Row {
    let key = format!("key-{id}");
    let own = [("id", id), ("key", &*key), ("secret", "a secret of some length")];
    let own = own.into_iter().filter(|(name, _)| !more.iter().any(|(other, _)| other == name));
    Row::of(&own.chain(more.iter().copied()).collect::<Vec<_>>())
}

fn ids(settings: &Settings) -> Vec<&str> {
    settings.apps.iter().map(|app| &*app.id).collect()
}

#[test]
fn each_column_is_a_key_of_soketis_json() {
    for column in &COLUMNS {
        assert!(OF_EACH_APP.iter().any(|(key, _)| *key == column.key), "{}", column.name);
    }
    assert_eq!(COLUMNS.len(), OF_EACH_APP.len());
}

/// What a column and Soketi's JSON may have.
fn value(column: &str) -> BoxedStrategy<Option<Value>> {
    let values: &[Value] = &match column {
        "webhooks" => vec![
            json!([]),
            json!([{"url": "http://x.example/", "event_types": ["member_added"], "headers": {"X-A": "b"}}]),
            json!([{"lambda_function": "f"}, {"url": "http://y.example/"}]),
            json!([{"url": "ftp://x"}]),
        ],
        "enabled" | "enable_client_messages" | "enable_user_authentication" => {
            vec![json!(1), json!(0), json!(true)]
        }
        _ => vec![
            json!(-1),
            json!(-2),
            json!(0),
            json!(1),
            json!(7),
            json!(200),
            json!(0.5),
            json!("x"),
            json!("12"),
        ],
    };
    prop::option::of(prop::sample::select(values.to_vec())).boxed()
}

fn app_values() -> impl Strategy<Value = Vec<(usize, Option<Value>)>> {
    let each = COLUMNS.iter().enumerate().skip(3).map(|(n, column)| (Just(n), value(column.name)));
    each.collect::<Vec<_>>()
}

/// An app of JSON, whose settings are those of a row but for where they are.
fn of_json(values: &[(usize, Option<Value>)]) -> Result<App, String> {
    let mut app = json!({"id": "shop", "key": "key-shop", "secret": "a secret of some length"});
    for (n, value) in values {
        app[COLUMNS[*n].key] = value.clone().unwrap_or(Value::Null);
    }
    let file = json!({ "appManager.array.apps": [app] }).to_string();
    let loaded = convert("soketi.json", &file)
        .and_then(|file| load_with(&Flags::new(), &variables(&[]), Some(&file), Stored::None));
    let loaded = loaded.map_err(|faults| faults[0].to_string())?;
    Ok(App { index: AppId(0), declared_in: DeclaredIn::Database, ..loaded.settings.apps[0].clone() })
}

fn of_row(values: &[(usize, Option<Value>)]) -> Result<App, String> {
    let texts = values.iter().filter_map(|(n, value)| match value.clone()? {
        Value::String(text) => Some((COLUMNS[*n].name, text)),
        other => Some((COLUMNS[*n].name, other.to_string())),
    });
    let texts: Vec<_> = texts.collect();
    let more: Vec<_> = texts.iter().map(|(name, text)| (*name, &**text)).collect();
    let settings = with_rows("", &[row("shop", &more)]);
    match &settings.rows.refused[..] {
        [] => Ok(settings.apps[0].clone()),
        [why, ..] => Err(why.clone()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The same app in Soketi's JSON and in its table has the same settings, or is refused in both.
    #[test]
    fn a_row_is_what_soketis_json_is(values in app_values()) {
        match (of_json(&values), of_row(&values)) {
            (Ok(json), Ok(row)) => prop_assert_eq!(json, row),
            (Err(_), Err(_)) => {}
            (json, row) => prop_assert!(false, "{:?} {:?}", json.map(|app| app.id), row.map(|app| app.id)),
        }
    }
}

#[test]
fn what_soketi_does_by_default_holds_unless_the_file_says_otherwise() {
    let settings = with_rows("", &[row("shop", &[])]);
    let [app] = &settings.apps[..] else { panic!() };
    assert_eq!((app.declared_in, app.enabled, app.max_connections), (DeclaredIn::Database, true, 0));
    assert_eq!((app.pusher.client_events, app.pusher.event_data_bytes), (false, 102_400));
    let defaults = "[app_defaults]\nevent_data_bytes = 2_000\nhistory_messages = 7\nmax_connections = 9\n";
    let settings = with_rows(
        defaults,
        &[row("a", &[]), row("b", &[("max_event_payload_in_kb", "3"), ("max_connections", "-1")])],
    );
    let numbers: Vec<_> = settings
        .apps
        .iter()
        .map(|app| (app.pusher.event_data_bytes, app.history_messages, app.max_connections))
        .collect();
    assert_eq!(numbers, [(2_000, 7, 9), (3_072, 7, 0)]);
    // Soketi's limits of all apps are in its variables.
    let database = Snapshot::default();
    database.set([row("a", &[]), row("b", &[("max_event_payload_in_kb", "3")])].into());
    let env = [
        ("SOKETI_APP_MANAGER_DRIVER", "mysql"),
        ("SOKETI_EVENT_MAX_SIZE_IN_KB", "2"),
        ("SOKETI_DEFAULT_APP_ENABLE_CLIENT_MESSAGES", "true"),
    ];
    let settings = load(&env, "", &database).unwrap().settings;
    let numbers: Vec<_> =
        settings.apps.iter().map(|app| (app.pusher.event_data_bytes, app.pusher.client_events)).collect();
    assert_eq!(numbers, [(2_048, false), (3_072, false)]);
}

#[test]
fn a_wrong_row_is_named_and_leaves_the_others() {
    let rows = [
        row("good", &[]),
        row("", &[]),
        row("no-key", &[("key", "")]),
        row("webhook", &[("webhooks", "[{")]),
        row("negative", &[("max_connections", "-2")]),
        row("switch", &[("enabled", "maybe")]),
        row("twin", &[("key", "twice")]),
        row("twice", &[("key", "twice")]),
        row("a", &[("key", "other")]),
        row("of-file", &[("key", "k")]),
        row("odd id", &[("key", "odd")]),
    ];
    let settings = with_rows(OWN, &rows);
    assert_eq!(ids(&settings), ["a", "good"]);
    let place = |id: &str, column: &str| format!("apps database: table apps, app {id:?}, column {column}: ");
    for (id, column, why) in [
        ("", "id", "the row has no id; the row is left out"),
        ("no-key", "key", "the row has no key"),
        ("webhook", "webhooks", "webhooks: it is not valid JSON: EOF while"),
        ("negative", "max_connections", "max_connections = \"-2\": expected a whole number, or -1"),
        ("switch", "enabled", "enabled = \"maybe\": expected 0 or 1"),
        (
            "twice",
            "key",
            "key = \"twice\" is the key of another row of the table too: each app needs its own, and a unique index \
             sees to it; the row is left out",
        ),
        ("twin", "key", "key = \"twice\" is the key of another row of the table too"),
        ("a", "id", "id = \"a\" is the id of another app too (baton.toml:3)"),
        ("of-file", "key", "key = \"k\" is the key of another app too (baton.toml:4)"),
        ("odd id", "id", "id = \"odd id\": expected 1 to 128 characters"),
    ] {
        let line = place(id, column) + why;
        assert!(
            settings.rows.refused.iter().any(|reported| reported.starts_with(&line)),
            "{line}: {:#?}",
            settings.rows.refused
        );
    }
    assert_eq!(settings.rows.refused.len(), 10);
    assert!(!format!("{:?}", settings.rows.refused).contains("a secret"));
}

#[test]
fn a_row_that_was_good_keeps_what_it_had_and_its_names() {
    let before = [row("a", &[("max_connections", "1")]), row("b", &[])];
    let database = Snapshot::default();
    let mut settings = Settings::default();
    let mut step = |rows: &[Row]| {
        database.set(rows.into());
        settings = load(&[], TABLE, &database).unwrap().settings;
        database.set_in_effect(&settings.rows);
        let limits: Vec<_> =
            settings.apps.iter().map(|app| (app.id.to_string(), app.max_connections)).collect();
        (limits, settings.rows.refused.to_vec())
    };
    let known = |id: &str, most| (id.to_owned(), most);
    assert_eq!(step(&before), (vec![known("a", 1), known("b", 0)], vec![]));
    let wrong = [row("a", &[("max_connections", "-7")]), row("b", &[])];
    let (limits, refused) = step(&wrong);
    assert_eq!(limits, [known("b", 0), known("a", 1)]);
    assert!(refused[0].ends_with("; the app keeps the settings that it had"), "{refused:?}");
    // Also the second time.
    assert_eq!(step(&wrong).0, [known("b", 0), known("a", 1)]);
    // A newcomer, which comes first by its id, does not take the key of one that is there.
    let (limits, refused) =
        step(&[row("0", &[("key", "key-b")]), row("a", &[("max_connections", "2")]), row("b", &[])]);
    assert_eq!(limits, [known("b", 0), known("a", 2)]);
    assert!(refused[0].contains("app \"0\", column key") && refused[0].ends_with("left out"), "{refused:?}");
    // Nor while that row is wrong.
    let (limits, _) = step(&[row("0", &[("key", "key-b")]), row("b", &[("enabled", "maybe")])]);
    assert_eq!(limits, [known("b", 0)]);
    // One that is gone is gone.
    assert_eq!(step(&[row("b", &[])]), (vec![known("b", 0)], vec![]));
    assert_eq!(step(&[]), (vec![], vec![]));
}

/// The table as it is read again and again: what is in effect each time, as ids and keys.
fn keys_after(file: &str, steps: &[&[Row]]) -> (Vec<(String, String)>, Vec<String>) {
    let database = Snapshot::default();
    let mut settings = Settings::default();
    for (n, rows) in steps.iter().enumerate() {
        database.set((*rows).into());
        let file = if n + 1 == steps.len() { file } else { "" };
        settings = load(&[], &format!("{TABLE}{file}"), &database).unwrap().settings;
        database.set_in_effect(&settings.rows);
    }
    let mut keys: Vec<_> =
        settings.apps.iter().map(|app| (app.id.to_string(), app.key.to_string())).collect();
    keys.sort();
    (keys, settings.rows.refused.to_vec())
}

#[test]
fn no_row_takes_the_key_of_another_while_both_are_changed() {
    let known = |id: &str, key: &str| (id.to_owned(), key.to_owned());
    let before = [row("a", &[]), row("v", &[])];
    let thief = row("a", &[("key", "key-v")]);
    let in_effect = [known("a", "key-a"), known("v", "key-v")];
    for victim in [
        row("v", &[("max_connections", "9")]),
        row("v", &[("enabled", "maybe")]),
        // They wait for each other.
        row("v", &[("key", "key-a")]),
    ] {
        let (keys, refused) =
            keys_after("", &[&before, &[thief.clone(), row("v", &[])], &[thief.clone(), victim.clone()]]);
        assert_eq!(keys, in_effect, "{victim:?}");
        let why = "key = \"key-v\" is the key of another app too (table apps, app \"v\", column key)";
        assert!(refused.iter().any(|line| line.contains(why) && line.ends_with("had")), "{refused:?}");
    }
    // The app has another id now, and is the same by its key and secret.
    let renamed = row("w", &[("key", "key-v")]);
    for rows in [[thief.clone(), renamed.clone()], [renamed.clone(), thief.clone()]] {
        let (keys, refused) = keys_after("", &[&before, &[thief.clone(), row("v", &[])], &rows]);
        assert_eq!((keys, refused.len()), (vec![known("a", "key-a"), known("w", "key-v")], 1), "{rows:?}");
    }
    // With another secret it is another app, which waits or has taken the former id.
    let another = [("key", "key-v"), ("secret", "another secret of some length")];
    for stranger in [row("x", &another), row("v", &another)] {
        for rows in [[stranger.clone(), renamed.clone()], [renamed.clone(), stranger.clone()]] {
            let (keys, refused) =
                keys_after("", &[&before[1..], &[row("v", &[]), row("x", &another)], &rows]);
            assert_eq!((keys, refused.len()), (vec![known("w", "key-v")], 1), "{rows:?}");
        }
    }
    let (keys, _) = keys_after("", &[&before, &[row("a", &[("key", "key-v")]), row("w", &another)]]);
    assert_eq!(keys, [known("a", "key-v")]);
    // A secret that is changed in place.
    let (keys, _) =
        keys_after("", &[&before[1..], &[row("v", &[("secret", "another secret of some length")])]]);
    assert_eq!(keys, [known("v", "key-v")]);
    // The new id is another app's, or several rows have it: the app keeps what it had.
    let file = "[[apps]]\nid = 'w'\nkey = 'key-w'\nsecret = 'a secret of some length'\n";
    let (keys, refused) = keys_after(file, &[&before[1..], std::slice::from_ref(&renamed)]);
    assert_eq!(keys, [known("v", "key-v"), known("w", "key-w")]);
    assert!(refused[0].ends_with("had"), "{refused:?}");
    let (keys, refused) = keys_after("", &[&before[1..], &[renamed.clone(), row("w", &another)]]);
    assert_eq!((keys.len(), refused.len()), (1, 2), "{keys:?}");
    assert!(refused.iter().all(|line| !line.ends_with("removed")), "{refused:?}");
    // Nobody knows which of two it is.
    let (keys, _) = keys_after("", &[&before, &[renamed, row("x", &[("key", "key-v")])]]);
    assert_eq!(keys, []);
    // Another row with the victim's id, as a table without a primary key may have it.
    let twin = row("v", &[("secret", "another secret of some length")]);
    let (keys, refused) = keys_after("", &[&before, &[twin, row("v", &[("max_connections", "9")])]]);
    assert_eq!((keys, refused.len()), (vec![known("v", "key-v")], 2));
    // A key that its app gives up is free at once, whichever comes first.
    for (first, second) in [("a", "v"), ("v", "a")] {
        let to = format!("key-{second}");
        let moved = [row(first, &[("key", &to)]), row(second, &[("key", "other")])];
        let (keys, refused) = keys_after("", &[&before, &moved]);
        let mut expected = vec![known(first, &to), known(second, "other")];
        expected.sort();
        assert_eq!((keys, refused), (expected, vec![]));
    }
}

#[test]
fn an_app_that_cannot_keep_what_it_had_is_reported_as_removed() {
    let file = "[[apps]]\nid = 'own'\nkey = 'key-a'\nsecret = 'a secret of some length'\n";
    let wrong = [row("a", &[("enabled", "maybe")])];
    let (keys, refused) = keys_after(file, &[&[row("a", &[])], &wrong]);
    assert_eq!(keys, [("own".to_owned(), "key-a".to_owned())]);
    assert!(refused[0].ends_with("the app is removed"), "{refused:?}");
}

#[test]
fn secrets_that_others_guess_are_refused_where_others_come() {
    let rows =
        [row("known", &[("secret", "app-secret")]), row("short", &[("secret", "short")]), row("good", &[])];
    assert_eq!(with_rows("", &rows).apps.len(), 3);
    let settings = with_rows("listen = '0.0.0.0:1'\n", &rows);
    assert_eq!(ids(&settings), ["good"]);
    assert!(
        settings
            .rows
            .refused
            .iter()
            .all(|line| line.contains("column secret: other machines reach 0.0.0.0:1"))
    );
    assert!(settings.rows.refused[0].contains("publicly known"), "{:?}", settings.rows.refused);
}

#[test]
fn webhooks_of_rows_go_to_the_internet_alone() {
    let rows = [row("shop", &[("webhooks", r#"[{"url":"http://10.0.0.1/"}]"#)])];
    let reported =
        |file: &str| with_rows(file, &rows).notices.iter().any(|notice| notice.contains("it is at 10.0.0.1"));
    assert!(reported("") && !reported("webhook_addresses = 'private'\n"));
}

#[test]
fn without_a_row_no_development_app_takes_the_place() {
    for env in [&[][..], &[("SOKETI_DEFAULT_APP_KEY", "k"), ("SOKETI_APP_MANAGER_DRIVER", "postgres")]] {
        let settings = load(env, TABLE, &Snapshot::default()).unwrap().settings;
        assert!(settings.apps.is_empty(), "{:?}", ids(&settings));
    }
    let notices = load(
        &[("SOKETI_DEFAULT_APP_KEY", "k"), ("SOKETI_APP_MANAGER_DRIVER", "postgres")],
        "",
        &Snapshot::default(),
    );
    let notices = notices.unwrap().settings.notices;
    assert!(
        notices.iter().any(|notice| notice.starts_with("SOKETI_DEFAULT_APP_KEY is not read")),
        "{notices:?}"
    );
    // Our own names declare an app beside those of the table.
    let database = Snapshot::default();
    database.set([row("shop", &[])].into());
    let own =
        [("BATON_APP_ID", "own"), ("BATON_APP_KEY", "k"), ("BATON_APP_SECRET", "a secret of some length")];
    assert_eq!(ids(&load(&own, TABLE, &database).unwrap().settings), ["own", "shop"]);
}

#[test]
fn what_is_no_url_and_no_table_is_refused_without_a_secret() {
    for (file, reported) in [
        ("apps_database_url = 'hidden'", "baton.toml:1: apps_database_url: expected postgresql://"),
        ("apps_database_url = 'mysql://u:hidden@h/'", "baton.toml:1: apps_database_url: expected"),
        ("apps_database_table = 'a.b.c'", "baton.toml:1: apps_database_table = \"a.b.c\": expected TABLE"),
    ] {
        let faults = load(&[], file, &Snapshot::default()).unwrap_err();
        assert!(faults[0].starts_with(reported) && !faults[0].contains("hidden"), "{faults:?}");
    }
}

#[test]
fn soketis_variables_and_its_file_name_the_table() {
    let url = |env: &[(&str, &str)]| {
        let settings = load(env, "", &Snapshot::default()).unwrap().settings;
        (settings.apps_database_url.reveal().to_owned(), settings.apps_database_table)
    };
    let known = |url: &str, table: &str| (url.to_owned(), table.to_owned());
    assert_eq!(url(&[("SOKETI_APP_MANAGER_DRIVER", "array")]), known("", "apps"));
    assert_eq!(url(&[("SOKETI_APP_MANAGER_DRIVER", "dynamodb")]), known("", "apps"));
    assert_eq!(
        url(&[("SOKETI_APP_MANAGER_DRIVER", "mysql"), ("SOKETI_APP_MANAGER_POSTGRES_TABLE", "other")]),
        known("mysql://root:password@127.0.0.1:3306/main", "apps"),
        "Soketi's defaults"
    );
    let postgres = [
        ("SOKETI_APP_MANAGER_DRIVER", "postgres"),
        ("SOKETI_APP_MANAGER_POSTGRES_TABLE", "soketi.apps"),
        ("SOKETI_APP_MANAGER_POSTGRES_VERSION", "13.3"),
        ("SOKETI_DB_POSTGRES_HOST", "db"),
        ("SOKETI_DB_POSTGRES_PORT", "7"),
        ("SOKETI_DB_POSTGRES_USERNAME", "u"),
        ("SOKETI_DB_POSTGRES_PASSWORD", ""),
        ("SOKETI_DB_POSTGRES_DATABASE", "d@b"),
        ("SOKETI_DB_MYSQL_HOST", "other"),
    ];
    assert_eq!(url(&postgres), known("postgresql://u@db:7/d%40b", "soketi.apps"));
    let text = r#"{"appManager": {"driver": "mysql", "mysql": {"table": "t", "version": "8.0", "useMysql2": true},
        "array": {"apps": [{"id": "not", "key": "not", "secret": "not a secret that counts"}]}},
        "database.mysql": {"host": "db", "port": 7, "user": "u", "password": "p@", "database": "d"},
        "eventLimits.maxPayloadInKb": 3}"#;
    let file = convert("soketi.json", text).unwrap();
    let database = Snapshot::default();
    database.set([row("shop", &[])].into());
    let loaded =
        load_with_database(&Flags::new(), &variables(&[]), Some(&file), Stored::None, &database).unwrap();
    let settings = &loaded.settings;
    assert_eq!(settings.apps_database_url.reveal(), "mysql://u:p%40@db:7/d");
    assert_eq!((&*settings.apps_database_table, settings.apps[0].pusher.event_data_bytes), ("t", 3_072));
    assert_eq!(ids(settings), ["shop"]);
    assert!(
        !settings.notices.iter().any(|notice| notice.contains("database.mysql")),
        "{:?}",
        settings.notices
    );
    // What `baton migrate soketi` writes says the same.
    let written = page(Family::Soketi, "soketi.json", &environments("soketi.json", text).unwrap().apps);
    let file = File::new("baton.toml", written.clone());
    let again = load_with_database(&Flags::new(), &variables(&[]), Some(&file), Stored::None, &database);
    let again = again.unwrap_or_else(|faults| panic!("{faults:?}\n{written}"));
    assert_eq!(again.settings.apps_database_url.reveal(), settings.apps_database_url.reveal());
    assert_eq!(again.settings.apps, settings.apps, "{written}");
    assert!(!written.contains("[[apps]]") && !written.contains("Without a counterpart"), "{written}");
}

#[test]
fn the_apps_stay_until_a_restart_if_the_url_is_removed() {
    let database = Snapshot::default();
    database.set([row("shop", &[])].into());
    assert_eq!(ids(&load(&[], "", &database).unwrap().settings), ["shop"]);
}

#[test]
fn what_is_said_of_a_table_in_vain_is_named() {
    let first = |env: &[(&str, &str)]| load(env, "", &Snapshot::default()).unwrap_err()[0].clone();
    let driver = "SOKETI_APP_MANAGER_DRIVER";
    for name in ["redis", "pgsql"] {
        let expected = "SOKETI_APP_MANAGER_DRIVER: apps_database_url: expected array, mysql or postgres";
        assert!(first(&[(driver, name)]).starts_with(expected), "{name}");
    }
    assert!(
        first(&[(driver, "MySQL"), ("SOKETI_DB_MYSQL_PORT", "abc")])
            .ends_with("a port, from 1 to 65535, as SOKETI_DB_MYSQL_PORT")
    );
    let json = r#"{"appManager.driver": "mysql", "database.mysql.port": "abc"}"#;
    let faults = convert("soketi.json", json).err().unwrap();
    assert!(faults[0].to_string().ends_with("as soketi.json database.mysql.port"), "{faults:?}");
    for (env, reported) in [
        (
            &[(driver, "MySQL"), ("SOKETI_DB_MYSQL_PASSWROD", "hidden")][..],
            "SOKETI_DB_MYSQL_PASSWROD is no variable of Soketi's: did you mean SOKETI_DB_MYSQL_PASSWORD?",
        ),
        (
            &[(driver, "postgres"), ("SOKETI_APP_MANAGER_POSTGRES_TABEL", "t")],
            "SOKETI_APP_MANAGER_POSTGRES_TABEL is no variable of Soketi's: did you mean SOKETI_APP_MANAGER_POSTGRES_TABLE?",
        ),
        (
            &[(driver, "mysql"), ("SOKETI_DB_POSTGRES_HOST", "db")],
            "SOKETI_DB_POSTGRES_HOST is not read: SOKETI_APP_MANAGER_DRIVER is not `postgres` in the environment",
        ),
        (
            &[("SOKETI_DB_MYSQL_PASSWORD", "hidden")],
            "SOKETI_DB_MYSQL_PASSWORD is not read: SOKETI_APP_MANAGER_DRIVER is not `mysql` in the environment",
        ),
        (&[(driver, "mysql")], "apps_database_url is set, and data_dir is not"),
    ] {
        let notices = load(env, "", &Snapshot::default()).unwrap().settings.notices;
        assert!(notices.iter().any(|notice| notice.starts_with(reported)), "{reported}: {notices:?}");
    }
}

#[test]
fn dynamodb_stays_without_a_counterpart() {
    let env = [("SOKETI_APP_MANAGER_DRIVER", "dynamodb"), ("SOKETI_APP_MANAGER_DYNAMODB_TABLE", "apps")];
    let notices = load(&env, "", &Snapshot::default()).unwrap().settings.notices;
    assert!(notices.iter().any(|notice| notice.contains("DynamoDB are not read")), "{notices:?}");
    let written = page(Family::Soketi, ".env", &[variables(&env)]);
    assert!(written.contains("SOKETI_APP_MANAGER_DRIVER: apps in DynamoDB are not read"), "{written}");
}

#[test]
fn the_url_is_masked_wherever_settings_are_shown() {
    let loaded = load(&[], TABLE, &Snapshot::default()).unwrap();
    let page = crate::settings::report(loaded);
    assert!(!page.contains("hidden") && page.contains("The database of apps was not asked"), "{page}");
    assert!(Rows::default().refused.is_empty());
}
