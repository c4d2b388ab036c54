//! The database of an app, as its sessions and its HTTP API reach it.

use std::sync::{Arc, OnceLock, Weak};

use baton_hub::{Access, AppId, ChannelRules, Form, KeyRef, Message, PublishError};
use baton_postgres::access::{AccessError, Decision, Direction as Asking, Policies, Question};
use baton_postgres::feed::{Feed, FeedSettings, GROUPS, News, Sink, Wish};
use baton_postgres::source::Source;
use baton_protocols::{
    App, Direction, FollowError, FollowNews, FollowRequest, Following, Hub as _, Permissions, PolicyAnswer,
    PolicyError, PolicyQuestion, rules,
};
use tokio::runtime::Handle;

use crate::node::Node;

/// A database.
pub(crate) struct Database {
    source: Source,
    settings: FeedSettings,
    app: AppId,
    /// Those of channels of changes.
    rules: ChannelRules,
    policies: Arc<Policies>,
    /// Begins with the first who asks for changes.
    feed: OnceLock<Feed>,
    runtime: Handle,
}

impl Database {
    /// Begins to connect to the database that the app's settings name; `None` where they name none.
    ///
    /// # Errors
    /// If the setting is no URL of a database, in words for the operator.
    pub(crate) fn of(app: &App, runtime: &Handle) -> Result<Option<Self>, String> {
        let url = app.database_url.reveal();
        if url.is_empty() {
            return Ok(None);
        }
        let told = |setting: &str, error: &dyn std::fmt::Display| {
            format!("{setting} of the app {:?} cannot be used: {error}", app.id)
        };
        let source: Source = url.parse().map_err(|error| told("database_url", &error))?;
        let slot = app.database_slot.parse().map_err(|error| told("database_slot", &error))?;
        let connections = usize::try_from(app.database_connections).unwrap_or(1);
        let _inside = runtime.enter();
        Ok(Some(Self {
            policies: Policies::start(&source, connections),
            settings: FeedSettings { slot, publication: app.database_publication.clone(), connections },
            source,
            app: app.index,
            rules: rules::of(KeyRef { app: app.index, access: Access::Changes, name: "" }, app),
            feed: OnceLock::new(),
            runtime: runtime.clone(),
        }))
    }

    /// Follows changes on behalf of a connection, which `told` tells what becomes of it.
    pub(crate) fn follow(
        &self,
        node: &Arc<Node>,
        request: FollowRequest<'_>,
        told: impl Fn(Following, FollowNews) + Send + Sync + 'static,
    ) -> Result<(Following, Arc<str>), FollowError> {
        let feed = self.feed.get_or_init(|| {
            let _inside = self.runtime.enter();
            let (node, policies) = (Arc::downgrade(node), Arc::clone(&self.policies));
            let sink = ToHub { node, app: self.app, rules: self.rules, policies };
            Feed::start(self.source.clone(), self.settings.clone(), Arc::new(sink))
        });
        let requests: Vec<(u32, &str)> =
            request.changes.iter().map(|change| (change.id(), change.as_json())).collect();
        let wish = Wish {
            topic: request.topic,
            requests: &requests,
            role: &request.claims.role,
            claims: &request.claims.json,
            subject: request.claims.subject.as_deref(),
        };
        let tell = move |number, news| {
            told(
                Following(number),
                match news {
                    News::Ready => FollowNews::Ready,
                    News::Failed(text) => FollowNews::Failed(text.into()),
                },
            );
        };
        let followed = feed.follow(wish, Box::new(tell)).map_err(|_| FollowError::Full { limit: GROUPS })?;
        Ok((Following(followed.number), followed.group))
    }

    /// Ends that.
    pub(crate) fn unfollow(&self, following: Following) {
        if let Some(feed) = self.feed.get() {
            feed.unfollow(following.0);
        }
    }

    /// What is known of a question already.
    pub(crate) fn known(&self, question: &PolicyQuestion<'_>) -> Option<Permissions> {
        self.policies.known(&asked(question)).map(permissions)
    }

    /// Asks, and calls `told` with the answer from another thread.
    pub(crate) fn ask(
        &self,
        question: &PolicyQuestion<'_>,
        told: impl FnOnce(PolicyAnswer) + Send + 'static,
    ) {
        let (question, policies) = (asked(question), Arc::clone(&self.policies));
        self.runtime.spawn(async move { told(answer(policies.ask(question).await)) });
    }

    /// Asks, and waits.
    pub(crate) async fn decide(&self, question: &PolicyQuestion<'_>) -> PolicyAnswer {
        answer(self.policies.ask(asked(question)).await)
    }
}

/// Publishes to the hub, where each group of followers has a channel of its own.
struct ToHub {
    node: Weak<Node>,
    app: AppId,
    rules: ChannelRules,
    policies: Arc<Policies>,
}

impl Sink for ToHub {
    fn publish(&self, group: &str, event: &str, payload: &[u8]) -> bool {
        let Some(node) = self.node.upgrade() else { return true };
        let key = KeyRef { app: self.app, access: Access::Changes, name: group };
        let message = Message { event: event.into(), data: payload.into(), form: Form::Json, user: None };
        let published = node.publish(key, Arc::new(message), None, self.rules);
        !matches!(published, Err(PublishError::Full))
    }

    fn policies_changed(&self) {
        self.policies.forget();
    }
}

fn asked(question: &PolicyQuestion<'_>) -> Question {
    let PolicyQuestion { topic, direction, claims } = *question;
    Question {
        role: claims.role.clone(),
        claims: claims.json.clone(),
        subject: claims.subject.clone(),
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
