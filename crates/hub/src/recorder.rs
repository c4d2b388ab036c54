//! What outlives the process: numberings and stored messages, recorded as they change, and restored when
//! a later process starts.
//!
//! The [`Recorder`] is called for every step of a channel that has a message stored, or whose numbering is
//! [kept](crate::ChannelRules::numbering_minutes): that the numbering begins or goes on without a stored
//! message, each stored message, and the end. So a channel that the records have is the one that its
//! shard had, and a position that a client was given means the same in the next process.
//!
//! Messages that expire, or are evicted, leave no record: they are the oldest ones, and a reader is no
//! worse off where they are restored. A store that cleans up asks the shard what it still
//! [keeps](Shard::kept).

use alloc::sync::Arc;
use core::fmt::Debug;

use crate::{
    ChannelRules, KeyRef, Message, Millis, Position, PublishError, Shard, SocketId,
    channel::{Channel, Recording},
    shard::ChannelsFull,
};

/// By how much the first message after a restart goes ahead at least of the last one that was recorded. What a
/// store lost at its end had smaller numbers, so none of them is given out again.
pub const RESTORED_STEP: u64 = 1 << 20;

/// A step of a channel.
#[derive(Debug, Clone, Copy)]
pub enum Record<'a> {
    /// The channel's newest message, or its beginning, is at `position`, and nothing is stored of it.
    Numbering {
        /// The channel.
        key: KeyRef<'a>,
        /// Its position.
        position: Position,
    },
    /// A message is stored.
    Message {
        /// The channel.
        key: KeyRef<'a>,
        /// The message's position.
        position: Position,
        /// The offset of the message before it, stored or not.
        before: u64,
        /// The message.
        message: &'a Message,
        /// The connection that must not receive it.
        except: Option<SocketId>,
    },
    /// The channel's numbering ends, and all that is stored of it.
    End {
        /// The channel.
        key: KeyRef<'a>,
        /// The epoch of the numbering that ends.
        epoch: u64,
    },
}

/// Where a shard has its channels recorded. Called inside its critical section, before a loop can
/// deliver a message: in the order of each channel.
pub trait Recorder: Debug + Send {
    /// Whether a message can be recorded now. If not, messages that are to be stored are refused
    /// ([`PublishError::StoreUnavailable`]); one that an engine has ordered is recorded all the same.
    fn is_available(&self) -> bool;
    /// Records a step.
    fn record(&self, record: Record<'_>);
}

/// A channel of an earlier process.
#[derive(Debug, Clone, Copy)]
pub struct Restored<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// The epoch of its numbering; `None` where messages may be missing: a new one begins, so that every
    /// reader of the former one is notified that it has missed some.
    pub epoch: Option<u64>,
    /// The offset before its oldest stored message, or of its newest one where none is stored.
    pub offset: u64,
    /// For how long no process has had the channel.
    pub away_ms: u64,
    /// Its present rules.
    pub rules: ChannelRules,
}

/// A stored message of an earlier process.
#[derive(Debug, Clone)]
pub struct RestoredMessage {
    /// Its number, above that of the channel's last.
    pub offset: u64,
    /// When it was accepted, on the clock of this process.
    pub at: Millis,
    /// The message.
    pub message: Arc<Message>,
    /// The connection that must not receive it.
    pub except: Option<SocketId>,
}

/// What a shard still has of a recorded step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// The message.
    Message,
    /// Only that the channel's newest message has this position.
    Numbering,
    /// Nothing.
    Nothing,
}

impl Shard {
    /// Restores a channel: to be followed by its [messages](Self::restore_message), from the oldest on. Does
    /// nothing to a channel that is here. Its numbering lasts, without a message, for as long as after a last
    /// subscriber.
    pub fn restore_channel(&mut self, now: Millis, restored: Restored<'_>) -> Result<(), PublishError> {
        self.advance(now);
        let Restored { key, hash, epoch, offset, away_ms, rules } = restored;
        if self.channels.get(key, hash).is_some() {
            return Ok(());
        }
        let full = PublishError::ChannelsFull { limit: self.limits.channels };
        let handle = self.find_or_open(key, hash).map_err(|ChannelsFull| full)?;
        let Self { channels, recorder, .. } = self;
        let channel = channels.at(handle).ok_or(full)?;
        channel.numbering_minutes = rules.numbering_minutes;
        match epoch {
            Some(epoch) => {
                channel.position = Position { epoch, offset };
                channel.recorded = Recording::Restored;
            }
            None => {
                channel.position.offset = offset;
                if let Some(recorder) = recorder {
                    channel.record_numbering(&**recorder);
                }
            }
        }
        // Messages come next: without one, and without minutes, the channel is removed by the first look at it.
        let left_ms = (u64::from(rules.numbering_minutes) * 60_000).saturating_sub(away_ms);
        let until = now.saturating_add(left_ms);
        channel.history.get_or_insert_default().keep_numbering(Some(until));
        self.tidy(handle);
        Ok(())
    }

    /// Restores a message as the newest of its channel, in the order of time over all channels of the
    /// shard. Does nothing where the channel is not here.
    pub fn restore_message(
        &mut self,
        now: Millis,
        (key, hash): (KeyRef<'_>, u64),
        restored: RestoredMessage,
        rules: &ChannelRules,
    ) {
        self.advance(now);
        let RestoredMessage { offset, at, message, except } = restored;
        let is_storable = self.is_storable(&message, rules);
        let Self { channels, recorder, .. } = self;
        let Some(channel) = channels.get_mut(key, hash).filter(|channel| channel.position.offset < offset)
        else {
            return;
        };
        let (handle, before) = (channel.handle(), channel.position.offset);
        channel.position.offset = offset;
        if let Some(recorder) = recorder.as_ref().filter(|_| channel.recorded == Recording::Yes) {
            // Of a new epoch, of which nothing is recorded yet.
            channel.record_message(before, (&message, except), is_storable, &**recorder);
        }
        self.store_message_of(at.min(now), handle, message, (before, except), (rules, is_storable));
    }

    /// What the shard still has of a step that was recorded with this position.
    pub fn kept(&self, key: KeyRef<'_>, hash: u64, position: Position) -> Kept {
        let channel = self.channels.get(key, hash);
        let Some(channel) = channel.filter(|channel| channel.position.epoch == position.epoch) else {
            return Kept::Nothing;
        };
        let history = channel.history.as_ref();
        if history.is_some_and(|history| history.has(position.offset, &self.store)) {
            return Kept::Message;
        }
        if is_numbered_by(channel, position) { Kept::Numbering } else { Kept::Nothing }
    }
}

fn is_numbered_by(channel: &Channel, position: Position) -> bool {
    channel.position == position && channel.recorded != Recording::No
}
