//! Secrets in files of their own: anyone may then read the settings, and only the user that Baton runs as the secret.

use std::io;

use baton_protocols::{App, Secret};

use super::app::APP;
use super::apps::Candidate;
use super::fault::{Fault, Origin};
use super::field::{Expected, Field as _, Given};
use super::file::Section;
use super::load::Loader;
use super::names::index_of;
use super::setting::Scope;
use crate::bounded_file;

/// A secret that may be in a file.
struct Pair {
    key: &'static str,
    file_key: &'static str,
    places: fn(&mut App) -> (&mut Secret, &mut String),
}

const PAIRS: [Pair; 2] = [
    Pair { key: "secret", file_key: "secret_file", places: |app| (&mut app.secret, &mut app.secret_file) },
    Pair {
        key: "jwt_secret",
        file_key: "jwt_secret_file",
        places: |app| (&mut app.tokens.jwt_secret, &mut app.tokens.jwt_secret_file),
    },
];

/// An app that has one of the two itself does not take the other from `[app_defaults]`.
pub(super) fn prefer_own_secrets(candidate: &mut Candidate, section: &Section<'_>) {
    for Pair { key, file_key, places } in PAIRS {
        let (secret, path) = places(&mut candidate.app);
        let inherited = match (section.get(key), section.get(file_key)) {
            (Some(_), None) => {
                path.clear();
                file_key
            }
            (None, Some(_)) => {
                *secret = Secret::new("");
                key
            }
            _ => continue,
        };
        candidate.origins.update(index_of(Scope::App, inherited), |origin| *origin = Origin::Default);
    }
}

impl Loader<'_> {
    /// Reads the files that an app's settings name, unless a higher layer has the secret itself.
    pub(super) fn read_secret_files(&mut self, Candidate { app, origins }: &mut Candidate) {
        for Pair { key, file_key, places } in PAIRS {
            let (secret, path) = places(app);
            let (given, at) =
                (origins[index_of(Scope::App, key)].clone(), origins[index_of(Scope::App, file_key)].clone());
            if path.is_empty() || given.layer() > at.layer() {
                continue;
            }
            let bounds = APP[index_of(Scope::App, key)].about.bounds;
            let taken = match given.layer() == at.layer() {
                true => Err(format!("this app has a `{key}` too ({given}): remove one of the two")),
                false => read(path, bounds.highest).and_then(|text| {
                    let refused = |Expected(expected)| format!("{path:?}: expected {expected}");
                    secret.set(Given::Text(&text), bounds).map_err(refused)
                }),
            };
            if let Err(why) = taken {
                *secret = Secret::new("");
                self.faults.push(Fault::new(at.clone(), format!("{file_key}: {why}")));
            }
            origins.update(index_of(Scope::App, key), |origin| *origin = at);
        }
    }
}

/// The one line that a file has, or why it has no secret; what is in it is not repeated.
fn read(path: &str, longest: u64) -> Result<String, String> {
    let cannot = |error: io::Error| {
        format!("{path:?} cannot be read: {error}; name a file that the user that Baton runs as may read")
    };
    let wrong = |why: &str| Err(format!("{path:?}: the file {why}"));
    // Both bytes of a line's end, and one that is too many.
    let content = bounded_file::read(path, longest + 3).map_err(cannot)?;
    let line = content.strip_suffix(b"\n").unwrap_or(&content);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.is_empty() {
        return wrong("is empty: write the secret into it; `openssl rand -hex 32` makes one");
    }
    if line.len() as u64 > longest {
        return wrong(&format!("has more than {longest} bytes: name one that has the secret alone"));
    }
    if line.contains(&b'\n') {
        return wrong("has more than one line: name one that has the secret alone");
    }
    match std::str::from_utf8(line) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => wrong("is not UTF-8 text; `openssl rand -hex 32` makes a good secret"),
    }
}
