//! The hub as an HTTP API sees it: all shards and connections of the process.

use alloc::sync::Arc;

use baton_hub::{
    AppId, ChannelInfo, ChannelRules, DisconnectReason, HistoryPage, HistoryRange, KeyRef, Message,
    PresenceState, PublishError, Published, Roster, SocketId, VisitOccupied,
};

use crate::{App, RevocationsFull, TokenMark};

/// What an API may ask of the hub. Calls are synchronous and short.
pub trait Hub {
    /// The app with this id.
    fn app_by_id(&self, id: &str) -> Option<Arc<App>>;
    /// Publishes, past the connection `except`.
    fn publish(
        &self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError>;
    /// What is known of a channel; `None` if it is not occupied and keeps nothing.
    fn channel(&self, key: KeyRef<'_>) -> Option<ChannelInfo>;
    /// The members of a presence channel.
    fn members(&self, key: KeyRef<'_>) -> Option<Arc<Roster>>;
    /// What connections say of themselves on a channel.
    fn presences(&self, key: KeyRef<'_>) -> Arc<PresenceState>;
    /// A part of a channel's history.
    fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage>;
    /// Calls `visit(channel, subscriptions, users)` for each occupied channel of an app.
    fn for_each_occupied<'a>(&self, app: AppId, visit: &'a mut VisitOccupied<'a>);
    /// Closes every signed-in connection of the user whose [`Access::User`](baton_hub::Access::User) channel
    /// this is.
    fn disconnect_user(&self, key: KeyRef<'_>, reason: DisconnectReason);
    /// Takes back the tokens of an app's users that carry `mark` and were issued up to now: their channels end, and they are
    /// refused from now on.
    fn revoke_tokens(&self, app: AppId, mark: TokenMark<'_>) -> Result<(), RevocationsFull>;
    /// Connections of an app.
    fn connections(&self, app: AppId) -> u64;
    /// Whether so many more events of an app may be published over HTTP now; all or none, and they count.
    fn may_publish(&self, app: AppId, events: usize) -> bool;
    /// Whether one more request that reads from an app may be answered now; it counts.
    fn may_read(&self, app: AppId) -> bool;
    /// Seconds since 1970, for the window of signed requests.
    fn unix_time_s(&self) -> u64;
    /// The monotonic clock, for the ages of what history keeps.
    fn now(&self) -> baton_hub::Millis;
}
