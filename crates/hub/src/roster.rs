//! The members of a presence channel at one moment, encoded once for each framing.

use alloc::{boxed::Box, sync::Arc, vec::Vec};

use once_cell::race::OnceBox;

use crate::{FRAMINGS, Framing};

/// The user as which a connection joins a presence channel.
#[derive(Debug, Clone, Copy)]
pub struct JoinAs<'a> {
    /// The user's id, unescaped.
    pub user_id: &'a str,
    /// The application's data about the user, byte for byte; empty: none.
    pub info: &'a [u8],
}

/// A user on a presence channel. The info of its first connection applies until its last one
/// leaves.
#[derive(Debug, PartialEq, Eq)]
pub struct Member {
    /// The user's id, unescaped.
    pub user_id: Arc<str>,
    /// The application's data about the user, byte for byte as it was signed; empty: none.
    pub info: Box<[u8]>,
}

/// The members of a channel at one moment, in the order in which they joined; shared by all readers
/// until it changes.
#[derive(Debug)]
pub struct Roster {
    /// Distinct users.
    pub members: Vec<Arc<Member>>,
    encoded: [OnceBox<EncodedRoster>; FRAMINGS],
}

/// Some of a channel's members.
#[derive(Debug, Default)]
pub struct MembersPage {
    /// In the order in which they joined.
    pub members: Vec<Arc<Member>>,
    /// What stands for the last one, if there are others after it. It stays valid when members join and leave.
    pub next: Option<u64>,
    /// Distinct users of the whole channel.
    pub total: u32,
}

/// A roster as text of one framing, in two parts, so that another member can be appended to each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedRoster {
    /// The members' ids.
    pub ids: Box<[u8]>,
    /// The members' infos.
    pub infos: Box<[u8]>,
}

impl Roster {
    pub(crate) fn new(members: Vec<Arc<Member>>) -> Self {
        Self { members, encoded: core::array::from_fn(|_| OnceBox::new()) }
    }

    /// The roster as text of one framing, encoded by the first caller. `None`: there is no such
    /// framing.
    pub fn get_or_encode(
        &self,
        framing: Framing,
        encode: impl FnOnce(&[Arc<Member>]) -> EncodedRoster,
    ) -> Option<&EncodedRoster> {
        let slot = self.encoded.get(usize::from(framing.0))?;
        Some(slot.get_or_init(|| Box::new(encode(&self.members))))
    }
}
