//! The database of an app, as its sessions and its HTTP API reach it.

use std::num::NonZero;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use arc_swap::ArcSwap;
use baton_hub::{Access, ChannelRules, Form, KeyRef, Message, PublishError};
use baton_postgres::access::{AccessError, Decision, Direction as Asking, Policies, PolicyCounts, Question};
use baton_postgres::check::excess_rights;
use baton_postgres::feed::{
    Broadcast, Feed, FeedSettings, Followed, GROUPS, Payload, Sink, Subscription, SubscriptionId,
    SubscriptionRequest, SubscriptionStatus,
};
use baton_postgres::replay::{Payload as Sentence, Replay, ReplayError as Asked, Sent, Wanted};
use baton_postgres::setup::MESSAGES_PUBLICATION;
use baton_postgres::source::{ConnectError, Source};
use baton_postgres::stream::SlotName;
use baton_protocols::phoenix::{Body, Stored, StoredError};
use baton_protocols::{
    Answer, App, Direction, FollowError, FollowNews, FollowRequest, Permissions, PolicyAnswer, PolicyError,
    PolicyQuestion, ReplayError, ReplayPage, ReplayQuestion, rules,
};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use crate::change_format::{follow_failure, writer};
use crate::changes_request::requests;
use crate::clock;
use crate::node::Node;
use crate::refusals::Mask;
use crate::trace;
use crate::worker::ReplyTo;

/// How long a database that cannot be reached when the server starts is left alone.
const REST: Duration = Duration::from_secs(2);
/// How long an operator waits who asks while another one's question is answered.
const EXPLAIN_WAIT: Duration = Duration::from_secs(5);
/// How long the feed may lag behind somebody who asks what was sent: clients wait 10 s for a join.
const CATCH_UP: Duration = Duration::from_secs(4);
/// How often the table of messages is looked after: partitions are made for three days ahead.
const PARTITIONS_EVERY: Duration = Duration::from_secs(3 * 3_600);

/// A database.
pub(crate) struct Database {
    source: Source,
    settings: FeedSettings,
    /// Hours that messages are retained.
    messages_hours: u32,
    served: Arc<ArcSwap<Served>>,
    policies: Arc<Policies>,
    /// What was sent before, for those who come later.
    replay: Arc<Replay>,
    /// Begins with the first who asks for changes, or with the first broadcast.
    feed: OnceLock<Feed>,
    /// Whether the feed has the database's broadcasts.
    broadcasts: watch::Sender<bool>,
    /// Who explains something, with connections of its own: one at a time.
    explaining: Semaphore,
    runtime: Handle,
}

/// How a database is, or several of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Health {
    /// Whether it can be asked; of several, whether each can.
    pub(crate) is_up: bool,
    /// Whether its changes are read; `None` where nobody has asked for them. Of several, whether
    /// all are that are asked for.
    pub(crate) feed_is_up: Option<bool>,
    /// How far those that are read are behind, at most.
    pub(crate) feed_lag: Option<Duration>,
    pub(crate) policies: PolicyCounts,
}

impl Health {
    /// The two together: the worse of both, and the sum of what is counted.
    pub(crate) fn and(self, other: Self) -> Self {
        let PolicyCounts { questions, failures } = other.policies;
        Self {
            is_up: self.is_up && other.is_up,
            feed_is_up: self.feed_is_up.into_iter().chain(other.feed_is_up).min(),
            feed_lag: self.feed_lag.max(other.feed_lag),
            policies: PolicyCounts {
                questions: self.policies.questions + questions,
                failures: std::array::from_fn(|n| self.policies.failures[n] + failures[n]),
            },
        }
    }
}

/// The app that a database is served to: its other settings may change.
struct Served {
    app: Arc<App>,
    /// What must not be in a log.
    mask: Mask,
    /// Those of channels of changes.
    rules: ChannelRules,
}

impl Served {
    fn new(app: &Arc<App>) -> Self {
        let rules = rules::of(KeyRef { app: app.index, access: Access::Changes, name: "" }, app);
        Self { app: Arc::clone(app), mask: Mask::of(vec![Arc::clone(app)], Vec::new()), rules }
    }
}

/// What the settings of an app's database say, or which of them is wrong, and why. `database_url` is not empty.
fn parse(app: &App) -> Result<(Source, SlotName), (&'static str, String)> {
    let settings = &app.database;
    let source = settings.database_url.reveal().parse::<Source>();
    let slot = settings.database_slot.parse::<SlotName>();
    Ok((
        source.map_err(|error| ("database_url", error.to_string()))?,
        slot.map_err(|error| ("database_slot", error.to_string()))?,
    ))
}

impl Database {
    /// Whether two states of an app's settings name the same database, used in the same way.
    pub(crate) fn is_same(one: &App, other: &App) -> bool {
        one.database == other.database
    }

    /// The app's other settings have changed.
    pub(crate) fn serve(&self, app: &Arc<App>) {
        self.served.store(Arc::new(Served::new(app)));
    }

    /// Which setting of an app's database is wrong, and why.
    pub(crate) fn fault(app: &App) -> Option<(&'static str, String)> {
        (!app.database.database_url.reveal().is_empty()).then(|| parse(app).err()).flatten()
    }

    /// Begins to connect to the database that the app's settings name; `None` where they name none.
    ///
    /// # Errors
    /// If the setting is no URL of a database, in words for the operator.
    pub(crate) fn of(app: &Arc<App>, runtime: &Handle) -> Result<Option<Self>, String> {
        let settings = &app.database;
        let url = settings.database_url.reveal();
        if url.is_empty() {
            return Ok(None);
        }
        let (source, slot) = parse(app)
            .map_err(|(setting, why)| format!("{setting} of the app {:?} cannot be used: {why}", app.id))?;
        let source = source.of_app(&app.id);
        let connections = usize::try_from(settings.database_connections).unwrap_or(1);
        let _inside = runtime.enter();
        Ok(Some(Self {
            policies: Policies::start(&source, connections),
            settings: FeedSettings {
                slot,
                publication: settings.database_publication.clone(),
                messages_publication: MESSAGES_PUBLICATION.to_owned(),
                connections,
                old_rows: settings.database_old_rows,
                snapshot_rows: settings.snapshot_rows,
            },
            replay: Arc::new(Replay::new(source.clone())),
            source,
            messages_hours: settings.database_messages_hours,
            served: Arc::new(ArcSwap::from_pointee(Served::new(app))),
            feed: OnceLock::new(),
            broadcasts: watch::Sender::new(false),
            explaining: Semaphore::new(1),
            runtime: runtime.clone(),
        }))
    }

    /// Follows changes for a session, in place of what has the number `replaces`. The session is
    /// answered after [`Database::begin`].
    pub(crate) fn follow(
        &self,
        node: &Arc<Node>,
        request: FollowRequest<'_>,
        replaces: Option<NonZero<u64>>,
        reply: ReplyTo,
    ) -> Result<Subscription, FollowError> {
        let feed = self.feed(node);
        let subscription = SubscriptionRequest {
            topic: request.topic,
            requests: requests(request.changes),
            role: &request.claims.role,
            claims: &request.claims.json,
            subject: request.claims.subject.as_deref(),
            format: writer(request.format),
            replaces: replaces.map(SubscriptionId),
        };
        let answer = move |_, status| {
            let news = match status {
                SubscriptionStatus::Ready => FollowNews::Ready,
                SubscriptionStatus::Failed(failure) => FollowNews::Failed(follow_failure(failure)),
            };
            reply.send(Answer::Follow(Ok(news)));
        };
        feed.subscribe(subscription, Box::new(answer)).map_err(|_| FollowError::Full { limit: GROUPS })
    }

    /// What is followed is delivered from now on: its channels are subscribed to.
    pub(crate) fn begin(&self, following: NonZero<u64>) {
        if let Some(feed) = self.feed.get() {
            feed.activate(SubscriptionId(following));
        }
    }

    /// The feed, which begins unless it has.
    fn feed(&self, node: &Arc<Node>) -> &Feed {
        self.feed.get_or_init(|| {
            let _inside = self.runtime.enter();
            let (node, policies) = (Arc::downgrade(node), Arc::clone(&self.policies));
            let sink = ToHub { node, served: Arc::clone(&self.served), policies };
            Feed::start(self.source.clone(), self.settings.clone(), Arc::new(sink))
        })
    }

    /// Begins to read what the database broadcasts, as soon as it can: where it was set up for
    /// that. Nothing of it is lost while no client is connected. From then on the table of messages
    /// is maintained.
    pub(crate) async fn listen(&self, node: Arc<Node>) {
        loop {
            match has_publication(&self.source, &self.settings.messages_publication).await {
                Ok(is_there) => {
                    if let Err(error) = warn_of_excess_rights(&self.source).await {
                        tracing::debug!(app = self.source.app(), %error, "the rights of the database's login are not known");
                    }
                    if is_there {
                        break;
                    }
                    return;
                }
                Err(error) if self.policies.is_connected() => {
                    tracing::warn!(app = self.source.app(), %error, "broadcasts of the database cannot be read; trying again");
                }
                // The connections for policies warn of that, once.
                Err(error) => {
                    tracing::debug!(app = self.source.app(), %error, "the database cannot be reached; trying again");
                }
            }
            tokio::time::sleep(REST).await;
        }
        self.broadcasts.send_replace(true);
        self.feed(&node);
        drop(node); // what follows lasts, and must not hold the process
        loop {
            if let Err(error) = keep_partitions(&self.source, self.messages_hours).await {
                tracing::warn!(app = self.source.app(), %error, "the partitions of realtime.messages were not maintained");
            }
            tokio::time::sleep(PARTITIONS_EVERY).await;
        }
    }

    /// Ends that.
    pub(crate) fn unfollow(&self, following: NonZero<u64>) {
        if let Some(feed) = self.feed.get() {
            feed.unsubscribe(SubscriptionId(following));
        }
    }

    /// Whether it can be asked, and whether its changes are being read.
    pub(crate) fn state(&self) -> (bool, bool) {
        (self.policies.is_connected(), self.feed.get().is_some_and(Feed::reads))
    }

    /// Whether its changes are to be read: somebody has asked for them, or it broadcasts.
    pub(crate) fn has_feed(&self) -> bool {
        self.feed.get().is_some()
    }

    /// The slot and the publication by which its changes are read.
    pub(crate) fn read_by(&self) -> (String, &str) {
        (self.settings.slot.to_string(), &self.settings.publication)
    }

    /// Where it is, for an operator who asks it something: one at a time, since each takes connections of its own. `None`
    /// if others were asking all of [`EXPLAIN_WAIT`].
    pub(crate) async fn explaining(&self) -> Option<(&Source, &FeedSettings, SemaphorePermit<'_>)> {
        let permit = timeout(EXPLAIN_WAIT, self.explaining.acquire()).await.ok()?.ok()?;
        Some((&self.source, &self.settings, permit))
    }

    /// What its followers ask for.
    pub(crate) fn followed(&self) -> Vec<Followed> {
        self.feed.get().map(Feed::followed).unwrap_or_default()
    }

    /// How it is, for operators.
    pub(crate) fn health(&self) -> Health {
        let feed = self.feed.get();
        let now = Duration::from_millis(clock::unix_ms());
        let (is_up, _) = self.state();
        Health {
            is_up,
            feed_is_up: feed.map(Feed::reads),
            feed_lag: feed.and_then(|feed| feed.lag(now)),
            policies: self.policies.counts(),
        }
    }

    /// Forgets what policies decided, and reads again which tables are published and who may do
    /// what.
    pub(crate) fn reload(&self) {
        self.policies.forget();
        if let Some(feed) = self.feed.get() {
            feed.reload();
        }
    }

    /// Stops reading changes, in good order: those that come from now on wait in the slot for its
    /// next reader.
    pub(crate) async fn close(&self) {
        if let Some(feed) = self.feed.get() {
            feed.close().await;
        }
    }

    /// What is known of a question already.
    pub(crate) fn known(&self, question: &PolicyQuestion<'_>) -> Option<Permissions> {
        self.policies.known(&asked(question)).map(permissions)
    }

    /// Asks for a session, until that is dropped which this returns, as what follows does.
    pub(crate) fn ask(&self, question: &PolicyQuestion<'_>, reply: ReplyTo) -> PendingQuestion {
        let (question, policies) = (asked(question), Arc::clone(&self.policies));
        let served = self.served.load_full();
        let task = self.runtime.spawn(async move {
            let decided = traced("check policies", &served.app.id, policies.ask(question.clone())).await;
            log_refusal(&served, &question, &decided, Some(&reply));
            reply.send(Answer::Policies(answer(decided)));
        });
        PendingQuestion(task.abort_handle())
    }

    /// Whether it can be asked this: a database that does not broadcast has sent nothing.
    pub(crate) fn answers(&self, question: &baton_protocols::Question<'_>) -> bool {
        !matches!(question, baton_protocols::Question::Replay(_)) || *self.broadcasts.borrow()
    }

    /// Asks for a session what the database has sent to a private channel.
    pub(crate) fn ask_replay(
        self: &Arc<Self>,
        question: &ReplayQuestion<'_>,
        reply: ReplyTo,
    ) -> PendingQuestion {
        let ReplayQuestion { topic, since_ms, after, limit } = *question;
        let wanted = Wanted { topic: topic.into(), since_ms, after: after.map(Into::into), limit };
        let database = Arc::clone(self);
        let task = self.runtime.spawn(async move {
            let page = database.replay(&wanted).await;
            reply.send(Answer::Replay(page.map(Some)));
        });
        PendingQuestion(task.abort_handle())
    }

    /// Answers a session when what the database broadcasts from then on arrives, or does not within
    /// [`CATCH_UP`].
    pub(crate) fn await_broadcasts(self: &Arc<Self>, reply: ReplyTo) -> PendingQuestion {
        let database = Arc::clone(self);
        let task = self.runtime.spawn(async move {
            let arriving = async {
                database.broadcasts.subscribe().wait_for(|begun| *begun).await.ok()?;
                // A connection that is lost meanwhile is made again, within the same time.
                while database.feed.get()?.caught_up().await.is_err() {}
                Some(())
            };
            let arrive = timeout(CATCH_UP, arriving).await.ok().flatten().is_some();
            reply.send(Answer::Broadcasts(arrive));
        });
        PendingQuestion(task.abort_handle())
    }

    /// What the hub does not have: it is answered once the feed has handed out all that is in the answer, so that the hub's
    /// messages from then on are others.
    async fn replay(&self, wanted: &Wanted) -> Result<ReplayPage, ReplayError> {
        let id = self.served.load().app.id.clone();
        let asked = traced("read messages", &id, self.replay.ask(wanted));
        let page = asked.await.map_err(|error| match error {
            Asked::Unreachable => ReplayError::Unreachable,
            Asked::Busy => ReplayError::Busy,
            Asked::Failed(text) => ReplayError::Failed(text.into()),
        })?;
        if let (false, Some(feed)) = (page.messages.is_empty(), self.feed.get()) {
            match timeout(CATCH_UP, feed.caught_up()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return Err(ReplayError::Unreachable),
            }
        }
        Ok(ReplayPage { messages: page.messages.into_iter().map(message).collect(), complete: page.complete })
    }

    /// As [`Database::ask`], whatever is cached.
    pub(crate) fn recheck(&self, question: &PolicyQuestion<'_>, reply: ReplyTo) -> PendingQuestion {
        let (question, policies) = (asked(question), Arc::clone(&self.policies));
        let id = self.served.load().app.id.clone();
        let task = self.runtime.spawn(async move {
            let decided = traced("check policies", &id, policies.ask_again(question)).await;
            reply.send(Answer::Policies(answer(decided)));
        });
        PendingQuestion(task.abort_handle())
    }

    /// Asks, and waits.
    pub(crate) async fn decide(&self, question: &PolicyQuestion<'_>) -> PolicyAnswer {
        let question = asked(question);
        let id = self.served.load().app.id.clone();
        let decided = traced("check policies", &id, self.policies.ask(question.clone())).await;
        log_refusal(&self.served.load(), &question, &decided, None);
        answer(decided)
    }
}

/// Awaits what a database of an app is asked, with a span: its name, and neither the text of a query nor a value.
async fn traced<T, E>(
    name: &'static str,
    app: &str,
    asked: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let Some(span) = trace::begin_client(name) else { return asked.await };
    let answer = asked.await;
    span.with("db.system.name", "postgresql")
        .with("db.system", "postgresql") // its former name, which many backends look for
        .with("db.operation.name", name)
        .with("db.collection.name", "realtime.messages")
        .with("baton.app.id", app)
        .failed_if(answer.is_err(), "no_answer")
        .end();
    answer
}

/// Closes databases, all at once.
pub(crate) async fn close_all<'d>(databases: impl Iterator<Item = &'d Database>) {
    futures_util::future::join_all(databases.map(Database::close)).await;
}

/// A question of a session that the database is asked. Dropped, it is asked no more: a crowd that
/// leaves must not keep the database from others.
#[derive(Debug)]
pub(crate) struct PendingQuestion(AbortHandle);

impl Drop for PendingQuestion {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Logs why a private channel refuses a client, which gets Supabase's words alone. Clients can
/// cause it at will, so it is for the level `debug`; a policy that fails is the operator's fault,
/// and the next level.
///
/// The operator needs the error's text to fix the policy: most often a `GRANT` is missing. But a policy may raise an error with
/// whatever a client's claims and headers have. So the log gets the beginning of the text, without secrets and tokens.
fn log_refusal(
    served: &Served,
    question: &Question,
    decided: &Result<Decision, AccessError>,
    reply: Option<&ReplyTo>,
) {
    if matches!(decided, Ok(Decision { broadcast: true, .. } | Decision { presence: true, .. })) {
        return;
    }
    let socket = reply.map(ReplyTo::socket);
    let socket = socket.as_deref();
    let (app, mask) = (&*served.app.id, &served.mask);
    let Question { role, topic, direction, .. } = question;
    match decided {
        Ok(Decision { broadcast: false, presence: false }) => {
            let verb = if *direction == Asking::Read { "select" } else { "insert" };
            tracing::debug!(
                app,
                role,
                topic,
                socket,
                "no policy on realtime.messages lets the role {verb} broadcasts or presence of the topic"
            );
        }
        Ok(_) => {}
        Err(AccessError::Failed(error)) => {
            let error = mask.beginning(error);
            tracing::warn!(
                app,
                role,
                topic,
                socket,
                error,
                "the policies on realtime.messages failed: they refuse everybody of this role"
            );
        }
        Err(error) => {
            tracing::debug!(
                app,
                role,
                topic,
                socket,
                ?error,
                "the policies on realtime.messages were not asked"
            )
        }
    }
}

/// Logs it if the login has more rights than the server needs.
async fn warn_of_excess_rights(source: &Source) -> Result<(), ConnectError> {
    let client = source.connect().await?;
    if let Some(finding) = excess_rights(&client).await.map_err(ConnectError::Postgres)? {
        tracing::warn!(app = source.app(), "{}; `baton pg check` prints the SQL", finding.text);
    }
    Ok(())
}

/// Whether a publication is there.
async fn has_publication(source: &Source, name: &str) -> Result<bool, ConnectError> {
    let client = source.connect().await?;
    let row =
        client.query_one("select exists (select from pg_publication where pubname = $1)", &[&name]).await;
    row.and_then(|row| row.try_get(0)).map_err(ConnectError::Postgres)
}

/// Makes the partitions of the days to come, and drops those that are older than messages are
/// retained; nothing where `baton pg setup` did not make the function for it, as on a database of
/// Supabase's, which sees to them itself.
async fn keep_partitions(source: &Source, hours: u32) -> Result<(), ConnectError> {
    let client = source.connect().await?;
    let there = "select to_regprocedure('realtime.baton_partitions(interval, timestamptz)') is not null";
    let row = client.query_one(there, &[]).await.map_err(ConnectError::Postgres)?;
    if row.try_get(0).map_err(ConnectError::Postgres)? {
        let keep = "select realtime.baton_partitions(nullif($1::int8, 0) * interval '1 hour')";
        client.execute(keep, &[&i64::from(hours)]).await.map_err(ConnectError::Postgres)?;
    }
    Ok(())
}

/// Publishes to the hub, where each group of followers has a channel of its own.
struct ToHub {
    node: Weak<Node>,
    served: Arc<ArcSwap<Served>>,
    policies: Arc<Policies>,
}

impl Sink for ToHub {
    fn publish(&self, channel: &str, event: &str, payload: &[u8]) -> bool {
        let Some(node) = self.node.upgrade() else { return true };
        let served = self.served.load();
        let key = KeyRef { app: served.app.index, access: Access::Changes, name: channel };
        let message =
            Message { event: event.into(), data: payload.into(), form: Form::Json, id: None, user: None };
        let published = node.publish_of_database(key, Arc::new(message), served.rules);
        !matches!(published, Err(PublishError::Full))
    }

    fn broadcast(&self, broadcast: &Broadcast<'_>) -> bool {
        let Some(node) = self.node.upgrade() else { return true };
        let Broadcast { topic, private, event, ref payload, id } = *broadcast;
        let body = match payload {
            Payload::Json(json) => Body::Json(json),
            Payload::Binary(bytes) => Body::Bytes(bytes),
        };
        let served = self.served.load();
        let app = &served.app;
        let publish = |key: KeyRef<'_>, message, rules| node.publish_of_database(key, message, rules);
        match (Stored { topic, private, event, body, id }).publish(app, publish) {
            Ok(()) => true,
            Err(StoredError::Full) => false,
            Err(StoredError::Refused(error)) => {
                tracing::warn!(app = &*app.id, %error, id, "a row of realtime.messages was not sent");
                true
            }
        }
    }

    fn policies_changed(&self) {
        self.policies.forget();
    }
}

fn message(sent: Sent) -> Message {
    let (form, data) = match sent.payload {
        Sentence::Json(text) => (Form::Json, text.into_bytes()),
        Sentence::Binary(bytes) => (Form::Binary, bytes),
    };
    let id = Some(sent.id.into());
    Message { event: sent.event.into(), data: data.into(), form, id, user: None }
}

fn asked(question: &PolicyQuestion<'_>) -> Question {
    let PolicyQuestion { topic, direction, claims, headers } = *question;
    Question {
        role: claims.role.clone(),
        claims: claims.json.clone(),
        subject: claims.subject.clone(),
        headers: headers.into(),
        topic: topic.into(),
        direction: match direction {
            Direction::Read => Asking::Read,
            Direction::Write => Asking::Write,
        },
    }
}

fn permissions(Decision { broadcast, presence }: Decision) -> Permissions {
    Permissions { broadcast, presence }
}

fn answer(decided: Result<Decision, AccessError>) -> PolicyAnswer {
    decided.map(permissions).map_err(|error| match error {
        AccessError::Unreachable => PolicyError::Unreachable,
        AccessError::Busy => PolicyError::Busy,
        AccessError::Cancelled => PolicyError::Cancelled,
        AccessError::Failed(text) => PolicyError::Failed(text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_databases_the_worst_is_told_and_counts_are_sums() {
        let health = |is_up, feed_is_up, lag_s: Option<u64>, questions| Health {
            is_up,
            feed_is_up,
            feed_lag: lag_s.map(Duration::from_secs),
            policies: PolicyCounts { questions, failures: [questions, 0, 0, 1] },
        };
        let well = health(true, Some(true), Some(3), 5);
        let idle = health(true, None, None, 1);
        let sum = |failures| PolicyCounts { questions: 6, failures };
        let both = Health { policies: sum([6, 0, 0, 2]), ..well };
        assert_eq!((well.and(idle), idle.and(well)), (both, both));
        let broken = health(false, Some(false), None, 0);
        let all = well.and(broken);
        assert_eq!(
            (all.is_up, all.feed_is_up, all.feed_lag),
            (false, Some(false), Some(Duration::from_secs(3)))
        );
    }
}
