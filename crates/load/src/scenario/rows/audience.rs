//! Which clients receive which row.

/// Which clients receive the rows of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Audience {
    /// All clients, whatever the key.
    Everyone,
    /// The clients of a group: those with the number k times `members` up to the next. With one
    /// member, client k.
    Group {
        /// Clients in a group.
        members: usize,
    },
    /// Every client whose number has the same remainder as the key.
    Team {
        /// How many teams there are.
        teams: usize,
    },
}

impl Audience {
    /// Whether a client receives the rows of a key.
    pub(super) fn receives(self, client: usize, key: u64) -> bool {
        let key = usize::try_from(key).unwrap_or(usize::MAX);
        match self {
            Self::Everyone => true,
            Self::Group { members } => client / members == key,
            Self::Team { teams } => client % teams == key % teams,
        }
    }

    /// How many clients of `clients` receive a row.
    pub(super) fn size(self, clients: usize) -> usize {
        match self {
            Self::Everyone => clients,
            Self::Group { members } => members,
            Self::Team { teams } => clients / teams,
        }
    }

    /// Whether a client receives the rows of one key alone.
    pub(super) fn has_one_key(self) -> bool {
        matches!(self, Self::Group { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_hear_as_is_said() {
        for audience in [
            Audience::Everyone,
            Audience::Group { members: 1 },
            Audience::Group { members: 10 },
            Audience::Team { teams: 5 },
        ] {
            let keys = if let Audience::Group { members } = audience { 100 / members } else { 100 };
            for key in 0..keys as u64 {
                let received = (0..100).filter(|&client| audience.receives(client, key)).count();
                assert_eq!(received, audience.size(100), "{audience:?}, key {key}");
            }
        }
    }
}
