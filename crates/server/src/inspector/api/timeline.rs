//! The timeline: read in parts by a cursor, each of which keeps it recording.

use std::pin::pin;
use std::time::Duration;

use baton_hub::{Form, SocketId};
use serde_json::{Value, json};
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, timeout};

use super::channels::id_of;
use super::{Call, Outcome};
use crate::clock;
use crate::inspector::redaction::Payload;
use crate::inspector::timeline::{
    Delivery, Event, Filter, Kind, Number, Page, Patterns, SCOPES_OF_OWNER, Scope, WAITING,
};
use crate::node::Node;
use crate::tenants::Answer;

/// How long a call may wait for something to show.
const LONGEST_WAIT: Duration = Duration::from_secs(25);
/// How long a call that waits lets events gather, once there is one.
const LOOK: Duration = Duration::from_millis(100);
/// How often a call for which nothing happens looks whether the server ends, or its session has.
const LOOK_AROUND: Duration = Duration::from_millis(250);
/// How long what loops are still delivering is held back.
const SETTLED_MS: u64 = 200;
/// Events of one answer, unless the caller says how many.
const EVENTS: usize = 500;
/// How often scopes that nobody asks for any more are looked for.
const EXPIRY: Duration = Duration::from_secs(5);

/// What happened since the cursor.
pub(super) async fn read(call: &Call<'_>) -> Outcome {
    call.got(|_| Ok(Answer::done()))?;
    let filter = filter(call)?;
    let sampled = watch(call, &filter.scope)?;
    let timeline = &call.node.inspector.timeline;
    let now = Cursor { next: timeline.next(), sampled };
    let (from, is_restarted) = match call.parameters.get("after") {
        None => (now, false),
        Some(cursor) => match Cursor::read(call.node, cursor)? {
            // One that is ahead would wait for ever.
            Some(cursor) => (Cursor { next: cursor.next.min(now.next), ..cursor }, false),
            // Of the former process nothing is here; of this one everything.
            None => (Cursor { next: timeline.oldest(), sampled: 0 }, true),
        },
    };
    let limit = call.parameters.number("limit")?.and_then(|limit| usize::try_from(limit).ok());
    let limit = limit.unwrap_or(EVENTS).clamp(1, 1_000);
    let wait = Duration::from_millis(call.parameters.number("wait_ms")?.unwrap_or(0)).min(LONGEST_WAIT);
    // The first call begins to record, and who comes from another process has to learn of that.
    let has_news = is_restarted || call.parameters.get("after").is_none();
    let wait = if has_news { Duration::ZERO } else { wait };
    let owner = call.caller.credential.to_string();
    let _place = match wait.is_zero() {
        true => None,
        false => Some(timeline.place_to_wait(&owner, &filter.scope).ok_or_else(too_many_wait)?),
    };
    let deadline = Instant::now() + wait;
    let is_over = || Instant::now() >= deadline || call.node.is_leaving() || !holds(call);
    let mut page = Page { next: from.next, ..Page::default() };
    loop {
        // From before the look on: what happens meanwhile is not missed.
        let mut changed = pin!(timeline.changed());
        let lost = page.lost;
        page = timeline.read(page.next, limit, SETTLED_MS, &filter);
        page.lost += lost;
        if !page.events.is_empty() || is_over() {
            break;
        }
        if page.is_cut {
            yield_now().await;
            continue;
        }
        while !page.is_held_back && !is_over() && timeout(LOOK_AROUND, changed.as_mut()).await.is_err() {}
        sleep(LOOK).await;
    }
    if !holds(call) {
        return Err(Answer::error(401, "The session has ended meanwhile: sign in again"));
    }
    let sampled = watch(call, &filter.scope)?;
    Ok(answer(call, &page, (from.sampled, sampled), is_restarted))
}

/// Whether the caller may still look: a token that is changed ends its sessions.
fn holds(call: &Call<'_>) -> bool {
    call.caller.credential.holds(&call.node.config())
}

fn too_many_wait() -> Answer {
    Answer::error(
        503,
        &format!("{WAITING} calls wait for the same filter already: end some, or leave out wait_ms"),
    )
}

fn answer(call: &Call<'_>, page: &Page, (before, sampled): (u64, u64), is_restarted: bool) -> Answer {
    let hidden = call.hidden();
    let events: Vec<_> = page
        .events
        .iter()
        .map(|(number, event, delivery)| shown(call, *number, event, delivery.as_ref(), &hidden))
        .collect();
    let cursor = Cursor { next: page.next, sampled };
    call.answer(json!({
        "cursor": cursor.written(call.node), "events": events, "lost": page.lost, "restarted": is_restarted,
        "sampled": sampled.saturating_sub(before),
    }))
}

/// Begins or goes on to record what the filter lets through; how much of that could not be recorded so far.
fn watch(call: &Call<'_>, scope: &Scope) -> Result<u64, Answer> {
    let timeline = &call.node.inspector.timeline;
    let was_watched = timeline.is_watched();
    let sampled = timeline.watch(&call.caller.credential.to_string(), scope, clock::now_ms());
    let Some(sampled) = sampled else {
        let text = format!(
            "Too many filters are watched, or more than {SCOPES_OF_OWNER} of yours: close some views"
        );
        return Err(Answer::error(503, &text));
    };
    call.audit_look("watch", &subject(call));
    if !was_watched {
        let node = call.node.clone();
        tokio::spawn(async move {
            while node.inspector.timeline.expire(clock::now_ms()) {
                sleep(EXPIRY).await;
            }
        });
    }
    Ok(sampled)
}

fn subject(call: &Call<'_>) -> String {
    let named = |name: &str| call.parameters.get(name).unwrap_or("*").to_owned();
    format!(
        "app {}, channel {}",
        call.caller.credential.app_id().map_or_else(|| named("app"), Into::into),
        named("channel")
    )
}

fn filter(call: &Call<'_>) -> Result<Filter, Answer> {
    let patterns = |name: &str| {
        Patterns::parse(call.parameters.get(name).unwrap_or_default())
            .map_err(|why| Answer::error(400, &format!("{name}: {why}")))
    };
    let scope = Scope { app: call.app()?.map(|state| state.app.index), channels: patterns("channel")? };
    let kinds = call.parameters.get("type").unwrap_or_default().split(',').filter(|one| !one.is_empty());
    let kind = |name: &str| {
        Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let all: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            Answer::error(400, &format!("type: there is no {name:?}; there are {}", all.join(", ")))
        })
    };
    // Who does not see payloads could find out what stands in them by searching.
    let text = call.parameters.search("text");
    if !text.is_empty() && !call.caller.payloads {
        return Err(Answer::error(403, "A role that sees no payloads cannot search them: leave out text"));
    }
    let (events, kinds) = (patterns("event")?, kinds.map(kind).collect::<Result<_, _>>()?);
    Ok(Filter { scope, events, kinds, text, hidden: call.hidden() })
}

/// One event, with its delivery as it is now.
pub(super) fn event(call: &Call<'_>) -> Outcome {
    let (number, event, delivery) = event_named(call)?;
    Ok(call.answer(json!({ "event": shown(call, number, &event, delivery.as_ref(), &call.hidden()) })))
}

/// The event that the caller names.
pub(super) fn event_named(
    call: &Call<'_>,
) -> Result<(Number, std::sync::Arc<Event>, Option<Delivery>), Answer> {
    let id = call.parameters.get("id").or(call.parameters.get("event"));
    let id = id.ok_or_else(|| Answer::error(400, "Name an event: id"))?;
    let gone = || {
        Answer::error(
            404,
            "The event is not in the timeline any more: it holds inspector_timeline_bytes, while somebody looks",
        )
    };
    let number = number_of(call.node, id)?.ok_or_else(gone)?;
    let (event, delivery) = call.node.inspector.timeline.event(number).ok_or_else(gone)?;
    let is_own = match call.caller.credential.app_id() {
        None => true,
        Some(own) => event.app.and_then(|app| call.id_of(app)).is_some_and(|id| *id == *own),
    };
    if is_own { Ok((number, event, delivery)) } else { Err(gone()) }
}

/// An event's name beyond this process: which process it is, and the number.
pub(super) fn id_of_event(node: &Node, number: Number) -> String {
    format!("{}-{number}", run(node))
}

/// The number in an event's name; `None` if it is another process's.
fn number_of(node: &Node, id: &str) -> Result<Option<Number>, Answer> {
    let (of, number) = id.rsplit_once('-').ok_or_else(unreadable)?;
    let number = number.parse().map_err(|_| unreadable())?;
    Ok((of == run(node)).then_some(number))
}

/// What no other process has, nor the next one.
fn run(node: &Node) -> &str {
    node.inspector.node_name.rsplit('/').next().unwrap_or_default()
}

fn unreadable() -> Answer {
    Answer::error(
        400,
        "after and id have to be a cursor and an id of an event, as answers of the timeline have them (baton tail --json)",
    )
}

/// Where a reader goes on.
struct Cursor {
    next: Number,
    /// Events that had not been recorded until then.
    sampled: u64,
}

impl Cursor {
    fn written(&self, node: &Node) -> String {
        format!("{}-{}-{}", run(node), self.next, self.sampled)
    }

    /// `None` if it is another process's.
    fn read(node: &Node, text: &str) -> Result<Option<Self>, Answer> {
        let mut parts = text.splitn(3, '-');
        let (Some(of), Some(next)) = (parts.next(), parts.next()) else { return Err(unreadable()) };
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| unreadable());
        // An event's name is a cursor too, which knows no count.
        let sampled = parts.next().map_or(Ok(u64::MAX), number)?;
        let cursor = Self { next: number(next)?, sampled };
        Ok((of == run(node)).then_some(cursor))
    }
}

fn shown(
    call: &Call<'_>,
    number: Number,
    event: &Event,
    delivery: Option<&Delivery>,
    hidden: &[String],
) -> Value {
    let socket = |socket: Option<SocketId>| socket.map(|socket| socket.to_string());
    let channel = event.channel.as_ref();
    let message = event.message.as_deref();
    let payload = message.map(|message| Payload::of(message, hidden));
    let (bytes, is_redacted) = payload.as_ref().map(|one| (one.bytes, one.is_redacted)).unzip();
    let data = payload.filter(|_| call.caller.payloads).map(|one| one.text);
    json!({
        "id": id_of_event(call.node, number), "time_ms": event.at_ms, "type": event.kind.name(),
        "app": event.app.and_then(|app| call.id_of(app)),
        "channel": channel.map(|channel| channel.label().to_string()),
        "channel_id": channel.map(|channel| id_of(channel.access, &channel.name)),
        "event": event.name, "data": data, "bytes": bytes, "redacted": is_redacted,
        "is_binary": message.is_some_and(|message| message.form == Form::Binary), "why": event.detail,
        "from": event.origin.map(|origin| origin.name()), "socket": socket(event.socket),
        "except": socket(event.except), "user": event.user,
        "epoch": event.position.map(|position| position.epoch.to_string()),
        "offset": event.position.map(|position| position.offset),
        "subscriptions": delivery.map(|delivery| delivery.subscriptions),
        "delivery": delivery.map(delivery_as_json),
    })
}

fn delivery_as_json(delivery: &Delivery) -> Value {
    let skipped: Vec<_> = delivery
        .skipped
        .iter()
        .map(|(socket, why)| json!({ "socket": socket.to_string(), "why": why.name() }))
        .collect();
    json!({
        "received": delivery.received, "slowest_us": delivery.slowest_ns / 1_000, "pending": delivery.pending,
        "skipped": skipped, "skipped_total": delivery.skipped_total,
    })
}
