//! Which refusals are right, and in which words.

use baton_protocols::{Permissions, PolicyAnswer, PolicyError, ReplayError, TokenError};

use crate::server::Ruled;

/// Why a token is not taken, in the words of a notice; with its code in those of a reply.
pub(super) fn of_token(error: &TokenError) -> (&'static str, String) {
    match error {
        TokenError::Expired { seconds } => {
            ("InvalidJWTToken: ", format!("Token has expired {seconds} seconds ago"))
        }
        TokenError::Revoked => ("InvalidJWTToken: ", "Token has been revoked".to_owned()),
        TokenError::Signature => ("JwtSignatureError: ", "Failed to validate JWT signature".to_owned()),
        TokenError::Signer { .. } => (
            "JwtSignerError: ",
            "Failed to generate JWT signer, check your JWT secret or JWKS configuration".to_owned(),
        ),
        _ => ("", "not a token of this world".to_owned()),
    }
}

/// The same of policies that do not say what is allowed.
pub(super) fn of_policies(error: &PolicyError) -> (&'static str, &'static str) {
    match error {
        PolicyError::Cancelled => ("QueryCanceled: ", "Query was cancelled, please try again"),
        PolicyError::Unreachable => {
            ("UnableToConnectToProject: ", "Realtime was unable to connect to the project database")
        }
        _ => ("", "Realtime was unable to connect to the project database"),
    }
}

/// What a reply says where earlier messages could not be had.
pub(super) fn of_replay(ruled: &Ruled) -> Option<String> {
    let why = match ruled {
        Ruled::NoReplay(ReplayError::Busy) => "the database is asked by too many at once; try again",
        Ruled::NoReplay(_) => "the database cannot be reached, or takes too long; try again",
        _ => return None,
    };
    Some(format!("UnableToReplayMessages: Realtime was unable to replay messages: {why}"))
}

/// What a reply says where policies do not allow something to be done with `verb`; `None` where they do.
pub(super) fn denied(
    answer: Option<PolicyAnswer>,
    is_allowed: impl Fn(&Permissions) -> bool,
    (verb, topic): (&str, &str),
) -> Option<String> {
    match answer? {
        Ok(permissions) if is_allowed(&permissions) => None,
        Ok(_) => {
            Some(format!("Unauthorized: You do not have permissions to {verb} this Channel topic: {topic}"))
        }
        Err(error) => {
            let (code, text) = of_policies(&error);
            Some(format!("{code}{text}"))
        }
    }
}
