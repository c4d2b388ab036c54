//! What a client may do on a channel that it has joined.

use baton_hub::Millis;

use crate::Permissions;

#[derive(Debug)]
pub(super) enum Rights {
    /// Everything: the channel is public, or policies do not apply to the client.
    Open,
    /// What policies allow.
    Guarded {
        read: Permissions,
        /// When they were last asked about that.
        asked: Millis,
        /// `None` until the client writes for the first time, and again when it has another token.
        write: Option<Permissions>,
    },
}

impl Rights {
    /// Policies have just been asked who may read, and nothing was written yet.
    pub(super) fn guarded(read: Permissions, now: Millis) -> Self {
        Self::Guarded { read, asked: now, write: None }
    }

    pub(super) fn read(&self) -> Permissions {
        match self {
            Self::Open => Permissions::ALL,
            Self::Guarded { read, .. } => *read,
        }
    }

    /// `None` where policies have to be asked.
    pub(super) fn write(&self) -> Option<Permissions> {
        match self {
            Self::Open => Some(Permissions::ALL),
            Self::Guarded { write, .. } => *write,
        }
    }

    /// When policies were asked who may read; `None` where they are not.
    pub(super) fn asked(&self) -> Option<Millis> {
        match self {
            Self::Open => None,
            Self::Guarded { asked, .. } => Some(*asked),
        }
    }

    /// Policies are asked again who may read.
    pub(super) fn ask_again(&mut self, now: Millis) {
        if let Self::Guarded { asked, .. } = self {
            *asked = now;
        }
    }

    /// What policies allow to read has changed. False where it is as before.
    pub(super) fn set_read(&mut self, permissions: Permissions) -> bool {
        match self {
            Self::Guarded { read, .. } if *read != permissions => {
                *read = permissions;
                true
            }
            _ => false,
        }
    }

    /// What policies allow to write.
    pub(super) fn set_write(&mut self, permissions: Permissions) {
        if let Self::Guarded { write, .. } = self {
            *write = Some(permissions);
        }
    }
}
