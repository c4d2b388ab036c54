//! `baton pg` as an operator uses it: what it prints, its exit statuses, and that it tells no password.

#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

use std::process::{Command, Output};

use baton_postgres::testing::Postgres;

/// Runs `baton pg` with nothing of the tester's own settings.
fn pg(arguments: &[&str], url: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_baton"));
    command.env_remove("BATON_DATABASE_URL").arg("pg").args(arguments);
    if let Some(url) = url {
        command.env("BATON_DATABASE_URL", url);
    }
    command.output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn set_up_look_and_tear_down() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let url = postgres.url(&database);

    let bare = pg(&["check", "--role", "baton"], Some(&url));
    assert_eq!(bare.status.code(), Some(1), "{}", err(&bare));
    assert!(out(&bare).contains(
        "missing  the server's role baton is not there\n         run: baton pg setup --role 'baton'\n"
    ));

    let setup = pg(&["setup", "--database", &url, "--role", "baton"], None);
    let told = out(&setup);
    assert_eq!(setup.status.code(), Some(0), "{told}{}", err(&setup));
    assert_eq!((told.matches("\nbegin;\n").count(), told.matches("\n-- done\n").count()), (12, 12), "{told}");
    assert!(told.ends_with("-- alter role baton password '...';\n"), "{told}");

    let check = pg(&["check", "--role", "baton"], Some(&url));
    assert_eq!(check.status.code(), Some(0), "{}", out(&check));
    assert!(out(&check).ends_with("16 ok, 4 warnings, 0 missing\n"), "{}", out(&check));
    let other = pg(&["check", "--slot", "mine", "--publication", "mine"], Some(&url));
    assert_eq!(other.status.code(), Some(1));
    assert!(out(&other).contains("warning  the slot mine is not there"), "{}", out(&other));
    assert!(out(&other).contains("         run: baton pg setup --publication 'mine'\n"), "{}", out(&other));

    let not_yet = pg(&["teardown"], Some(&url));
    assert_eq!(not_yet.status.code(), Some(2));
    assert!(out(&not_yet).contains("\ndrop table realtime.messages;\n"), "{}", out(&not_yet));
    assert!(err(&not_yet).contains("--yes"));
    let dry = pg(&["teardown", "--dry-run", "--yes"], Some(&url));
    assert_eq!((dry.status.code(), out(&dry)), (Some(0), out(&not_yet)));
    assert_eq!(postgres.psql(&database, "select to_regclass('realtime.messages')"), "realtime.messages");

    let teardown = pg(&["teardown", "--yes", "--roles"], Some(&url));
    assert_eq!(teardown.status.code(), Some(0), "{}", out(&teardown));
    assert_eq!(
        postgres
            .psql(&database, "select to_regnamespace('realtime') is null and to_regrole('baton') is null"),
        "t"
    );
    let again = pg(&["teardown", "--yes", "--roles"], Some(&url));
    assert_eq!((again.status.code(), &*out(&again)), (Some(0), "-- There is nothing that a setup made.\n"));
}

#[test]
fn what_is_refused_is_told_with_who_may_and_ends_with_1() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(
        "postgres",
        &format!("create role tenant login createrole; alter database {database} owner to tenant"),
    );
    let url = postgres.url(&database).replace("user=postgres", "user=tenant");
    let setup = pg(&["setup"], Some(&url));
    let told = out(&setup);
    assert_eq!(setup.status.code(), Some(1), "{told}");
    assert_eq!(told.matches("\n-- done\n").count(), 9, "{told}");
    let (_, rest) =
        told.split_once("-- The rest was refused. Have it run, and then repeat this command:\n").unwrap();
    assert!(
        rest.contains("must be superuser to change bypassrls attribute. To be run by a superuser"),
        "{rest}"
    );
    postgres.psql(&database, rest);
    assert_eq!(pg(&["setup"], Some(&url)).status.code(), Some(0));
}

#[test]
fn a_dry_run_is_a_script_and_needs_no_database() {
    let script = pg(&["setup", "--dry-run", "--role", "baton", "--publication", "mine"], None);
    assert_eq!(script.status.code(), Some(0));
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, &out(&script));
    let check = pg(&["check", "--role", "baton", "--publication", "mine"], Some(&postgres.url(&database)));
    assert_eq!(check.status.code(), Some(0), "{}", out(&check));
}

#[test]
fn wrong_names_urls_and_servers_end_with_2_and_tell_no_password() {
    let secret = "s3cret";
    let unreachable = format!("postgresql://me:{secret}@127.0.0.1:1/db");
    let bad_port = format!("postgresql://me:{secret}:{secret}@host:{secret}/db");
    let question = format!("postgresql://host/db?{secret}=1");
    for (arguments, url, told) in [
        (
            &["check"][..],
            None,
            "name the database by --database URL, by BATON_DATABASE_URL, or by database_url in the settings",
        ),
        (&["setup"], None, "name the database"),
        (&["teardown"], Some(""), "name the database"),
        (
            &["check"],
            Some(&*unreachable),
            "there is no connection to postgresql://me@127.0.0.1:1/db: error connecting to server: Connection refused",
        ),
        (
            &["setup"],
            Some(&*bad_port),
            "BATON_DATABASE_URL: the database's URL has a port that is no number, or a parameter that is not known",
        ),
        (&["check"], Some(&*question), "the database's URL has a port that is no number, or a parameter"),
        (&["check", "--role", "a'b"], Some("x"), "--role: the name has '\\'' in it"),
        (
            &["check", "--slot", ""],
            Some("x"),
            "--slot: a name in PostgreSQL has 1 to 63 bytes, and this one 0",
        ),
        (&["setup", "--publication", "a$b"], Some("x"), "--publication: the name has '$' in it"),
    ] {
        let output = pg(arguments, url);
        let said = err(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(told), "{arguments:?}: {said}");
        assert!(!format!("{said}{}", out(&output)).contains(secret), "{said}");
    }
}

#[test]
fn a_refused_login_says_why() {
    let postgres = Postgres::shared();
    let output = pg(&["check", "--database", &postgres.url("nowhere")], None);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("database \"nowhere\" does not exist"), "{}", err(&output));
}

#[test]
fn help_lists_the_commands_and_a_wrong_one_ends_with_2() {
    let help = pg(&["--help"], None);
    for command in ["setup", "check", "teardown"] {
        assert!(out(&help).contains(&format!("\n  {command} ")), "{}", out(&help));
    }
    for arguments in [&[][..], &["dance"], &["check", "--yes"]] {
        assert_eq!(pg(arguments, None).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn the_settings_name_the_database() {
    let postgres = Postgres::start(&[]);
    let (one, other) = (postgres.database(), postgres.database());
    let config = std::env::temp_dir().join(format!("baton-pg-{}.toml", std::process::id()));
    let app = |id: &str, database: &str| {
        let url = postgres.url(database);
        format!(
            "[[apps]]\nid = \"{id}\"\nkey = \"{id}-key\"\nsecret = \"{id}-secret\"\ndatabase_url = \"{url}\"\n"
        )
    };
    let path = config.to_str().unwrap();
    std::fs::write(&config, app("one", &one)).unwrap();
    let setup = pg(&["setup", "--config", path], None);
    assert_eq!(setup.status.code(), Some(0), "{}", err(&setup));
    std::fs::write(&config, app("one", &one) + &app("two", &other)).unwrap();
    let which = pg(&["check", "--config", path], None);
    assert_eq!(which.status.code(), Some(2));
    assert_eq!(err(&which), "several apps have a database: say which by --app, one of one, two\n");
    assert_eq!(pg(&["check", "--config", path, "--app", "one"], None).status.code(), Some(0));
    assert_eq!(pg(&["check", "--config", path, "--app", "two"], None).status.code(), Some(1));
    let nobody = pg(&["check", "--config", path, "--app", "three"], None);
    assert_eq!(err(&nobody), "--app: no app with the id \"three\" has a database_url\n");
    std::fs::remove_file(&config).unwrap();
    let nothing = pg(&["check"], None);
    assert!(err(&nothing).contains("name the database by --database URL"), "{}", err(&nothing));
}
