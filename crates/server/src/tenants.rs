//! The calls of Supabase's server for operators: what it calls tenants are apps here.
//!
//! Apps are declared in the settings, so a call that would change one is answered with what to do instead.

use std::net::IpAddr;
use std::sync::Arc;

use baton_protocols::{App, Refusal};
use hyper::Method;
use hyper::http::request::Parts;
use serde_json::{Value, json};

use crate::app_state::AppState;
use crate::clock;
use crate::loop_message::LoopMessage;
use crate::node::Node;
use crate::refusals::Refused;
use crate::supabase::bearer;

/// What stands in place of a secret.
pub(crate) const MASKED: &str = "********";

/// An answer, as JSON.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// `None` for no body.
    pub(crate) body: Option<Value>,
    /// The methods that the path has, with status 405.
    pub(crate) allow: Option<&'static str>,
}

impl Answer {
    fn data(data: Value) -> Self {
        Self::of(json!({ "data": data }))
    }

    /// 200 with this.
    pub(crate) fn of(body: Value) -> Self {
        Self { status: 200, body: Some(body), allow: None }
    }

    pub(crate) fn done() -> Self {
        Self { status: 204, body: None, allow: None }
    }

    pub(crate) fn error(status: u16, text: &str) -> Self {
        Self { status, body: Some(json!({ "error": text })), allow: None }
    }

    pub(crate) fn unlike(allow: &'static str, text: &str) -> Self {
        Self { allow: Some(allow), ..Self::error(405, text) }
    }
}

/// Answers a call; `path` is what follows `/api/tenants`.
pub(crate) fn answer(node: &Node, request: &Parts, path: &str, peer: IpAddr) -> Answer {
    if let Err(refusal) = administrator(node, request, peer) {
        return refusal;
    }
    let mut parts = path.trim_matches('/').split('/').filter(|part| !part.is_empty());
    let (id, call, more) = (parts.next(), parts.next(), parts.next());
    let Some(id) = id else { return all(node, &request.method) };
    let Some(state) = node.state_by_id(id) else {
        return Answer::error(
            404,
            "There is no app with this id; GET /api/tenants names those that there are",
        );
    };
    match (call, more) {
        (None, _) => one(&state, &request.method),
        (Some("health"), None) => with(&request.method, Method::GET, || health(&state)),
        (Some("reload"), None) => with(&request.method, Method::POST, || reload(&state)),
        (Some("shutdown"), None) => with(&request.method, Method::POST, || shutdown(node, &state)),
        _ => Answer::error(404, "An app has the calls health, reload and shutdown"),
    }
}

/// Whether an administrator asks: the bearer of a token that `api_jwt_secret` signs.
pub(crate) fn administrator(node: &Node, request: &Parts, peer: IpAddr) -> Result<(), Answer> {
    let administrators = &node.config().administrators;
    if !administrators.are_there() {
        let why = "These calls are not served: set api_jwt_secret, and sign the token with it";
        return Err(Answer::error(404, why));
    }
    if bearer(request).is_some_and(|token| administrators.verify(token, clock::unix_s()).is_ok()) {
        return Ok(());
    }
    let why = "Forbidden: send Authorization: Bearer and a JWT with `exp` that api_jwt_secret signs";
    node.refusals.note(&Refused::new(Refusal::Signature, &why).from(peer));
    Err(Answer::error(403, why))
}

fn with(method: &Method, wanted: Method, call: impl FnOnce() -> Answer) -> Answer {
    if *method == wanted {
        return call();
    }
    let allow = if wanted == Method::GET { "GET" } else { "POST" };
    Answer::unlike(allow, &format!("This call is made by {wanted}"))
}

fn all(node: &Node, method: &Method) -> Answer {
    if method == Method::GET {
        return Answer::data(node.config().apps().iter().map(|state| shown(state)).collect());
    }
    let text = "Apps are declared in the settings: add [[apps]] with its id, key, secret and jwt_secret to the file, and send \
                the server SIGHUP (systemctl reload baton)";
    Answer::unlike("GET", text)
}

fn one(state: &AppState, method: &Method) -> Answer {
    if method == Method::GET {
        return Answer::data(shown(state));
    }
    let id = &state.app.id;
    let text = if method == Method::DELETE {
        format!(
            "Apps are declared in the settings: remove {id:?} from the file (or set enabled = false), and send the \
             server SIGHUP; POST …/{id}/shutdown disconnects its clients"
        )
    } else {
        format!(
            "Apps are declared in the settings: change {id:?} in the file, and send the server SIGHUP (systemctl \
             reload baton)"
        )
    };
    Answer::unlike("GET", &text)
}

/// An app in the words of Supabase's server, and how many connections it has. Where that has no word for a limit of ours,
/// or we have no such limit, it is left out.
fn shown(state: &AppState) -> Value {
    let app = &*state.app;
    json!({
        "id": app.id,
        "external_id": app.id,
        "name": app.id,
        "jwt_secret": (!app.tokens.jwt_secret.bytes().is_empty()).then_some(MASKED),
        "jwt_jwks": key_names(app),
        "suspend": !app.enabled,
        "max_concurrent_users": (app.max_connections != 0).then_some(app.max_connections),
        "max_channels_per_client": app.channels_per_connection,
        "max_payload_size_in_kb": app.supabase.broadcast_bytes / 1_000,
        "connections": state.connections(),
        "extensions": extensions(state),
    })
}

/// Names and kinds of the keys of a JWK Set, some of which are secret.
fn key_names(app: &App) -> Value {
    let set: Value = serde_json::from_str(&app.tokens.jwks).unwrap_or_default();
    let Some(keys) = set.get("keys").and_then(Value::as_array) else { return Value::Null };
    let names: Vec<_> =
        keys.iter().map(|key| json!({"kid": key.get("kid"), "kty": key.get("kty")})).collect();
    json!({ "keys": names })
}

fn extensions(state: &AppState) -> Value {
    if state.database.is_none() {
        return json!([]);
    }
    let app = &state.app;
    let settings =
        json!({"publication": app.database.database_publication, "slot_name": app.database.database_slot});
    json!([{"type": "postgres_cdc_rls", "settings": settings}])
}

/// Whether the app can serve what its settings promise.
fn health(state: &AppState) -> Answer {
    let (connected, reads) = state.database.as_ref().map_or((false, false), |database| database.state());
    let is_fit = state.database.as_ref().is_none_or(|database| connected && (reads || !database.has_feed()));
    Answer::data(json!({
        "healthy": state.app.enabled && is_fit,
        "db_connected": connected,
        "replication_connected": reads,
        "connected_cluster": state.connections(),
        "region": null,
        "node": machine(),
    }))
}

/// The name of this machine.
fn machine() -> Option<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(name.trim().to_owned())
}

/// Nothing that is read once is read again: what policies decided is forgotten, and the database's publication and rights
/// are.
fn reload(state: &AppState) -> Answer {
    if let Some(database) = &state.database {
        database.reload();
    }
    tracing::info!(app = &*state.app.id, "reloaded, as an administrator asked");
    Answer::done()
}

/// Disconnects the app's clients, who connect again; at the pace of `drain_per_second`.
fn shutdown(node: &Node, state: &Arc<AppState>) -> Answer {
    tracing::info!(
        app = &*state.app.id,
        clients = state.connections(),
        "clients are sent away, as an administrator asked"
    );
    for queue in node.loops() {
        queue.push_unreserved(LoopMessage::SendAway(Some(state.app.index)));
    }
    Answer::done()
}
