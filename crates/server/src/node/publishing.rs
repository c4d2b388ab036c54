//! What is published and asked of channels, as protocols and the HTTP API see it: [`Hub`] for the process.

use std::sync::Arc;

use baton_hub::{
    AppId, ChannelInfo, ChannelRules, DisconnectReason, HistoryPage, HistoryRange, KeyRef, Message, Millis,
    PresenceState, PublishError, PublishRequest, Published, Roster, Shards as _, SocketId, VisitOccupied,
};
use baton_protocols::{App, Hub, RevocationsFull, TokenMark};

use super::{Node, shard_of};
use crate::clock;
use crate::inspector::timeline::{Event as TimelineEvent, Kind as EventKind, Origin};
use crate::observe::current;
use crate::trace::{self, Kind, Span};
use crate::webhooks;

impl Node {
    /// Publishes a message that a database has sent.
    pub(crate) fn publish_of_database(
        &self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        self.publish_now(Origin::Database, (key, message, None, rules))
    }

    fn publish_now(
        &self,
        origin: Origin,
        (key, message, except, rules): (KeyRef<'_>, Arc<Message>, Option<SocketId>, ChannelRules),
    ) -> Result<Published, PublishError> {
        let (hash, accepted_at) = (self.seed.hash(key), clock::now_ns());
        let request = PublishRequest { key, hash, message, except, rules, accepted_at };
        self.publish_for(origin, accepted_at / 1_000_000, request)
    }

    /// Publishes what somebody sent at `now`.
    pub(crate) fn publish_for(
        &self,
        origin: Origin,
        now: Millis,
        request: PublishRequest<'_>,
    ) -> Result<Published, PublishError> {
        let PublishRequest { key, hash, except, .. } = request;
        // Only what nobody is subscribed to is not recorded on its way to the loops.
        let watched = self.inspector.timeline.is_watched().then(|| Arc::clone(&request.message));
        let shard = shard_of(hash);
        let published = self.with_shard_for(origin, shard, |shard, fx| shard.publish(now, request, fx));
        if let (Some(message), Ok(published)) = (watched, &published) {
            self.note_published(origin, (key, message, except), published);
        }
        published
    }

    /// Completes what the timeline has of a message.
    fn note_published(
        &self,
        origin: Origin,
        (key, message, except): (KeyRef<'_>, Arc<Message>, Option<SocketId>),
        published: &Published,
    ) {
        let timeline = &self.inspector.timeline;
        if published.subscriptions > 0 {
            return timeline.published(published.position, published.subscriptions);
        }
        if timeline.takes(Some(key.app), Some(key)) {
            let mut event = TimelineEvent::new(EventKind::Message, clock::unix_ms());
            event.app = Some(key.app);
            event.be_message(key, (origin, message, except), published.position);
            timeline.message(event, 0);
        }
    }
}

impl Hub for Node {
    fn app_by_id(&self, id: &str) -> Option<Arc<App>> {
        self.config().app_by_id(id).map(|state| Arc::clone(&state.app))
    }

    fn publish(
        &self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        let span = publish_span(key, &message);
        let published = self.publish_now(Origin::Http, (key, message, except, rules));
        if let Some(span) = span {
            end_publish(span, &published);
        }
        published
    }

    fn channel(&self, key: KeyRef<'_>) -> Option<ChannelInfo> {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, _| shard.info(clock::now_ms(), key, hash))
    }

    fn members(&self, key: KeyRef<'_>) -> Option<Arc<Roster>> {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, _| shard.members(key, hash))
    }

    fn presences(&self, key: KeyRef<'_>) -> Arc<PresenceState> {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, _| shard.presences(key, hash))
    }

    fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage> {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, _| shard.history(clock::now_ms(), key, hash, range))
    }

    fn for_each_occupied(&self, app: AppId, visit: &mut VisitOccupied<'_>) {
        for n in 0..self.shards.len() {
            self.with_shard(n, |shard, _| shard.for_each_occupied(app, visit));
        }
    }

    fn disconnect_user(&self, key: KeyRef<'_>, reason: DisconnectReason) {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, fx| shard.disconnect_user(key, hash, reason, fx));
    }

    fn revoke_tokens(&self, app: AppId, mark: TokenMark<'_>) -> Result<(), RevocationsFull> {
        let Some(state) = self.config().app(app).cloned() else { return Ok(()) };
        state.keys.revocations.add(mark, clock::unix_s())?;
        self.send_revocations();
        Ok(())
    }

    fn connections(&self, app: AppId) -> u64 {
        self.config().app(app).map_or(0, |state| state.connections())
    }

    fn may_publish(&self, app: AppId, events: usize) -> bool {
        self.config().app(app).is_none_or(|state| state.may_publish(events))
    }

    fn may_read(&self, app: AppId) -> bool {
        self.config().app(app).is_none_or(|state| state.may_read())
    }

    fn unix_time_s(&self) -> u64 {
        clock::unix_s()
    }

    fn now(&self) -> Millis {
        clock::now_ms()
    }
}

/// The span of a publish of the current request, if its trace is recorded.
fn publish_span(key: KeyRef<'_>, message: &Message) -> Option<Span> {
    let tracer = trace::tracer()?;
    let parent =
        current::with(|request| request.trace().filter(|_| request.has_span_for_publish())).flatten()?;
    let channel = webhooks::spelled(key).unwrap_or_else(|| key.name.to_owned());
    let span = tracer.begin(Kind::Producer, Some(parent))?.named("publish");
    let span = span
        .with("messaging.system", "baton")
        .with("messaging.operation.type", "send")
        .with("messaging.operation.name", "publish")
        .with("messaging.destination.name", channel)
        .with("messaging.message.body.size", message.data.len())
        .with("baton.event.name", &*message.event);
    Some(span)
}

/// It was published to so many subscriptions, or not at all.
fn end_publish(span: Span, published: &Result<Published, PublishError>) {
    match published {
        Ok(published) => span.with("baton.subscriptions", i64::from(published.subscriptions)).end(),
        Err(error) => span.failed_if(true, format!("{error:?}")).end(),
    }
}
