//! What users and the application do.

use super::{World, supabase::TOPICS};
use crate::{
    Dice,
    client::{FORGED, Said, users_channel},
    ledger::{Line, Publish},
    server::ConnectionId,
    supabase::channel_of,
};

/// Bytes of a message, now and then: more than some shards keep at all.
const LONGEST_MESSAGE: u64 = 4_000;

/// One of the things that can happen.
#[derive(Debug, Clone, Copy)]
enum Act {
    Connect,
    Subscribe,
    Unsubscribe,
    Exchange,
    Whisper,
    Publish,
    Burst,
    SignIn,
    Ping,
    Rubbish,
    Leave,
    Cut,
    Stall,
    Silence,
    Terminate,
}

/// Each act, as often as this beside the others.
const ACTS: [(u64, Act); 15] = [
    (10, Act::Connect),
    (24, Act::Subscribe),
    (8, Act::Unsubscribe),
    (3, Act::Exchange),
    (16, Act::Whisper),
    (26, Act::Publish),
    (2, Act::Burst),
    (5, Act::SignIn),
    (2, Act::Ping),
    (3, Act::Rubbish),
    (3, Act::Leave),
    (2, Act::Cut),
    (2, Act::Stall),
    (1, Act::Silence),
    (1, Act::Terminate),
];

/// Some of each kind.
pub(super) fn channels() -> Vec<String> {
    let names = [
        "a",
        "b",
        "private-a",
        "private-b",
        "private-encrypted-a",
        "presence-a",
        "presence-b",
        "cache-a",
        "private-cache-a",
        "private-encrypted-cache-a",
        "presence-cache-a",
    ];
    names.map(str::to_owned).to_vec()
}

/// The same, and those that Supabase clients may have.
pub(super) fn shared_channels() -> Vec<String> {
    let shared = TOPICS.iter().flat_map(|topic| [false, true].map(|private| channel_of(topic, private)));
    let mut all: Vec<_> = channels().into_iter().chain(shared).collect();
    all.sort();
    all.dedup();
    all
}

/// Whether clients may speak there to each other.
fn may_whisper(channel: &str) -> bool {
    let is_encrypted = channel.starts_with("private-encrypted-");
    channel.starts_with("presence-") || (channel.starts_with("private-") && !is_encrypted)
}

fn choose(dice: &mut Dice) -> Act {
    dice.weighted(&ACTS).unwrap_or(Act::Publish)
}

impl World {
    pub(super) fn act(&mut self) {
        if self.conditions.supabase && self.dice.chance(60) {
            return self.act_as_supabase();
        }
        let act = choose(&mut self.dice);
        match act {
            Act::Connect => self.somebody_connects(),
            Act::Publish => self.publish(),
            Act::Burst => self.burst(),
            Act::Terminate => self.terminate(),
            _ => {
                let ids: Vec<ConnectionId> = self.clients.keys().copied().collect();
                if let Some(&id) = self.dice.pick(&ids) {
                    self.act_as(id, act);
                }
            }
        }
    }

    fn act_as(&mut self, id: ConnectionId, act: Act) {
        match act {
            Act::Subscribe => self.subscribe(id),
            Act::Unsubscribe => _ = self.unsubscribe(id),
            Act::Exchange => self.exchange(id),
            Act::Whisper => self.whisper(id),
            Act::SignIn => self.sign_in(id),
            Act::Ping => self.speak(id, Said::text(r#"{"event":"pusher:ping","data":"{}"}"#)),
            Act::Rubbish => self.rubbish(id),
            Act::Leave => self.leave(id),
            Act::Cut => self.cut(id),
            Act::Stall => {
                if let Some(client) = self.clients.get_mut(&id) {
                    client.reasons.push(4201);
                }
                self.stall(id);
            }
            _ => {
                if let Some(client) = self.clients.get_mut(&id) {
                    client.silent = true;
                    client.reasons.push(4201);
                }
            }
        }
    }

    fn somebody_connects(&mut self) {
        if self.clients.len() >= self.conditions.clients {
            return;
        }
        let Some(user) = self.dice.pick(&self.users).cloned() else { return };
        let mut plan = Vec::new();
        for _ in 0..self.dice.below(5) {
            plan.extend(self.dice.pick(&self.channels).cloned());
        }
        self.connect(user, plan);
    }

    fn subscribe(&mut self, id: ConnectionId) {
        let Some(channel) = self.dice.pick(&self.channels).cloned() else { return };
        let as_signed_in = self.dice.chance(50);
        let app = &self.conditions.app;
        let said = self.clients.get_mut(&id).and_then(|client| client.subscribe(&channel, app, as_signed_in));
        if let Some(said) = said {
            self.say(id, said);
        }
    }

    fn unsubscribe(&mut self, id: ConnectionId) -> Option<String> {
        let client = self.clients.get_mut(&id)?;
        let channel = self.dice.pick(&client.wishes())?.clone();
        let said = client.unsubscribe(&channel, &mut self.notes)?;
        self.say(id, said);
        Some(channel)
    }

    /// Gives a channel up and asks for it again at once.
    fn exchange(&mut self, id: ConnectionId) {
        let Some(channel) = self.unsubscribe(id) else { return };
        let app = &self.conditions.app;
        let said = self.clients.get_mut(&id).and_then(|client| client.subscribe(&channel, app, false));
        if let Some(said) = said {
            self.say(id, said);
        }
    }

    /// Mostly on a channel that it has and may speak on; the others are refused.
    fn whisper(&mut self, id: ConnectionId) {
        let Some(client) = self.clients.get_mut(&id) else { return };
        let mut own = client.wishes();
        own.retain(|channel| may_whisper(channel));
        let among = if self.dice.chance(90) { &own } else { &self.channels };
        let Some(channel) = self.dice.pick(among) else { return };
        if let Some(said) = client.whisper(channel) {
            self.say(id, said);
        }
    }

    fn sign_in(&mut self, id: ConnectionId) {
        let watched = usize::try_from(self.dice.below(4)).unwrap_or(0);
        let watchlist = &self.users[..watched.min(self.users.len())];
        let said =
            self.clients.get_mut(&id).and_then(|client| client.sign_in(watchlist, &self.conditions.app));
        if let Some(said) = said {
            self.say(id, said);
        }
    }

    fn speak(&mut self, id: ConnectionId, said: Said) {
        if self.clients.get(&id).is_some_and(|client| !client.silent && client.socket.is_some()) {
            self.say(id, said);
        }
    }

    /// What is wrong is answered, and changes nothing.
    fn rubbish(&mut self, id: ConnectionId) {
        let Some(socket) = self.clients.get(&id).and_then(|client| client.socket.clone()) else { return };
        let said = match self.dice.below(6) {
            0 => Said::text("{"),
            1 => Said::text(r#"{"event":"pusher:nonsense","data":{}}"#),
            2 => Said::text(r#"{"event":"pusher:subscribe","data":{"channel":7}}"#),
            3 => Said::text(r#"{"event":"n","channel":"a","data":"made up"}"#),
            4 => Said::text(r#"{"event":"pusher:unsubscribe","data":{"channel":"never-asked-for"}}"#),
            _ => {
                // The answer is one more that the client waits for.
                let Some(client) = self.clients.get_mut(&id).filter(|client| !client.silent) else { return };
                let app = &self.conditions.app;
                if client.subscribe(FORGED, app, false).is_none() {
                    return;
                }
                Said::forged(app, &socket, FORGED)
            }
        };
        self.speak(id, said);
    }

    /// Says goodbye.
    pub(super) fn leave(&mut self, id: ConnectionId) {
        self.say(id, Said::close());
        self.end_client(id);
        self.notes.count("leaves");
    }

    /// The application publishes: to a channel or a user, and often past the connection that caused it.
    fn publish(&mut self) {
        let to_user = self.dice.chance(15);
        let channel = if to_user {
            self.dice.pick(&self.users).map(|user| users_channel(user))
        } else {
            self.dice.pick(&self.channels).cloned()
        };
        let known = self.clients.values().filter(|client| client.socket.is_some());
        let known: Vec<ConnectionId> = known.map(|client| client.id).collect();
        let except = self.dice.pick(&known).copied().filter(|_| self.dice.chance(30));
        if let Some(channel) = channel {
            self.publish_on(&channel, except);
        }
    }

    /// Many messages at once on one channel: mailboxes and outboxes have their bounds.
    fn burst(&mut self) {
        let Some(channel) = self.dice.pick(&self.channels).cloned() else { return };
        for _ in 0..self.dice.between(5, 80) {
            self.publish_on(&channel, None);
        }
    }

    fn publish_on(&mut self, channel: &str, except: Option<ConnectionId>) {
        self.published += 1;
        let (n, uuid) = (self.published, format!("api-{}", self.published));
        let filling = if self.dice.chance(3) { self.dice.below(LONGEST_MESSAGE) } else { 0 };
        let payload = format!("{uuid} {}", "x".repeat(usize::try_from(filling).unwrap_or(0)));
        let taken = self.server.publish(channel, &payload, except, self.notes.now);
        self.notes.count(match taken {
            Ok(()) => "publishes",
            Err(baton_hub::PublishError::Full) => "publishes refused by a full mailbox",
            Err(baton_hub::PublishError::StoreUnavailable) => "publishes refused for want of a store",
            Err(baton_hub::PublishError::ChannelsFull { .. }) => "publishes refused for want of channels",
        });
        let acked = taken.is_ok();
        if acked {
            self.expectation.accept(channel, &uuid, (except, None), self.notes.now);
        }
        self.notes.write(Line::Publish(Publish {
            channel: channel.to_owned(),
            publisher: "api".to_owned(),
            n,
            uuid,
            acked,
            refused: !acked,
            except: except.map(|id| format!("c{id}")),
        }));
    }

    /// The application ends all connections of a user.
    fn terminate(&mut self) {
        let Some(user) = self.dice.pick(&self.users).cloned() else { return };
        for client in self.clients.values_mut().filter(|client| client.user == user) {
            client.reasons.push(4009);
        }
        if self.server.terminate(&user, self.notes.now) {
            self.notes.count("terminations");
        }
    }
}
