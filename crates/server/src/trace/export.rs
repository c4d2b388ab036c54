//! Sends what was recorded to a collector, one request at a time.
//!
//! A request that fails as OTLP says that it may be sent again is sent again, later and later; the queue fills meanwhile, and
//! at its end spans are dropped. So a collector that is down, hangs or lies costs the queue, one request and one answer of
//! [`ANSWER_BYTES`], and nobody but this task waits for it.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::{Span, Tracer, wire};
use crate::observe::random_u64;
use crate::outbound::{Answer, Reach, Target};
use crate::settings::Settings;

/// Spans of one request.
const BATCH: usize = 512;
/// How long spans gather.
const GATHERING: Duration = Duration::from_secs(1);
/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Bytes of an answer that are read.
const ANSWER_BYTES: usize = 64 * 1_024;
/// How often a request is sent, and how long the first pause is; each is twice as long as the one before.
const TRIES: u32 = 5;
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause, whatever the collector asks for.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// How long the end of the process waits for the last spans.
const LAST_SPANS: Duration = Duration::from_secs(3);
/// The least time between two lines about failures.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// The task that sends, before it runs.
pub(crate) struct Exporter {
    target: Target,
    headers: Vec<(String, String)>,
    service: String,
    finished: Receiver<Span>,
    tracer: &'static Tracer,
    stop: Arc<Notify>,
    failure_logged: Option<Instant>,
}

/// The task, running.
pub(crate) struct Running {
    task: JoinHandle<()>,
    stop: Arc<Notify>,
}

/// Why a request was not taken.
enum Failure {
    /// It may be sent again, after so long where the collector says that.
    Again(String, Option<Duration>),
    /// It would be refused again.
    Final(String),
}

impl Exporter {
    pub(super) fn new(
        url: &str,
        settings: &Settings,
        finished: Receiver<Span>,
        tracer: &'static Tracer,
    ) -> Option<Self> {
        Some(Self {
            target: Target::of(url, 1)?.taking("application/x-protobuf"),
            headers: settings.otlp_headers.pairs(),
            service: settings.otlp_service_name.clone(),
            finished,
            tracer,
            stop: Arc::default(),
            failure_logged: None,
        })
    }

    /// Begins to send.
    pub(crate) fn run_on(self, runtime: &Handle) -> Running {
        let stop = Arc::clone(&self.stop);
        Running { task: runtime.spawn(self.run()), stop }
    }

    async fn run(mut self) {
        let stop = Arc::clone(&self.stop);
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            let is_over = tokio::select! {
                () = self.gather(&mut batch) => false,
                () = stop.notified() => true,
            };
            if is_over {
                return self.send_rest(batch).await;
            }
            let spans = std::mem::take(&mut batch);
            tokio::select! {
                () = self.send(&spans) => {}
                () = stop.notified() => return self.send_rest(spans).await,
            }
        }
    }

    /// Waits for spans, and then for more of them, until a batch is full or time is up. Nothing is lost where it is given up.
    async fn gather(&mut self, batch: &mut Vec<Span>) {
        if self.finished.recv_many(batch, BATCH).await == 0 {
            return std::future::pending().await; // the tracer is as static as the process
        }
        let fill = async {
            while batch.len() < BATCH {
                let room = BATCH - batch.len();
                self.finished.recv_many(batch, room).await;
            }
        };
        _ = timeout(GATHERING, fill).await;
    }

    /// Sends a batch, again and again where that may help.
    async fn send(&mut self, spans: &[Span]) {
        let body = Bytes::from(wire::request(&self.service, spans));
        for attempt in 0..TRIES {
            match self.post(body.clone(), spans.len() as u64).await {
                Ok(()) => return,
                Err(Failure::Again(why, asked)) if attempt + 1 < TRIES => {
                    self.log_failure(&why);
                    sleep(asked.unwrap_or_else(|| pause(attempt)).min(LONGEST_PAUSE)).await;
                }
                Err(Failure::Again(why, _) | Failure::Final(why)) => {
                    self.tracer.figures.refused.fetch_add(spans.len() as u64, Relaxed);
                    return self.log_failure(&why);
                }
            }
        }
    }

    /// The process ends: what is left is sent once.
    async fn send_rest(mut self, mut spans: Vec<Span>) {
        loop {
            if !spans.is_empty() {
                let body = Bytes::from(wire::request(&self.service, &spans));
                if let Err(Failure::Again(why, _) | Failure::Final(why)) =
                    self.post(body, spans.len() as u64).await
                {
                    self.tracer.figures.refused.fetch_add(spans.len() as u64, Relaxed);
                    return self.log_failure(&why);
                }
                spans.clear();
            }
            while spans.len() < BATCH
                && let Ok(span) = self.finished.try_recv()
            {
                spans.push(span);
            }
            if spans.is_empty() {
                return;
            }
        }
    }

    /// Sends one request.
    async fn post(&mut self, body: Bytes, spans: u64) -> Result<(), Failure> {
        let headers: Vec<_> = self.headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        let posted = self.target.post(Reach::Private, (&headers, body), TIMEOUT, ANSWER_BYTES).await;
        let answer = posted.map_err(|failed| Failure::Again(failed.to_string(), None))?;
        let Answer { status, retry_after_s, body, .. } = answer;
        match status {
            200..=299 => {
                let (rejected, why) = body.as_deref().map(wire::rejected).unwrap_or_default();
                let rejected = rejected.min(spans);
                self.tracer.figures.exported.fetch_add(spans - rejected, Relaxed);
                self.tracer.figures.refused.fetch_add(rejected, Relaxed);
                if rejected > 0 {
                    self.log_failure(&format_args!("it did not take {rejected} of {spans} spans: {why}"));
                }
                Ok(())
            }
            429 | 502..=504 => {
                Err(Failure::Again(format!("it answered {status}"), retry_after_s.map(Duration::from_secs)))
            }
            _ => Err(Failure::Final(format!("it answered {status}"))),
        }
    }

    /// Logs a failure, now and then.
    fn log_failure(&mut self, why: &dyn Display) {
        if self.failure_logged.is_none_or(|at| at.elapsed() >= BETWEEN_LINES) {
            self.failure_logged = Some(Instant::now());
            let why = why.to_string();
            tracing::warn!(why, "traces: the collector does not take spans (setting otlp_endpoint)");
        }
    }
}

impl Running {
    /// Has the last spans sent, as far as a few seconds allow.
    pub(crate) async fn stop(self) {
        self.stop.notify_one();
        // One that failed was reported when it did.
        _ = timeout(LAST_SPANS, self.task).await;
    }
}

/// How long to wait after so many failures; a part is random, so that servers do not come back all at once.
fn pause(attempt: u32) -> Duration {
    let longest = FIRST_PAUSE * (1 << attempt.min(5));
    let random = u32::try_from(random_u64() % 1_000).unwrap_or(0);
    longest - longest * random / 2_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow() {
        for (attempt, seconds) in [(0, 1), (1, 2), (3, 8), (30, 32)] {
            let (least, most) = (Duration::from_millis(seconds * 500), Duration::from_secs(seconds));
            assert!((0..100).all(|_| (least..=most).contains(&pause(attempt))), "{attempt}");
        }
    }
}
