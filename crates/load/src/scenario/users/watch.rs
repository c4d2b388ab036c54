//! Watches a run from outside: CPU and memory of the server, stage by stage, and a line of progress
//! for people.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::outcome::StageUsage;
use super::settings::Users;
use super::shared::Shared;
use crate::fault::Fault;
use crate::latency::Percentiles;
use crate::process::{Meter, ProcessMemory, Usage, resident};
use crate::target::Target;

/// How often the run is looked at. A look costs the server nothing and this process some
/// microseconds.
const LOOK: Duration = Duration::from_millis(20);

/// How often a line of progress is written.
const PROGRESS: Duration = Duration::from_millis(500);

/// How long after the last client left memory is read.
const AFTERWARDS: Duration = Duration::from_secs(1);

/// What was seen of the server.
#[derive(Debug, Clone)]
pub(super) struct Log {
    pub(super) before: Option<ProcessMemory>,
    pub(super) stages: Vec<StageUsage>,
    /// At the end of the last stage, all users still connected.
    pub(super) held: Option<ProcessMemory>,
    pub(super) peak_rss: Option<u64>,
    /// From the start until the most users of all stages were there.
    pub(super) arrival: Option<Usage>,
    pub(super) after: Option<ProcessMemory>,
    /// From the start to the end of the stages.
    pub(super) usage: Usage,
    /// Messages that had been received by then.
    pub(super) deliveries: u64,
    /// From the start until everything had been received.
    pub(super) whole: Usage,
}

/// The observer of a run.
pub(super) struct Watch {
    pid: Option<u32>,
    before: Option<ProcessMemory>,
    meter: Meter,
}

impl Watch {
    pub(super) fn start(target: &Target) -> Result<Self, Fault> {
        Ok(Self {
            pid: target.pid,
            before: target.pid.map(ProcessMemory::of).transpose()?,
            meter: Meter::start(target.pid)?,
        })
    }

    /// Follows a run to its end. Fails if the server ends meanwhile.
    pub(super) fn follow(self, settings: &Users, shared: &Shared, loops: usize) -> Result<Log, Fault> {
        let mut stages: Vec<StageUsage> = Vec::new();
        let (mut peak, mut arrival) = (None, None);
        let mut progress = Progress::new();
        let mut end = Duration::ZERO;
        let failed = || shared.failed.load(Relaxed);
        for stage in &settings.stages {
            let (before, deliveries) = (self.meter.read()?, shared.deliveries.load(Relaxed));
            end += Duration::from_secs_f64(stage.seconds);
            while self.meter.started().elapsed() < end && !failed() {
                self.look(&mut peak);
                if arrival.is_none() && shared.active.load(Relaxed) >= settings.most() {
                    arrival = Some(self.meter.read()?);
                }
                progress.show(shared);
                let left = end.saturating_sub(self.meter.started().elapsed());
                std::thread::sleep(LOOK.min(left));
            }
            let usage = self.meter.read()?;
            stages.push(StageUsage {
                users: stage.users,
                active: shared.active.load(Relaxed),
                seconds: usage.seconds - before.seconds,
                server_cpu_seconds: usage
                    .server_cpu_seconds
                    .zip(before.server_cpu_seconds)
                    .map(|(now, then)| now - then),
                deliveries: shared.deliveries.load(Relaxed) - deliveries,
                rss: self.pid.and_then(resident),
                opening: Percentiles::default(), // known when the loops report
            });
        }
        let (usage, deliveries) = (self.meter.read()?, shared.deliveries.load(Relaxed));
        let held = self.memory(failed())?;
        while shared.quiet.load(Relaxed) < loops && !failed() {
            self.look(&mut peak);
            progress.show(shared);
            std::thread::sleep(LOOK);
        }
        let whole = self.meter.read()?;
        while shared.closed.load(Relaxed) < loops && !failed() {
            std::thread::sleep(LOOK);
        }
        if !failed() {
            std::thread::sleep(AFTERWARDS);
        }
        progress.end();
        let after = self.memory(failed())?;
        Ok(Log {
            before: self.before,
            stages,
            held,
            peak_rss: peak,
            arrival,
            after,
            usage,
            deliveries,
            whole,
        })
    }

    fn look(&self, peak: &mut Option<u64>) {
        *peak = (*peak).max(self.pid.and_then(resident));
    }

    fn memory(&self, failed: bool) -> Result<Option<ProcessMemory>, Fault> {
        if failed { Ok(None) } else { self.pid.map(ProcessMemory::of).transpose() }
    }
}

/// A line of progress that replaces itself, if standard error is a terminal.
struct Progress {
    shown: Option<Instant>,
    deliveries: u64,
    is_terminal: bool,
}

impl Progress {
    fn new() -> Self {
        Self { shown: None, deliveries: 0, is_terminal: std::io::stderr().is_terminal() }
    }

    fn show(&mut self, shared: &Shared) {
        let since = self.shown.map_or(PROGRESS, |shown| shown.elapsed());
        if !self.is_terminal || since < PROGRESS {
            return;
        }
        let deliveries = shared.deliveries.load(Relaxed);
        #[allow(clippy::cast_precision_loss)] // a rate for people to look at
        let rate = (deliveries - self.deliveries) as f64 / since.as_secs_f64();
        let (active, opening) = (shared.active.load(Relaxed), shared.opening.load(Relaxed));
        eprint!("\r\x1b[K    {active} users, {opening} on their way, {deliveries} messages, {rate:.0}/s ");
        let _ = std::io::stderr().flush(); // a terminal that is gone needs no progress
        self.deliveries = deliveries;
        self.shown = Some(Instant::now());
    }

    fn end(&self) {
        if self.shown.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}
