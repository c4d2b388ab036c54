//! The threads of a process that the near-cache needs, which all of its connections share.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::endpoint::Endpoint;
use super::tracker::Tracker;
use super::tracking::Tracking;
use super::watch::{Held, Watch};
use crate::connection::Settings;
use crate::memory::Opened;
use crate::process::Process;

/// A connection that finds no tracker waits so long for the first one, so that a program's first read may be its first entry. Asking the
/// server again and again, without a cache, would be worse.
const PATIENCE: Duration = Duration::from_millis(50);
const STEP: Duration = Duration::from_micros(200);

/// See the module's text.
#[derive(Debug)]
pub(crate) struct Threads {
    /// Whose they are: a child of a fork has none of them.
    process: Process,
    pub(super) opened: Opened,
    pub(super) watch: Watch,
    pub(super) tracking: Arc<Tracking>,
    /// Those that this process has started; most have found that another process tracks, and ended.
    trackers: Mutex<Vec<(Endpoint, Tracker)>>,
}

impl Threads {
    /// None: the system has no thread left.
    pub(crate) fn start(opened: Opened, tracking: Tracking) -> Option<Arc<Self>> {
        let watch = Watch::start(&opened.table)?;
        let (process, tracking) = (Process::watched(), Arc::new(tracking));
        Some(Arc::new(Self { process, opened, watch, tracking, trackers: Mutex::default() }))
    }

    /// Whether this is still the process that started them.
    #[inline]
    pub(crate) fn are_here(&self) -> bool {
        self.process.is_this()
    }

    /// For a fork, from before it until after it.
    pub(crate) fn hold(&self) -> Held<'_> {
        self.watch.hold()
    }

    /// Sees to it that somebody tracks the endpoint.
    pub(super) fn track(&self, endpoint: Endpoint, settings: &Settings) {
        if endpoint.is_led(&self.opened.table) {
            return;
        }
        let mut trackers = self.trackers.lock().unwrap_or_else(PoisonError::into_inner);
        trackers.retain(|(_, tracker)| !tracker.is_over());
        if trackers.iter().all(|(tracked, _)| *tracked != endpoint) {
            let (table, seats) = (Arc::clone(&self.opened.table), Arc::clone(&self.opened.seats));
            let tracking = Arc::clone(&self.tracking);
            let tracker = Tracker::start(table, seats, endpoint, settings.clone(), tracking);
            trackers.extend(tracker.map(|tracker| (endpoint, tracker)));
        }
    }

    /// Waits a little until it is known whether there is a tracker.
    pub(super) fn await_tracker(&self, endpoint: Endpoint) {
        let mut waited = Duration::ZERO;
        while !endpoint.is_decided(&self.opened.table) && waited < PATIENCE {
            std::thread::sleep(STEP);
            waited += STEP;
        }
    }
}
