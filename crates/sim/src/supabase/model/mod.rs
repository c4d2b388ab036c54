//! What the server must send to Supabase clients, kept beside it and far simpler than it.
//!
//! It knows what clients said when the server read it, what the database answered, and nothing of what the session
//! remembers. A message that the server handles is answered in the same step, or once what it waits for is there.

mod answers;
mod delivery;
mod place;
mod reasons;
mod rights;

use std::{collections::BTreeMap, sync::Arc};

use baton_protocols::App;

use self::place::{Farewell, Place};
use super::{Ask, Request, Token};
use crate::{
    expectation::Expectation,
    server::{ConnectionId, Ruled},
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
            rights::renew(place, (id, topic), token, &handling.rulings, expectation);
        }
    }

    /// What was to be sent has been sent: what is missing.
    pub(crate) fn settle(&mut self) -> Vec<String> {
        let mut faults = Vec::new();
        for (id, connection) in &mut self.connections {
            let late = connection.places.iter().filter(|(_, place)| place.farewell.is_some());
            faults.extend(
                late.map(|(topic, place)| format!("s{id} is still on {topic}: {:?}", place.farewell)),
            );
            connection.places.retain(|_, place| place.farewell.is_none());
            for (topic, place) in &mut connection.places {
                if std::mem::take(&mut place.state_owed) {
                    faults.push(format!("s{id} was not sent who is present on {topic}"));
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
    pub(crate) fn present(&self, topic: &str, private: bool) -> impl Iterator<Item = (Option<&str>, &str)> {
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
                    faults.push(format!("s{id} was never notified whether broadcasts arrive on {topic}"));
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
