//! What all threads of the process share: the apps, the hub's shards, the loops' mailboxes and the counters.

mod publishing;

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::{ArcSwap, Guard};
use baton_hub::{
    AppId, Event, HashSeed, KeyRef, LoopId, MembersPage, Millis, RESTORED_STEP, Shard, ShardLimits, Shards,
};
use baton_protocols::pusher::api::{self, IdempotencyLimits, RefusedCall};
use baton_protocols::{App, HookAnswer, HookEvent, HookQuestion};
use baton_reactor::ConnectionId;
use tokio::sync::watch;

use crate::acme::Acme;
use crate::alerts::Alerts;
use crate::app_state::AppState;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::history::{self, Store};
use crate::idempotency::IdempotencyTables;
use crate::incomplete::Incomplete;
use crate::inspector::Inspector;
use crate::inspector::timeline::Origin;
use crate::longpoll::Sessions;
use crate::loop_message::{Applying, LoopEffects, LoopMessage, LoopSender, Upgraded};
use crate::metrics::{HubCounters, Metrics};
use crate::observe::AccessLog;
use crate::peer::UnnamedClients;
use crate::per_address::PerAddress;
use crate::recovery::Recoveries;
use crate::refusals::{Refusals, Refused};
use crate::reload::Requests;
use crate::settings::Settings;
use crate::statistics::Statistics;
use crate::trace;
use crate::webhooks::Webhooks;

/// Shards of the hub. Sixteen mutexes keep two dozen threads from meeting; each costs some kilobytes.
pub(crate) const SHARDS: usize = 16;

/// The process.
pub(crate) struct Node {
    config: ArcSwap<Config>,
    /// More than one app is served, or was: only then is it counted what each has queued.
    has_several_apps: AtomicBool,
    /// An app has a hook about publishes: only then are they looked at before they are answered.
    asks_before_publishing: AtomicBool,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) idempotency: IdempotencyTables,
    /// Shared with those who look after them as long as the process lasts.
    pub(crate) longpoll: Arc<Sessions>,
    /// Clients that can come back.
    pub(crate) recoveries: Recoveries,
    /// Where history outlives the process.
    pub(crate) history: Option<Arc<Store>>,
    /// Connections of each address that have yet to be answered for the first time.
    pub(crate) pending_handshakes: Arc<PerAddress>,
    /// Clients of each address.
    pub(crate) clients_per_address: Arc<PerAddress>,
    pub(crate) unnamed_clients: UnnamedClients,
    pub(crate) incomplete: Arc<Incomplete>,
    pub(crate) refusals: Refusals,
    pub(crate) access_log: AccessLog,
    pub(crate) webhooks: Webhooks,
    pub(crate) statistics: Arc<Statistics>,
    pub(crate) alerts: Alerts,
    /// What administrators ask the one who reads the settings.
    pub(crate) requests: Requests,
    pub(crate) acme: Acme,
    pub(crate) inspector: Inspector,
    /// Changes with the configuration.
    configured: watch::Sender<()>,
    nobody: Arc<AppState>,
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

/// Each shard's part of the hub's limits.
fn shard_limits(config: &Config) -> ShardLimits {
    ShardLimits {
        channels: (config.settings.hub_channels / SHARDS).max(1),
        history_bytes: config.settings.history_bytes / SHARDS,
        apps: u32::try_from(config.apps().len()).unwrap_or(u32::MAX),
        ..ShardLimits::default()
    }
}

fn asks_before_publishing(config: &Config) -> bool {
    config.apps().iter().any(|state| state.app.hooks.have(HookEvent::Publish))
}

fn idempotency_limits(settings: &Settings) -> IdempotencyLimits {
    IdempotencyLimits { entries: settings.idempotency_entries, bytes: settings.idempotency_bytes }
}

impl Node {
    /// A process that begins with this configuration.
    #[cfg(test)]
    pub(crate) fn new(config: Config, loops: Vec<LoopSender>, metrics: Arc<Metrics>) -> Self {
        Self::with_history(config, loops, metrics, None)
    }

    /// The same, with the history of an earlier one.
    pub(crate) fn with_history(
        config: Config,
        loops: Vec<LoopSender>,
        metrics: Arc<Metrics>,
        opened: Option<history::Opened>,
    ) -> Self {
        let history = opened.as_ref().map(|opened| Arc::clone(&opened.store));
        let mut entropy = Entropy::new();
        let kept = opened.as_ref().and_then(|opened| opened.seed.clone());
        let seed = kept.unwrap_or_else(|| entropy.hash_seed());
        // A number of JavaScript has room for two million restarts.
        let restored_step = RESTORED_STEP + (entropy.next_u64() >> 32);
        let settings = &config.settings;
        let inspector = Inspector::new(settings);
        let limits = shard_limits(&config);
        let mut shard = || {
            let shard = Shard::new(seed.clone(), entropy.next_u64(), limits);
            Mutex::new(match &history {
                Some(store) => shard.recorded_by(store.recorder()).with_restored_step(restored_step),
                None => shard,
            })
        };
        let shards = (0..SHARDS).map(|_| shard()).collect();
        let node = Self {
            has_several_apps: AtomicBool::new(config.apps().len() > 1),
            asks_before_publishing: AtomicBool::new(asks_before_publishing(&config)),
            idempotency: IdempotencyTables::new(idempotency_limits(settings), &seed, history.clone()),
            longpoll: Arc::new(Sessions::new()),
            recoveries: Recoveries::new(history.clone()),
            history,
            pending_handshakes: PerAddress::new(settings.pending_handshakes_per_ip),
            clients_per_address: PerAddress::new(settings.max_connections_per_ip),
            unnamed_clients: UnnamedClients::default(),
            incomplete: Incomplete::new(settings.request_bytes),
            refusals: Refusals::new(&config, &inspector),
            access_log: AccessLog::new(settings),
            webhooks: Webhooks::new(&config),
            statistics: Arc::new(Statistics::new(settings)),
            alerts: Alerts::new(&inspector.node_name, &settings.alerts),
            requests: Requests::new(),
            acme: Acme::default(),
            inspector,
            configured: watch::Sender::new(()),
            nobody: Arc::new(AppState::nobody()),
            config: ArcSwap::from_pointee(config),
            shards,
            seed,
            revocations_sent: loops.iter().map(|_| AtomicBool::new(false)).collect(),
            loops,
            metrics,
            draining: AtomicBool::new(false),
            leaving: watch::Sender::new(false),
            loops_left: AtomicUsize::new(0),
        };
        if let Some(opened) = opened {
            opened.restore(&node);
        }
        node
    }

    /// The present configuration. To be held for a moment: a guard that lives long makes the next ones slower.
    pub(crate) fn config(&self) -> Guard<Arc<Config>> {
        self.config.load()
    }

    /// Replaces the configuration: for requests at once, for open connections when their loop comes to them, which the
    /// caller may wait for. To be called by one thread at a time.
    pub(crate) fn configure(&self, config: Config) -> Applying {
        // First what an app of a new number needs, since readers of the configuration may use it.
        self.refusals.configure(&config);
        if let Some(store) = &self.history {
            store.configure(&config);
        }
        self.access_log.configure(&config.settings);
        self.inspector.configure(&config.settings);
        self.alerts.configure(&config.settings.alerts);
        if let Some(tracer) = trace::tracer() {
            tracer.set_ratio(config.settings.otlp_sample_ratio.0);
        }
        self.idempotency.set_limits(idempotency_limits(&config.settings));
        self.pending_handshakes.set_limit(config.settings.pending_handshakes_per_ip);
        self.clients_per_address.set_limit(config.settings.max_connections_per_ip);
        self.incomplete.set_limit(config.settings.request_bytes);
        if config.apps().len() > 1 {
            self.has_several_apps.store(true, Ordering::Relaxed);
        }
        self.asks_before_publishing.store(asks_before_publishing(&config), Ordering::Relaxed);
        let (limits, ids) = (shard_limits(&config), u32::try_from(config.app_ids()).unwrap_or(u32::MAX));
        (0..self.shards.len()).for_each(|n| self.with_shard(n, |shard, _| shard.set_limits(limits, ids)));
        let config = Arc::new(config);
        let former = self.config.swap(Arc::clone(&config));
        let removed =
            former.apps().iter().map(|state| &state.app).filter(|app| config.app(app.index).is_none());
        for app in removed {
            (0..self.shards.len()).for_each(|n| self.with_shard(n, |shard, _| shard.remove_app(app.index)));
            if let Some(store) = &self.history {
                store.app_removed(&app.id);
            }
        }
        let (unapplied, applying) = Applying::new();
        for queue in &self.loops {
            queue.push_unreserved(LoopMessage::Configured(Arc::clone(&config), unapplied()));
        }
        self.webhooks.configure(&config);
        self.configured.send_replace(());
        applying
    }

    /// Changes whenever there is another configuration.
    pub(crate) fn configured(&self) -> watch::Receiver<()> {
        self.configured.subscribe()
    }

    /// The app that clients name by this key.
    pub(crate) fn app_by_key(&self, key: &str) -> Option<Arc<AppState>> {
        self.config().app_by_key(key).cloned()
    }

    /// Stands in for the app of a connection that named none: it is sent a close and nothing else.
    pub(crate) fn nobody(&self) -> &Arc<AppState> {
        &self.nobody
    }

    /// The app with this id.
    pub(crate) fn state_by_id(&self, id: &str) -> Option<Arc<AppState>> {
        self.config().app_by_id(id).cloned()
    }

    /// Counts a call of the HTTP API that was refused, and reports it.
    pub(crate) fn note_refused_call(&self, response: &api::Response, peer: IpAddr) {
        let Some(RefusedCall { cause, app }) = response.refused else { return };
        let config = self.config();
        let app = app.and_then(|index| config.app(index)).map(|state| &*state.app);
        let why = String::from_utf8_lossy(&response.body);
        self.refusals.note(&Refused { app, ..Refused::new(cause, &why).from(peer) });
    }

    /// Whether somebody wants to know of single requests: the access log, or traces.
    pub(crate) fn observes(&self) -> bool {
        self.access_log.is_on() || trace::tracer().is_some()
    }

    /// Whether some app has a hook about publishes.
    pub(crate) fn asks_before_publishing(&self) -> bool {
        self.asks_before_publishing.load(Ordering::Relaxed)
    }

    /// Asks a hook of an app, whose settings the question was made with.
    pub(crate) fn ask_hook(
        &self,
        app: &App,
        question: &HookQuestion<'_>,
    ) -> impl Future<Output = HookAnswer> + use<> {
        let config = self.config();
        // Settings that were replaced at this moment may have other hooks at these places.
        let state = config.app(app.index).filter(|state| std::ptr::eq(&*state.app, app));
        let asked = state.map(|state| state.hooks.ask(question));
        async move {
            match asked {
                Some(answer) => answer.await,
                None => HookAnswer::NONE,
            }
        }
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
        &self.loops[usize::from(self.count_in_a_loop().0)]
    }

    /// The loop that has the fewest connections, in which the caller's is counted from now on.
    pub(crate) fn count_in_a_loop(&self) -> LoopId {
        let loads = self.metrics.loops.iter().map(|counters| &counters.load);
        let least = (0..).map(LoopId).zip(loads).min_by_key(|(_, load)| load.load(Ordering::Relaxed));
        let Some((id, load)) = least else { return LoopId(0) };
        load.fetch_add(1, Ordering::Relaxed);
        id
    }

    /// The loops whose queues are nearly full, bit n for loop n: what may wait before it is published does so now. The quarter
    /// that is left is for those who are answered at once, such as the HTTP API, and for publishers that have just looked.
    pub(crate) fn congested(&self) -> u64 {
        let room = self.config().settings.loop_queue_messages;
        let most = room - room / 4;
        let full = self.loops.iter().enumerate().filter(|(_, queue)| queue.taken() > most);
        full.fold(0, |loops, (n, _)| loops | 1 << n)
    }

    /// Whether what an app publishes to these loops, which are [congested](Self::congested), has to
    /// wait. Where there are several apps, one whose own publications are few does not wait for the
    /// others': up to half of that last quarter is shared out among the apps.
    pub(crate) fn has_to_wait(&self, app: AppId, loops: u64) -> bool {
        if loops == 0 || !self.has_several_apps.load(Ordering::Relaxed) {
            return loops != 0;
        }
        let config = self.config();
        let few = config.settings.loop_queue_messages / 8 / config.apps().len().max(1);
        config.app(app).is_none_or(|state| state.has_queued(few, loops))
    }

    /// A loop has taken a publication of an app from its mailbox.
    pub(crate) fn publication_taken(&self, app: AppId, id: LoopId) {
        if self.has_several_apps.load(Ordering::Relaxed)
            && let Some(state) = self.config().app(app)
        {
            state.publication_taken(usize::from(id.0));
        }
    }

    /// Whether the process is on its way out.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whether the process has as many client sockets as it may have.
    pub(crate) fn is_full(&self) -> bool {
        let limit = self.config().settings.max_connections as u64;
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

    /// Ends a connection of a loop whose client has come back with another. At most once for each.
    pub(crate) fn end_former(&self, on: LoopId, conn: ConnectionId) {
        if let Some(queue) = self.loops.get(usize::from(on.0)) {
            queue.push_unreserved(LoopMessage::EndFormer(conn));
        }
    }

    /// Writes the history that others are about to learn of, where it outlives the process.
    pub(crate) fn flush_history(&self) {
        if let Some(store) = &self.history {
            store.flush();
        }
    }

    /// What has been stored of history so far, for [`settle_history`](Self::settle_history).
    pub(crate) fn stored_history(&self) -> u64 {
        self.history.as_ref().map_or(0, |store| store.appended())
    }

    /// Waits until what was published since then is stored as safely as the settings say; false if it could not be.
    pub(crate) async fn settle_history(&self, since: u64) -> bool {
        match &self.history {
            Some(store) => store.settle(since).await,
            None => true,
        }
    }

    /// Whether publishes are answered only when they are on disk.
    pub(crate) fn syncs_each_publish(&self) -> bool {
        self.history.as_ref().is_some_and(|store| store.syncs_each_publish())
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

    /// Some members of a presence channel: those that joined after the one that `after` stands for.
    pub(crate) fn members_after(
        &self,
        key: KeyRef<'_>,
        after: Option<u64>,
        limit: usize,
    ) -> Option<MembersPage> {
        let hash = self.seed.hash(key);
        self.with(hash, |shard, _| shard.members_after(key, hash, after, limit))
    }

    pub(crate) fn with_shard<R>(
        &self,
        n: usize,
        work: impl FnOnce(&mut Shard, &mut dyn baton_hub::Effects) -> R,
    ) -> R {
        self.with_shard_for(Origin::Server, n, work)
    }

    /// The shard's own state of a name with this hash.
    pub(crate) fn with_shard_of(&self, hash: u64, work: &mut dyn FnMut(&mut Shard)) {
        self.with_shard(shard_of(hash), |shard, _| work(shard));
    }

    /// The same for what somebody publishes.
    fn with_shard_for<R>(
        &self,
        origin: Origin,
        n: usize,
        work: impl FnOnce(&mut Shard, &mut dyn baton_hub::Effects) -> R,
    ) -> R {
        // A shard checks before it changes anything, so what a panic left behind is whole (ARCHITECTURE.md).
        let mut shard = self.shards[n].lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut shard, &mut LoopEffects::new(self, origin))
    }

    /// A publication of an app is put into the queues of these loops, bit n for loop n.
    pub(crate) fn publication_queued(&self, app: AppId, loops: u64) {
        if self.has_several_apps.load(Ordering::Relaxed)
            && let Some(state) = self.config().app(app)
        {
            (0..self.loops.len()).filter(|n| loops >> n & 1 == 1).for_each(|n| state.publication_queued(n));
        }
    }

    /// Notes what happened for webhooks.
    pub(crate) fn note_for_webhooks(&self, event: Event) {
        let app = match &event {
            Event::Occupied(channel)
            | Event::Vacated(channel)
            | Event::MemberAdded(channel, _)
            | Event::MemberRemoved(channel, _)
            | Event::CacheMiss(channel)
            | Event::SubscriptionCount(channel, _) => channel.app(),
        };
        let wanted = || Some(self.config().app(app)?.app.pusher.webhooks.events());
        self.webhooks.note(wanted, event);
    }

    /// Of the hub.
    pub(crate) fn hub_counters(&self) -> &HubCounters {
        &self.metrics.hub
    }
}

/// The shard of a name with this hash. The tables inside use the lowest and the seven highest bits.
fn shard_of(hash: u64) -> usize {
    (hash >> 40) as usize % SHARDS
}

impl Shards for Node {
    fn with<R>(&self, hash: u64, work: impl FnOnce(&mut Shard, &mut dyn baton_hub::Effects) -> R) -> R {
        self.with_shard(shard_of(hash), work)
    }

    fn seed(&self) -> &HashSeed {
        &self.seed
    }
}

#[cfg(test)]
mod tests {
    use baton_hub::{Access, Form, HistoryRange, Message};
    use baton_protocols::{Hub, rules};

    use super::*;

    fn config(former: Option<&Config>, ids: &[&str]) -> Config {
        let app = |id: &&str| App::new(AppId(0), id, id, "secret");
        let apps = ids.iter().map(app).collect();
        let settings = Settings { apps, history_bytes: SHARDS * 16 * 1_024, ..Settings::default() };
        match former {
            Some(former) => former.after(settings, None, 0).unwrap(),
            None => Config::new(settings, None, 0).unwrap(),
        }
    }

    fn publish(node: &Node, app: u32, name: &str) {
        let app = Arc::clone(&node.config().app(AppId(app)).unwrap().app);
        let key = KeyRef { app: app.index, access: Access::Public, name };
        let data = [b'x'; 1_024].as_slice().into();
        let message = Message { event: "e".into(), data, form: Form::Text, id: None, user: None };
        Hub::publish(node, key, Arc::new(message), None, rules::of(key, &app)).unwrap();
    }

    #[test]
    fn an_app_that_a_reload_adds_has_its_share_of_the_hub() {
        let node = Node::new(config(None, &["a"]), Vec::new(), Arc::new(Metrics::new(0)));
        let second = config(Some(&node.config()), &["a", "b"]);
        drop(node.configure(second));
        publish(&node, 1, "kept");
        for n in 0..2_000 {
            publish(&node, 0, &format!("flood-{}", n % 100));
        }
        let key = KeyRef { app: AppId(1), access: Access::Public, name: "kept" };
        let range = HistoryRange { after: None, limit: 10, newest_first: false };
        assert_eq!(Hub::history(&node, key, range).map(|page| page.messages.len()), Some(1));
    }
}
