//! Space of the log is reclaimed from its oldest segment: what is still needed of it is appended anew, and
//! the file is removed.
//!
//! The log is cleaned above twice what it has to keep: half of what is read then is dropped, so a message is
//! written twice on average. Segments are cleaned one at a time, since publishes may wait for a sync.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use baton_hub::{Kept, KeyRef, Position, Record, Shards as _};

use super::record::{self, ChannelName, Entry, StoredMessage};
use super::{Store, clock};
use crate::node::Node;

/// Bytes of the log that are not worth cleaning.
pub(super) const SPARE_BYTES: u64 = 64 << 20;
/// Bytes that the numbering of a channel takes in the log, with a long name.
const NUMBERING_BYTES: u64 = 300;

/// How long cleaning pauses after a segment that could not be read or removed; twice as long each time.
const PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);

/// What becomes of a record.
enum Fate {
    Copied,
    Dropped,
}

/// Where cleaning stands. A pass reads each segment that there was at its beginning once at most: what is still
/// needed may be more than is estimated, and would be copied for ever.
#[derive(Debug)]
pub(super) struct Cleaner {
    /// Segments that this pass may yet read.
    left: u64,
    /// Bytes of the log below which there is no further pass: after one that did not reach the estimate, the log must have grown
    /// by half.
    above: u64,
    paused_until: Option<Instant>,
    pause: Duration,
}

impl Default for Cleaner {
    fn default() -> Self {
        Self { left: 0, above: 0, paused_until: None, pause: PAUSE }
    }
}

impl Store {
    /// Cleans a segment if the log is larger than it has to be; whether there may be another one.
    pub(super) fn clean(&self, cleaner: &mut Cleaner, node: &Node) -> bool {
        let is_paused = cleaner.paused_until.is_some_and(|until| Instant::now() < until);
        if is_paused || self.journal.fault().is_some() {
            return false;
        }
        let (bytes, wanted) = (self.journal.bytes(), self.wanted_bytes(node));
        if bytes <= wanted {
            (cleaner.left, cleaner.above) = (0, 0);
            return false;
        }
        if cleaner.left == 0 {
            if bytes <= cleaner.above {
                return false;
            }
            cleaner.left = self.journal.segments();
        }
        if !self.clean_oldest(node) {
            cleaner.left = 0;
            cleaner.paused_until = Some(Instant::now() + cleaner.pause);
            cleaner.pause = (cleaner.pause * 2).min(LONGEST_PAUSE);
            return false;
        }
        cleaner.pause = PAUSE;
        cleaner.left -= 1;
        if cleaner.left == 0 {
            cleaner.above = self.journal.bytes() / 2 * 3 + self.spare_bytes;
        }
        cleaner.left > 0
    }

    /// Cleans the oldest segment; whether it could.
    pub(super) fn clean_oldest(&self, node: &Node) -> bool {
        let cleaned = self.journal.oldest().is_some_and(|segment| self.clean_segment(segment, node));
        self.counters.cleaned.fetch_add(u64::from(cleaned), Ordering::Relaxed);
        cleaned
    }

    /// Bytes that the log may have: twice what it has to keep, by an estimate.
    fn wanted_bytes(&self, node: &Node) -> u64 {
        let (channels, bytes) = node.hub_size();
        // What a message costs in memory is more than its record has.
        let kept = bytes as u64 + channels as u64 * NUMBERING_BYTES + node.recoveries.recorded_bytes();
        kept * 2 + self.spare_bytes
    }

    /// Whether the segment is gone. While nothing can be written, one that is still needed stays.
    fn clean_segment(&self, segment: u64, node: &Node) -> bool {
        let is_available = self.journal.is_available();
        let mut is_needed = false;
        let read = self.journal.read(segment, &mut |bytes| {
            if is_available || !is_needed {
                is_needed |= matches!(self.carry(bytes, node, is_available), Fate::Copied);
            }
        });
        if is_needed && !is_available {
            return false;
        }
        read.and_then(|()| self.journal.remove(segment)).is_ok()
    }

    /// Appends what is still needed of a record, or only finds out whether something is.
    fn carry(&self, bytes: &[u8], node: &Node, appends: bool) -> Fate {
        let append = |parts: &[&[u8]]| {
            if appends {
                self.journal.append(parts);
            }
        };
        let Some(entry) = record::read(bytes) else { return Fate::Dropped };
        let (channel, position) = match entry {
            Entry::Message(StoredMessage { channel, position, .. })
            | Entry::Numbering { channel, position } => (channel, position),
            Entry::Published(key) => {
                // One that was replaced, or whose app has another number by now, is not what is known.
                let app = self.apps.load().numbers.get(key.app).copied();
                let known = key.remembered(clock::unix_ms());
                if !app.is_some_and(|app| node.idempotency.knows(app, &known, clock::now_ms())) {
                    return Fate::Dropped;
                }
                append(&[bytes]);
                return Fate::Copied;
            }
            Entry::Client(client) => {
                let is_known = node.recoveries.record_again(&client, appends);
                return if is_known { Fate::Copied } else { Fate::Dropped };
            }
            Entry::End { .. }
            | Entry::AppRemoved { .. }
            | Entry::Reset
            | Entry::Restoring
            | Entry::Restored => {
                return Fate::Dropped; // what they end is in older segments, of which there is none
            }
        };
        let Some(key) = self.key_of(channel) else { return Fate::Dropped };
        let mut fate = Fate::Dropped;
        // In the critical section of the channel: a record that ends it comes behind.
        let hash = node.seed().hash(key);
        node.with_shard_of(hash, &mut |shard| {
            fate = match shard.kept(key, hash, position) {
                Kept::Message => {
                    append(&[bytes]);
                    Fate::Copied
                }
                Kept::Numbering => {
                    self.append_numbering(channel.app, key, position, append);
                    Fate::Copied
                }
                Kept::Nothing => Fate::Dropped,
            };
        });
        fate
    }

    fn append_numbering(&self, app: &str, key: KeyRef<'_>, position: Position, append: impl Fn(&[&[u8]])) {
        record::write(app, Record::Numbering { key, position }, clock::unix_ms(), append);
    }

    fn key_of<'a>(&self, ChannelName { app, access, name }: ChannelName<'a>) -> Option<KeyRef<'a>> {
        Some(KeyRef { app: *self.apps.load().numbers.get(app)?, access, name })
    }
}
