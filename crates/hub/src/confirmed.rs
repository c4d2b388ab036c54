//! How far a connection's end has confirmed what it was sent, for each of its subscriptions.
//!
//! A server that resumes clients which do not number messages themselves asks the connection's end
//! now and then whether it has everything that was sent up to that moment: [`Local::note_sent`]
//! remembers how far that is, and [`Confirmed::confirm`] notes that it was answered. What is kept
//! are offsets of each channel's own order, so a connection resumes each channel exactly where its
//! end was, however many others were busy.
//!
//! Only the connection's loop writes this, since it alone knows what it has handed out; any thread
//! that has a reference may read the [positions](Confirmed::positions).
//!
//! Most connections have one subscription, which is stored in place: 48 bytes in all. Further ones
//! take 32 bytes each, times the slack of a vector.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::mem;

use crate::{ChannelKey, KeyRef, Local, Position, Subscribed};

/// What one connection's end has confirmed.
#[derive(Debug, Default)]
pub struct Confirmed {
    entries: Entries,
    /// Subscriptions for which what the loop has handed out does not say what they were sent. Usually
    /// there are none.
    #[allow(clippy::box_collection, reason = "a third of the size, in every connection")]
    behind: Option<Box<Vec<Behind>>>,
}

#[derive(Debug, Default)]
enum Entries {
    #[default]
    None,
    One(Entry),
    Many(Vec<Entry>),
}

/// One subscription.
#[derive(Debug)]
struct Entry {
    key: Arc<ChannelKey>,
    /// The channel's index in the loop's table.
    channel: u32,
    /// How many offsets further the end will have confirmed when the question that was asked last is
    /// answered. Beyond 2³² it stays behind, which may repeat messages and loses none.
    asked: u32,
    confirmed: Position,
}

/// A subscription that is sent missed messages, or has been while the loop had yet to hand out the
/// last of them to its other subscribers.
#[derive(Debug)]
struct Behind {
    channel: u32,
    /// Up to here it was sent everything.
    reached: u64,
    /// It also receives what the loop hands out after that.
    is_live: bool,
}

/// Where a subscription stands.
#[derive(Debug, Clone, Copy)]
pub struct ConfirmedPosition<'a> {
    /// The channel.
    pub key: &'a Arc<ChannelKey>,
    /// Up to here its end has everything.
    pub position: Position,
    /// Up to here it was sent messages, as far as [`Local::note_sent`] has noted; whether its end has
    /// those after `position` is not known.
    pub sent: u64,
}

impl ConfirmedPosition<'_> {
    /// Whether more was sent than its end is known to have.
    #[must_use]
    pub fn is_uncertain(&self) -> bool {
        self.sent > self.position.offset
    }
}

impl Confirmed {
    /// The end has everything that was sent when [`Local::note_sent`] was last called.
    pub fn confirm(&mut self) {
        for entry in self.entries_mut() {
            let asked = u64::from(mem::take(&mut entry.asked));
            entry.confirmed.offset = entry.confirmed.offset.saturating_add(asked);
        }
    }

    /// How many subscriptions there are.
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Whether there is no subscription.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where each subscription stands.
    pub fn positions(&self) -> impl Iterator<Item = ConfirmedPosition<'_>> {
        self.entries().iter().map(|entry| ConfirmedPosition {
            key: &entry.key,
            position: entry.confirmed,
            sent: entry.confirmed.offset.saturating_add(u64::from(entry.asked)),
        })
    }

    fn entries(&self) -> &[Entry] {
        match &self.entries {
            Entries::None => &[],
            Entries::One(entry) => core::slice::from_ref(entry),
            Entries::Many(entries) => entries,
        }
    }

    fn entries_mut(&mut self) -> &mut [Entry] {
        match &mut self.entries {
            Entries::None => &mut [],
            Entries::One(entry) => core::slice::from_mut(entry),
            Entries::Many(entries) => entries,
        }
    }

    fn add(&mut self, added: Entry) {
        self.entries = match mem::take(&mut self.entries) {
            Entries::None => Entries::One(added),
            Entries::One(entry) => Entries::Many(alloc::vec![entry, added]),
            Entries::Many(mut entries) => {
                entries.push(added);
                Entries::Many(entries)
            }
        };
    }

    fn remove(&mut self, channel: u32) {
        self.leave_behind(channel);
        self.entries = match mem::take(&mut self.entries) {
            Entries::One(entry) if entry.channel != channel => Entries::One(entry),
            Entries::None | Entries::One(_) => Entries::None,
            Entries::Many(mut entries) => {
                if let Some(place) = entries.iter().position(|entry| entry.channel == channel) {
                    entries.swap_remove(place);
                }
                match entries.len() {
                    0 | 1 => entries.pop().map_or(Entries::None, Entries::One),
                    _ => Entries::Many(entries),
                }
            }
        };
    }

    fn leave_behind(&mut self, channel: u32) {
        if let Some(behind) = &mut self.behind {
            behind.retain(|one| one.channel != channel);
            if behind.is_empty() {
                self.behind = None;
            }
        }
    }
}

impl Local {
    /// Begins to note what is confirmed of a subscription that was just made: its end has everything
    /// before it.
    pub fn begin_confirming(&self, noted: &mut Confirmed, subscribed: &Subscribed) {
        let key = Arc::clone(&subscribed.key);
        if let Some(channel) = self.find(key.borrowed(), key.hash()) {
            noted.add(Entry { key, channel, asked: 0, confirmed: subscribed.position });
            self.be_behind(noted, channel, subscribed.position.offset, true);
        }
    }

    /// The subscription is sent missed messages first: its end has everything up to `confirmed`.
    pub fn confirmed_before(&self, noted: &mut Confirmed, key: KeyRef<'_>, hash: u64, confirmed: u64) {
        let channel = self.find(key, hash);
        let entry = noted.entries_mut().iter_mut().find(|entry| Some(entry.channel) == channel);
        if let Some(entry) = entry {
            (entry.confirmed.offset, entry.asked) = (confirmed, 0);
        }
    }

    /// Missed messages have been sent, up to `reached`; with the last of them the subscription
    /// `is_live`.
    pub fn caught_up(
        &self,
        noted: &mut Confirmed,
        (key, hash): (KeyRef<'_>, u64),
        reached: u64,
        is_live: bool,
    ) {
        if let Some(channel) = self.find(key, hash) {
            self.be_behind(noted, channel, reached, is_live);
        }
    }

    fn be_behind(&self, noted: &mut Confirmed, channel: u32, reached: u64, is_live: bool) {
        noted.leave_behind(channel);
        if !is_live || self.handed_out(channel) < reached {
            noted.behind.get_or_insert_default().push(Behind { channel, reached, is_live });
        }
    }

    /// The subscription ends.
    pub fn end_confirming(&self, noted: &mut Confirmed, key: KeyRef<'_>, hash: u64) {
        if let Some(channel) = self.find(key, hash) {
            noted.remove(channel);
        }
    }

    /// Notes what has been sent: everything that the loop has handed out, as all that it hands out is
    /// queued for its subscribers at once.
    pub fn note_sent(&self, noted: &mut Confirmed) {
        let Confirmed { behind, entries } = noted;
        let behind_at = |channel| {
            let all = behind.as_deref().map_or(&[][..], |behind| behind);
            all.iter().find(|one| one.channel == channel)
        };
        let entries = match entries {
            Entries::None => &mut [],
            Entries::One(entry) => core::slice::from_mut(entry),
            Entries::Many(entries) => &mut entries[..],
        };
        for entry in entries {
            let handed_out = self.handed_out(entry.channel);
            let sent = match behind_at(entry.channel) {
                None => handed_out,
                Some(Behind { reached, is_live: false, .. }) => *reached,
                Some(Behind { reached, is_live: true, .. }) => handed_out.max(*reached),
            };
            entry.asked = u32::try_from(sent.saturating_sub(entry.confirmed.offset)).unwrap_or(u32::MAX);
        }
        if let Some(all) = behind {
            all.retain(|one| !one.is_live || self.handed_out(one.channel) < one.reached);
            if all.is_empty() {
                *behind = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Access, AppId, HashSeed};

    #[test]
    fn one_subscription_takes_no_memory_of_its_own() {
        assert!(size_of::<Confirmed>() <= 56);
    }

    #[test]
    fn entries_are_found_and_removed_whatever_their_number() {
        let mut noted = Confirmed::default();
        let key = KeyRef { app: AppId(1), access: Access::Public, name: "x" };
        let key = Arc::new(ChannelKey::new(key, &HashSeed::new([1, 2, 3, 4])));
        for channel in 0..5 {
            let confirmed = Position { epoch: 7, offset: 1 };
            noted.add(Entry { key: Arc::clone(&key), channel, asked: 2, confirmed });
        }
        for (removed, left) in [(2, 4), (2, 4), (0, 3), (9, 3), (4, 2), (1, 1), (1, 1)] {
            noted.remove(removed);
            assert_eq!(noted.len(), left, "after {removed}");
        }
        let stands = |noted: &Confirmed| {
            let positions = noted.positions().map(|it| (it.position.offset, it.sent));
            positions.collect::<Vec<_>>()
        };
        assert_eq!(stands(&noted), [(1, 3)]);
        noted.confirm();
        assert_eq!(stands(&noted), [(3, 3)]);
        noted.remove(3);
        assert!(noted.is_empty());
    }
}
