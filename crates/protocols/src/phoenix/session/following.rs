//! A channel follows the database's changes.
//!
//! Tokens may come faster than the database answers. One request is under way at a time, and the
//! newest token's follows when that is answered: which of several the database delivers by
//! meanwhile only the database knows, so none could be ended.

use alloc::{boxed::Box, format, string::ToString as _, vec::Vec};

use super::{Joined, PhoenixSession};
use crate::phoenix::{Change, Notice, change};
use crate::{Answer, Asked, Context, FollowNews, FollowRequest, Question, Ticket};

/// What a channel's client asked for, and what is followed of it.
#[derive(Debug)]
pub(super) struct Follows {
    /// The requests as one list, as [`change::read`] takes it, for when the client has another
    /// token.
    requests: Box<str>,
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
    /// Nothing yet of these requests.
    pub(super) fn new(changes: &[Change<'_>]) -> Self {
        let texts: Vec<&str> = changes.iter().map(|change| change.as_json()).collect();
        Self { requests: format!("[{}]", texts.join(",")).into(), state: State::Nothing }
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
        let Some(Joined { topic, claims, follows: Some(Follows { requests, state }), .. }) =
            self.channels.get_mut(place)
        else {
            return;
        };
        let former = match state {
            State::Nothing => None,
            State::Present(present) => Some(*present),
            State::Replacing { again, .. } => {
                *again = true;
                return;
            }
        };
        let changes = change::read(requests);
        let request = FollowRequest { topic, changes: &changes, claims, replaces: former };
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
        if let Some(joined) = self.channels.get(place) {
            match news {
                FollowNews::Ready => self.notice(joined, &Notice::Subscribed, ctx),
                FollowNews::Failed(text) => self.notice(joined, &Notice::NotSubscribed(text), ctx),
            }
        }
        if is_outdated {
            self.follow(place, ctx);
        }
    }
}
