//! What the server sends beside answers: each message must be one that is due.

use super::{
    Connection, Model, Outcome,
    place::{Farewell, Place},
};
use crate::{
    expectation::Expectation,
    server::ConnectionId,
    supabase::{Heard, changes_of, channel_of},
};

impl Model {
    /// The server sends something.
    pub(crate) fn sent(
        &mut self,
        id: ConnectionId,
        heard: &Heard,
        expectation: &mut Expectation,
        now: u64,
    ) -> Outcome {
        if let Heard::Reply { topic, reference, outcome } = heard {
            return self.replied(id, (topic, reference), outcome, expectation, now);
        }
        let is_final = self.app.supabase.close_channel_on_auth_failure;
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        match heard {
            Heard::Broadcast { topic, uuid, replayed } => {
                let place = place_on(connection, (id, topic))?;
                let channel = channel_of(topic, place.config.private);
                match replayed {
                    _ if !place.hears_messages() => {
                        Err(format!("s{id} is sent {uuid} on {topic}, which it may not read"))
                    }
                    true if place.config.replay.is_none() => Err(format!("s{id} asked for nothing earlier")),
                    true => expectation.replayed(id, &channel, uuid),
                    false => expectation.sent(id, &channel, uuid, None, now).map(drop),
                }
            }
            Heard::Change { topic, uuid } => {
                expectation.sent(id, &changes_of(topic), uuid, None, now).map(drop)
            }
            Heard::State { topic, .. } => {
                let tracks = connection.handling.as_ref().is_some_and(|it| it.tracks(topic));
                state(place_on(connection, (id, topic))?, (id, topic), tracks)
            }
            Heard::Diff { topic, .. } => {
                let place = place_on(connection, (id, topic))?;
                let is_right = place.hears_presence() && !place.state_owed;
                is_right
                    .then_some(())
                    .ok_or(format!("s{id} is sent the status of changes on {topic} out of turn"))
            }
            Heard::System { topic, message, .. } => {
                notice(place_on(connection, (id, topic))?, (id, topic), message, expectation, now)
            }
            Heard::Ended { topic, join_ref, reason } => {
                place_on(connection, (id, topic))?;
                let Some(place) = connection.places.remove(topic) else { return Ok(()) };
                expectation.unsubscribed(id, &channel_of(topic, place.config.private));
                expectation.unsubscribed(id, &changes_of(topic));
                ended(&place, (id, topic), join_ref, reason.as_deref(), is_final, now)
            }
            _ => Ok(()),
        }
    }
}

fn place_on<'a>(
    connection: &'a mut Connection,
    (id, topic): (ConnectionId, &str),
) -> Result<&'a mut Place, String> {
    let place = connection.places.get_mut(topic);
    place.ok_or_else(|| format!("s{id} hears of {topic}, which it is not on"))
}

/// A client that tracks itself is sent who else is present, and then the reply.
fn state(place: &mut Place, (id, topic): (ConnectionId, &str), tracks: bool) -> Outcome {
    if tracks && !place.presence {
        place.presence = true;
        place.state_owed = true;
    }
    if !place.hears_presence() {
        return Err(format!("s{id} is sent who is present on {topic}, which it may not read"));
    }
    let is_due = std::mem::take(&mut place.state_owed);
    is_due.then_some(()).ok_or(format!("s{id} is sent once more who is present on {topic}"))
}

fn notice(
    place: &mut Place,
    (id, topic): (ConnectionId, &str),
    message: &str,
    expectation: &mut Expectation,
    now: u64,
) -> Outcome {
    let is_right = match message {
        "Subscribed to PostgreSQL" => {
            expectation.is_complete_from_now(id, &changes_of(topic), true);
            place.follows
        }
        "the stream ended" => {
            expectation.is_complete_from_now(id, &changes_of(topic), false);
            place.follows
        }
        "Replication connection established" | "Replication connection was not established in time" => {
            std::mem::take(&mut place.replication_owed)
        }
        "Server requested disconnect" => true,
        text if text.starts_with("Unable to subscribe to changes with given parameters: ") => {
            expectation.is_complete_from_now(id, &changes_of(topic), false);
            std::mem::take(&mut place.follows)
        }
        text if text.starts_with("Nothing is replayed: ") => place.config.replay.is_some(),
        text => is_farewell(place, text, now),
    };
    is_right.then_some(()).ok_or(format!("s{id} is notified on {topic} without a reason: {message}"))
}

/// Whether a join may end because of this. Tokens expire by themselves.
fn is_farewell(place: &Place, text: &str, now: u64) -> bool {
    let expired = place.token.claims().expired_for(now / 1_000);
    let by_itself = expired.map(|seconds| format!("Token has expired {seconds} seconds ago"));
    by_itself.as_deref() == Some(text)
        || matches!(&place.farewell, Some(Farewell::Because(because)) if because == text)
}

fn ended(
    place: &Place,
    (id, topic): (ConnectionId, &str),
    join_ref: &str,
    reason: Option<&str>,
    is_final: bool,
    now: u64,
) -> Outcome {
    if place.join_ref != join_ref {
        return Err(format!("s{id} is sent the end of {join_ref} on {topic}, not {}", place.join_ref));
    }
    let is_expired = place.token.claims().expired_for(now / 1_000).is_some();
    let is_right = match (&place.farewell, reason) {
        (Some(Farewell::Close), reason) => reason.is_none(),
        (Some(Farewell::Because(_)), None) => is_final,
        (None, None) => is_final && is_expired,
        (_, Some(text)) => !is_final && is_farewell(place, text, now),
    };
    let farewell = &place.farewell;
    is_right.then_some(()).ok_or(format!("s{id} is put off {topic} by {reason:?}, not {farewell:?}"))
}
