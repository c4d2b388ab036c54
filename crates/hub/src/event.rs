//! What a shard asks of its owner.

use alloc::sync::Arc;

use crate::{ChannelKey, Publication};

/// A target's mailbox is full: nothing was changed, try again later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

/// The shard's way out, called inside its critical section: pushing here is what gives all loops one order.
pub trait Effects {
    /// Makes sure that the next [`deliver`](Self::deliver) of a message to each of these loops (bit n for
    /// loop n) will find room.
    fn reserve(&mut self, loops: u64) -> Result<(), Full>;
    /// Hands a reference to each of these loops. Messages use a reserved place; membership needs none, as it
    /// is bounded by the subscriptions that cause it.
    fn deliver(&mut self, loops: u64, publication: Arc<Publication>);
    /// Tells those outside (webhooks, metrics) what happened. Must not block.
    fn event(&mut self, event: Event);
}

/// What happened on a channel, for those outside.
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
    /// Somebody subscribed to a channel that keeps its last message, and there was none.
    CacheMiss(Arc<ChannelKey>),
    /// The number of subscriptions changed, where the channel counts them.
    SubscriptionCount(Arc<ChannelKey>, u32),
}
