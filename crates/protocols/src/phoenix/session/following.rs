//! A channel follows the database's changes.
//!
//! Tokens may come faster than the database answers. One request is under way at a time, and the
//! newest token's follows when that is answered: which of several the database delivers by
//! meanwhile only the database knows, so none could be ended.

use alloc::{boxed::Box, string::ToString as _};

use super::{Joined, PhoenixSession};
use crate::phoenix::{Join, LegacyRequest, Notice, SubTopic, change};
use crate::{
    Answer, Asked, ChangesRequest, Context, FollowFormat, FollowNews, FollowRequest, Question, Ticket,
};

/// What a channel's client asked for, and what is followed of it.
#[derive(Debug)]
pub(super) struct Follows {
    /// The requests, for when the client has another token; or why one was not understood.
    requests: Result<Box<[ChangesRequest]>, change::RequestError>,
    format: FollowFormat,
    state: State,
}

#[derive(Debug, Clone, Copy)]
enum State {
    /// Nothing: it was not asked for yet, or could not be had.
    Nothing,
    /// What was asked for with the present token.
    Present(Ticket),
    /// What was asked for with the present token, and what is followed with the former one until
    /// that is answered.
    Replacing {
        former: Ticket,
        present: Ticket,
        /// Another token came meanwhile: the request is made again with it.
        again: bool,
    },
}

impl Follows {
    /// Nothing yet of what a join asks for; `None` where that is nothing.
    pub(super) fn of(join: &Join<'_>, topic: SubTopic<'_>) -> Option<Self> {
        let (requests, format) = if !join.changes.is_empty() {
            (join.changes.iter().map(|change| change.request()).collect(), FollowFormat::Supabase)
        } else if join.legacy {
            let request = LegacyRequest::parse(topic).request();
            (request.map(|request| Box::from([request])), FollowFormat::SupabaseTopic)
        } else {
            return None;
        };
        Some(Self { requests, format, state: State::Nothing })
    }

    /// What is followed with the former token, and with the present one.
    pub(super) fn tickets(&self) -> (Option<Ticket>, Option<Ticket>) {
        match self.state {
            State::Nothing => (None, None),
            State::Present(present) => (None, Some(present)),
            State::Replacing { former, present, .. } => (Some(former), Some(present)),
        }
    }

    fn is_answered_by(&self, ticket: Ticket) -> bool {
        self.tickets().1 == Some(ticket)
    }
}

impl PhoenixSession {
    /// Follows what a channel's client asked for, in place of what is followed for it so far.
    pub(super) fn follow(&mut self, place: usize, ctx: &mut dyn Context) {
        let Some(Joined { topic, claims, follows: Some(Follows { requests, format, state }), .. }) =
            self.channels.get_mut(place)
        else {
            return;
        };
        let changes = match requests {
            Ok(requests) => &**requests,
            Err(error) => {
                let text = error.to_string();
                if let Some(joined) = self.channels.get(place) {
                    self.notice(joined, &Notice::NotSubscribed(&text), ctx);
                }
                return;
            }
        };
        let former = match state {
            State::Nothing => None,
            State::Present(present) => Some(*present),
            State::Replacing { again, .. } => {
                *again = true;
                return;
            }
        };
        let request = FollowRequest { topic, changes, format: *format, claims, replaces: former };
        let answer = match (ctx.ask(Question::Follow(request)), former) {
            (Asked::Later(present), None) => {
                *state = State::Present(present);
                return;
            }
            (Asked::Later(present), Some(former)) => {
                *state = State::Replacing { former, present, again: false };
                return;
            }
            (Asked::Now(answer), _) => answer,
        };
        *state = State::Nothing;
        if let Some(former) = former {
            ctx.cancel(former);
        }
        if let (Answer::Follow(Err(error)), Some(joined)) = (answer, self.channels.get(place)) {
            self.notice(joined, &Notice::NotSubscribed(&error.to_string()), ctx);
        }
    }

    /// There is news of what a channel follows.
    pub(super) fn followed(&mut self, ticket: Ticket, news: &FollowNews, ctx: &mut dyn Context) {
        let is_it = |joined: &Joined| joined.follows.as_ref().is_some_and(|it| it.is_answered_by(ticket));
        let Some(place) = self.channels.iter().position(is_it) else { return };
        let Some(Joined { follows: Some(Follows { state, .. }), .. }) = self.channels.get_mut(place) else {
            return;
        };
        let mut is_outdated = false;
        if let State::Replacing { former, present, again } = *state {
            ctx.cancel(former);
            is_outdated = again;
            *state = State::Present(present);
        }
        let Some(joined) = self.channels.get(place) else { return };
        match news {
            FollowNews::Ready => self.notice(joined, &Notice::Subscribed, ctx),
            FollowNews::Failed(failure) => {
                let requests = joined.follows.as_ref().and_then(|it| it.requests.as_deref().ok());
                let words = change::words(failure, requests.unwrap_or_default());
                self.notice(joined, &Notice::NotSubscribed(&words), ctx);
            }
        }
        if is_outdated {
            self.follow(place, ctx);
        }
    }
}
