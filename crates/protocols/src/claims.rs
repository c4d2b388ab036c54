//! What a token says of its bearer, and why a token is not taken.

use alloc::{boxed::Box, sync::Arc};

/// What a signed token says, once its signature has been checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// The database's role that the bearer acts in, such as `anon`.
    pub role: Box<str>,
    /// The user, if it is one.
    pub subject: Option<Box<str>>,
    /// The sign-in that it belongs to (`session_id`), which outlives it: a refreshed token has the same.
    pub session: Option<Box<str>>,
    /// The token's own name (`jti`).
    pub id: Option<Box<str>>,
    /// When it was issued, in whole seconds since 1970, a fraction cut off; `None` where it does not say.
    pub issued_s: Option<u64>,
    /// How many revocations had been made when the token was first seen: it was issued before all later ones, whatever clocks
    /// say.
    pub seen: u64,
    /// Until when it holds, in seconds since 1970.
    pub expires_s: u64,
    /// All claims, as the JSON object that was signed.
    pub json: Box<str>,
}

/// The role of the project's operators: row-level security does not apply to it.
const SERVICE_ROLE: &str = "service_role";

impl Claims {
    /// Whether the bearer may do what policies would have to allow to others.
    pub fn bypasses_policies(&self) -> bool {
        &*self.role == SERVICE_ROLE
    }

    /// For how long it has expired, in seconds, at `unix_s`; `None` while it holds.
    pub fn expired_for(&self, unix_s: u64) -> Option<u64> {
        unix_s.checked_sub(self.expires_s)
    }
}

/// By what tokens are revoked: all that carry it and were issued up to then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenMark<'a> {
    /// All of a user (`sub`).
    Subject(&'a str),
    /// Those of one sign-in (`session_id`).
    Session(&'a str),
    /// One (`jti`).
    Id(&'a str),
}

/// As many revocations are remembered as the app may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevocationsFull {
    /// How many those are.
    pub limit: usize,
}

/// What a token says, or why it is not taken.
pub type TokenAnswer = Result<Arc<Claims>, TokenError>;

/// Why a token is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenError {
    /// It held once.
    Expired {
        /// How long ago.
        seconds: u64,
    },
    /// `role` or `exp` is missing.
    ClaimsMissing,
    /// `exp` is no time, or `nbf` or `iat` is not what it should be.
    ExpiryInvalid,
    /// It is no token.
    Malformed,
    /// Signed by somebody else, or for somebody else.
    Signature,
    /// The app has revoked it.
    Revoked,
    /// It is no token but a project's key, and none of the app's.
    UnknownKey,
    /// There is no key to check the signature with.
    Signer {
        /// The key that the token names.
        key_id: Option<Box<str>>,
    },
}
