//! Topics and their members.
//!
//! Both sides store each other's index: a topic lists its members, each with its index in the
//! connection's own list, and the other way round. So joining, leaving and the end of a connection
//! cost the same however many members there are.

use std::collections::HashMap;
use std::fmt;

use baton_reactor::ConnectionId;

/// Longest name of a topic in bytes.
pub const MAX_TOPIC_BYTES: usize = 255;

/// Most topics that one connection may join: 8 bytes each in its list, and 12 in the topics'.
pub const MAX_TOPICS_PER_CONNECTION: usize = 10_000;

/// Why a topic was not joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscribeError {
    /// The connection is not open.
    Closed,
    /// Its name is empty or longer than [`MAX_TOPIC_BYTES`].
    Name,
    /// The connection has [`MAX_TOPICS_PER_CONNECTION`] already.
    TooMany,
}

impl fmt::Display for SubscribeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("the connection is closed"),
            Self::Name => write!(f, "the name of a topic has 1 to {MAX_TOPIC_BYTES} bytes"),
            Self::TooMany => write!(f, "one connection joins at most {MAX_TOPICS_PER_CONNECTION} topics"),
        }
    }
}

impl std::error::Error for SubscribeError {}

/// The topics of an endpoint. One without members is removed.
#[derive(Debug, Default)]
pub(crate) struct Topics {
    numbers: HashMap<Box<[u8]>, u32>,
    topics: Vec<Topic>,
    /// Numbers that may be reused.
    free: Vec<u32>,
    /// By slot of the connection.
    joined: Vec<Vec<Joined>>,
}

#[derive(Debug, Default)]
struct Topic {
    name: Box<[u8]>,
    members: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    conn: ConnectionId,
    /// Its place in the connection's list.
    place: u32,
}

#[derive(Clone, Copy, Debug)]
struct Joined {
    topic: u32,
    /// Its place in the topic's list.
    place: u32,
}

impl Topics {
    /// Joins; joining twice is joining once.
    pub(crate) fn join(&mut self, conn: ConnectionId, name: &[u8]) -> Result<(), SubscribeError> {
        if name.is_empty() || name.len() > MAX_TOPIC_BYTES {
            return Err(SubscribeError::Name);
        }
        if self.place_of(conn, name).is_some() {
            return Ok(());
        }
        if self.joined.len() <= conn.slot() {
            self.joined.resize_with(conn.slot() + 1, Vec::new);
        }
        if self.joined[conn.slot()].len() >= MAX_TOPICS_PER_CONNECTION {
            return Err(SubscribeError::TooMany);
        }
        let topic = self.number(name);
        let joined = &mut self.joined[conn.slot()];
        let members = &mut self.topics[topic as usize].members;
        let (at, place) = (index(members.len()), index(joined.len()));
        members.push(Member { conn, place });
        joined.push(Joined { topic, place: at });
        Ok(())
    }

    /// Leaves; false if it had not been joined.
    pub(crate) fn leave(&mut self, conn: ConnectionId, name: &[u8]) -> bool {
        let Some(place) = self.place_of(conn, name) else { return false };
        let joined = self.joined[conn.slot()].swap_remove(place);
        if let Some(moved) = self.joined[conn.slot()].get(place) {
            self.topics[moved.topic as usize].members[moved.place as usize].place = index(place);
        }
        self.remove_member(joined);
        true
    }

    /// Leaves all.
    pub(crate) fn leave_all(&mut self, conn: ConnectionId) {
        let Some(joined) = self.joined.get_mut(conn.slot()) else { return };
        for joined in std::mem::take(joined) {
            self.remove_member(joined);
        }
    }

    /// Who joined.
    pub(crate) fn members(&self, name: &[u8]) -> impl Iterator<Item = ConnectionId> + '_ {
        let topic = self.numbers.get(name).and_then(|&number| self.topics.get(number as usize));
        topic.into_iter().flat_map(|topic| &topic.members).map(|member| member.conn)
    }

    /// What a connection joined.
    pub(crate) fn of(&self, conn: ConnectionId) -> impl Iterator<Item = &[u8]> {
        let joined = self.joined.get(conn.slot()).into_iter().flatten();
        joined.filter_map(|joined| self.topics.get(joined.topic as usize)).map(|topic| &*topic.name)
    }

    /// Topics that have members.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Where a topic stands in the connection's list, by the shorter way.
    fn place_of(&self, conn: ConnectionId, name: &[u8]) -> Option<usize> {
        let number = *self.numbers.get(name)?;
        let joined = self.joined.get(conn.slot())?;
        let members = &self.topics.get(number as usize)?.members;
        if members.len() < joined.len() {
            return members.iter().find(|member| member.conn == conn).map(|member| member.place as usize);
        }
        joined.iter().position(|joined| joined.topic == number)
    }

    fn number(&mut self, name: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.free.pop().unwrap_or_else(|| {
            self.topics.push(Topic::default());
            index(self.topics.len() - 1)
        });
        self.topics[number as usize].name = name.into();
        self.numbers.insert(name.into(), number);
        number
    }

    fn remove_member(&mut self, joined: Joined) {
        let topic = &mut self.topics[joined.topic as usize];
        topic.members.swap_remove(joined.place as usize);
        if let Some(moved) = topic.members.get(joined.place as usize) {
            self.joined[moved.conn.slot()][moved.place as usize].place = joined.place;
        }
        if topic.members.is_empty() {
            self.numbers.remove(&topic.name);
            *topic = Topic::default();
            self.free.push(joined.topic);
        }
    }
}

/// Places are below the number of connections and of topics of one process, which memory bounds far below 2^32.
#[allow(clippy::cast_possible_truncation)]
fn index(place: usize) -> u32 {
    place as u32
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    fn conn(slot: u8) -> ConnectionId {
        ConnectionId::from_bits(1 << 32 | u64::from(slot)).unwrap()
    }

    #[test]
    fn names_and_numbers_are_bounded() {
        let mut topics = Topics::default();
        assert_eq!(topics.join(conn(0), b""), Err(SubscribeError::Name));
        assert_eq!(topics.join(conn(0), &[b'x'; 256]), Err(SubscribeError::Name));
        for number in 0..MAX_TOPICS_PER_CONNECTION {
            topics.join(conn(0), &number.to_be_bytes()).unwrap();
        }
        assert_eq!(topics.join(conn(0), b"one more"), Err(SubscribeError::TooMany));
        assert_eq!(topics.join(conn(0), &7usize.to_be_bytes()), Ok(()), "it has joined already");
        topics.leave_all(conn(0));
        assert_eq!((topics.len(), topics.of(conn(0)).count()), (0, 0));
    }

    proptest! {
        /// The slow twin is a set of pairs.
        #[test]
        fn agrees_with_a_set_of_pairs(steps in proptest::collection::vec((0u8..3, 0u8..6, 0u8..5), 0..200)) {
            let (mut topics, mut twin) = (Topics::default(), BTreeMap::<u8, BTreeSet<u8>>::new());
            for (what, slot, name) in steps {
                let topic = twin.entry(name).or_default();
                match what {
                    0 => { topics.join(conn(slot), &[name]).unwrap(); topic.insert(slot); }
                    1 => prop_assert_eq!(topics.leave(conn(slot), &[name]), topic.remove(&slot)),
                    _ => {
                        topics.leave_all(conn(slot));
                        twin.values_mut().for_each(|members| { members.remove(&slot); });
                    }
                }
                for (name, expected) in &twin {
                    let members: BTreeSet<ConnectionId> = topics.members(&[*name]).collect();
                    prop_assert_eq!(members.len(), topics.members(&[*name]).count());
                    prop_assert_eq!(members, expected.iter().map(|&slot| conn(slot)).collect());
                }
                for slot in 0..6 {
                    let of: BTreeSet<&[u8]> = topics.of(conn(slot)).collect();
                    prop_assert_eq!(of.len(), twin.values().filter(|members| members.contains(&slot)).count());
                }
                prop_assert_eq!(topics.len(), twin.values().filter(|members| !members.is_empty()).count());
            }
        }
    }
}
