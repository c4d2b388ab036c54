//! Who is on a presence channel: users, however many connections each has.

use alloc::{boxed::Box, sync::Arc, vec::Vec};

use once_cell::race::OnceBox;

use crate::Framing;

/// A user on a presence channel. What its first connection said about it stands until its last one leaves.
#[derive(Debug, PartialEq, Eq)]
pub struct Member {
    /// The user's id, unescaped.
    pub user_id: Arc<str>,
    /// What the application tells about the user, byte for byte as it was signed; empty: nothing.
    pub info: Box<[u8]>,
}

/// The members of a channel at one moment, in the order in which they joined; shared by all who ask before
/// it changes.
#[derive(Debug)]
pub struct Roster {
    /// Distinct users.
    pub members: Vec<Arc<Member>>,
    encoded: [OnceBox<Arc<[u8]>>; crate::FRAMINGS],
}

impl Roster {
    /// The roster as text of one framing, encoded by the first who asks.
    pub fn get_or_encode(&self, framing: Framing, encode: impl FnOnce(&[Arc<Member>]) -> Vec<u8>) -> Option<&Arc<[u8]>> {
        let slot = self.encoded.get(usize::from(framing.0))?;
        Some(slot.get_or_init(|| Box::new(Arc::from(encode(&self.members)))))
    }
}
