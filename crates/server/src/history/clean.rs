//! Space of the log is reclaimed from its oldest segment: what is still needed of it is appended anew, and
//! the file is removed.
//!
//! The log is cleaned above twice what it has to keep: at least half of what is read then is dropped, so that
//! a message is written twice on average.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use baton_hub::{Kept, KeyRef, Position, Record, Shards as _, SocketId};

use super::record::{self, ChannelName, Entry, StoredMessage};
use super::{Store, clock};
use crate::node::Node;

/// Bytes of the log that are not worth cleaning.
pub(super) const SPARE_BYTES: u64 = 64 << 20;
/// Bytes that the numbering of a channel takes in the log, with a long name.
const NUMBERING_BYTES: u64 = 300;

/// What becomes of a record.
enum Fate {
    Copied,
    Dropped,
}

impl Store {
    /// Cleans segments while the log is larger than it has to be.
    pub(super) fn clean(&self, node: &Node) {
        while self.is_to_be_cleaned(node) && self.clean_oldest(node) {}
    }

    /// Cleans the oldest segment; whether it could.
    pub(super) fn clean_oldest(&self, node: &Node) -> bool {
        let cleaned = self.journal.oldest().is_some_and(|segment| self.clean_segment(segment, node));
        self.counters.cleaned.fetch_add(u64::from(cleaned), Ordering::Relaxed);
        cleaned
    }

    fn is_to_be_cleaned(&self, node: &Node) -> bool {
        let (channels, bytes) = node.hub_size();
        // What a message costs in memory is more than its record has.
        let kept = bytes as u64 + channels as u64 * NUMBERING_BYTES + node.recoveries.recorded_bytes();
        self.journal.bytes() > kept * 2 + self.spare_bytes
    }

    /// Whether the segment is gone. While nothing can be written, one that is still needed stays.
    fn clean_segment(&self, segment: u64, node: &Node) -> bool {
        let is_available = self.journal.is_available();
        let mut is_needed = false;
        let mut clients = HashSet::new();
        let read = self.journal.read(segment, &mut |bytes| {
            if is_available || !is_needed {
                is_needed |= matches!(self.carry(bytes, node, is_available, &mut clients), Fate::Copied);
            }
        });
        if is_needed && !is_available {
            return false;
        }
        read.and_then(|()| self.journal.remove(segment)).is_ok()
    }

    /// Appends what is still needed of a record, or only finds out whether something is.
    fn carry(&self, bytes: &[u8], node: &Node, appends: bool, clients: &mut HashSet<SocketId>) -> Fate {
        let append = |parts: &[&[u8]]| {
            if appends {
                self.journal.append(parts);
            }
        };
        let Some(entry) = record::read(bytes) else { return Fate::Dropped };
        let (channel, position) = match entry {
            Entry::Message(StoredMessage { channel, position, .. })
            | Entry::Numbering { channel, position } => (channel, position),
            Entry::Published(key) if key.until_unix_ms > clock::unix_ms() => {
                append(&[bytes]);
                return Fate::Copied;
            }
            Entry::Client(client) => {
                // As it is by now: once for all that the segment has of it, since it is recorded anew.
                let is_first = clients.insert(client.socket);
                let is_known = is_first && node.recoveries.record_again(&client, appends);
                return if is_known { Fate::Copied } else { Fate::Dropped };
            }
            Entry::End { .. } | Entry::AppRemoved { .. } | Entry::Published(_) | Entry::Reset => {
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
