//! Statistics of the last weeks, for the charts of the inspector: what the server and each app did, by the minute.
//!
//! ```text
//! counters ── sample: every five seconds ──▶ minute: the largest levels, the differences of counts
//!                                                     └─ places: which apps have rows ─▶ storage: file or memory
//! query ◀── series: an entry for each step ◀── store: a row for each app and hour (packing.rs) ◀──┘
//! ```
//!
//! Nothing is counted for them: a sample reads what is counted for metrics and limits anyway. Samples, writes and queries run on
//! blocking threads, and their lock is taken by nobody else. `kill -9` loses the minute that is under way.

pub(crate) mod column;
mod hour;
mod minute;
mod packing;
mod percentile;
mod places;
mod sample;
mod series;
mod storage;
mod store;

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use self::column::{LEFT_OUT, OF_APP, SERVER, Values};
use self::hour::{HOUR_MS, hour_of};
pub(crate) use self::minute::Seen;
use self::minute::{Minute, OpenMinute};
pub(crate) use self::percentile::percentile_us;
use self::places::Places;
#[allow(unused_imports)] // until `GET /stats` is served
pub(crate) use self::series::{Series, series_as_json};
use self::storage::Storage;
use self::store::MINUTES_KEPT_MS;
use crate::clock::unix_ms;
use crate::node::Node;
use crate::settings::Settings;

/// Time between two samples: levels that last shorter may be missed.
const LOOK_MS: u64 = 5_000;

const DAY_MS: u64 = 24 * HOUR_MS;

/// The statistics of the process.
pub(crate) struct Statistics {
    recorder: Mutex<Recorder>,
    /// One query is under way; others wait for it without a thread.
    turn: Semaphore,
}

/// All that samples and queries share.
struct Recorder {
    limits: Limits,
    minute: OpenMinute,
    /// `None` until the storage is opened: it says who has a place.
    places: Option<Places>,
    storage: Storage,
}

/// What the settings say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Limits {
    /// How long values are kept; 0: there are none.
    kept_ms: u64,
    apps: usize,
}

impl Limits {
    fn of(settings: &Settings) -> Self {
        Self { kept_ms: u64::from(settings.statistics_days) * DAY_MS, apps: settings.statistics_apps }
    }
}

impl Statistics {
    /// Opens no file yet.
    pub(crate) fn new(settings: &Settings) -> Self {
        let directory = settings.data_dir.path().map(PathBuf::from);
        let storage = Storage::new(directory);
        let recorder =
            Recorder { limits: Limits::of(settings), minute: OpenMinute::default(), places: None, storage };
        Self { recorder: Mutex::new(recorder), turn: Semaphore::new(1) }
    }

    /// Statistics of an app, or without one of the whole server, with at most `points` entries (and at most 1,000).
    pub(crate) async fn query(
        self: &Arc<Self>,
        app: Option<&str>,
        from_ms: u64,
        to_ms: u64,
        points: usize,
    ) -> Series {
        // It is never closed.
        let _turn = self.turn.acquire().await;
        let (statistics, owned) = (Arc::clone(self), app.map(str::to_owned));
        let answer = move || statistics.query_at(unix_ms(), owned.as_deref(), (from_ms, to_ms), points);
        // It fails only if it panicked; then nothing is known.
        spawn_blocking(answer)
            .await
            .unwrap_or_else(|_| Series::new(app.is_none(), (from_ms, to_ms), points, 0))
    }

    fn query_at(&self, now_ms: u64, app: Option<&str>, time: (u64, u64), points: usize) -> Series {
        self.recorder().query(now_ms, app, time, points)
    }

    /// What a panic left behind is taken as it is: the storage changes by transactions, and the minute under way is a minute.
    fn recorder(&self) -> MutexGuard<'_, Recorder> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Samples the counters for as long as the runtime lasts, for statistics and for alerts.
pub(crate) async fn record(node: Arc<Node>) {
    loop {
        let sampled = Arc::clone(&node);
        let sample = move || {
            let limits = Limits::of(&sampled.config().settings);
            let seen = || sample::take(&sampled);
            // Alerts first: a disk that is slow to store a minute does not delay them.
            let seen_for_alerts = sampled.alerts.are_there().then(seen);
            if let Some(seen) = &seen_for_alerts {
                let config = Arc::clone(&sampled.config());
                sampled.alerts.evaluate(seen, |app| config.app_by_exact_id(app).is_some());
            }
            sampled.statistics.recorder().record(unix_ms(), limits, || seen_for_alerts.unwrap_or_else(seen));
        };
        if let Err(error) = spawn_blocking(sample).await
            && let Ok(panic) = error.try_into_panic()
        {
            resume_unwind(panic); // so that the task is restarted, after a pause
        }
        sleep(Duration::from_millis(LOOK_MS - unix_ms() % LOOK_MS)).await;
    }
}

/// Stores the minute under way: the process ends.
pub(crate) fn end(node: &Node) {
    node.statistics.recorder().end(unix_ms(), || sample::take(node));
}

impl Recorder {
    /// Records a sample of the counters, and stores the minute that is over, if one is.
    fn record(&mut self, now_ms: u64, limits: Limits, seen: impl FnOnce() -> Seen) {
        self.limits = limits;
        if limits.kept_ms == 0 {
            // The file stays as it is. Counting begins at the first sample after statistics are switched on again.
            self.minute = OpenMinute::default();
            return;
        }
        if let Some(minute) = self.minute.add(now_ms, seen()) {
            self.store(now_ms, minute);
            self.storage.tidy(now_ms, limits.kept_ms);
        }
    }

    fn end(&mut self, now_ms: u64, seen: impl FnOnce() -> Seen) {
        if self.limits.kept_ms > 0
            && let Some(minute) = self.minute.end(seen())
        {
            self.store(now_ms, minute);
        }
    }

    fn store(&mut self, now_ms: u64, minute: Minute) {
        let at_ms = minute.at_ms;
        let most = self.limits.apps;
        let rows = self.places(now_ms).admit(minute, most);
        self.storage.add(now_ms, at_ms, &rows);
    }

    /// Opens the storage the first time.
    fn places(&mut self, now_ms: u64) -> &mut Places {
        let storage = &mut self.storage;
        self.places.get_or_insert_with(|| {
            storage.open(now_ms);
            Places::new(storage.recent_apps(now_ms))
        })
    }

    fn query(
        &mut self,
        now_ms: u64,
        app: Option<&str>,
        (from_ms, to_ms): (u64, u64),
        points: usize,
    ) -> Series {
        let minutes_from_ms = hour_of(now_ms.saturating_sub(MINUTES_KEPT_MS));
        let mut series = Series::new(app.is_none(), (from_ms, to_ms), points, minutes_from_ms);
        if self.limits.kept_ms == 0 {
            return series;
        }
        self.places(now_ms);
        series.stored = self.storage.is_stored();
        // Minutes that a wrong clock has left are not searched for.
        let from_ms = series.from_ms.max(now_ms.saturating_sub(self.limits.kept_ms + DAY_MS));
        let to_ms = series.to_ms().min(now_ms.saturating_add(DAY_MS));
        match app {
            None => self
                .storage
                .read(now_ms, SERVER, from_ms, to_ms, &mut |at_ms, values| series.add(at_ms, &values)),
            // No app has this id, which stands for all of them.
            Some(SERVER) => {}
            Some(app) => self.read_app(now_ms, app, (from_ms, to_ms), &mut series),
        }
        series
    }

    /// An app has no rows for times in which it was not used. It was not where the server has a row, and no app was left out.
    fn read_app(&mut self, now_ms: u64, app: &str, (from_ms, to_ms): (u64, u64), series: &mut Series) {
        let zero = Values::zero(OF_APP);
        self.storage.read(now_ms, SERVER, from_ms, to_ms, &mut |at_ms, values| {
            if values.get(LEFT_OUT) == 0 {
                series.add(at_ms, &zero);
            }
        });
        self.storage.read(now_ms, app, from_ms, to_ms, &mut |at_ms, values| series.add(at_ms, &values));
    }
}

#[cfg(test)]
mod tests;
