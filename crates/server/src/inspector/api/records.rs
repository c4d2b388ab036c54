//! What was refused, and what was done in the inspector.

use serde_json::{Value, json};

use super::{Call, Outcome};
use crate::inspector::help::{Help, help};
use crate::inspector::refusal::RecentRefusal;

/// The refusals that match, the newest first.
pub(super) fn refusals(call: &Call<'_>) -> Outcome {
    let app = call.app()?.map(|state| state.app.index);
    let (before, limit) = (call.parameters.number("after")?, call.parameters.limit()?);
    let get = |name: &str| call.parameters.get(name);
    let (cause, channel, socket, search) =
        (get("cause"), get("channel"), get("socket"), call.parameters.search("search"));
    let wanted = |one: &RecentRefusal| {
        (app.is_none() || one.app == app)
            && cause.is_none_or(|cause| one.cause.label() == cause)
            && channel.is_none_or(|channel| one.channel.as_deref() == Some(channel))
            && socket.is_none_or(|socket| one.socket.is_some_and(|own| own.to_string() == socket))
            && (search.is_empty() || mentions(one, &search))
    };
    let found = call.node.inspector.refusals.newest(before, limit, wanted);
    let next = (found.len() == limit).then(|| found.last().map(|(number, _)| number.to_string())).flatten();
    let rows: Vec<_> = found.iter().map(|(number, one)| row(call, *number, one)).collect();
    Ok(call
        .answer(json!({ "refusals": rows, "next": next, "omitted": call.node.inspector.refusals.omitted() })))
}

fn mentions(one: &RecentRefusal, text: &str) -> bool {
    let has = |part: &Option<Box<str>>| part.as_ref().is_some_and(|part| part.to_lowercase().contains(text));
    one.why.to_lowercase().contains(text)
        || has(&one.channel)
        || has(&one.key)
        || one.address.is_some_and(|address| address.to_string().contains(text))
        || one.socket.is_some_and(|socket| socket.to_string().contains(text))
}

/// A refusal with what helps.
pub(super) fn row(call: &Call<'_>, number: u64, one: &RecentRefusal) -> Value {
    let Help { fix, page } = help(one.cause, &one.why);
    json!({
        "id": number, "time_ms": one.at_ms, "cause": one.cause.label(), "app": one.app.and_then(|app| call.id_of(app)),
        "key": one.key, "address": one.address.map(|address| address.to_string()), "channel": one.channel,
        "socket": one.socket.map(|socket| socket.to_string()), "why": one.why, "fix": fix, "page": page,
    })
}

/// What was done in the inspector, the newest first.
pub(super) fn audit(call: &Call<'_>) -> Outcome {
    let (before, limit) = (call.parameters.number("after")?, call.parameters.limit()?);
    let found = call.node.inspector.audit.newest(before, limit, call.caller.credential.app_id());
    let next = (found.len() == limit).then(|| found.last().map(|(number, _)| number.to_string())).flatten();
    let entries: Vec<_> = found
        .into_iter()
        .map(|(id, one)| {
            json!({
                "id": id, "time_ms": one.at_ms, "who": one.who, "role": one.role, "app": one.app,
                "address": one.address.to_string(), "action": one.action, "subject": one.subject,
            })
        })
        .collect();
    Ok(call.answer(json!({ "entries": entries, "next": next })))
}
