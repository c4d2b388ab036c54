//! The calls under `/admin`: apps of the store, and reading the settings again. docs/apps.md describes them.

use std::net::IpAddr;
use std::path::Path;

use baton_protocols::{App, DeclaredIn};
use hyper::Method;
use hyper::http::request::Parts;
use serde_json::{Map, Value, json};
use tokio::task::spawn_blocking;

use crate::app_state::AppState;
use crate::app_store::{AppStore, StoredApp};
use crate::node::Node;
use crate::reload::{Asked, Report};
use crate::settings::{AppChange, NotChanged, toml_of};
use crate::tenants::{Answer, MASKED, administrator};

/// Settings whose values are not shown. Those of webhooks may have secrets in URLs and headers, and a set of keys may have
/// some that are secret.
const HIDDEN: [&str; 7] =
    ["secret", "previous_secret", "jwt_secret", "jwks", "api_keys", "database_url", "webhooks"];

/// Settings that name files of the server's machine: a token must not have it read them, and tell what is in them.
const FILES: [&str; 3] = ["secret_file", "jwt_secret_file", "jwks_file"];

/// Whether an administrator asks; otherwise the answer, whatever body follows.
pub(crate) fn check(node: &Node, request: &Parts, peer: IpAddr) -> Result<(), Answer> {
    administrator(node, request, peer)
}

/// Answers a call of an administrator; `path` is what follows `/admin`.
pub(crate) async fn answer(node: &Node, method: &Method, path: &str, body: &[u8]) -> Answer {
    let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    match (method, &parts[..]) {
        (&Method::POST, ["reload"]) => reloaded(node.requests.ask(Asked::Reload).await),
        (&Method::GET, ["reload"]) => reloaded(node.requests.ask(Asked::Preview).await),
        (_, ["reload"]) => {
            Answer::unlike("GET, POST", "The settings are read again by POST; GET says what that would do")
        }
        (&Method::GET, ["apps"]) => list(node),
        (&Method::POST, ["apps"]) => match settings(body) {
            Ok((values, removed)) if removed.is_empty() => change(node, AppChange::Create(values), 201).await,
            Ok(_) => Answer::error(422, "A new app has no settings to remove: leave out what is null"),
            Err(why) => Answer::error(400, &why),
        },
        (_, ["apps"]) => Answer::unlike("GET, POST", "Apps are listed by GET, and made by POST"),
        (&Method::GET, ["apps", id]) => show(node, id).await,
        (&Method::PATCH, ["apps", id]) => match settings(body) {
            Ok((values, removed)) => {
                change(node, AppChange::Set { id: (*id).to_owned(), values, removed }, 200).await
            }
            Err(why) => Answer::error(400, &why),
        },
        (&Method::DELETE, ["apps", id]) => change(node, AppChange::Delete((*id).to_owned()), 204).await,
        (_, ["apps", _]) => Answer::unlike(
            "GET, PATCH, DELETE",
            "An app is shown by GET, changed by PATCH, and deleted by DELETE",
        ),
        (&Method::POST, ["apps", id, "rotate-key"]) => {
            change(node, AppChange::RotateKey((*id).to_owned()), 200).await
        }
        (&Method::POST, ["apps", id, "end-rotation"]) => {
            change(node, AppChange::EndRotation((*id).to_owned()), 200).await
        }
        (_, ["apps", _, "rotate-key" | "end-rotation"]) => {
            Answer::unlike("POST", "This call is made by POST")
        }
        _ => Answer::error(
            404,
            "There is no such call; there are reload, apps, apps/ID, apps/ID/rotate-key and apps/ID/end-rotation",
        ),
    }
}

/// What a body says: settings with values, and those that are null.
fn settings(body: &[u8]) -> Result<(toml::Table, Vec<String>), String> {
    let expected = || "expected a JSON object of an app's settings".to_owned();
    let object: Map<String, Value> = match body {
        b"" => Map::new(),
        body => serde_json::from_slice(body).map_err(|error| format!("{}: {error}", expected()))?,
    };
    let (mut values, mut removed) = (toml::Table::new(), Vec::new());
    for (key, value) in object {
        if FILES.contains(&&*key) && !value.is_null() {
            return Err(format!("{key}: files are named by `baton app` and the settings file alone"));
        }
        match toml_of(&value) {
            Some(value) => drop(values.insert(key, value)),
            None if value.is_null() => removed.push(key),
            None => return Err(format!("{key}: a list or a table has no null")),
        }
    }
    Ok((values, removed))
}

async fn change(node: &Node, change: AppChange, status: u16) -> Answer {
    // Other changes do not return the secret: each response is one more copy, in logs and shell histories.
    let is_new_secret = matches!(change, AppChange::Create(_) | AppChange::RotateKey(_));
    match node.requests.ask(|answer| Asked::Change(change, answer)).await {
        Some(Ok(Some(app))) => Answer { status, ..Answer::of(app_as_json(&app, is_new_secret)) },
        Some(Ok(None)) => Answer::done(),
        Some(Err(why)) => {
            let status = match why {
                NotChanged::Unknown(_) => 404,
                NotChanged::Exists(_) | NotChanged::Elsewhere(_) => 409,
                NotChanged::Wrong(_) => 422,
            };
            Answer::error(status, &why.to_string())
        }
        None => busy(),
    }
}

/// An app as administrators and users of the command line get it.
pub(crate) fn app_as_json(app: &App, shows_secret: bool) -> Value {
    let mut object = json!({ "id": app.id, "key": app.key, "enabled": app.enabled });
    if shows_secret {
        object["secret"] = json!(app.secret.reveal());
    }
    if !app.previous_key.is_empty() {
        object["previous_key"] = json!(app.previous_key);
    }
    object
}

/// The settings of a stored app, with its secrets.
pub(crate) fn settings_as_json(stored: &StoredApp) -> Value {
    let table: toml::Table = stored.text.parse().unwrap_or_default();
    serde_json::to_value(table).unwrap_or_default()
}

fn reloaded(report: Option<Result<Report, Vec<String>>>) -> Answer {
    match report {
        Some(Ok(Report { apps, added, changed, removed, settings, need_restart })) => Answer::of(json!({
            "apps": apps, "added": added, "changed": changed, "removed": removed, "settings": settings,
            "need_restart": need_restart,
        })),
        Some(Err(errors)) => Answer {
            status: 422,
            ..Answer::of(json!({ "error": "The settings are wrong", "errors": errors }))
        },
        None => busy(),
    }
}

fn busy() -> Answer {
    Answer::error(503, "Too many administrators wait, or the server is about to end: try again")
}

/// What the store has of an app, in a thread that may wait for it.
async fn stored(node: &Node, id: &str) -> Result<Option<StoredApp>, Answer> {
    let Some(directory) = node.config().settings.data_dir.path().map(Path::to_path_buf) else {
        return Ok(None);
    };
    let id = id.to_owned();
    let read = move || -> Result<Option<StoredApp>, String> {
        let Some(store) = AppStore::open_existing(&directory)? else { return Ok(None) };
        Ok(store.apps()?.into_iter().find(|app| app.id == id))
    };
    match spawn_blocking(read).await {
        Ok(Ok(app)) => Ok(app),
        Ok(Err(why)) => Err(Answer::error(503, &why)),
        Err(_) => Err(busy()),
    }
}

fn list(node: &Node) -> Answer {
    let apps: Vec<_> = node.config().apps().iter().map(|state| summary(state)).collect();
    Answer::of(json!({ "apps": apps }))
}

async fn show(node: &Node, id: &str) -> Answer {
    let Some(state) = node.state_by_id(id) else {
        return Answer::error(
            404,
            "There is no app with this id; GET /admin/apps names those that there are",
        );
    };
    let stored = match state.app.declared_in {
        DeclaredIn::Store => stored(node, id).await,
        DeclaredIn::Settings | DeclaredIn::Database => Ok(None),
    };
    let stored = match stored {
        Ok(stored) => stored,
        Err(answer) => return answer,
    };
    let mut app = summary(&state);
    if let Some(stored) = stored {
        let mut settings = settings_as_json(&stored);
        for key in HIDDEN {
            if let Some(value) = settings.get_mut(key) {
                *value = json!(MASKED);
            }
        }
        app["settings"] = settings;
    }
    Answer::of(app)
}

fn summary(state: &AppState) -> Value {
    let app = &state.app;
    json!({
        "id": app.id, "key": app.key, "enabled": app.enabled, "connections": state.connections(),
        "declared_in": app.declared_in.name(),
    })
}
