//! Supabase clients in the world: how they connect, and what reaches the server and them.

mod acts;
mod judgement;
mod tally;

use std::collections::BTreeMap;

use baton_protocols::phoenix::{PhoenixSession, Version};

pub(super) use self::acts::TOPICS;
use self::tally::kind_of;
use super::{Event, World, network::Parcel};
use crate::{
    client::Said,
    ledger::{Line, Publish},
    server::ConnectionId,
    supabase::{Ask, Client, Heard, Model, Request, Token},
};

/// Libraries send a heartbeat this often.
const HEARTBEAT_MS: u64 = 25_000;

/// All Supabase clients, and what is kept beside the server for them.
#[derive(Debug)]
pub(in crate::world) struct Supabase {
    pub(in crate::world) clients: BTreeMap<ConnectionId, Client>,
    /// The serialiser of each connection that the server may still have.
    pub(in crate::world) versions: BTreeMap<ConnectionId, Version>,
    pub(in crate::world) model: Model,
    /// Tokens issued so far.
    pub(in crate::world) tokens: u64,
    /// For when the agenda has a connection's timer, and an answer of the database.
    timers: BTreeMap<ConnectionId, u64>,
    answers: BTreeMap<ConnectionId, u64>,
}

impl Supabase {
    pub(in crate::world) fn new(model: Model) -> Self {
        let (clients, versions, timers, answers) = Default::default();
        Self { clients, versions, model, tokens: 0, timers, answers }
    }
}

impl World {
    pub(in crate::world) fn connect_supabase(&mut self, user: &str) -> ConnectionId {
        self.connections += 1;
        let id = self.connections;
        let version = if self.dice.chance(50) { Version::V1 } else { Version::V2 };
        let own = self.issue_own(user);
        self.add_line(id, user);
        let session = PhoenixSession::new(version, own.claims(), None);
        self.supabase.model.connect(id, own.clone());
        self.supabase.versions.insert(id, version);
        self.supabase.clients.insert(id, Client::new(id, version, own));
        self.server.connect(id, Box::new(session), self.notes.now, &mut self.dice);
        self.in_ms(HEARTBEAT_MS, Event::Heartbeat(id));
        self.notes.count("Supabase connections");
        id
    }

    /// A client says something, unless it says nothing any more.
    pub(in crate::world) fn ask(&mut self, id: ConnectionId, ask: impl FnOnce(&mut Client) -> Said) {
        let client = self.supabase.clients.get_mut(&id).filter(|client| !client.silent);
        if let Some(said) = client.map(ask) {
            self.say(id, said);
        }
    }

    pub(in crate::world) fn heartbeat(&mut self, id: ConnectionId) {
        if self.supabase.clients.contains_key(&id) {
            self.ask(id, |client| client.ask(Ask::Heartbeat));
            self.in_ms(HEARTBEAT_MS, Event::Heartbeat(id));
        }
    }

    /// The database answers.
    pub(in crate::world) fn answer(&mut self, id: ConnectionId) {
        self.supabase.answers.remove(&id);
        if self.server.answer(id, self.notes.now) {
            self.notes.count("late answers of the database");
            self.go_on(id);
        }
    }

    /// Notes what the database has answered.
    pub(in crate::world) fn rule(&mut self) {
        for ruling in self.server.rulings() {
            self.supabase.model.rule(ruling, &mut self.expectation);
        }
    }

    /// The server has handled a message of a Supabase client.
    pub(in crate::world) fn handled(&mut self, id: ConnectionId, request: &Request, accepted: &[String]) {
        if let Ask::Broadcast { topic, uuid, n, .. } = &request.ask {
            if accepted.contains(&crate::supabase::payload_of(uuid)) {
                match self.supabase.model.accepted(id, topic) {
                    Ok((channel, own)) => self.broadcast_taken(id, (&channel, uuid, *n), own),
                    Err(error) => self.notes.fault(error),
                }
            } else {
                self.notes.count("broadcasts refused");
            }
        }
        self.supabase.model.done(id, &mut self.expectation);
    }

    fn broadcast_taken(&mut self, id: ConnectionId, (channel, uuid, n): (&str, &str, u64), own: bool) {
        self.notes.count("broadcasts");
        let except = Some(id).filter(|_| !own);
        self.expectation.accept(channel, uuid, (except, None), self.notes.now);
        self.notes.write(Line::Publish(Publish {
            channel: channel.to_owned(),
            publisher: format!("s{id}"),
            n,
            uuid: uuid.to_owned(),
            acked: true,
            refused: false,
            except: except.map(|id| format!("s{id}")),
        }));
    }

    /// The server sends something to a Supabase client.
    pub(in crate::world) fn expect_of_supabase(&mut self, id: ConnectionId, text: &[u8]) -> Option<Heard> {
        let version = self.supabase.versions.get(&id).copied()?;
        let heard = match crate::supabase::read(version, text) {
            Ok(heard) => heard,
            Err(error) => {
                self.notes.fault(format_args!("s{id} is sent what cannot be: {error}"));
                return None;
            }
        };
        self.notes.count(kind_of(&heard));
        let now = self.notes.now;
        if let Err(error) = self.supabase.model.sent(id, &heard, &mut self.expectation, now) {
            self.notes.fault(error);
        }
        Some(heard)
    }

    /// Whether all that had to be sent has been; and when sessions and the database go on.
    pub(in crate::world) fn settle_supabase(&mut self) {
        for fault in self.supabase.model.settle() {
            self.notes.fault(fault);
        }
        for id in self.supabase.versions.keys().copied().collect::<Vec<_>>() {
            let wake_at = self.server.wake_at(id);
            if wake_at.is_some() && self.supabase.timers.get(&id).copied() != wake_at {
                self.supabase.timers.extend(wake_at.map(|at| (id, at)));
                self.set_timer(id);
            }
            let answer_at = self.server.answer_at(id);
            if answer_at.is_some() && self.supabase.answers.get(&id).copied() != answer_at {
                self.supabase.answers.extend(answer_at.map(|at| (id, at)));
                let at = answer_at.unwrap_or_default().max(self.notes.now);
                self.agenda.enter(at, Event::Answer(id));
            }
        }
    }

    pub(in crate::world) fn arrive_at_supabase(&mut self, id: ConnectionId, heard: Heard) {
        let Some(client) = self.supabase.clients.get_mut(&id) else { return };
        let is_over = matches!(heard, Heard::Closed(_));
        let is_lost = matches!(heard, Heard::Ended { reason: Some(_), .. });
        client.hear(heard, &mut self.notes);
        if is_over {
            self.end_supabase(id, true);
        } else if is_lost && self.acts_left > 0 && self.dice.chance(50) {
            self.join_any(id); // as libraries do
        }
    }

    /// The client's side of a connection is over.
    pub(in crate::world) fn end_supabase(&mut self, id: ConnectionId, comes_back: bool) {
        let Some(client) = self.supabase.clients.remove(&id) else { return };
        if comes_back && self.acts_left > 0 {
            let ms = self.dice.below(2_000);
            self.in_ms(ms, Event::ReturnOfSupabase { user: client.user });
        }
    }

    fn issue_own(&mut self, user: &str) -> Token {
        let mut own = self.issue(user);
        own.kind = crate::supabase::Kind::Good;
        own.expires_s = self.notes.now / 1_000 + 1_000_000;
        own
    }

    pub(in crate::world) fn put_phoenix_on_line(&mut self, id: ConnectionId, heard: Heard) {
        self.put_on_line(id, Parcel::Phoenix(heard));
    }
}
