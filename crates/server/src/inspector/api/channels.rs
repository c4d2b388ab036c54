//! Channels: a list to search, and one of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use baton_hub::{Access, ChannelInfo, ChannelKey, HistoryRange, KeyRef, Message};
use baton_protocols::pusher::ChannelName;
use baton_protocols::{App, Hub as _};
use memchr::memmem;
use serde_json::{Value, json};

use super::{Call, Outcome, members};
use crate::clock::now_ms;
use crate::inspector::redaction::Payload;
use crate::inspector::timeline::Label;
use crate::tenants::Answer;

/// Messages of a channel that are shown.
const RECENT: usize = 50;

const CLASSES: [(Access, &str); 6] = [
    (Access::Public, "public"),
    (Access::Private, "private"),
    (Access::Presence, "presence"),
    (Access::User, "user"),
    (Access::UserStatus, "user_status"),
    (Access::Changes, "changes"),
];

/// The name of a class.
pub(super) fn class(access: Access) -> &'static str {
    CLASSES.iter().find(|(one, _)| *one == access).map_or("", |(_, name)| name)
}

/// What names a channel beyond doubt.
pub(super) fn id_of(access: Access, name: &str) -> String {
    format!("{}:{name}", class(access))
}

/// A channel as a caller names it: its class and its name there.
pub(super) fn channel_of(call: &Call<'_>, app: &App) -> Result<Option<(Access, String)>, Answer> {
    if let Some(id) = call.parameters.get("id") {
        let read = id.split_once(':').and_then(|(class, name)| {
            let (access, _) = CLASSES.iter().find(|(_, one)| *one == class)?;
            Some((*access, name.to_owned()))
        });
        return read.map(Some).ok_or_else(|| Answer::error(400, "id has to be a class, a colon and a name"));
    }
    let Some(name) = call.parameters.get("channel") else { return Ok(None) };
    Ok(Some(match ChannelName::parse(name, app) {
        Ok(parsed) => {
            let key = parsed.key(app.index);
            (key.access, key.name.to_owned())
        }
        // Names that Pusher's clients could not write are those of public channels.
        Err(_) => (Access::Public, name.to_owned()),
    }))
}

/// An occupied channel of a list, in the order of the list.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    place: Place,
    users: Option<u32>,
    subscriptions: u32,
    access: Access,
    name: Box<str>,
}

/// Where it stands: with most subscriptions first, if that is asked for, then by name.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Place {
    fewer: u32,
    label: String,
    app: Box<str>,
    class: u8,
}

/// The occupied channels that match.
pub(super) fn list(call: &Call<'_>) -> Outcome {
    let apps = match call.app()? {
        Some(app) => vec![app],
        None => call.node.config().apps().to_vec(),
    };
    let (limit, search) = (call.parameters.limit()?, call.parameters.search("search"));
    let by_subscriptions = match call.parameters.get("sort") {
        None | Some("name") => false,
        Some("subscriptions") => true,
        Some(_) => return Err(Answer::error(400, "sort has to be name or subscriptions")),
    };
    let after = call.parameters.get("after").map(place_of).transpose()?;
    let (mut total, mut first) = (0_u64, BTreeSet::new());
    for state in &apps {
        call.node.for_each_occupied(state.app.index, &mut |key: &Arc<ChannelKey>, subscriptions, users| {
            let label = Label::of(key.borrowed()).to_string();
            if !contains(&label, &search) {
                return;
            }
            total += 1;
            let fewer = if by_subscriptions { u32::MAX - subscriptions } else { 0 };
            let place = Place { fewer, label, app: state.app.id.clone(), class: key.access() as u8 };
            // Only the page is copied, however many there are.
            let is_on_page = after.as_ref().is_none_or(|after| place > *after)
                && (first.len() < limit || first.last().is_none_or(|last: &Row| place < last.place));
            if is_on_page {
                let name = key.name().into();
                first.insert(Row { place, users, subscriptions, access: key.access(), name });
                if first.len() > limit {
                    first.pop_last();
                }
            }
        });
    }
    let next = (first.len() == limit).then(|| first.last().map(|row| cursor(&row.place))).flatten();
    let rows: Vec<_> = first
        .iter()
        .map(|Row { place, users, subscriptions, access, name }| {
            json!({
                "app": place.app, "id": id_of(*access, name), "channel": place.label, "class": class(*access),
                "subscriptions": subscriptions, "users": users,
            })
        })
        .collect();
    Ok(call.answer(json!({ "total": total, "channels": rows, "next": next })))
}

/// Whether a name has a text, which is in lower case.
fn contains(name: &str, text: &str) -> bool {
    text.is_empty() || memmem::find(name.to_lowercase().as_bytes(), text.as_bytes()).is_some()
}

fn cursor(place: &Place) -> String {
    json!([place.fewer, place.label, place.app, place.class]).to_string()
}

fn place_of(cursor: &str) -> Result<Place, Answer> {
    let wrong = || Answer::error(400, "after has to be the `next` of the page before");
    let Ok(Value::Array(parts)) = serde_json::from_str(cursor) else { return Err(wrong()) };
    let [fewer, label, app, class] = &parts[..] else { return Err(wrong()) };
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let place = (|| {
        let (label, app) = (text(label)?, text(app)?.into());
        Some(Place { fewer: number(fewer)?, label, app, class: u8::try_from(number(class)?).ok()? })
    })();
    place.ok_or_else(wrong)
}

/// The channel that a call is about.
pub(super) fn named(call: &Call<'_>, app: &App) -> Result<(Access, String), Answer> {
    channel_of(call, app)?.ok_or_else(|| Answer::error(400, "Name a channel: channel, or id"))
}

/// What is known of a channel, and who looks at it; 404 where nothing is.
pub(super) fn looked_at(call: &Call<'_>, app: &App, key: KeyRef<'_>) -> Result<ChannelInfo, Answer> {
    let text = "Nobody is subscribed to this channel, and it stores no messages: compare the name with the list of channels";
    let info = call.node.channel(key).ok_or_else(|| Answer::error(404, text))?;
    if call.caller.payloads {
        call.audit_look("look", &format!("app {}, channel {}", app.id, Label::of(key)));
    }
    Ok(info)
}

/// One channel.
pub(super) fn show(call: &Call<'_>) -> Outcome {
    let state = call.one_app()?;
    let (access, name) = named(call, &state.app)?;
    let key = KeyRef { app: state.app.index, access, name: &name };
    let info = looked_at(call, &state.app, key)?;
    let hidden = call.hidden();
    let range = HistoryRange { after: None, limit: RECENT, newest_first: true };
    let page = call.node.history(key, range);
    let recent: Vec<_> = page
        .iter()
        .flat_map(|page| &page.messages)
        .map(|stored| {
            let mut shown = message(call, &stored.message, &hidden);
            shown["offset"] = json!(stored.offset);
            shown["age_ms"] = json!(now_ms().saturating_sub(stored.at));
            shown
        })
        .collect();
    let newest = page.iter().flat_map(|page| &page.messages).next();
    let cached = info.last.as_ref().map(|(last, _)| {
        let mut shown = message(call, last, &hidden);
        let age_ms = newest
            .filter(|newest| Arc::ptr_eq(&newest.message, last))
            .map(|newest| now_ms().saturating_sub(newest.at));
        shown["age_ms"] = json!(age_ms);
        shown
    });
    let users = members::page(call, key, None, members::OF_CHANNEL)?;
    Ok(call.answer(json!({
        "app": state.app.id, "id": id_of(access, &name), "channel": Label::of(key).to_string(), "class": class(access),
        "occupied": info.subscriptions > 0, "subscriptions": info.subscriptions,
        "users": users.rows, "users_total": users.total, "users_next": users.next,
        "position": { "epoch": info.position.epoch.to_string(), "offset": info.position.offset },
        "cached": cached, "recent": recent,
    })))
}

/// A message as it is shown.
pub(super) fn message(call: &Call<'_>, message: &Message, hidden: &[String]) -> Value {
    let Payload { text, bytes, is_redacted } = Payload::of(message, hidden);
    json!({
        "event": message.event, "data": call.caller.payloads.then_some(text), "bytes": bytes, "redacted": is_redacted,
        "user": message.user.as_deref(), "is_binary": message.form == baton_hub::Form::Binary,
    })
}
