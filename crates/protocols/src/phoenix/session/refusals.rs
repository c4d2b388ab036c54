//! Why a join is refused or a channel ends, in the words of this protocol.

use core::fmt::Display;

use baton_hub::SubscribeError;

use super::Later;
use crate::phoenix::{JoinError, Notice, Reason, TopicError};
use crate::{HookRefused, PolicyError, Refusal, ReplayError, SubscribeFailure, TokenError};

/// Why a join is refused.
pub(super) enum Refused<'a> {
    Topic(TopicError<'a>),
    Join(JoinError),
    Token(TokenError),
    Reason(Reason<'a>),
    Denied {
        topic: &'a str,
    },
    Policies {
        topic: &'a str,
        error: PolicyError,
    },
    /// The database did not say what it has sent before.
    Replay(ReplayError),
    Hub(SubscribeFailure),
    Hook(HookRefused),
    /// Nothing is said: it will be decided later.
    NotYet(Later),
}

impl From<Later> for Refused<'_> {
    fn from(later: Later) -> Self {
        Self::NotYet(later)
    }
}

impl Refused<'_> {
    pub(super) fn cause(&self) -> Refusal {
        match self {
            Self::Topic(TopicError::TooLong { .. }) => Refusal::TooLarge,
            Self::Topic(_) | Self::Join(_) => Refusal::Malformed,
            Self::Token(_) => Refusal::Signature,
            Self::Reason(Reason::TooManyChannels) => Refusal::Limit,
            Self::Reason(Reason::TooManyJoins) => Refusal::Rate,
            Self::Reason(_) | Self::Denied { .. } | Self::Policies { .. } | Self::NotYet(_) => {
                Refusal::NotAllowed
            }
            Self::Hub(SubscribeFailure::Hub(SubscribeError::AppChannelsFull { .. })) => Refusal::Quota,
            Self::Hub(_) | Self::Replay(_) => Refusal::Overload,
            Self::Hook(refused) => refused.cause(),
        }
    }
}

impl Display for Refused<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Topic(error) => error.fmt(f),
            Self::Join(error) => error.fmt(f),
            Self::Token(error) => error.reason().fmt(f),
            Self::Reason(reason) => reason.fmt(f),
            Self::Denied { topic } => Reason::ReadDenied { topic }.fmt(f),
            Self::Policies { topic, error } => error.fmt_for(topic, f),
            Self::Replay(error) => write!(f, "{}: {error}", Reason::ReplayFailed),
            Self::NotYet(_) => Ok(()),
            Self::Hook(refused) => fmt_hook(refused, f),
            Self::Hub(SubscribeFailure::Already) => Reason::Unknown.fmt(f),
            Self::Hub(SubscribeFailure::Hub(SubscribeError::AppChannelsFull { limit })) => write!(
                f,
                "ChannelQuotaReached: This app's limit of {limit} channels with subscribers is reached; join one of them, or raise max_channels"
            ),
            Self::Hub(SubscribeFailure::Hub(error)) => write!(f, "ServerFull: {error}; try again later"),
        }
    }
}

/// A hook's refusal, with a code before it as every reason has.
pub(in crate::phoenix) fn fmt_hook(
    refused: &HookRefused,
    f: &mut core::fmt::Formatter<'_>,
) -> core::fmt::Result {
    let code = match refused {
        HookRefused::Reason(_) => "HookRefused",
        HookRefused::NoAnswer => "HookFailed",
    };
    write!(f, "{code}: {refused}")
}

impl TokenError {
    /// The same in the words of this protocol.
    pub fn reason(&self) -> Reason<'_> {
        match self {
            Self::Expired { seconds } => Reason::TokenExpired { seconds: *seconds },
            Self::ClaimsMissing => Reason::ClaimsMissing,
            Self::ExpiryInvalid => Reason::ExpiryInvalid,
            Self::Revoked => Reason::TokenRevoked,
            Self::UnknownKey => Reason::UnknownApiKey,
            Self::Malformed => Reason::MalformedJwt,
            Self::Signature => Reason::JwtSignature,
            Self::Signer { key_id } => Reason::JwtSigner { key_id: key_id.as_deref() },
        }
    }
}

impl PolicyError {
    /// The reason in the words of this protocol, where it has any.
    pub(in crate::phoenix) fn reason(&self) -> Option<Reason<'static>> {
        match self {
            Self::NoDatabase => None,
            Self::Unreachable => Some(Reason::DatabaseUnreachable),
            Self::Busy => Some(Reason::PoolExhausted),
            Self::Cancelled => Some(Reason::QueryCancelled),
            Self::Failed(_) => Some(Reason::PoliciesUnreadable),
        }
    }

    /// What a client is sent: Supabase's words, which clients compare, and nothing of what the
    /// policies or the database say. That is for the server's log.
    fn fmt_for(&self, topic: &str, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.reason().unwrap_or(Reason::ReadDenied { topic }).fmt(f)
    }

    /// What ends a channel for it.
    pub(super) fn notice(&self) -> Notice<'static> {
        match self.reason() {
            None => Notice::Refused(Reason::PoliciesUnreadable),
            Some(Reason::QueryCancelled) => Notice::QueryCancelled,
            Some(reason) => Notice::Refused(reason),
        }
    }
}
