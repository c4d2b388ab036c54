//! Whether one connection received a message.

use baton_hub::SocketId;

use super::connection::of_ended;
use super::refused::note_refusals;
use crate::inspector::api::Call;
use crate::inspector::api::connections::{Looked, look_up};
use crate::inspector::api::diagnosis::Diagnosis;
use crate::inspector::timeline::{Delivery, Event, Filter, Kind, Number, Skip};
use crate::tenants::Answer;

/// Whether one connection received a message.
pub(super) async fn note_receiver(
    call: &Call<'_>,
    diagnosis: &mut Diagnosis,
    (number, event, delivery): (Number, &Event, &Delivery),
    socket: SocketId,
) -> Result<(), Answer> {
    let what = format!("Connection {socket} receives it");
    let skipped = delivery.skipped.iter().find(|(one, _)| *one == socket).map(|(_, why)| *why);
    if event.except == Some(socket) || skipped == Some(Skip::Excluded) {
        let text = format!(
            "Connection {socket} was excluded by the publisher (toOthers, socket_id), or sent the event itself."
        );
        diagnosis.bad(&what, "excluded", text).fix("Leave socket_id or toOthers() out.", "http-api.md#calls");
        return Ok(());
    }
    let shown = match look_up(call, socket).await? {
        Looked::Open(_, shown) => shown,
        Looked::Ended(ended) => {
            of_ended(diagnosis, &ended);
            return Ok(());
        }
        Looked::Unknown => {
            diagnosis.bad(&what, "unknown", format!("This server has no connection {socket}."));
            return Ok(());
        }
    };
    let name = event.channel.as_ref().map(|one| one.label().to_string()).unwrap_or_default();
    let is_subscribed = shown.channels.iter().any(|(channel, _)| Some(channel) == event.channel.as_ref());
    let then = subscribed_then(call, number, event, socket);
    if skipped == Some(Skip::Behind) {
        let text = format!(
            "Connection {socket} had not read what came before: it receives this later, unless it is closed for that."
        );
        diagnosis
            .bad(&what, "later", text)
            .fix("Look at the client's network and handlers.", "operate.md#sizing");
    } else if let Then::Later { ms } = then {
        let text = format!("Connection {socket} subscribed {ms} ms after the event was published: too late.");
        // It says more than that nobody was there at the time.
        diagnosis.verdict = Some(text.clone());
        diagnosis.bad(&what, "subscribed later", text).fix(
            "Fetch the present state after pusher:subscription_succeeded, use a cache channel, or read the history.",
            "http-api.md#calls-that-baton-adds",
        );
    } else if !is_subscribed && !matches!(then, Then::Yes) {
        let text = format!("Connection {socket} is not subscribed to {name}.");
        diagnosis
            .bad(&what, "not subscribed", text)
            .fix("Subscribe the page to this channel.", "start.md#2-subscribe");
        note_refusals(call, diagnosis, |one| one.socket == Some(socket));
    } else {
        diagnosis.good(&what, if is_subscribed { "yes" } else { "yes; it has left the channel since" });
    }
    Ok(())
}

/// Whether a connection was subscribed when a message was published.
enum Then {
    Yes,
    /// It subscribed so much later.
    Later {
        ms: u64,
    },
    /// The timeline does not say.
    Unknown,
}

/// What the timeline says of that: its last word before the message, or else its first one after it.
fn subscribed_then(call: &Call<'_>, number: Number, event: &Event, socket: SocketId) -> Then {
    let kinds = vec![Kind::Subscribe, Kind::Unsubscribe];
    let timeline = &call.node.inspector.timeline;
    let filter = Filter { kinds, ..Filter::default() };
    let (mut from, mut then) = (timeline.oldest(), Then::Unknown);
    loop {
        let page = timeline.read(from, 1_000, 0, &filter);
        for (at, one, _) in &page.events {
            let is_it = one.socket == Some(socket) && one.app == event.app && one.channel == event.channel;
            match (is_it, one.kind, *at < number) {
                (false, ..) => {}
                (true, Kind::Subscribe, true) => then = Then::Yes,
                (true, _, true) => then = Then::Unknown,
                (true, Kind::Subscribe, false) if !matches!(then, Then::Yes) => {
                    return Then::Later { ms: one.at_ms.saturating_sub(event.at_ms) };
                }
                // It left after the message, so it was there.
                (true, _, false) => return Then::Yes,
            }
        }
        if page.next == from {
            return then;
        }
        from = page.next;
    }
}
