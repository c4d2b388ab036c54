//! A modelled database: whose policies sessions ask about, whose keys check tokens, and whose changes they follow.
//!
//! It answers at once, later, or not before the deadline, in any order, and by what holds when it answers. What it
//! has answered it notes, so that the model need not ask the sessions.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use baton_hub::{Form, Message};
use baton_protocols::{
    Answer, Claims, Direction, FollowError, FollowFailure, FollowNews, Permissions, PolicyAnswer,
    PolicyError, Question, ReplayError, ReplayPage, TokenError,
};

use super::ConnectionId;
use crate::{
    Dice,
    supabase::{Token, payload_of},
};

/// A question that is answered later, with what belongs to it.
#[derive(Debug, Clone)]
pub(super) enum Owned {
    Policies { topic: String, direction: Direction, claims: Arc<Claims>, is_recheck: bool },
    Token(String),
    Replay { topic: String, limit: usize },
    Broadcasts,
    Follow { channel: String },
}

/// When a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    Now,
    Later(u64),
    /// Not in time.
    Never,
}

/// What was answered, and to whom.
#[derive(Debug)]
pub(crate) struct Ruling {
    pub(crate) id: ConnectionId,
    pub(crate) what: Ruled,
}

#[derive(Debug, Clone)]
pub(crate) enum Ruled {
    /// What policies allow under a token.
    Policies { topic: String, direction: Direction, token: String, is_recheck: bool, answer: PolicyAnswer },
    /// Whether a token is taken.
    Token(Result<(), TokenError>),
    /// Earlier messages could not be had.
    NoReplay(ReplayError),
}

/// What is said of a stream of changes that delivers none for now.
pub(super) const STREAM_ENDED: &str = "the stream ended";

/// How soon a stream that ended begins again.
const AGAIN_MS: u64 = 1_500;

/// Longest time that an answer in time takes.
const SLOWEST_MS: u64 = 4_000;

#[derive(Debug)]
pub(crate) struct Database {
    dice: Dice,
    /// What each user may read and write on each topic; all, where nothing is said.
    policies: BTreeMap<(String, String), [Permissions; 2]>,
    /// Tokens whose signer's key has been fetched.
    fetched: BTreeSet<String>,
    /// Tokens that hold no longer, by their ids.
    revoked: BTreeSet<String>,
    /// What it has broadcast on each private topic.
    stored: BTreeMap<String, Vec<String>>,
    rulings: Vec<Ruling>,
}

impl Database {
    pub(super) fn new(dice: Dice) -> Self {
        let (policies, fetched, revoked, stored) = Default::default();
        Self { dice, policies, fetched, revoked, stored, rulings: Vec::new() }
    }

    /// Policies change.
    pub(crate) fn allow(&mut self, user: &str, topic: &str, rights: [Permissions; 2]) {
        self.policies.insert((user.to_owned(), topic.to_owned()), rights);
    }

    pub(crate) fn revoke(&mut self, token: &str) {
        self.revoked.insert(token.to_owned());
    }

    pub(super) fn store(&mut self, topic: &str, uuid: &str) {
        self.stored.entry(topic.to_owned()).or_default().push(uuid.to_owned());
    }

    pub(super) fn is_revoked(&self, claims: &Claims) -> bool {
        claims.id.as_deref().is_some_and(|id| self.revoked.contains(id))
    }

    /// What was answered since the last question.
    pub(super) fn take_rulings(&mut self) -> Vec<Ruling> {
        std::mem::take(&mut self.rulings)
    }

    pub(super) fn when(&mut self, question: &Owned) -> When {
        let never = if matches!(question, Owned::Follow { .. }) { 0 } else { 2 };
        let is_known = |token: &String| !Token::read(token).is_some_and(|token| token.is_of_unknown_key());
        match question {
            Owned::Token(token) if is_known(token) || self.fetched.contains(token) => When::Now,
            _ => match self.dice.below(100) {
                roll if roll < never => When::Never,
                roll if roll < 35 && !matches!(question, Owned::Follow { .. } | Owned::Token(_)) => When::Now,
                _ => When::Later(self.dice.below(SLOWEST_MS)),
            },
        }
    }

    /// When there is news of what is followed: a stream that ended begins again soon, and another one may end.
    pub(super) fn next_news_ms(&mut self, has_ended: bool) -> Option<u64> {
        match has_ended {
            true => Some(AGAIN_MS),
            false => self.dice.chance(50).then(|| self.dice.between(500, 10_000)),
        }
    }

    /// Too many different requests are followed, now and then.
    pub(super) fn is_full(&mut self) -> Option<FollowError> {
        self.dice.chance(5).then_some(FollowError::Full { limit: 1 })
    }

    /// Answers by what holds now.
    pub(super) fn answer(&mut self, id: ConnectionId, question: &Owned, now_s: u64) -> Answer {
        match question {
            Owned::Policies { topic, direction, claims, is_recheck } => {
                let answer = self.decide(topic, *direction, claims);
                self.ruled_on_policies(id, (topic, *direction, claims, *is_recheck), &answer);
                Answer::Policies(answer)
            }
            Owned::Token(text) => {
                let token = Token::read(text);
                if token.as_ref().is_some_and(Token::is_of_unknown_key) && self.fetched.insert(text.clone()) {
                    return Answer::Again; // and then it is asked again, by sessions that still wait for it
                }
                let checked = token.ok_or(TokenError::Malformed).and_then(|token| self.check(&token, now_s));
                self.note(id, Ruled::Token(checked.as_ref().map(|_| ()).map_err(Clone::clone)));
                Answer::Token(checked)
            }
            Owned::Replay { topic, limit } => match self.dice.below(10) {
                0 => {
                    self.note(id, Ruled::NoReplay(ReplayError::Busy));
                    Answer::Replay(Err(ReplayError::Busy))
                }
                1 => Answer::Replay(Ok(None)),
                _ => Answer::Replay(Ok(Some(self.page(topic, *limit)))),
            },
            Owned::Broadcasts => Answer::Broadcasts(self.dice.chance(80)),
            Owned::Follow { .. } if self.dice.chance(20) => {
                Answer::Follow(Ok(FollowNews::Failed(FollowFailure::Other(STREAM_ENDED.into()))))
            }
            Owned::Follow { .. } => Answer::Follow(Ok(FollowNews::Ready)),
        }
    }

    /// The deadline of a question is over.
    pub(super) fn late(&mut self, id: ConnectionId, question: &Owned) -> Answer {
        match question {
            Owned::Policies { topic, direction, claims, is_recheck } => {
                let answer = Err(PolicyError::Cancelled);
                self.ruled_on_policies(id, (topic, *direction, claims, *is_recheck), &answer);
                Answer::Policies(answer)
            }
            Owned::Token(text) => {
                let answer = Question::Token(text).late();
                if let Answer::Token(Err(error)) = &answer {
                    self.note(id, Ruled::Token(Err(error.clone())));
                }
                answer
            }
            Owned::Replay { .. } => {
                self.note(id, Ruled::NoReplay(ReplayError::Unreachable));
                Answer::Replay(Err(ReplayError::Unreachable))
            }
            Owned::Broadcasts | Owned::Follow { .. } => Question::Broadcasts.late(),
        }
    }

    /// The newest messages of a topic.
    fn page(&self, topic: &str, limit: usize) -> ReplayPage {
        let stored = self.stored.get(topic).map_or(&[][..], |all| all);
        let newest = &stored[stored.len().saturating_sub(limit)..];
        let message = |uuid: &String| Message {
            event: "n".into(),
            data: payload_of(uuid).into_bytes().into(),
            form: Form::Json,
            id: Some(uuid.as_str().into()),
            user: None,
        };
        ReplayPage { messages: newest.iter().map(message).collect(), complete: false }
    }

    fn ruled_on_policies(
        &mut self,
        id: ConnectionId,
        (topic, direction, claims, is_recheck): (&str, Direction, &Claims, bool),
        answer: &PolicyAnswer,
    ) {
        let (topic, token) = (topic.to_owned(), claims.id.as_deref().unwrap_or_default().to_owned());
        self.note(id, Ruled::Policies { topic, direction, token, is_recheck, answer: answer.clone() });
    }

    fn note(&mut self, id: ConnectionId, what: Ruled) {
        self.rulings.push(Ruling { id, what });
    }

    fn decide(&mut self, topic: &str, direction: Direction, claims: &Claims) -> PolicyAnswer {
        match self.dice.below(40) {
            0 => return Err(PolicyError::Unreachable),
            1 => return Err(PolicyError::Failed("a policy divides by zero".into())),
            _ => {}
        }
        let user = claims.subject.as_deref().unwrap_or_default().to_owned();
        let [read, write] = self.policies.get(&(user, topic.to_owned())).unwrap_or(&[Permissions::ALL; 2]);
        Ok(if direction == Direction::Read { *read } else { *write })
    }

    fn check(&self, token: &Token, now_s: u64) -> Result<Arc<Claims>, TokenError> {
        let claims = token.claims();
        if token.is_forged() {
            return Err(TokenError::Signature);
        }
        if let Some(seconds) = claims.expired_for(now_s) {
            return Err(TokenError::Expired { seconds });
        }
        if self.is_revoked(&claims) { Err(TokenError::Revoked) } else { Ok(claims) }
    }
}
