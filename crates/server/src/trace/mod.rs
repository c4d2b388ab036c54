//! Traces for OpenTelemetry: spans of requests and of what they cause, sent to a collector by OTLP over HTTP.
//!
//! ```text
//! loops, tasks ── end of a span: a place in a bounded queue, or it is dropped ──▶ one task: batches (export.rs)
//!                                                                                └─▶ protobuf (wire.rs), outbound.rs
//! ```
//!
//! Without `otlp_endpoint` there is no [`Tracer`], and nothing is looked at. With it, whether a trace is recorded is decided
//! once, where it begins ([`Tracer::begin`]), and what is not recorded costs that decision alone.

mod context;
mod export;
mod span;
mod wire;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hyper::Uri;
use tokio::sync::mpsc::{Receiver, Sender, channel};

pub(crate) use self::context::TraceContext;
pub(crate) use self::export::{Exporter, Running};
pub(crate) use self::span::{Kind, Span};
use crate::observe::current;
use crate::outbound::{Answer, Failed};
use crate::per_second::PerSecond;
use crate::settings::{Settings, shown_url};

/// Spans that wait to be sent, each of some hundred bytes and of 4 KB at most. Above it they are dropped.
const WAITING: usize = 2_048;

/// Traces per second that are recorded because a caller's header says so; anybody who can send requests can write one.
const ASKED_FOR_PER_SECOND: u32 = 100;

/// That of the process.
static TRACER: OnceLock<Tracer> = OnceLock::new();

/// Decides what is recorded, and takes what was.
pub(crate) struct Tracer {
    /// Of the trace ids, as 63-bit numbers, those below this are recorded.
    threshold: AtomicU64,
    /// Those that callers asked for.
    asked_for: PerSecond,
    finished: Sender<Span>,
    pub(crate) figures: Figures,
}

/// Counters.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Spans that the collector has taken.
    pub(crate) exported: AtomicU64,
    /// Spans that found no room in the queue.
    pub(crate) overflowed: AtomicU64,
    /// Spans of requests that were given up, or that the collector refused.
    pub(crate) refused: AtomicU64,
}

/// The tracer, where the settings name a collector.
pub(crate) fn tracer() -> Option<&'static Tracer> {
    TRACER.get()
}

/// Begins to trace, where the settings name a collector; returns who sends what is recorded.
pub(crate) fn start(settings: &Settings) -> Option<Exporter> {
    let url = settings.otlp_endpoint.traces_url()?;
    let ratio = settings.otlp_sample_ratio.0;
    tracing::info!(url, ratio, "traces: spans are sent to a collector");
    let (new, finished) = Tracer::new(ratio);
    // A process starts once.
    TRACER.set(new).ok()?;
    Exporter::new(&url, settings, finished, tracer()?)
}

/// A span for what another program is asked, as a part of the current request or of a trace of its own; `None` if that is
/// not recorded.
pub(crate) fn begin_client(name: &'static str) -> Option<Span> {
    let parent = current::with(|request| request.trace()).flatten();
    Some(tracer()?.begin(Kind::Client, parent)?.named(name))
}

/// Ends the span of a request to an application, with what came back.
pub(crate) fn end_post(span: Span, url: &str, posted: Result<&Answer, &Failed>) {
    let uri: Option<Uri> = url.parse().ok();
    let host = uri.as_ref().and_then(Uri::host);
    let port = uri.as_ref().and_then(Uri::port_u16).map(i64::from);
    let span = span
        .with("http.request.method", "POST")
        .with("url.full", shown_url(url)) // its query may have a token
        .with_maybe("server.address", host)
        .with_maybe("server.port", port);
    match posted {
        Ok(Answer { status, .. }) => {
            let span = span.with("http.response.status_code", i64::from(*status));
            span.failed_if(*status >= 400, status).end();
        }
        Err(_) => span.failed_if(true, "no_answer").end(),
    }
}

impl Tracer {
    /// One that records this part of all traces, and where its spans come out.
    fn new(ratio: f64) -> (Self, Receiver<Span>) {
        let (finished, receiver) = channel(WAITING);
        let tracer = Self {
            threshold: AtomicU64::new(0),
            asked_for: PerSecond::default(),
            finished,
            figures: Figures::default(),
        };
        tracer.set_ratio(ratio);
        (tracer, receiver)
    }

    /// Records this part of all traces from now on.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a part of 2^63
    pub(crate) fn set_ratio(&self, ratio: f64) {
        self.threshold.store((ratio * (1u64 << 63) as f64) as u64, Relaxed);
    }

    /// Begins a span below `parent`, or of a trace of its own. `None` if the trace is not recorded: the parent says so, or
    /// the ratio does.
    pub(crate) fn begin(&'static self, kind: Kind, parent: Option<TraceContext>) -> Option<Span> {
        match parent {
            Some(parent) if !parent.is_sampled => None,
            Some(parent) => Some(Span::begin(self, kind, parent.child(), Some(parent))),
            None => self.begin_in(kind, TraceContext::random()),
        }
    }

    /// Begins the span of a request, whose caller may have named its parent. So many traces per second are recorded because
    /// callers ask for that; of more, the ratio decides.
    pub(crate) fn begin_server(&'static self, caller: Option<TraceContext>, second: u64) -> Option<Span> {
        let is_recorded =
            |caller: TraceContext| self.asked_for.takes(second, ASKED_FOR_PER_SECOND) || self.records(caller);
        match caller {
            Some(caller) if caller.is_sampled && !is_recorded(caller) => None,
            caller => self.begin(Kind::Server, caller),
        }
    }

    /// Begins the first span of this trace, if the ratio says so.
    pub(crate) fn begin_in(&'static self, kind: Kind, context: TraceContext) -> Option<Span> {
        self.records(context).then(|| Span::begin(self, kind, context, None))
    }

    /// Whether the ratio says that this trace is recorded.
    fn records(&self, id: TraceContext) -> bool {
        // As the SDKs sample by ratio, so that others who see the same trace id decide the same.
        id.low() >> 1 < self.threshold.load(Relaxed)
    }

    /// Takes a span that has ended. Nobody waits for room.
    fn finish(&self, span: Span) {
        if self.finished.try_send(span).is_err() {
            self.figures.overflowed.fetch_add(1, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests leave theirs behind: it is as static as the one of a process.
    fn leaked(ratio: f64) -> (&'static Tracer, Receiver<Span>) {
        let (tracer, finished) = Tracer::new(ratio);
        (Box::leak(Box::new(tracer)), finished)
    }

    #[test]
    fn the_ratio_says_how_many_traces_are_recorded() {
        for (ratio, least, most) in [(0.0, 0, 0), (1.0, 10_000, 10_000), (0.1, 850, 1_150)] {
            let (tracer, _) = leaked(ratio);
            let recorded = (0..10_000).filter(|_| tracer.begin(Kind::Server, None).is_some()).count();
            assert!((least..=most).contains(&recorded), "{ratio}: {recorded}");
        }
    }

    #[test]
    fn a_parent_decides_for_its_children() {
        let (tracer, _) = leaked(0.0);
        let parent = TraceContext::random();
        let child = tracer.begin(Kind::Server, Some(parent)).unwrap().context();
        assert_eq!(child.trace_id(), parent.trace_id());
        assert_ne!(child.traceparent(), parent.traceparent());
        let (tracer, _) = leaked(1.0);
        let mut parent = parent;
        parent.is_sampled = false;
        assert!(tracer.begin(Kind::Server, Some(parent)).is_none());
    }

    #[test]
    fn callers_have_so_many_traces_recorded_per_second_as_they_like() {
        for (ratio, recorded) in [(0.0, ASKED_FOR_PER_SECOND as usize), (1.0, 1_000)] {
            let (tracer, _) = leaked(ratio);
            let of = |second| {
                let begin = |_: &i32| tracer.begin_server(Some(TraceContext::random()), second).is_some();
                (0..1_000).filter(begin).count()
            };
            assert_eq!([of(7), of(8)], [recorded; 2], "{ratio}");
        }
    }

    #[test]
    fn spans_that_find_no_room_are_counted() {
        let (tracer, mut finished) = leaked(1.0);
        let end_one = || tracer.begin(Kind::Client, None).unwrap().end();
        (0..WAITING + 7).for_each(|_| end_one());
        assert_eq!(tracer.figures.overflowed.load(Relaxed), 7);
        finished.try_recv().unwrap();
        end_one();
        assert_eq!(tracer.figures.overflowed.load(Relaxed), 7, "there is room again");
    }
}
