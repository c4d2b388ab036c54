//! The network: what is sent arrives late, in its order, or not at all.

use std::{collections::BTreeMap, sync::Arc};

use super::{Event, LONGEST_STALL_MS, World};
use crate::{
    client::{Client, FORGED, Heard, Meaning, Said, read, users_channel},
    ledger::{Line as LedgerLine, Publish},
    pipe::Pipe,
    server::{ConnectionId, Down},
};

/// Something on its way to a client of either protocol.
#[derive(Debug)]
pub(super) enum Parcel {
    Pusher(Heard),
    Phoenix(crate::supabase::Heard),
}

/// The two directions of a connection.
#[derive(Debug)]
pub(super) struct Line {
    /// Whose it is; messages arrive after their client has left.
    user: String,
    up: Pipe<Said>,
    /// What has arrived and waits with its session for room.
    held: Option<Meaning>,
    down: Pipe<Parcel>,
    /// Nothing arrives any more, and the server does not know.
    is_dead: bool,
    /// A message found no room; the server sends nothing but its goodbye any more.
    is_full: bool,
}

/// How soon the server looks again whether a client that it left unread can be read.
const WAITING_MS: u64 = 1;

const UNREAD_FOR_ROOM: &str = "times that a client was not read for want of room";
const UNREAD_FOR_THE_DATABASE: &str = "times that a client was not read because of the database";

impl Line {
    pub(super) fn new(user: &str) -> Self {
        Self {
            user: user.to_owned(),
            up: Pipe::new(),
            held: None,
            down: Pipe::new(),
            is_dead: false,
            is_full: false,
        }
    }
}

impl World {
    /// Takes what the server has to send, and wakes the loops that have got messages.
    pub(super) fn carry(&mut self) {
        self.rule();
        let mut known = Known::new();
        for (id, messages) in self.server.outgoing(self.notes.now) {
            for message in messages {
                if self.has_room_for(id, &message) {
                    self.send_to_client(id, message, &mut known);
                }
            }
        }
        for on in self.server.awakened() {
            self.turn_soon(on);
        }
        for node in self.server.reached() {
            self.receive_soon(node);
        }
        self.settle_supabase();
    }

    fn send_to_client(&mut self, id: ConnectionId, message: Down, known: &mut Known) {
        if self.supabase.versions.contains_key(&id) {
            return self.send_to_supabase(id, message);
        }
        let heard = match message {
            Down::Text(text) => match read_once(text, known) {
                Ok(heard) => self.expect(id, heard),
                Err(error) => return self.notes.fault(format_args!("c{id} is sent what cannot be: {error}")),
            },
            Down::Ping => Heard::Ping,
            Down::Close(code) => {
                self.notes.count(close_name(code));
                self.expectation.gone(id);
                Heard::Closed(code)
            }
        };
        self.put_on_line(id, Parcel::Pusher(heard));
    }

    fn send_to_supabase(&mut self, id: ConnectionId, message: Down) {
        let heard = match message {
            Down::Text(text) => self.expect_of_supabase(id, &text),
            Down::Ping => Some(crate::supabase::Heard::Ping),
            Down::Close(code) => {
                self.notes.count(close_name(code));
                self.supabase_has_gone(id);
                Some(crate::supabase::Heard::Closed(code))
            }
        };
        if let Some(heard) = heard {
            self.put_phoenix_on_line(id, heard);
        }
    }

    /// The server sends nothing more on a connection.
    fn supabase_has_gone(&mut self, id: ConnectionId) {
        self.expectation.gone(id);
        self.supabase.model.gone(id);
    }

    /// A goodbye is sent whatever else waits. Once another message finds no room, none is sent any more, and the
    /// server learns of it a little later.
    fn has_room_for(&mut self, id: ConnectionId, message: &Down) -> bool {
        let Some(line) = self.lines.get_mut(&id) else { return false };
        if matches!(message, Down::Close(_)) {
            return true;
        }
        if line.down.len() >= self.conditions.outbox && !line.is_full {
            line.is_full = true;
            if let Some(client) = self.supabase.clients.get_mut(&id) {
                client.reasons.push(1013);
            }
            if self.supabase.versions.contains_key(&id) {
                self.supabase_has_gone(id);
                self.server.cut_off(id, self.notes.now);
                self.notes.count("slow Supabase clients cut off");
                return false;
            }
            if let Some(client) = self.clients.get_mut(&id) {
                client.reasons.push(4100);
            }
            let ms = self.dice.below(self.conditions.turn_ms);
            self.agenda.enter(self.notes.now + ms, Event::OutboxFull(id));
            return false;
        }
        !line.is_full
    }

    pub(super) fn put_on_line(&mut self, id: ConnectionId, heard: Parcel) {
        let at = self.notes.now + self.dice.below(self.conditions.latency_ms);
        let Some(line) = self.lines.get_mut(&id) else { return };
        let at = line.down.send(heard, at);
        if !line.is_dead {
            self.agenda.enter(at, Event::ToClient(id));
        }
    }

    /// Compares what the server sends with what it must.
    fn expect(&mut self, id: ConnectionId, mut heard: Heard) -> Heard {
        let expectation = &mut self.expectation;
        let outcome = match &mut heard {
            Heard::Confirmed { channel, .. } if channel.starts_with('#') => Ok(()),
            Heard::Confirmed { channel, .. } if channel == FORGED => Err(format!("c{id} forged a signature")),
            Heard::Confirmed { channel, .. } => {
                self.notes.count("subscriptions");
                let user = self.lines.get(&id).map_or("", |line| &line.user);
                expectation.subscribed(id, channel, user)
            }
            Heard::SignedIn { user } => {
                self.notes.count("sign-ins");
                expectation.subscribed(id, &users_channel(user), user)
            }
            Heard::CacheMiss { channel } => {
                self.notes.count("cache misses");
                expectation.cache_missed(id, channel, self.notes.now)
            }
            Heard::Added { channel, .. }
            | Heard::Removed { channel, .. }
            | Heard::Counted { channel, .. } => expectation.sent_event(id, channel),
            Heard::Message { channel, uuid, user, copy } => {
                expectation.sent(id, channel, uuid, user.as_deref(), self.notes.now).map(|is_copy| {
                    *copy = is_copy;
                    self.notes.count(if is_copy { "cache hits" } else { "messages sent" });
                })
            }
            Heard::Refused { .. } => {
                self.notes.count("subscriptions refused");
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(error) = outcome {
            self.notes.fault(error);
        }
        heard
    }

    pub(super) fn arrive_at_client(&mut self, id: ConnectionId) {
        let Some(line) = self.lines.get_mut(&id).filter(|line| !line.is_dead) else { return };
        let heard = match line.down.arrive() {
            None => return,
            Some(Parcel::Phoenix(heard)) => return self.arrive_at_supabase(id, heard),
            Some(Parcel::Pusher(heard)) => heard,
        };
        let Some(client) = self.clients.get_mut(&id) else { return };
        let is_over = matches!(heard, Heard::Closed(_));
        let comes_back = matches!(heard, Heard::Closed(4100..=4299));
        let answers = client.hear(heard, &self.conditions.app, &mut self.notes);
        for answer in answers {
            self.say(id, answer);
        }
        if is_over && let Some(client) = self.end_client(id) {
            self.come_back(&client, comes_back);
        }
    }

    /// The client's side of a connection is over.
    pub(super) fn end_client(&mut self, id: ConnectionId) -> Option<Client> {
        let mut client = self.clients.remove(&id)?;
        client.end(&mut self.notes);
        Some(client)
    }

    fn come_back(&mut self, client: &Client, comes_back: bool) {
        if comes_back && self.acts_left > 0 {
            let ms = self.dice.below(2_000);
            self.in_ms(ms, Event::Return { user: client.user.clone(), wishes: client.wishes() });
            self.notes.count("returns");
        }
    }

    /// A client sends something.
    pub(super) fn say(&mut self, id: ConnectionId, said: Said) {
        let at = self.notes.now + self.dice.below(self.conditions.latency_ms);
        let Some(line) = self.lines.get_mut(&id).filter(|line| !line.is_dead) else { return };
        let at = line.up.send(said, at);
        self.agenda.enter(at, Event::ToServer(id));
    }

    pub(super) fn arrive_at_server(&mut self, id: ConnectionId) {
        let Some(line) = self.lines.get_mut(&id).filter(|line| !line.is_dead) else { return };
        let meaning = match line.held.take() {
            Some(_) if !self.server.is_connected(id) => return,
            Some(meaning) => {
                self.server.try_again(id, self.notes.now);
                meaning
            }
            None => {
                let Some(Said { words, meaning }) = line.up.arrive() else { return };
                if !self.server.is_connected(id) {
                    return;
                }
                if let Meaning::Phoenix(request) = &meaning {
                    self.supabase.model.begin(id, request);
                }
                self.server.arrive(id, &words, self.notes.now);
                meaning
            }
        };
        if self.server.waits(id) {
            let asks = self.server.asks(id);
            self.notes.count(if asks { UNREAD_FOR_THE_DATABASE } else { UNREAD_FOR_ROOM });
            if let Some(line) = self.lines.get_mut(&id) {
                line.held = Some(meaning);
            }
            // Answers of the database come by themselves.
            let answer_at = self.server.answer_at(id).filter(|_| asks).unwrap_or_default();
            let at = answer_at.max(self.notes.now + WAITING_MS);
            return self.agenda.enter(at, Event::ToServer(id));
        }
        self.read_wholly(id, meaning);
    }

    /// A message that waited for the database may have been handled.
    pub(super) fn go_on(&mut self, id: ConnectionId) {
        if self.server.waits(id) {
            return;
        }
        let held = self.lines.get_mut(&id).and_then(|line| line.held.take());
        if let Some(meaning) = held {
            self.read_wholly(id, meaning);
        }
    }

    /// The server has handled a message.
    fn read_wholly(&mut self, id: ConnectionId, meaning: Meaning) {
        self.rule();
        let user = self.lines.get(&id).map(|line| line.user.clone()).unwrap_or_default();
        if !self.server.is_connected(id) {
            self.supabase_has_gone(id);
        }
        let accepted = self.server.accepted();
        match meaning {
            Meaning::Unsubscribe(channel) => self.expectation.unsubscribed(id, &channel),
            Meaning::Publish { channel, uuid, n } => {
                let acked = accepted.contains(&uuid);
                self.notes.count(if acked { "client events" } else { "client events refused" });
                let user = Some(user).filter(|_| channel.starts_with("presence-"));
                if acked {
                    self.expectation.accept(&channel, &uuid, (Some(id), user), self.notes.now);
                }
                let publisher = format!("c{id}");
                let except = Some(publisher.clone());
                let publish = Publish { channel, publisher, n, uuid, acked, refused: !acked, except };
                self.notes.write(LedgerLine::Publish(publish));
            }
            Meaning::Phoenix(request) => self.handled(id, &request, &accepted),
            Meaning::Nothing => {}
        }
    }

    /// The server's side of a connection is over, without a word.
    pub(super) fn server_loses(&mut self, id: ConnectionId) {
        self.server.gone(id, self.notes.now);
        self.supabase_has_gone(id);
    }

    /// Nothing arrives for a while, in one direction or both.
    pub(super) fn stall(&mut self, id: ConnectionId) {
        let until = self.notes.now + self.dice.below(LONGEST_STALL_MS);
        let direction = self.dice.below(3);
        let Some(line) = self.lines.get_mut(&id) else { return };
        if direction != 0 {
            line.up.stall(until);
        }
        if direction != 1 {
            line.down.stall(until);
        }
        self.notes.count("stalls");
    }

    /// The connection breaks. The client notices at once; the server after a while, or not by itself.
    pub(super) fn cut(&mut self, id: ConnectionId) {
        let Some(line) = self.lines.get_mut(&id) else { return };
        line.up.cut();
        line.down.cut();
        line.is_dead = true;
        if self.dice.chance(50) {
            let ms = self.dice.below(3_000);
            self.in_ms(ms, Event::Lost(id));
        }
        self.notes.count("cuts");
        self.end_supabase(id, true);
        if let Some(client) = self.end_client(id) {
            self.come_back(&client, true);
        }
    }
}

/// Texts that were read, by their address; many clients are sent the same one.
type Known = BTreeMap<*const u8, (Arc<[u8]>, Heard)>;

fn read_once(text: Arc<[u8]>, known: &mut Known) -> Result<Heard, String> {
    if let Some((_, heard)) = known.get(&text.as_ptr()) {
        return Ok(heard.clone());
    }
    let heard = read(&text)?;
    // Keeping the text keeps its address from being used again.
    known.insert(text.as_ptr(), (text, heard.clone()));
    Ok(heard)
}

/// The codes that the server may close with; anything else is a fault by its name.
fn close_name(code: u16) -> &'static str {
    match code {
        1001 => "closed with 1001",
        1012 => "closed with 1012",
        1013 => "closed with 1013",
        4009 => "closed with 4009",
        4100 => "closed with 4100",
        4200 => "closed with 4200",
        4201 => "closed with 4201",
        _ => "closed with a code that is not documented",
    }
}
