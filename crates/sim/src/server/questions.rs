//! What the sessions have asked the database and not had answered; [`baton_protocols::question`] says who waits.

use std::sync::Arc;

use baton_hub::{Access, Form, Interest, KeyRef, Message, PublishRequest, Shards as _};
use baton_protocols::{
    Answer, Asked, Context as _, FollowError, FollowFailure, FollowNews, Question, SubscribeFailure, Ticket,
    rules,
};

use super::{
    Connection, ConnectionId, Server,
    context::{Phase, SessionContext},
    database::{Owned, STREAM_ENDED, When},
};
use crate::supabase::payload_of;

/// A question of a session that is open.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) ticket: Ticket,
    question: Owned,
    /// When it is answered; what is followed has no more news for now.
    due: Option<u64>,
    is_late: bool,
}

impl Owned {
    fn of(question: &Question<'_>) -> Option<Self> {
        let policies = |asked: &baton_protocols::PolicyQuestion<'_>, is_recheck| Self::Policies {
            topic: asked.topic.to_owned(),
            direction: asked.direction,
            claims: Arc::clone(asked.claims),
            is_recheck,
        };
        Some(match question {
            Question::Policies(asked) => policies(asked, false),
            Question::Recheck(asked) => policies(asked, true),
            Question::Token(text) => Self::Token((*text).to_owned()),
            Question::Replay(asked) => {
                let limit = usize::try_from(asked.limit).unwrap_or(usize::MAX);
                Self::Replay { topic: asked.topic.to_owned(), limit }
            }
            Question::Broadcasts => Self::Broadcasts,
            // All who follow a topic's changes here may see the same.
            Question::Follow(request) => Self::Follow { channel: format!("w:{}", request.topic) },
            // There is always room, and no hook.
            Question::Room(_) | Question::Hook(_) => return None,
        })
    }
}

impl SessionContext<'_> {
    pub(super) fn ask_database(&mut self, question: &Question<'_>) -> Asked {
        let Some(owned) = Owned::of(question) else { return Asked::Now(question.unavailable()) };
        if self.link.questions.len() >= self.app.open_questions() {
            self.link.overruns += 1;
            return Asked::Now(question.too_many());
        }
        let (due, is_late) = match self.database.when(&owned) {
            When::Now => {
                return Asked::Now(self.database.answer(self.link.id, &owned, self.now / 1_000));
            }
            When::Later(ms) => (self.now + ms, false),
            When::Never => (self.now + question.deadline_ms().unwrap_or(0), true),
        };
        let ticket = self.hub.next_ticket();
        if let Owned::Follow { channel } = &owned {
            if let Some(error) = self.database.is_full() {
                return Asked::Now(Answer::Follow(Err(error)));
            }
            if !self.follow_changes(channel) {
                return Asked::Now(Answer::Follow(Err(FollowError::Full { limit: 0 })));
            }
        }
        self.link.questions.push(Open { ticket, question: owned, due: Some(due), is_late });
        if question.parks() {
            self.link.phase = Phase::Asking { ticket };
        }
        Asked::Later(ticket)
    }

    /// Has a channel's changes delivered; false if there is no room.
    fn follow_changes(&mut self, channel: &str) -> bool {
        let key = KeyRef { app: self.app.index, access: Access::Changes, name: channel };
        let heard = (Interest::MESSAGES, self.link.framing);
        let subscribed = self.subscribe(key, None, heard, rules::of(key, self.app));
        !matches!(subscribed, Err(SubscribeFailure::Hub(_)))
    }

    /// Gives up a question, and what it follows unless another one follows the same.
    pub(super) fn give_up(&mut self, ticket: Ticket) {
        let Some(place) = self.link.questions.iter().position(|open| open.ticket == ticket) else { return };
        let open = self.link.questions.remove(place);
        let Owned::Follow { channel } = open.question else { return };
        let is_same =
            |other: &Open| matches!(&other.question, Owned::Follow { channel: it } if *it == channel);
        if !self.link.questions.iter().any(is_same) {
            self.unsubscribe(KeyRef { app: self.app.index, access: Access::Changes, name: &channel });
        }
    }
}

impl Open {
    pub(super) fn is_follow(&self) -> bool {
        matches!(self.question, Owned::Follow { .. })
    }
}

impl Server {
    /// When the next question of a connection is answered.
    pub(crate) fn answer_at(&self, id: ConnectionId) -> Option<u64> {
        self.connections.get(&id)?.link.questions.iter().filter_map(|open| open.due).min()
    }

    /// Answers one question of a connection that is due; false if there is none.
    pub(crate) fn answer(&mut self, id: ConnectionId, now: u64) -> bool {
        let Some(connection) = self.connections.get(&id).filter(|it| !it.link.is_closed()) else {
            return false;
        };
        let link = &connection.link;
        let is_due = |open: &Open| open.due.is_some_and(|due| due <= now);
        let Some(place) = link.questions.iter().position(is_due) else { return false };
        let Some(open) = link.questions.get(place) else { return false };
        let (ticket, question) = (open.ticket, open.question.clone());
        let is_late = open.is_late;
        let mut answer = match is_late {
            true => self.database.late(id, &question),
            false => self.database.answer(id, &question, now / 1_000),
        };
        if let Owned::Follow { channel } = &question {
            let is_ready = matches!(answer, Answer::Follow(Ok(FollowNews::Ready)));
            if !self.set_followed(id, channel, is_ready, now) && is_ready {
                answer = Answer::Follow(Ok(FollowNews::Failed(FollowFailure::Other(STREAM_ENDED.into()))));
            }
        }
        let Some(Connection { link, .. }) = self.connections.get_mut(&id) else { return false };
        if let Some(open) = link.questions.get_mut(place).filter(|open| open.is_follow()) {
            let failed = matches!(answer, Answer::Follow(Ok(FollowNews::Failed(_))));
            open.due = self.database.next_news_ms(failed).map(|ms| now + ms);
        } else {
            link.questions.remove(place);
        }
        if link.phase == (Phase::Asking { ticket }) {
            link.phase = Phase::Reading;
            link.last_heard = now; // what it sent meanwhile was not read
        }
        self.call(id, now, |session, ctx| session.answered(ticket, answer, ctx));
        true
    }

    /// A stream that ended delivers nothing until it begins again; false if nothing is delivered.
    fn set_followed(&mut self, id: ConnectionId, channel: &str, is_ready: bool, now: u64) -> bool {
        let mut is_followed = false;
        self.call(id, now, |_, ctx| {
            let key = KeyRef { app: ctx.app.index, access: Access::Changes, name: channel };
            is_followed = if is_ready { ctx.follow_changes(channel) } else { !ctx.unsubscribe(key) };
        });
        is_followed
    }

    /// What connections follow of the database's changes: of this one.
    pub(crate) fn follows(&self, id: ConnectionId) -> usize {
        self.connections
            .get(&id)
            .map_or(0, |connection| connection.link.questions.iter().filter(|open| open.is_follow()).count())
    }

    /// Rows change, which followers of a topic are to hear of.
    pub(crate) fn emit_change(&self, topic: &str, uuid: &str, now: u64) -> bool {
        let data = format!(r#"{{"ids":[1],"data":{{"id":"{uuid}"}}}}"#);
        self.send(&format!("w:{topic}"), Access::Changes, ("postgres_changes", &data, None), now)
    }

    /// The database broadcasts on a private topic, and stores what it sends.
    pub(crate) fn broadcast_stored(&mut self, topic: &str, uuid: &str, now: u64) -> bool {
        let sent = self.send(topic, Access::Private, ("n", &payload_of(uuid), Some(uuid)), now);
        if sent {
            self.database.store(topic, uuid);
        }
        sent
    }

    fn send(
        &self,
        name: &str,
        access: Access,
        (event, data, id): (&str, &str, Option<&str>),
        now: u64,
    ) -> bool {
        let Some(hub) = self.any_hub(now) else { return false };
        let key = KeyRef { app: self.app.index, access, name };
        let data = data.as_bytes().into();
        let id = id.map(Into::into);
        let message = Message { event: event.into(), data, form: Form::Json, id, user: None };
        let request = PublishRequest {
            key,
            hash: hub.seed().hash(key),
            message: Arc::new(message),
            except: None,
            rules: rules::of(key, &self.app),
            accepted_at: now.saturating_mul(1_000_000),
        };
        hub.publish(now, request).is_ok()
    }

    /// Tokens hold no longer: all sessions look at theirs.
    pub(crate) fn revoke(&mut self, token: &str, now: u64) {
        self.database.revoke(token);
        for id in self.connections.keys().copied().collect::<Vec<_>>() {
            self.call(id, now, |session, ctx| session.tokens_revoked(ctx));
        }
    }
}
