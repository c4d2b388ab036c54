//! Clients that come back after their connection broke, and are sent what they missed.
//!
//! Clients of Pusher and Supabase neither number what they get nor say where they were. So the server
//! asks the *end* of each connection, by WebSocket pings that follow what it sends (every WebSocket
//! library answers them by itself), and keeps for each channel up to where it has answered
//! ([`tracked`]). When the client is back, it is [recognised](name) and goes on from there.
//!
//! | recognised by | which connections | where it goes on |
//! | --- | --- | --- |
//! | a name of its own (`/resume/ID/…`, `session=`) | the one with that name, closed or not: it is closed | where that was |
//! | a cookie, its user | those that ended, each for one client, and those that are open and have not answered yet | the least of them: messages may repeat, and none is lost |
//!
//! What is remembered of ended connections is bounded in bytes and time; at the bound the oldest of the app that has the most
//! are forgotten and counted, and their clients are new ones: those of one app cannot take the place of another that has
//! less. Rights are asked anew with each subscription: nothing here lets anybody read anything.

pub(crate) mod name;
mod stored;
mod tracked;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use baton_hub::{AppId, ChannelKey, LoopId, Position, SocketId};
use baton_reactor::ConnectionId;
use hashbrown::HashTable;

use crate::history::Store;

use self::name::Name;
pub(crate) use self::name::Recognised;
pub(crate) use self::tracked::{Ask, Tracked};
use self::tracked::{Ended, EndedAt, Left, Rest};

/// How long an ended connection is remembered: the longest window that an app may have. After its
/// app's window it only serves to say that messages were lost.
const REMEMBERED_MS: u64 = 15_000_000;
/// Bytes of an ended connection beside its channels: its state, its place in two tables.
const ENDED_BYTES: usize = 400;
/// Bytes of each of its channels beside the name, which it may be the last to hold.
const CHANNEL_BYTES: usize = size_of::<Left>() + 64;
/// Connections of one browser or user that are found by it. Beyond that the oldest ended one is forgotten, and where none
/// has ended the new one is not found by it: each claim looks at all of them.
const OF_ONE_NAME: usize = 64;

/// All connections of apps with recovery that can be found.
#[derive(Debug, Default)]
pub(crate) struct Recoveries {
    table: Mutex<Table>,
    pub(crate) counters: Counters,
    /// Where clients outlive the process.
    store: Option<Arc<Store>>,
    /// Records so far; wraps.
    records: AtomicU32,
}

#[derive(Debug, Default)]
struct Table {
    /// All of one name stand under its hash: most names have one, for which a list would cost more than itself.
    by_name: HashTable<(Name, Arc<Tracked>)>,
    hasher: RandomState,
    /// In the order of their ends.
    ended: BTreeMap<EndedAt, Arc<Tracked>>,
    of_apps: HashMap<AppId, EndedOfApp>,
    /// Apps by their bytes: the last has the most.
    by_bytes: BTreeSet<(usize, AppId)>,
    bytes: usize,
    /// Ends so far.
    ends: u64,
}

/// The ended connections of an app.
#[derive(Debug, Default)]
struct EndedOfApp {
    ended: BTreeSet<EndedAt>,
    bytes: usize,
}

/// What became of clients that came back.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// Subscriptions that were sent all that they missed.
    pub(crate) complete: AtomicU64,
    /// Subscriptions whose missed messages were not stored any more.
    pub(crate) lost: AtomicU64,
    /// Missed messages that were sent, without those of `repeated`.
    pub(crate) messages: AtomicU64,
    /// Messages that were sent again, as it is not known whether they had arrived.
    pub(crate) repeated: AtomicU64,
    /// Ended connections that were forgotten for want of room.
    pub(crate) forgotten: AtomicU64,
    /// Pings that asked for what has arrived.
    pub(crate) asked: AtomicU64,
}

/// How a connection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Its client is gone for good, as when a page is left: nothing is remembered.
    Left,
    /// The server refused its client. What an earlier connection had is still remembered.
    Refused,
    /// In any other way: its client may come back.
    Broken,
}

impl Counters {
    pub(crate) fn add_asked(&self) {
        self.asked.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn add_message(&self, is_repeated: bool) {
        let counter = if is_repeated { &self.repeated } else { &self.messages };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// A client came back, and all that it missed is there, or not.
    pub(crate) fn add_resumed(&self, is_complete: bool) {
        let counter = if is_complete { &self.complete } else { &self.lost };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

/// Where a client was on a channel.
#[derive(Debug)]
pub(crate) struct Earlier {
    pub(crate) position: Position,
    /// Up to here it was sent messages, which may have arrived.
    pub(crate) sent: u64,
    /// Its former connections, where it is certain that they were its own.
    pub(crate) former: Vec<SocketId>,
    /// The connection whose position is used up by that: to be [recorded](Recoveries::record) once the client's is.
    pub(crate) used: Option<Arc<Tracked>>,
}

impl Recoveries {
    /// Nobody yet, and where to record who can come back.
    pub(crate) fn new(store: Option<Arc<Store>>) -> Self {
        Self { store, ..Self::default() }
    }

    /// Whether clients are recorded.
    pub(crate) fn are_recorded(&self) -> bool {
        self.store.is_some()
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // A panic leaves at worst an entry that is found in one place and not in another.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection opens. If its client names itself, it takes over what an earlier one with that name
    /// has: returns where that is, if it is open, so that it is closed.
    pub(crate) fn open(&self, tracked: &Arc<Tracked>) -> Vec<(LoopId, ConnectionId)> {
        let Some(name) = tracked.name else { return Vec::new() };
        let mut table = self.table();
        if !tracked.is_named {
            self.list(&mut table, name, tracked);
            return Vec::new();
        }
        let former = table.take_all(name);
        former.iter().for_each(|former| table.forget_end(former));
        let open = former.iter().filter_map(|former| take_over(tracked, former)).collect();
        self.record(tracked); // what it took over, before that is ended
        former.iter().for_each(|former| self.record_forgotten(former));
        self.list(&mut table, name, tracked);
        open
    }

    fn list(&self, table: &mut Table, name: Name, tracked: &Arc<Tracked>) {
        let forgotten = table.list(name, tracked);
        self.counters.forgotten.fetch_add(forgotten, Ordering::Relaxed);
    }

    /// Where a client that subscribes to a channel was there before. `user` is who it has proved to be.
    pub(crate) fn earlier(
        &self,
        tracked: &Arc<Tracked>,
        (key, newest): (&Arc<ChannelKey>, Position),
        user: Option<&str>,
    ) -> Option<Earlier> {
        if let Some(earlier) = take_left(tracked, key) {
            return Some(earlier);
        }
        if tracked.is_named {
            return None;
        }
        let mut table = self.table();
        if let Some(user) = user {
            let user = tracked.scope.user(user);
            if tracked.add_user(user) {
                self.list(&mut table, user, tracked);
            }
        }
        let names = tracked.names(&tracked.state());
        names.iter().find_map(|name| table.claim(*name, tracked, (key, newest)))
    }

    /// A connection has ended. Unless its client left for good, it is remembered.
    pub(crate) fn ended(&self, tracked: &Arc<Tracked>, now: u64, how: Ending, limit: usize) {
        let mut state = tracked.state();
        if std::mem::replace(&mut state.is_over, true) {
            return; // its client is back
        }
        let (left, former) = match how {
            Ending::Left => Default::default(),
            Ending::Refused => state.inherited(),
            Ending::Broken => tracked.leave(&state),
        };
        let is_found = !tracked.names(&state).is_empty();
        state.confirmed = baton_hub::Confirmed::default();
        let app = left.first().map(|left| left.key.app()).filter(|_| is_found);
        let names: usize = left.iter().map(|left| left.key.borrowed().name.len()).sum();
        let bytes = ENDED_BYTES + left.len() * CHANNEL_BYTES + names;
        if app.is_some() {
            let rest = state.rest();
            (rest.left, rest.former) = (left, former);
        }
        drop(state);
        let mut table = self.table();
        // Its client may have come back meanwhile, and has taken all of it along.
        let app = app.filter(|_| tracked.state().rest.is_some());
        if let Some(app) = app {
            table.remember(tracked, app, now, bytes);
        } else if is_found {
            table.unlist(tracked);
        }
        self.record(tracked);
        self.forget(&mut table, now, limit);
    }

    /// Forgets what is too old, and the oldest of the apps that have the most while it is too much.
    fn forget(&self, table: &mut Table, now: u64, limit: usize) {
        let forgotten = table.forget(now, limit, |tracked| self.record_forgotten(tracked));
        self.counters.forgotten.fetch_add(forgotten, Ordering::Relaxed);
    }

    /// Ended connections that are remembered, and their bytes.
    pub(crate) fn remembered(&self) -> (usize, usize) {
        let table = self.table();
        (table.ended.len(), table.bytes)
    }
}

/// Moves what `former` has to its client's next connection; returns where it is, if it is open.
fn take_over(next: &Tracked, former: &Tracked) -> Option<(LoopId, ConnectionId)> {
    let (place, left, names) = {
        let mut state = former.state();
        let place = former.place(&state);
        let (left, names) = match place {
            Some(_) => former.leave(&state),
            None => state.rest.take().map(|rest| (rest.left, rest.former)).unwrap_or_default(),
        };
        state.is_over = true;
        state.rest = None; // all of it is its successor's
        (place, left, names)
    };
    let mut state = next.state();
    let rest = state.rest();
    rest.left.extend(left);
    rest.former.extend(names);
    place
}

/// What a connection that takes over has for a channel.
fn take_left(tracked: &Tracked, key: &ChannelKey) -> Option<Earlier> {
    let mut state = tracked.state();
    let rest = state.rest.as_mut()?;
    let place = rest.left.iter().position(|left| left.key.borrowed() == key.borrowed())?;
    let Left { position, sent, .. } = rest.left.swap_remove(place);
    Some(Earlier { position, sent, former: rest.former.clone(), used: None })
}

impl Table {
    /// Has a connection found by a name; returns how many are not any more for want of room.
    fn list(&mut self, name: Name, tracked: &Arc<Tracked>) -> u64 {
        let mut forgotten = 0;
        if self.all(name).count() >= OF_ONE_NAME {
            let ended = self.all(name).filter_map(|one| Some((one.ended_at()?, Arc::clone(one))));
            let Some((_, oldest)) = ended.min_by_key(|(at, _)| *at) else { return 1 };
            self.forget_end(&oldest);
            self.unlist(&oldest);
            forgotten = 1;
        }
        let Self { by_name, hasher, .. } = self;
        let entry = (name, Arc::clone(tracked));
        by_name.insert_unique(hasher.hash_one(name), entry, |(name, _)| hasher.hash_one(name));
        forgotten
    }

    fn all(&self, name: Name) -> impl Iterator<Item = &Arc<Tracked>> {
        let listed = self.by_name.iter_hash(self.hasher.hash_one(name));
        listed.filter(move |(other, _)| *other == name).map(|(_, tracked)| tracked)
    }

    /// Removes all of a name.
    fn take_all(&mut self, name: Name) -> Vec<Arc<Tracked>> {
        let all: Vec<_> = self.all(name).cloned().collect();
        all.iter().for_each(|tracked| self.unlist_from(name, tracked));
        all
    }

    fn unlist_from(&mut self, name: Name, tracked: &Arc<Tracked>) {
        let is_it = |(other, listed): &(Name, Arc<Tracked>)| *other == name && Arc::ptr_eq(listed, tracked);
        if let Ok(entry) = self.by_name.find_entry(self.hasher.hash_one(name), is_it) {
            entry.remove();
        }
        // After a wave of clients it returns memory: at a quarter it halves.
        if self.by_name.capacity() > 64 && self.by_name.len() * 4 < self.by_name.capacity() {
            let Self { by_name, hasher, .. } = self;
            by_name.shrink_to(by_name.capacity() / 2, |(name, _)| hasher.hash_one(name));
        }
    }

    fn unlist(&mut self, tracked: &Arc<Tracked>) {
        let names = {
            let mut state = tracked.state();
            let names = tracked.names(&state);
            state.rest = None;
            names
        };
        names.into_iter().for_each(|name| self.unlist_from(name, tracked));
    }

    /// Of the connections with a name that were on a channel: the least position of those that ended,
    /// of which one is no longer there for others, and of those that are open and have not answered.
    fn claim(
        &mut self,
        name: Name,
        own: &Arc<Tracked>,
        (key, newest_at): (&Arc<ChannelKey>, Position),
    ) -> Option<Earlier> {
        let others: Vec<_> = self.all(name).filter(|other| !Arc::ptr_eq(other, own)).cloned().collect();
        // A position of another epoch is before all others: what came after it is lost.
        let rank = |position: Position| (position.epoch == newest_at.epoch, position.offset);
        let (mut ended, mut open) = (Vec::new(), Vec::new());
        for other in &others {
            let state = other.state();
            if state.is_over {
                let mut left = state.rest.iter().flat_map(|rest| &rest.left);
                if let Some(left) = left.find(|left| left.key.borrowed() == key.borrowed()) {
                    ended.push((rank(left.position), (left.position, left.sent), other));
                }
            } else {
                let mut open_at = state.confirmed.positions();
                // What it was sent last may not be noted yet: it counts unless its end has everything that there is.
                let on_channel =
                    open_at.find(|it| it.key.borrowed() == key.borrowed() && it.position != newest_at);
                open.extend(on_channel.map(|it| (it.position, newest_at.offset)));
            }
        }
        ended.sort_by_key(|(rank, ..)| *rank);
        // One that seems open may be this client's, whose network is gone.
        let least_open = open.into_iter().min_by_key(|(position, _)| rank(*position));
        let Some(&(least_ended, (mut position, mut sent), _)) = ended.first() else {
            let (position, sent) = least_open?;
            return Some(Earlier { position, sent, former: Vec::new(), used: None });
        };
        let mut is_certain = ended.len() == 1;
        if let Some((open, open_sent)) = least_open {
            is_certain = false;
            if rank(open) < least_ended {
                (position, sent) = (open, open_sent.max(sent));
            }
        }
        // Which of them is this client's is not known. The newest is given up, so that each of the
        // others still finds one that is not after its own.
        let (_, _, newest) = ended.last().copied()?;
        for (_, _, other) in &ended {
            other.state().rest().is_ambiguous |= !is_certain;
        }
        let newest = Arc::clone(newest);
        let (former, is_used_up) = {
            let mut state = newest.state();
            let Rest { left, former, is_ambiguous, .. } = state.rest();
            left.retain(|left| left.key.borrowed() != key.borrowed());
            let former = if is_certain && !*is_ambiguous { former.clone() } else { Vec::new() };
            (former, left.is_empty())
        };
        if is_used_up {
            self.forget_end(&newest);
            self.unlist(&newest);
        }
        Some(Earlier { position, sent, former, used: Some(newest) })
    }

    fn remember(&mut self, tracked: &Arc<Tracked>, app: AppId, now: u64, bytes: usize) {
        self.ends += 1;
        let at = (now, self.ends);
        tracked.state().rest().ended = Some(Ended { at, bytes, app });
        self.ended.insert(at, Arc::clone(tracked));
        self.bytes += bytes;
        let of_app = self.of_apps.entry(app).or_default();
        of_app.ended.insert(at);
        self.by_bytes.remove(&(of_app.bytes, app));
        of_app.bytes += bytes;
        self.by_bytes.insert((of_app.bytes, app));
    }

    /// It is not remembered any more; it may still be listed.
    fn forget_end(&mut self, tracked: &Tracked) {
        let ended = tracked.state().rest.as_mut().and_then(|rest| rest.ended.take());
        let Some(Ended { at, bytes, app }) = ended else { return };
        self.ended.remove(&at);
        self.bytes -= bytes;
        if let Entry::Occupied(mut of_app) = self.of_apps.entry(app) {
            let found = of_app.get_mut();
            found.ended.remove(&at);
            self.by_bytes.remove(&(found.bytes, app));
            found.bytes -= bytes;
            if found.ended.is_empty() {
                of_app.remove();
            } else {
                self.by_bytes.insert((found.bytes, app));
            }
        }
    }

    /// Forgets what is too old, and what is too much; returns how many the latter were.
    fn forget(&mut self, now: u64, limit: usize, forgotten_one: impl Fn(&Tracked)) -> u64 {
        let mut forgotten = 0;
        let is_old = |at: EndedAt| at.0.saturating_add(REMEMBERED_MS) <= now;
        loop {
            let oldest = self.ended.keys().next().copied().filter(|at| is_old(*at));
            let next = oldest.or_else(|| self.first_to_evict().filter(|_| self.bytes > limit));
            let Some(tracked) = next.and_then(|at| self.ended.get(&at)).cloned() else { return forgotten };
            self.forget_end(&tracked);
            self.unlist(&tracked);
            forgotten_one(&tracked);
            forgotten += u64::from(oldest.is_none());
        }
    }

    /// The oldest of the app that has the most.
    fn first_to_evict(&self) -> Option<EndedAt> {
        let (_, app) = self.by_bytes.last()?;
        self.of_apps.get(app)?.ended.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use baton_hub::{Access, AppId, HashSeed, KeyRef};
    use baton_protocols::App;
    use baton_reactor::ConnectionId;

    use super::*;
    use crate::recovery::name::RecognisedBy;

    /// What a connection of an app with recovery costs.
    #[test]
    fn a_tracked_connection_is_small() {
        assert!(size_of::<Tracked>() <= 136, "{}", size_of::<Tracked>());
    }

    const EPOCH: u64 = 7;
    const NEWEST: Position = Position { epoch: EPOCH, offset: 100 };

    fn app() -> App {
        App::new(AppId(0), "1", "key", "secret")
    }

    fn channel(name: &str) -> Arc<ChannelKey> {
        let key = KeyRef { app: AppId(0), access: Access::Public, name };
        Arc::new(ChannelKey::new(key, &HashSeed::new([1, 2, 3, 4])))
    }

    fn recognised(named: Option<&str>, cookie: Option<&str>) -> Recognised {
        let cookie = cookie.map(|id| format!("baton_session={id}"));
        name::recognise(&app(), Some("https://a"), named, cookie.as_deref().into_iter(), true).0
    }

    /// A connection, which its socket's number names.
    fn open(all: &Recoveries, number: u64, recognised: Recognised) -> (Arc<Tracked>, usize) {
        let conn = ConnectionId::from_bits(1 << 32 | number).unwrap();
        let socket = SocketId { high: 0, low: number };
        let tracked = Arc::new(Tracked::new(recognised, (LoopId(0), conn), socket));
        let taken_over = all.open(&tracked);
        (tracked, taken_over.len())
    }

    /// It breaks, with its end there on channels.
    fn end(all: &Recoveries, tracked: &Arc<Tracked>, at: &[(&str, u64)]) {
        end_at(all, tracked, at, (0, Ending::Broken));
    }

    fn end_at(all: &Recoveries, tracked: &Arc<Tracked>, at: &[(&str, u64)], (now, how): (u64, Ending)) {
        for (name, offset) in at {
            let position = Position { epoch: EPOCH, offset: *offset };
            tracked.state().rest().left.push(Left { key: channel(name), position, sent: *offset });
        }
        all.ended(tracked, now, how, usize::MAX);
    }

    fn earlier(
        all: &Recoveries,
        tracked: &Arc<Tracked>,
        name: &str,
        user: Option<&str>,
    ) -> Option<(u64, Vec<u64>)> {
        let earlier = all.earlier(tracked, (&channel(name), NEWEST), user)?;
        Some((earlier.position.offset, earlier.former.iter().map(|socket| socket.low).collect()))
    }

    const ID: &str = "0123456789abcdef";

    #[test]
    fn a_client_that_names_itself_goes_on_channel_by_channel() {
        let all = Recoveries::default();
        let named = recognised(Some(ID), None);
        let (first, _) = open(&all, 1, named);
        end(&all, &first, &[("a", 3), ("b", 4)]);
        let (second, taken_over) = open(&all, 2, named);
        assert_eq!((taken_over, all.remembered().0), (0, 0));
        assert_eq!(earlier(&all, &second, "a", None), Some((3, vec![1])));
        assert_eq!(earlier(&all, &second, "a", None), None, "once");
        assert_eq!(earlier(&all, &second, "c", None), None, "it was not there");
        // It did not come to b before it broke again.
        end(&all, &second, &[("a", 9)]);
        let (third, _) = open(&all, 3, named);
        assert_eq!(earlier(&all, &third, "b", None), Some((4, vec![1, 2])));
        assert_eq!(earlier(&all, &third, "a", None), Some((9, vec![1, 2])));
    }

    #[test]
    fn a_client_that_names_itself_takes_over_what_seems_to_be_open() {
        let all = Recoveries::default();
        let named = recognised(Some(ID), None);
        let (first, _) = open(&all, 1, named);
        let (second, taken_over) = open(&all, 2, named);
        assert_eq!(taken_over, 1);
        // The end of the former changes nothing any more.
        end(&all, &first, &[("a", 3)]);
        assert_eq!((all.remembered().0, earlier(&all, &second, "a", None)), (0, None));
        let (_, taken_over) = open(&all, 3, recognised(Some("another-client-0"), None));
        assert_eq!(taken_over, 0);
    }

    #[test]
    fn pages_of_one_browser_may_have_each_others_past_and_lose_nothing() {
        let all = Recoveries::default();
        let of_browser = recognised(None, Some(ID));
        let pages: Vec<_> = (1..=3).map(|number| open(&all, number, of_browser).0).collect();
        for (page, offset) in pages.iter().zip([5, 3, 8]) {
            end(&all, page, &[("a", offset)]);
        }
        for number in 4..=6 {
            let (page, _) = open(&all, number, of_browser);
            assert_eq!(earlier(&all, &page, "a", None), Some((3, vec![])), "whichever of them it is");
        }
        let (fourth, _) = open(&all, 7, of_browser);
        assert_eq!(earlier(&all, &fourth, "a", None), None, "each is there for one page");
        assert_eq!(all.remembered(), (0, 0));
    }

    #[test]
    fn the_only_page_of_a_browser_is_known_by_its_former_names() {
        let all = Recoveries::default();
        let of_browser = recognised(None, Some(ID));
        let (first, _) = open(&all, 1, of_browser);
        end(&all, &first, &[("a", 5)]);
        let (second, _) = open(&all, 2, of_browser);
        assert_eq!(earlier(&all, &second, "a", None), Some((5, vec![1])));
    }

    #[test]
    fn a_page_that_is_left_leaves_nothing_to_the_next() {
        let all = Recoveries::default();
        let of_browser = recognised(None, Some(ID));
        let (first, _) = open(&all, 1, of_browser);
        end_at(&all, &first, &[("a", 5)], (0, Ending::Left));
        let (second, _) = open(&all, 2, of_browser);
        assert_eq!(earlier(&all, &second, "a", None), None);
    }

    #[test]
    fn a_connection_that_was_refused_leaves_what_it_had_taken_over() {
        let all = Recoveries::default();
        let named = recognised(Some(ID), None);
        let (first, _) = open(&all, 1, named);
        end(&all, &first, &[("a", 5)]);
        let (refused, _) = open(&all, 2, named);
        end_at(&all, &refused, &[], (0, Ending::Refused));
        let (third, _) = open(&all, 3, named);
        assert_eq!(earlier(&all, &third, "a", None).map(|(offset, _)| offset), Some(5));
    }

    #[test]
    fn users_are_recognised_once_they_have_proved_to_be_one() {
        let all = Recoveries::default();
        let nobody = Recognised { by: RecognisedBy::Nothing, ..recognised(None, None) };
        let (first, _) = open(&all, 1, nobody);
        assert_eq!(earlier(&all, &first, "a", Some("ann")), None);
        end(&all, &first, &[("a", 5)]);
        let (stranger, _) = open(&all, 2, nobody);
        assert_eq!(earlier(&all, &stranger, "a", None), None);
        assert_eq!(earlier(&all, &stranger, "a", Some("bob")), None);
        let (second, _) = open(&all, 3, nobody);
        assert_eq!(earlier(&all, &second, "a", Some("ann")), Some((5, vec![1])));
        let named = recognised(Some(ID), None);
        let (exact, _) = open(&all, 4, named);
        end(&all, &second, &[("a", 6)]);
        assert_eq!(earlier(&all, &exact, "a", Some("ann")), None, "it knows where it was");
    }

    #[test]
    fn positions_of_another_epoch_are_before_all_others() {
        let all = Recoveries::default();
        let of_browser = recognised(None, Some(ID));
        let (first, _) = open(&all, 1, of_browser);
        let (second, _) = open(&all, 2, of_browser);
        end(&all, &first, &[("a", 1)]);
        second.state().rest().left.push(Left {
            key: channel("a"),
            position: Position { epoch: 6, offset: 9 },
            sent: 9,
        });
        all.ended(&second, 0, Ending::Broken, usize::MAX);
        let (third, _) = open(&all, 3, of_browser);
        let earlier = all.earlier(&third, (&channel("a"), NEWEST), None).unwrap();
        assert_eq!(earlier.position.epoch, 6);
    }

    #[test]
    fn what_is_remembered_is_bounded_in_bytes_and_time() {
        let all = Recoveries::default();
        let name = |number: u64| format!("client-{number:010}");
        let limit = 10 * (ENDED_BYTES + CHANNEL_BYTES + "a".len());
        for number in 0..100 {
            let (tracked, _) = open(&all, number, recognised(Some(&name(number)), None));
            let at = Left { key: channel("a"), position: Position { epoch: EPOCH, offset: 1 }, sent: 1 };
            tracked.state().rest().left.push(at);
            all.ended(&tracked, number, Ending::Broken, limit);
        }
        assert_eq!(all.remembered(), (10, limit));
        assert_eq!(all.counters.forgotten.load(Ordering::Relaxed), 90);
        let (late, _) = open(&all, 200, recognised(Some(&name(100)), None));
        all.ended(&late, 99 + REMEMBERED_MS, Ending::Broken, limit);
        assert_eq!(all.remembered(), (0, 0));
        assert_eq!(all.counters.forgotten.load(Ordering::Relaxed), 90, "time is no want of room");
        assert!(all.table().by_name.is_empty());
    }

    #[test]
    fn an_app_with_many_ends_has_none_of_another_forgotten() {
        let all = Recoveries::default();
        let name = |number: u64| format!("client-{number:010}");
        let limit = 10 * (ENDED_BYTES + CHANNEL_BYTES + "a".len());
        for number in 0..100 {
            let app = AppId(u32::from(number >= 4));
            let key = KeyRef { app, access: Access::Public, name: "a" };
            let key = Arc::new(ChannelKey::new(key, &HashSeed::new([1, 2, 3, 4])));
            let (tracked, _) = open(&all, number, recognised(Some(&name(number)), None));
            let at = Left { key, position: Position { epoch: EPOCH, offset: 1 }, sent: 1 };
            tracked.state().rest().left.push(at);
            all.ended(&tracked, number, Ending::Broken, limit);
        }
        assert_eq!(all.remembered(), (10, limit));
        let of_apps = |table: &Table| [AppId(0), AppId(1)].map(|app| table.of_apps[&app].ended.len());
        assert_eq!(of_apps(&all.table()), [4, 6], "those that were there first, of the app with few");
    }

    #[test]
    fn clients_that_come_back_again_and_again_leave_nothing_behind() {
        let all = Recoveries::default();
        let named = recognised(Some(ID), None);
        for number in 0..1_000 {
            let (tracked, _) = open(&all, number, named);
            assert_eq!(earlier(&all, &tracked, "a", None).is_some(), number > 0);
            end(&all, &tracked, &[("a", number)]);
        }
        assert_eq!(all.remembered(), (1, ENDED_BYTES + CHANNEL_BYTES + "a".len()));
        assert_eq!(all.table().by_name.len(), 1);
    }

    #[test]
    fn a_name_finds_a_bounded_number_of_connections() {
        let all = Recoveries::default();
        let of_browser = recognised(None, Some(ID));
        for number in 0..OF_ONE_NAME as u64 {
            let (page, _) = open(&all, number, of_browser);
            end_at(&all, &page, &[("a", number)], (number, Ending::Broken));
        }
        assert_eq!(all.counters.forgotten.load(Ordering::Relaxed), 0);
        let (next, _) = open(&all, 1_000, of_browser);
        assert_eq!(all.counters.forgotten.load(Ordering::Relaxed), 1);
        assert_eq!(earlier(&all, &next, "a", None), Some((1, vec![])), "the oldest is forgotten");
        let connections: Vec<_> =
            (0..OF_ONE_NAME as u64).map(|number| open(&all, 2_000 + number, of_browser).0).collect();
        let table = all.table();
        assert_eq!(table.all(connections[0].name.unwrap()).count(), OF_ONE_NAME);
    }
}
