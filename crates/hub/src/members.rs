//! The users of one presence channel, however many connections each has.
//!
//! Beside the users as they are, the table has them as sent to subscribers: a new subscriber is
//! given those, so that the next change applies to all subscribers alike.

use alloc::{boxed::Box, collections::BTreeMap, sync::Arc, vec::Vec};
use core::ops::Bound;

use hashbrown::HashTable;

use crate::{HashSeed, JoinAs, Member, MembersPage, Roster, SocketId, delays::Emit};

/// The users of one channel, by id and in the order in which they joined.
#[derive(Debug, Default)]
pub(crate) struct Members {
    users: BTreeMap<u64, User>,
    by_id: HashTable<u64>,
    joins: u64,
    present: u32,
    /// Users that may have an unsent change, each once.
    changed: Vec<u64>,
    /// The members as sent, cached until the next change is sent.
    sent: Option<Arc<Roster>>,
}

/// A user that is present, or whose leave has not been sent.
#[derive(Debug)]
struct User {
    member: Arc<Member>,
    connections: u32,
    /// The member as sent to the others; `None`: its join has not been sent.
    sent: Option<Arc<Member>>,
    /// While its join has not been sent: the connection that joined, which must not receive it.
    newcomer: Option<SocketId>,
    is_listed: bool,
}

/// The outcome of a join.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) member: Arc<Member>,
    /// When the join is to be sent to the others.
    pub(crate) emit: Emit,
}

impl Members {
    /// Distinct users.
    pub(crate) fn len(&self) -> u32 {
        self.present
    }

    pub(crate) fn contains(&self, user_id: &str, seed: &HashSeed) -> bool {
        self.user(user_id, seed).is_some_and(|user| user.connections > 0)
    }

    /// Whether the user is present and its join has not been sent.
    pub(crate) fn is_unsent(&self, user_id: &str, seed: &HashSeed) -> bool {
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

    /// Adds a connection of a user.
    pub(crate) fn join(&mut self, join: JoinAs<'_>, socket: SocketId, seed: &HashSeed) -> Joined {
        let number = self.number(join.user_id, seed).unwrap_or_else(|| self.add(join, seed));
        let Self { users, present, changed, .. } = self;
        let Some(user) = users.get_mut(&number) else {
            return Joined { member: member(join), emit: Emit::Never }; // not reached: it was just added
        };
        user.connections = user.connections.saturating_add(1);
        if user.connections > 1 {
            // A connection does not receive its own user's join, and a delivery can except only
            // one.
            let emit = if user.newcomer.is_some() { Emit::Now } else { Emit::Never };
            return Joined { member: Arc::clone(&user.member), emit };
        }
        *present += 1;
        if let Some(sent) = user.sent.as_ref().filter(|sent| *sent.info == *join.info) {
            user.member = Arc::clone(sent);
            return Joined { member: Arc::clone(sent), emit: Emit::Never };
        }
        if *user.member.info != *join.info {
            user.member = member(join);
        }
        user.newcomer = Some(socket);
        list(user, number, changed);
        Joined { member: Arc::clone(&user.member), emit: Emit::Soon }
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

    /// Removes a connection of a user.
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

    /// The members as sent, made once and shared until the next change is sent.
    fn sent(&mut self) -> Arc<Roster> {
        let Self { users, sent, .. } = self;
        let make = || Arc::new(Roster::new(users.values().filter_map(|user| user.sent.clone()).collect()));
        Arc::clone(sent.get_or_insert_with(make))
    }

    /// The roster that a member is given when it joins: the members as sent, and whether it is
    /// itself missing there.
    pub(crate) fn roster_for(&mut self, member: &Member, seed: &HashSeed) -> (Arc<Roster>, bool) {
        match self.user(&member.user_id, seed).map(|user| user.sent.as_deref()) {
            Some(None) => (self.sent(), true),
            // The others were sent an earlier info of it; of itself it is given the present one.
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

    /// The present members.
    pub(crate) fn roster(&mut self) -> Arc<Roster> {
        if self.changed.is_empty() {
            return self.sent();
        }
        let present = self.users.values().filter(|user| user.connections > 0);
        Arc::new(Roster::new(present.map(|user| Arc::clone(&user.member)).collect()))
    }

    /// At most `limit` present members that joined after the one with number `after`, in the order in which they joined. Costs
    /// as many as it gives, and those whose leave has not been sent.
    pub(crate) fn page(&self, after: Option<u64>, limit: usize) -> MembersPage {
        let later = (after.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
        let mut present = self.users.range(later).filter(|(_, user)| user.connections > 0);
        let mut page = MembersPage { total: self.present, ..MembersPage::default() };
        for (number, user) in present.by_ref().take(limit) {
            page.members.push(Arc::clone(&user.member));
            page.next = Some(*number);
        }
        if present.next().is_none() {
            page.next = None;
        }
        page
    }

    /// The changes since the last call, which count as sent.
    pub(crate) fn take_changes(&mut self, seed: &HashSeed) -> Changes {
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
                self.remove(number, seed);
            }
        }
        if !changes.are_none() {
            self.sent = None;
        }
        changes
    }

    /// Replaces the members with those of a snapshot, each with a number of connections; the
    /// difference is to be sent.
    pub(crate) fn restore(&mut self, members: &[(JoinAs<'_>, u32)], seed: &HashSeed) {
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
            let Some(user) = users.get_mut(&number) else { continue }; // not reached: it was just added
            if *user.member.info != *join.info {
                user.member = member(*join);
            }
            *present += u32::from(user.connections == 0);
            user.connections = *connections;
            list(user, number, changed);
        }
    }

    fn remove(&mut self, number: u64, seed: &HashSeed) {
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

/// Joins and leaves to send, each with the connection of that user that must not receive it.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) left: Vec<(Arc<Member>, Option<SocketId>)>,
    pub(crate) joined: Vec<(Arc<Member>, Option<SocketId>)>,
}

impl Changes {
    pub(crate) fn are_none(&self) -> bool {
        self.left.is_empty() && self.joined.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec};

    use super::*;
    use crate::{EncodedRoster, Framing};

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

    /// How many left and how many joined.
    fn changes(members: &mut Members) -> (usize, usize) {
        let changes = members.take_changes(&seed());
        (changes.left.len(), changes.joined.len())
    }

    #[test]
    fn only_the_first_and_last_connection_of_a_user_are_sent() {
        let mut members = Members::default();
        assert_eq!(join(&mut members, "ann", "1").emit, Emit::Soon);
        assert_eq!(changes(&mut members), (0, 1));
        let second = join(&mut members, "ann", "2");
        assert_eq!((second.emit, &*second.member.info), (Emit::Never, &b"1"[..]), "the first info applies");
        assert_eq!(members.leave("ann", &seed()), Emit::Never);
        assert_eq!(members.leave("ann", &seed()), Emit::Later);
        assert_eq!(members.leave("ann", &seed()), Emit::Never, "she is not here");
        assert_eq!((members.len(), changes(&mut members)), (0, (1, 0)));
        assert!(members.users.is_empty() && members.by_id.is_empty());
    }

    #[test]
    fn pages_have_each_present_member_once_whoever_comes_and_goes_between_them() {
        let mut members = Members::default();
        let names: Vec<String> = (0..10).map(|n| alloc::format!("u{n}")).collect();
        names.iter().for_each(|name| drop(join(&mut members, name, "")));
        let ids = |page: &MembersPage| {
            page.members.iter().map(|one| String::from(&*one.user_id)).collect::<Vec<_>>()
        };
        let whole = members.page(None, 10);
        assert_eq!((ids(&whole), whole.next, whole.total), (names.clone(), None, 10));
        let first = members.page(None, 4);
        assert_eq!((ids(&first), first.total), (names[..4].to_vec(), 10));
        // The last one of the page, the next one and one without a mark leave; two come.
        changes(&mut members);
        for name in ["u3", "u4"] {
            members.leave(name, &seed());
        }
        changes(&mut members);
        members.leave("u5", &seed());
        join(&mut members, "new", "");
        join(&mut members, "u3", "");
        let second = members.page(first.next, 4);
        assert_eq!((ids(&second), second.total), (["u6", "u7", "u8", "u9"].map(String::from).to_vec(), 9));
        let last = members.page(second.next, 4);
        assert_eq!((ids(&last), last.next), (["new", "u3"].map(String::from).to_vec(), None));
        assert_eq!(members.page(Some(99), 4).members.len(), 0);
        assert_eq!(members.page(None, 0).members.len(), 0);
    }

    #[test]
    fn a_member_that_joins_and_leaves_unsent_leaves_nothing_behind() {
        let mut members = Members::default();
        for _ in 0..3 {
            assert_eq!(join(&mut members, "ann", "1").emit, Emit::Soon);
            members.leave("ann", &seed());
        }
        assert_eq!(members.changed.len(), 1, "listed once");
        assert_eq!(changes(&mut members), (0, 0));
        assert!(members.users.is_empty() && members.by_id.is_empty());
    }

    #[test]
    fn a_member_that_returns_is_sent_only_with_another_info() {
        let mut members = Members::default();
        join(&mut members, "ann", "1");
        join(&mut members, "bob", "");
        changes(&mut members);
        members.leave("ann", &seed());
        assert_eq!(join(&mut members, "ann", "1").emit, Emit::Never);
        members.leave("ann", &seed());
        let other = join(&mut members, "ann", "2");
        assert_eq!(other.emit, Emit::Soon);
        let (roster, is_missing) = members.roster_for(&other.member, &seed());
        assert_eq!(
            (infos(&roster), is_missing),
            (vec!["2".into(), "".into()], false),
            "its own info is the present one"
        );
        assert_eq!(infos(&members.sent()), ["1", ""], "as sent to the others");
        assert_eq!(changes(&mut members), (1, 1));
        assert_eq!(infos(&members.sent()), ["2", ""]);
    }

    #[test]
    fn a_second_connection_has_the_unsent_join_of_its_user_sent_first() {
        let mut members = Members::default();
        let first = join(&mut members, "ann", "1");
        let (roster, is_missing) = members.roster_for(&first.member, &seed());
        assert_eq!((roster.members.len(), is_missing), (0, true));
        assert_eq!(join(&mut members, "ann", "1").emit, Emit::Now);
        changes(&mut members);
        assert_eq!(join(&mut members, "ann", "1").emit, Emit::Never);
        let (roster, is_missing) = members.roster_for(&first.member, &seed());
        assert_eq!((roster.members.len(), is_missing), (1, false));
    }

    #[test]
    fn the_roster_is_in_the_order_of_joins_and_shared_until_the_next_change_is_sent() {
        let mut members = Members::default();
        for user_id in ["c", "a", "b"] {
            join(&mut members, user_id, "");
        }
        assert!(members.sent().members.is_empty(), "no join has been sent yet");
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
