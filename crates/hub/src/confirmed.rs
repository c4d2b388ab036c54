//! How far a connection's end has confirmed what it was sent, for each of its subscriptions.
//!
//! A server that resumes clients which do not number messages themselves asks the connection's end
//! now and then whether it has everything that was sent up to that moment: [`Local::note_sent`]
//! remembers how far that is, and [`Confirmed::confirm`] notes that it was answered. What is kept
//! are offsets of each channel's own order, so a connection resumes each channel exactly where its
//! end was, however many others were busy.
//!
//! Most connections have one subscription, which is stored in place: 40 bytes in all. Further ones
//! take 32 bytes each, times the slack of a vector.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::mem;

use crate::{ChannelKey, KeyRef, Local, Position};

/// What one connection's end has confirmed.
#[derive(Debug, Default)]
pub struct Confirmed(Entries);

#[derive(Debug, Default)]
enum Entries {
    #[default]
    None,
    One(Entry),
    Many(Box<Vec<Entry>>),
}

/// One subscription.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// The channel's index in the loop's table.
    channel: u32,
    /// How many offsets further the end will have confirmed when the question that was asked last is
    /// answered. Beyond 2³² it stays behind, which may repeat messages and loses none.
    asked: u32,
    confirmed: u64,
    /// What was sent up to the moment at which the connection began to receive what is live: where
    /// its loop hands out something older, that was for others.
    reached: u64,
    /// Everything that the loop hands out is sent to it; otherwise it is sent missed messages first.
    is_live: bool,
}

/// Where a subscription stands.
#[derive(Debug, Clone, Copy)]
pub struct ConfirmedPosition<'a> {
    /// The channel.
    pub key: &'a Arc<ChannelKey>,
    /// Up to here its end has everything.
    pub confirmed: Position,
    /// Up to here it was sent everything, which may be lost.
    pub sent: u64,
}

impl Confirmed {
    /// The end has everything that was sent when [`Local::note_sent`] was last called.
    pub fn confirm(&mut self) {
        for entry in self.entries_mut() {
            entry.confirmed = entry.confirmed.saturating_add(u64::from(mem::take(&mut entry.asked)));
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

    fn entries(&self) -> &[Entry] {
        match &self.0 {
            Entries::None => &[],
            Entries::One(entry) => core::slice::from_ref(entry),
            Entries::Many(entries) => entries,
        }
    }

    fn entries_mut(&mut self) -> &mut [Entry] {
        match &mut self.0 {
            Entries::None => &mut [],
            Entries::One(entry) => core::slice::from_mut(entry),
            Entries::Many(entries) => entries,
        }
    }

    fn add(&mut self, added: Entry) {
        self.0 = match mem::take(&mut self.0) {
            Entries::None => Entries::One(added),
            Entries::One(entry) => Entries::Many(Box::new(alloc::vec![entry, added])),
            Entries::Many(mut entries) => {
                entries.push(added);
                Entries::Many(entries)
            }
        };
    }

    fn remove(&mut self, channel: u32) {
        self.0 = match mem::take(&mut self.0) {
            Entries::One(entry) if entry.channel != channel => Entries::One(entry),
            Entries::None | Entries::One(_) => Entries::None,
            Entries::Many(mut entries) => {
                if let Some(place) = entries.iter().position(|entry| entry.channel == channel) {
                    entries.swap_remove(place);
                }
                match entries[..] {
                    [] => Entries::None,
                    [entry] => Entries::One(entry),
                    _ => Entries::Many(entries),
                }
            }
        };
    }

    fn find(&mut self, channel: u32) -> Option<&mut Entry> {
        self.entries_mut().iter_mut().find(|entry| entry.channel == channel)
    }
}

impl Local {
    /// Begins to note what is confirmed of a subscription that was just made: its end has everything
    /// up to `confirmed`, and will have been sent everything up to `reached`. It `is_live` if no
    /// missed message is left to be sent then. Does nothing on a channel without subscriptions here.
    pub fn begin_confirming(
        &self,
        noted: &mut Confirmed,
        (key, hash): (KeyRef<'_>, u64),
        (confirmed, reached): (u64, u64),
        is_live: bool,
    ) {
        if let Some(channel) = self.find(key, hash) {
            noted.add(Entry { channel, asked: 0, confirmed, reached, is_live });
        }
    }

    /// More missed messages have been sent, up to `reached`.
    pub fn caught_up(
        &self,
        noted: &mut Confirmed,
        (key, hash): (KeyRef<'_>, u64),
        reached: u64,
        is_live: bool,
    ) {
        if let Some(entry) = self.find(key, hash).and_then(|channel| noted.find(channel)) {
            (entry.reached, entry.is_live) = (reached, is_live);
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
        for entry in noted.entries_mut() {
            let ahead = self.sent_to(entry).saturating_sub(entry.confirmed);
            entry.asked = u32::try_from(ahead).unwrap_or(u32::MAX);
        }
    }

    /// Where each subscription stands.
    pub fn confirmed<'a>(&'a self, noted: &'a Confirmed) -> impl Iterator<Item = ConfirmedPosition<'a>> + 'a {
        noted.entries().iter().filter_map(|entry| {
            let (key, handed_out) = self.handed_out(entry.channel)?;
            let confirmed = Position { epoch: handed_out.epoch, offset: entry.confirmed };
            Some(ConfirmedPosition { key, confirmed, sent: self.sent_to(entry) })
        })
    }

    fn sent_to(&self, entry: &Entry) -> u64 {
        let handed_out = self.handed_out(entry.channel).map_or(0, |(_, position)| position.offset);
        if entry.is_live { entry.reached.max(handed_out) } else { entry.reached }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_subscription_takes_no_memory_of_its_own() {
        assert!(size_of::<Confirmed>() <= 40);
    }

    #[test]
    fn entries_are_found_and_removed_whatever_their_number() {
        let mut noted = Confirmed::default();
        let entry = |channel| Entry { channel, asked: 2, confirmed: 1, reached: 1, is_live: true };
        for channel in 0..5 {
            noted.add(entry(channel));
        }
        for (removed, left) in [(2, 4), (2, 4), (0, 3), (9, 3), (4, 2), (1, 1), (1, 1)] {
            noted.remove(removed);
            assert_eq!(noted.len(), left, "after {removed}");
        }
        assert!(noted.find(3).is_some() && noted.find(1).is_none());
        noted.confirm();
        assert_eq!(noted.find(3).map(|entry| (entry.asked, entry.confirmed)), Some((0, 3)));
        noted.remove(3);
        assert!(noted.is_empty());
    }
}
