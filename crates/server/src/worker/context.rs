//! The server as one connection's session sees it.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use baton_hub::{
    ChannelRules, Framing, HistoryPage, HistoryRange, Interest, JoinAs, KeyRef, LocalError, LocalRequest,
    Member, Message, PresenceState, PublishError, PublishRequest, Published, Shards, SocketId, Subscribed,
    TrackError, TrackRequest,
};
use baton_protocols::{
    App, Asked, Claims, Context, Hub as _, Missed, MissedSince, OverQuota, Question, Refusal, Session,
    SubscribeFailure, Ticket,
};
use baton_wire::Opcode;

use super::EventLoop;
use super::client::{Connected, Link, Phase};
use super::ends;
use crate::clock;
use crate::inspector::timeline::{Kind, Origin};
use crate::webhooks;

/// A connection together with its loop.
pub(super) struct SessionContext<'a> {
    pub(super) link: &'a mut Link,
    pub(super) event_loop: &'a mut EventLoop,
}

impl Connected {
    /// Calls the session, unless the connection is closed. A fault in it closes this connection and
    /// no other.
    pub(super) fn call(
        &mut self,
        event_loop: &mut EventLoop,
        what: impl FnOnce(&mut dyn Session, &mut dyn Context),
    ) {
        call(&mut *self.session, &mut self.link, event_loop, what);
    }

    /// Ends the session: whatever it still sends has nowhere to go.
    pub(super) fn end(&mut self, event_loop: &mut EventLoop) {
        self.link.phase = Phase::Closed;
        guarded(&mut *self.session, &mut self.link, event_loop, |session, cx| session.closed(cx));
    }
}

/// As [`Connected::call`], for a caller that holds the decoder's output.
pub(super) fn call(
    session: &mut dyn Session,
    link: &mut Link,
    event_loop: &mut EventLoop,
    what: impl FnOnce(&mut dyn Session, &mut dyn Context),
) {
    if !link.is_closed() {
        guarded(session, link, event_loop, what);
    }
}

fn guarded(
    session: &mut dyn Session,
    link: &mut Link,
    event_loop: &mut EventLoop,
    what: impl FnOnce(&mut dyn Session, &mut dyn Context),
) {
    // The hub checks before it changes anything and the reactor's calls are whole by themselves, so what a
    // panic leaves behind is the session alone, and that is thrown away.
    let outcome = catch_unwind(AssertUnwindSafe(|| what(session, &mut SessionContext { link, event_loop })));
    if outcome.is_err() {
        event_loop.counters.faults.add(1);
        SessionContext { link, event_loop }
            .close(1011, "The server has a fault; this connection was closed, others were not.");
    }
}

impl SessionContext<'_> {
    fn note_subscription(&self, kind: Kind, key: KeyRef<'_>, member: Option<&Arc<Member>>) {
        self.event_loop.node.inspector.timeline.note(kind, Some(key.app), Some(key), |event| {
            event.socket = Some(self.link.socket_id);
            event.user = member.map(|member| Box::from(&*member.user_id));
        });
    }
}

impl Context for SessionContext<'_> {
    fn app(&self) -> &Arc<App> {
        self.link.app()
    }

    fn now(&self) -> u64 {
        self.event_loop.now
    }

    fn last_heard(&self) -> u64 {
        match self.link.phase {
            Phase::Parked(_) => self.event_loop.now, // it is not read: nobody can say that it is silent
            Phase::Reading | Phase::Closed => self.link.last_heard,
        }
    }

    fn socket_id(&self) -> SocketId {
        self.link.socket_id
    }

    fn send(&mut self, text: &[u8]) {
        self.link.send(Opcode::Text, text, self.event_loop);
    }

    fn send_binary(&mut self, data: &[u8]) {
        self.link.send(Opcode::Binary, data, self.event_loop);
    }

    fn send_shared(&mut self, text: &Arc<[u8]>) {
        self.link.send_shared(text, self.event_loop);
    }

    fn ping(&mut self) {
        self.link.send_control(Opcode::Ping, &[], self.event_loop);
    }

    fn close(&mut self, code: u16, reason: &str) {
        if self.link.send_close(code, reason, self.event_loop) {
            ends::report_close(self.link, code, reason, &self.event_loop.node);
        }
    }

    fn wake_at(&mut self, at: u64) {
        self.link.wake_at = at;
        self.event_loop.reactor.wake_at(self.link.conn, self.link.next_timer());
    }

    fn subscribe(
        &mut self,
        key: KeyRef<'_>,
        join: Option<JoinAs<'_>>,
        (interest, encoding): (Interest, Framing),
        rules: ChannelRules,
    ) -> Result<Subscribed, SubscribeFailure> {
        let Link { socket_id, .. } = *self.link;
        let framing = self.link.transport.framing(encoding);
        let slot = self.link.slot();
        let node = &*self.event_loop.node;
        let outcome = self.event_loop.local.subscribe(
            node,
            self.event_loop.now,
            slot,
            framing,
            LocalRequest { key, join, socket: socket_id, interest, rules, place: None },
        );
        match outcome {
            Ok(subscribed) => {
                self.event_loop.counters.subscriptions.add(1);
                if rules.numbering_minutes > 0 {
                    self.begin_confirming(&subscribed);
                }
                self.link.note_stream_position(key, subscribed.position, self.event_loop);
                self.note_subscription(Kind::Subscribe, key, subscribed.member.as_ref());
                if subscribed.member.is_some() || rules.count_subscriptions {
                    self.event_loop.expect_hub();
                }
                Ok(subscribed)
            }
            Err(LocalError::Already) => Err(SubscribeFailure::Already),
            Err(LocalError::Shard(error)) => Err(SubscribeFailure::Hub(error)),
        }
    }

    fn missed(&mut self, subscribed: &Subscribed, since: MissedSince<'_>) -> Option<Missed> {
        self.what_is_missed(subscribed, since)
    }

    fn send_missed(&mut self, subscribed: &Subscribed, missed: Missed) {
        self.begin_catching_up(subscribed, missed);
    }

    fn unsubscribe(&mut self, key: KeyRef<'_>) -> bool {
        self.end_confirming(key);
        let ended = self.event_loop.local.unsubscribe(
            &*self.event_loop.node,
            self.event_loop.now,
            self.link.slot(),
            self.link.socket_id,
            key,
        );
        if ended {
            self.note_subscription(Kind::Unsubscribe, key, None);
            self.event_loop.expect_hub(); // what it said of itself ends with it
            self.event_loop.counters.subscriptions.add(u64::MAX); // one fewer
        }
        ended
    }

    fn subscription(&self, key: KeyRef<'_>) -> Option<Option<Arc<Member>>> {
        let hash = self.event_loop.node.seed().hash(key);
        let subscription = self.event_loop.local.subscription(self.link.slot(), key, hash)?;
        Some(subscription.member.cloned())
    }

    fn subscription_count(&self) -> usize {
        self.event_loop.local.subscription_count(self.link.slot())
    }

    fn may_send(&mut self, bytes: usize) -> Result<(), OverQuota> {
        self.link.state.may_send_messages(self.event_loop.now, 1, bytes)
    }

    fn publish(
        &mut self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        let node = &self.event_loop.node;
        let request = PublishRequest {
            key,
            hash: node.seed().hash(key),
            message,
            except,
            rules,
            accepted_at: self.event_loop.reactor.now_ns(),
        };
        node.publish_for(Origin::Client(self.link.socket_id), self.event_loop.now, request)
    }

    fn report_client_event(&mut self, key: KeyRef<'_>, message: &Arc<Message>) {
        let app = self.link.app();
        let (wanted, socket) = (app.pusher.webhooks.events(), self.link.socket_id);
        let channel = || webhooks::spelled(key);
        self.event_loop.node.webhooks.note_client_event(wanted, app.index, channel, message, socket);
    }

    fn set_interest(&mut self, key: KeyRef<'_>, interest: Interest) -> bool {
        let interest = self.hear_after_missed(key, interest).unwrap_or(interest);
        let hash = self.event_loop.node.seed().hash(key);
        self.event_loop.local.set_interest(self.link.slot(), key, hash, interest)
    }

    fn track(
        &mut self,
        key: KeyRef<'_>,
        presence_key: &str,
        info: &[u8],
        limit: u32,
    ) -> Result<bool, TrackError> {
        let hash = self.event_loop.node.seed().hash(key);
        let socket = self.link.socket_id;
        let request = TrackRequest { key, hash, socket, presence_key, info, limit };
        let now = self.event_loop.now;
        self.event_loop.expect_hub();
        self.event_loop.node.with(hash, |shard, fx| shard.track(now, request, fx))
    }

    fn untrack(&mut self, key: KeyRef<'_>) -> bool {
        let hash = self.event_loop.node.seed().hash(key);
        let (now, socket) = (self.event_loop.now, self.link.socket_id);
        self.event_loop.expect_hub();
        self.event_loop.node.with(hash, |shard, fx| shard.untrack(now, key, hash, socket, fx))
    }

    fn presences(&self, key: KeyRef<'_>) -> Arc<PresenceState> {
        let hash = self.event_loop.node.seed().hash(key);
        self.event_loop.node.with(hash, |shard, _| shard.presences(key, hash))
    }

    fn is_revoked(&self, claims: &Claims) -> bool {
        self.link.state.keys.revocations.concern(claims, clock::unix_s())
    }

    fn ask(&mut self, question: Question<'_>) -> Asked {
        self.ask_for_session(question)
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.give_up(ticket);
    }

    fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage> {
        self.event_loop.node.history(key, range)
    }

    fn unix_time_ms(&self) -> u64 {
        clock::unix_ms()
    }

    fn refused(&mut self, cause: Refusal) {
        self.refused_because(cause, None, &"");
    }

    fn refused_because(&mut self, cause: Refusal, channel: Option<&str>, why: &dyn Display) {
        self.link.refused(cause, channel, why, self.event_loop);
    }
}
