//! The contract between a protocol and the driver of its connections.

use alloc::sync::Arc;
use core::fmt::Display;

use baton_hub::{
    ChannelRules, DisconnectReason, Framing, HistoryPage, HistoryRange, Interest, JoinAs, KeyRef, Member,
    Message, Millis, PresenceState, PublishError, Published, SocketId, SubscribeError, Subscribed,
    TrackError,
};

use crate::{Answer, App, Asked, Claims, Missed, MissedSince, OverQuota, Question, Refusal, Ticket};

/// One connection of one protocol. Every call gets its surroundings as `ctx`; what the session
/// wants done, it asks of `ctx` during the call. Once it has called [`Context::close`] nothing is
/// called any more but [`Session::closed`].
pub trait Session {
    /// The WebSocket is open: greet.
    fn opened(&mut self, ctx: &mut dyn Context);
    /// A text message of the client, checked to be UTF-8 and within the size limit.
    fn text(&mut self, text: &str, ctx: &mut dyn Context);
    /// A binary message of the client.
    fn binary(&mut self, data: &[u8], ctx: &mut dyn Context);
    /// A message of the client is over the server's limit, and is not acted on. `false` if the protocol has no error for that:
    /// the driver closes the connection.
    fn over_rate(&mut self, why: &dyn Display, ctx: &mut dyn Context) -> bool {
        let _ = (why, ctx);
        false
    }
    /// A message of the client is over the server's size limit. Its beginning is here, unchecked;
    /// the rest was not stored. `false` if the session has no answer to it: the driver closes the
    /// connection.
    fn oversized(&mut self, is_text: bool, excerpt: &[u8], ctx: &mut dyn Context) -> bool {
        let _ = (is_text, excerpt, ctx);
        false
    }
    /// The time given to [`Context::wake_at`] has come.
    fn timer(&mut self, ctx: &mut dyn Context);
    /// The answer to a question that [`Context::ask`] put off.
    fn answered(&mut self, ticket: Ticket, answer: Answer, ctx: &mut dyn Context) {
        let _ = (ticket, answer, ctx);
    }
    /// Tokens were revoked, perhaps those of this connection: [`Context::is_revoked`] tells.
    fn tokens_revoked(&mut self, ctx: &mut dyn Context) {
        let _ = ctx;
    }
    /// The server ends this connection for a reason that is not the session's.
    fn disconnect(&mut self, reason: DisconnectReason, ctx: &mut dyn Context);
    /// The connection is gone, or will be: release what the session holds beside its subscriptions, which
    /// the driver ends by itself afterwards.
    fn closed(&mut self, ctx: &mut dyn Context);
    /// Which encoding of publications this connection receives.
    fn framing(&self) -> Framing;
    /// Who the client is, for operators; `None` where no subscription or token says so.
    fn user(&self) -> Option<&str> {
        None
    }
}

/// The driver as one connection's session sees it. All calls take effect at once, in order.
pub trait Context {
    /// The app that the connection belongs to.
    fn app(&self) -> &Arc<App>;
    /// The monotonic clock.
    fn now(&self) -> Millis;
    /// When the client was last heard: any frame counts.
    fn last_heard(&self) -> Millis;
    /// The connection's public name.
    fn socket_id(&self) -> SocketId;
    /// Sends one text message to this connection. Past the outbox's limits the driver closes the connection.
    fn send(&mut self, text: &[u8]);
    /// Sends one binary message to this connection, under the same limits.
    fn send_binary(&mut self, data: &[u8]);
    /// Sends one text message that other connections are sent as well, such as a channel's list of members. A
    /// driver may keep a reference in place of a copy, and leave it out of the outbox's limit, as its size is
    /// not the client's doing.
    fn send_shared(&mut self, text: &Arc<[u8]>) {
        self.send(text);
    }
    /// Sends a WebSocket ping.
    fn ping(&mut self);
    /// Sends a close frame with `code` and `reason`, and then nothing more; later calls do nothing.
    /// It is sent even past the outbox's limits. Of the session the driver calls nothing more but
    /// [`Session::closed`], when the connection is gone.
    fn close(&mut self, code: u16, reason: &str);
    /// Calls [`Session::timer`] at `at`, in place of any time asked for before.
    fn wake_at(&mut self, at: Millis);
    /// Subscribes this connection, with the encoding in which it receives publications (a row of
    /// [`framing`](crate::framing)). What happens on the channel from now on is delivered by the driver, in order, after this call returned and after what the session sends during this call.
    fn subscribe(
        &mut self,
        key: KeyRef<'_>,
        join: Option<JoinAs<'_>>,
        heard: (Interest, Framing),
        rules: ChannelRules,
    ) -> Result<Subscribed, SubscribeFailure>;
    /// What this connection missed on a channel that it has just been subscribed to; `None` where
    /// nothing says that it was there before.
    fn missed(&mut self, subscribed: &Subscribed, since: MissedSince<'_>) -> Option<Missed> {
        let _ = (subscribed, since);
        None
    }
    /// Sends what was missed, in the encoding of the subscription: at once as far as the outbox takes
    /// it, and the rest as the client reads. What is live follows.
    fn send_missed(&mut self, subscribed: &Subscribed, missed: Missed) {
        let _ = (subscribed, missed);
    }
    /// Ends a subscription; false if there was none.
    fn unsubscribe(&mut self, key: KeyRef<'_>) -> bool;
    /// Whether this connection is subscribed, and as whom if the channel has members.
    fn subscription(&self, key: KeyRef<'_>) -> Option<Option<Arc<Member>>>;
    /// How many subscriptions this connection has.
    fn subscription_count(&self) -> usize;
    /// Whether the app's clients together may send one more message, with so many bytes of data; then it counts.
    fn may_send(&mut self, bytes: usize) -> Result<(), OverQuota> {
        let _ = bytes;
        Ok(())
    }
    /// Publishes to all subscribers of a channel but `except`.
    fn publish(
        &mut self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError>;
    /// A client event of this connection was published, which webhooks may report.
    fn report_client_event(&mut self, key: KeyRef<'_>, message: &Arc<Message>) {
        let _ = (key, message);
    }
    /// This connection, which is subscribed, hears something else of the channel from now on.
    fn set_interest(&mut self, key: KeyRef<'_>, interest: Interest) -> bool;
    /// Says of this connection, which is subscribed, that it is here. False if it had said the same already. It ends with
    /// the subscription.
    fn track(
        &mut self,
        key: KeyRef<'_>,
        presence_key: &str,
        info: &[u8],
        limit: u32,
    ) -> Result<bool, TrackError>;
    /// What this connection said of itself no longer holds. False if it had said nothing.
    fn untrack(&mut self, key: KeyRef<'_>) -> bool;
    /// What the connections of a channel say of themselves.
    fn presences(&self, key: KeyRef<'_>) -> Arc<PresenceState>;
    /// Whether tokens that say this have been revoked.
    fn is_revoked(&self, claims: &Claims) -> bool {
        let _ = claims;
        false
    }
    /// Asks something that may be answered later; [`question`](crate::question) says how.
    fn ask(&mut self, question: Question<'_>) -> Asked;
    /// Gives up a question that does not park: it is not answered any more, and what it follows is
    /// not delivered any more.
    fn cancel(&mut self, ticket: Ticket) {
        let _ = ticket;
    }
    /// A part of a channel's history.
    fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage>;
    /// Milliseconds since 1970, for what clients say of time.
    fn unix_time_ms(&self) -> u64;
    /// Seconds since 1970, for what tokens say.
    fn unix_time_s(&self) -> u64 {
        self.unix_time_ms() / 1_000
    }
    /// Counts a refusal.
    fn refused(&mut self, cause: Refusal);
    /// The same, with what it was about, for the log. `why` is what the client was sent, and holds
    /// no secret.
    fn refused_because(&mut self, cause: Refusal, channel: Option<&str>, why: &dyn Display) {
        let _ = (channel, why);
        self.refused(cause);
    }
}

/// Why a subscription was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscribeFailure {
    /// The connection is subscribed to it.
    Already,
    /// The hub refused.
    Hub(SubscribeError),
}
