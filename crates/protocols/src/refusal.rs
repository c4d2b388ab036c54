//! Why something was refused, for the counters.

/// A cause of refusal: one value of a metric's label, so the list is short and closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Refusal {
    /// The app's key or id is unknown, or the app is disabled.
    App,
    /// The protocol's version is unknown.
    Version,
    /// The browser's origin is not allowed.
    Origin,
    /// The app is over one of its quotas: connections, channels, or what its clients may send together.
    Quota,
    /// A signature or key is wrong or missing.
    Signature,
    /// A message is not what the protocol describes.
    Malformed,
    /// A name or payload is over its limit.
    TooLarge,
    /// More per second than allowed.
    Rate,
    /// More channels, members or subscriptions than allowed.
    Limit,
    /// The feature is switched off for the app, or not allowed here.
    NotAllowed,
    /// A queue of the server is full.
    Overload,
    /// The app's hook refused it.
    Hook,
    /// The app's hook gave no answer, and is set to refuse then.
    HookFailed,
}

impl Refusal {
    /// Every cause, in the order of their numbers.
    pub const ALL: [Self; 13] = [
        Self::App,
        Self::Version,
        Self::Origin,
        Self::Quota,
        Self::Signature,
        Self::Malformed,
        Self::TooLarge,
        Self::Rate,
        Self::Limit,
        Self::NotAllowed,
        Self::Overload,
        Self::Hook,
        Self::HookFailed,
    ];

    /// The label's value.
    pub fn label(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Version => "version",
            Self::Origin => "origin",
            Self::Quota => "quota",
            Self::Signature => "signature",
            Self::Malformed => "malformed",
            Self::TooLarge => "too_large",
            Self::Rate => "rate",
            Self::Limit => "limit",
            Self::NotAllowed => "not_allowed",
            Self::Overload => "overload",
            Self::Hook => "hook",
            Self::HookFailed => "hook_failed",
        }
    }
}
