//! Following a database's changes: what a session asks for, and what is answered.
//!
//! The changes themselves come as publications on a channel of the class [`Access::Changes`](baton_hub::Access::Changes),
//! whose name is a word, a colon and the topic. Those who ask for the same, on a topic of the same name, share one, and those
//! who may see the same by their claims another.

use alloc::{boxed::Box, sync::Arc};

use crate::{ChangesRequest, Claims, Ticket};

/// What a channel's client asks for.
#[derive(Debug, Clone, Copy)]
pub struct FollowRequest<'a> {
    /// The channel that it joined, without `realtime:`.
    pub topic: &'a str,
    /// What it asks for.
    pub changes: &'a [ChangesRequest],
    /// How the changes are to be written.
    pub format: FollowFormat,
    /// Who asks.
    pub claims: &'a Arc<Claims>,
    /// What is followed for the same channel so far: no change is missed between the two, and none
    /// comes twice. It is to be cancelled with the first answer to the new one, and not before,
    /// since changes may come by it until then.
    pub replaces: Option<Ticket>,
}

/// How a protocol writes changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowFormat {
    /// Supabase Realtime's, with the numbers of the requests.
    Supabase,
    /// Supabase Realtime's where the topic itself is the request, which has no number.
    SupabaseTopic,
}

/// Why nothing is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowError {
    /// The app has no database.
    NoDatabase,
    /// As many different requests are followed as the server follows at once.
    Full {
        /// How many those are.
        limit: u32,
    },
    /// None of the hub's channels is left for the app's changes.
    ChannelsFull {
        /// How many channels the hub may have, for all apps.
        limit: usize,
    },
    /// The session has as many questions open as it may have.
    TooMany,
}

/// What comes of a request: news, as often as there are any, or why nothing is followed.
pub type FollowAnswer = Result<FollowNews, FollowError>;

/// What became of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowNews {
    /// Every change from now on will come.
    Ready,
    /// It will not come, or changes may have been missed.
    Failed(FollowFailure),
}

/// Why changes do not come, or were missed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowFailure {
    /// The database publishes no table that a request means.
    NotPublished {
        /// The request's number.
        request: u32,
    },
    /// A request does not fit its table.
    Unfit {
        /// The request's number.
        request: u32,
        /// The `SQLSTATE` of the error.
        code: Box<str>,
        /// What is wrong.
        message: Box<str>,
    },
    /// Anything else, in words for the client, with what to do.
    Other(Box<str>),
}

impl core::fmt::Display for FollowError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Unable to subscribe to changes with given parameters: ")?;
        match self {
            Self::NoDatabase => {
                f.write_str("this app has no database to read changes from; set its database_url")
            }
            Self::Full { limit } => write!(f, "{limit} different requests are followed already, the limit"),
            Self::ChannelsFull { limit } => write!(
                f,
                "none of the server's {limit} channels is left for this app: try again later, or raise hub_channels"
            ),
            Self::TooMany => f.write_str("this connection has as many requests open as it may have"),
        }
    }
}

impl core::error::Error for FollowError {}
