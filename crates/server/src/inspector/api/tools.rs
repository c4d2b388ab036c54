//! Trying things out: publish, sign, check a signature, and code for a client.

use std::sync::Arc;

use baton_hub::AppId;
use baton_protocols::pusher::ChannelName;
use baton_protocols::pusher::api;
use baton_protocols::pusher::signature::{self, Signature};
use serde_json::{Map, Value, json};

use super::connections::socket_of;
use super::timeline::id_of_event;
use super::{Call, Outcome, maybe_text, object, text};
use crate::app_state::AppState;
use crate::cli::sign::signed_query;
use crate::clock::unix_s;
use crate::http::handle_signed;
use crate::inspector::timeline::{Event, Filter, Kind, Origin};
use crate::tenants::Answer;

/// Publishes as the app's own backend would, with the same checks.
pub(super) async fn publish(call: &Call<'_>) -> Outcome {
    call.changes()?;
    let given = object(call.body)?;
    let state = call.one_app_of(maybe_text(&given, "app")?)?;
    let (channel, event, data) = (text(&given, "channel")?, text(&given, "event")?, text(&given, "data")?);
    call.audit("publish", &format!("app {}, channel {channel}, event {event}", state.app.id));
    let mut body = json!({ "name": event, "channel": channel, "data": data, "info": "subscription_count" });
    if let Some(socket) = maybe_text(&given, "socket_id")? {
        body["socket_id"] = json!(socket);
    }
    let first = call.node.inspector.timeline.next();
    let response = signed_call(call, &state, body.to_string()).await;
    if response.status != 200 {
        let why = String::from_utf8_lossy(&response.body).into_owned();
        return Err(Answer::error(response.status, &why));
    }
    let answered: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let subscriptions = &answered["channels"][channel]["subscription_count"];
    Ok(call.answer(json!({ "event": recorded(call, first, (state.app.index, channel, event)), "subscriptions": subscriptions })))
}

/// A call of the app's own backend.
async fn signed_call(call: &Call<'_>, state: &AppState, body: String) -> api::Response {
    let path = format!("/apps/{}/events", state.app.id);
    let query = signed_query(&state.app, &path, &body, unix_s());
    let request = api::Request {
        method: "POST",
        path: &path,
        query: &query,
        body: body.as_bytes(),
        idempotency_key: None,
    };
    handle_signed(call.node, &request).await
}

/// The event of the timeline that the publish has become, if somebody looks at its channel.
fn recorded(call: &Call<'_>, first: u64, (app, channel, event): (AppId, &str, &str)) -> Option<String> {
    let messages = Filter { kinds: vec![Kind::Message], ..Filter::default() };
    let page = call.node.inspector.timeline.read(first, 1_000, 0, &messages);
    let is_it = |one: &Event| {
        one.app == Some(app)
            && one.origin == Some(Origin::Http)
            && one.name.as_deref() == Some(event)
            && one.channel.as_ref().is_some_and(|own| own.label().to_string() == channel)
    };
    let found = page.events.iter().find(|(_, one, _)| is_it(one));
    found.map(|(number, ..)| id_of_event(call.node, *number))
}

/// What is signed for a subscription.
struct ToSign<'a> {
    state: Arc<AppState>,
    text: String,
    channel: &'a str,
    channel_data: Option<&'a str>,
}

fn to_sign<'a>(call: &Call<'_>, given: &'a Map<String, Value>) -> Result<ToSign<'a>, Answer> {
    let state = call.one_app_of(maybe_text(given, "app")?)?;
    let (socket, channel) = (text(given, "socket")?, text(given, "channel")?);
    socket_of(socket)?;
    let channel_data = maybe_text(given, "channel_data")?;
    let mut text = format!("{socket}:{channel}");
    if let Some(data) = channel_data {
        text.push(':');
        text.push_str(data);
    }
    Ok(ToSign { state, text, channel, channel_data })
}

/// What is signed for a user's sign-in, as `pusher:signin` has it.
fn to_sign_in(
    call: &Call<'_>,
    given: &Map<String, Value>,
    user_data: &str,
) -> Result<(Arc<AppState>, String), Answer> {
    if given.get("channel").is_some_and(|channel| !channel.is_null()) {
        return Err(Answer::error(400, "Give channel for a subscription, or user_data for a sign-in"));
    }
    let state = call.one_app_of(maybe_text(given, "app")?)?;
    let socket = text(given, "socket")?;
    socket_of(socket)?;
    Ok((state, format!("{socket}::user::{user_data}")))
}

/// Signs a subscription or a user's sign-in as the application's auth endpoints would.
pub(super) fn sign(call: &Call<'_>) -> Outcome {
    call.operator()?;
    let given = object(call.body)?;
    let (state, text) = match maybe_text(&given, "user_data")? {
        Some(user_data) => to_sign_in(call, &given, user_data)?,
        None => to_sign(call, &given).map(|ToSign { state, text, .. }| (state, text))?,
    };
    call.audit("sign", &format!("app {}, {text}", state.app.id));
    let signature = Signature::of(&state.app.secret, &[&text]);
    Ok(call.answer(json!({ "auth": format!("{}:{signature}", state.app.key), "signed": text })))
}

/// Checks a signature as a subscription would be, step by step.
pub(super) fn check(call: &Call<'_>) -> Outcome {
    let given = object(call.body)?;
    let ToSign { state, text: signed, channel, channel_data } = to_sign(call, &given)?;
    let auth = text(&given, "auth")?;
    let app = &state.app;
    let mut steps = Vec::new();
    let mut step = |what: &str, ok: bool, value: &str, fix: &str| {
        let fix = (!ok).then_some(fix);
        steps
            .push(json!({ "what": what, "ok": ok, "value": value, "at_us": null, "fix": fix, "page": null }));
        ok
    };
    let is_name = ChannelName::parse(channel, app).is_ok();
    step("The channel's name is valid", is_name, channel, "Choose another name.");
    let needs = ["private-", "presence-"].iter().any(|prefix| channel.starts_with(prefix));
    step("The channel needs a signature", needs, channel, "Public channels are subscribed to without auth.");
    let (key, hex) = auth.split_once(':').unwrap_or((auth, ""));
    step(
        "auth is KEY:SIGNATURE",
        !hex.is_empty(),
        auth,
        "The auth endpoint returns the app's key, a colon and the signature.",
    );
    let is_key = app.secret_of(key).is_some();
    let other = call.node.app_by_key(key).filter(|other| call.caller.sees(&other.app.id));
    let of_other = other.filter(|_| !is_key).map(|other| format!("It is the key of app {}.", other.app.id));
    let fix = of_other.unwrap_or_else(|| format!("The app's key is {}.", app.key));
    step("The key is the app's", is_key, key, &fix);
    let is_presence = channel.starts_with("presence-");
    let has_user = channel_data.is_some_and(|data| {
        serde_json::from_str::<Value>(data)
            .is_ok_and(|value| value["user_id"].is_string() || value["user_id"].is_number())
    });
    if is_presence {
        let shown = channel_data.unwrap_or("missing");
        step(
            "channel_data has a user_id",
            has_user,
            shown,
            "The auth endpoint returns channel_data with user_id.",
        );
    }
    let is_signed = signature::check(app, Some(auth), &[&signed]).is_ok();
    let by_other = || by_another_app(call, &signed, hex);
    let fix = if is_signed {
        String::new()
    } else {
        by_other().unwrap_or_else(|| {
        "It is not the HMAC-SHA256 of this text by the app's secret: compare the secret, and whether exactly this text was signed."
            .into()
    })
    };
    step(&format!("The signature is over {signed:?}"), is_signed, hex, &fix);
    let ok = is_name && is_key && is_signed && (!is_presence || has_user);
    Ok(call.answer(json!({ "ok": ok, "steps": steps })))
}

/// Whether another app's secret has made a signature, which is the most common mistake.
fn by_another_app(call: &Call<'_>, signed: &str, hex: &str) -> Option<String> {
    let config = call.node.config();
    let apps = config.apps().iter().filter(|state| call.caller.sees(&state.app.id)).take(1_000);
    let mut apps = apps.filter(|state| !state.app.secret.bytes().is_empty());
    let found = apps.find(|state| Signature::of(&state.app.secret, &[signed]).is_spelled(hex))?;
    Some(format!(
        "It is signed with the secret of app {}: the application has another app's secret.",
        found.app.id
    ))
}

/// Code by which clients and backends reach this app.
pub(super) fn snippets(call: &Call<'_>) -> Outcome {
    let state = call.one_app()?;
    let (scheme, host) = call.base.split_once("://").unwrap_or(("http", call.base));
    let (authority, path) =
        host.split_once('/').map_or((host, String::new()), |(host, path)| (host, format!("/{path}")));
    let ws_path = if path.is_empty() { String::new() } else { format!("\n  wsPath: {path:?},") };
    let (name, port) = match authority.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.to_owned()),
        _ => (authority, if scheme == "https" { "443" } else { "80" }.to_owned()),
    };
    let (is_tls, key, id) = (scheme == "https", &state.app.key, &state.app.id);
    let port_name = if is_tls { "wssPort" } else { "wsPort" };
    let transport = if is_tls { "wss" } else { "ws" };
    let options = format!(
        "wsHost: {name:?},\n  {port_name}: {port},\n  forceTLS: {is_tls},\n  enabledTransports: [\"ws\", \"wss\"],{ws_path}\n  cluster: \"\","
    );
    let all = [
        (
            "pusher-js",
            "js",
            format!(
                "import Pusher from \"pusher-js\";\n\nconst pusher = new Pusher({key:?}, {{\n  {options}\n}});\n\npusher.subscribe(\"news\").bind(\"headline\", (data) => console.log(data));\n"
            ),
        ),
        (
            "Laravel Echo",
            "js",
            format!(
                "import Echo from \"laravel-echo\";\nimport Pusher from \"pusher-js\";\n\nwindow.Pusher = Pusher;\nwindow.Echo = new Echo({{\n  broadcaster: \"reverb\",\n  key: {key:?},\n  {options}\n}});\n\nEcho.channel(\"news\").listen(\".headline\", (data) => console.log(data));\n"
            ),
        ),
        (
            "Laravel .env",
            "ini",
            format!(
                "BROADCAST_CONNECTION=reverb\nREVERB_APP_ID={id}\nREVERB_APP_KEY={key}\nREVERB_APP_SECRET=the app's secret\nREVERB_HOST={name}\nREVERB_PORT={port}\nREVERB_SCHEME={scheme}\n"
            ),
        ),
        (
            "Supabase",
            "js",
            format!(
                "import {{ RealtimeClient }} from \"@supabase/realtime-js\";\n\nconst realtime = new RealtimeClient(\"{transport}://{authority}{path}/realtime/v1\", {{\n  params: {{ apikey: \"a key of the app\" }},\n}});\n\nrealtime.channel(\"news\").on(\"broadcast\", {{ event: \"headline\" }}, (message) => console.log(message)).subscribe();\n"
            ),
        ),
        (
            "Command line",
            "sh",
            format!(
                "baton sign news headline '{{\"text\":\"hello\"}}' --app {id} --url {scheme}://{authority}{path}\n"
            ),
        ),
    ];
    let snippets: Vec<_> = all
        .iter()
        .map(|(name, language, code)| json!({ "name": name, "language": language, "code": code }))
        .collect();
    Ok(call.answer(json!({ "snippets": snippets })))
}
