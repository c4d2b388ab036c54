//! What one channel remembers: its history, and its last message for those who come later.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use crate::{
    AppId, ChannelRules, HistoryRange, Message, Millis, Position, Recorded,
    channel::Handle,
    store::{Entry, MessageStore, Place, Roles},
};

/// A channel's part of the shard's [`MessageStore`] messages.
///
/// The history is a ring whose offsets grow and end at the channel's newest message. They may have gaps, so that a reader's
/// place in it is searched for, and whether it has missed anything is known from `before`. Only its oldest message ever
/// leaves.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    history: VecDeque<Place>,
    /// While there is a history: the offset of the message before its oldest one, which is not here any more.
    before: u64,
    history_ms: u64,
    last: Option<Place>,
    last_ms: u64,
    /// When the shard will look for expired messages, as its table of alarms has it.
    pub(crate) alarm: Option<Millis>,
    /// When all will have expired, as the shard's table of unoccupied channels has it.
    pub(crate) idle_until: Option<Millis>,
}

/// Why a message of these rules is kept; `None`: it is not.
pub(crate) fn roles(rules: &ChannelRules) -> Option<Roles> {
    let history = history_limit(rules) > 0;
    let last = rules.last_message_ms.is_some_and(|ms| ms > 0);
    (history || last).then_some(Roles { history, last })
}

/// Messages that the history may hold; a history without time holds none.
fn history_limit(rules: &ChannelRules) -> usize {
    if rules.history_ms == 0 { 0 } else { rules.history_messages as usize }
}

impl Memory {
    pub(crate) fn is_empty(&self) -> bool {
        self.history.is_empty() && self.last.is_none()
    }

    /// Forgets what a new message under `rules` takes the place of: all history, if the message will not be
    /// part of it, as history ends with the channel's newest message.
    pub(crate) fn make_way(&mut self, rules: &ChannelRules, store: &mut MessageStore) {
        self.forget_last(store);
        let limit = history_limit(rules);
        while !self.history.is_empty() && self.history.len() >= limit {
            self.forget_oldest(store);
        }
    }

    /// Remembers the channel's newest message, and that the one before had the offset `before`.
    pub(crate) fn remember(
        &mut self,
        message: Arc<Message>,
        (before, offset): (u64, u64),
        now: Millis,
        (app, channel, rules): (AppId, Handle, &ChannelRules),
        store: &mut MessageStore,
    ) {
        let added = roles(rules)
            .and_then(|roles| Some((roles, store.add(message, offset, now, (app, channel), roles)?)));
        let Some((roles, place)) = added else {
            return self.forget_all(store);
        };
        if roles.history {
            if self.history.is_empty() {
                self.before = before;
            }
            self.history.push_back(place);
            self.history_ms = rules.history_ms;
        }
        if roles.last {
            self.last = Some(place);
            self.last_ms = rules.last_message_ms.unwrap_or(0);
        }
    }

    pub(crate) fn forget_all(&mut self, store: &mut MessageStore) {
        self.forget_last(store);
        self.forget_history(store);
    }

    /// Forgets the entry at `place`, which is the oldest of this channel.
    pub(crate) fn forget(&mut self, place: Place, store: &mut MessageStore) {
        if self.history.front() == Some(&place) {
            self.forget_oldest(store);
        }
        if self.last == Some(place) {
            self.forget_last(store);
        }
    }

    fn forget_oldest(&mut self, store: &mut MessageStore) {
        if let Some(place) = self.history.pop_front() {
            self.before = store.get(place).map_or(self.before, |entry| entry.offset);
            store.leave_history(place);
        }
    }

    fn forget_history(&mut self, store: &mut MessageStore) {
        while !self.history.is_empty() {
            self.forget_oldest(store);
        }
        self.history = VecDeque::new();
    }

    fn forget_last(&mut self, store: &mut MessageStore) {
        if let Some(place) = self.last.take() {
            store.leave_last(place);
        }
    }

    /// Forgets what has expired, at most `work` messages of history; takes what it did from `work`.
    pub(crate) fn expire(&mut self, now: Millis, store: &mut MessageStore, work: &mut usize) {
        if self.last_entry(store).is_some_and(|entry| due(entry.at, self.last_ms) <= now) {
            self.forget_last(store);
        }
        while *work > 0 && self.oldest_at(store).is_some_and(|at| due(at, self.history_ms) <= now) {
            self.forget_oldest(store);
            *work -= 1;
        }
    }

    /// When the next message expires.
    pub(crate) fn next_due(&self, store: &MessageStore) -> Option<Millis> {
        let history = self.oldest_at(store).map(|at| due(at, self.history_ms));
        let last = self.last_entry(store).map(|entry| due(entry.at, self.last_ms));
        [history, last].into_iter().flatten().min()
    }

    /// When nothing will be left.
    pub(crate) fn end(&self, store: &MessageStore) -> Option<Millis> {
        let newest = self.history.back().and_then(|place| store.get(*place));
        let history = newest.map(|entry| due(entry.at, self.history_ms));
        let last = self.last_entry(store).map(|entry| due(entry.at, self.last_ms));
        [history, last].into_iter().flatten().max()
    }

    /// The last message and the milliseconds that it has left.
    pub(crate) fn last<'a>(&self, now: Millis, store: &'a MessageStore) -> Option<(&'a Entry, u64)> {
        let entry = self.last_entry(store)?;
        let left = due(entry.at, self.last_ms).saturating_sub(now);
        (left > 0).then_some((entry, left))
    }

    /// Whether anything is left at `now`.
    pub(crate) fn is_alive(&self, now: Millis, store: &MessageStore) -> bool {
        self.end(store).is_some_and(|end| end > now)
    }

    fn last_entry<'a>(&self, store: &'a MessageStore) -> Option<&'a Entry> {
        store.get(self.last?)
    }

    fn oldest_at(&self, store: &MessageStore) -> Option<Millis> {
        store.get(*self.history.front()?).map(|entry| entry.at)
    }

    /// The messages of `range`, and whether nothing is missing between its start and `newest`.
    pub(crate) fn page(
        &self,
        newest: Position,
        range: HistoryRange,
        store: &MessageStore,
    ) -> (Vec<Recorded>, bool) {
        let after = reader_offset(newest, range.after);
        let oldest_is_next = |after: u64| !self.history.is_empty() && after >= self.before;
        let complete = after.is_some_and(|after| after == newest.offset || oldest_is_next(after));
        let is_read =
            |place: &Place| store.get(*place).is_some_and(|entry| entry.offset <= after.unwrap_or(0));
        let places = self.history.range(self.history.partition_point(is_read)..);
        let messages = if range.newest_first {
            places.rev().take(range.limit).filter_map(|place| record(*place, store)).collect()
        } else {
            places.take(range.limit).filter_map(|place| record(*place, store)).collect()
        };
        (messages, complete)
    }
}

/// How far the reader has come in the present epoch. `None`: its place is of another epoch, or ahead of the
/// channel, which no honest reader's is, so nothing can be said about what it has missed.
fn reader_offset(newest: Position, after: Option<Position>) -> Option<u64> {
    match after {
        None => Some(0),
        Some(after) if after.epoch == newest.epoch && after.offset <= newest.offset => Some(after.offset),
        Some(_) => None,
    }
}

fn record(place: Place, store: &MessageStore) -> Option<Recorded> {
    let entry = store.get(place)?;
    Some(Recorded { offset: entry.offset, at: entry.at, message: Arc::clone(&entry.message) })
}

fn due(at: Millis, ms: u64) -> Millis {
    at.saturating_add(ms)
}
