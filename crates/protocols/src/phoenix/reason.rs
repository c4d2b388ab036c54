//! Why a join or a message is refused, in the words that clients' programs look for.
//!
//! An error reply says `CODE: TEXT`; where a channel is closed later for the same reason, a `system` message says the
//! text alone. Reasons that lie in the request itself have types of their own, with the same form:
//! [`TopicError`](super::TopicError) (`TopicNameRequired`, `TopicNameTooLong`, `TopicNameReserved`),
//! [`JoinError`](super::JoinError) (`PostgresChangesLimitReached`, `PresenceKeyTooLong`) and
//! [`PresenceError`](super::presence::PresenceError).

use core::fmt;

use crate::excerpt::beginning;

/// How many bytes of a topic or key id a reason repeats. Topics are short; those with long filters in them are not.
const SHOWN_BYTES: usize = 256;

/// A reason. The names of the variants are the codes, but for those that share a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason<'a> {
    /// `InvalidJWTToken`: the token was good once.
    TokenExpired {
        /// For how long it has not been.
        seconds: u64,
    },
    /// `InvalidJWTToken`: the token does not say for whom or until when it is.
    ClaimsMissing,
    /// `InvalidJWTToken`: `exp` is no time.
    ExpiryInvalid,
    /// `InvalidJWTToken`: the app has taken the token back.
    TokenRevoked,
    /// `InvalidApiKey`: a project's key that this project does not have.
    UnknownApiKey,
    /// `MalformedJWT`: no token at all.
    MalformedJwt,
    /// `JwtSignatureError`: signed by somebody else.
    JwtSignature,
    /// `JwtSignerError`: the server has no key to check the signature with.
    JwtSigner {
        /// The key that the token names.
        key_id: Option<&'a str>,
    },
    /// `Unauthorized`: the policies do not let this user read.
    ReadDenied {
        /// The topic without `realtime:`.
        topic: &'a str,
    },
    /// `Unauthorized`: the policies do not let this user write.
    WriteDenied {
        /// The topic without `realtime:`.
        topic: &'a str,
    },
    /// `ChannelRateLimitReached`: this connection has all the channels that it may have.
    TooManyChannels,
    /// `ConnectionRateLimitReached`: the project has all the connections that it may have.
    TooManyUsers,
    /// `ClientJoinRateLimitReached`. The original closes the connection as well, with 1001.
    TooManyJoins,
    /// `PrivateOnly`: public channels are switched off.
    PrivateOnly,
    /// `TenantNotFound`; the connection is closed with 1001 as well.
    TenantNotFound,
    /// `RealtimeDisabledForTenant`: the project is switched off.
    Disabled,
    /// `RealtimeRestarting`: the server goes down.
    Restarting,
    /// `UnableToReplayMessages`: [`Replay::Invalid`](super::join::Replay::Invalid).
    ReplayInvalid,
    /// `UnableToReplayMessages`: the server failed.
    ReplayFailed,
    /// `IncreaseConnectionPool`: the server's connections to the database are all in use.
    PoolExhausted,
    /// `DatabaseLackOfConnections`: the database takes no more connections.
    DatabaseFull,
    /// `DatabaseConnectionRateLimitReached`: the database was asked too often of late.
    DatabaseTooOften,
    /// `UnableToConnectToProject`: the database cannot be reached.
    DatabaseUnreachable,
    /// `QueryCanceled`: the policies took too long.
    QueryCancelled,
    /// No code: the policies could not be read.
    PoliciesUnreadable,
    /// No code: a fault of the server's own.
    Unknown,
}

impl<'a> Reason<'a> {
    /// The code, where there is one.
    pub fn code(self) -> Option<&'static str> {
        Some(match self {
            Self::TokenExpired { .. } | Self::ClaimsMissing | Self::ExpiryInvalid | Self::TokenRevoked => {
                "InvalidJWTToken"
            }
            Self::UnknownApiKey => "InvalidApiKey",
            Self::MalformedJwt => "MalformedJWT",
            Self::JwtSignature => "JwtSignatureError",
            Self::JwtSigner { .. } => "JwtSignerError",
            Self::ReadDenied { .. } | Self::WriteDenied { .. } => "Unauthorized",
            Self::TooManyChannels => "ChannelRateLimitReached",
            Self::TooManyUsers => "ConnectionRateLimitReached",
            Self::TooManyJoins => "ClientJoinRateLimitReached",
            Self::PrivateOnly => "PrivateOnly",
            Self::TenantNotFound => "TenantNotFound",
            Self::Disabled => "RealtimeDisabledForTenant",
            Self::Restarting => "RealtimeRestarting",
            Self::ReplayInvalid | Self::ReplayFailed => "UnableToReplayMessages",
            Self::PoolExhausted => "IncreaseConnectionPool",
            Self::DatabaseFull => "DatabaseLackOfConnections",
            Self::DatabaseTooOften => "DatabaseConnectionRateLimitReached",
            Self::DatabaseUnreachable => "UnableToConnectToProject",
            Self::QueryCancelled => "QueryCanceled",
            Self::PoliciesUnreadable | Self::Unknown => return None,
        })
    }

    /// The text without the code.
    pub fn text(self) -> ReasonText<'a> {
        ReasonText(self)
    }
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(code) = self.code() {
            write!(f, "{code}: ")?;
        }
        self.text().fmt(f)
    }
}

impl core::error::Error for Reason<'_> {}

/// A reason's text without its code.
#[derive(Debug, Clone, Copy)]
pub struct ReasonText<'a>(Reason<'a>);

impl fmt::Display for ReasonText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let access = "You do not have permissions to";
        f.write_str(match self.0 {
            Reason::TokenExpired { seconds } => return write!(f, "Token has expired {seconds} seconds ago"),
            Reason::JwtSigner { key_id } => return signer(f, key_id),
            Reason::ReadDenied { topic } => {
                return write!(f, "{access} read from this Channel topic: {}", beginning(topic, SHOWN_BYTES));
            }
            Reason::WriteDenied { topic } => {
                return write!(f, "{access} write to this Channel topic: {}", beginning(topic, SHOWN_BYTES));
            }
            Reason::ClaimsMissing => "Fields `role` and `exp` are required in JWT",
            Reason::ExpiryInvalid => "Token expiration time is invalid",
            Reason::TokenRevoked => "Token has been revoked",
            Reason::UnknownApiKey => "Invalid API key",
            Reason::MalformedJwt => "The token provided is not a valid JWT",
            Reason::JwtSignature => "Failed to validate JWT signature",
            Reason::TooManyChannels => "Too many channels",
            Reason::TooManyUsers => "Too many connected users",
            Reason::TooManyJoins => "Too many joins per second",
            Reason::PrivateOnly => "This project only allows private channels",
            Reason::TenantNotFound => "Tenant with the given ID does not exist",
            Reason::Disabled => "Realtime disabled for this tenant",
            Reason::Restarting => "Realtime is restarting, please standby",
            Reason::ReplayInvalid => "Replay params are not valid",
            Reason::ReplayFailed => "Realtime was unable to replay messages",
            Reason::PoolExhausted => "Please increase your connection pool size",
            Reason::DatabaseFull => "Database can't accept more connections, Realtime won't connect",
            Reason::DatabaseTooOften => "Too many database connections attempts per second",
            Reason::QueryCancelled => "Query was cancelled, please try again",
            Reason::DatabaseUnreachable | Reason::PoliciesUnreadable => {
                "Realtime was unable to connect to the project database"
            }
            Reason::Unknown => "Unknown Error on Channel",
        })
    }
}

fn signer(f: &mut fmt::Formatter<'_>, key_id: Option<&str>) -> fmt::Result {
    f.write_str("Failed to generate JWT signer")?;
    if let Some(key_id) = key_id {
        write!(f, " for key ID (kid) \"{}\"", beginning(key_id, SHOWN_BYTES))?;
    }
    f.write_str(", check your JWT secret or JWKS configuration")
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn reasons_are_what_programs_look_for() {
        for (reason, text) in [
            (Reason::TokenExpired { seconds: 3 }, "InvalidJWTToken: Token has expired 3 seconds ago"),
            (Reason::ClaimsMissing, "InvalidJWTToken: Fields `role` and `exp` are required in JWT"),
            (Reason::ExpiryInvalid, "InvalidJWTToken: Token expiration time is invalid"),
            (Reason::TokenRevoked, "InvalidJWTToken: Token has been revoked"),
            (Reason::UnknownApiKey, "InvalidApiKey: Invalid API key"),
            (Reason::MalformedJwt, "MalformedJWT: The token provided is not a valid JWT"),
            (Reason::JwtSignature, "JwtSignatureError: Failed to validate JWT signature"),
            (
                Reason::JwtSigner { key_id: None },
                "JwtSignerError: Failed to generate JWT signer, check your JWT secret or JWKS configuration",
            ),
            (
                Reason::JwtSigner { key_id: Some("k") },
                "JwtSignerError: Failed to generate JWT signer for key ID (kid) \"k\", check your JWT secret or JWKS configuration",
            ),
            (
                Reason::ReadDenied { topic: "x" },
                "Unauthorized: You do not have permissions to read from this Channel topic: x",
            ),
            (
                Reason::WriteDenied { topic: "x" },
                "Unauthorized: You do not have permissions to write to this Channel topic: x",
            ),
            (Reason::TooManyChannels, "ChannelRateLimitReached: Too many channels"),
            (Reason::TooManyUsers, "ConnectionRateLimitReached: Too many connected users"),
            (Reason::TooManyJoins, "ClientJoinRateLimitReached: Too many joins per second"),
            (Reason::PrivateOnly, "PrivateOnly: This project only allows private channels"),
            (Reason::TenantNotFound, "TenantNotFound: Tenant with the given ID does not exist"),
            (Reason::Disabled, "RealtimeDisabledForTenant: Realtime disabled for this tenant"),
            (Reason::Restarting, "RealtimeRestarting: Realtime is restarting, please standby"),
            (Reason::ReplayInvalid, "UnableToReplayMessages: Replay params are not valid"),
            (Reason::ReplayFailed, "UnableToReplayMessages: Realtime was unable to replay messages"),
            (Reason::PoolExhausted, "IncreaseConnectionPool: Please increase your connection pool size"),
            (
                Reason::DatabaseFull,
                "DatabaseLackOfConnections: Database can't accept more connections, Realtime won't connect",
            ),
            (
                Reason::DatabaseTooOften,
                "DatabaseConnectionRateLimitReached: Too many database connections attempts per second",
            ),
            (
                Reason::DatabaseUnreachable,
                "UnableToConnectToProject: Realtime was unable to connect to the project database",
            ),
            (Reason::PoliciesUnreadable, "Realtime was unable to connect to the project database"),
            (Reason::Unknown, "Unknown Error on Channel"),
        ] {
            assert_eq!(reason.to_string(), text);
            let bare = reason.text().to_string();
            assert!(
                text.ends_with(&bare) && !reason.code().is_some_and(|code| bare.contains(code)),
                "{bare}"
            );
        }
    }
}
