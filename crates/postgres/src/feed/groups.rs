//! Who follows what. Followers come and go from any thread; the feed's task looks at what is new when it is woken.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

use super::rls_query::SETTINGS;
use super::{Followed, Full, GROUPS, SubscriptionRequest, SubscriptionStatus, Tell};
use crate::policy::Claims;
use crate::request::{Request, RequestError};

/// What those have in common who are told the same of a row that no policy guards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Kin {
    topic: Box<str>,
    requests: Vec<(u32, Box<str>)>,
    role: Box<str>,
    /// The number of a group that has one follower, which gets the rows that are there first; else 0.
    alone: u32,
}

/// What a group's followers have in common.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Common {
    kin: Arc<Kin>,
    claims: Box<str>,
}

/// A group as the feed's task sees it.
#[derive(Debug)]
pub(super) struct Group {
    /// Its name: `NUMBER:TOPIC`.
    pub(super) name: Arc<str>,
    /// The name of its family, `fNUMBER:TOPIC`: the groups that differ in their claims alone.
    pub(super) family: Arc<str>,
    /// Its requests with the numbers that its followers know them by.
    pub(super) requests: Result<Vec<(u32, Request)>, RequestError>,
    pub(super) identity: Identity,
    /// Its claims, where policies can be evaluated with them here.
    pub(super) claims: Option<Claims>,
    /// The topic is the request: what follows is told in the form of that time.
    pub(super) is_legacy: bool,
    /// Where the rows that are there come first: what those have in common who get the same.
    pub(super) snapshot: Option<Arc<Common>>,
}

/// In whose name rows are looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pub(super) role: Box<str>,
    pub(super) claims: Box<str>,
    pub(super) subject: Box<str>,
}

impl Identity {
    /// What PostgreSQL is told of it, for one question.
    pub(super) fn settings(&self) -> [(&'static str, &str); SETTINGS.len()] {
        let [claims, subject, role] = SETTINGS;
        [(claims, &self.claims), (subject, &self.subject), (role, &self.role)]
    }
}

/// Somebody who follows.
struct Follower {
    group: u32,
    tell: Arc<Tell>,
    /// Whom it takes the place of, once the feed's task sees it.
    replaces: Option<NonZeroU64>,
    /// Who takes its place.
    heir: Option<NonZeroU64>,
    /// Whether what is published reaches it.
    listens: bool,
}

/// What is known of a group.
struct Entry {
    common: Arc<Common>,
    group: Arc<Group>,
    followers: usize,
    /// Whether its follower has the rows that were there.
    has_rows: bool,
}

/// Who is new.
#[derive(Debug, Default)]
pub(super) struct Fresh {
    /// The followers, with their groups' numbers.
    pub(super) followers: Vec<(NonZeroU64, u32)>,
    /// Groups whose follower has the rows already, by another group.
    pub(super) heirs: Vec<Heir>,
}

/// A group that takes the place of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heir {
    pub(super) of: u32,
    pub(super) group: u32,
}

/// All who follow.
#[derive(Default)]
pub(super) struct Groups {
    by_common: HashMap<Arc<Common>, u32>,
    /// Families, their names, and how many groups each has.
    families: HashMap<Arc<Kin>, (Arc<str>, usize)>,
    groups: HashMap<u32, Entry>,
    followers: HashMap<NonZeroU64, Follower>,
    last_group: u32,
    last_follower: u64,
    /// Followers whom the feed's task has not seen yet.
    fresh: Vec<NonZeroU64>,
    /// Groups that have ended since it looked.
    ended: Vec<u32>,
    /// Groups that have taken the place of others since it looked.
    heirs: Vec<Heir>,
}

impl Groups {
    pub(super) fn add(&mut self, request: SubscriptionRequest<'_>, tell: Tell) -> Result<Followed, Full> {
        let requests = request.requests.iter().map(|&(id, text)| (id, text.into())).collect();
        let kin =
            Arc::new(Kin { topic: request.topic.into(), requests, role: request.role.into(), alone: 0 });
        let common = Arc::new(Common { kin, claims: request.claims.into() });
        let number = match self.by_common.get(&common) {
            Some(&number) => number,
            None => self.create(common, request)?,
        };
        let Some(Entry { group, followers, .. }) = self.groups.get_mut(&number) else { return Err(Full) };
        *followers += 1;
        let (name, family) = (Arc::clone(&group.name), Arc::clone(&group.family));
        self.last_follower += 1;
        let follower = NonZeroU64::new(self.last_follower).ok_or(Full)?;
        let replaces = request.replaces;
        if let Some(replaced) = replaces.and_then(|replaced| self.followers.get_mut(&replaced)) {
            replaced.heir = Some(follower);
        }
        let entry = Follower { group: number, tell: Arc::new(tell), replaces, heir: None, listens: false };
        self.followers.insert(follower, entry);
        Ok(Followed { number: follower, channels: [name, family] })
    }

    /// What is published reaches a follower from now on.
    pub(super) fn begin(&mut self, follower: NonZeroU64) {
        if let Some(it) = self.followers.get_mut(&follower) {
            it.listens = true;
            self.fresh.push(follower);
        }
    }

    fn create(&mut self, common: Arc<Common>, request: SubscriptionRequest<'_>) -> Result<u32, Full> {
        if self.groups.len() >= usize::try_from(GROUPS).unwrap_or(usize::MAX) {
            return Err(Full);
        }
        loop {
            self.last_group = self.last_group.wrapping_add(1);
            if !self.groups.contains_key(&self.last_group) {
                break;
            }
        }
        let number = self.last_group;
        let is_legacy = request.requests.is_empty();
        let requests: Result<Vec<_>, _> = if is_legacy {
            Request::of_topic(request.topic).map(|request| vec![(0, request)])
        } else {
            let parsed = request.requests.iter().map(|&(id, text)| Ok((id, Request::parse(text)?)));
            parsed.collect()
        };
        let has_snapshot = requests.iter().flatten().any(|(_, request)| request.snapshot);
        let (common, snapshot) = if has_snapshot {
            let kin = Arc::new(Kin { alone: number, ..(*common.kin).clone() });
            (Arc::new(Common { kin, claims: common.claims.clone() }), Some(common))
        } else {
            (common, None)
        };
        let identity = Identity {
            role: request.role.into(),
            claims: request.claims.into(),
            subject: request.subject.unwrap_or_default().into(),
        };
        let name = format!("{number}:{}", request.topic).into();
        // The number of its first group, which is gone before another has it.
        let new_family = || (Arc::from(format!("f{number}:{}", request.topic)), 0);
        let (family, groups) = self.families.entry(Arc::clone(&common.kin)).or_insert_with(new_family);
        *groups += 1;
        let family = Arc::clone(family);
        let claims = Claims::parse(request.claims);
        let group = Arc::new(Group { name, family, requests, identity, claims, is_legacy, snapshot });
        self.by_common.insert(Arc::clone(&common), number);
        self.groups.insert(number, Entry { common, group, followers: 0, has_rows: false });
        Ok(number)
    }

    pub(super) fn remove(&mut self, follower: NonZeroU64) {
        let Some(Follower { group: number, heir, .. }) = self.followers.remove(&follower) else { return };
        let group = heir.and_then(|heir| self.group_of(heir));
        if let Some(group) = group.filter(|&group| group != number && self.has_rows(number)) {
            self.set_rows(group, true);
            self.heirs.push(Heir { of: number, group });
        }
        let Some(Entry { common, followers, .. }) = self.groups.get_mut(&number) else { return };
        *followers -= 1;
        if *followers == 0 {
            if let Some((_, groups)) = self.families.get_mut(&common.kin) {
                *groups -= 1;
                if *groups == 0 {
                    self.families.remove(&common.kin);
                }
            }
            self.by_common.remove(common);
            self.groups.remove(&number);
            self.ended.push(number);
        }
    }

    /// The groups that have ended since this was last asked.
    pub(super) fn take_ended(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.ended)
    }

    /// The followers that are new since this was last asked. Those whose place they take are gone.
    pub(super) fn take_fresh(&mut self) -> Fresh {
        let mut fresh = Fresh::default();
        for follower in std::mem::take(&mut self.fresh) {
            let Some(it) = self.followers.get_mut(&follower) else { continue };
            let (group, replaced) = (it.group, it.replaces.take());
            fresh.followers.push((follower, group));
            if let Some(replaced) = replaced {
                self.remove(replaced);
            }
        }
        fresh.heirs = std::mem::take(&mut self.heirs);
        fresh
    }

    /// Everybody is new again: the feed's task begins anew.
    pub(super) fn all_fresh(&mut self) {
        let listening = self.followers.iter().filter(|(_, it)| it.listens);
        self.fresh = listening.map(|(&number, _)| number).collect();
    }

    pub(super) fn get(&self, group: u32) -> Option<Arc<Group>> {
        self.groups.get(&group).map(|it| Arc::clone(&it.group))
    }

    /// Whether a group's follower has the rows that were there.
    pub(super) fn has_rows(&self, group: u32) -> bool {
        self.groups.get(&group).is_some_and(|it| it.has_rows)
    }

    pub(super) fn set_rows(&mut self, group: u32, has_rows: bool) {
        if let Some(it) = self.groups.get_mut(&group) {
            it.has_rows = has_rows;
        }
    }

    /// Changes were missed: what everybody has is no longer what is there.
    pub(super) fn forget_rows(&mut self) {
        self.groups.values_mut().for_each(|it| it.has_rows = false);
    }

    /// The group of a follower.
    pub(super) fn group_of(&self, follower: NonZeroU64) -> Option<u32> {
        self.followers.get(&follower).map(|it| it.group)
    }

    /// Those of one group.
    pub(super) fn followers_of(&self, group: u32) -> Vec<NonZeroU64> {
        self.followers.iter().filter(|(_, it)| it.group == group).map(|(&number, _)| number).collect()
    }

    /// How one follower is told.
    pub(super) fn teller(&self, follower: NonZeroU64) -> Option<Arc<Tell>> {
        self.followers.get(&follower).map(|it| Arc::clone(&it.tell))
    }

    /// Tells everybody.
    pub(super) fn tell_all(&self, status: &SubscriptionStatus) {
        self.followers.iter().for_each(|(&number, it)| (it.tell)(number, status.clone()));
    }
}

impl fmt::Debug for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Groups").field("groups", &self.groups.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request<'a>(
        topic: &'a str,
        requests: &'a [(u32, &'a str)],
        claims: &'a str,
    ) -> SubscriptionRequest<'a> {
        SubscriptionRequest { topic, requests, role: "anon", claims, subject: None, replaces: None }
    }

    fn follow(groups: &mut Groups, request: SubscriptionRequest<'_>) -> Followed {
        let followed = groups.add(request, Box::new(|_, _| {})).unwrap();
        groups.begin(followed.number);
        followed
    }

    #[test]
    fn those_who_ask_for_the_same_share_a_group() {
        let mut groups = Groups::default();
        let requests = [(7, r#"{"event":"*","schema":"public"}"#)];
        let first = follow(&mut groups, request("t", &requests, "{}"));
        let second = follow(&mut groups, request("t", &requests, "{}"));
        let other_topic = follow(&mut groups, request("u", &requests, "{}"));
        let other_claims = follow(&mut groups, request("t", &requests, r#"{"sub":"1"}"#));
        assert_eq!(first.channels, second.channels);
        let names = [first.channels.clone(), other_topic.channels, other_claims.channels].concat();
        let names: Vec<&str> = names.iter().map(|it| &**it).collect();
        assert_eq!(names, ["1:t", "f1:t", "2:u", "f2:u", "3:t", "f1:t"]);
        assert_eq!(groups.take_fresh().followers.len(), 4);
        groups.remove(first.number);
        assert!(groups.take_ended().is_empty());
        groups.remove(second.number);
        groups.remove(second.number);
        assert_eq!(groups.take_ended(), [1]);
        assert!(groups.get(1).is_none() && groups.teller(first.number).is_none());
        assert_ne!(
            follow(&mut groups, request("t", &requests, "{}")).channels[0],
            first.channels[0],
            "a group does not rise again"
        );
        assert_eq!(groups.families.len(), 2);
    }

    #[test]
    fn who_gets_the_rows_that_are_there_shares_with_nobody() {
        let mut groups = Groups::default();
        let requests = [(7, r#"{"table":"t","snapshot":true}"#)];
        let (first, second) = (
            follow(&mut groups, request("t", &requests, "{}")),
            follow(&mut groups, request("t", &requests, "{}")),
        );
        let names = [first.channels, second.channels].concat();
        assert_eq!(names.iter().map(|it| &**it).collect::<Vec<_>>(), ["1:t", "f1:t", "2:t", "f2:t"]);
        let alike = |group| groups.get(group).unwrap().snapshot.clone().unwrap();
        assert_eq!(alike(1), alike(2), "and gets the same");
    }

    #[test]
    fn who_takes_the_place_of_another_has_what_that_one_had() {
        let mut groups = Groups::default();
        let requests = [(7, r#"{"table":"t","snapshot":true}"#)];
        let former = follow(&mut groups, request("t", &requests, "{}"));
        groups.take_fresh();
        groups.set_rows(1, true);
        let replaces = Some(former.number);
        let newer = SubscriptionRequest { replaces, ..request("t", &requests, r#"{"exp":1}"#) };
        let newer = groups.add(newer, Box::new(|_, _| {})).unwrap();
        assert!(
            groups.take_fresh().followers.is_empty() && groups.take_ended().is_empty(),
            "not before it listens"
        );
        groups.all_fresh();
        assert_eq!(groups.take_fresh().followers, [(former.number, 1)]);
        groups.begin(newer.number);
        let fresh = groups.take_fresh();
        assert_eq!((fresh.followers, fresh.heirs), (vec![(newer.number, 2)], vec![Heir { of: 1, group: 2 }]));
        assert!(groups.has_rows(2));
        assert_eq!(groups.take_ended(), [1]);
        // Also where that one leaves before the feed's task has seen the newest.
        let replaces = Some(newer.number);
        let newest = SubscriptionRequest { replaces, ..request("t", &requests, r#"{"exp":2}"#) };
        let newest = groups.add(newest, Box::new(|_, _| {})).unwrap();
        groups.begin(newest.number);
        groups.remove(newer.number);
        assert_eq!(groups.take_fresh().heirs, [Heir { of: 2, group: 3 }]);
        assert!(groups.has_rows(3));
        groups.forget_rows();
        assert!(!groups.has_rows(3));
    }

    #[test]
    fn a_topic_alone_is_a_request_of_the_oldest_kind() {
        let mut groups = Groups::default();
        follow(&mut groups, request("public:todos", &[], "{}"));
        let group = groups.get(1).unwrap();
        let (_, request) = &group.requests.as_ref().unwrap()[0];
        assert!(
            group.is_legacy && request.includes("public", "todos") && !request.includes("public", "other")
        );
    }
}
