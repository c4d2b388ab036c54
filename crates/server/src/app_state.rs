//! An app as the process serves it: its settings, its keys and its database, and what it uses.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use baton_hub::AppId;
use baton_protocols::App;
use baton_protocols::phoenix::api::Senders;

use crate::clock;
use crate::database::Database;
use crate::tokens::Keys;

/// An app with its present settings. When they change, another takes its place.
pub(crate) struct AppState {
    pub(crate) app: Arc<App>,
    /// What signs the tokens of its users.
    pub(crate) keys: Arc<Keys>,
    pub(crate) database: Option<Arc<Database>>,
    usage: Arc<Usage>,
}

/// What an app uses. It outlives the app's settings.
struct Usage {
    connections: AtomicU64,
    /// The log has said that its private channels refuse clients for want of a database.
    lack_is_logged: AtomicBool,
    /// Those who broadcast over HTTP as Supabase clients.
    senders: Mutex<Senders>,
    /// Publications of the app that wait in the queue of each loop; not counted while there is one app.
    queued: Box<[AtomicUsize]>,
}

impl AppState {
    /// An app that uses nothing yet.
    pub(crate) fn new(app: Arc<App>, keys: Arc<Keys>, database: Option<Arc<Database>>, loops: usize) -> Self {
        let usage = Usage {
            connections: AtomicU64::new(0),
            lack_is_logged: AtomicBool::new(false),
            senders: Mutex::default(),
            queued: (0..loops).map(|_| AtomicUsize::new(0)).collect(),
        };
        Self { app, keys, database, usage: Arc::new(usage) }
    }

    /// Stands for the app of a connection that named none.
    pub(crate) fn nobody() -> Self {
        Self::new(Arc::new(App::new(AppId(u32::MAX), "", "", "")), Arc::new(Keys::none()), None, 0)
    }

    /// The same app with other settings.
    pub(crate) fn changed(&self, app: Arc<App>, keys: Arc<Keys>, database: Option<Arc<Database>>) -> Self {
        // Said again where it is still so, since the operator has looked at the settings.
        self.usage.lack_is_logged.store(false, Ordering::Relaxed);
        Self { app, keys, database, usage: Arc::clone(&self.usage) }
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
        let mut senders = self.usage.senders.lock().unwrap_or_else(PoisonError::into_inner);
        senders.may_send(hash, clock::now_ms(), self.app.supabase.broadcasts_per_second, count)
    }

    /// A publication of the app is put into the queue of a loop.
    pub(crate) fn publication_queued(&self, n: usize) {
        if let Some(queued) = self.usage.queued.get(n) {
            queued.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A loop has taken a publication of the app from its queue; one that was not counted when it was put there, as the
    /// only app's are not, is not subtracted for good.
    pub(crate) fn publication_taken(&self, n: usize) {
        if let Some(queued) = self.usage.queued.get(n) {
            let less = |queued: usize| queued.checked_sub(1);
            // An error is the count of one that was not counted.
            let _ = queued.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
    }

    /// Whether `few` publications of the app or more wait in the queue of one of these loops, bit n for loop n.
    pub(crate) fn has_queued(&self, few: usize, loops: u64) -> bool {
        let queued = self.usage.queued.iter().enumerate().filter(|(n, _)| loops >> n & 1 == 1);
        queued.map(|(_, queued)| queued.load(Ordering::Relaxed)).any(|queued| queued >= few)
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
