//! What the hub should do, written as plainly as possible: every question is answered by searching lists.

use std::collections::{BTreeMap, VecDeque};

use baton_hub::{ChannelRules, ShardLimits};

use super::{
    operation::{After, CONNECTIONS, ROOM},
    world::message,
};

/// An answer in words that both sides can give.
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
        life: u64,
        offset: u64,
        subscriptions: u32,
        users: Option<u32>,
    },
}

/// Offsets and texts, and whether nothing is missing.
type Page = (Vec<(u64, String)>, bool);

pub(crate) struct Twin {
    limits: ShardLimits,
    names: Vec<String>,
    shard_of: Vec<usize>,
    now: u64,
    lives: u64,
    tickets: u64,
    channels: BTreeMap<usize, Channel>,
    /// All messages that are kept, the oldest first.
    kept: Vec<Kept>,
    delayed_counts: Vec<(u64, usize, u64)>,
    gathering: Vec<(u64, usize, u64)>,
    mailboxes: Vec<VecDeque<Letter>>,
    heard: Vec<Vec<String>>,
    events: Vec<String>,
    /// Joins less leaves that were told, by channel and user.
    balance: BTreeMap<(usize, String), i64>,
}

struct Channel {
    life: u64,
    offset: u64,
    /// Connection to ticket, a number that no other subscription has.
    subscriptions: BTreeMap<usize, Ticket>,
    /// In the order of joining. Who has left stays until the others have been told.
    users: Vec<User>,
    /// Ids of users of whom there is something to tell.
    changed: Vec<String>,
    /// The others were told a moment ago, or are to be told in a moment.
    gathers: bool,
    shows_members: bool,
    history_ms: u64,
    last_ms: u64,
    counts: bool,
    count_changed: bool,
    count_waits: bool,
    /// Whether the user of a watch channel is online, and whether the watchers have been told so.
    is_online: bool,
    told_online: bool,
}

#[derive(Clone)]
struct User {
    id: String,
    info: String,
    connections: u32,
    /// What the others have been told.
    told: Option<String>,
    /// Its connection, which is not told of it.
    newcomer: Option<usize>,
}

#[derive(Clone)]
struct Ticket {
    number: u64,
    user: Option<String>,
}

struct Kept {
    channel: usize,
    offset: u64,
    at: u64,
    data: String,
    history: bool,
    last: bool,
}

struct Letter {
    line: String,
    to: Vec<(usize, u64)>,
}

impl Kept {
    fn cost(&self) -> usize {
        message(&self.data).cost()
    }
}

impl Twin {
    pub(crate) fn new(limits: ShardLimits, names: Vec<String>, shard_of: Vec<usize>, loops: usize) -> Self {
        Self {
            limits,
            names,
            shard_of,
            now: 0,
            lives: 0,
            tickets: 0,
            channels: BTreeMap::new(),
            kept: Vec::new(),
            delayed_counts: Vec::new(),
            gathering: Vec::new(),
            mailboxes: (0..loops).map(|_| VecDeque::new()).collect(),
            heard: vec![Vec::new(); CONNECTIONS],
            events: Vec::new(),
            balance: BTreeMap::new(),
        }
    }

    pub(crate) fn subscribe(
        &mut self,
        who: usize,
        channel: usize,
        user: Option<(&str, &str)>,
        rules: ChannelRules,
    ) -> Outcome {
        let known = self.channels.get(&channel);
        if known.is_some_and(|known| known.subscriptions.contains_key(&who)) {
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
        let member = user.map(|user| self.join(channel, user, who));
        let online = self.watch(channel, first);
        self.tickets += 1;
        let ticket = Ticket { number: self.tickets, user: user.map(|(user, _)| user.to_owned()) };
        let last = rules.last_message_ms.map(|_| self.last(channel));
        if last == Some(None) {
            self.event(channel, "cache miss");
        }
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.subscriptions.insert(who, ticket);
        entry.counts = rules.count_subscriptions && user.is_none();
        let own = user.and_then(|(id, _)| entry.users.iter().find(|user| user.id == id));
        let is_newcomer = own.is_some_and(|own| own.told.is_none());
        let roster = own.map(|own| {
            let told = entry.users.iter().filter(|user| user.told.is_some());
            told.map(|user| {
                let info = if user.id == own.id { &own.info } else { user.told.as_ref().expect("told") };
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

    fn join(&mut self, channel: usize, (user, info): (&str, &str), who: usize) -> String {
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.shows_members = true;
        if !entry.users.iter().any(|known| known.id == user) {
            let (id, info) = (user.to_owned(), info.to_owned());
            entry.users.push(User { id, info, connections: 0, told: None, newcomer: None });
        }
        let known = entry.users.iter_mut().find(|known| known.id == user).expect("a moment ago");
        known.connections += 1;
        if known.connections > 1 {
            let said = format!("{user}={}", known.info);
            if known.newcomer.is_some() {
                self.tell_all(channel);
            }
            return said;
        }
        known.info = info.to_owned();
        if known.told.as_deref() != Some(info) {
            known.newcomer = Some(who);
            entry.change(user);
            self.gather(channel, true);
        }
        format!("{user}={info}")
    }

    pub(crate) fn unsubscribe(&mut self, who: usize, channel: usize) -> bool {
        let Some(entry) = self.channels.get_mut(&channel) else { return false };
        let Some(ticket) = entry.subscriptions.remove(&who) else { return false };
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
            self.tell_members(channel);
            if self.channels[&channel].counts {
                self.tell_count(channel);
            }
            let entry = self.channels.get_mut(&channel).expect("open");
            (entry.shows_members, entry.users) = (false, Vec::new());
            self.drop_unused(channel);
            self.status(channel, false);
            self.event(channel, "vacated");
        }
        true
    }

    /// Tells now or later.
    fn gather(&mut self, channel: usize, comes: bool) {
        let entry = self.channels.get_mut(&channel).expect("open");
        if std::mem::replace(&mut entry.gathers, true) {
            return;
        }
        self.gathering.push((self.now + self.limits.gather_ms, channel, entry.life));
        if comes {
            self.tell_all(channel);
        }
    }

    /// Whether there was anything to tell.
    fn tell_all(&mut self, channel: usize) -> bool {
        let told = self.tell_members(channel);
        let entry = &self.channels[&channel];
        let has_count =
            entry.count_changed && entry.subscriptions.len() <= self.limits.count_at_once as usize;
        if has_count {
            self.tell_count(channel);
        }
        told || has_count || self.tell_online(channel)
    }

    /// Tells who left, and then who joined, since the last time; whether anybody did.
    fn tell_members(&mut self, channel: usize) -> bool {
        let entry = self.channels.get_mut(&channel).expect("open");
        let (mut left, mut joined) = (Vec::new(), Vec::new());
        for id in std::mem::take(&mut entry.changed) {
            let user = entry.users.iter_mut().find(|user| user.id == id).expect("changed");
            let now = (user.connections > 0).then(|| user.info.clone());
            let newcomer = user.newcomer.take();
            if user.told != now {
                left.extend(user.told.is_some().then(|| (id.clone(), newcomer)));
                joined.extend(now.is_some().then_some((id, newcomer)));
                user.told = now;
            }
        }
        entry.users.retain(|user| user.connections > 0);
        for (user, except) in &left {
            *self.balance.entry((channel, user.clone())).or_default() -= 1;
            self.tell_past(channel, &format!("-{user}"), *except);
            self.event(channel, &format!("member {user} removed"));
        }
        for (user, except) in &joined {
            *self.balance.entry((channel, user.clone())).or_default() += 1;
            self.tell_past(channel, &format!("+{user}"), *except);
            self.event(channel, &format!("member {user} added"));
        }
        !left.is_empty() || !joined.is_empty()
    }

    pub(crate) fn leave(&mut self, who: usize) {
        for channel in 0..self.names.len() {
            self.unsubscribe(who, channel);
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
        let keeps = (history || last) && message(data).cost() <= self.limits.kept_bytes;
        if !self.channels.contains_key(&channel) && !keeps {
            self.lives += 1;
            return Outcome::Published { life: self.lives, offset: 1, subscriptions: 0, users: None };
        }
        if self.loops_of(channel).iter().any(|on| self.mailboxes[*on].len() >= ROOM) {
            return Outcome::Refused("Full".into());
        }
        if !self.open(channel) {
            return Outcome::Refused(format!("ChannelsFull {{ limit: {} }}", self.limits.channels));
        }
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.offset += 1;
        let outcome = Outcome::Published {
            life: entry.life,
            offset: entry.offset,
            subscriptions: u32::try_from(entry.subscriptions.len()).expect("few"),
            users: entry.shows_members.then(|| entry.present()),
        };
        let line = format!("{} {data}", entry.offset);
        self.tell_past(channel, &line, except);
        self.keep(channel, data, rules);
        outcome
    }

    fn keep(&mut self, channel: usize, data: &str, rules: ChannelRules) {
        let (history, last) = (rules.history_messages > 0, rules.last_message_ms.is_some());
        let cost = message(data).cost();
        let fits = cost <= self.limits.kept_bytes;
        let mut room = if history { rules.history_messages as usize - 1 } else { 0 };
        for kept in self.kept.iter_mut().rev().filter(|kept| kept.channel == channel) {
            kept.last = false;
            kept.history &= room > 0 && fits;
            room = room.saturating_sub(usize::from(kept.history));
        }
        self.kept.retain(|kept| kept.history || kept.last);
        if !fits || !(history || last) {
            return self.drop_unused(channel);
        }
        let shard = self.shard_of[channel];
        while self.kept_bytes(shard) + cost > self.limits.kept_bytes {
            let oldest =
                self.kept.iter().position(|kept| self.shard_of[kept.channel] == shard).expect("bytes");
            let owner = self.kept.remove(oldest).channel;
            if owner != channel {
                self.drop_unused(owner);
            }
        }
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.history_ms = if history { rules.history_ms } else { entry.history_ms };
        entry.last_ms = rules.last_message_ms.unwrap_or(entry.last_ms);
        let (offset, at) = (entry.offset, self.now);
        self.kept.push(Kept { channel, offset, at, data: data.to_owned(), history, last });
    }

    /// Makes sure that the channel is there; false if there is no room for it.
    fn open(&mut self, channel: usize) -> bool {
        if self.channels.contains_key(&channel) {
            return true;
        }
        let shard = self.shard_of[channel];
        if self.channels(shard) >= self.limits.channels {
            let unoccupied = self.channels.iter().filter(|(channel, entry)| {
                self.shard_of[**channel] == shard && entry.subscriptions.is_empty()
            });
            let first = unoccupied.min_by_key(|(channel, entry)| (self.end(**channel), entry.life));
            let Some((&first, _)) = first else { return false };
            self.kept.retain(|kept| kept.channel != first);
            self.drop_unused(first);
        }
        self.lives += 1;
        let entry = Channel {
            life: self.lives,
            offset: 0,
            subscriptions: BTreeMap::new(),
            users: Vec::new(),
            changed: Vec::new(),
            gathers: false,
            shows_members: false,
            history_ms: 0,
            last_ms: 0,
            counts: false,
            count_changed: false,
            count_waits: false,
            is_online: false,
            told_online: false,
        };
        self.channels.insert(channel, entry);
        true
    }

    fn end(&self, channel: usize) -> u64 {
        let entry = &self.channels[&channel];
        let end = |kept: &Kept| {
            let history = if kept.history { kept.at + entry.history_ms } else { 0 };
            let last = if kept.last { kept.at + entry.last_ms } else { 0 };
            history.max(last)
        };
        self.kept.iter().filter(|kept| kept.channel == channel).map(end).max().unwrap_or(0)
    }

    fn drop_unused(&mut self, channel: usize) {
        let keeps = self.kept.iter().any(|kept| kept.channel == channel);
        if !keeps && self.channels.get(&channel).is_some_and(|entry| entry.subscriptions.is_empty()) {
            self.channels.remove(&channel);
        }
    }

    pub(crate) fn pass(&mut self, ms: u64) {
        self.now += ms;
        let Self { channels, kept, now, .. } = self;
        for kept in kept.iter_mut() {
            let entry = &channels[&kept.channel];
            kept.history &= kept.at + entry.history_ms > *now;
            kept.last &= kept.at + entry.last_ms > *now;
        }
        kept.retain(|kept| kept.history || kept.last);
        for channel in 0..self.names.len() {
            self.drop_unused(channel);
        }
        for shard in 0..=self.shard_of.iter().copied().max().unwrap_or(0) {
            self.tell_delayed_counts(shard);
            self.tell_gathered(shard);
        }
    }

    fn tell_delayed_counts(&mut self, shard: usize) {
        for (channel, life) in
            due(&mut self.delayed_counts, self.now, |channel| self.shard_of[channel] == shard)
        {
            let Some(entry) = self.channels.get_mut(&channel).filter(|entry| entry.life == life) else {
                continue;
            };
            entry.count_waits = false;
            if entry.count_changed {
                self.tell_count(channel);
            }
        }
    }

    fn tell_gathered(&mut self, shard: usize) {
        for (channel, life) in due(&mut self.gathering, self.now, |channel| self.shard_of[channel] == shard) {
            if self.channels.get(&channel).is_none_or(|entry| entry.life != life) {
                continue;
            }
            let told = self.tell_all(channel);
            self.channels.get_mut(&channel).expect("open").gathers = told;
            if told {
                self.gathering.push((self.now + self.limits.gather_ms, channel, life));
            }
        }
    }

    fn count_changed(&mut self, channel: usize, comes: bool) {
        let now = self.now;
        let Some(entry) = self.channels.get_mut(&channel).filter(|entry| entry.counts) else { return };
        entry.count_changed = true;
        if entry.subscriptions.len() <= self.limits.count_at_once as usize {
            return self.gather(channel, comes);
        }
        if !entry.count_waits {
            entry.count_waits = true;
            self.delayed_counts.push((now + self.limits.count_every_ms, channel, entry.life));
        }
    }

    fn tell_count(&mut self, channel: usize) {
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.count_changed = false;
        let count = entry.subscriptions.len();
        self.tell(channel, &format!("={count}"));
        self.event(channel, &format!("count {count}"));
    }

    /// A user's channel was occupied or vacated: tells the channel of those who watch, which has its name, now or later.
    fn status(&mut self, channel: usize, online: bool) {
        let Some(user) = self.names[channel].strip_prefix("User:") else { return };
        let Some(watch) = self.number(&format!("Watch:{user}")) else { return };
        let Some(entry) = self.channels.get_mut(&watch) else { return };
        entry.is_online = online;
        self.gather(watch, online);
    }

    /// What a new watcher is given: what the others have been told, or how it is if there are none.
    fn watch(&mut self, channel: usize, is_first: bool) -> Option<bool> {
        let user = format!("User:{}", self.names[channel].strip_prefix("Watch:")?);
        let user = self.number(&user).and_then(|user| self.channels.get(&user));
        let is_online = user.is_some_and(|user| !user.subscriptions.is_empty());
        let entry = self.channels.get_mut(&channel).expect("open");
        if is_first {
            (entry.is_online, entry.told_online) = (is_online, is_online);
        }
        Some(entry.told_online)
    }

    /// Whether there was anything to tell.
    fn tell_online(&mut self, channel: usize) -> bool {
        let entry = self.channels.get_mut(&channel).expect("open");
        let online = entry.is_online;
        if online == entry.told_online {
            return false;
        }
        entry.told_online = online;
        self.tell(channel, &format!("online={online}"));
        true
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    pub(crate) fn disconnect(&mut self, channel: usize) -> bool {
        let occupied = self.channels.get(&channel).is_some_and(|entry| !entry.subscriptions.is_empty());
        if occupied {
            self.tell(channel, "disconnect");
        }
        occupied
    }

    fn tell(&mut self, channel: usize, what: &str) {
        self.tell_past(channel, what, None);
    }

    /// A letter to everyone who is subscribed at this moment.
    fn tell_past(&mut self, channel: usize, what: &str, except: Option<usize>) {
        let Some(entry) = self.channels.get(&channel) else { return };
        let to: Vec<_> = entry.subscriptions.iter().map(|(who, ticket)| (*who, ticket.number)).collect();
        for on in self.loops_of(channel) {
            let to = to.iter().copied().filter(|(who, _)| *who % self.mailboxes.len() == on);
            let to = to.filter(|(who, _)| Some(*who) != except).collect();
            let line = format!("{} {what}", self.names[channel]);
            self.mailboxes[on].push_back(Letter { line, to });
        }
    }

    fn loops_of(&self, channel: usize) -> Vec<usize> {
        let subscribers = self.channels.get(&channel).map(|entry| &entry.subscriptions);
        let hears = |on: &usize| {
            subscribers.is_some_and(|all| all.keys().any(|who| who % self.mailboxes.len() == *on))
        };
        (0..self.mailboxes.len()).filter(hears).collect()
    }

    /// Letters reach those who still hold the ticket that they held when the letter was written.
    pub(crate) fn deliver(&mut self, on: usize, count: usize) {
        for _ in 0..count {
            let Some(letter) = self.mailboxes[on].pop_front() else { return };
            for (who, number) in letter.to {
                let holds = |entry: &Channel| {
                    entry.subscriptions.get(&who).is_some_and(|ticket| ticket.number == number)
                };
                if self.channels.values().any(holds) {
                    self.heard[who].push(letter.line.clone());
                }
            }
        }
    }

    pub(crate) fn deliver_all(&mut self) {
        for on in 0..self.mailboxes.len() {
            self.deliver(on, usize::MAX);
        }
    }

    pub(crate) fn read(
        &self,
        channel: usize,
        after: After,
        limit: usize,
        newest_first: bool,
    ) -> Option<Page> {
        let newest = self.channels.get(&channel)?.offset;
        let kept: Vec<_> = self.kept.iter().filter(|kept| kept.channel == channel && kept.history).collect();
        let (after, comparable) = match after {
            After::Start => (0, true),
            After::Back(back) => (newest.saturating_sub(back), true),
            After::Ahead | After::OtherEpoch => (0, false),
        };
        let is_kept = |offset| kept.iter().any(|kept| kept.offset == offset);
        let complete = comparable && (after + 1..=newest).all(is_kept);
        let mut messages: Vec<_> = kept
            .iter()
            .filter(|kept| kept.offset > after)
            .map(|kept| (kept.offset, kept.data.clone()))
            .collect();
        if newest_first {
            messages.reverse();
        }
        messages.truncate(limit);
        Some((messages, complete))
    }

    fn last(&self, channel: usize) -> Option<(String, u64)> {
        let last = self.kept.iter().find(|kept| kept.channel == channel && kept.last)?;
        Some((last.data.clone(), last.offset))
    }

    /// Subscriptions, users, the last message with the time it has left, and the newest offset.
    #[allow(clippy::type_complexity, reason = "four answers in the order in which they are compared")]
    pub(crate) fn info(&self, channel: usize) -> Option<(u32, Option<u32>, Option<(String, u64)>, u64)> {
        let entry = self.channels.get(&channel)?;
        let last = self.kept.iter().find(|kept| kept.channel == channel && kept.last);
        let last = last.map(|kept| (kept.data.clone(), kept.at + entry.last_ms - self.now));
        let users = entry.shows_members.then(|| entry.present());
        Some((u32::try_from(entry.subscriptions.len()).expect("few"), users, last, entry.offset))
    }

    pub(crate) fn life(&self, channel: usize) -> u64 {
        self.channels.get(&channel).map_or(0, |entry| entry.life)
    }

    pub(crate) fn channels(&self, shard: usize) -> usize {
        self.channels.keys().filter(|channel| self.shard_of[**channel] == shard).count()
    }

    pub(crate) fn kept_bytes(&self, shard: usize) -> usize {
        self.kept.iter().filter(|kept| self.shard_of[kept.channel] == shard).map(Kept::cost).sum()
    }

    pub(crate) fn subscription_count(&self, who: usize) -> usize {
        self.channels.values().filter(|entry| entry.subscriptions.contains_key(&who)).count()
    }

    fn event(&mut self, channel: usize, what: &str) {
        self.events.push(format!("{} {what}", self.names[channel]));
    }

    pub(crate) fn events(&mut self) -> Vec<String> {
        std::mem::take(&mut self.events)
    }

    pub(crate) fn heard(&mut self, who: usize) -> Vec<String> {
        std::mem::take(&mut self.heard[who])
    }

    /// After everyone has left, each user's joins and leaves are as many.
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

/// Takes out what is due.
fn due(
    waiting: &mut Vec<(u64, usize, u64)>,
    now: u64,
    is_of_shard: impl Fn(usize) -> bool,
) -> Vec<(usize, u64)> {
    let is_due = |(at, channel, _): &(u64, usize, u64)| *at <= now && is_of_shard(*channel);
    let (due, left): (Vec<_>, Vec<_>) = waiting.iter().copied().partition(is_due);
    *waiting = left;
    due.into_iter().map(|(_, channel, life)| (channel, life)).collect()
}

fn present(users: &[User]) -> impl Iterator<Item = &User> {
    users.iter().filter(|user| user.connections > 0)
}
