//! History that outlives the process (`history_store`).
//!
//! The hub keeps every history in memory. Where a store is set, each step of a channel also becomes a
//! record of an append-only log, from which the next process restores numberings, stored messages and
//! idempotency keys: readers see the same positions before and after a restart.
//!
//! | what | when it is in the log |
//! | --- | --- |
//! | a record | appended to a buffer in the shard's critical section, before a loop can deliver the message |
//! | the buffer | written before any output that follows from it: by an event loop before it writes its sockets, by the HTTP runtime before it answers. So nothing that a client has received is lost with the process. |
//! | on disk | when the kernel writes it (`history_sync = "os"`), or before a publish is answered (`"always"`) |
//!
//! A disk that cannot be written is no reason to stop: messages that are to be stored are refused, and
//! everything else goes on ([`Store::look_after`] tries again).

mod clean;
mod client;
mod record;
mod recorder;
mod replay;
mod seed;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};

use arc_swap::ArcSwap;
use baton_hub::{AppId, HashSeed, Recorder, Shards as _};
use baton_journal::{Damage, End, Journal, Options};
use baton_protocols::pusher::api::Remembered;
use tokio::sync::watch;

use self::clean::Cleaner;
pub(crate) use self::client::{StoredClient, StoredPlace};
use self::record::{Entry, PublishedKey};
use self::recorder::ShardRecorder;
pub(crate) use self::replay::{Counted, Replay};
use crate::clock;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::node::Node;
use crate::settings::HistorySync;

/// How often the store looks for faults that are over and for segments to clean.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Bytes of a client's record, for tens of thousands of channels. A client that takes more is unknown after a crash.
const CLIENT_BYTES: usize = 4 << 20;

/// The log, and what is known of it.
#[derive(Debug)]
pub(crate) struct Store {
    journal: Journal,
    sync: HistorySync,
    /// Bytes of the log that are not worth cleaning.
    spare_bytes: u64,
    apps: ArcSwap<Apps>,
    /// What the thread of the store is asked to do.
    asked: Mutex<Asked>,
    is_asked: Condvar,
    synced: watch::Sender<Synced>,
    pub(crate) counters: Counters,
}

/// The apps that there are, by their numbers in this process and by their ids in the log.
#[derive(Debug, Default)]
struct Apps {
    ids: Vec<Option<Arc<str>>>,
    numbers: HashMap<Arc<str>, AppId>,
}

impl Apps {
    fn of(config: &Config) -> Self {
        let mut apps = Self::default();
        for number in (0..u32::try_from(config.app_ids()).unwrap_or(u32::MAX)).map(AppId) {
            let id = config.app(number).map(|state| Arc::<str>::from(&*state.app.id));
            apps.numbers.extend(id.clone().map(|id| (id, number)));
            apps.ids.push(id);
        }
        apps
    }

    fn id(&self, app: AppId) -> Option<&str> {
        self.ids.get(app.0 as usize)?.as_deref()
    }
}

#[derive(Debug, Default)]
struct Asked {
    /// Somebody waits until what was appended is on disk.
    sync: bool,
    end: bool,
}

/// Up to where the log is on disk, and how many attempts to get it there have failed.
#[derive(Debug, Default, Clone, Copy)]
struct Synced {
    up_to: u64,
    failed: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// Damaged places that were found at the start.
    pub(crate) damaged: AtomicU64,
    /// Messages that were restored at the start.
    pub(crate) restored: AtomicU64,
    /// Segments that were cleaned.
    pub(crate) cleaned: AtomicU64,
}

/// A store that was opened, with what it had.
pub(crate) struct Opened {
    pub(crate) store: Arc<Store>,
    replay: Replay,
    is_whole: bool,
    /// When the process before ended, in milliseconds since 1970.
    ended_unix_ms: u64,
    /// What names were hashed with by the process before, if that is known: each channel is in the same shard again, where it
    /// meets the same bounds.
    pub(crate) seed: Option<HashSeed>,
    began: Instant,
}

/// Whether records may be missing that no start before has noticed. What the end of a process cut off was no record yet.
fn is_news(damage: &Damage) -> bool {
    !damage.is_torn && !damage.is_known
}

impl Store {
    /// Opens the log in a directory and reads it.
    ///
    /// # Errors
    /// What is wrong and what to do, for the operator.
    pub(crate) fn open(directory: &Path, config: &Config) -> Result<Opened, String> {
        Self::open_with(Options::new(directory), clean::SPARE_BYTES, config)
    }

    fn open_with(options: Options, spare_bytes: u64, config: &Config) -> Result<Opened, String> {
        let began = Instant::now();
        // Before it is opened, which changes files.
        let ended_unix_ms = last_written(&options.directory);
        let directory = options.directory.clone();
        let mut replay = Replay::new(
            config.apps().iter().map(|state| &state.app),
            Entropy::new().hash_seed(),
            clock::unix_ms(),
        );
        let (journal, opened) = Journal::open(options, &mut |record| replay.add(record))
            .map_err(|error| format!("cannot open the history in history_store: {error}"))?;
        let counters = Counters::default();
        for damage in &opened.damage {
            counters.damaged.fetch_add(u64::from(is_news(damage)), Ordering::Relaxed);
            match is_news(damage) {
                true => tracing::warn!("history_store: {damage}"),
                false => tracing::info!("history_store: {damage}"),
            }
        }
        let seed = seed::kept(&directory);
        let sync = config.settings.history_sync;
        // Whatever is set now: clients receive messages before they are on the disk.
        let is_cut_off = opened.end == End::PowerLost;
        if is_cut_off {
            tracing::warn!(
                "history_store: the machine stopped without ending the log: the last messages may be missing, so clients that \
                 come back are told that they have missed some"
            );
        }
        if replay.unread > 0 {
            tracing::warn!(
                records = replay.unread,
                "history_store: records of another version were left out, so clients that come back are told that they \
                 have missed some"
            );
        }
        let is_unfinished = replay.end();
        if is_unfinished {
            tracing::warn!(
                "history_store: the server was stopped while it restored a damaged history: that begins again, so clients that come \
                 back are told that they have missed messages"
            );
        }
        let is_whole =
            !is_cut_off && !is_unfinished && replay.unread == 0 && !opened.damage.iter().any(is_news);
        let store = Self {
            journal,
            sync,
            spare_bytes,
            apps: ArcSwap::default(),
            asked: Mutex::default(),
            is_asked: Condvar::new(),
            synced: watch::Sender::new(Synced::default()),
            counters,
        };
        store.configure(config);
        if let Some(fault) = store.journal.fault() {
            tracing::error!("history_store: {fault}; publishes that are to be stored are refused");
        }
        Ok(Opened { store: Arc::new(store), replay, is_whole, ended_unix_ms, seed, began })
    }

    /// Has the apps of a new configuration. To be called before any of them can publish.
    pub(crate) fn configure(&self, config: &Config) {
        self.apps.store(Arc::new(Apps::of(config)));
    }

    /// An app was removed: one that is given its id later must not have its history.
    pub(crate) fn app_removed(&self, id: &str) {
        record::write_removed(id, |parts| self.journal.append(parts));
    }

    /// What has a shard's channels recorded.
    pub(crate) fn recorder(self: &Arc<Self>) -> Box<dyn Recorder> {
        Box::new(ShardRecorder::new(Arc::clone(self)))
    }

    /// Writes what was appended, so that the process may end. What cannot be written waits, and the store is
    /// unavailable until it is.
    pub(crate) fn flush(&self) {
        if let Err(fault) = self.journal.flush() {
            tracing::debug!("history_store: {fault}"); // the store's thread says so once, as an error
        }
    }

    /// Whether a publish is answered only when it is on disk.
    pub(crate) fn syncs_each_publish(&self) -> bool {
        self.sync == HistorySync::Always
    }

    /// Records appended so far.
    pub(crate) fn appended(&self) -> u64 {
        self.journal.appended()
    }

    /// Waits until what was appended so far is as safe as the settings say; false if that failed. `since` is what was
    /// [appended](Self::appended) before the request: one that has added nothing does not wait.
    pub(crate) async fn settle(&self, since: u64) -> bool {
        if self.journal.appended() == since {
            return true;
        }
        if self.sync == HistorySync::Os {
            return self.journal.flush().is_ok();
        }
        let wanted = self.journal.appended();
        let mut synced = self.synced.subscribe();
        let failed = synced.borrow_and_update().failed;
        self.ask(|asked| asked.sync = true);
        let is_over = |synced: &Synced| synced.up_to >= wanted || synced.failed != failed;
        let outcome = synced.wait_for(is_over).await.map(|synced| synced.up_to >= wanted);
        outcome.unwrap_or(false)
    }

    /// Has a request's records written together or not at all.
    pub(crate) fn batch(&self, work: impl FnOnce()) {
        self.journal.batch(work);
    }

    /// Records how far a request with an idempotency key was carried out.
    pub(crate) fn published(&self, app: AppId, what: &Remembered<'_>) {
        let apps = self.apps.load();
        let Some(app) = apps.id(app) else { return };
        let Remembered { key, fingerprint, partly, answer, left_ms } = *what;
        let partly = partly.map(|events| events as u64);
        let until_unix_ms = clock::unix_ms().saturating_add(left_ms);
        let published = PublishedKey { app, key, fingerprint, until_unix_ms, partly, answer };
        record::write_published(&published, |parts| self.journal.append(parts));
    }

    /// Records what is remembered of a client; without channels: nothing any more.
    pub(crate) fn record_client(&self, app: AppId, client: StoredClient<'_>) {
        let Some(app) = self.apps.load().id(app).map(str::to_owned) else { return };
        let (app, socket) = (&*app, client.socket);
        let mut bytes = record::write_client(&StoredClient { app, ..client });
        if bytes.len() > CLIENT_BYTES {
            bytes = record::write_client(&StoredClient { app, socket, ..StoredClient::default() });
        }
        self.journal.append(&[&bytes]);
    }

    fn ask(&self, what: impl FnOnce(&mut Asked)) {
        what(&mut self.asked.lock().unwrap_or_else(PoisonError::into_inner));
        self.is_asked.notify_one();
    }

    /// Ends [`look_after`](Self::look_after).
    pub(crate) fn end(&self) {
        self.ask(|asked| asked.end = true);
    }

    /// Runs on a thread of its own until the [end](Self::end): syncs, tries again what failed, cleans.
    pub(crate) fn look_after(&self, node: &Node) {
        let mut reported = self.journal.fault().is_some();
        let mut looked_at = Instant::now();
        // At once: a server that dies again and again within the first moments must not only add to the log.
        let (mut cleaner, mut has_more) = (Cleaner::default(), true);
        loop {
            let asked = self.wait(if has_more { Duration::ZERO } else { LOOK_EVERY });
            if asked.sync {
                self.sync();
            }
            if has_more && !asked.end {
                has_more = self.clean(&mut cleaner, node);
            }
            if asked.end || looked_at.elapsed() >= LOOK_EVERY {
                looked_at = Instant::now();
                self.journal.maintain();
                self.report(&mut reported);
                if self.journal.is_available() && self.journal.take_dropped() {
                    record::write_reset(|parts| self.journal.append(parts));
                    tracing::error!(
                        "history_store: records were dropped while the store could not be written; after a restart, clients \
                         that come back are told that they have missed messages"
                    );
                }
                has_more = has_more || !asked.end && self.clean(&mut cleaner, node);
            }
            if asked.end {
                break;
            }
        }
        if let Err(fault) = self.journal.close() {
            tracing::error!("history_store: {fault}; the end of the history may be missing");
        }
    }

    fn wait(&self, most: Duration) -> Asked {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = |asked: &mut Asked| !asked.sync && !asked.end;
        let (mut asked, _) =
            self.is_asked.wait_timeout_while(asked, most, wanted).unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *asked)
    }

    fn sync(&self) {
        match self.journal.sync() {
            Ok(up_to) => self.synced.send_modify(|synced| synced.up_to = up_to),
            Err(fault) => {
                tracing::debug!("history_store: {fault}");
                self.synced.send_modify(|synced| synced.failed += 1);
            }
        }
    }

    /// Reports a fault when it begins, and when it is over.
    fn report(&self, reported: &mut bool) {
        match self.journal.fault() {
            Some(fault) if !*reported => {
                *reported = true;
                tracing::error!("history_store: {fault}; publishes that are to be stored are refused");
            }
            None if *reported => {
                *reported = false;
                tracing::info!("history_store: messages are stored again");
            }
            _ => {}
        }
    }

    /// Bytes of the log, its segments, and whether it can be written.
    pub(crate) fn state(&self) -> (u64, u64, bool) {
        (self.journal.bytes(), self.journal.segments(), self.journal.is_available())
    }
}

/// When the newest segment was written to, in milliseconds since 1970; now, if there is none.
fn last_written(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let logs = entries.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "log"));
    let times =
        logs.filter_map(|entry| entry.metadata().ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    times.max().map_or_else(clock::unix_ms, |newest| u64::try_from(newest.as_millis()).unwrap_or(u64::MAX))
}

impl Opened {
    /// Gives the node what the log had.
    pub(crate) fn restore(mut self, node: &Node) -> Counted {
        let is_whole = self.is_whole;
        if !is_whole {
            // First of all, in the block that says that the damage is known: a kill in the middle of what follows must neither
            // bring former numberings back nor leave only a part of the messages.
            record::write_restoring(|parts| self.store.journal.append(parts));
        }
        for app in self.replay.removed() {
            tracing::info!(
                app,
                "history_store: the history of an app that the settings do not have is deleted"
            );
            self.store.app_removed(app);
        }
        for (app, key) in self.replay.take_keys() {
            if let Some(Entry::Published(key)) = record::read(&key) {
                node.idempotency.restore(app, &key.remembered(clock::unix_ms()), clock::now_ms());
            }
        }
        for (app, client) in self.replay.take_clients() {
            if let Some(Entry::Client(client)) = record::read(&client) {
                let limit = node.config().settings.recovery_bytes;
                node.recoveries.restore(app, &client, (node.seed(), self.ended_unix_ms), limit);
            }
        }
        let away_ms = clock::unix_ms().saturating_sub(self.ended_unix_ms);
        let store = &self.store;
        let counted = self.replay.restore(
            node.seed(),
            (clock::now_ms(), away_ms, is_whole),
            |hash, work| node.with_shard_of(hash, &mut *work),
            || store.flush(),
        );
        if !is_whole {
            record::write_restored(|parts| store.journal.append(parts));
        }
        store.flush(); // what was found damaged is known from now on
        self.store.counters.restored.store(counted.messages, Ordering::Relaxed);
        let Counted { channels, messages, refused } = counted;
        let ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(channels, messages, ms, "history was restored");
        if refused > 0 {
            tracing::warn!(
                channels = refused,
                "history of channels was dropped: hub_channels has no room for them"
            );
        }
        counted
    }
}
