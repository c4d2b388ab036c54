//! Connections: found, shown and closed.

use baton_hub::{DisconnectReason, SocketId};
use futures_util::future::join_all;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::channels::{channel_of, id_of};
use super::records::row as refusal_row;
use super::{Call, Outcome, maybe_text, object, switch, text};
use crate::clock::unix_ms;
use crate::inspector::ended::EndedConnection;
use crate::inspector::inspection::{Found, Inspection, Row, Search, Shown};
use crate::inspector::socket_id;
use crate::inspector::timeline::ChannelName;
use crate::loop_message::LoopMessage;
use crate::tenants::Answer;

/// Connections of one user that are closed in one round, in each loop.
const OF_USER: usize = 1_000;
/// Refusals of one connection that are shown.
const REFUSALS: usize = 50;

/// The connections that match, loop by loop.
pub(super) async fn list(call: &Call<'_>) -> Outcome {
    call.got(|_| Ok(Answer::done()))?;
    let app = call.app()?;
    let channel = match (call.parameters.get("channel").or(call.parameters.get("id")), &app) {
        (None, _) => None,
        (Some(_), Some(state)) => channel_of(call, &state.app)?,
        (Some(_), None) => channel_of(call, &call.one_app()?.app)?,
    };
    let app = if channel.is_some() { Some(call.one_app()?) } else { app };
    let search = Search {
        app: app.map(|state| state.app.index),
        channel: channel.map(|(access, name)| ChannelName { access, name: name.into() }),
        user: call.parameters.get("user").map(Into::into),
        text: call.parameters.search("search"),
        from: 0,
        limit: call.parameters.limit()?,
    };
    let after = call.parameters.get("after").map(place_of).transpose()?;
    let all = find(call, &search, after).await?;
    let total: u64 = all.iter().map(|found| found.total).sum();
    let first = after.map_or(0, |(n, _)| n);
    let rows = all
        .into_iter()
        .enumerate()
        .skip(first)
        .flat_map(|(n, found)| found.rows.into_iter().map(move |row| (n, row)));
    let rows: Vec<_> = rows.take(search.limit).collect();
    let next =
        (rows.len() == search.limit).then(|| rows.last().map(|(n, row)| format!("{n}-{}", row.slot + 1)));
    let connections: Vec<_> = rows.iter().map(|(n, row)| shown(call, *n, row)).collect();
    Ok(call.answer(json!({ "total": total, "connections": connections, "next": next.flatten() })))
}

/// Loop and slot from which on rows are wanted.
fn place_of(cursor: &str) -> Result<(usize, usize), Answer> {
    let place = cursor.split_once('-').and_then(|(n, slot)| Some((n.parse().ok()?, slot.parse().ok()?)));
    place.ok_or_else(|| Answer::error(400, "after has to be the `next` of the page before"))
}

async fn find(call: &Call<'_>, search: &Search, after: Option<(usize, usize)>) -> Result<Vec<Found>, Answer> {
    ask_all(call, |n, answer| {
        let from = after.filter(|(first, _)| *first == n).map_or(0, |(_, slot)| slot);
        Inspection::Find(Search { from, ..search.clone() }, answer)
    })
    .await
}

/// Asks every loop.
async fn ask_all<T>(
    call: &Call<'_>,
    question: impl Fn(usize, oneshot::Sender<T>) -> Inspection,
) -> Result<Vec<T>, Answer> {
    let answers = call.node.loops().iter().enumerate().map(|(n, queue)| {
        let (sender, receiver) = oneshot::channel();
        queue.push_unreserved(LoopMessage::Inspect(Box::new(question(n, sender))));
        receiver
    });
    let answers: Vec<_> = answers.collect();
    join_all(answers)
        .await
        .into_iter()
        .collect::<Result<_, _>>()
        .map_err(|_| Answer::error(503, "Too many searches for connections are under way: try again"))
}

/// One connection, open or ended.
pub(super) async fn show(call: &Call<'_>) -> Outcome {
    call.got(|_| Ok(Answer::done()))?;
    let socket = socket_of(call.parameters.get("socket").unwrap_or_default())?;
    let found = look_up(call, socket).await?;
    let refusals = call.node.inspector.refusals.newest(None, REFUSALS, |one| one.socket == Some(socket));
    let refusals: Vec<_> = refusals.iter().map(|(number, one)| refusal_row(call, *number, one)).collect();
    let mut shown_as = match found {
        Looked::Open(n, one) => {
            let mut shown_as = shown(call, n, &one.row);
            let channels = one.channels.iter().map(|(channel, user)| {
                json!({
                    "id": id_of(channel.access, &channel.name), "channel": channel.label().to_string(), "user": user,
                })
            });
            shown_as["channels"] = channels.collect();
            shown_as
        }
        Looked::Ended(one) => ended(call, &one),
        Looked::Unknown => {
            let text = "There is no open connection with this socket id, and none that ended lately; another node may have it";
            return Err(Answer::error(404, text));
        }
    };
    shown_as["refusals"] = json!(refusals);
    Ok(call.answer(shown_as))
}

/// What is known of a connection.
pub(super) enum Looked {
    /// With the number of its loop.
    Open(usize, Shown),
    Ended(EndedConnection),
    Unknown,
}

/// Looks a connection up, as far as the caller sees its app.
pub(super) async fn look_up(call: &Call<'_>, socket: SocketId) -> Result<Looked, Answer> {
    let sees = |app| {
        call.caller.credential.app_id().is_none() || call.id_of(app).is_some_and(|id| call.caller.sees(&id))
    };
    let all = ask_all(call, |_, answer| Inspection::Show(socket, answer)).await?;
    let open = all.into_iter().enumerate().find_map(|(n, shown)| Some((n, shown?)));
    if let Some((n, shown)) = open {
        return Ok(if sees(shown.row.app) { Looked::Open(n, shown) } else { Looked::Unknown });
    }
    let ended = call.node.inspector.ended.newest(None, 1, |one| one.socket == socket && sees(one.app));
    Ok(ended.into_iter().next().map_or(Looked::Unknown, |(_, one)| Looked::Ended(one)))
}

pub(super) fn socket_of(text: &str) -> Result<SocketId, Answer> {
    socket_id(text)
        .ok_or_else(|| Answer::error(400, "socket has to be a socket id: two numbers with a dot between"))
}

fn shown(call: &Call<'_>, n: usize, row: &Row) -> Value {
    json!({
        "socket": row.socket.to_string(), "app": call.id_of(row.app), "protocol": row.protocol,
        "transport": row.transport, "address": row.address.map(|address| address.to_string()), "user": row.user,
        "subscriptions": row.subscriptions, "outbox_bytes": row.outbox_bytes, "messages_in": row.messages_in,
        "opened_ms": unix_ms().saturating_sub(row.open_for_ms), "silent_ms": row.silent_ms, "loop": n,
        "state": row.state,
    })
}

fn ended(call: &Call<'_>, one: &EndedConnection) -> Value {
    json!({
        "socket": one.socket.to_string(), "app": call.id_of(one.app), "protocol": one.protocol,
        "address": one.address.map(|address| address.to_string()), "messages_in": one.messages_in,
        "opened_ms": one.opened_ms, "state": "closed", "channels": [],
        "closed": { "time_ms": one.ended_ms, "by": one.by, "code": one.code, "reason": one.reason },
    })
}

/// Closes one connection.
pub(super) async fn close(call: &Call<'_>) -> Outcome {
    call.changes()?;
    let given = object(call.body)?;
    let socket = socket_of(text(&given, "socket")?)?;
    let Looked::Open(n, _) = look_up(call, socket).await? else {
        return Err(Answer::error(404, "There is no open connection with this socket id"));
    };
    call.audit("close connection", &socket.to_string());
    let closed = close_each(call, &[(n, socket)], reason_of(&given)?).await;
    Ok(Answer { status: 202, ..call.answer(json!({ "closed": closed })) })
}

/// Clients that are to reconnect do so at once; others stay away.
fn reason_of(given: &Map<String, Value>) -> Result<DisconnectReason, Answer> {
    Ok(if switch(given, "reconnect")? { DisconnectReason::Reconnect } else { DisconnectReason::Terminated })
}

/// Closes connections, each in its loop; how many there were.
async fn close_each(call: &Call<'_>, all: &[(usize, SocketId)], reason: DisconnectReason) -> usize {
    let asked = all.iter().filter_map(|(n, socket)| {
        let (sender, receiver) = oneshot::channel();
        let question = LoopMessage::Inspect(Box::new(Inspection::Close(*socket, reason, sender)));
        call.node.loops().get(*n)?.push_unreserved(question);
        Some(receiver)
    });
    let asked: Vec<_> = asked.collect();
    join_all(asked).await.into_iter().filter(|closed| *closed == Ok(true)).count()
}

/// Closes all connections of a user.
pub(super) async fn close_user(call: &Call<'_>) -> Outcome {
    call.changes()?;
    let given = object(call.body)?;
    let state = call.one_app_of(maybe_text(&given, "app")?)?;
    let user = text(&given, "user")?;
    call.audit("close user", &format!("app {}, user {user}", state.app.id));
    let search = Search {
        app: Some(state.app.index),
        channel: None,
        user: Some(user.to_owned()),
        text: String::new(),
        from: 0,
        limit: OF_USER,
    };
    let mut closed = 0;
    loop {
        let found = find(call, &search, None).await?;
        let all: Vec<_> = found
            .iter()
            .enumerate()
            .flat_map(|(n, found)| found.rows.iter().map(move |row| (n, row.socket)))
            .collect();
        let of_round = close_each(call, &all, reason_of(&given)?).await;
        closed += of_round;
        // Clients that come back meanwhile are not waited for.
        if of_round < OF_USER {
            break;
        }
    }
    Ok(Answer { status: 202, ..call.answer(json!({ "closed": closed })) })
}
