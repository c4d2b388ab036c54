//! The stored messages of one channel: its history, and its last message for new subscribers.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use crate::{
    AppId, ChannelRules, HistoryRange, Message, Millis, Position, Recorded, SocketId,
    key::Handle,
    store::{Entry, MessageStore, Place, Roles},
};

/// A channel's part of the messages in the shard's [`MessageStore`].
///
/// The history is a ring whose offsets grow and end at the channel's newest message. They may have
/// gaps, so a reader's position in it is found by search, and `before` shows whether the reader has
/// missed anything. Only the oldest message is ever removed.
#[derive(Debug, Default)]
pub(crate) struct ChannelHistory {
    messages: VecDeque<Place>,
    /// While there are messages: the offset of the one before the oldest, which is not stored any
    /// more.
    before: u64,
    history_ms: u64,
    /// The sum of [`Message::cost`] of `messages`.
    bytes: usize,
    /// Until when the channel's numbering is kept though nothing may be stored and nobody is
    /// subscribed; see [`ChannelRules::numbering_minutes`].
    numbering_until: Option<Millis>,
    last: Option<Place>,
    last_ms: u64,
    /// When the shard will look for expired messages, as in its table of expiry checks.
    pub(crate) expiry_check: Option<Millis>,
    /// When all messages will have expired, as in the shard's table of idle channels.
    pub(crate) idle_until: Option<Millis>,
}

/// The roles in which a message of `cost` bytes under these rules is stored; `None`: it is not.
pub(crate) fn roles(rules: &ChannelRules, cost: usize) -> Option<Roles> {
    let history = history_limit(rules, cost) > 0;
    let last = rules.last_message_ms.is_some_and(|ms| ms > 0);
    (history || last).then_some(Roles { history, last })
}

/// Messages that the history may hold with one of `cost` bytes. A history without a duration holds
/// none, nor one that the message is too large for.
fn history_limit(rules: &ChannelRules, cost: usize) -> usize {
    let holds = rules.history_ms > 0 && cost <= history_bytes(rules);
    if holds { rules.history_messages as usize } else { 0 }
}

fn history_bytes(rules: &ChannelRules) -> usize {
    if rules.history_bytes == 0 { usize::MAX } else { rules.history_bytes }
}

impl ChannelHistory {
    pub(crate) fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.last.is_none() && self.numbering_until.is_none()
    }

    /// Keeps the channel's numbering until then, or no longer than what is stored.
    pub(crate) fn keep_numbering(&mut self, until: Option<Millis>) {
        self.numbering_until = until;
    }

    /// Drops what a new message of `cost` bytes under `rules` replaces: the last message, and of the
    /// history the oldest messages over the limits, or all of it if the message will not be part of
    /// it, as history ends with the channel's newest message.
    pub(crate) fn make_room(&mut self, cost: usize, rules: &ChannelRules, store: &mut MessageStore) {
        self.drop_last(store);
        let (limit, bytes) = (history_limit(rules, cost), history_bytes(rules));
        let is_over =
            |history: &Self| history.messages.len() >= limit || history.bytes.saturating_add(cost) > bytes;
        while !self.messages.is_empty() && is_over(self) {
            self.drop_oldest(store);
        }
    }

    /// Stores the channel's newest message. `before` is the offset of the message before it.
    pub(crate) fn push(
        &mut self,
        (message, except): (Arc<Message>, Option<SocketId>),
        (before, offset): (u64, u64),
        now: Millis,
        (app, channel, rules): (AppId, Handle, &ChannelRules),
        store: &mut MessageStore,
    ) {
        let cost = message.cost();
        let message = (message, except);
        let added = roles(rules, cost)
            .and_then(|roles| Some((roles, store.add(message, offset, now, (app, channel), roles)?)));
        let Some((roles, place)) = added else {
            return self.clear(store);
        };
        if roles.history {
            if self.messages.is_empty() {
                self.before = before;
            }
            self.messages.push_back(place);
            self.bytes += cost;
            self.history_ms = rules.history_ms;
        }
        if roles.last {
            self.last = Some(place);
            self.last_ms = rules.last_message_ms.unwrap_or(0);
        }
    }

    /// Drops all messages, and the numbering with them unless somebody is subscribed.
    pub(crate) fn drop_all(&mut self, store: &mut MessageStore) {
        self.clear(store);
        self.numbering_until = None;
    }

    /// Drops all messages.
    pub(crate) fn clear(&mut self, store: &mut MessageStore) {
        self.drop_last(store);
        while !self.messages.is_empty() {
            self.drop_oldest(store);
        }
        self.messages = VecDeque::new();
    }

    /// Drops the entry at `place`, which is the oldest of this channel.
    pub(crate) fn evict(&mut self, place: Place, store: &mut MessageStore) {
        if self.messages.front() == Some(&place) {
            self.drop_oldest(store);
        }
        if self.last == Some(place) {
            self.drop_last(store);
        }
    }

    fn drop_oldest(&mut self, store: &mut MessageStore) {
        if let Some(place) = self.messages.pop_front() {
            if let Some(entry) = store.get(place) {
                self.before = entry.offset;
                self.bytes = self.bytes.saturating_sub(entry.message.cost());
            }
            store.end_history(place);
        }
    }

    fn drop_last(&mut self, store: &mut MessageStore) {
        if let Some(place) = self.last.take() {
            store.end_last(place);
        }
    }

    /// Drops what has expired, at most `work` messages of history; subtracts their number from
    /// `work`.
    pub(crate) fn expire(&mut self, now: Millis, store: &mut MessageStore, work: &mut usize) {
        if self.last_entry(store).is_some_and(|entry| due(entry.at, self.last_ms) <= now) {
            self.drop_last(store);
        }
        while *work > 0 && self.oldest_at(store).is_some_and(|at| due(at, self.history_ms) <= now) {
            self.drop_oldest(store);
            *work -= 1;
        }
        if self.numbering_until.is_some_and(|until| until <= now) {
            self.numbering_until = None;
        }
    }

    /// Whether the message with this offset is stored, in the history or as the last one.
    pub(crate) fn has(&self, offset: u64, store: &MessageStore) -> bool {
        let offset_of = |place: &Place| store.get(*place).map_or(0, |entry| entry.offset);
        self.messages.binary_search_by_key(&offset, offset_of).is_ok()
            || self.last_entry(store).is_some_and(|entry| entry.offset == offset)
    }

    /// When the next message expires.
    pub(crate) fn next_due(&self, store: &MessageStore) -> Option<Millis> {
        let history = self.oldest_at(store).map(|at| due(at, self.history_ms));
        let last = self.last_entry(store).map(|entry| due(entry.at, self.last_ms));
        [history, last, self.numbering_until].into_iter().flatten().min()
    }

    /// When all messages and the numbering will have expired.
    pub(crate) fn end(&self, store: &MessageStore) -> Option<Millis> {
        self.messages_end(store).max(self.numbering_until)
    }

    fn messages_end(&self, store: &MessageStore) -> Option<Millis> {
        let newest = self.messages.back().and_then(|place| store.get(*place));
        let history = newest.map(|entry| due(entry.at, self.history_ms));
        let last = self.last_entry(store).map(|entry| due(entry.at, self.last_ms));
        [history, last].into_iter().flatten().max()
    }

    /// The last message and the milliseconds until it expires.
    pub(crate) fn last<'a>(&self, now: Millis, store: &'a MessageStore) -> Option<(&'a Entry, u64)> {
        let entry = self.last_entry(store)?;
        let left = due(entry.at, self.last_ms).saturating_sub(now);
        (left > 0).then_some((entry, left))
    }

    /// Whether any message has not expired at `now`.
    pub(crate) fn is_alive(&self, now: Millis, store: &MessageStore) -> bool {
        self.messages_end(store).is_some_and(|end| end > now)
    }

    fn last_entry<'a>(&self, store: &'a MessageStore) -> Option<&'a Entry> {
        store.get(self.last?)
    }

    fn oldest_at(&self, store: &MessageStore) -> Option<Millis> {
        store.get(*self.messages.front()?).map(|entry| entry.at)
    }

    /// The messages of `range`, and whether none is missing between its start and `newest`.
    pub(crate) fn page(
        &self,
        newest: Position,
        range: HistoryRange,
        store: &MessageStore,
    ) -> (Vec<Recorded>, bool) {
        let after = reader_offset(newest, range.after);
        let oldest_is_next = |after: u64| !self.messages.is_empty() && after >= self.before;
        let complete = after.is_some_and(|after| after == newest.offset || oldest_is_next(after));
        let is_read =
            |place: &Place| store.get(*place).is_some_and(|entry| entry.offset <= after.unwrap_or(0));
        let places = self.messages.range(self.messages.partition_point(is_read)..);
        let messages = if range.newest_first {
            places.rev().take(range.limit).filter_map(|place| record(*place, store)).collect()
        } else {
            places.take(range.limit).filter_map(|place| record(*place, store)).collect()
        };
        (messages, complete)
    }
}

/// The offset up to which the reader has read the present epoch. `None`: its position is of another
/// epoch, or ahead of the channel, which no correct client's is, so what it has missed is unknown.
fn reader_offset(newest: Position, after: Option<Position>) -> Option<u64> {
    match after {
        None => Some(0),
        Some(after) if after.epoch == newest.epoch && after.offset <= newest.offset => Some(after.offset),
        Some(_) => None,
    }
}

fn record(place: Place, store: &MessageStore) -> Option<Recorded> {
    store.get(place).map(Entry::recorded)
}

fn due(at: Millis, ms: u64) -> Millis {
    at.saturating_add(ms)
}
