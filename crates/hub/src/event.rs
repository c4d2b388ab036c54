//! The effects of a shard, which its owner carries out.

use alloc::sync::Arc;

use crate::{ChannelKey, KeyRef, Publication};

/// A loop's mailbox is full: nothing was changed, try again later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

/// The output of a shard, called inside its critical section: since deliveries are pushed there,
/// all loops see one order.
pub trait Effects {
    /// Reserves room for the next [`deliver`](Self::deliver) of a message to each of these loops
    /// (bit n for loop n).
    fn reserve(&mut self, loops: u64) -> Result<(), Full>;
    /// Delivers a reference to each of these loops. Messages use reserved room; membership needs
    /// none, as it is bounded by the subscriptions that cause it.
    fn deliver(&mut self, loops: u64, publication: Arc<Publication>);
    /// Counts one more occupied channel of an app, over all shards; false if it has `limit` of them
    /// (0 for no limit), and then nothing is counted.
    fn occupy(&mut self, key: KeyRef<'_>, limit: u32) -> bool {
        let _ = (key, limit);
        true
    }
    /// Reverses [`occupy`](Self::occupy).
    fn vacate(&mut self, key: KeyRef<'_>) {
        let _ = key;
    }
    /// Reports what happened, for webhooks and metrics. Must not block.
    fn event(&mut self, event: Event);
}

/// What happened on a channel, for webhooks and metrics.
#[derive(Debug, Clone)]
pub enum Event {
    /// Its first subscription.
    Occupied(Arc<ChannelKey>),
    /// Its last subscription ended.
    Vacated(Arc<ChannelKey>),
    /// A user's first connection joined.
    MemberAdded(Arc<ChannelKey>, Arc<crate::Member>),
    /// A user's last connection left.
    MemberRemoved(Arc<ChannelKey>, Arc<crate::Member>),
    /// A subscription to a channel that caches its last message found none.
    CacheMiss(Arc<ChannelKey>),
    /// The number of subscriptions changed, where the channel counts them.
    SubscriptionCount(Arc<ChannelKey>, u32),
}
