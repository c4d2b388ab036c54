//! Who follows what. Followers come and go from any thread; the feed's task looks at what is new when it is woken.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

use super::{Followed, Full, GROUPS, News, Tell, Wish};
use crate::policy::Claims;
use crate::request::{Request, RequestError};

/// What those have in common who are told the same of a row that no policy guards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Kin {
    topic: Box<str>,
    requests: Vec<(u32, Box<str>)>,
    role: Box<str>,
}

/// What a group's followers have in common.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Common {
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
}

/// In whose name rows are looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pub(super) role: Box<str>,
    pub(super) claims: Box<str>,
    pub(super) subject: Box<str>,
}

/// Somebody who follows.
struct Follower {
    group: u32,
    tell: Arc<Tell>,
}

/// All who follow.
#[derive(Default)]
pub(super) struct Groups {
    by_common: HashMap<Arc<Common>, u32>,
    /// Families, their names, and how many groups each has.
    families: HashMap<Arc<Kin>, (Arc<str>, usize)>,
    groups: HashMap<u32, (Arc<Common>, Arc<Group>, usize)>,
    followers: HashMap<NonZeroU64, Follower>,
    last_group: u32,
    last_follower: u64,
    /// Followers whom the feed's task has not seen yet.
    fresh: Vec<NonZeroU64>,
    /// Groups that have ended since it looked.
    ended: Vec<u32>,
}

impl Groups {
    pub(super) fn add(&mut self, wish: Wish<'_>, tell: Tell) -> Result<Followed, Full> {
        let requests = wish.requests.iter().map(|&(id, text)| (id, text.into())).collect();
        let kin = Arc::new(Kin { topic: wish.topic.into(), requests, role: wish.role.into() });
        let common = Arc::new(Common { kin, claims: wish.claims.into() });
        let number = match self.by_common.get(&common) {
            Some(&number) => number,
            None => self.create(common, wish)?,
        };
        let Some((_, group, followers)) = self.groups.get_mut(&number) else { return Err(Full) };
        *followers += 1;
        let (name, family) = (Arc::clone(&group.name), Arc::clone(&group.family));
        self.last_follower += 1;
        let follower = NonZeroU64::new(self.last_follower).ok_or(Full)?;
        self.followers.insert(follower, Follower { group: number, tell: Arc::new(tell) });
        self.fresh.push(follower);
        Ok(Followed { number: follower, channels: [name, family] })
    }

    fn create(&mut self, common: Arc<Common>, wish: Wish<'_>) -> Result<u32, Full> {
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
        let is_legacy = wish.requests.is_empty();
        let requests = if is_legacy {
            Request::of_topic(wish.topic).map(|request| vec![(0, request)])
        } else {
            let parsed = wish.requests.iter().map(|&(id, text)| Ok((id, Request::parse(text)?)));
            parsed.collect()
        };
        let identity = Identity {
            role: wish.role.into(),
            claims: wish.claims.into(),
            subject: wish.subject.unwrap_or_default().into(),
        };
        let name = format!("{number}:{}", wish.topic).into();
        // The number of its first group, which is gone before another has it.
        let new_family = || (Arc::from(format!("f{number}:{}", wish.topic)), 0);
        let (family, groups) = self.families.entry(Arc::clone(&common.kin)).or_insert_with(new_family);
        *groups += 1;
        let family = Arc::clone(family);
        let claims = Claims::parse(wish.claims);
        let group = Arc::new(Group { name, family, requests, identity, claims, is_legacy });
        self.by_common.insert(Arc::clone(&common), number);
        self.groups.insert(number, (common, group, 0));
        Ok(number)
    }

    pub(super) fn remove(&mut self, follower: NonZeroU64) {
        let Some(Follower { group: number, .. }) = self.followers.remove(&follower) else { return };
        let Some((common, _, followers)) = self.groups.get_mut(&number) else { return };
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

    /// The followers that are new since this was last asked, with their groups' numbers.
    pub(super) fn take_fresh(&mut self) -> Vec<(NonZeroU64, u32)> {
        let fresh = std::mem::take(&mut self.fresh);
        let with_groups = fresh.into_iter().filter_map(|it| Some((it, self.followers.get(&it)?.group)));
        with_groups.collect()
    }

    /// Everybody is new again: the feed's task begins anew.
    pub(super) fn all_fresh(&mut self) {
        self.fresh = self.followers.keys().copied().collect();
    }

    pub(super) fn get(&self, group: u32) -> Option<Arc<Group>> {
        self.groups.get(&group).map(|(_, group, _)| Arc::clone(group))
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
    pub(super) fn tell_all(&self, news: &News) {
        self.followers.iter().for_each(|(&number, it)| (it.tell)(number, news.clone()));
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

    fn wish<'a>(topic: &'a str, requests: &'a [(u32, &'a str)], claims: &'a str) -> Wish<'a> {
        Wish { topic, requests, role: "anon", claims, subject: None }
    }

    fn follow(groups: &mut Groups, wish: Wish<'_>) -> Followed {
        groups.add(wish, Box::new(|_, _| {})).unwrap()
    }

    #[test]
    fn those_who_ask_for_the_same_share_a_group() {
        let mut groups = Groups::default();
        let requests = [(7, r#"{"event":"*","schema":"public"}"#)];
        let first = follow(&mut groups, wish("t", &requests, "{}"));
        let second = follow(&mut groups, wish("t", &requests, "{}"));
        let other_topic = follow(&mut groups, wish("u", &requests, "{}"));
        let other_claims = follow(&mut groups, wish("t", &requests, r#"{"sub":"1"}"#));
        assert_eq!(first.channels, second.channels);
        let names = [first.channels.clone(), other_topic.channels, other_claims.channels].concat();
        let names: Vec<&str> = names.iter().map(|it| &**it).collect();
        assert_eq!(names, ["1:t", "f1:t", "2:u", "f2:u", "3:t", "f1:t"]);
        assert_eq!(groups.take_fresh().len(), 4);
        groups.remove(first.number);
        assert!(groups.take_ended().is_empty());
        groups.remove(second.number);
        groups.remove(second.number);
        assert_eq!(groups.take_ended(), [1]);
        assert!(groups.get(1).is_none() && groups.teller(first.number).is_none());
        assert_ne!(
            follow(&mut groups, wish("t", &requests, "{}")).channels[0],
            first.channels[0],
            "a group does not rise again"
        );
        assert_eq!(groups.families.len(), 2);
    }

    #[test]
    fn a_topic_alone_is_a_request_of_the_oldest_kind() {
        let mut groups = Groups::default();
        follow(&mut groups, wish("public:todos", &[], "{}"));
        let group = groups.get(1).unwrap();
        let (_, request) = &group.requests.as_ref().unwrap()[0];
        assert!(
            group.is_legacy && request.includes("public", "todos") && !request.includes("public", "other")
        );
    }
}
