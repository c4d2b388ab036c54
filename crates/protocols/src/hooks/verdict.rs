//! What a hook has answered.

use alloc::boxed::Box;
use core::fmt;

use crate::Refusal;

/// The answer to a [`HookQuestion`](super::HookQuestion). A failure counts as this only where the hook's `on_failure` says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookAnswer {
    /// It may happen.
    Allowed,
    /// It may happen with this data: one JSON value, within its limit.
    Rewritten(Box<str>),
    /// It must not happen.
    Refused(HookRefused),
}

/// Why something must not happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookRefused {
    /// The hook says so, with this reason; empty: without one.
    Reason(Box<str>),
    /// The hook gave no answer.
    NoAnswer,
}

impl HookAnswer {
    /// What is answered where nobody could be asked.
    pub const NONE: Self = Self::Refused(HookRefused::NoAnswer);

    /// The data to use instead, if there is any; or why nothing happens.
    ///
    /// # Errors
    /// It is refused.
    pub fn data(self) -> Result<Option<Box<str>>, HookRefused> {
        match self {
            Self::Allowed => Ok(None),
            Self::Rewritten(data) => Ok(Some(data)),
            Self::Refused(refused) => Err(refused),
        }
    }
}

impl HookRefused {
    /// What to count.
    pub fn cause(&self) -> Refusal {
        match self {
            Self::Reason(_) => Refusal::Hook,
            Self::NoAnswer => Refusal::HookFailed,
        }
    }

    /// The HTTP status that says the same.
    pub fn status(&self) -> u16 {
        match self {
            Self::Reason(_) => 403,
            Self::NoAnswer => 503,
        }
    }
}

impl fmt::Display for HookRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reason(reason) if !reason.is_empty() => reason,
            Self::Reason(_) => "The application refused it",
            Self::NoAnswer => "The application gave no answer that can be used; try again later",
        })
    }
}
