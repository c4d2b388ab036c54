//! Who is on a presence channel: users, however many connections each has.
//!
//! Joins and leaves are [gathered](crate::gather). A member that leaves and comes back within the interval is not told, and
//! one that does so without end costs the others two messages per interval. A newcomer is given the members that the others
//! have been told of, so that the next change fits both.

use alloc::{boxed::Box, collections::BTreeMap, sync::Arc, vec::Vec};

use hashbrown::HashTable;
use once_cell::race::OnceBox;

use crate::{
    Body, Effects, Event, Framing, HashSeed, JoinAs, Millis, Shard, SocketId,
    channel::{Channel, Handle},
    gather::Emit,
    shard::nanos,
};

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
    encoded: [OnceBox<EncodedRoster>; crate::FRAMINGS],
}

/// A roster as text of one framing, in two parts, so that one more member can be put behind each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedRoster {
    /// The members' ids.
    pub ids: Box<[u8]>,
    /// What is told about each.
    pub infos: Box<[u8]>,
}

impl Roster {
    fn new(members: Vec<Arc<Member>>) -> Self {
        Self { members, encoded: core::array::from_fn(|_| OnceBox::new()) }
    }

    /// The roster as text of one framing, encoded by the first who asks. `None`: there is no such framing.
    pub fn get_or_encode(
        &self,
        framing: Framing,
        encode: impl FnOnce(&[Arc<Member>]) -> EncodedRoster,
    ) -> Option<&EncodedRoster> {
        let slot = self.encoded.get(usize::from(framing.0))?;
        Some(slot.get_or_init(|| Box::new(encode(&self.members))))
    }
}

/// The users of one channel, by id and in the order in which they joined.
#[derive(Debug, Default)]
pub(crate) struct Members {
    users: BTreeMap<u64, User>,
    by_id: HashTable<u64>,
    joins: u64,
    present: u32,
    /// Users of whom there is something to tell, each once.
    changed: Vec<u64>,
    /// What the others have been told.
    sent: Option<Arc<Roster>>,
}

/// A user who is here, or of whom the others have not been told that it left.
#[derive(Debug)]
struct User {
    member: Arc<Member>,
    connections: u32,
    /// What the others have been told.
    sent: Option<Arc<Member>>,
    /// Its connection, while the others have not been told of it: it is not told either.
    newcomer: Option<SocketId>,
    is_listed: bool,
}

/// What became of a join.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) member: Arc<Member>,
    /// When the others are to be told.
    pub(crate) tell: Emit,
}

impl Members {
    /// Distinct users.
    pub(crate) fn len(&self) -> u32 {
        self.present
    }

    pub(crate) fn contains(&self, user_id: &str, seed: &HashSeed) -> bool {
        self.user(user_id, seed).is_some_and(|user| user.connections > 0)
    }

    /// Whether the user is here and the others have not been told.
    fn is_unsent(&self, user_id: &str, seed: &HashSeed) -> bool {
        !self.changed.is_empty() && self.user(user_id, seed).is_some_and(|user| user.newcomer.is_some())
    }

    fn user(&self, user_id: &str, seed: &HashSeed) -> Option<&User> {
        self.users.get(&self.number(user_id, seed)?)
    }

    fn number(&self, user_id: &str, seed: &HashSeed) -> Option<u64> {
        let is_it =
            |number: &u64| self.users.get(number).is_some_and(|user| *user.member.user_id == *user_id);
        self.by_id.find(seed.hash_text(user_id), is_it).copied()
    }

    /// Counts a connection of a user in.
    pub(crate) fn join(&mut self, join: JoinAs<'_>, socket: SocketId, seed: &HashSeed) -> Joined {
        let number = self.number(join.user_id, seed).unwrap_or_else(|| self.add(join, seed));
        let Self { users, present, changed, .. } = self;
        let Some(user) = users.get_mut(&number) else {
            return Joined { member: member(join), tell: Emit::Never }; // it was added a moment ago
        };
        user.connections = user.connections.saturating_add(1);
        if user.connections > 1 {
            // A connection is not told of its own user, and only one can be left out.
            let tell = if user.newcomer.is_some() { Emit::Now } else { Emit::Never };
            return Joined { member: Arc::clone(&user.member), tell };
        }
        *present += 1;
        if let Some(sent) = user.sent.as_ref().filter(|sent| *sent.info == *join.info) {
            user.member = Arc::clone(sent);
            return Joined { member: Arc::clone(sent), tell: Emit::Never };
        }
        if *user.member.info != *join.info {
            user.member = member(join);
        }
        user.newcomer = Some(socket);
        list(user, number, changed);
        Joined { member: Arc::clone(&user.member), tell: Emit::Soon }
    }

    fn add(&mut self, join: JoinAs<'_>, seed: &HashSeed) -> u64 {
        let Self { users, by_id, joins, .. } = self;
        *joins += 1;
        let user =
            User { member: member(join), connections: 0, sent: None, newcomer: None, is_listed: false };
        users.insert(*joins, user);
        by_id.insert_unique(seed.hash_text(join.user_id), *joins, |number| {
            users.get(number).map_or(0, |user| seed.hash_text(&user.member.user_id))
        });
        *joins
    }

    /// One connection of the user leaves.
    pub(crate) fn leave(&mut self, user_id: &str, seed: &HashSeed) -> Emit {
        let Some(number) = self.number(user_id, seed) else { return Emit::Never };
        let user = self.users.get_mut(&number).filter(|user| user.connections > 0);
        let Some(user) = user else { return Emit::Never };
        user.connections -= 1;
        if user.connections > 0 {
            return Emit::Never;
        }
        self.present = self.present.saturating_sub(1);
        user.newcomer = None;
        list(user, number, &mut self.changed);
        Emit::Later
    }

    /// The members as the others have been told, made once and shared until there is something else to tell.
    fn sent(&mut self) -> Arc<Roster> {
        let Self { users, sent, .. } = self;
        let make = || Arc::new(Roster::new(users.values().filter_map(|user| user.sent.clone()).collect()));
        Arc::clone(sent.get_or_insert_with(make))
    }

    /// What a member is given when it joins: the members as the others have been told, and whether itself is missing there.
    pub(crate) fn roster_for(&mut self, member: &Member, seed: &HashSeed) -> (Arc<Roster>, bool) {
        match self.user(&member.user_id, seed).map(|user| user.sent.as_deref()) {
            Some(None) => (self.sent(), true),
            // The others have an earlier description, which is not what it is to find of itself.
            Some(Some(sent)) if sent != member => {
                let it = |user: &User| {
                    let sent = user.sent.as_ref()?;
                    Some(Arc::clone(if sent.user_id == member.user_id { &user.member } else { sent }))
                };
                (Arc::new(Roster::new(self.users.values().filter_map(it).collect())), false)
            }
            _ => (self.sent(), false),
        }
    }

    /// The members as they are.
    pub(crate) fn roster(&mut self) -> Arc<Roster> {
        if self.changed.is_empty() {
            return self.sent();
        }
        let present = self.users.values().filter(|user| user.connections > 0);
        Arc::new(Roster::new(present.map(|user| Arc::clone(&user.member)).collect()))
    }

    /// What there is to tell, once.
    fn take_changes(&mut self, seed: &HashSeed) -> Changes {
        let mut changes = Changes::default();
        for number in core::mem::take(&mut self.changed) {
            let Some(user) = self.users.get_mut(&number) else { continue };
            user.is_listed = false;
            let newcomer = user.newcomer.take();
            let now = (user.connections > 0).then(|| Arc::clone(&user.member));
            if user.sent != now {
                let before = core::mem::replace(&mut user.sent, now.clone());
                changes.left.extend(before.map(|member| (member, newcomer)));
                changes.joined.extend(now.map(|member| (member, newcomer)));
            }
            if user.connections == 0 {
                self.forget(number, seed);
            }
        }
        if !changes.are_none() {
            self.sent = None;
        }
        changes
    }

    /// The members are these, each with so many connections; what differs is to be told.
    fn restore(&mut self, members: &[(JoinAs<'_>, u32)], seed: &HashSeed) {
        let Self { users, changed, present, .. } = self;
        for (number, user) in users.iter_mut() {
            user.connections = 0;
            user.newcomer = None;
            list(user, *number, changed);
        }
        *present = 0;
        for (join, connections) in members.iter().filter(|(_, connections)| *connections > 0) {
            let number = self.number(join.user_id, seed).unwrap_or_else(|| self.add(*join, seed));
            let Self { users, present, changed, .. } = self;
            let Some(user) = users.get_mut(&number) else { continue }; // it was added a moment ago
            if *user.member.info != *join.info {
                user.member = member(*join);
            }
            *present += u32::from(user.connections == 0);
            user.connections = *connections;
            list(user, number, changed);
        }
    }

    fn forget(&mut self, number: u64, seed: &HashSeed) {
        let Some(user) = self.users.remove(&number) else { return };
        let hash = seed.hash_text(&user.member.user_id);
        if let Ok(entry) = self.by_id.find_entry(hash, |other| *other == number) {
            entry.remove();
        }
    }
}

fn member(join: JoinAs<'_>) -> Arc<Member> {
    Arc::new(Member { user_id: Arc::from(join.user_id), info: Box::from(join.info) })
}

fn list(user: &mut User, number: u64, changed: &mut Vec<u64>) {
    if !core::mem::replace(&mut user.is_listed, true) {
        changed.push(number);
    }
}

/// What there is to tell, each with the connection of that user that is not told.
#[derive(Debug, Default)]
struct Changes {
    left: Vec<(Arc<Member>, Option<SocketId>)>,
    joined: Vec<(Arc<Member>, Option<SocketId>)>,
}

impl Changes {
    fn are_none(&self) -> bool {
        self.left.is_empty() && self.joined.is_empty()
    }
}

impl Shard {
    /// Tells what there is to tell before a member of whom the others do not know says something.
    pub(crate) fn emit_members_before(&mut self, handle: Handle, user_id: &str, effects: &mut dyn Effects) {
        let Self { channels, seed, now, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        if channel.members.as_ref().is_some_and(|members| members.is_unsent(user_id, seed)) {
            emit_members(channel, (seed, *now), effects);
        }
    }
}

/// A channel's members become those of a snapshot. What differs is told with what else is gathered; where nobody is on the
/// channel it counts as told.
pub(crate) fn restore_members(channel: &mut Channel, members: &[(JoinAs<'_>, u32)], seed: &HashSeed) {
    if members.is_empty() && channel.members.is_none() {
        return;
    }
    let restored = channel.members.get_or_insert_default();
    restored.restore(members, seed);
    if channel.loops == 0 {
        restored.take_changes(seed);
    }
}

/// Tells of its members.
pub(crate) fn emit_members(
    channel: &mut Channel,
    (seed, now): (&HashSeed, Millis),
    effects: &mut dyn Effects,
) -> bool {
    let Some(members) = &mut channel.members else { return false };
    let changes = members.take_changes(seed);
    let sent = !changes.are_none();
    // First those who left: a user that others know by another description leaves and joins.
    for (member, newcomer) in changes.left {
        channel.emit(Body::MemberLeft(Arc::clone(&member)), newcomer, nanos(now), effects);
        effects.event(Event::MemberRemoved(Arc::clone(&channel.key), member));
    }
    for (member, newcomer) in changes.joined {
        channel.emit(Body::MemberJoined(Arc::clone(&member)), newcomer, nanos(now), effects);
        effects.event(Event::MemberAdded(Arc::clone(&channel.key), member));
    }
    sent
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec};

    use super::*;

    const SOCKET: SocketId = SocketId { high: 1, low: 2 };

    fn seed() -> HashSeed {
        HashSeed::new([1, 2, 3, 4])
    }

    fn ids(roster: &Roster) -> Vec<Arc<str>> {
        roster.members.iter().map(|member| Arc::clone(&member.user_id)).collect()
    }

    fn infos(roster: &Roster) -> Vec<String> {
        roster.members.iter().map(|member| String::from_utf8_lossy(&member.info).into_owned()).collect()
    }

    fn join(members: &mut Members, user_id: &str, info: &str) -> Joined {
        members.join(JoinAs { user_id, info: info.as_bytes() }, SOCKET, &seed())
    }

    /// Who left and who joined.
    fn changes(members: &mut Members) -> (usize, usize) {
        let changes = members.take_changes(&seed());
        (changes.left.len(), changes.joined.len())
    }

    #[test]
    fn only_the_first_and_last_connection_of_a_user_are_told() {
        let mut members = Members::default();
        assert_eq!(join(&mut members, "ann", "1").tell, Emit::Soon);
        assert_eq!(changes(&mut members), (0, 1));
        let second = join(&mut members, "ann", "2");
        assert_eq!((second.tell, &*second.member.info), (Emit::Never, &b"1"[..]), "the first info stands");
        assert_eq!(members.leave("ann", &seed()), Emit::Never);
        assert_eq!(members.leave("ann", &seed()), Emit::Later);
        assert_eq!(members.leave("ann", &seed()), Emit::Never, "she is not here");
        assert_eq!((members.len(), changes(&mut members)), (0, (1, 0)));
        assert!(members.users.is_empty() && members.by_id.is_empty());
    }

    #[test]
    fn who_comes_and_goes_untold_leaves_nothing() {
        let mut members = Members::default();
        for _ in 0..3 {
            assert_eq!(join(&mut members, "ann", "1").tell, Emit::Soon);
            members.leave("ann", &seed());
        }
        assert_eq!(members.changed.len(), 1, "listed once");
        assert_eq!(changes(&mut members), (0, 0));
        assert!(members.users.is_empty() && members.by_id.is_empty());
    }

    #[test]
    fn who_comes_back_is_told_only_with_another_description() {
        let mut members = Members::default();
        join(&mut members, "ann", "1");
        join(&mut members, "bob", "");
        changes(&mut members);
        members.leave("ann", &seed());
        assert_eq!(join(&mut members, "ann", "1").tell, Emit::Never);
        members.leave("ann", &seed());
        let other = join(&mut members, "ann", "2");
        assert_eq!(other.tell, Emit::Soon);
        let (roster, is_missing) = members.roster_for(&other.member, &seed());
        assert_eq!((infos(&roster), is_missing), (vec!["2".into(), "".into()], false), "as itself says");
        assert_eq!(infos(&members.sent()), ["1", ""], "as the others know");
        assert_eq!(changes(&mut members), (1, 1));
        assert_eq!(infos(&members.sent()), ["2", ""]);
    }

    #[test]
    fn a_second_connection_has_its_untold_user_told_first() {
        let mut members = Members::default();
        let first = join(&mut members, "ann", "1");
        let (roster, is_missing) = members.roster_for(&first.member, &seed());
        assert_eq!((roster.members.len(), is_missing), (0, true));
        assert_eq!(join(&mut members, "ann", "1").tell, Emit::Now);
        changes(&mut members);
        assert_eq!(join(&mut members, "ann", "1").tell, Emit::Never);
        let (roster, is_missing) = members.roster_for(&first.member, &seed());
        assert_eq!((roster.members.len(), is_missing), (1, false));
    }

    #[test]
    fn the_roster_is_in_the_order_of_joining_and_shared_until_something_else_is_told() {
        let mut members = Members::default();
        for user_id in ["c", "a", "b"] {
            join(&mut members, user_id, "");
        }
        assert!(members.sent().members.is_empty(), "nobody has been sent yet");
        assert_eq!(ids(&members.roster()), ["c".into(), "a".into(), "b".into()]);
        changes(&mut members);
        let roster = members.sent();
        assert!(Arc::ptr_eq(&roster, &members.roster()));
        join(&mut members, "a", "");
        members.leave("c", &seed());
        join(&mut members, "c", "");
        changes(&mut members);
        assert!(Arc::ptr_eq(&roster, &members.sent()), "a second connection and a return change nothing");
        members.leave("c", &seed());
        assert_eq!(ids(&members.roster()), ["a".into(), "b".into()]);
        changes(&mut members);
        join(&mut members, "c", "");
        changes(&mut members);
        assert_eq!(ids(&members.sent()), ["a".into(), "b".into(), "c".into()]);
    }

    #[test]
    fn a_roster_is_encoded_once_for_each_framing() {
        let mut members = Members::default();
        join(&mut members, "a", "");
        changes(&mut members);
        let roster = members.sent();
        let text = |ids: &str| EncodedRoster { ids: ids.as_bytes().into(), infos: Box::default() };
        let first = roster.get_or_encode(Framing(0), |members| text(&"x".repeat(members.len())));
        let again = roster.get_or_encode(Framing(0), |_| text("y"));
        assert_eq!((first, again.map(|text| &*text.ids)), (Some(&text("x")), Some(&b"x"[..])));
        assert_eq!(&*roster.get_or_encode(Framing(1), |_| text("z")).unwrap().ids, b"z");
        assert!(roster.get_or_encode(Framing(200), |_| text("")).is_none());
    }
}
