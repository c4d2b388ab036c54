//! Webhooks: the delivery log, sending a request again, and one of an event that did not happen.

use baton_hub::SocketId;
use baton_protocols::pusher::{ChannelName, Webhook, WebhookEvent};
use serde_json::{Map, Value, json};

use super::connections::socket_of;
use super::{Call, Outcome, maybe_text, object, text};
use crate::app_state::AppState;
use crate::settings::shown_url;
use crate::tenants::Answer;
use crate::webhooks::{Logged, Redelivery, Simulated, Simulation};

/// Bytes of what a simulated client event carries. Real ones have less, by `event_data_bytes`.
const DATA_BYTES: usize = 65_536;
/// Bytes of the other texts.
const TEXT_BYTES: usize = 1_024;

/// The delivery log of an app's webhooks, and where they go.
pub(super) async fn log(call: &Call<'_>) -> Outcome {
    call.got(|_| Ok(Answer::done()))?;
    let state = call.one_app()?;
    let rows = call.node.webhooks.log(&state.app.id, call.parameters.limit()?).await;
    let rows: Vec<_> = rows.into_iter().map(Logged::into_json).collect();
    let receivers: Vec<_> = state.app.pusher.webhooks.0.iter().enumerate().map(receiver).collect();
    Ok(call.answer(json!({ "app": state.app.id, "receivers": receivers, "webhooks": rows })))
}

/// An entry of the settings. What its URL and its headers have of secrets is not shown.
fn receiver((id, webhook): (usize, &Webhook)) -> Value {
    let events: Vec<_> = webhook.events.iter().map(WebhookEvent::name).collect();
    let headers: Vec<_> = webhook.headers.iter().map(|(name, _)| name).collect();
    json!({ "id": id, "url": shown_url(&webhook.url), "events": events, "headers": headers })
}

/// Sends a request of the log again.
pub(super) async fn redeliver(call: &Call<'_>) -> Outcome {
    call.changes()?;
    let given = object(call.body)?;
    let state = call.one_app_of(maybe_text(&given, "app")?)?;
    let id = text(&given, "id")?;
    call.audit("redeliver webhook", &format!("app {}, {id}", state.app.id));
    let outcome = call.node.webhooks.redeliver(&state.app.id, id).await;
    match outcome {
        Redelivery::As(new) => Ok(Answer { status: 202, ..call.answer(json!({ "id": new })) }),
        other => {
            let (status, why) = other.refusal();
            Err(Answer::error(status, why))
        }
    }
}

/// Sends a request of an event that did not happen, once.
pub(super) async fn simulate(call: &Call<'_>) -> Outcome {
    call.changes()?;
    let given = object(call.body)?;
    let state = call.one_app_of(maybe_text(&given, "app")?)?;
    let webhook = webhook_of(&state, &given)?;
    let simulation = simulation(&state, &given)?;
    let (event, channel) = (simulation.event.name(), simulation.channel);
    call.audit(
        "simulate webhook",
        &format!("app {}, {event} on {channel}, to {}", state.app.id, shown_url(&webhook.url)),
    );
    let config = call.node.config();
    let sent = call.node.webhooks.simulations.send(&config.settings, &state.app, webhook, simulation).await;
    let sent = sent.ok_or_else(|| {
        Answer::error(503, "Other simulated webhooks are under way: try again in a few seconds")
    })?;
    let Simulated { url, is_wanted, headers, body, took, status, answer, error } = sent;
    let (fix, page) = error.as_deref().map(|error| fix_of(status, error)).unzip();
    Ok(call.answer(json!({
        "app": state.app.id, "url": url, "wanted": is_wanted, "request": { "headers": headers, "body": body },
        "duration_ms": u64::try_from(took.as_millis()).unwrap_or(u64::MAX), "status": status, "delivered": error.is_none(),
        "answer": answer.map(|(body, is_cut)| json!({ "body": body, "cut": is_cut })), "error": error, "fix": fix, "page": page,
    })))
}

/// The entry that is named by its place among the app's webhooks, or the only one.
fn webhook_of<'s>(state: &'s AppState, given: &Map<String, Value>) -> Result<&'s Webhook, Answer> {
    let all = &state.app.pusher.webhooks.0;
    let place = match given.get("receiver") {
        None | Some(Value::Null) => None,
        Some(id) => Some(id.as_u64().and_then(|id| usize::try_from(id).ok()).ok_or_else(|| {
            Answer::error(
                400,
                "receiver has to be the id of one of the app's receivers, which GET /webhooks lists",
            )
        })?),
    };
    match (place, &all[..]) {
        (None, [one]) => Ok(one),
        (_, []) => {
            Err(Answer::error(409, "The app has no webhooks: name a receiver in its setting webhooks"))
        }
        (None, _) => Err(Answer::error(400, "The app has several receivers: name one as receiver")),
        (Some(place), all) => {
            all.get(place).ok_or_else(|| Answer::error(404, "The app has no receiver with this id"))
        }
    }
}

/// The event that the body describes, if it is one that the server could send.
fn simulation<'o>(state: &AppState, given: &'o Map<String, Value>) -> Result<Simulation<'o>, Answer> {
    let event = text(given, "event")?;
    let event = WebhookEvent::of(event).ok_or_else(|| {
        let names: Vec<_> = WebhookEvent::ALL.iter().map(|event| event.name()).collect();
        Answer::error(400, &format!("event has to be one of {}", names.join(", ")))
    })?;
    let channel = text(given, "channel")?;
    let name = ChannelName::parse(channel, &state.app)
        .map_err(|why| Answer::error(400, &format!("channel: {why}")))?;
    let user = bounded(given, "user", TEXT_BYTES)?;
    let is_presence = channel.starts_with("presence-");
    match event {
        WebhookEvent::MemberAdded | WebhookEvent::MemberRemoved => {
            if !is_presence {
                return Err(Answer::error(
                    400,
                    "Only presence channels have members: begin channel with presence-",
                ));
            }
            if user.is_none() {
                return Err(Answer::error(400, "user is missing: the id of the member"));
            }
        }
        WebhookEvent::CacheMiss if !name.is_cache() => {
            return Err(Answer::error(
                400,
                "Only cache channels miss: name one such as cache-news or private-cache-news",
            ));
        }
        _ => {}
    }
    let socket = maybe_text(given, "socket")?.map(socket_of).transpose()?;
    let count = match given.get("subscription_count") {
        None | Some(Value::Null) => 1,
        Some(count) => count
            .as_u64()
            .and_then(|count| u32::try_from(count).ok())
            .ok_or_else(|| Answer::error(400, "subscription_count has to be a whole number"))?,
    };
    let client_event = (
        bounded(given, "client_event", TEXT_BYTES)?.unwrap_or("client-test"),
        bounded(given, "data", DATA_BYTES)?.unwrap_or("{}"),
        socket.unwrap_or(SocketId { high: 1, low: 1 }),
    );
    // Only there is the sender of a client event known.
    let user = user.filter(|_| is_presence);
    Ok(Simulation { event, channel, user, client_event, subscriptions: count })
}

fn bounded<'o>(given: &'o Map<String, Value>, name: &str, most: usize) -> Result<Option<&'o str>, Answer> {
    match maybe_text(given, name)? {
        Some(text) if text.len() > most => {
            Err(Answer::error(413, &format!("{name} has more than {most} bytes")))
        }
        text => Ok(text),
    }
}

/// What to change where a receiver does not take a request, and where the documentation says more.
fn fix_of(status: Option<u16>, error: &str) -> (&'static str, &'static str) {
    match status {
        None if error.contains("does not allow") => (
            "Name the receiver by an address that webhook_addresses allows, or set webhook_addresses.",
            "webhooks.md#where-requests-may-go",
        ),
        None if error.contains("no whole answer") => {
            ("Queue the work and answer at once, or raise webhook_timeout_s.", "webhooks.md#what-is-sent")
        }
        None if error.contains("does not speak TLS") => {
            ("Write http:// in url, or another port.", "webhooks.md#where-requests-may-go")
        }
        None => (
            "Look whether the receiver runs at this address, and whether the server's machine reaches it: inside a container localhost \
             is the container itself.",
            "webhooks.md#where-requests-may-go",
        ),
        Some(300..=399) => (
            "Set url to where the redirect leads; a sign-in page needs an exception for this path.",
            "webhooks.md#set-up",
        ),
        Some(401 | 403) => (
            "Compare the secret by which the receiver checks the signature with the app's, and look whether it signs the body as it came.",
            "webhooks.md#what-is-sent",
        ),
        Some(404 | 405) => {
            ("Compare the path of url with the route, which has to take POST.", "webhooks.md#set-up")
        }
        Some(419) => ("Take the route out of Laravel's CSRF check.", "webhooks.md#in-laravel"),
        Some(_) => (
            "Look into the receiver's log: only a status from 200 to 299 counts as delivered.",
            "webhooks.md#what-is-sent",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_has_its_fix() {
        for (status, error, expected) in [
            (
                None,
                "x is at 10.0.0.1, which the setting webhook_addresses does not allow",
                "webhook_addresses",
            ),
            (None, "there was no whole answer within 5 s", "webhook_timeout_s"),
            (None, "x:1 does not speak TLS", "http://"),
            (None, "x:1 cannot be reached: refused", "runs at this address"),
            (Some(302), "", "redirect"),
            (Some(401), "", "secret"),
            (Some(404), "", "route"),
            (Some(419), "", "CSRF"),
            (Some(500), "", "log"),
        ] {
            let (fix, page) = fix_of(status, error);
            assert!(
                fix.contains(expected) && fix.ends_with('.') && page.starts_with("webhooks.md#"),
                "{fix}"
            );
        }
    }
}
