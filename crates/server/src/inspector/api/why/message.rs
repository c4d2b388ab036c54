//! Who received a message of the timeline, and why others did not.

use baton_hub::SocketId;

use super::nobody::note_nobody;
use super::receiver::note_receiver;
use crate::inspector::api::diagnosis::Diagnosis;
use crate::inspector::api::timeline::event_named;
use crate::inspector::api::{Call, Outcome};
use crate::inspector::timeline::{Delivery, Event, Kind, Skip};
use crate::tenants::Answer;

/// A message of the timeline, and perhaps one connection that should have received it.
pub(super) async fn of_message(call: &Call<'_>, socket: Option<SocketId>) -> Outcome {
    let (number, event, delivery) = event_named(call)?;
    let (Kind::Message, Some(delivery)) = (event.kind, delivery) else {
        return Err(Answer::error(400, "This event is no message: name one of type message"));
    };
    let channel = event.channel.as_ref().map(|one| one.label().to_string()).unwrap_or_default();
    let name = event.name.as_deref().unwrap_or_default();
    let mut diagnosis = Diagnosis::of(format!("event {name} on {channel}"));
    let from = event.origin.map_or("", |origin| origin.name());
    diagnosis.good("Accepted", format!("from {from}")).at_us = Some(0);
    if let Some(position) = event.position {
        diagnosis.good("Given its place in the channel's order", format!("offset {}", position.offset));
    }
    note_subscribers(call, &mut diagnosis, &event, &delivery);
    if let Some(socket) = socket {
        note_receiver(call, &mut diagnosis, (number, &event, &delivery), socket).await?;
    }
    note_event_name(&mut diagnosis, name);
    let otherwise = format!(
        "{} of {} subscriptions received it, the last one {} µs after it was accepted. If the page shows nothing, it listens for \
         another event than {name:?}.",
        delivery.received,
        delivery.subscriptions,
        delivery.slowest_ns / 1_000
    );
    Ok(diagnosis.answer(call, otherwise))
}

fn note_subscribers(call: &Call<'_>, diagnosis: &mut Diagnosis, event: &Event, delivery: &Delivery) {
    let Some(channel) = &event.channel else { return };
    if delivery.subscriptions == 0 {
        let app = event.app.and_then(|app| call.node.config().app(app).cloned());
        return note_nobody(call, diagnosis, app.as_deref(), &channel.label());
    }
    diagnosis.good("Somebody is subscribed", format!("{} subscriptions", delivery.subscriptions));
    let step = diagnosis.good("Written to their connections", format!("{} received it", delivery.received));
    step.at_us = Some(delivery.slowest_ns / 1_000);
    let count = |why: Skip| delivery.skipped.iter().filter(|(_, one)| *one == why).count();
    let (excluded, behind, closing) = (count(Skip::Excluded), count(Skip::Behind), count(Skip::Closing));
    if excluded > 0 {
        let value = format!(
            "{} was excluded by socket_id",
            event.except.map_or_else(String::new, |one| one.to_string())
        );
        let step = diagnosis.unknown("Nobody is excluded", value);
        step.fix(
            "The publisher excluded the sender: toOthers() in Laravel, socket_id in the API, or the sender of a client event \
             itself. Leave it out where the sender should see the event too.",
            "http-api.md#calls",
        );
        if delivery.received == 0 {
            let text = "The only subscriber is the one that the publisher excluded (toOthers, socket_id, or the sender of a client \
                        event itself).";
            diagnosis.verdict.get_or_insert_with(|| text.into());
        }
    }
    if behind > 0 {
        diagnosis
            .unknown(
                "Nobody is behind",
                format!("{behind} have not read what came before, and receive this later"),
            )
            .fix("Look at these connections: their clients or networks are slow.", "operate.md#sizing");
    }
    if closing > 0 {
        diagnosis.unknown("Nobody is being closed", format!("{closing} were being closed"));
    }
}

/// Names of events that pages often listen for in another spelling.
fn note_event_name(diagnosis: &mut Diagnosis, name: &str) {
    let fix = if let Some(rest) = name.strip_prefix('.') {
        format!(
            "The event's name begins with a dot. In Laravel Echo a leading dot means \u{201c}without the namespace\u{201d} where one \
             listens, as in listen('.{rest}'); where one publishes, broadcastAs() returns {rest:?} without it."
        )
    } else if name.contains('\\') {
        let short = name.rsplit('\\').next().unwrap_or_default();
        format!(
            "The event has its class as its name. Echo's listen({short:?}) finds it while its namespace is App\\Events; a client \
             without Echo binds {name:?}; broadcastAs() gives it another name, which Echo listens for with a leading dot."
        )
    } else {
        return;
    };
    diagnosis
        .unknown("The page listens for this event", name.to_owned())
        .fix(fix, "start.md#troubleshooting");
}
