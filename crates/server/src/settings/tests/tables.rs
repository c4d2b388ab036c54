//! The tables of settings: names, places, bounds, and where each is read from.

use std::collections::{HashMap, HashSet};

use baton_protocols::settings::Bounds;

use super::{OWN, load};
use crate::settings::app::{APP, default_app};
use crate::settings::field::{Field, Given, Kind};
use crate::settings::foreign;
use crate::settings::load::Loaded;
use crate::settings::server::{SERVER, Settings};
use crate::settings::setting::{About, Setting};

#[test]
fn no_two_settings_share_a_name() {
    let mut flags = HashSet::new();
    let mut variables = HashSet::new();
    for about in crate::settings::abouts().map(|(about, _)| about) {
        assert!(flags.insert(about.flag()), "--{} is there twice", about.flag());
        assert!(variables.insert(about.environment()), "{} is there twice", about.environment());
    }
}

#[test]
fn every_setting_has_a_place_of_its_own() {
    fn distinct<T>(table: &[Setting<T>], target: &mut T) {
        let mut places = HashMap::new();
        for setting in table {
            let place: *const dyn Field = setting.field(target);
            let other = places.insert(place.cast::<u8>(), setting.about.key);
            assert_eq!(other, None, "{} shares its field", setting.about.key);
        }
    }
    distinct(SERVER, &mut Settings::default());
    distinct(&APP, &mut default_app());
}

#[test]
fn every_foreign_name_is_that_of_a_setting() {
    for (key, aliases) in &foreign::OF_APP {
        let is_read = |about: About| about.key == *key && about.aliases.len() == aliases.len();
        assert!(APP.iter().any(|setting| is_read(setting.about)), "{key} is no setting of an app");
        assert!(aliases.iter().all(|alias| alias.family().is_some()), "{key} has a name of nobody's");
    }
}

#[test]
fn every_default_is_within_its_own_bounds() {
    fn check<T>(table: &[Setting<T>], target: &mut T) {
        for setting in table {
            let text = setting.show(target);
            let taken = setting.field(target).set(Given::Text(&text), setting.about.bounds);
            assert_eq!(taken, Ok(()), "{} = {text}", setting.about.key);
        }
    }
    check(SERVER, &mut Settings::default());
    check(&APP, &mut default_app());
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
                setting.field(target).set(Given::Text(&n.to_string()), setting.about.bounds).is_ok()
            };
            let key = setting.about.key;
            assert!(highest < u64::MAX, "{key} has no highest value");
            assert!(try_number(lowest.into()) && try_number(highest.into()), "{key} refuses a bound");
            assert!(!try_number(i128::from(lowest) - 1) && !try_number(i128::from(highest) + 1), "{key}");
        }
    }
    check(SERVER, &mut Settings::default());
    check(&APP, &mut default_app());
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
            Kind::Ratio => ("0.25".into(), "0.25".into()),
            Kind::Text => quoted("other"),
            Kind::Secret => quoted("another secret, long enough to sign tokens with"),
            Kind::List => ("example.com".into(), "[\"example.com\"]".into()),
            Kind::Address | Kind::Listen => quoted("127.0.0.2:9090"),
            Kind::Tables => unreachable!("left out below: its value is not shown whole"),
            Kind::File | Kind::Files => quoted("no such file"),
            Kind::Choice(names) => quoted(names.iter().find(|name| **name != now).unwrap()),
        }
    }
    fn loaded(flags: &[(&str, &str)], env: &[(&str, &str)], file: &str) -> Loaded {
        load(flags, env, file).unwrap_or_else(|faults| panic!("{faults:?}"))
    }
    for setting in SERVER {
        let mut defaults = Settings::default();
        let now = setting.show(&mut defaults);
        if setting.about.key == "alerts" {
            continue; // not any text is one; they have tests of their own
        }
        let (text, toml) = another(setting.kind(&mut defaults), &now, setting.about.bounds);
        if matches!(setting.kind(&mut defaults), Kind::File | Kind::Files) {
            continue; // what it names is read at once: tests/settings.rs has files
        }
        if setting.about.key == "acme_domains" {
            continue; // not without others: conformance/doctor/test_acme.py has them
        }
        let (text, toml) = match setting.about.key {
            "path_prefix" => ("/other".into(), toml),
            "otlp_endpoint" => ("http://c:4318".into(), "'http://c:4318'".into()),
            "otlp_headers" => ("a=b".into(), "'a=b'".into()),
            "acme_directory" => ("https://ca.example/".into(), "'https://ca.example/'".into()),
            "apps_database_url" => ("mysql://u@h/db".into(), "'mysql://u@h/db'".into()),
            "trusted_proxies" => ("10.0.0.0/8".into(), "['10.0.0.0/8']".into()),
            _ => (text, toml),
        };
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
    for setting in APP.iter() {
        let mut defaults = default_app();
        let now = setting.show(&mut defaults);
        let others = [
            "jwks",
            "jwks_file",
            "jwks_url",
            "api_keys",
            "secret_file",
            "jwt_secret_file",
            "webhooks",
            "hooks",
            "history_rules",
        ];
        if others.contains(&setting.about.key) {
            continue; // not any text is one; they have tests of their own
        }
        let (text, toml) = match setting.about.key {
            "database_url" => ("postgresql://u@h/db".into(), "'postgresql://u@h/db'".into()),
            _ => another(setting.kind(&mut defaults), &now, setting.about.bounds),
        };
        let is_secret = setting.kind(&mut defaults) == Kind::Secret;
        let shown = if is_secret { "********".into() } else { text.clone() };
        let line = format!("{} = {toml}", setting.about.key);
        let (flag, variable) = (setting.about.flag(), setting.about.environment());
        let declared: String = OWN
            .lines()
            .filter(|own| !own.starts_with(&format!("{} ", setting.about.key)))
            .map(|own| format!("{own}\n"))
            .collect();
        // A former secret belongs to a former key.
        let is_beside = setting.about.key == "previous_secret";
        let declared = if is_beside { declared + "previous_key = 'former'\n" } else { declared };
        let beside = [("BATON_APP_PREVIOUS_KEY", "former")];
        let beside = if is_beside { &beside[..] } else { &[] };
        let mut found = vec![
            loaded(&[], &[], &format!("{declared}{line}")),
            loaded(&[], &[beside, &[(&*variable, &*text)]].concat(), ""),
            loaded(&[(&flag, &text)], beside, ""),
        ];
        if !setting.about.is_credential() {
            found.push(loaded(&[], &[], &format!("[app_defaults]\n{line}\n{OWN}")));
        }
        for mut found in found {
            assert_eq!(setting.show(&mut found.settings.apps[0]), shown, "{line}");
        }
    }
}
