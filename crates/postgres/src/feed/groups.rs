//! Subscriptions, and the groups of those that ask for the same. They come and go from any thread;
//! the feed's task looks at what is new when it is woken.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

use super::format::ChangeFormat;
use super::rls_query::SETTINGS;
use super::{
    Full, GROUPS, StatusCallback, Subscription, SubscriptionId, SubscriptionRequest, SubscriptionStatus,
};
use crate::policy::Claims;
use crate::request::Request;

/// What groups have in common that are sent the same of a row that no policy guards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct FamilyKey {
    topic: Box<str>,
    requests: Arc<[(u32, Request)]>,
    role: Box<str>,
    format: ChangeFormat,
    /// The number of a group that is one subscription's own, since it gets the rows that are there
    /// first; else 0.
    alone: u32,
}

/// What the subscriptions of a group have in common.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct GroupKey {
    family: Arc<FamilyKey>,
    claims: Box<str>,
}

/// A group as the feed's task sees it.
#[derive(Debug)]
pub(super) struct Group {
    /// Its channel: `NUMBER:TOPIC`.
    pub(super) channel: Arc<str>,
    /// The channel of its family, `fNUMBER:TOPIC`: the groups that differ in their claims alone.
    pub(super) family_channel: Arc<str>,
    /// Its requests with the numbers that its subscribers know them by.
    pub(super) requests: Arc<[(u32, Request)]>,
    pub(super) identity: Identity,
    /// Its claims, where policies can be evaluated with them here.
    pub(super) claims: Option<Claims>,
    /// How its changes are written.
    pub(super) format: ChangeFormat,
    /// Where the rows that are there come first: what those have in common who get the same rows.
    pub(super) snapshot: Option<Arc<GroupKey>>,
}

/// In whose name rows are looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pub(super) role: Box<str>,
    pub(super) claims: Box<str>,
    pub(super) subject: Box<str>,
}

impl Identity {
    /// The settings by which PostgreSQL knows it for one query.
    pub(super) fn settings(&self) -> [(&'static str, &str); SETTINGS.len()] {
        let [claims, subject, role] = SETTINGS;
        [(claims, &self.claims), (subject, &self.subject), (role, &self.role)]
    }
}

/// A subscription.
struct Member {
    group: u32,
    callback: Arc<StatusCallback>,
    /// The subscription whose place it takes, once the feed's task sees it.
    replaces: Option<SubscriptionId>,
    /// The subscription that takes its place.
    replaced_by: Option<SubscriptionId>,
    /// Whether what is published reaches it.
    is_active: bool,
}

/// What is known of a group.
struct Entry {
    key: Arc<GroupKey>,
    group: Arc<Group>,
    members: usize,
    /// Whether its subscription has received the rows that were there.
    has_snapshot: bool,
}

/// What is new.
#[derive(Debug, Default)]
pub(super) struct Activated {
    /// The subscriptions, with their groups' numbers.
    pub(super) subscriptions: Vec<(SubscriptionId, u32)>,
    /// Groups whose subscription has the rows already, by another group.
    pub(super) replacements: Vec<Replacement>,
}

/// A group that takes the place of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Replacement {
    pub(super) former: u32,
    pub(super) group: u32,
}

/// What subscriptions of one role ask for, and how many they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// The schema, as they name it: see [`Request::schema`].
    pub schema: Box<str>,
    /// The table, as they name it.
    pub table: Box<str>,
    /// The database's role.
    pub role: Box<str>,
    /// Subscriptions with such a request.
    pub subscriptions: usize,
}

/// All subscriptions.
#[derive(Default)]
pub(super) struct Groups {
    by_key: HashMap<Arc<GroupKey>, u32>,
    /// Families, their channels, and how many groups each has.
    families: HashMap<Arc<FamilyKey>, (Arc<str>, usize)>,
    groups: HashMap<u32, Entry>,
    members: HashMap<SubscriptionId, Member>,
    last_group: u32,
    last_member: u64,
    /// Subscriptions that the feed's task has not seen yet.
    activated: Vec<SubscriptionId>,
    /// Groups that have ended since it looked.
    ended: Vec<u32>,
    /// Groups that have taken the place of others since it looked.
    replacements: Vec<Replacement>,
}

impl Groups {
    pub(super) fn add(
        &mut self,
        request: SubscriptionRequest<'_>,
        callback: StatusCallback,
    ) -> Result<Subscription, Full> {
        let requests = Arc::clone(&request.requests);
        let (topic, role, format) = (request.topic.into(), request.role.into(), request.format);
        let family = Arc::new(FamilyKey { topic, requests, role, format, alone: 0 });
        let key = Arc::new(GroupKey { family, claims: request.claims.into() });
        let number = match self.by_key.get(&key) {
            Some(&number) => number,
            None => self.create(key, &request)?,
        };
        let Some(Entry { group, members, .. }) = self.groups.get_mut(&number) else { return Err(Full) };
        *members += 1;
        let channels = [Arc::clone(&group.channel), Arc::clone(&group.family_channel)];
        self.last_member += 1;
        let id = SubscriptionId(NonZeroU64::new(self.last_member).ok_or(Full)?);
        let replaces = request.replaces;
        if let Some(replaced) = replaces.and_then(|replaced| self.members.get_mut(&replaced)) {
            replaced.replaced_by = Some(id);
        }
        let callback = Arc::new(callback);
        let member = Member { group: number, callback, replaces, replaced_by: None, is_active: false };
        self.members.insert(id, member);
        Ok(Subscription { id, channels })
    }

    /// What is asked for, most subscriptions first. It looks at every group.
    pub(super) fn followed(&self) -> Vec<Followed> {
        let mut counts: HashMap<(&str, &str, &str), usize> = HashMap::new();
        for Entry { group, members, .. } in self.groups.values() {
            let mut named: Vec<(&str, &str)> =
                group.requests.iter().map(|(_, request)| (&*request.schema, &*request.table)).collect();
            named.sort_unstable();
            named.dedup();
            for (schema, table) in named {
                *counts.entry((schema, table, &group.identity.role)).or_default() += members;
            }
        }
        let mut all: Vec<_> = counts.into_iter().collect();
        all.sort_unstable_by_key(|&(names, subscriptions)| (std::cmp::Reverse(subscriptions), names));
        let followed = |((schema, table, role), subscriptions): ((&str, &str, &str), usize)| Followed {
            schema: schema.into(),
            table: table.into(),
            role: role.into(),
            subscriptions,
        };
        all.into_iter().map(followed).collect()
    }

    /// What is published reaches a subscription from now on.
    pub(super) fn activate(&mut self, id: SubscriptionId) {
        if let Some(it) = self.members.get_mut(&id) {
            it.is_active = true;
            self.activated.push(id);
        }
    }

    fn create(&mut self, key: Arc<GroupKey>, request: &SubscriptionRequest<'_>) -> Result<u32, Full> {
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
        let requests = Arc::clone(&key.family.requests);
        let wants_snapshot = requests.iter().any(|(_, request)| request.snapshot);
        let (key, snapshot) = if wants_snapshot {
            let family = Arc::new(FamilyKey { alone: number, ..(*key.family).clone() });
            (Arc::new(GroupKey { family, claims: key.claims.clone() }), Some(key))
        } else {
            (key, None)
        };
        let identity = Identity {
            role: request.role.into(),
            claims: request.claims.into(),
            subject: request.subject.unwrap_or_default().into(),
        };
        let channel = format!("{number}:{}", request.topic).into();
        // The number of its first group, which is gone before another has it.
        let new_family = || (Arc::from(format!("f{number}:{}", request.topic)), 0);
        let (family_channel, groups) =
            self.families.entry(Arc::clone(&key.family)).or_insert_with(new_family);
        *groups += 1;
        let family_channel = Arc::clone(family_channel);
        let claims = Claims::parse(request.claims);
        let format = request.format;
        let group = Arc::new(Group { channel, family_channel, requests, identity, claims, format, snapshot });
        self.by_key.insert(Arc::clone(&key), number);
        self.groups.insert(number, Entry { key, group, members: 0, has_snapshot: false });
        Ok(number)
    }

    pub(super) fn remove(&mut self, id: SubscriptionId) {
        let Some(Member { group: number, replaced_by, .. }) = self.members.remove(&id) else { return };
        let group = replaced_by.and_then(|newer| self.group_of(newer));
        if let Some(group) = group.filter(|&group| group != number && self.has_snapshot(number)) {
            self.set_snapshot(group, true);
            self.replacements.push(Replacement { former: number, group });
        }
        let Some(Entry { key, members, .. }) = self.groups.get_mut(&number) else { return };
        *members -= 1;
        if *members == 0 {
            if let Some((_, groups)) = self.families.get_mut(&key.family) {
                *groups -= 1;
                if *groups == 0 {
                    self.families.remove(&key.family);
                }
            }
            self.by_key.remove(key);
            self.groups.remove(&number);
            self.ended.push(number);
        }
    }

    /// The groups that have ended since this was last asked.
    pub(super) fn take_ended(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.ended)
    }

    /// The subscriptions that are new since this was last asked. Those whose place they take end.
    pub(super) fn take_activated(&mut self) -> Activated {
        let mut activated = Activated::default();
        for id in std::mem::take(&mut self.activated) {
            let Some(it) = self.members.get_mut(&id) else { continue };
            let (group, replaced) = (it.group, it.replaces.take());
            activated.subscriptions.push((id, group));
            if let Some(replaced) = replaced {
                self.remove(replaced);
            }
        }
        activated.replacements = std::mem::take(&mut self.replacements);
        activated
    }

    /// All are new again: the feed's task begins again.
    pub(super) fn activate_all_again(&mut self) {
        let active = self.members.iter().filter(|(_, it)| it.is_active);
        self.activated = active.map(|(&id, _)| id).collect();
    }

    pub(super) fn get(&self, group: u32) -> Option<Arc<Group>> {
        self.groups.get(&group).map(|it| Arc::clone(&it.group))
    }

    /// Whether a group's subscription has received the rows that were there.
    pub(super) fn has_snapshot(&self, group: u32) -> bool {
        self.groups.get(&group).is_some_and(|it| it.has_snapshot)
    }

    pub(super) fn set_snapshot(&mut self, group: u32, has_snapshot: bool) {
        if let Some(it) = self.groups.get_mut(&group) {
            it.has_snapshot = has_snapshot;
        }
    }

    /// Changes were missed: the rows that anybody has are no longer those that are there.
    pub(super) fn forget_snapshots(&mut self) {
        self.groups.values_mut().for_each(|it| it.has_snapshot = false);
    }

    /// The group of a subscription.
    pub(super) fn group_of(&self, id: SubscriptionId) -> Option<u32> {
        self.members.get(&id).map(|it| it.group)
    }

    /// The subscriptions of these groups, each with its group: one walk over all, however many
    /// groups those are.
    pub(super) fn members_of(&self, is_asked: impl Fn(u32) -> bool) -> Vec<(SubscriptionId, u32)> {
        let members = self.members.iter().filter(|(_, it)| is_asked(it.group));
        members.map(|(&id, it)| (id, it.group)).collect()
    }

    pub(super) fn contains(&self, id: SubscriptionId) -> bool {
        self.members.contains_key(&id)
    }

    /// What a subscription is notified by. It is called without the lock on these groups.
    pub(super) fn callback(&self, id: SubscriptionId) -> Option<Arc<StatusCallback>> {
        self.members.get(&id).map(|it| Arc::clone(&it.callback))
    }

    pub(super) fn notify_all(&self, status: &SubscriptionStatus) {
        self.members.iter().for_each(|(&id, it)| (it.callback)(id, status.clone()));
    }
}

impl fmt::Debug for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Groups").field("groups", &self.groups.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::ChangeMessage;
    use super::*;
    use crate::filter::{Clause, Condition, Filter, Operator};
    use crate::request::{Event, Kind};

    const FORMAT: ChangeFormat = ChangeFormat {
        write: |_| Vec::new(),
        address: |_, _, data| ChangeMessage { event: "change", payload: data.to_vec() },
    };

    /// Requests for all changes of a table, or also for its rows.
    fn requests(table: &str, snapshot: bool) -> Arc<[(u32, Request)]> {
        let (schema, table, filter) = ("public".into(), table.into(), Filter::default());
        Arc::new([(7, Request { event: Event::Any, schema, table, filter, select: None, snapshot })])
    }

    fn request<'a>(
        topic: &'a str,
        requests: &Arc<[(u32, Request)]>,
        claims: &'a str,
    ) -> SubscriptionRequest<'a> {
        let (requests, role, format) = (Arc::clone(requests), "anon", FORMAT);
        SubscriptionRequest { topic, requests, role, claims, subject: None, format, replaces: None }
    }

    fn subscribe(groups: &mut Groups, request: SubscriptionRequest<'_>) -> Subscription {
        let subscription = groups.add(request, Box::new(|_, _| {})).unwrap();
        groups.activate(subscription.id);
        subscription
    }

    #[test]
    fn subscriptions_to_the_same_share_a_group() {
        let mut groups = Groups::default();
        let requests = requests("*", false);
        let first = subscribe(&mut groups, request("t", &requests, "{}"));
        let second = subscribe(&mut groups, request("t", &requests, "{}"));
        let other_topic = subscribe(&mut groups, request("u", &requests, "{}"));
        let other_claims = subscribe(&mut groups, request("t", &requests, r#"{"sub":"1"}"#));
        assert_eq!(first.channels, second.channels);
        let names = [first.channels.clone(), other_topic.channels, other_claims.channels].concat();
        let names: Vec<&str> = names.iter().map(|it| &**it).collect();
        assert_eq!(names, ["1:t", "f1:t", "2:u", "f2:u", "3:t", "f1:t"]);
        assert_eq!(groups.take_activated().subscriptions.len(), 4);
        groups.remove(first.id);
        assert!(groups.take_ended().is_empty());
        groups.remove(second.id);
        groups.remove(second.id);
        assert_eq!(groups.take_ended(), [1]);
        assert!(groups.get(1).is_none() && groups.callback(first.id).is_none());
        assert_ne!(
            subscribe(&mut groups, request("t", &requests, "{}")).channels[0],
            first.channels[0],
            "a group does not rise again"
        );
        assert_eq!(groups.families.len(), 2);
    }

    #[test]
    fn a_subscription_that_gets_the_rows_that_are_there_has_a_group_of_its_own() {
        let mut groups = Groups::default();
        let requests = requests("t", true);
        let (first, second) = (
            subscribe(&mut groups, request("t", &requests, "{}")),
            subscribe(&mut groups, request("t", &requests, "{}")),
        );
        let names = [first.channels, second.channels].concat();
        assert_eq!(names.iter().map(|it| &**it).collect::<Vec<_>>(), ["1:t", "f1:t", "2:t", "f2:t"]);
        let alike = |group| groups.get(group).unwrap().snapshot.clone().unwrap();
        assert_eq!(alike(1), alike(2), "and gets the same");
    }

    #[test]
    fn what_is_followed_is_counted_by_table_and_role() {
        let mut groups = Groups::default();
        let requests = requests("t", false);
        for claims in ["{}", "{}", r#"{"sub":"1"}"#] {
            subscribe(&mut groups, request("t", &requests, claims));
        }
        let followed = groups.followed();
        let [Followed { subscriptions: 3, table, role, .. }] = &followed[..] else { panic!("{followed:?}") };
        assert_eq!((&**table, &**role), ("t", "anon"));
    }

    #[test]
    fn a_replacement_has_what_the_former_subscription_had() {
        let mut groups = Groups::default();
        let requests = requests("t", true);
        let former = subscribe(&mut groups, request("t", &requests, "{}"));
        groups.take_activated();
        groups.set_snapshot(1, true);
        let replaces = Some(former.id);
        let newer = SubscriptionRequest { replaces, ..request("t", &requests, r#"{"exp":1}"#) };
        let newer = groups.add(newer, Box::new(|_, _| {})).unwrap();
        assert!(
            groups.take_activated().subscriptions.is_empty() && groups.take_ended().is_empty(),
            "not before it is active"
        );
        groups.activate_all_again();
        assert_eq!(groups.take_activated().subscriptions, [(former.id, 1)]);
        groups.activate(newer.id);
        let activated = groups.take_activated();
        assert_eq!(
            (activated.subscriptions, activated.replacements),
            (vec![(newer.id, 2)], vec![Replacement { former: 1, group: 2 }])
        );
        assert!(groups.has_snapshot(2));
        assert_eq!(groups.take_ended(), [1]);
        // Also where that one ends before the feed's task has seen the newest.
        let replaces = Some(newer.id);
        let newest = SubscriptionRequest { replaces, ..request("t", &requests, r#"{"exp":2}"#) };
        let newest = groups.add(newest, Box::new(|_, _| {})).unwrap();
        groups.activate(newest.id);
        groups.remove(newer.id);
        assert_eq!(groups.take_activated().replacements, [Replacement { former: 2, group: 3 }]);
        assert!(groups.has_snapshot(3));
        groups.forget_snapshots();
        assert!(!groups.has_snapshot(3));
    }

    #[test]
    fn subscriptions_of_two_formats_share_nothing() {
        let mut groups = Groups::default();
        let requests = requests("*", false);
        let of_event = |kind, _: &[u32], data: &[u8]| {
            let event = if kind == Kind::Insert { "insert" } else { "other" };
            ChangeMessage { event, payload: data.to_vec() }
        };
        let format = ChangeFormat { address: of_event, ..FORMAT };
        let first = subscribe(&mut groups, request("t", &requests, "{}"));
        let other = SubscriptionRequest { format, ..request("t", &requests, "{}") };
        let other = subscribe(&mut groups, other);
        let names = [first.channels, other.channels].concat();
        assert_eq!(names.iter().map(|it| &**it).collect::<Vec<_>>(), ["1:t", "f1:t", "2:t", "f2:t"]);
    }

    #[test]
    fn other_requests_have_another_group() {
        let mut groups = Groups::default();
        let filter = |column: &str| {
            let (column, value) = (column.into(), "1".into());
            let condition = Condition { column, is_negated: false, operator: Operator::Eq, value };
            Filter { clauses: vec![Clause::Condition(condition)] }
        };
        let of = |filter| {
            let [(id, request)] = &*requests("t", false) else { unreachable!() };
            Arc::new([(*id, Request { filter, ..request.clone() })]) as Arc<[_]>
        };
        for (filter, channel) in [(filter("a"), "1:t"), (filter("b"), "2:t"), (filter("a"), "1:t")] {
            let subscription = subscribe(&mut groups, request("t", &of(filter), "{}"));
            assert_eq!(&*subscription.channels[0], channel);
        }
    }
}
