//! The threads of a process that the near-cache needs, which all of its connections share.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::endpoint::Endpoint;
use super::liveness::{Held, Liveness};
use super::mode::Mode;
use super::subscriber::Subscriber;
use crate::connection::Settings;
use crate::memory::Opened;
use crate::process::Process;

/// A connection that finds no subscriber waits so long for the first one, so that a program's first read may be its first entry. Asking the
/// server again and again, without a cache, would be worse.
const FIRST_WAIT: Duration = Duration::from_millis(50);
const STEP: Duration = Duration::from_micros(200);

/// See the module's text.
#[derive(Debug)]
pub(crate) struct Threads {
    /// Whose they are: a child of a fork has none of them.
    process: Process,
    pub(super) opened: Opened,
    pub(super) liveness: Liveness,
    pub(super) mode: Arc<Mode>,
    /// Those that this process has started; most have found that another process tracks, and ended.
    subscribers: Mutex<Vec<(Endpoint, Subscriber)>>,
}

impl Threads {
    /// None: the system has no thread left.
    pub(crate) fn start(opened: Opened, mode: Mode) -> Option<Arc<Self>> {
        let liveness = Liveness::start(&opened.table)?;
        let (process, mode) = (Process::watched(), Arc::new(mode));
        Some(Arc::new(Self { process, opened, liveness, mode, subscribers: Mutex::default() }))
    }

    /// Whether this is still the process that started them.
    #[inline]
    pub(crate) fn are_here(&self) -> bool {
        self.process.is_this()
    }

    /// For a fork, from before it until after it.
    pub(crate) fn hold(&self) -> Held<'_> {
        self.liveness.hold()
    }

    /// Sees to it that somebody tracks the endpoint.
    pub(super) fn track(&self, endpoint: Endpoint, settings: &Settings) {
        if endpoint.is_led(&self.opened.table) {
            return;
        }
        let mut subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.retain(|(_, subscriber)| !subscriber.is_over());
        if subscribers.iter().all(|(tracked, _)| *tracked != endpoint) {
            let (table, seats) = (Arc::clone(&self.opened.table), Arc::clone(&self.opened.seats));
            let mode = Arc::clone(&self.mode);
            let subscriber = Subscriber::start(table, seats, endpoint, settings.clone(), mode);
            subscribers.extend(subscriber.map(|subscriber| (endpoint, subscriber)));
        }
    }

    /// Waits a little until it is known whether there is a subscriber.
    pub(super) fn await_subscriber(&self, endpoint: Endpoint) {
        let mut waited = Duration::ZERO;
        while !endpoint.is_decided(&self.opened.table) && waited < FIRST_WAIT {
            std::thread::sleep(STEP);
            waited += STEP;
        }
    }
}
