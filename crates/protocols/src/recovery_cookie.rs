//! The cookie that a browser is recognised by when it comes back.

/// Whether browsers are given one, and of which kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RecoveryCookie {
    /// `SameSite=Lax`: for pages of the server's own site.
    #[default]
    Lax,
    /// `SameSite=None; Secure; Partitioned`: for pages of other sites, each with its own.
    None,
    /// None is set, and none is read.
    Off,
}
