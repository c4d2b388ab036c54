//! The one way in which a session waits.
//!
//! A session [asks](Context::ask) its driver a [`Question`]. Where the answer is at hand it gets it
//! at once; otherwise it gets a [`Ticket`], and [`Session::answered`] brings the answer later,
//! under that ticket.
//!
//! # What waits, and in which order it goes on
//!
//! A question either [parks](Question::parks) its connection or it does not.
//!
//! - If it does, nothing more of the connection is read until the answer has come, so that nothing
//!   overtakes it. The session retains the message that asked (`Parked`);
//!   the driver retains the bytes that it had read behind it, and pauses the socket. A client that
//!   goes on sending meets a full window, so neither needs a queue. The answer goes to the session
//!   first, which handles its message again from the beginning. That may ask another question: then
//!   the bytes wait on. Otherwise the driver hands the session the bytes, and then resumes the
//!   socket. A session has one such question at a time.
//! - If it does not, the client is read on, and the answer is an event like any other.
//!
//! # Bounds
//!
//! - **Time.** Each question has a [deadline](Question::deadline_ms). Those that are asked have
//!   shorter ones of their own, so this one is for faults: then the driver answers with
//!   [`Question::late`], and drops what comes after it.
//! - **Number.** A session may have [`App::open_questions`] open. One more is answered at once with
//!   [`Question::too_many`].

use baton_hub::{KeyRef, Millis, PublishError};
use core::num::NonZeroU64;

use crate::{
    App, FollowAnswer, FollowError, FollowRequest, HookAnswer, HookQuestion, PolicyAnswer, PolicyError,
    PolicyQuestion, ReplayAnswer, ReplayError, ReplayQuestion, TokenAnswer, TokenError,
};
#[cfg(doc)]
use crate::{Context, Session};

/// Names a question that is answered later. A driver never gives the same one twice to a
/// connection, so that an answer that comes after its deadline belongs to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub NonZeroU64);

/// What a session asks of its driver.
///
/// Publishing and subscribing are calls of [`Context`] today, since this process answers them at
/// once. Where another process has to be asked, each becomes a variant here that parks, with a
/// counterpart in [`Answer`] that carries the result of the call. The message that asked consumes
/// that answer when it is handled again, as it does those of the policies, so it does not publish
/// twice. Nothing else has to change: a ticket, a deadline and the loop's message do not depend on
/// what is asked, and an answer is owned, goes from thread to thread, and need not be cloned.
#[derive(Debug, Clone, Copy)]
pub enum Question<'a> {
    /// What the database's policies allow on a private channel. Parks.
    Policies(PolicyQuestion<'a>),
    /// The same of what was decided a while ago, whatever is cached of it. The client is read on.
    Recheck(PolicyQuestion<'a>),
    /// What the database has sent to a private channel. Parks.
    Replay(ReplayQuestion<'a>),
    /// What a token of the app's users says: its signature is checked, its time, for whom it is,
    /// and that it has not been revoked. Parks where the key that it names has to be fetched, and
    /// is then asked again ([`Answer::Again`]): a token that was revoked meanwhile is refused.
    Token(&'a str),
    /// Whether there is room for a message on this channel. Parks where those who would deliver it
    /// are behind, and is then asked again ([`Answer::Again`]).
    Room(KeyRef<'a>),
    /// Whether the application allows what is about to happen ([`hooks`](crate::hooks)). Parks.
    Hook(HookQuestion<'a>),
    /// Whether what the database broadcasts from now on arrives. The client is read on.
    Broadcasts,
    /// Follows the database's changes, which the driver delivers from then on. It is answered
    /// whenever there is news of it: the first good one says from when on no change is missed. It
    /// stays open until [`Context::cancel`]; a session that ends says so for each. The client is
    /// read on.
    Follow(FollowRequest<'a>),
}

/// What is answered. Where nothing else is said, to the question of the same name.
#[derive(Debug)]
pub enum Answer {
    /// What the policies allow, or why they do not say; also to [`Question::Recheck`].
    Policies(PolicyAnswer),
    /// What the database has, or why it does not say.
    Replay(ReplayAnswer),
    /// What it says, or why it is not taken.
    Token(TokenAnswer),
    /// There is room; or the message is refused as if it had been published.
    Room(Result<(), PublishError>),
    /// Whether it may happen, and with which data.
    Hook(HookAnswer),
    /// Whether it does; `false` if not in time.
    Broadcasts(bool),
    /// What became of what is followed, or why nothing is.
    Follow(FollowAnswer),
    /// What the question waited for may be there: the message asks once more, which is a question
    /// of its own.
    Again,
}

impl Answer {
    /// What was asked, in a word for the log.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Policies(_) => "policies",
            Self::Replay(_) => "replay",
            Self::Token(_) => "token",
            Self::Room(_) => "room",
            Self::Hook(_) => "hook",
            Self::Broadcasts(_) => "broadcasts",
            Self::Follow(_) => "follow",
            Self::Again => "again",
        }
    }
}

/// Whether an answer is at hand.
#[derive(Debug)]
pub enum Asked {
    /// It is.
    Now(Answer),
    /// [`Session::answered`] brings it, under this ticket.
    Later(Ticket),
}

/// How long a database may take. Policies are asked for 10 s at most, earlier messages for 9 s.
const DATABASE_MS: Millis = 15_000;

/// How long the stream of a database may take to begin. It is waited for 4 s.
const BROADCASTS_MS: Millis = 10_000;

/// How long keys of tokens may take to come. They are fetched within 5 s.
const KEYS_MS: Millis = 15_000;

/// How long a message waits for room. Loops that are behind take milliseconds; one that takes
/// longer than this is stuck, and a client that was not read for much longer would count as gone.
/// Its message is refused, as the server is overloaded.
const ROOM_MS: Millis = 30_000;

/// How long a hook may take. A question waits for its turn for 10 s at most, and then for its answer for as long.
const HOOK_MS: Millis = 25_000;

/// Questions of one session beside those of its channels: one that parks, and one channel that is
/// rechecked.
const OPEN_BESIDE_CHANNELS: usize = 2;

/// Questions of each channel: whether broadcasts arrive, what it follows, and what it followed with
/// the token before.
const OPEN_PER_CHANNEL: usize = 3;

impl Question<'_> {
    /// Whether nothing more of the connection is read until the answer has come.
    pub fn parks(&self) -> bool {
        match self {
            Self::Policies(_) | Self::Replay(_) | Self::Token(_) | Self::Room(_) | Self::Hook(_) => true,
            Self::Recheck(_) | Self::Broadcasts | Self::Follow(_) => false,
        }
    }

    /// How long the answer may take, in milliseconds; `None` where there is no such time.
    pub fn deadline_ms(&self) -> Option<Millis> {
        match self {
            Self::Policies(_) | Self::Recheck(_) | Self::Replay(_) => Some(DATABASE_MS),
            Self::Broadcasts => Some(BROADCASTS_MS),
            // It is no single answer that is waited for; the feed reports itself that it cannot
            // follow.
            Self::Follow(_) => None,
            Self::Token(_) => Some(KEYS_MS),
            Self::Room(_) => Some(ROOM_MS),
            Self::Hook(_) => Some(HOOK_MS),
        }
    }

    /// What is answered when that time is over. The client learns of a database that took too long,
    /// or of a token whose signer is not known; a driver that knows which key it is says that.
    pub fn late(&self) -> Answer {
        match self {
            Self::Policies(_) | Self::Recheck(_) => Answer::Policies(Err(PolicyError::Cancelled)),
            Self::Replay(_) => Answer::Replay(Err(ReplayError::Unreachable)),
            Self::Token(_) | Self::Broadcasts | Self::Follow(_) => self.unavailable(),
            Self::Room(_) | Self::Hook(_) => self.too_many(),
        }
    }

    /// What is answered at once where the session has as many questions open as it may have.
    pub fn too_many(&self) -> Answer {
        match self {
            Self::Policies(_) | Self::Recheck(_) => Answer::Policies(Err(PolicyError::Busy)),
            Self::Replay(_) => Answer::Replay(Err(ReplayError::Busy)),
            Self::Token(_) | Self::Broadcasts => self.unavailable(),
            Self::Room(_) => Answer::Room(Err(PublishError::Full)),
            Self::Hook(_) => Answer::Hook(HookAnswer::NONE),
            Self::Follow(_) => Answer::Follow(Err(FollowError::TooMany)),
        }
    }

    /// What is answered at once where there is nobody to ask: the app has no database, no keys, or no
    /// such hook.
    pub fn unavailable(&self) -> Answer {
        match self {
            Self::Policies(_) | Self::Recheck(_) => Answer::Policies(Err(PolicyError::NoDatabase)),
            Self::Replay(_) => Answer::Replay(Ok(None)),
            Self::Token(_) => Answer::Token(Err(TokenError::Signer { key_id: None })),
            Self::Room(_) => Answer::Room(Ok(())),
            Self::Hook(_) => Answer::Hook(HookAnswer::NONE),
            Self::Broadcasts => Answer::Broadcasts(false),
            Self::Follow(_) => Answer::Follow(Err(FollowError::NoDatabase)),
        }
    }
}

impl App {
    /// How many questions one session may have open. A session that is right never meets the bound.
    pub fn open_questions(&self) -> usize {
        let channels = usize::try_from(self.channels_per_connection).unwrap_or(usize::MAX);
        channels.saturating_mul(OPEN_PER_CHANNEL).saturating_add(OPEN_BESIDE_CHANNELS)
    }
}
