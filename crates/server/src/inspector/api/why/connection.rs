//! Why a connection receives nothing, or has ended.

use baton_hub::SocketId;

use super::refused::{is_of_a_message, note_refusals};
use crate::inspector::api::connections::{Looked, look_up};
use crate::inspector::api::diagnosis::Diagnosis;
use crate::inspector::api::{Call, Outcome};
use crate::inspector::ended::EndedConnection;
use crate::inspector::inspection::Shown;

pub(super) async fn of_connection(call: &Call<'_>, socket: SocketId) -> Outcome {
    let mut diagnosis = Diagnosis::of(format!("connection {socket}"));
    match look_up(call, socket).await? {
        Looked::Open(_, shown) => {
            diagnosis.good(
                "The connection is open",
                format!("{} over {}", shown.row.protocol, shown.row.transport),
            );
            // What was refused first and then granted is over.
            let is_over =
                |channel: &str| shown.channels.iter().any(|(own, _)| own.label().to_string() == *channel);
            note_refusals(call, &mut diagnosis, |one| {
                let is_over = !is_of_a_message(one) && one.channel.as_deref().is_some_and(is_over);
                one.socket == Some(socket) && !is_over
            });
            note_state(&mut diagnosis, &shown);
        }
        Looked::Ended(ended) => {
            of_ended(&mut diagnosis, &ended);
            note_refusals(call, &mut diagnosis, |one| one.socket == Some(socket));
        }
        Looked::Unknown => {
            let text = "This server has no such connection, and none that ended lately. Socket ids change with each reconnect: take \
                        the one that the page has now (pusher.connection.socket_id).";
            diagnosis.bad("The connection is known", "no", text);
            note_refusals(call, &mut diagnosis, |one| one.socket == Some(socket));
        }
    }
    let otherwise = "The connection is open, reads what it is sent, and is subscribed: it receives what is published on its channels.";
    Ok(diagnosis.answer(call, otherwise))
}

fn note_state(diagnosis: &mut Diagnosis, Shown { row, channels }: &Shown) {
    if row.outbox_bytes > 0 {
        let text = format!(
            "The client does not keep up: {} bytes wait for it. At outbox_bytes, or after outbox_age_s, it is closed with 4100.",
            row.outbox_bytes
        );
        diagnosis
            .bad("The client reads what it is sent", format!("{} bytes wait", row.outbox_bytes), text)
            .fix(
                "Look at the client's network and at how long its handlers take; or send less.",
                "operate.md#sizing",
            );
    } else {
        diagnosis.good("The client reads what it is sent", "nothing waits");
    }
    if row.state == "waiting" {
        let text = "The connection waits for an answer of a hook, a policy or a key, and is not read until that has come.";
        diagnosis.unknown("The connection is read", text);
    }
    if channels.is_empty() {
        diagnosis
            .bad(
                "It is subscribed",
                "to nothing",
                "The connection is open, and subscribed to nothing: it receives no message.",
            )
            .fix("Subscribe after the connection has opened.", "start.md#2-subscribe");
    } else {
        let names: Vec<_> =
            channels.iter().take(10).map(|(channel, _)| channel.label().to_string()).collect();
        diagnosis.good("It is subscribed", format!("to {}: {}", channels.len(), names.join(", ")));
    }
}

pub(super) fn of_ended(diagnosis: &mut Diagnosis, ended: &EndedConnection) {
    let EndedConnection { by, code, reason, .. } = ended;
    let reason = if reason.is_empty() {
        "no reason was given".to_owned()
    } else {
        format!("\u{201c}{reason}\u{201d}")
    };
    let fix = match code {
        4100 => "The client read too slowly: look at its network, or raise outbox_bytes.",
        4001 | 4003 => "Look at the app: it is unknown, removed or disabled.",
        4004 => "The app is over max_connections.",
        4009 => "An operator or the application ended it, or a hook refused it.",
        4200..=4299 => "The server asked it to reconnect: it restarts, or the app was changed.",
        1006 => {
            "The network broke, a proxy closed the connection (compare its timeouts), or the page was closed."
        }
        1009 => "A message was larger than message_bytes.",
        _ => "The reason says why.",
    };
    diagnosis
        .bad(
            "The connection is open",
            "no",
            format!("The connection was closed by the {by} with {code}: {reason}."),
        )
        .fix(fix, "operate.md#logs");
}
