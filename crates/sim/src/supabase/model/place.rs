//! What a client has on a topic that it has joined, as it must be.

use baton_protocols::{Direction, Permissions, PolicyAnswer, TokenError};

use crate::{
    server::Ruled,
    supabase::{Config, Token},
};

/// A join that the server has confirmed and not ended.
#[derive(Debug)]
pub(crate) struct Place {
    pub(super) join_ref: String,
    pub(crate) config: Config,
    pub(super) token: Token,
    /// It is sent who is present.
    pub(super) presence: bool,
    /// It is to be sent who is there.
    pub(super) state_owed: bool,
    pub(super) read: Permissions,
    /// What it may write, once policies have said so.
    pub(super) write: Option<Permissions>,
    /// What it says of itself.
    pub(super) tracked: Option<String>,
    /// It has to be ended at once.
    pub(super) farewell: Option<Farewell>,
    /// It is to be notified whether broadcasts of the database arrive.
    pub(super) replication_owed: bool,
    /// Changes are followed for it.
    pub(super) follows: bool,
}

/// How a join ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Farewell {
    /// As the client asked.
    Close,
    /// Because of this, which the client is sent.
    Because(String),
}

impl Place {
    /// Whether policies apply.
    pub(super) fn is_guarded(&self) -> bool {
        self.config.private && !self.token.is_service
    }

    pub(super) fn hears_messages(&self) -> bool {
        !self.is_guarded() || self.read.broadcast
    }

    pub(crate) fn hears_presence(&self) -> bool {
        self.presence && (!self.is_guarded() || self.read.presence)
    }

    /// What it may read changes; whether it hears messages otherwise than before.
    pub(super) fn set_read(&mut self, change: impl FnOnce(&mut Self)) -> bool {
        let (messages, presence) = (self.hears_messages(), self.hears_presence());
        change(self);
        self.state_owed |= self.hears_presence() && !presence;
        self.hears_messages() != messages
    }

    pub(super) fn withdraw(&mut self, topic: &str) {
        let text = format!("You no longer have permission to read from this Channel topic: {topic}");
        self.farewell = Some(Farewell::Because(text));
    }
}

/// What was last said of a token in reading a message.
pub(super) fn token_error(rulings: &[Ruled]) -> Option<Result<(), TokenError>> {
    rulings.iter().rev().find_map(|ruled| match ruled {
        Ruled::Token(checked) => Some(checked.clone()),
        _ => None,
    })
}

/// What policies last said under a token.
pub(super) fn policies(
    rulings: &[Ruled],
    asked: (&str, Direction),
    of_token: &Token,
) -> Option<PolicyAnswer> {
    rulings.iter().rev().find_map(|ruled| match ruled {
        Ruled::Policies { topic, direction, token, is_recheck: false, answer }
            if (topic.as_str(), *direction) == asked && *token == of_token.id =>
        {
            Some(answer.clone())
        }
        _ => None,
    })
}
