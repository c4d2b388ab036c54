//! A model of the hub, written as plainly as possible: every query searches lists.

mod gathering;
mod storing;

use std::collections::{BTreeMap, VecDeque};

use baton_hub::{ChannelRules, ShardLimits};

use super::{
    operation::{After, CAPACITY, CONNECTIONS},
    world::message,
};

/// A result in a form that both sides can give.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Refused(String),
    Subscribed {
        subscriptions: u32,
        offset: u64,
        last: Option<Option<(String, u64)>>,
        member: Option<String>,
        roster: Option<Vec<String>>,
        is_newcomer: bool,
        online: Option<bool>,
    },
    Published {
        incarnation: u64,
        offset: u64,
        subscriptions: u32,
        users: Option<u32>,
    },
}

/// Offsets and texts, and whether nothing is missing.
type Page = (Vec<(u64, String)>, bool);

pub(crate) struct Twin {
    limits: ShardLimits,
    /// Channels that each shard may have.
    channel_limits: Vec<usize>,
    names: Vec<String>,
    shard_of: Vec<usize>,
    now: u64,
    incarnations: u64,
    tickets: u64,
    channels: BTreeMap<usize, Channel>,
    /// All stored messages, the oldest first.
    stored: Vec<Stored>,
    delayed_counts: Vec<(u64, usize, u64)>,
    gathering: Vec<(u64, usize, u64)>,
    mailboxes: Vec<VecDeque<Delivery>>,
    received: Vec<Vec<String>>,
    events: Vec<String>,
    /// Joins less leaves that were sent, by channel and user.
    balance: BTreeMap<(usize, String), i64>,
}

struct Channel {
    incarnation: u64,
    offset: u64,
    /// Connection to ticket, a number that no other subscription has.
    subscriptions: BTreeMap<usize, Ticket>,
    /// In the order of joins. A user that has left stays until its leave was sent.
    users: Vec<User>,
    /// Ids of users that may have an unsent change.
    changed: Vec<String>,
    /// Changes are being coalesced.
    is_gathering: bool,
    shows_members: bool,
    /// How long its numbering is kept once it is vacated, and until when it is; 0 for not at all.
    numbering_minutes: u8,
    kept_until: u64,
    history_ms: u64,
    last_ms: u64,
    counts: bool,
    count_changed: bool,
    count_queued: bool,
    /// Whether the user of a status channel is online, and whether that is what the subscribers were
    /// sent.
    is_online: bool,
    sent_online: bool,
}

#[derive(Clone)]
struct User {
    id: String,
    info: String,
    connections: u32,
    /// The info as sent to the others.
    sent: Option<String>,
    /// Its connection, which must not receive its join.
    newcomer: Option<usize>,
}

#[derive(Clone)]
struct Ticket {
    number: u64,
    user: Option<String>,
}

struct Stored {
    channel: usize,
    offset: u64,
    at: u64,
    data: String,
    history: bool,
    last: bool,
}

struct Delivery {
    line: String,
    to: Vec<(usize, u64)>,
}

impl Stored {
    fn cost(&self) -> usize {
        message(&self.data).cost()
    }
}

impl Twin {
    pub(crate) fn new(limits: ShardLimits, names: Vec<String>, shard_of: Vec<usize>, loops: usize) -> Self {
        Self {
            channel_limits: vec![limits.channels; shard_of.iter().max().map_or(1, |last| last + 1)],
            limits,
            names,
            shard_of,
            now: 0,
            incarnations: 0,
            tickets: 0,
            channels: BTreeMap::new(),
            stored: Vec::new(),
            delayed_counts: Vec::new(),
            gathering: Vec::new(),
            mailboxes: (0..loops).map(|_| VecDeque::new()).collect(),
            received: vec![Vec::new(); CONNECTIONS],
            events: Vec::new(),
            balance: BTreeMap::new(),
        }
    }

    pub(crate) fn subscribe(
        &mut self,
        client: usize,
        channel: usize,
        user: Option<(&str, &str)>,
        rules: ChannelRules,
    ) -> Outcome {
        let known = self.channels.get(&channel);
        if known.is_some_and(|known| known.subscriptions.contains_key(&client)) {
            return Outcome::Refused("Already".into());
        }
        let users = known.map_or(&[][..], |known| &known.users);
        if let Some((user, _)) = user
            && present(users).count() >= rules.members as usize
            && !present(users).any(|present| present.id == user)
        {
            return Outcome::Refused(format!("Shard(MembersFull {{ limit: {} }})", rules.members));
        }
        if !self.open(channel) {
            let limit = self.limits.channels;
            return Outcome::Refused(format!("Shard(ChannelsFull {{ limit: {limit} }})"));
        }
        let first = self.channels[&channel].subscriptions.is_empty();
        if first {
            self.event(channel, "occupied");
        }
        let member = user.map(|user| self.join(channel, user, client));
        let online = self.user_status(channel, first);
        self.tickets += 1;
        let ticket = Ticket { number: self.tickets, user: user.map(|(user, _)| user.to_owned()) };
        let last = rules.last_message_ms.map(|_| self.last(channel));
        if last == Some(None) {
            self.event(channel, "cache miss");
        }
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.subscriptions.insert(client, ticket);
        (entry.numbering_minutes, entry.kept_until) = (rules.numbering_minutes, 0);
        entry.counts = rules.count_subscriptions && user.is_none();
        let own = user.and_then(|(id, _)| entry.users.iter().find(|user| user.id == id));
        let is_newcomer = own.is_some_and(|own| own.sent.is_none());
        let roster = own.map(|own| {
            let sent = entry.users.iter().filter(|user| user.sent.is_some());
            sent.map(|user| {
                let info = if user.id == own.id { &own.info } else { user.sent.as_ref().expect("sent") };
                format!("{}={info}", user.id)
            })
            .collect()
        });
        let outcome = Outcome::Subscribed {
            subscriptions: u32::try_from(entry.subscriptions.len()).expect("few"),
            offset: entry.offset,
            last,
            member,
            roster,
            is_newcomer,
            online,
        };
        self.count_changed(channel, true);
        if first {
            self.status(channel, true);
        }
        outcome
    }

    fn join(&mut self, channel: usize, (user, info): (&str, &str), client: usize) -> String {
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.shows_members = true;
        if !entry.users.iter().any(|known| known.id == user) {
            let (id, info) = (user.to_owned(), info.to_owned());
            entry.users.push(User { id, info, connections: 0, sent: None, newcomer: None });
        }
        let known = entry.users.iter_mut().find(|known| known.id == user).expect("a moment ago");
        known.connections += 1;
        if known.connections > 1 {
            let shown = format!("{user}={}", known.info);
            if known.newcomer.is_some() {
                self.emit_all(channel);
            }
            return shown;
        }
        known.info = info.to_owned();
        if known.sent.as_deref() != Some(info) {
            known.newcomer = Some(client);
            entry.change(user);
            self.gather(channel, true);
        }
        format!("{user}={info}")
    }

    pub(crate) fn unsubscribe(&mut self, client: usize, channel: usize) -> bool {
        let Some(entry) = self.channels.get_mut(&channel) else { return false };
        let Some(ticket) = entry.subscriptions.remove(&client) else { return false };
        let is_vacated = entry.subscriptions.is_empty();
        if let Some(user) = ticket.user {
            let present = entry.users.iter_mut().find(|present| present.id == user).expect("joined");
            present.connections -= 1;
            if present.connections == 0 {
                present.newcomer = None;
                entry.change(&user);
                if !is_vacated {
                    self.gather(channel, false);
                }
            }
        }
        if !is_vacated {
            self.count_changed(channel, false);
        } else {
            self.emit_members(channel);
            if self.channels[&channel].counts {
                self.emit_count(channel);
            }
            let entry = self.channels.get_mut(&channel).expect("open");
            (entry.shows_members, entry.users) = (false, Vec::new());
            if entry.numbering_minutes > 0 {
                entry.kept_until = self.now + u64::from(entry.numbering_minutes) * 60_000;
            }
            self.drop_unused(channel);
            self.status(channel, false);
            self.event(channel, "vacated");
        }
        true
    }

    pub(crate) fn leave(&mut self, client: usize) {
        for channel in 0..self.names.len() {
            self.unsubscribe(client, channel);
        }
    }

    pub(crate) fn publish(
        &mut self,
        channel: usize,
        data: &str,
        except: Option<usize>,
        rules: ChannelRules,
    ) -> Outcome {
        let (history, last) = (rules.history_messages > 0, rules.last_message_ms.is_some());
        let cost = message(data).cost();
        let history = history && (rules.history_bytes == 0 || cost <= rules.history_bytes);
        let is_stored = (history || last) && cost <= self.limits.history_bytes;
        if !self.channels.contains_key(&channel) && !is_stored {
            self.incarnations += 1;
            return Outcome::Published {
                incarnation: self.incarnations,
                offset: 1,
                subscriptions: 0,
                users: None,
            };
        }
        if self.loops_of(channel).iter().any(|on| self.mailboxes[*on].len() >= CAPACITY) {
            return Outcome::Refused("Full".into());
        }
        if !self.open(channel) {
            return Outcome::Refused(format!("ChannelsFull {{ limit: {} }}", self.limits.channels));
        }
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.offset += 1;
        let outcome = Outcome::Published {
            incarnation: entry.incarnation,
            offset: entry.offset,
            subscriptions: u32::try_from(entry.subscriptions.len()).expect("few"),
            users: entry.shows_members.then(|| entry.present()),
        };
        let line = format!("{} {data}", entry.offset);
        self.emit_except(channel, &line, except);
        self.store(channel, data, rules);
        outcome
    }

    pub(crate) fn pass(&mut self, ms: u64) {
        self.now += ms;
        let Self { channels, stored, now, .. } = self;
        for stored in stored.iter_mut() {
            let entry = &channels[&stored.channel];
            stored.history &= stored.at + entry.history_ms > *now;
            stored.last &= stored.at + entry.last_ms > *now;
        }
        stored.retain(|stored| stored.history || stored.last);
        for entry in self.channels.values_mut().filter(|entry| entry.kept_until <= self.now) {
            entry.kept_until = 0;
        }
        for channel in 0..self.names.len() {
            self.drop_unused(channel);
        }
        for shard in 0..=self.shard_of.iter().copied().max().unwrap_or(0) {
            self.emit_delayed_counts(shard);
            self.emit_gathered(shard);
        }
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    pub(crate) fn disconnect(&mut self, channel: usize) -> bool {
        let occupied = self.channels.get(&channel).is_some_and(|entry| !entry.subscriptions.is_empty());
        if occupied {
            self.emit(channel, "disconnect");
        }
        occupied
    }

    fn emit(&mut self, channel: usize, what: &str) {
        self.emit_except(channel, what, None);
    }

    /// Queues a delivery to all connections that are subscribed at this moment.
    fn emit_except(&mut self, channel: usize, what: &str, except: Option<usize>) {
        let Some(entry) = self.channels.get(&channel) else { return };
        let to: Vec<_> =
            entry.subscriptions.iter().map(|(client, ticket)| (*client, ticket.number)).collect();
        for on in self.loops_of(channel) {
            let to = to.iter().copied().filter(|(client, _)| *client % self.mailboxes.len() == on);
            let to = to.filter(|(client, _)| Some(*client) != except).collect();
            let line = format!("{} {what}", self.names[channel]);
            self.mailboxes[on].push_back(Delivery { line, to });
        }
    }

    fn loops_of(&self, channel: usize) -> Vec<usize> {
        let subscribers = self.channels.get(&channel).map(|entry| &entry.subscriptions);
        let receives = |on: &usize| {
            subscribers.is_some_and(|all| all.keys().any(|client| client % self.mailboxes.len() == *on))
        };
        (0..self.mailboxes.len()).filter(receives).collect()
    }

    /// Deliveries reach the connections that still have the ticket that they had when it was
    /// queued.
    pub(crate) fn deliver(&mut self, on: usize, count: usize) {
        for _ in 0..count {
            let Some(delivery) = self.mailboxes[on].pop_front() else { return };
            for (client, number) in delivery.to {
                let holds = |entry: &Channel| {
                    entry.subscriptions.get(&client).is_some_and(|ticket| ticket.number == number)
                };
                if self.channels.values().any(holds) {
                    self.received[client].push(delivery.line.clone());
                }
            }
        }
    }

    pub(crate) fn deliver_all(&mut self) {
        for on in 0..self.mailboxes.len() {
            self.deliver(on, usize::MAX);
        }
    }

    /// Subscriptions, users, the last message with the time until it expires, and the newest
    /// offset.
    #[allow(clippy::type_complexity, reason = "four results in the order in which they are compared")]
    pub(crate) fn info(&self, channel: usize) -> Option<(u32, Option<u32>, Option<(String, u64)>, u64)> {
        let entry = self.channels.get(&channel)?;
        let is_stored = self.stored.iter().any(|stored| stored.channel == channel);
        if entry.subscriptions.is_empty() && !is_stored {
            return None;
        }
        let last = self.stored.iter().find(|stored| stored.channel == channel && stored.last);
        let last = last.map(|stored| (stored.data.clone(), stored.at + entry.last_ms - self.now));
        let users = entry.shows_members.then(|| entry.present());
        Some((u32::try_from(entry.subscriptions.len()).expect("few"), users, last, entry.offset))
    }

    pub(crate) fn incarnation(&self, channel: usize) -> u64 {
        self.channels.get(&channel).map_or(0, |entry| entry.incarnation)
    }

    pub(crate) fn channels(&self, shard: usize) -> usize {
        self.channels.keys().filter(|channel| self.shard_of[**channel] == shard).count()
    }

    pub(crate) fn history_bytes(&self, shard: usize) -> usize {
        self.stored.iter().filter(|stored| self.shard_of[stored.channel] == shard).map(Stored::cost).sum()
    }

    pub(crate) fn subscription_count(&self, client: usize) -> usize {
        self.channels.values().filter(|entry| entry.subscriptions.contains_key(&client)).count()
    }

    fn event(&mut self, channel: usize, what: &str) {
        self.events.push(format!("{} {what}", self.names[channel]));
    }

    pub(crate) fn events(&mut self) -> Vec<String> {
        std::mem::take(&mut self.events)
    }

    pub(crate) fn received(&mut self, client: usize) -> Vec<String> {
        std::mem::take(&mut self.received[client])
    }

    /// After all connections have left, each user has as many joins as leaves.
    pub(crate) fn check_balance(&self) {
        assert!(self.balance.values().all(|balance| *balance == 0), "{:?}", self.balance);
    }
}

impl Channel {
    fn change(&mut self, user: &str) {
        if !self.changed.iter().any(|changed| changed == user) {
            self.changed.push(user.to_owned());
        }
    }

    fn present(&self) -> u32 {
        u32::try_from(present(&self.users).count()).expect("few")
    }
}

/// Removes and returns what is due.
fn due(
    queue: &mut Vec<(u64, usize, u64)>,
    now: u64,
    is_of_shard: impl Fn(usize) -> bool,
) -> Vec<(usize, u64)> {
    let is_due = |(at, channel, _): &(u64, usize, u64)| *at <= now && is_of_shard(*channel);
    let (due, left): (Vec<_>, Vec<_>) = queue.iter().copied().partition(is_due);
    *queue = left;
    due.into_iter().map(|(_, channel, incarnation)| (channel, incarnation)).collect()
}

fn present(users: &[User]) -> impl Iterator<Item = &User> {
    users.iter().filter(|user| user.connections > 0)
}
