//! An app as the process serves it: its settings, its keys and its database, and what it uses.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use baton_hub::{Access, AppId, LoopId, Millis};
use baton_protocols::phoenix::api::Senders;
use baton_protocols::pusher::api::ApiRates;
use baton_protocols::{App, ClientRates, OverQuota, rules};
use tokio::runtime::Handle;

use crate::clock;
use crate::database::Database;
use crate::hooks::{AppHooks, HookFigures};
use crate::metrics::Owned;
use crate::outbound::Reach;
use crate::tokens::Keys;

/// An app with its present settings. When they change, another takes its place.
pub(crate) struct AppState {
    pub(crate) app: Arc<App>,
    /// What signs the tokens of its users.
    pub(crate) keys: Arc<Keys>,
    pub(crate) database: Option<Arc<Database>>,
    /// Whom it asks before something happens.
    pub(crate) hooks: AppHooks,
    usage: Arc<Usage>,
}

/// What an app uses. It outlives the app's settings.
struct Usage {
    connections: AtomicU64,
    /// The log has said that its private channels refuse clients for want of a database.
    lack_is_logged: AtomicBool,
    /// From the first use on, as what the loops count: most of ten thousand apps are quiet.
    rates: OnceLock<Box<Rates>>,
    /// What its hooks were asked; nothing while it has had none.
    hooks: OnceLock<Arc<HookFigures>>,
    /// Channels that somebody is subscribed to.
    occupied: AtomicU64,
    /// Those of them that count against `max_channels`.
    counted: AtomicU64,
    /// How many loops there are.
    loops: usize,
    /// What each of them counts.
    in_loops: OnceLock<Box<[InLoop]>>,
}

/// How fast an app is used.
#[derive(Default)]
struct Rates {
    /// Those who broadcast over HTTP as Supabase clients.
    senders: Mutex<Senders>,
    /// Rate limits of its HTTP API.
    api: Mutex<ApiRates>,
    /// What its clients send together; without a quota nobody looks.
    clients: Mutex<ClientRates>,
}

/// What one loop counts for an app. Aligned so that two loops never write to one cache line, which
/// costs 128 bytes for each app and loop.
#[derive(Default)]
#[repr(align(128))]
struct InLoop {
    /// Publications of the app that wait in the loop's queue; not counted while there is one app.
    queued: AtomicUsize,
    /// Messages that the app's clients on this loop have sent, and were sent; the loop alone writes
    /// them.
    messages_in: Owned,
    messages_out: Owned,
}

impl Usage {
    fn rates(&self) -> &Rates {
        self.rates.get_or_init(Box::default)
    }

    fn in_loop(&self, n: usize) -> Option<&InLoop> {
        let all = || (0..self.loops).map(|_| InLoop::default()).collect();
        self.in_loops.get_or_init(all).get(n)
    }
}

impl AppState {
    /// An app that uses nothing yet.
    pub(crate) fn new(app: Arc<App>, keys: Arc<Keys>, database: Option<Arc<Database>>, loops: usize) -> Self {
        let usage = Usage {
            connections: AtomicU64::new(0),
            lack_is_logged: AtomicBool::new(false),
            rates: OnceLock::new(),
            hooks: OnceLock::new(),
            occupied: AtomicU64::new(0),
            counted: AtomicU64::new(0),
            loops,
            in_loops: OnceLock::new(),
        };
        Self { app, keys, database, hooks: AppHooks::default(), usage: Arc::new(usage) }
    }

    /// Stands for the app of a connection that named none.
    pub(crate) fn nobody() -> Self {
        Self::new(Arc::new(App::new(AppId(u32::MAX), "", "", "")), Arc::new(Keys::none()), None, 0)
    }

    /// The same app with other settings.
    pub(crate) fn changed(&self, app: Arc<App>, keys: Arc<Keys>, database: Option<Arc<Database>>) -> Self {
        // Said again where it is still so, since the operator has looked at the settings.
        self.usage.lack_is_logged.store(false, Ordering::Relaxed);
        let hooks = AppHooks::default();
        Self { app, keys, database, hooks, usage: Arc::clone(&self.usage) }
    }

    /// The same app, which asks its hooks on this runtime. Those that `former` has as well stay as they are.
    pub(crate) fn with_hooks(
        mut self,
        reach: Reach,
        runtime: Option<&Handle>,
        former: Option<&Self>,
    ) -> Self {
        if !self.app.hooks.is_empty() {
            let figures = self.usage.hooks.get_or_init(Arc::default);
            self.hooks =
                AppHooks::of(&self.app, (reach, runtime), figures, former.map(|former| &former.hooks));
        }
        self
    }

    /// What its hooks were asked; `None` if it has had none.
    pub(crate) fn hook_figures(&self) -> Option<&Arc<HookFigures>> {
        self.usage.hooks.get()
    }

    /// Whether it has the same database as another state of the app.
    pub(crate) fn has_database_of(&self, other: &Self) -> bool {
        self.database.as_ref().map(Arc::as_ptr) == other.database.as_ref().map(Arc::as_ptr)
    }

    /// Connections that hold a place, those that are about to be refused included.
    pub(crate) fn connections(&self) -> u64 {
        self.usage.connections.load(Ordering::Relaxed)
    }

    /// Whether the sender with this hash may broadcast so many messages over HTTP now.
    pub(crate) fn may_send(&self, hash: u64, count: usize) -> bool {
        // One bucket changes at a time: what a panic left behind is right.
        let mut senders = self.usage.rates().senders.lock().unwrap_or_else(PoisonError::into_inner);
        senders.may_send(hash, clock::now_ms(), self.app.supabase.broadcasts_per_second, count)
    }

    /// Whether the app's backend may publish so many events over HTTP now.
    pub(crate) fn may_publish(&self, events: usize) -> bool {
        let limit = self.app.pusher.backend_events_per_second;
        limit == 0 || self.api_rates().may_publish(clock::now_ms(), limit, events)
    }

    /// Whether one more request that reads may be answered now.
    pub(crate) fn may_read(&self) -> bool {
        let limit = self.app.pusher.read_requests_per_second;
        limit == 0 || self.api_rates().may_read(clock::now_ms(), limit)
    }

    /// Whether the app's clients together may send so many messages more, with so many bytes of data in all.
    pub(crate) fn may_send_messages(
        &self,
        now: Millis,
        messages: usize,
        bytes: usize,
    ) -> Result<(), OverQuota> {
        let app = &*self.app;
        if app.total_client_messages_per_second == 0 && app.total_client_bytes_per_second == 0 {
            return Ok(());
        }
        // One bucket changes at a time: what a panic left behind is right.
        let mut rates = self.usage.rates().clients.lock().unwrap_or_else(PoisonError::into_inner);
        rates.may_send(now, app, messages, bytes)
    }

    fn api_rates(&self) -> MutexGuard<'_, ApiRates> {
        self.usage.rates().api.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A publication of the app is put into the queue of a loop.
    pub(crate) fn publication_queued(&self, n: usize) {
        if let Some(of_loop) = self.usage.in_loop(n) {
            of_loop.queued.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A loop has taken a publication of the app from its queue; one that was not counted when it was put there, as the
    /// only app's are not, is not subtracted for good.
    pub(crate) fn publication_taken(&self, n: usize) {
        if let Some(of_loop) = self.usage.in_loop(n) {
            let less = |queued: usize| queued.checked_sub(1);
            // An error is the count of one that was not counted.
            let _ = of_loop.queued.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
    }

    /// Whether `few` publications of the app or more wait in the queue of one of these loops, bit n for loop n.
    pub(crate) fn has_queued(&self, few: usize, loops: u64) -> bool {
        let all =
            self.usage.in_loops.get().into_iter().flatten().enumerate().filter(|(n, _)| loops >> n & 1 == 1);
        all.map(|(_, of_loop)| of_loop.queued.load(Ordering::Relaxed)).any(|queued| queued >= few)
    }

    /// A client of the app has sent a message. Only the thread of this loop may call it.
    pub(crate) fn message_received(&self, id: LoopId) {
        if let Some(of_loop) = self.usage.in_loop(id.0.into()) {
            of_loop.messages_in.add(1);
        }
    }

    /// Clients of the app were sent messages. Only the thread of this loop may call it.
    pub(crate) fn messages_sent(&self, id: LoopId, count: u64) {
        if let Some(of_loop) = self.usage.in_loop(id.0.into()) {
            of_loop.messages_out.add(count);
        }
    }

    /// Messages that clients of the app have sent, and were sent.
    pub(crate) fn messages(&self) -> (u64, u64) {
        let all = self.usage.in_loops.get().into_iter().flatten();
        all.fold((0, 0), |(received, sent), one| {
            (received + one.messages_in.get(), sent + one.messages_out.get())
        })
    }

    /// A channel of the app gets its first subscription, unless the app has `limit` such channels; 0 for no limit. Shards
    /// ask at the same time, and together admit no more than that.
    pub(crate) fn occupy(&self, access: Access, limit: u32) -> bool {
        let limit = if limit == 0 { u64::MAX } else { limit.into() };
        let more = |counted: u64| (counted < limit).then_some(counted + 1);
        if rules::is_counted(access)
            && self.usage.counted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_err()
        {
            return false;
        }
        self.usage.occupied.fetch_add(1, Ordering::Relaxed);
        true
    }

    /// A channel of the app lost its last subscription.
    pub(crate) fn vacate(&self, access: Access) {
        if rules::is_counted(access) {
            self.usage.counted.fetch_sub(1, Ordering::Relaxed);
        }
        self.usage.occupied.fetch_sub(1, Ordering::Relaxed);
    }

    /// Channels that somebody is subscribed to.
    pub(crate) fn occupied_channels(&self) -> u64 {
        self.usage.occupied.load(Ordering::Relaxed)
    }

    /// A private channel refuses a client since the app has no database. The client learns no cause, so the log has it, once: it
    /// is the operator's to change.
    pub(crate) fn database_is_missing(&self, topic: &str) {
        if self.usage.lack_is_logged.swap(true, Ordering::Relaxed) {
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
        self.usage.connections.fetch_add(1, Ordering::Relaxed);
    }

    /// Gives the place back.
    pub(crate) fn disconnect(&self) {
        self.usage.connections.fetch_sub(1, Ordering::Relaxed);
    }
}
