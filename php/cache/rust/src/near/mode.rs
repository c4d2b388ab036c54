//! How the server is asked to report what changes, by the settings: the same for all processes.

/// Which keys it reports.
#[derive(Debug, Default)]
pub(crate) enum Mode {
    /// Those that connections of this host have read: the server remembers which these are, until the connection ends or any database is
    /// emptied.
    #[default]
    Read,
    /// All that begin with one of these, or all where there are none, read or not (`BCAST`): the server remembers nothing.
    Prefixes(Vec<Vec<u8>>),
}

impl Mode {
    /// Whether the server reports keys however they were read.
    pub(super) fn is_broadcast(&self) -> bool {
        matches!(self, Self::Prefixes(_))
    }

    /// What the subscriber asks on its own connection; nothing where the others redirect to it.
    pub(super) fn command(&self) -> Option<Vec<&[u8]>> {
        let Self::Prefixes(prefixes) = self else { return None };
        let mut command: Vec<&[u8]> = vec![b"CLIENT", b"TRACKING", b"ON", b"BCAST", b"NOLOOP"];
        for prefix in prefixes {
            command.extend([&b"PREFIX"[..], prefix]);
        }
        Some(command)
    }
}
