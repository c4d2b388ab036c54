//! Apps of the store: beside those of the file, and changed only to what a start would take.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use baton_protocols::App;

use super::{OWN, variables};
use crate::app_store::{AppStore, Change, StoredApp};
use crate::apps_database::Snapshot;
use crate::entropy::random_hex;
use crate::settings::load::{Flags, Sources};
use crate::settings::server::Settings;
use crate::settings::stored::{AppChange, NotChanged, toml_of, value_of};

/// A data directory, and a settings file that names it.
struct Place(PathBuf);

impl Place {
    fn new(file: &str) -> Self {
        let place = Self(std::env::temp_dir().join(format!("baton-apps-{}", random_hex(8).unwrap())));
        fs::create_dir(&place.0).unwrap();
        let data = place.0.join("data");
        fs::write(place.0.join("baton.toml"), format!("data_dir = {data:?}\n{file}")).unwrap();
        place
    }

    fn sources(&self) -> Sources {
        let config = self.0.join("baton.toml").to_str().unwrap().to_owned();
        let flags = Flags::from([("config".into(), config)]);
        Sources { flags, environment: variables(&[]), database: Snapshot::default() }
    }

    fn make(&self, change: AppChange) -> Result<Option<App>, NotChanged> {
        let mut store = AppStore::open(&self.0.join("data"))?;
        change.make(&mut store, &self.sources(), |_| Ok(())).map(|changed| changed.app)
    }

    fn create(&self, settings: &str) -> Result<Option<App>, NotChanged> {
        self.make(AppChange::Create(settings.parse().unwrap()))
    }

    fn ids(&self) -> Vec<String> {
        self.sources().load().unwrap().settings.apps.iter().map(|app| app.id.to_string()).collect()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn wrong(made: Result<Option<App>, NotChanged>) -> String {
    match made {
        Err(NotChanged::Wrong(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn stored_apps_stand_beside_those_of_the_file() {
    let place =
        Place::new("[app_defaults]\nmax_connections = 9\n[[apps]]\nid = 'a'\nkey = 'k'\nsecret = 's'\n");
    let made = place.create("").unwrap().unwrap();
    assert_eq!((made.key.len(), made.secret.bytes().len(), made.max_connections), (20, 64, 9));
    assert!(made.id.parse::<u32>().is_ok_and(|id| id >= 1_000_000), "{}", made.id);
    let named = place.create("id = 'shop'\nkey = 'shop-key'\nmax_connections = 5").unwrap().unwrap();
    assert_eq!((&*named.key, named.max_connections), ("shop-key", 5));
    assert_eq!(place.ids(), ["a", &made.id, "shop"]);
    assert_eq!(place.create("id = 'shop'"), Err(NotChanged::Exists("shop".into())));
    let twice = wrong(place.create("id = 'a'"));
    assert!(
        twice.contains("app \"a\" in the store: id = \"a\" is the id of another app too")
            && twice.contains("baton.toml:5"),
        "{twice}"
    );
    let key = wrong(place.create("key = 'shop-key'"));
    assert!(key.contains("is the key of another app too"), "{key}");
    let unknown = wrong(place.create("max_connexions = 1"));
    assert!(
        unknown.contains("unknown setting `max_connexions`: did you mean `max_connections`?"),
        "{unknown}"
    );
    for table in ["apps", "app_defaults"] {
        let nested = wrong(place.create(&format!("[{table}]\nmax_connections = 1")));
        assert!(nested.contains(&format!("unknown setting `{table}`")), "{nested}");
    }
    let mut store = AppStore::open(&place.0.join("data")).unwrap();
    let change = AppChange::Create("id = 'more'".parse().unwrap());
    let refused = change.make(&mut store, &place.sources(), |_| Err("for another reason".into()));
    assert_eq!(refused.unwrap_err(), NotChanged::Wrong("for another reason".into()));
    for (wrong_database, setting) in [
        ("database_url = 'postgres://'", "database_url"),
        ("database_url = 'http://x'", "database_url"),
        ("database_url = 'postgres://u@h/db'\ndatabase_slot = 'Bad Slot!'", "database_slot"),
    ] {
        let why = wrong(place.create(wrong_database));
        assert!(why.contains(&format!("in the store: {setting}: ")), "{why}");
    }
    for id in [".", ".."] {
        assert!(wrong(place.create(&format!("id = '{id}'"))).contains("expected 1 to 128 characters"));
    }
    assert_eq!(place.ids().len(), 3, "what was refused is not there");
    let other = StoredApp { id: "y".into(), text: "id = 'z'\nkey = 'z'\nsecret = 'z'".into() };
    store.change(|_| Ok::<_, String>((Change::Put(other), ()))).unwrap();
    let faults = place.sources().load().unwrap_err();
    assert_eq!(faults[0].to_string(), "app \"y\" in the store: id = \"z\": the store has it by another id");
}

#[test]
fn the_default_app_gives_way_to_stored_ones_and_does_not_come_back() {
    let place = Place::new("");
    assert_eq!(place.ids(), ["1"]);
    place.create("id = 'shop'").unwrap();
    assert_eq!(place.ids(), ["shop"]);
    let last = wrong(place.make(AppChange::Delete("shop".into())));
    assert!(last.contains("is the last app"), "{last}");
    place.create("id = 'other'").unwrap();
    assert_eq!(place.make(AppChange::Delete("shop".into())), Ok(None));
    assert_eq!(place.ids(), ["other"]);
    assert_eq!(place.make(AppChange::Delete("shop".into())), Err(NotChanged::Unknown("shop".into())));
}

#[test]
fn what_flags_and_environment_declare_stays_beside_stored_apps() {
    let place = Place::new("");
    place.create("id = 'shop'").unwrap();
    let ids = |env: &[(&str, &str)]| {
        let sources = Sources { environment: variables(env), ..place.sources() };
        let loaded = sources.load().map_err(|faults| faults[0].to_string())?;
        Ok::<_, String>(loaded.settings.apps.iter().map(|app| app.id.to_string()).collect::<Vec<_>>())
    };
    let own = [("BATON_APP_ID", "7"), ("BATON_APP_KEY", "k"), ("BATON_APP_SECRET", "s")];
    assert_eq!(ids(&own).unwrap(), ["shop", "7"]);
    let reverb = [("REVERB_APP_ID", "8"), ("REVERB_APP_KEY", "k"), ("REVERB_APP_SECRET", "s")];
    assert_eq!(ids(&reverb).unwrap(), ["shop", "8"]);
    let homeless = ids(&[("BATON_APP_MAX_CONNECTIONS", "5")]).unwrap_err();
    assert!(homeless.contains("the file, the store or a database declares the apps"), "{homeless}");
}

#[test]
fn settings_are_set_and_return_to_their_defaults() {
    let place = Place::new("");
    place.create("id = 'shop'").unwrap();
    let set = |values: &str, removed: &[&str]| {
        let removed = removed.iter().map(|key| (*key).to_owned()).collect();
        place.make(AppChange::Set { id: "shop".into(), values: values.parse().unwrap(), removed })
    };
    let app = set("enabled = false\nallowed_origins = ['a.example', 'b.example']", &[]).unwrap().unwrap();
    assert_eq!((app.enabled, app.allowed_origins.len()), (false, 2));
    let app = set("", &["enabled", "allowed_origins"]).unwrap().unwrap();
    assert_eq!((app.enabled, app.allowed_origins.len()), (true, 1));
    assert!(wrong(set("id = 'x'", &[])).contains("the id of an app cannot be changed"));
    assert!(wrong(set("", &["key"])).contains("this app has no `key`: set one"));
    let unknown = wrong(set("", &["max_connection"]));
    assert!(
        unknown.contains("unknown setting `max_connection`: did you mean `max_connections`?"),
        "{unknown}"
    );
    let closes = |made: Result<Option<App>, _>| made.unwrap().unwrap().supabase.close_channel_on_auth_failure;
    assert!(closes(set("final_refusals = true", &[])), "the former name of a setting");
    assert!(!closes(set("", &["close_channel_on_auth_failure"])));
    assert!(wrong(set("max_connections = 'many'", &[])).contains("expected a whole number"));
    let long = format!("allowed_origins = [{}]", "'a.example',".repeat(30_000));
    assert!(wrong(set(&long, &[])).contains("at most 262144 bytes"));
}

#[test]
fn a_rotation_has_two_keys_until_it_ends() {
    let place = Place::new("");
    let before = place.create("id = 'shop'").unwrap().unwrap();
    let during = place.make(AppChange::RotateKey("shop".into())).unwrap().unwrap();
    assert_eq!((&during.previous_key, during.previous_secret.bytes()), (&before.key, before.secret.bytes()));
    assert!(during.key != before.key && during.secret != before.secret);
    let again = wrong(place.make(AppChange::RotateKey("shop".into())));
    assert!(again.contains("a rotation of \"shop\" is under way"), "{again}");
    let clash = wrong(place.create(&format!("key = '{}'", before.key)));
    assert!(clash.contains("is the previous_key of another app too"), "{clash}");
    let after = place.make(AppChange::EndRotation("shop".into())).unwrap().unwrap();
    assert_eq!(
        (&after.key, &*after.previous_key, after.previous_secret.bytes()),
        (&during.key, "", &b""[..])
    );
    let sources =
        Sources { environment: variables(&[("BATON_APP_SHOP_SECRET", "of a variable")]), ..place.sources() };
    let mut store = AppStore::open(&place.0.join("data")).unwrap();
    let in_variable = AppChange::RotateKey("shop".into()).make(&mut store, &sources, |_| Ok(())).unwrap_err();
    assert!(in_variable.to_string().contains("is in the variable BATON_APP_SHOP_SECRET"), "{in_variable}");
    let own = wrong(place.create("key = 'k'\nprevious_key = 'k'"));
    assert!(own.contains("previous_key = \"k\" is its key as well"), "{own}");
    let secret = place.0.join("secret");
    fs::write(&secret, "a secret in a file\n").unwrap();
    place.create(&format!("id = 'file'\nsecret_file = {secret:?}")).unwrap();
    let in_file = wrong(place.make(AppChange::RotateKey("file".into())));
    assert!(in_file.contains("(secret_file): write the new one there"), "{in_file}");
}

#[test]
fn values_of_a_command_line_have_the_types_of_the_file() {
    let spelled = |key: &str, text: &str| value_of(key, text).unwrap().to_string();
    assert_eq!(spelled("max_connections", "1_000"), "1000");
    assert_eq!(spelled("enabled", "off"), "false");
    assert_eq!(spelled("key", "1000"), "\"1000\"");
    assert_eq!(spelled("allowed_origins", "a.example, b.example"), "[\"a.example\", \"b.example\"]");
    assert_eq!(
        spelled("webhooks", r#"[{"url":"http://a/","max_events":5}]"#),
        r#"[{ max_events = 5, url = "http://a/" }]"#
    );
    assert!(value_of("webhooks", "http://a/").unwrap_err().contains("expected a JSON array"));
    assert_eq!(toml_of(&serde_json::json!({"a": [null]})), None);
}

#[test]
fn two_who_change_apps_at_once_both_do() {
    let place = Place::new("");
    place.create("id = 'a'").unwrap();
    let (at_once, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // What one decides by is what it then changes: nobody else decides meanwhile.
    let decide = |_: &Settings| {
        most.fetch_max(at_once.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        thread::sleep(Duration::from_millis(20));
        at_once.fetch_sub(1, Ordering::Relaxed);
        Ok(())
    };
    thread::scope(|scope| {
        for n in 0..8 {
            let (place, decide) = (&place, &decide);
            scope.spawn(move || {
                let mut store = AppStore::open(&place.0.join("data")).unwrap();
                let change = AppChange::Create(format!("id = 'b{n}'").parse().unwrap());
                change.make(&mut store, &place.sources(), decide).map(|changed| changed.app)
            });
        }
    });
    assert_eq!((place.ids().len(), most.into_inner()), (9, 1));
}

#[test]
fn a_store_that_cannot_be_read_is_a_fault_of_the_settings() {
    let place = Place::new("");
    place.create("id = 'a'").unwrap();
    let file = AppStore::path(&place.0.join("data"));
    fs::write(&file, b"no database, but a text that is long enough to be taken for one").unwrap();
    let fault = place.sources().load().unwrap_err()[0].to_string();
    assert!(
        fault.contains("apps.sqlite")
            && fault.contains("is damaged")
            && fault.contains("with the apps in it"),
        "{fault}"
    );
}

#[test]
fn what_a_start_would_note_of_a_changed_app_comes_with_the_change() {
    let place = Place::new(OWN);
    let mut store = AppStore::open(&place.0.join("data")).unwrap();
    let settings = "id = 'shop'\nkey = 'k2'\nsecret = 'short'\nwebhooks = [{ url = 'http://10.0.0.1/' }]";
    let made = AppChange::Create(settings.parse().unwrap());
    let notices = made.make(&mut store, &place.sources(), |_| Ok(())).unwrap().settings.notices;
    for reported in [
        "the secret of app \"shop\" has 5 bytes",
        "webhooks, entry 1 of app \"shop\": it is at 10.0.0.1, and those of an app in the store or a database may not be",
    ] {
        assert!(notices.iter().any(|notice| notice.starts_with(reported)), "{notices:?} lacks {reported}");
    }
}
