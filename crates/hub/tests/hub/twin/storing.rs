//! Which channels there are, and the messages that they store.

use super::*;

impl Twin {
    pub(super) fn store(&mut self, channel: usize, data: &str, rules: ChannelRules) {
        let (history, last) = (rules.history_messages > 0, rules.last_message_ms.is_some());
        let cost = message(data).cost();
        let bytes = if rules.history_bytes == 0 { usize::MAX } else { rules.history_bytes };
        let history = history && cost <= bytes;
        let fits = cost <= self.limits.history_bytes;
        let mut room = if history { rules.history_messages as usize - 1 } else { 0 };
        let mut room_bytes = bytes.saturating_sub(cost);
        for stored in self.stored.iter_mut().rev().filter(|stored| stored.channel == channel) {
            stored.last = false;
            stored.history &= room > 0 && fits && stored.cost() <= room_bytes;
            if !stored.history {
                room = 0; // what is older goes as well
                continue;
            }
            (room, room_bytes) = (room - 1, room_bytes - stored.cost());
        }
        self.stored.retain(|stored| stored.history || stored.last);
        if !fits || !(history || last) {
            return self.drop_unused(channel);
        }
        self.evict_messages(self.shard_of[channel], self.limits.history_bytes - cost, Some(channel));
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.history_ms = if history { rules.history_ms } else { entry.history_ms };
        entry.last_ms = rules.last_message_ms.unwrap_or(entry.last_ms);
        let (offset, at) = (entry.offset, self.now);
        self.stored.push(Stored { channel, offset, at, data: data.to_owned(), history, last });
    }

    /// Opens the channel if it does not exist; false if there is no room for it.
    pub(super) fn open(&mut self, channel: usize) -> bool {
        if self.channels.contains_key(&channel) {
            return true;
        }
        let shard = self.shard_of[channel];
        if self.channels(shard) >= self.channel_limits[shard] && !self.evict_channel(shard) {
            return false;
        }
        self.incarnations += 1;
        let entry = Channel {
            incarnation: self.incarnations,
            offset: 0,
            subscriptions: BTreeMap::new(),
            users: Vec::new(),
            changed: Vec::new(),
            is_gathering: false,
            shows_members: false,
            numbering_minutes: 0,
            kept_until: 0,
            history_ms: 0,
            last_ms: 0,
            counts: false,
            count_changed: false,
            count_queued: false,
            is_online: false,
            sent_online: false,
        };
        self.channels.insert(channel, entry);
        true
    }

    /// Removes the oldest messages beyond `limit` bytes; of the channels that they were in, `owner` stays.
    fn evict_messages(&mut self, shard: usize, limit: usize, owner_to_be: Option<usize>) {
        while self.history_bytes(shard) > limit {
            let oldest =
                self.stored.iter().position(|stored| self.shard_of[stored.channel] == shard).expect("bytes");
            let owner = self.stored.remove(oldest).channel;
            if owner_to_be != Some(owner) {
                self.drop_unused(owner);
            }
        }
    }

    /// Removes the channel that only stores messages and ends first; false if there is none.
    fn evict_channel(&mut self, shard: usize) -> bool {
        let unoccupied = self
            .channels
            .iter()
            .filter(|(channel, entry)| self.shard_of[**channel] == shard && entry.subscriptions.is_empty());
        let first = unoccupied.min_by_key(|(channel, entry)| (self.end(**channel), entry.incarnation));
        let Some((&first, _)) = first else { return false };
        self.stored.retain(|stored| stored.channel != first);
        self.channels.get_mut(&first).expect("open").kept_until = 0;
        self.drop_unused(first);
        true
    }

    /// Other limits.
    pub(crate) fn limit(&mut self, limits: ShardLimits) {
        self.limits = limits;
        for shard in 0..self.channel_limits.len() {
            self.evict_messages(shard, limits.history_bytes, None);
            while self.channels(shard) > limits.channels && self.evict_channel(shard) {}
            self.channel_limits[shard] = limits.channels.max(self.channels(shard));
        }
    }

    /// What a shard may have.
    pub(crate) fn limits(&self, shard: usize) -> ShardLimits {
        let channels = self.channel_limits.get(shard).copied().unwrap_or(self.limits.channels);
        ShardLimits { channels, ..self.limits }
    }

    pub(super) fn end(&self, channel: usize) -> u64 {
        let entry = &self.channels[&channel];
        let end = |stored: &Stored| {
            let history = if stored.history { stored.at + entry.history_ms } else { 0 };
            let last = if stored.last { stored.at + entry.last_ms } else { 0 };
            history.max(last)
        };
        let stored = self.stored.iter().filter(|stored| stored.channel == channel).map(end).max();
        stored.unwrap_or(0).max(entry.kept_until)
    }

    pub(super) fn drop_unused(&mut self, channel: usize) {
        let is_stored = self.stored.iter().any(|stored| stored.channel == channel);
        let is_unused = |entry: &Channel| entry.subscriptions.is_empty() && entry.kept_until == 0;
        if !is_stored && self.channels.get(&channel).is_some_and(is_unused) {
            self.channels.remove(&channel);
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
        let stored: Vec<_> =
            self.stored.iter().filter(|stored| stored.channel == channel && stored.history).collect();
        let (after, comparable) = match after {
            After::Start => (0, true),
            After::Back(back) => (newest.saturating_sub(back), true),
            After::Ahead | After::OtherEpoch => (0, false),
        };
        let is_stored = |offset| stored.iter().any(|stored| stored.offset == offset);
        let complete = comparable && (after + 1..=newest).all(is_stored);
        let mut messages: Vec<_> = stored
            .iter()
            .filter(|stored| stored.offset > after)
            .map(|stored| (stored.offset, stored.data.clone()))
            .collect();
        if newest_first {
            messages.reverse();
        }
        messages.truncate(limit);
        Some((messages, complete))
    }

    pub(super) fn last(&self, channel: usize) -> Option<(String, u64)> {
        let last = self.stored.iter().find(|stored| stored.channel == channel && stored.last)?;
        Some((last.data.clone(), last.offset))
    }
}
