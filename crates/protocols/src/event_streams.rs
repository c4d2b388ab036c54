//! Who may read an app's events over plain HTTP.

/// An app's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EventStreams {
    /// Nobody.
    Off,
    /// Who has a signature of the application for it.
    #[default]
    Signed,
    /// The same, and anybody for public channels.
    Public,
}
