//! What happens, for those who look at it while it happens.
//!
//! Nothing is recorded while nobody looks: what could be recorded asks [`Timeline::is_watched`] first, which reads one flag. Who
//! looks says at which apps and channels, and says so again with every call; what they do not look at is not recorded either. What
//! is recorded is bounded in bytes and in events per second, and of what is beyond there is a count, so that a list with holes
//! says that it has them.
//!
//! A message is recorded inside its shard's critical section, before a loop can deliver it. Each loop that delivers it reports
//! what it did once it has written.

mod event;
mod scope;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use baton_hub::{AppId, Event as HubEvent, KeyRef, Millis, Nanos, Position};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

pub(crate) use self::event::{ChannelName, Delivered, Delivery, Event, Kind, Origin, Skip};
pub(crate) use self::scope::{Filter, Label, Patterns, Scope};
use crate::clock::{unix_ms, unix_s};
use crate::per_second::PerSecond;
use crate::settings::Settings;

/// How long something is recorded after it was last asked for.
const WATCHED_MS: u64 = 30_000;
/// Different scopes at a time, in all and of one owner: each event is compared with all of them.
const SCOPES: usize = 64;
pub(crate) const SCOPES_OF_OWNER: usize = 8;
/// Calls that may wait for the events of one scope: each of them looks many times a second.
pub(crate) const WAITING: usize = 32;
/// Bytes of events that one call looks at and answers with; the next one goes on from there.
const BYTES_AT_ONCE: usize = 512 * 1024;
/// Events that are taken out under the lock at once.
const AT_ONCE: usize = 1_000;

/// The events that somebody looks at.
#[derive(Debug)]
pub(crate) struct Timeline {
    is_watched: AtomicBool,
    scopes: ArcSwap<Vec<(Scope, Sampled)>>,
    list: Mutex<List>,
    /// An event was recorded, or a loop has reported what it delivered.
    changed: Notify,
    per_second: PerSecond,
    most_per_second: AtomicU64,
    most_bytes: AtomicUsize,
}

/// Events of a scope that were not recorded, as there were too many in a second.
type Sampled = Arc<AtomicU64>;

/// An event's number; numbers are consecutive.
pub(crate) type Number = u64;

#[derive(Debug, Default)]
struct List {
    watchers: Vec<Watcher>,
    /// The oldest first.
    entries: VecDeque<Entry>,
    bytes: usize,
    /// The number of the first entry.
    first: Number,
    /// Entries whose loops may still report.
    by_position: HashMap<Position, Number>,
}

/// Somebody looks at this.
#[derive(Debug)]
struct Watcher {
    scope: Scope,
    sampled: Sampled,
    owner: Box<str>,
    until: Millis,
    /// Calls that wait for its events hold a reference each.
    waiting: Arc<()>,
}

#[derive(Debug, Clone)]
struct Entry {
    event: Arc<Event>,
    delivery: Option<Delivery>,
}

/// A part of the list.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) events: Vec<(Number, Arc<Event>, Option<Delivery>)>,
    /// Where to go on.
    pub(crate) next: Number,
    /// Events after the cursor that are gone.
    pub(crate) lost: u64,
    /// Whether the next one is held back, since loops still deliver it.
    pub(crate) is_held_back: bool,
    /// Whether it ends where so many bytes were looked at: there may be more at once.
    pub(crate) is_cut: bool,
}

impl Timeline {
    pub(crate) fn new(settings: &Settings) -> Self {
        let timeline = Self {
            is_watched: AtomicBool::new(false),
            scopes: ArcSwap::default(),
            list: Mutex::default(),
            changed: Notify::new(),
            per_second: PerSecond::default(),
            most_per_second: AtomicU64::new(0),
            most_bytes: AtomicUsize::new(0),
        };
        timeline.configure(settings);
        timeline
    }

    pub(crate) fn configure(&self, settings: &Settings) {
        self.most_per_second.store(settings.inspector_events_per_second.into(), Relaxed);
        self.most_bytes.store(settings.inspector_timeline_bytes, Relaxed);
        self.list().make_room(settings.inspector_timeline_bytes);
    }

    /// Whether somebody looks at anything.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched.load(Relaxed)
    }

    /// Bytes of events that it has.
    pub(crate) fn bytes(&self) -> usize {
        self.list().bytes
    }

    /// Records this scope for a while longer, and returns how many of its events were not recorded as there were too many in a
    /// second. `None` if too many others are recorded, of this owner or of all.
    pub(crate) fn watch(&self, owner: &str, scope: &Scope, now: Millis) -> Option<u64> {
        let mut list = self.list();
        let until = now + WATCHED_MS;
        if let Some(watcher) =
            list.watchers.iter_mut().find(|one| *one.owner == *owner && one.scope == *scope)
        {
            watcher.until = until;
            return Some(watcher.sampled.load(Relaxed));
        }
        list.watchers.retain(|one| one.until > now);
        let of_owner = list.watchers.iter().filter(|one| *one.owner == *owner).count();
        if list.watchers.len() >= SCOPES || of_owner >= SCOPES_OF_OWNER {
            return None;
        }
        list.watchers.push(Watcher {
            scope: scope.clone(),
            sampled: Sampled::default(),
            owner: owner.into(),
            until,
            waiting: Arc::default(),
        });
        self.publish_scopes(&list);
        Some(0)
    }

    /// A place among the calls that wait for the events of a watched scope, which ends with the value; `None` if there are too
    /// many.
    pub(crate) fn place_to_wait(&self, owner: &str, scope: &Scope) -> Option<Arc<()>> {
        let list = self.list();
        let watcher = list.watchers.iter().find(|one| *one.owner == *owner && one.scope == *scope)?;
        (Arc::strong_count(&watcher.waiting) <= WAITING).then(|| Arc::clone(&watcher.waiting))
    }

    /// Forgets scopes that nobody has asked for lately, and with the last one all events. True if some are left.
    pub(crate) fn expire(&self, now: Millis) -> bool {
        let mut list = self.list();
        list.watchers.retain(|one| one.until > now);
        if list.watchers.is_empty() {
            list.clear();
        }
        self.publish_scopes(&list);
        !list.watchers.is_empty()
    }

    fn publish_scopes(&self, list: &List) {
        let scopes = list.watchers.iter().map(|one| (one.scope.clone(), Arc::clone(&one.sampled)));
        self.scopes.store(Arc::new(scopes.collect()));
        self.is_watched.store(!list.watchers.is_empty(), Relaxed);
    }

    /// Whether something of an app on a channel is to be recorded now; then it counts.
    pub(crate) fn takes(&self, app: Option<AppId>, key: Option<KeyRef<'_>>) -> bool {
        if !self.is_watched() {
            return false;
        }
        let label = key.map(|key| Label::of(key).to_string());
        let scopes = self.scopes.load();
        let is_in = |scope: &Scope| scope.has(app, label.as_deref());
        if !scopes.iter().any(|(scope, _)| is_in(scope)) {
            return false;
        }
        let most = u32::try_from(self.most_per_second.load(Relaxed)).unwrap_or(u32::MAX);
        let takes = self.per_second.takes(unix_s(), most);
        if !takes {
            for (_, sampled) in scopes.iter().filter(|(scope, _)| is_in(scope)) {
                sampled.fetch_add(1, Relaxed);
            }
        }
        takes
    }

    /// Records what happened to an app, perhaps on a channel, if somebody looks at that; `fill` adds what else is known.
    pub(crate) fn note(
        &self,
        kind: Kind,
        app: Option<AppId>,
        key: Option<KeyRef<'_>>,
        fill: impl FnOnce(&mut Event),
    ) {
        if self.takes(app, key) {
            let mut event = Event { app, channel: key.map(ChannelName::of), ..Event::new(kind, unix_ms()) };
            fill(&mut event);
            self.push(event, None);
        }
    }

    /// Records what happened in the hub, if somebody looks at the channel.
    pub(crate) fn hub_event(&self, event: &HubEvent) {
        let (kind, key, member) = match event {
            HubEvent::Occupied(key) => (Kind::Occupied, key, None),
            HubEvent::Vacated(key) => (Kind::Vacated, key, None),
            HubEvent::MemberAdded(key, member) => (Kind::MemberAdded, key, Some(member)),
            HubEvent::MemberRemoved(key, member) => (Kind::MemberRemoved, key, Some(member)),
            HubEvent::CacheMiss(_) | HubEvent::SubscriptionCount(..) => return,
        };
        self.note(kind, Some(key.app()), Some(key.borrowed()), |event| {
            event.user = member.map(|member| Box::from(&*member.user_id));
        });
    }

    /// Records a message that so many loops are about to deliver; to be called before they can.
    pub(crate) fn message(&self, message: Event, loops: u32) {
        self.push(message, Some(Delivery { pending: loops, ..Delivery::default() }));
    }

    fn push(&self, event: Event, delivery: Option<Delivery>) {
        let most = self.most_bytes.load(Relaxed);
        self.list().push(Entry { event: Arc::new(event), delivery }, most);
        self.changed.notify_waiters();
    }

    /// A message was published to so many subscriptions.
    pub(crate) fn published(&self, position: Position, subscriptions: u32) {
        if let Some(delivery) = self.list().delivery_at(position) {
            delivery.subscriptions = subscriptions;
        }
    }

    /// Whether the message with this position is recorded.
    pub(crate) fn has_message(&self, position: Position) -> bool {
        self.list().by_position.contains_key(&position)
    }

    /// A loop has delivered a message and written all of it.
    pub(crate) fn delivered(&self, position: Position, of_loop: Delivered, latency: Nanos) {
        if let Some(delivery) = self.list().delivery_at(position) {
            delivery.add(of_loop, latency);
        }
        self.changed.notify_waiters();
    }

    /// Ends with the next change after this call.
    pub(crate) fn changed(&self) -> Notified<'_> {
        self.changed.notified()
    }

    /// The number of the oldest event that is there.
    pub(crate) fn oldest(&self) -> Number {
        self.list().first
    }

    /// The number that the next event will have.
    pub(crate) fn next(&self) -> Number {
        self.list().next()
    }

    /// At most `most` events that `filter` matches, from number `from` on. What loops are still delivering, and is younger
    /// than `settled_ms`, is left for the next call.
    pub(crate) fn read(&self, from: Number, most: usize, settled_ms: u64, filter: &Filter) -> Page {
        let (mut page, mut looked_at) = (Page { next: from, ..Page::default() }, 0);
        loop {
            let (first, entries) = self.list().from(page.next, AT_ONCE);
            page.lost += first.saturating_sub(page.next);
            page.next = first;
            if entries.is_empty() {
                return page;
            }
            for Entry { event, delivery } in entries {
                let is_pending = delivery.as_ref().is_some_and(|delivery| delivery.pending > 0);
                page.is_cut = looked_at >= BYTES_AT_ONCE;
                page.is_held_back = is_pending && event.at_ms + settled_ms > unix_ms();
                if page.events.len() >= most || page.is_cut || page.is_held_back {
                    return page;
                }
                looked_at += event.cost();
                if filter.has(&event) {
                    page.events.push((page.next, event, delivery));
                }
                page.next += 1;
            }
        }
    }

    /// The event with this number, if it is still there.
    pub(crate) fn event(&self, number: Number) -> Option<(Arc<Event>, Option<Delivery>)> {
        let list = self.list();
        let place = usize::try_from(number.checked_sub(list.first)?).ok()?;
        list.entries.get(place).map(|entry| (Arc::clone(&entry.event), entry.delivery.clone()))
    }

    fn list(&self) -> MutexGuard<'_, List> {
        // Entries are added whole, and their sizes after them: what a panic left behind is at worst a wrong sum.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl List {
    fn next(&self) -> Number {
        self.first + self.entries.len() as u64
    }

    fn push(&mut self, entry: Entry, most_bytes: usize) {
        if let (Some(position), Some(_)) = (entry.event.position, &entry.delivery) {
            self.by_position.insert(position, self.next());
        }
        self.bytes += entry.event.cost();
        self.entries.push_back(entry);
        self.make_room(most_bytes);
    }

    /// The oldest events give way, but for the last one.
    fn make_room(&mut self, most_bytes: usize) {
        while self.bytes > most_bytes && self.entries.len() > 1 {
            self.drop_first();
        }
    }

    fn drop_first(&mut self) {
        let Some(entry) = self.entries.pop_front() else { return };
        self.bytes = self.bytes.saturating_sub(entry.event.cost());
        self.first += 1;
        if let Some(position) = entry.event.position {
            self.by_position.remove(&position);
        }
    }

    /// Numbers go on, so that a cursor of before stays valid.
    fn clear(&mut self) {
        let next = self.next();
        *self = Self { first: next, watchers: std::mem::take(&mut self.watchers), ..Self::default() };
    }

    fn delivery_at(&mut self, position: Position) -> Option<&mut Delivery> {
        let number = *self.by_position.get(&position)?;
        let place = usize::try_from(number.checked_sub(self.first)?).ok()?;
        self.entries.get_mut(place)?.delivery.as_mut()
    }

    /// At most so many entries from this number on, or from the first one that there is, and its number.
    fn from(&self, number: Number, most: usize) -> (Number, Vec<Entry>) {
        let first = number.max(self.first);
        let skipped = usize::try_from(first - self.first).unwrap_or(usize::MAX);
        (first, self.entries.iter().skip(skipped).take(most).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use baton_hub::Access;
    use futures_util::FutureExt as _;

    use super::*;

    fn timeline(bytes: usize) -> Timeline {
        Timeline::new(&Settings {
            inspector_timeline_bytes: bytes,
            inspector_events_per_second: 1_000_000,
            ..Settings::default()
        })
    }

    fn everything() -> Filter {
        Filter::default()
    }

    fn note(timeline: &Timeline, app: u32, name: &str) {
        let key = KeyRef { app: AppId(app), access: Access::Public, name };
        timeline.note(Kind::Subscribe, Some(key.app), Some(key), |_| {});
    }

    fn channels(page: &Page) -> Vec<&str> {
        page.events.iter().map(|(_, event, _)| &*event.channel.as_ref().unwrap().name).collect()
    }

    #[test]
    fn what_nobody_looks_at_is_not_recorded() {
        let timeline = timeline(1 << 20);
        note(&timeline, 1, "unwatched");
        let of_one = Scope { app: Some(AppId(1)), channels: Patterns::parse("a*").unwrap() };
        assert_eq!((timeline.watch("me", &of_one, 0), timeline.watch("me", &of_one, 1)), (Some(0), Some(0)));
        for (app, name) in [(1, "a1"), (2, "a2"), (1, "b"), (1, "a3")] {
            note(&timeline, app, name);
        }
        assert_eq!(channels(&timeline.read(0, 10, 0, &everything())), ["a1", "a3"]);
        assert!(timeline.expire(WATCHED_MS));
        assert!(!timeline.expire(WATCHED_MS + 1) && !timeline.is_watched());
        note(&timeline, 1, "a4");
        let page = timeline.read(0, 10, 0, &everything());
        assert_eq!((channels(&page).len(), page.lost, page.next), (0, 2, 2), "numbers go on");
    }

    #[test]
    fn scopes_are_bounded_and_those_that_nobody_asks_for_give_way() {
        let timeline = timeline(1 << 20);
        let scope = |n: u32| Scope { app: Some(AppId(n)), channels: Patterns::default() };
        let most = u32::try_from(SCOPES).unwrap();
        let watch = |n: u32, now| timeline.watch(&format!("owner {}", n / 4), &scope(n), now).is_some();
        assert!((0..most).all(|n| watch(n, 0)));
        assert!(!watch(most, 1) && watch(0, 1) && watch(most, WATCHED_MS + 1));
        let taken =
            (0..20).filter(|n| timeline.watch("one", &scope(*n), 2 * WATCHED_MS + 2).is_some()).count();
        assert_eq!(taken, SCOPES_OF_OWNER);
    }

    #[test]
    fn calls_that_wait_are_bounded() {
        let timeline = timeline(1 << 20);
        let scope = Scope::default();
        assert!(timeline.place_to_wait("me", &scope).is_none(), "it is not watched");
        timeline.watch("me", &scope, 0);
        let mut places: Vec<_> = (0..WAITING).map(|_| timeline.place_to_wait("me", &scope)).collect();
        assert!(places.iter().all(Option::is_some) && timeline.place_to_wait("me", &scope).is_none());
        places.pop();
        assert!(timeline.place_to_wait("me", &scope).is_some());
    }

    #[test]
    fn the_oldest_give_way_and_are_counted_as_lost() {
        let timeline = timeline(10_000);
        timeline.watch("me", &Scope::default(), 0);
        (0..100).for_each(|n| note(&timeline, 1, &format!("channel-{n}")));
        let page = timeline.read(0, 1_000, 0, &everything());
        assert_eq!(page.lost + page.events.len() as u64, 100);
        assert!(page.events.len() > 10 && timeline.list().bytes <= 10_000);
        assert_eq!(channels(&page).last(), Some(&"channel-99"));
        assert!(timeline.event(0).is_none() && timeline.event(99).is_some() && timeline.event(100).is_none());
        // In parts it is the same.
        let (mut names, mut from) = (Vec::new(), page.lost);
        loop {
            let part = timeline.read(from, 3, 0, &everything());
            if part.events.is_empty() {
                break;
            }
            names.extend(channels(&part).into_iter().map(str::to_owned));
            from = part.next;
        }
        assert_eq!(names, channels(&page));
    }

    #[test]
    fn more_than_so_many_in_a_second_are_counted() {
        let settings = Settings { inspector_events_per_second: 5, ..Settings::default() };
        let timeline = Timeline::new(&settings);
        timeline.watch("me", &Scope::default(), 0);
        (0..100).for_each(|_| note(&timeline, 1, "many"));
        let recorded = timeline.read(0, 1_000, 0, &everything()).events.len() as u64;
        let sampled = timeline.watch("me", &Scope::default(), 1).unwrap();
        assert_eq!(recorded + sampled, 100);
        assert!((5..=10).contains(&recorded), "a second may have ended meanwhile: {recorded}");
    }

    #[tokio::test]
    async fn whoever_waits_is_woken_by_what_happens_after_they_looked() {
        let timeline = timeline(1 << 20);
        timeline.watch("me", &Scope::default(), 0);
        let position = Position { epoch: 7, offset: 1 };
        let is_woken = |changed: Notified<'_>| changed.now_or_never().is_some();
        let before = timeline.changed();
        note(&timeline, 1, "a");
        assert!(is_woken(before) && !is_woken(timeline.changed()));
        let message = Event { position: Some(position), ..Event::new(Kind::Message, unix_ms()) };
        timeline.message(message, 1);
        let before = timeline.changed();
        timeline.delivered(position, Delivered::default(), 1);
        assert!(is_woken(before), "what was held back can be shown");
    }

    #[test]
    fn a_message_is_shown_once_its_loops_have_delivered_it() {
        let timeline = timeline(1 << 20);
        timeline.watch("me", &Scope::default(), 0);
        let position = Position { epoch: 7, offset: 1 };
        let message = || Event { position: Some(position), ..Event::new(Kind::Message, unix_ms()) };
        timeline.message(message(), 2);
        timeline.published(position, 5);
        assert!(timeline.has_message(position));
        assert!(timeline.read(0, 10, 60_000, &everything()).events.is_empty());
        let mut first = Delivered { received: 2, ..Delivered::default() };
        first.skip(Default::default(), Skip::Excluded);
        timeline.delivered(position, first, 10);
        assert!(timeline.read(0, 10, 60_000, &everything()).events.is_empty());
        timeline.delivered(position, Delivered { received: 2, ..Delivered::default() }, 30);
        let page = timeline.read(0, 10, 60_000, &everything());
        let delivery = page.events[0].2.as_ref().unwrap();
        assert_eq!((delivery.received, delivery.slowest_ns, delivery.subscriptions), (4, 30, 5));
        assert_eq!((delivery.pending, delivery.skipped_total), (0, 1));
        timeline.message(message(), 1);
        assert_eq!(
            timeline.read(1, 10, 0, &everything()).events.len(),
            1,
            "who does not wait gets it at once"
        );
    }
}
