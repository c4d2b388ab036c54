//! The layers together: what an operator writes, and what comes of it.

mod alerts;
mod apps;
mod dotenv;
mod file;
mod foreign;
mod layers;
mod migrate;
mod open_telemetry;
mod renamed;
mod report;
mod reverb;
mod rows;
mod secret_files;
mod secrets;
mod soketi_file;
mod stored;
mod tables;
mod values;

use std::ffi::OsString;

use super::environment::Environment;
use super::file::File;
use super::load::{Flags, Loaded, load_with};
use super::server::{SERVER, Settings};
use super::stored::Stored;

fn variables(pairs: &[(&str, &str)]) -> Environment {
    Environment::read(pairs.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))))
        .unwrap()
}

/// Loads flags, variables and a file's text, or tells the faults as texts.
fn load(flags: &[(&str, &str)], env: &[(&str, &str)], file: &str) -> Result<Loaded, Vec<String>> {
    let flags: Flags = flags.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    let file = File::new("baton.toml", file.into());
    load_with(&flags, &variables(env), Some(&file), Stored::None)
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
