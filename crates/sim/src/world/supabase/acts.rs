//! What Supabase clients, their database and its operators do.

use baton_protocols::Permissions;

use super::super::World;
use crate::{
    Dice,
    client::Said,
    ledger::{Line, Publish},
    server::ConnectionId,
    supabase::{Ask, Config, Kind, Token, changes_of, channel_of},
};

/// Topics that are shared with Pusher's clients, both the public and the private channel of the name.
pub(in crate::world) const TOPICS: [&str; 5] = ["a", "b", "c", "d", "cache-a"];

#[derive(Debug, Clone, Copy)]
enum Act {
    Connect,
    Join,
    JoinAgain,
    Leave,
    Broadcast,
    Track,
    Untrack,
    Renew,
    Nonsense,
    Disconnect,
    Cut,
    Stall,
    Silence,
    /// The database's policies change.
    Allow,
    /// A row changes.
    Change,
    /// The database broadcasts.
    Store,
    /// Tokens are revoked.
    Revoke,
}

/// Each act, as often as this beside the others.
const ACTS: [(u64, Act); 17] = [
    (8, Act::Connect),
    (24, Act::Join),
    (3, Act::JoinAgain),
    (6, Act::Leave),
    (30, Act::Broadcast),
    (10, Act::Track),
    (4, Act::Untrack),
    (6, Act::Renew),
    (2, Act::Nonsense),
    (2, Act::Disconnect),
    (1, Act::Cut),
    (1, Act::Stall),
    (1, Act::Silence),
    (8, Act::Allow),
    (12, Act::Change),
    (6, Act::Store),
    (1, Act::Revoke),
];

fn choose(dice: &mut Dice) -> Act {
    dice.weighted(&ACTS).unwrap_or(Act::Broadcast)
}

fn topic(dice: &mut Dice) -> String {
    dice.pick(&TOPICS).copied().unwrap_or("a").to_owned()
}

impl World {
    pub(in crate::world) fn act_as_supabase(&mut self) {
        let act = choose(&mut self.dice);
        match act {
            Act::Connect => {
                if let Some(user) = self.dice.pick(&self.users).cloned() {
                    self.supabase_connects(&user);
                }
            }
            Act::Allow => self.policies_change(),
            Act::Change => self.row_changes(),
            Act::Store => self.database_broadcasts(),
            _ => {
                let ids: Vec<ConnectionId> = self.supabase.clients.keys().copied().collect();
                if let Some(&id) = self.dice.pick(&ids) {
                    self.supabase_acts(id, act);
                }
            }
        }
    }

    pub(in crate::world) fn supabase_connects(&mut self, user: &str) {
        if self.supabase.clients.len() < self.conditions.clients {
            let id = self.connect_supabase(user);
            self.join_any(id);
        }
    }

    fn supabase_acts(&mut self, id: ConnectionId, act: Act) {
        let wished = self.wished(id);
        let topic = wished.filter(|_| self.dice.chance(95)).unwrap_or_else(|| topic(&mut self.dice));
        match act {
            Act::Join => self.join_any(id),
            Act::JoinAgain => self.join(id, topic),
            Act::Leave => self.ask(id, |client| client.ask(Ask::Leave { topic })),
            Act::Broadcast => {
                let as_frame = self.dice.chance(30);
                let many = if self.dice.chance(4) { 12 } else { 1 };
                (0..many).for_each(|_| self.ask(id, |client| client.broadcast(&topic, as_frame)));
            }
            Act::Track => self.ask(id, |client| client.track(&topic)),
            Act::Untrack => self.ask(id, |client| client.ask(Ask::Untrack { topic })),
            Act::Nonsense => self.ask(id, |client| client.ask(Ask::Nonsense { topic })),
            Act::Renew => {
                let user = self.supabase.clients.get(&id).map(|client| client.user.clone());
                let token = self.issue(&user.unwrap_or_default());
                self.ask(id, |client| client.ask(Ask::Renew { topic, token }));
            }
            Act::Disconnect => self.leave_as_supabase(id),
            Act::Cut => self.cut(id),
            Act::Stall => self.stall(id),
            Act::Revoke => self.revoke(id),
            _ => {
                if let Some(client) = self.supabase.clients.get_mut(&id) {
                    client.silent = true;
                    client.reasons.push(1001);
                }
            }
        }
    }

    /// One of the topics that a client has asked for.
    fn wished(&mut self, id: ConnectionId) -> Option<String> {
        let topics: Vec<_> = self.supabase.clients.get(&id)?.wishes.keys().cloned().collect();
        self.dice.pick(&topics).cloned()
    }

    /// Joins a topic that the client has not asked for, if there is one.
    pub(in crate::world) fn join_any(&mut self, id: ConnectionId) {
        let topic = topic(&mut self.dice);
        let wishes = self.supabase.clients.get(&id).map(|client| &client.wishes);
        if wishes.is_some_and(|wishes| !wishes.contains_key(&topic)) {
            self.join(id, topic);
        }
    }

    fn join(&mut self, id: ConnectionId, topic: String) {
        let Some(user) = self.supabase.clients.get(&id).map(|client| client.user.clone()) else { return };
        let token = if self.dice.chance(60) { Some(self.issue(&user)) } else { None };
        let dice = &mut self.dice;
        let config = Box::new(Config {
            private: dice.chance(60),
            token,
            ack: dice.chance(60),
            own: dice.chance(40),
            presence: dice.chance(50),
            key: dice.chance(80).then(|| format!("{user}-key")),
            changes: dice.chance(40),
            replication: dice.chance(20),
            replay: dice.chance(20).then(|| u32::try_from(dice.between(1, 10)).unwrap_or(1)),
        });
        self.notes.count("joins asked for");
        self.ask(id, |client| client.ask(Ask::Join { topic, config }));
    }

    pub(in crate::world) fn leave_as_supabase(&mut self, id: ConnectionId) {
        self.say(id, Said::close());
        self.end_supabase(id, false);
        self.notes.count("leaves of Supabase clients");
    }

    /// A token for a user, which may be good for a while, or not at all.
    pub(in crate::world) fn issue(&mut self, user: &str) -> Token {
        self.supabase.tokens += 1;
        let dice = &mut self.dice;
        let lasts_s = if dice.chance(30) { dice.between(1, 30) } else { 1_000_000 };
        Token {
            id: format!("t{}", self.supabase.tokens),
            user: user.to_owned(),
            is_service: dice.chance(5),
            expires_s: self.notes.now / 1_000 + lasts_s,
            kind: match dice.below(100) {
                0..6 => Kind::Forged,
                6..20 => Kind::UnknownKey,
                _ => Kind::Good,
            },
        }
    }

    fn policies_change(&mut self) {
        let Some(user) = self.dice.pick(&self.users).cloned() else { return };
        let topic = topic(&mut self.dice);
        let dice = &mut self.dice;
        let rights = |dice: &mut Dice| Permissions { broadcast: dice.chance(65), presence: dice.chance(65) };
        let rights = [rights(dice), rights(dice)];
        self.server.database.allow(&user, &topic, rights);
    }

    fn row_changes(&mut self) {
        let topic = topic(&mut self.dice);
        self.published += 1;
        let uuid = format!("row-{}", self.published);
        if self.server.emit_change(&topic, &uuid, self.notes.now) {
            self.expectation.accept(&changes_of(&topic), &uuid, (None, None), self.notes.now);
            self.notes.count("row changes");
        }
    }

    fn database_broadcasts(&mut self) {
        let topic = topic(&mut self.dice);
        self.published += 1;
        let uuid = format!("db-{}", self.published);
        let is_sent = self.server.broadcast_stored(&topic, &uuid, self.notes.now);
        let channel = channel_of(&topic, true);
        if is_sent {
            self.expectation.accept(&channel, &uuid, (None, None), self.notes.now);
            self.notes.count("broadcasts of the database");
        }
        self.notes.write(Line::Publish(Publish {
            channel,
            publisher: "database".to_owned(),
            n: self.published,
            uuid,
            acked: is_sent,
            refused: !is_sent,
            except: None,
        }));
    }

    /// The operator revokes a token that a client has, or had.
    fn revoke(&mut self, id: ConnectionId) {
        let Some(client) = self.supabase.clients.get(&id) else { return };
        let of_joins = client.wishes.values().filter_map(|wish| wish.config.token.as_ref());
        let tokens: Vec<_> = of_joins.chain([&client.own]).map(|token| token.id.clone()).collect();
        if let Some(token) = self.dice.pick(&tokens).cloned() {
            self.supabase.model.revoke(&token);
            self.server.revoke(&token, self.notes.now);
            self.notes.count("tokens revoked");
        }
    }
}
