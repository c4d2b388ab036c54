//! Who is on a presence channel: users, however many connections each has.

use alloc::{boxed::Box, collections::BTreeMap, sync::Arc, vec::Vec};

use hashbrown::HashTable;
use once_cell::race::OnceBox;

use crate::{Framing, HashSeed, JoinAs};

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
    fn new(members: Vec<Arc<Member>>) -> Self {
        Self { members, encoded: core::array::from_fn(|_| OnceBox::new()) }
    }

    /// The roster as text of one framing, encoded by the first who asks. `None`: there is no such framing.
    pub fn get_or_encode(
        &self,
        framing: Framing,
        encode: impl FnOnce(&[Arc<Member>]) -> Vec<u8>,
    ) -> Option<&Arc<[u8]>> {
        let slot = self.encoded.get(usize::from(framing.0))?;
        Some(slot.get_or_init(|| Box::new(Arc::from(encode(&self.members)))))
    }
}

/// Whether a coming or going is one that others are told of.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The user's first connection came, or its last one went.
    Told(Arc<Member>),
    /// The user has, or had, other connections here.
    Silent(Arc<Member>),
}

impl Change {
    pub(crate) fn member(&self) -> &Arc<Member> {
        match self {
            Self::Told(member) | Self::Silent(member) => member,
        }
    }
}

/// The users of one channel, by id and in the order in which they joined.
#[derive(Debug, Default)]
pub(crate) struct Members {
    joined: BTreeMap<u64, Present>,
    by_user: HashTable<u64>,
    joins: u64,
    snapshot: Option<Arc<Roster>>,
}

#[derive(Debug)]
struct Present {
    member: Arc<Member>,
    connections: u32,
}

impl Members {
    /// Distinct users.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.joined.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn contains(&self, user_id: &str, seed: &HashSeed) -> bool {
        self.number(user_id, seed).is_some()
    }

    fn number(&self, user_id: &str, seed: &HashSeed) -> Option<u64> {
        self.by_user.find(seed.hash_text(user_id), |number| self.is_user(*number, user_id)).copied()
    }

    fn is_user(&self, number: u64, user_id: &str) -> bool {
        self.joined.get(&number).is_some_and(|present| *present.member.user_id == *user_id)
    }

    pub(crate) fn join(&mut self, join: JoinAs<'_>, seed: &HashSeed) -> Change {
        let known = self.number(join.user_id, seed).and_then(|number| self.joined.get_mut(&number));
        if let Some(present) = known {
            present.connections = present.connections.saturating_add(1);
            return Change::Silent(Arc::clone(&present.member));
        }
        let member = Arc::new(Member { user_id: Arc::from(join.user_id), info: Box::from(join.info) });
        self.joins += 1;
        self.joined.insert(self.joins, Present { member: Arc::clone(&member), connections: 1 });
        let Self { joined, by_user, .. } = self;
        by_user.insert_unique(seed.hash_text(join.user_id), self.joins, |number| {
            joined.get(number).map_or(0, |present| seed.hash_text(&present.member.user_id))
        });
        self.snapshot = None;
        Change::Told(member)
    }

    /// One connection of the user leaves; `None` if the user is not here.
    pub(crate) fn leave(&mut self, user_id: &str, seed: &HashSeed) -> Option<Change> {
        let number = self.number(user_id, seed)?;
        let present = self.joined.get_mut(&number)?;
        present.connections = present.connections.saturating_sub(1);
        if present.connections > 0 {
            return Some(Change::Silent(Arc::clone(&present.member)));
        }
        if let Ok(entry) = self.by_user.find_entry(seed.hash_text(user_id), |other| *other == number) {
            entry.remove();
        }
        self.snapshot = None;
        self.joined.remove(&number).map(|present| Change::Told(present.member))
    }

    /// The roster, made once and shared until somebody joins or leaves.
    pub(crate) fn roster(&mut self) -> Arc<Roster> {
        let Self { joined, snapshot, .. } = self;
        let make =
            || Arc::new(Roster::new(joined.values().map(|present| Arc::clone(&present.member)).collect()));
        Arc::clone(snapshot.get_or_insert_with(make))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> HashSeed {
        HashSeed::new([1, 2, 3, 4])
    }

    fn ids(members: &mut Members) -> Vec<Arc<str>> {
        members.roster().members.iter().map(|member| Arc::clone(&member.user_id)).collect()
    }

    #[test]
    fn only_the_first_and_last_connection_of_a_user_are_told() {
        let (seed, mut members) = (seed(), Members::default());
        let ann = JoinAs { user_id: "ann", info: b"1" };
        assert!(matches!(members.join(ann, &seed), Change::Told(_)));
        let second = members.join(JoinAs { info: b"2", ..ann }, &seed);
        assert!(matches!(&second, Change::Silent(member) if *member.info == *b"1"), "the first info stands");
        assert!(matches!(members.leave("ann", &seed), Some(Change::Silent(_))));
        assert!(matches!(members.leave("ann", &seed), Some(Change::Told(_))));
        assert_eq!(members.leave("ann", &seed), None);
        assert_eq!(members.len(), 0);
    }

    #[test]
    fn the_roster_is_in_the_order_of_joining_and_shared_until_it_changes() {
        let (seed, mut members) = (seed(), Members::default());
        for user_id in ["c", "a", "b"] {
            members.join(JoinAs { user_id, info: b"" }, &seed);
        }
        let roster = members.roster();
        assert!(Arc::ptr_eq(&roster, &members.roster()));
        members.join(JoinAs { user_id: "a", info: b"" }, &seed);
        assert!(Arc::ptr_eq(&roster, &members.roster()), "a second connection changes nothing");
        members.leave("c", &seed);
        members.join(JoinAs { user_id: "c", info: b"" }, &seed);
        assert_eq!(ids(&mut members), ["a".into(), "b".into(), "c".into()]);
    }

    #[test]
    fn a_roster_is_encoded_once_for_each_framing() {
        let (seed, mut members) = (seed(), Members::default());
        members.join(JoinAs { user_id: "a", info: b"" }, &seed);
        let roster = members.roster();
        let first = roster.get_or_encode(Framing(0), |members| alloc::vec![b'x'; members.len()]);
        let again = roster.get_or_encode(Framing(0), |_| Vec::new());
        assert!(Arc::ptr_eq(first.unwrap(), again.unwrap()));
        assert_eq!(roster.get_or_encode(Framing(1), |_| Vec::new()).unwrap().len(), 0);
        assert!(roster.get_or_encode(Framing(200), |_| Vec::new()).is_none());
    }
}
