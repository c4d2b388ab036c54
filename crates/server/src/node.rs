//! What all threads of the process share: the apps, the hub's shards, the loops' mailboxes and the counters.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use baton_hub::{
    AppId, ChannelInfo, ChannelRules, DisconnectReason, HashSeed, HistoryPage, HistoryRange, KeyRef, LoopId,
    Message, Millis, PresenceState, PublishError, PublishRequest, Published, Roster, Shard, ShardLimits,
    Shards, SocketId, VisitOccupied,
};
use baton_protocols::phoenix::api::Senders;
use baton_protocols::pusher::api::{self, IdempotencyLimits, RefusedCall};
use baton_protocols::{App, Hub, RevocationsFull, TokenMark};
use tokio::sync::watch;

use crate::clock;
use crate::database::Database;
use crate::entropy::Entropy;
use crate::idempotency::IdempotencyTables;
use crate::incomplete::Incomplete;
use crate::longpoll::Sessions;
use crate::loop_message::{LoopEffects, LoopMessage, LoopSender, Upgraded};
use crate::metrics::{HubCounters, Metrics};
use crate::newcomers::Newcomers;
use crate::refusals::{Refusals, Refused};
use crate::settings::{SOKETI_ID, Settings, is_default};
use crate::tokens::{Administrators, Keys, KeysFault};

/// Shards of the hub. Sixteen mutexes keep two dozen threads from meeting; each costs some kilobytes.
const SHARDS: usize = 16;

/// An app, and how many connections it has.
pub(crate) struct AppState {
    pub(crate) app: Arc<App>,
    /// What signs the tokens of its users.
    pub(crate) keys: Keys,
    pub(crate) database: Option<Arc<Database>>,
    connections: AtomicU64,
    /// The log has said that its private channels refuse clients for want of a database.
    lack_is_logged: AtomicBool,
    /// Those who broadcast over HTTP as Supabase clients.
    senders: Mutex<Senders>,
    /// Publications of the app that wait in the mailbox of each loop; not counted where there is one app.
    queued: Box<[AtomicUsize]>,
}

impl AppState {
    fn new(app: App, keys: Keys, database: Option<Database>, loops: usize) -> Self {
        Self {
            app: Arc::new(app),
            keys,
            database: database.map(Arc::new),
            connections: AtomicU64::new(0),
            lack_is_logged: AtomicBool::new(false),
            senders: Mutex::default(),
            queued: (0..loops).map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    /// Connections that hold a place, those that are about to be refused included.
    pub(crate) fn connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed)
    }

    /// Whether the sender with this hash may broadcast so many messages over HTTP now.
    pub(crate) fn may_send(&self, hash: u64, count: usize) -> bool {
        // One bucket changes at a time: what a panic left behind is right.
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        senders.may_send(hash, clock::now_ms(), self.app.broadcasts_per_second, count)
    }

    /// A publication of the app is put into the mailbox of a loop.
    pub(crate) fn publication_queued(&self, n: usize) {
        if let Some(queued) = self.queued.get(n) {
            queued.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A private channel refuses a client since the app has no database. The client learns no cause, so the log has it, once: it
    /// is the operator's to change.
    pub(crate) fn database_is_missing(&self, topic: &str) {
        if self.lack_is_logged.swap(true, Ordering::Relaxed) {
            tracing::debug!(app = %self.app.id, topic, "a private channel refuses a client: the app has no database_url");
        } else {
            tracing::warn!(
                app = %self.app.id,
                topic,
                "a private channel refuses a client: the app has no database whose policies allow it; set database_url, or let \
                 the client use the service role (further refusals are logged at debug)"
            );
        }
    }

    /// Takes a place for a connection.
    pub(crate) fn connect(&self) {
        self.connections.fetch_add(1, Ordering::Relaxed);
    }

    /// Gives the place back.
    pub(crate) fn disconnect(&self) {
        self.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The process.
pub(crate) struct Node {
    pub(crate) settings: Settings,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) idempotency: IdempotencyTables,
    /// Shared with those who look after them as long as the process lasts.
    pub(crate) longpoll: Arc<Sessions>,
    pub(crate) newcomers: Arc<Newcomers>,
    pub(crate) incomplete: Arc<Incomplete>,
    pub(crate) refusals: Refusals,
    apps: Vec<Arc<AppState>>,
    nobody: Arc<AppState>,
    /// What signs the tokens of administrators.
    administrators: Administrators,
    by_key: HashMap<Box<str>, usize>,
    by_id: HashMap<Box<str>, usize>,
    shards: Vec<Mutex<Shard>>,
    seed: HashSeed,
    loops: Vec<LoopSender>,
    draining: AtomicBool,
    leaving: watch::Sender<bool>,
    /// Loops that accept nothing more, and have notified their clients.
    loops_left: AtomicUsize,
    /// For each loop, whether a message about revoked tokens is in its mailbox: one is enough.
    revocations_sent: Vec<AtomicBool>,
}

/// The place of each app by its id; the default one has a second.
fn ids(apps: &[Arc<AppState>]) -> HashMap<Box<str>, usize> {
    let mut ids: HashMap<Box<str>, usize> =
        apps.iter().enumerate().map(|(n, state)| (state.app.id.clone(), n)).collect();
    if let Some(n) = apps.iter().position(|state| is_default(&state.app)) {
        ids.entry(SOKETI_ID.into()).or_insert(n);
    }
    ids
}

impl Node {
    /// A process whose apps have these databases, in the order of the apps; those that are missing have none.
    pub(crate) fn new(
        settings: Settings,
        databases: Vec<Option<Database>>,
        loops: Vec<LoopSender>,
        metrics: Arc<Metrics>,
    ) -> Self {
        let mut entropy = Entropy::new();
        let seed =
            HashSeed::new([entropy.next_u64(), entropy.next_u64(), entropy.next_u64(), entropy.next_u64()]);
        let limits = ShardLimits {
            channels: (settings.hub_channels / SHARDS).max(1),
            history_bytes: settings.history_bytes / SHARDS,
            apps: u32::try_from(settings.apps.len()).unwrap_or(u32::MAX),
            ..ShardLimits::default()
        };
        let shards =
            (0..SHARDS).map(|_| Mutex::new(Shard::new(seed.clone(), entropy.next_u64(), limits))).collect();
        let databases = databases.into_iter().chain(std::iter::repeat_with(|| None));
        let apps = settings.apps.iter().zip(databases);
        let apps: Vec<_> = apps
            .map(|(app, database)| {
                // The settings have been checked. Where a file has changed since, no token is taken.
                let keys = Keys::of(app, settings.is_for_this_machine()).unwrap_or_else(
                    |KeysFault { setting, why }| {
                        tracing::error!(
                            app = &*app.id,
                            setting,
                            why,
                            "the keys cannot be used: no token is taken"
                        );
                        Keys::none()
                    },
                );
                Arc::new(AppState::new(app.clone(), keys, database, loops.len()))
            })
            .collect();
        let keys =
            IdempotencyLimits { entries: settings.idempotency_entries, bytes: settings.idempotency_bytes };
        let idempotency = IdempotencyTables::new(apps.len(), keys, &seed);
        Self {
            administrators: Administrators::of(&settings.api_jwt_secret),
            by_key: apps.iter().enumerate().map(|(n, state)| (state.app.key.clone(), n)).collect(),
            by_id: ids(&apps),
            idempotency,
            longpoll: Arc::new(Sessions::new(settings.longpoll_sessions)),
            newcomers: Newcomers::new(settings.pending_handshakes_per_ip),
            incomplete: Incomplete::new(settings.request_bytes),
            refusals: Refusals::new(&settings),
            nobody: Arc::new(AppState::new(App::new(AppId(u32::MAX), "", "", ""), Keys::none(), None, 0)),
            apps,
            shards,
            seed,
            revocations_sent: loops.iter().map(|_| AtomicBool::new(false)).collect(),
            loops,
            metrics,
            draining: AtomicBool::new(false),
            leaving: watch::Sender::new(false),
            loops_left: AtomicUsize::new(0),
            settings,
        }
    }

    /// The app that clients name by this key.
    pub(crate) fn app_by_key(&self, key: &str) -> Option<&Arc<AppState>> {
        self.by_key.get(key).and_then(|&n| self.apps.get(n))
    }

    /// Stands in for the app of a connection that named none: it is sent a close and nothing else.
    pub(crate) fn nobody(&self) -> &Arc<AppState> {
        &self.nobody
    }

    /// The app with this id.
    pub(crate) fn state_by_id(&self, id: &str) -> Option<&Arc<AppState>> {
        self.by_id.get(id).and_then(|&n| self.apps.get(n))
    }

    /// What signs the tokens of administrators; without a key the calls that need one are not served.
    pub(crate) fn administrators(&self) -> &Administrators {
        &self.administrators
    }

    /// Counts a call of the HTTP API that was refused, and reports it.
    pub(crate) fn note_refused_call(&self, response: &api::Response, peer: IpAddr) {
        let Some(RefusedCall { cause, app }) = response.refused else { return };
        let app = app.and_then(|index| self.apps.get(index.0 as usize)).map(|state| &*state.app);
        let why = String::from_utf8_lossy(&response.body);
        self.refusals.note(&Refused { app, ..Refused::new(cause, &why).from(peer) });
    }

    /// Every app.
    pub(crate) fn apps(&self) -> &[Arc<AppState>] {
        &self.apps
    }

    /// The queues of the loops, in the order of their numbers.
    pub(crate) fn loops(&self) -> &[LoopSender] {
        &self.loops
    }

    /// Has these loops close connections whose incomplete requests give way.
    pub(crate) fn evict(&self, loops: Vec<LoopId>) {
        for id in loops {
            if let Some(queue) = self.loops.get(usize::from(id.0)) {
                queue.push_unreserved(LoopMessage::GiveWay);
            }
        }
    }

    /// Gives a WebSocket to a loop.
    pub(crate) fn give_to_a_loop(&self, upgraded: Upgraded) {
        self.place_in_a_loop().push_unreserved(LoopMessage::Upgraded(Box::new(upgraded)));
    }

    /// The queue of the loop that has the fewest connections, in which the caller's is counted from now on.
    pub(crate) fn place_in_a_loop(&self) -> &LoopSender {
        let all = &self.metrics.loops;
        let least = (0..all.len()).min_by_key(|&n| all[n].load.load(Ordering::Relaxed)).unwrap_or(0);
        all[least].load.fetch_add(1, Ordering::Relaxed);
        &self.loops[least]
    }

    /// The loops whose queues are nearly full, bit n for loop n: what may wait before it is published does so now. The quarter
    /// that is left is for those who are answered at once, such as the HTTP API, and for publishers that have just looked.
    pub(crate) fn congested(&self) -> u64 {
        let most = self.settings.loop_queue_messages - self.settings.loop_queue_messages / 4;
        let full = self.loops.iter().enumerate().filter(|(_, queue)| queue.taken() > most);
        full.fold(0, |loops, (n, _)| loops | 1 << n)
    }

    /// Whether what an app publishes to these loops, which are [congested](Self::congested), has to
    /// wait. Where there are several apps, one whose own publications are few does not wait for the
    /// others': up to half of that last quarter is shared out among the apps.
    pub(crate) fn has_to_wait(&self, app: AppId, loops: u64) -> bool {
        if loops == 0 || self.apps.len() == 1 {
            return loops != 0;
        }
        let few = self.settings.loop_queue_messages / 8 / self.apps.len();
        self.apps.get(app.0 as usize).is_none_or(|state| {
            let queued = state.queued.iter().enumerate().filter(|(n, _)| loops >> n & 1 == 1);
            queued.map(|(_, queued)| queued.load(Ordering::Relaxed)).any(|queued| queued >= few)
        })
    }

    /// A loop has taken a publication of an app from its mailbox.
    pub(crate) fn publication_taken(&self, app: AppId, id: LoopId) {
        if self.apps.len() > 1
            && let Some(queued) =
                self.apps.get(app.0 as usize).and_then(|state| state.queued.get(usize::from(id.0)))
        {
            queued.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Whether the process is on its way out.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whether the process has as many client sockets as it may have.
    pub(crate) fn is_full(&self) -> bool {
        let limit = self.settings.max_connections as u64;
        limit != 0 && self.metrics.sockets() >= limit
    }

    /// True from the moment on at which connections end as soon as what was asked is answered.
    pub(crate) fn leaving(&self) -> watch::Receiver<bool> {
        self.leaving.subscribe()
    }

    /// Whether that moment has come.
    pub(crate) fn is_leaving(&self) -> bool {
        *self.leaving.borrow()
    }

    /// A loop has notified its clients.
    pub(crate) fn loop_left(&self) {
        self.loops_left.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether all loops have.
    pub(crate) fn have_loops_left(&self) -> bool {
        self.loops_left.load(Ordering::Relaxed) == self.loops.len()
    }

    /// Connections that hyper serves end as soon as what was asked is answered.
    pub(crate) fn begin_leaving(&self) {
        self.leaving.send_replace(true);
    }

    /// From now on the process says that it is not ready.
    pub(crate) fn begin_drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Has every loop look for connections whose tokens were revoked.
    fn send_revocations(&self) {
        for (queue, is_sent) in self.loops.iter().zip(&self.revocations_sent) {
            if !is_sent.swap(true, Ordering::AcqRel) {
                queue.push_unreserved(LoopMessage::TokensRevoked);
            }
        }
    }

    /// The loop has read that message: what is revoked from now on needs another.
    pub(crate) fn revocations_received(&self, id: LoopId) {
        if let Some(is_sent) = self.revocations_sent.get(usize::from(id.0)) {
            // It also takes in what was revoked by those who found the message and sent none.
            is_sent.swap(false, Ordering::AcqRel);
        }
    }

    /// Runs what is due in every shard; returns when to come again at the latest.
    pub(crate) fn tick(&self, now: Millis) -> Option<Millis> {
        (0..self.shards.len()).filter_map(|n| self.with_shard(n, |shard, fx| shard.tick(now, fx))).min()
    }

    /// Channels that the hub knows, and bytes of messages that it keeps.
    pub(crate) fn hub_size(&self) -> (usize, usize) {
        (0..self.shards.len()).fold((0, 0), |(channels, bytes), n| {
            self.with_shard(n, |shard, _| (channels + shard.channels(), bytes + shard.history_bytes()))
        })
    }

    fn with_shard<R>(&self, n: usize, work: impl FnOnce(&mut Shard, &mut dyn baton_hub::Effects) -> R) -> R {
        // A shard checks before it changes anything, so what a panic left behind is whole (ARCHITECTURE.md).
        let mut shard = self.shards[n].lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut shard, &mut LoopEffects::new(&self.loops, self.hub_counters(), &self.apps))
    }

    fn hub_counters(&self) -> &HubCounters {
        &self.metrics.hub
    }
}

impl Shards for Node {
    fn with<R>(&self, hash: u64, work: impl FnOnce(&mut Shard, &mut dyn baton_hub::Effects) -> R) -> R {
        // The tables inside use the lowest and the seven highest bits.
        self.with_shard((hash >> 40) as usize % SHARDS, work)
    }

    fn seed(&self) -> &HashSeed {
        &self.seed
    }
}

impl Hub for Node {
    fn app_by_id(&self, id: &str) -> Option<Arc<App>> {
        self.by_id.get(id).and_then(|&n| self.apps.get(n)).map(|state| state.app.clone())
    }

    fn publish(
        &self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        let hash = self.seed.hash(key);
        let accepted_at = clock::now_ns();
        let request = PublishRequest { key, hash, message, except, rules, accepted_at };
        self.with(hash, |shard, fx| shard.publish(accepted_at / 1_000_000, request, fx))
    }

    fn channel(&self, key: KeyRef<'_>) -> Option<ChannelInfo> {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, _| shard.info(clock::now_ms(), key, hash))
    }

    fn members(&self, key: KeyRef<'_>) -> Option<Arc<Roster>> {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, _| shard.members(key, hash))
    }

    fn presences(&self, key: KeyRef<'_>) -> Arc<PresenceState> {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, _| shard.presences(key, hash))
    }

    fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage> {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, _| shard.history(clock::now_ms(), key, hash, range))
    }

    fn for_each_occupied(&self, app: AppId, visit: &mut VisitOccupied<'_>) {
        for n in 0..self.shards.len() {
            self.with_shard(n, |shard, _| shard.for_each_occupied(app, visit));
        }
    }

    fn disconnect_user(&self, key: KeyRef<'_>, reason: DisconnectReason) {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, fx| shard.disconnect_user(key, hash, reason, fx));
    }

    fn revoke_tokens(&self, app: AppId, mark: TokenMark<'_>) -> Result<(), RevocationsFull> {
        let Some(state) = self.apps.get(app.0 as usize) else { return Ok(()) };
        state.keys.revocations.add(mark, clock::unix_s())?;
        self.send_revocations();
        Ok(())
    }

    fn connections(&self, app: AppId) -> u64 {
        self.apps.get(app.0 as usize).map_or(0, |state| state.connections())
    }

    fn unix_time_s(&self) -> u64 {
        clock::unix_s()
    }

    fn now(&self) -> Millis {
        clock::now_ms()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use baton_hub::AppId;
    use baton_protocols::App;

    use super::{AppState, ids};
    use crate::tokens::Keys;

    fn places(apps: &[(&str, &str, &str)], id: &str) -> Option<usize> {
        let state = |&(id, key, secret): &(&str, &str, &str)| {
            Arc::new(AppState::new(App::new(AppId(0), id, key, secret), Keys::none(), None, 0))
        };
        ids(&apps.iter().map(state).collect::<Vec<_>>()).get(id).copied()
    }

    #[test]
    fn the_default_app_and_no_other_is_found_by_the_id_of_soketis_too() {
        let default = ("1", "app-key", "app-secret");
        assert_eq!(places(&[default], "1"), Some(0));
        assert_eq!(places(&[default], "app-id"), Some(0));
        assert_eq!(places(&[default, ("app-id", "key", "secret")], "app-id"), Some(1));
        assert_eq!(places(&[("1", "app-key", "a secret of its own")], "app-id"), None);
        assert_eq!(places(&[("1", "shop", "app-secret")], "app-id"), None);
    }
}
