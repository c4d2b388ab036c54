//! The message of a client that waits, and what has been answered to it.
//!
//! A message may need several answers, one after the other. It is handled again from the beginning with those that it has, and
//! asks for the next.

use alloc::boxed::Box;

use crate::{
    Answer, Asked, Context, PolicyAnswer, PolicyQuestion, Question, ReplayAnswer, Ticket,
    parked::{Message, Parked},
};

/// The message at hand waits for the answer to this question.
pub(super) struct Later(pub(super) Option<Ticket>);

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

    /// Takes the answer to the message that waits, and returns that to be handled again; the answer itself if it belongs to
    /// another question.
    pub(super) fn take(&mut self, ticket: Ticket, answer: Answer) -> Result<Message, Answer> {
        let Some(message) = Parked::take(&mut self.message, Some(ticket)) else { return Err(answer) };
        let answers = self.answers.get_or_insert_default();
        match answer {
            Answer::Policies(answer) => answers.policies = Some(answer),
        }
        Ok(message)
    }

    /// What [`Context::ask_replay`] brought.
    pub(super) fn keep_replay(&mut self, answer: ReplayAnswer) {
        self.answers.get_or_insert_default().replay = Some(answer);
    }

    /// The same, to be used.
    pub(super) fn take_replay(&mut self) -> Option<ReplayAnswer> {
        self.answers.as_mut()?.replay.take()
    }

    /// The message that waits for something else than the answer to a question.
    pub(super) fn take_other(&mut self) -> Option<Message> {
        Parked::take(&mut self.message, None)
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
            Asked::Later(ticket) => Err(Later(Some(ticket))),
        }
    }
}
