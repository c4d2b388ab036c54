//! What the server must send to Supabase clients, kept beside it and far simpler than it.
//!
//! It knows what clients said when the server read it, what the database answered, and nothing of what the session
//! remembers. A message that the server handles is answered in the same step, or once what it waits for is there.

use std::{collections::BTreeMap, sync::Arc};

use baton_protocols::{App, Direction, Permissions, PublicBroadcast};

use super::{
    Ask, Config, Heard, Request, Token, changes_of, channel_of,
    places::{Farewell, Place, policies, token_error},
    replies,
};
use crate::{
    expectation::Expectation,
    server::{ConnectionId, Ruled, Ruling},
};

/// All connections of Supabase clients.
#[derive(Debug)]
pub(crate) struct Model {
    app: Arc<App>,
    connections: BTreeMap<ConnectionId, Connection>,
    revoked: Vec<String>,
    /// It is the only node, so that limits are kept to the letter.
    is_alone: bool,
}

#[derive(Debug)]
struct Connection {
    own: Token,
    places: BTreeMap<String, Place>,
    handling: Option<Handling>,
}

/// The message that the server is handling.
#[derive(Debug)]
struct Handling {
    request: Request,
    rulings: Vec<Ruled>,
    replies: u32,
    /// How many there must be, once it has been handled.
    expected: Option<u32>,
    accepted: bool,
}

impl Handling {
    fn tracks(&self, topic: &str) -> bool {
        matches!(&self.request.ask, Ask::Track { topic: on, .. } if on == topic)
    }
}

type Outcome = Result<(), String>;

impl Model {
    pub(crate) fn new(app: Arc<App>, is_alone: bool) -> Self {
        Self { app, connections: BTreeMap::new(), revoked: Vec::new(), is_alone }
    }

    pub(crate) fn connect(&mut self, id: ConnectionId, own: Token) {
        self.connections.insert(id, Connection { own, places: BTreeMap::new(), handling: None });
    }

    /// A connection is no more, or nothing is sent on it any more.
    pub(crate) fn gone(&mut self, id: ConnectionId) {
        self.connections.remove(&id);
    }

    /// The server reads a message.
    pub(crate) fn begin(&mut self, id: ConnectionId, request: &Request) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if let Ask::Join { topic, .. } | Ask::Leave { topic } = &request.ask
            && let Some(place) = connection.places.get_mut(topic)
        {
            place.farewell = Some(Farewell::Close);
        }
        let request = request.clone();
        let (rulings, replies, expected, accepted) = (Vec::new(), 0, None, false);
        connection.handling = Some(Handling { request, rulings, replies, expected, accepted });
    }

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

    /// The server has handled the message, and what it sends because of it follows.
    pub(crate) fn done(&mut self, id: ConnectionId, expectation: &mut Expectation) {
        let Some(Connection { places, handling: Some(handling), .. }) = self.connections.get_mut(&id) else {
            return;
        };
        let place = handling.request.ask.topic().and_then(|topic| places.get_mut(topic));
        handling.expected = Some(match (&handling.request.ask, &place) {
            (Ask::Broadcast { .. }, Some(place)) => u32::from(place.config.ack),
            (Ask::Renew { .. } | Ask::Nonsense { .. }, Some(_)) => 0,
            _ => 1,
        });
        if let (Ask::Renew { topic, token }, Some(place)) = (&handling.request.ask, place) {
            renew(place, (id, topic), token, &handling.rulings, expectation);
        }
    }

    /// Tokens hold no longer.
    pub(crate) fn revoke(&mut self, token: &str) {
        self.revoked.push(token.to_owned());
        let places = self.connections.values_mut().flat_map(|connection| connection.places.values_mut());
        for place in places.filter(|place| place.token.id == token) {
            place.farewell = Some(Farewell::Because("Token has been revoked".to_owned()));
        }
    }

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
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        let place_on = |places: &mut BTreeMap<String, Place>, topic: &str| -> Outcome {
            places.contains_key(topic).then_some(()).ok_or(format!("s{id} hears of {topic}, which it is not on"))
        };
        match heard {
            Heard::Broadcast { topic, uuid, replayed } => {
                place_on(&mut connection.places, topic)?;
                let Some(place) = connection.places.get(topic) else { return Ok(()) };
                if !place.hears_messages() {
                    return Err(format!("s{id} is sent {uuid} on {topic}, which it may not read"));
                }
                let channel = channel_of(topic, place.config.private);
                match replayed {
                    true if place.config.replay.is_none() => Err(format!("s{id} asked for nothing earlier")),
                    true => expectation.replayed(id, &channel, uuid),
                    false => expectation.sent(id, &channel, uuid, None, now).map(drop),
                }
            }
            Heard::Change { topic, uuid } => {
                expectation.sent(id, &changes_of(topic), uuid, None, now).map(drop)
            }
            Heard::State { topic, .. } | Heard::Diff { topic, .. } => {
                place_on(&mut connection.places, topic)?;
                let tracks = connection.handling.as_ref().is_some_and(|it| it.tracks(topic));
                let place = connection.places.get_mut(topic);
                let is_state = matches!(heard, Heard::State { .. });
                if let Some(place) = place.filter(|place| tracks && is_state && !place.presence) {
                    // Who says that it is here is told who else is, and then answered.
                    place.presence = true;
                    place.state_owed = true;
                }
                let Some(place) = connection.places.get_mut(topic) else { return Ok(()) };
                let owed = place.state_owed;
                place.state_owed &= !is_state;
                match is_state {
                    _ if !place.hears_presence() => {
                        Err(format!("s{id} is told who is on {topic}, which it must not know"))
                    }
                    true if !owed => Err(format!("s{id} is told once more who is on {topic}")),
                    false if owed => Err(format!("s{id} is told of changes on {topic} before who is there")),
                    _ => Ok(()),
                }
            }
            Heard::System { topic, message, .. } => {
                place_on(&mut connection.places, topic)?;
                let place = connection.places.get_mut(topic);
                place.map_or(Ok(()), |place| notice(place, (id, topic), message, expectation, now))
            }
            Heard::Ended { topic, join_ref, reason } => {
                place_on(&mut connection.places, topic)?;
                let Some(place) = connection.places.remove(topic) else { return Ok(()) };
                expectation.unsubscribed(id, &channel_of(topic, place.config.private));
                expectation.unsubscribed(id, &changes_of(topic));
                let is_final = self.app.close_channel_on_auth_failure;
                ended(&place, (id, topic), join_ref, reason.as_deref(), is_final, now)
            }
            _ => Ok(()),
        }
    }

    fn replied(
        &mut self,
        id: ConnectionId,
        (topic, reference): (&str, &str),
        outcome: &Result<(), String>,
        expectation: &mut Expectation,
        now: u64,
    ) -> Outcome {
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        let Some(handling) = &mut connection.handling else {
            return Err(format!("s{id} is answered {reference}, and nothing is handled"));
        };
        if handling.request.reference != reference {
            let asked = &handling.request.reference;
            return Err(format!("s{id} is answered {reference}, and asked {asked}"));
        }
        handling.replies += 1;
        let (request, rulings) = (handling.request.clone(), std::mem::take(&mut handling.rulings));
        let accepted = handling.accepted;
        let expected = match &request.ask {
            Ask::Heartbeat | Ask::Leave { .. } => None,
            Ask::Join { config, .. } => {
                let refusal = self.refusal_of_join(id, topic, config, &rulings, now);
                if outcome.is_ok() && refusal.is_none() {
                    return self.joined(id, topic, (reference, config), &rulings, expectation);
                }
                refusal
            }
            ask => match connection.places.get_mut(topic) {
                None => Some("unmatched topic".to_owned()),
                Some(place) => refusal_on(place, topic, ask, &rulings, &self.app),
            },
        };
        if matches!(request.ask, Ask::Broadcast { .. }) && accepted != outcome.is_ok() {
            return Err(format!("s{id} is answered {outcome:?}, and its broadcast was taken: {accepted}"));
        }
        match (outcome, expected) {
            (Err(said), None) if self.may_be_short(id, topic, &request.ask, said) => Ok(()),
            (Ok(()), None) => {
                self.told(id, topic, &request.ask);
                Ok(())
            }
            (Err(said), Some(expected)) if *said == expected => Ok(()),
            (said, expected) => Err(format!("s{id} is answered {said:?} on {topic}, not {expected:?}")),
        }
    }

    /// A statement of a client of itself was taken.
    fn told(&mut self, id: ConnectionId, topic: &str, ask: &Ask) {
        let place = self.connections.get_mut(&id).and_then(|it| it.places.get_mut(topic));
        match (ask, place) {
            (Ask::Track { name, .. }, Some(place)) => {
                place.tracked = Some(name.clone());
                place.set_read(|place| place.presence = true);
            }
            (Ask::Untrack { .. }, Some(place)) => place.tracked = None,
            _ => {}
        }
    }

    /// Refusals for want of something that this model does not count.
    fn may_be_short(&self, id: ConnectionId, topic: &str, ask: &Ask, said: &str) -> bool {
        let has = |code: &str| said.starts_with(code);
        match ask {
            Ask::Join { .. } => has("ServerFull: "),
            Ask::Broadcast { .. } => {
                has("Overloaded: ") || (self.app.broadcasts_per_second > 0 && has("MessageRateLimitReached: "))
            }
            Ask::Track { .. } if has("PresenceLimitReached: ") => {
                let place = self.connections.get(&id).and_then(|it| it.places.get(topic));
                let private = place.is_some_and(|place| place.config.private);
                let present = self.present(topic, private).count();
                !self.is_alone || present >= self.app.presences_per_channel as usize
            }
            Ask::Track { .. } | Ask::Untrack { .. } => {
                self.app.presence_per_second > 0 && has("ClientPresenceRateLimitReached: ")
            }
            _ => false,
        }
    }

    fn refusal_of_join(
        &self,
        id: ConnectionId,
        topic: &str,
        config: &Config,
        rulings: &[Ruled],
        now: u64,
    ) -> Option<String> {
        let connection = self.connections.get(&id)?;
        if connection.places.len() >= self.app.channels_per_connection as usize {
            return Some("ChannelRateLimitReached: Too many channels".to_owned());
        }
        let token = config.token.as_ref().unwrap_or(&connection.own);
        let of_token = match config.token {
            Some(_) => token_error(rulings).and_then(Result::err),
            None => self.revoked.contains(&token.id).then_some(baton_protocols::TokenError::Revoked),
        };
        let expired = || token.claims().expired_for(now / 1_000);
        let of_token =
            of_token.or_else(|| expired().map(|seconds| baton_protocols::TokenError::Expired { seconds }));
        if let Some(error) = of_token {
            let (code, text) = replies::of_token(&error);
            return Some(format!("{code}{text}"));
        }
        if config.private && !token.is_service {
            let asked = policies(rulings, (topic, Direction::Read), token);
            let answer = asked.unwrap_or(Ok(Permissions { broadcast: false, presence: false }));
            let denied = replies::denied(Some(answer), |it| !it.are_none(), ("read from", topic));
            if denied.is_some() {
                return denied;
            }
        }
        config.replay.and_then(|_| rulings.iter().find_map(replies::of_replay))
    }

    fn joined(
        &mut self,
        id: ConnectionId,
        topic: &str,
        (reference, config): (&str, &Config),
        rulings: &[Ruled],
        expectation: &mut Expectation,
    ) -> Outcome {
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        let token = config.token.as_ref().unwrap_or(&connection.own).clone();
        let read = policies(rulings, (topic, Direction::Read), &token).and_then(Result::ok);
        let mut place = Place {
            state_owed: false,
            join_ref: reference.to_owned(),
            config: config.clone(),
            token,
            presence: config.presence,
            read: read.unwrap_or(Permissions { broadcast: false, presence: false }),
            write: None,
            tracked: None,
            farewell: None,
            replication_owed: config.replication,
            follows: config.changes,
        };
        place.state_owed = place.hears_presence();
        expectation.joined(id, &channel_of(topic, config.private), !place.hears_messages())?;
        if config.changes {
            expectation.joined(id, &changes_of(topic), true)?;
        }
        connection.places.insert(topic.to_owned(), place);
        Ok(())
    }

    /// What was to be sent has been sent: what is missing.
    pub(crate) fn settle(&mut self) -> Vec<String> {
        let mut faults = Vec::new();
        for (id, connection) in &mut self.connections {
            let late = connection.places.iter().filter(|(_, place)| place.farewell.is_some());
            faults.extend(late.map(|(topic, place)| format!("s{id} is still on {topic}: {:?}", place.farewell)));
            connection.places.retain(|_, place| place.farewell.is_none());
            for (topic, place) in &mut connection.places {
                if std::mem::take(&mut place.state_owed) {
                    faults.push(format!("s{id} was not told who is on {topic}"));
                }
            }
            if let Some(handling) = connection.handling.take_if(|handling| handling.expected.is_some())
                && handling.expected != Some(handling.replies)
            {
                let (request, replies) = (&handling.request, handling.replies);
                faults.push(format!("s{id} got {replies} replies to {request:?}"));
            }
        }
        faults
    }

    /// Who is present on a channel: under which key, where the client has chosen one, and what it says.
    pub(crate) fn present(
        &self,
        topic: &str,
        private: bool,
    ) -> impl Iterator<Item = (Option<&str>, &str)> {
        let places = self.connections.values().filter_map(move |connection| connection.places.get(topic));
        let places = places.filter(move |place| place.config.private == private);
        places.filter_map(|place| Some((place.config.key.as_deref(), place.tracked.as_deref()?)))
    }

    /// The joins of a connection.
    pub(crate) fn places(&self, id: ConnectionId) -> impl Iterator<Item = (&str, &Place)> {
        let connection = self.connections.get(&id);
        connection.into_iter().flat_map(|it| it.places.iter()).map(|(topic, place)| (topic.as_str(), place))
    }

    /// Subscriptions of all clients, those to changes included.
    pub(crate) fn subscriptions(&self) -> usize {
        let places = self.connections.values().flat_map(|connection| connection.places.values());
        places.map(|place| 1 + usize::from(place.config.changes)).sum()
    }

    /// What must have happened by now and has not.
    pub(crate) fn overdue(&self, now: u64) -> Vec<String> {
        let mut faults = Vec::new();
        for (id, connection) in &self.connections {
            if let Some(handling) = &connection.handling {
                faults.push(format!("s{id} waits for {:?}", handling.request));
            }
            for (topic, place) in &connection.places {
                if place.token.expires_s * 1_000 + 5_000 < now {
                    faults.push(format!("s{id} is on {topic} with an expired token"));
                }
                if place.replication_owed {
                    faults.push(format!("s{id} was never told whether broadcasts arrive on {topic}"));
                }
            }
        }
        faults
    }

    /// How many topics' changes are followed for a connection.
    pub(crate) fn follows(&self, id: ConnectionId) -> usize {
        self.places(id).filter(|(_, place)| place.follows).count()
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

fn renew(
    place: &mut Place,
    (id, topic): (ConnectionId, &str),
    token: &Token,
    rulings: &[Ruled],
    expectation: &mut Expectation,
) {
    if let Some(Err(error)) = token_error(rulings) {
        place.farewell = Some(Farewell::Because(replies::of_token(&error).1));
        return;
    }
    let read = policies(rulings, (topic, Direction::Read), token);
    if place.config.private && !token.is_service {
        match &read {
            None => place.farewell = Some(Farewell::Because("nobody asked the policies".to_owned())),
            Some(Ok(none)) if none.are_none() => place.withdraw(topic),
            Some(Err(error)) => {
                place.farewell = Some(Farewell::Because(replies::of_policies(error).1.to_owned()));
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
    is_right.then_some(()).ok_or(format!("s{id} is told on {topic} without a reason: {message}"))
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
        return Err(format!("s{id} is told that {join_ref} has ended on {topic}, not {}", place.join_ref));
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

/// Why something is refused on a topic that was joined; `None` where it must not be.
fn refusal_on(place: &Place, topic: &str, ask: &Ask, rulings: &[Ruled], app: &App) -> Option<String> {
    let is_allowed = |it: &Permissions| match ask {
        Ask::Broadcast { .. } => it.broadcast,
        Ask::Track { .. } => it.presence,
        _ => true,
    };
    if !place.config.private {
        let is_broadcast = matches!(ask, Ask::Broadcast { .. });
        let refused = is_broadcast && !may_speak(app, topic, &place.token);
        return refused.then(|| {
            "PublicBroadcastNotAllowed: This app does not let clients broadcast on this public topic; use a private one, or set public_broadcast".to_owned()
        });
    }
    if !place.is_guarded() || !matches!(ask, Ask::Broadcast { .. } | Ask::Track { .. }) {
        return None;
    }
    let said = policies(rulings, (topic, Direction::Write), &place.token);
    let known = said.or(place.write.map(Ok)).unwrap_or(Ok(Permissions { broadcast: false, presence: false }));
    replies::denied(Some(known), is_allowed, ("write to", topic))
}

fn may_speak(app: &App, topic: &str, token: &Token) -> bool {
    match &app.public_broadcast {
        PublicBroadcast::Anybody => true,
        PublicBroadcast::Topics(topics) => token.is_service || topics.iter().any(|it| &**it == topic),
        _ => token.is_service,
    }
}
