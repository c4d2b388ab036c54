//! What the operator decides.
//!
//! Each setting is one row of a table ([`server`], [`app`]); flags, environment names, keys of the file, help texts,
//! checks and the reference page all come from the rows. [`load`] lays the layers over each other.

mod acme;
mod alert;
mod app;
mod application;
mod apps;
mod certificate;
mod dotenv;
mod entry;
mod environment;
mod fault;
mod field;
mod file;
mod foreign;
mod guessable;
mod history_rule;
mod hook;
mod listen;
mod load;
mod member_names;
mod migrate;
mod names;
mod nearest;
mod notice;
mod origins;
mod otlp;
mod proxies;
mod pusher;
mod reference;
mod report;
mod reverb;
mod rows;
mod secret_file;
mod secret_variable;
mod server;
mod setting;
mod soketi;
mod soketi_json;
mod stored;
mod webhook;
mod webhook_address;

#[cfg(test)]
mod tests;

pub(crate) use acme::eab_key;
pub(crate) use app::{LOCAL_JWT_SECRET, SOKETI_ID, is_default};
pub(crate) use application::Application;
pub(crate) use apps::{has_known_secret, refuse_known_secret};
pub(crate) use certificate::{expired, expires_soon, issued};
pub(crate) use entry::shown_url;
pub(crate) use environment::Environment;
pub(crate) use fault::Fault;
pub(crate) use field::{AccessLines, Compression, HistorySync, IoDriver, LogFormat, LogLevel, McpAccess};
#[cfg(test)]
pub(crate) use field::{Field, Given};
pub(crate) use foreign::Family;
pub(crate) use listen::At;
pub(crate) use load::{Flags, Loaded, Sources};
pub(crate) use migrate::migrate;
pub(crate) use reference::markdown;
pub(crate) use report::{changed_settings, note, report};
pub(crate) use server::Settings;
pub(crate) use setting::About;
pub(crate) use stored::{AppChange, Changed, NotChanged, Stored, toml_of, value_of};

/// What each setting is, and its default as TOML: the command line has a flag for each.
pub(crate) fn abouts() -> impl Iterator<Item = (About, String)> {
    let (mut server, mut app) = (Settings::default(), app::default_app());
    let server = server::SERVER.iter().map(move |setting| (setting.about, setting.spell(&mut server)));
    server.chain(app::APP.iter().map(move |setting| (setting.about, setting.spell(&mut app))))
}
