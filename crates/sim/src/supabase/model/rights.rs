//! Who may read and write what, by the answers of the database.

use baton_protocols::phoenix::PublicBroadcast;
use baton_protocols::{App, Direction, Permissions};

use super::{
    Model,
    place::{Farewell, Place, policies, token_error},
    reasons,
};
use crate::{
    expectation::Expectation,
    server::{ConnectionId, Ruled, Ruling},
    supabase::{Token, channel_of},
};

impl Model {
    /// The database has answered.
    pub(crate) fn rule(&mut self, Ruling { id, what }: Ruling, expectation: &mut Expectation) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if let Ruled::Policies { topic, direction, token, is_recheck, answer: Ok(permissions) } = &what
            && let Some(place) = connection.places.get_mut(topic)
            && place.is_guarded()
            && place.token.id == *token
        {
            match direction {
                Direction::Write => place.write = Some(*permissions),
                Direction::Read if !is_recheck => {}
                Direction::Read if permissions.are_none() => place.withdraw(topic),
                Direction::Read => set_read(place, *permissions, (id, topic), expectation),
            }
        }
        if let Some(handling) = connection.handling.as_mut() {
            handling.rulings.push(what);
        }
    }

    /// The hub has taken a broadcast of a client. Where it goes, and whether to its sender.
    pub(crate) fn accepted(&mut self, id: ConnectionId, topic: &str) -> Result<(String, bool), String> {
        let connection = self.connections.get_mut(&id).ok_or("a broadcast of nobody was taken")?;
        if let Some(handling) = &mut connection.handling {
            handling.accepted = true;
        }
        let place = connection.places.get(topic);
        let place = place.ok_or_else(|| format!("s{id} broadcast on {topic}, which it is not on"))?;
        let may = match place.write {
            _ if !place.config.private => may_speak(&self.app, topic, &place.token),
            _ if !place.is_guarded() => true,
            write => write.is_some_and(|write| write.broadcast),
        };
        if !may {
            return Err(format!("s{id} broadcast on {topic} without permission"));
        }
        Ok((channel_of(topic, place.config.private), place.config.own))
    }

    /// Tokens hold no longer.
    pub(crate) fn revoke(&mut self, token: &str) {
        self.revoked.push(token.to_owned());
        let places = self.connections.values_mut().flat_map(|connection| connection.places.values_mut());
        for place in places.filter(|place| place.token.id == token) {
            place.farewell = Some(Farewell::Because("Token has been revoked".to_owned()));
        }
    }
}

fn set_read(
    place: &mut Place,
    read: Permissions,
    (id, topic): (ConnectionId, &str),
    expectation: &mut Expectation,
) {
    if place.set_read(|place| place.read = read) {
        expectation.hears(id, &channel_of(topic, place.config.private), place.hears_messages());
    }
}

pub(super) fn renew(
    place: &mut Place,
    (id, topic): (ConnectionId, &str),
    token: &Token,
    rulings: &[Ruled],
    expectation: &mut Expectation,
) {
    if let Some(Err(error)) = token_error(rulings) {
        place.farewell = Some(Farewell::Because(reasons::of_token(&error).1));
        return;
    }
    let read = policies(rulings, (topic, Direction::Read), token);
    if place.config.private && !token.is_service {
        match &read {
            None => place.farewell = Some(Farewell::Because("nobody asked the policies".to_owned())),
            Some(Ok(none)) if none.are_none() => place.withdraw(topic),
            Some(Err(error)) => {
                place.farewell = Some(Farewell::Because(reasons::of_policies(error).1.to_owned()));
            }
            Some(Ok(_)) => {}
        }
        if place.farewell.is_some() {
            return;
        }
    }
    place.write = None;
    place.follows = place.config.changes;
    let hears_otherwise = place.set_read(|place| {
        place.token = token.clone();
        place.read = read.and_then(Result::ok).unwrap_or(place.read);
    });
    if hears_otherwise {
        expectation.hears(id, &channel_of(topic, place.config.private), place.hears_messages());
    }
}

pub(super) fn may_speak(app: &App, topic: &str, token: &Token) -> bool {
    match &app.supabase.public_broadcast {
        PublicBroadcast::Anybody => true,
        PublicBroadcast::Topics(topics) => token.is_service || topics.iter().any(|it| &**it == topic),
        _ => token.is_service,
    }
}
