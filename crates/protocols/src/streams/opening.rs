//! What has to be known before a stream begins, in this order: who bears its token, whether hooks let the connection in,
//! and for each channel whether policies and hooks allow it. Each question may take a while.

use alloc::{boxed::Box, format, string::String, sync::Arc, vec::Vec};

use baton_hub::{Framing, Interest, Position, SubscribeError, Subscribed};

use super::bearer::Bearer;
use crate::{
    Answer, App, Asked, Claims, Context, Direction, HookAnswer, HookDetail, HookEvent, HookQuestion, Missed,
    MissedSince, NO_HEADERS, PolicyError, PolicyQuestion, Question, Refusal, SubscribeFailure, Ticket,
    TokenError, hooks,
    pusher::{ChannelKind, ChannelName, api::StreamRequest},
};

#[derive(Debug)]
pub(super) struct Opening {
    request: StreamRequest,
    /// What its token says, once that is known.
    claims: Option<Arc<Claims>>,
    is_admitted: bool,
    /// How many of the channels are allowed.
    allowed: usize,
    /// Policies allow the next one as well.
    may_read: bool,
}

/// A channel that the stream is subscribed to.
pub(super) struct Begun {
    pub(super) subscribed: Subscribed,
    /// Where its part of the stream begins.
    pub(super) position: Position,
    /// What the client missed, where it says what it has; without any page where that is lost.
    pub(super) missed: Option<Missed>,
}

impl Begun {
    pub(super) fn recovered(&self) -> Option<bool> {
        self.missed.as_ref().map(Missed::is_complete)
    }
}

/// Why an opening does not go on.
pub(super) enum Stopped {
    Waits(Ticket),
    Refused(Refusal, String),
    /// Nobody could be asked whether it has a right to this channel. What the database says is for the log.
    Undecided(String, PolicyError),
}

impl Opening {
    pub(super) fn new(request: StreamRequest) -> Self {
        Self { request, claims: None, is_admitted: false, allowed: 0, may_read: false }
    }

    pub(super) fn claims(&self) -> Option<&Claims> {
        self.claims.as_deref()
    }

    /// Asks what is not known yet. `answer` is that to the question that it waited for.
    pub(super) fn ask(&mut self, answer: &mut Option<Answer>, ctx: &mut dyn Context) -> Result<(), Stopped> {
        self.check_token(answer, ctx)?;
        let user = self.claims.clone();
        let user = user.as_ref().and_then(|claims| claims.subject.as_deref());
        if !self.is_admitted {
            let answer = match hook_answer(answer) {
                Some(answer) => answer,
                None => hooks::ask_to_open(hooks::Opening { protocol: "events", user }, ctx)
                    .map_err(Stopped::Waits)?,
            };
            answer.data().map_err(|refused| Stopped::Refused(refused.cause(), format!("{refused}")))?;
            self.is_admitted = true;
        }
        while let Some(name) = self.request.channels.get(self.allowed) {
            if !self.may_read {
                self.check_policies(name, answer, ctx)?;
                self.may_read = true;
            }
            allowed((name, user), hook_answer(answer), ctx)?;
            (self.allowed, self.may_read) = (self.allowed + 1, false);
        }
        // Hooks and policies may have taken a while.
        match self.claims.as_ref().and_then(|claims| claims.expired_for(ctx.unix_time_s())) {
            Some(seconds) => Err(token_refused(TokenError::Expired { seconds })),
            None => Ok(()),
        }
    }

    /// Has the token checked. The request was let in by it, but its key may have to be fetched.
    fn check_token(&mut self, answer: &mut Option<Answer>, ctx: &mut dyn Context) -> Result<(), Stopped> {
        let Some(token) = self.request.token.as_ref().filter(|_| self.claims.is_none()) else {
            return Ok(());
        };
        if let Some(Answer::Token(Err(error))) = answer.take() {
            return Err(token_refused(error));
        }
        match ctx.ask(Question::Token(token)) {
            Asked::Now(Answer::Token(checked)) => self.claims = Some(checked.map_err(token_refused)?),
            Asked::Now(_) => return Err(token_refused(TokenError::Signer { key_id: None })),
            Asked::Later(ticket) => return Err(Stopped::Waits(ticket)),
        }
        Ok(())
    }

    /// Asks the database's policies whether the bearer of the token may read a private channel.
    fn check_policies(
        &self,
        name: &str,
        answer: &mut Option<Answer>,
        ctx: &mut dyn Context,
    ) -> Result<(), Stopped> {
        let Some(claims) = self.claims.as_ref().filter(|claims| !claims.bypasses_policies()) else {
            return Ok(());
        };
        let Some(topic) = private_topic(name, &self.request.app) else { return Ok(()) };
        let headers = self.request.policy_headers.as_deref().unwrap_or(NO_HEADERS);
        let question = PolicyQuestion { topic: &topic, direction: Direction::Read, claims, headers };
        let answer = match answer.take_if(|answer| matches!(answer, Answer::Policies(_))) {
            Some(answer) => answer,
            None => match ctx.ask(Question::Policies(question)) {
                Asked::Now(answer) => answer,
                Asked::Later(ticket) => return Err(Stopped::Waits(ticket)),
            },
        };
        match answer {
            Answer::Policies(Ok(permissions)) if permissions.broadcast => Ok(()),
            Answer::Policies(Err(error)) => Err(Stopped::Undecided(name.into(), error)),
            _ => Err(Stopped::Refused(Refusal::NotAllowed, no_right(name))),
        }
    }

    /// What may take away the rights that the stream has by its token; `None` without one.
    pub(super) fn bearer(&self, ctx: &dyn Context) -> Option<Bearer> {
        let claims = Arc::clone(self.claims.as_ref()?);
        let channels = self.request.channels.iter().filter(|_| !claims.bypasses_policies());
        let topics = channels.filter_map(|name| private_topic(name, &self.request.app)).collect();
        Some(Bearer::new(claims, topics, self.request.policy_headers.clone(), ctx))
    }

    /// Subscribes to all channels at once, so that nothing is live before the stream has said where it begins.
    pub(super) fn subscribe(&self, encoding: Framing, ctx: &mut dyn Context) -> Result<Vec<Begun>, Stopped> {
        let StreamRequest { app, channels, after, .. } = &self.request;
        let mut begun = Vec::with_capacity(channels.len());
        for name in channels {
            let channel = ChannelName::parse(name, app)
                .map_err(|error| Stopped::Refused(Refusal::Malformed, format!("{error}")))?;
            let heard = (Interest::MESSAGES, encoding);
            let subscribed = ctx
                .subscribe(channel.key(app.index), None, heard, channel.rules(app))
                .map_err(|failure| no_room(failure, name))?;
            let after = after.as_ref().and_then(|after| after.get(begun.len())).copied();
            let missed = after.and_then(|after| ctx.missed(&subscribed, MissedSince::Position(after)));
            let position = match (after, &missed) {
                (Some(after), Some(missed)) if missed.is_complete() => after,
                _ => subscribed.position,
            };
            begun.push(Begun { subscribed, position, missed });
        }
        Ok(begun)
    }
}

/// What policies know a private channel by; `None` of every other. By the app of the request, whose settings the names
/// were judged and will be subscribed by.
fn private_topic(name: &str, app: &App) -> Option<Box<str>> {
    let channel = ChannelName::parse(name, app).ok()?;
    let is_private = matches!(channel.kind(), ChannelKind::Private | ChannelKind::Encrypted);
    is_private.then(|| channel.key(app.index).name.into())
}

fn token_refused(error: TokenError) -> Stopped {
    Stopped::Refused(Refusal::Signature, format!("{}", error.reason()))
}

/// Why a stream does not get a channel, or has it no longer.
pub(super) fn no_right(name: &str) -> String {
    format!("The token gives no right to read channel {name}: policies on realtime.messages allow that")
}

fn hook_answer(answer: &mut Option<Answer>) -> Option<HookAnswer> {
    match answer.take_if(|answer| matches!(answer, Answer::Hook(_)))? {
        Answer::Hook(answer) => Some(answer),
        _ => None,
    }
}

/// Asks the hook that wants to know of a subscription, unless it has answered.
fn allowed(
    (name, user): (&str, Option<&str>),
    answered: Option<HookAnswer>,
    ctx: &mut dyn Context,
) -> Result<(), Stopped> {
    let event = HookEvent::Subscribe;
    let answer = match answered {
        Some(answer) => answer,
        None => {
            let Some(hook) = ctx.app().hooks.find(event, name) else { return Ok(()) };
            let (socket, detail) = (Some(ctx.socket_id()), HookDetail::Subscription { channel_data: None });
            let question = HookQuestion { hook, event, channel: name, socket, user, detail };
            hooks::ask(question, ctx).map_err(Stopped::Waits)?
        }
    };
    answer.data().map(drop).map_err(|refused| {
        Stopped::Refused(refused.cause(), format!("Subscription to {name} refused: {refused}"))
    })
}

fn no_room(failure: SubscribeFailure, name: &str) -> Stopped {
    match failure {
        SubscribeFailure::Already => {
            Stopped::Refused(Refusal::Malformed, format!("channel {name} is named twice"))
        }
        SubscribeFailure::Hub(error @ SubscribeError::AppChannelsFull { .. }) => {
            Stopped::Refused(Refusal::Quota, format!("{error}"))
        }
        SubscribeFailure::Hub(error) => {
            Stopped::Refused(Refusal::Overload, format!("{error}; try again later"))
        }
    }
}
