//! How the server is asked to tell what changes.

/// As the settings say, the same for all processes.
#[derive(Debug, Default)]
pub(crate) struct Tracking {
    /// What it tells of.
    pub(crate) scope: Scope,
    /// The name that keys begin with by which it is seen which database was flushed; only with [`Scope::Prefixes`].
    pub(crate) sentinel: Option<Vec<u8>>,
}

/// Which keys it tells of.
#[derive(Debug, Default)]
pub(crate) enum Scope {
    /// Those that connections of this host have read: the server remembers which these are, until the connection ends or any database is
    /// emptied.
    #[default]
    Read,
    /// All that begin with one of these, or all where there are none, read or not (`BCAST`): the server remembers nothing.
    Prefixes(Vec<Vec<u8>>),
}

impl Tracking {
    /// Whether the server tells of keys however they were read.
    pub(super) fn is_broadcast(&self) -> bool {
        matches!(self.scope, Scope::Prefixes(_))
    }

    /// What the tracker asks on its own connection; nothing where the others have it told to it.
    pub(super) fn command(&self) -> Option<Vec<&[u8]>> {
        let Scope::Prefixes(prefixes) = &self.scope else { return None };
        let mut command: Vec<&[u8]> = vec![b"CLIENT", b"TRACKING", b"ON", b"BCAST", b"NOLOOP"];
        for prefix in prefixes {
            command.extend([&b"PREFIX"[..], prefix]);
        }
        Some(command)
    }
}
