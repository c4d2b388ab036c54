//! The message of a client that waits, and what has been answered to it.
//!
//! A message may need several answers, one after the other. It is handled again from the beginning
//! with those that it has, and asks for the next.

use alloc::boxed::Box;

use baton_hub::{KeyRef, PublishError};

use crate::{
    Answer, Asked, Context, HookAnswer, HookQuestion, HookRefused, PolicyAnswer, PolicyError, PolicyQuestion,
    Question, ReplayAnswer, ReplayError, ReplayQuestion, Ticket, TokenAnswer, TokenError, hooks,
    parked::{Message, Parked},
};

/// The message at hand waits for the answer to this question.
pub(super) struct Later(Ticket);

/// Two words of a session, as messages rarely wait.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    message: Option<Box<Parked>>,
    answers: Option<Box<Answers>>,
}

/// Answers to what one message asked.
#[derive(Debug, Default)]
struct Answers {
    policies: Option<PolicyAnswer>,
    replay: Option<ReplayAnswer>,
    /// Why there is no room for it.
    room: Option<PublishError>,
    /// Why its token is not taken.
    token: Option<TokenError>,
    hook: Option<HookAnswer>,
}

impl Waiting {
    /// Retains a text message until the answer comes.
    pub(super) fn park_text(&mut self, Later(ticket): Later, text: &str) {
        self.message = Some(Parked::text(ticket, text));
    }

    /// The same of a binary message.
    pub(super) fn park_binary(&mut self, Later(ticket): Later, data: &[u8]) {
        self.message = Some(Parked::binary(ticket, data));
    }

    /// Retains that the connection has yet to open.
    pub(super) fn park_opening(&mut self, ticket: Ticket) {
        self.message = Some(Parked::opening(ticket));
    }

    /// Takes the answer to the message that waits, and returns that to be handled again; the answer
    /// itself if it belongs to another question.
    pub(super) fn take(&mut self, ticket: Ticket, answer: Answer) -> Result<Message, Answer> {
        let Some(message) = Parked::take(&mut self.message, ticket) else { return Err(answer) };
        let answers = self.answers.get_or_insert_default();
        match answer {
            Answer::Policies(answer) => answers.policies = Some(answer),
            Answer::Replay(answer) => answers.replay = Some(answer),
            Answer::Token(answer) => answers.token = answer.err(),
            Answer::Room(answer) => answers.room = answer.err(),
            Answer::Hook(answer) => answers.hook = Some(answer),
            Answer::Again | Answer::Broadcasts(_) | Answer::Follow(_) => {}
        }
        Ok(message)
    }

    /// The message has been handled: unless it has another question, its answers are dropped.
    pub(super) fn settle(&mut self) {
        if self.message.is_none() {
            self.answers = None;
        }
    }

    /// What the policies say to a question, which is asked unless its answer has just come.
    pub(super) fn policies(
        &mut self,
        question: PolicyQuestion<'_>,
        ctx: &mut dyn Context,
    ) -> Result<PolicyAnswer, Later> {
        if let Some(answer) = self.answers.as_ref().and_then(|answers| answers.policies.clone()) {
            return Ok(answer);
        }
        match ctx.ask(Question::Policies(question)) {
            Asked::Now(Answer::Policies(answer)) => Ok(answer),
            Asked::Now(_) => Ok(Err(PolicyError::Unreachable)),
            Asked::Later(ticket) => Err(Later(ticket)),
        }
    }

    /// What a token says. A good one is asked about whenever its message is handled, as it may have
    /// been revoked meanwhile.
    pub(super) fn token(&mut self, token: &str, ctx: &mut dyn Context) -> Result<TokenAnswer, Later> {
        if let Some(error) = self.answers.as_mut().and_then(|answers| answers.token.take()) {
            return Ok(Err(error));
        }
        match ctx.ask(Question::Token(token)) {
            Asked::Now(Answer::Token(answer)) => Ok(answer),
            Asked::Now(_) => Ok(Err(TokenError::Signer { key_id: None })),
            Asked::Later(ticket) => Err(Later(ticket)),
        }
    }

    /// Whether there is room for a message on a channel. That there was some is asked about once
    /// more.
    pub(super) fn room(
        &mut self,
        key: KeyRef<'_>,
        ctx: &mut dyn Context,
    ) -> Result<Result<(), PublishError>, Later> {
        if let Some(error) = self.answers.as_mut().and_then(|answers| answers.room.take()) {
            return Ok(Err(error));
        }
        match ctx.ask(Question::Room(key)) {
            Asked::Now(Answer::Room(answer)) => Ok(answer),
            Asked::Now(_) => Ok(Err(PublishError::Full)),
            Asked::Later(ticket) => Err(Later(ticket)),
        }
    }

    /// Asks a hook.
    pub(super) fn hook(
        &mut self,
        question: HookQuestion<'_>,
        ctx: &mut dyn Context,
    ) -> Result<HookAnswer, Later> {
        hooks::ask(question, ctx).map_err(Later)
    }

    /// What a hook has answered to the message at hand.
    pub(super) fn hook_answer(&self) -> Option<HookAnswer> {
        self.answers.as_ref()?.hook.clone()
    }

    /// Whether a hook has answered to the message at hand.
    pub(super) fn has_hook(&self) -> bool {
        self.answers.as_ref().is_some_and(|answers| answers.hook.is_some())
    }

    /// Why a hook refuses the message at hand, if it does.
    pub(super) fn hook_refused(&self) -> Option<HookRefused> {
        match self.answers.as_ref()?.hook.as_ref()? {
            HookAnswer::Refused(refused) => Some(refused.clone()),
            HookAnswer::Allowed | HookAnswer::Rewritten(_) => None,
        }
    }

    /// What the hook of the connection has answered.
    pub(super) fn take_hook(&mut self) -> HookAnswer {
        let answers = self.answers.as_mut();
        answers.and_then(|answers| answers.hook.take()).unwrap_or(HookAnswer::NONE)
    }

    /// What the database has of earlier messages, as [`Waiting::policies`].
    pub(super) fn replay(
        &mut self,
        question: ReplayQuestion<'_>,
        ctx: &mut dyn Context,
    ) -> Result<ReplayAnswer, Later> {
        if let Some(answer) = self.answers.as_mut().and_then(|answers| answers.replay.take()) {
            return Ok(answer);
        }
        match ctx.ask(Question::Replay(question)) {
            Asked::Now(Answer::Replay(answer)) => Ok(answer),
            Asked::Now(_) => Ok(Err(ReplayError::Unreachable)),
            Asked::Later(ticket) => Err(Later(ticket)),
        }
    }

    /// Whether the database has said what it has.
    pub(super) fn has_replay(&self) -> bool {
        self.answers.as_ref().is_some_and(|answers| answers.replay.is_some())
    }
}
