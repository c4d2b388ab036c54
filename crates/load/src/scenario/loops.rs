//! The generator's event loops during a measurement: each on a thread of its own, all until the
//! same moment.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::fault::Fault;
use crate::process::{Meter, Usage};

/// How soon a failed loop ends the wait for the end of a measurement.
const NAP: Duration = Duration::from_millis(20);

/// One loop's share of a measurement.
pub(super) trait Share: Send {
    /// What it reports in the end.
    type Report: Send;

    /// One round: reads what has arrived and sends what is due.
    fn turn(&mut self) -> Result<(), Fault>;

    /// Messages received so far, and reads that brought them.
    fn progress(&self) -> (u64, u64);

    /// Sends nothing more, waits for what is on its way, and closes the books; gives up when
    /// `failed`.
    fn finish(self, failed: &AtomicBool) -> Result<Self::Report, Fault>;
}

/// What all loops measured together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measured {
    /// Messages received in the measured time.
    pub(super) messages: u64,
    /// Reads that brought them.
    pub(super) reads: u64,
    /// CPU of both sides in that time.
    pub(super) usage: Usage,
}

impl Measured {
    /// Messages in a second.
    pub(super) fn per_second(&self) -> f64 {
        self.count() / self.usage.seconds
    }

    /// Messages in one read.
    pub(super) fn per_read(&self) -> f64 {
        #[allow(clippy::cast_precision_loss)] // far below 2^52
        let reads = self.reads.max(1) as f64;
        self.count() / reads
    }

    /// The server's CPU per message in microseconds, if its process is known.
    pub(super) fn server_cpu_us(&self) -> Option<f64> {
        self.usage.server_cpu_seconds.map(|seconds| 1e6 * seconds / self.count())
    }

    fn count(&self) -> f64 {
        #[allow(clippy::cast_precision_loss)] // far below 2^52
        let count = self.messages as f64;
        count
    }
}

/// What a loop shows of itself while it runs.
#[derive(Default)]
struct Gauge {
    messages: AtomicU64,
    reads: AtomicU64,
}

/// Measures the server `pid`: so many seconds of `warmup`, and then `seconds` of traffic by all
/// shares. Fails if a share fails, if the server ends, or if nothing arrived.
pub(super) fn measure<S: Share>(
    shares: Vec<S>,
    pid: Option<u32>,
    warmup: f64,
    seconds: f64,
) -> Result<(Measured, Vec<S::Report>), Fault> {
    let (warmup, time) = (Duration::from_secs_f64(warmup), Duration::from_secs_f64(seconds));
    let (stop, failed) = (AtomicBool::new(false), AtomicBool::new(false));
    let gauges: Vec<Gauge> = shares.iter().map(|_| Gauge::default()).collect();
    let run = |(mut share, gauge): (S, &Gauge)| {
        while !stop.load(Relaxed) {
            check(&failed)?;
            share.turn()?;
            let (messages, reads) = share.progress();
            gauge.messages.store(messages, Relaxed);
            gauge.reads.store(reads, Relaxed);
        }
        share.finish(&failed)
    };
    let watch = || {
        nap(warmup, &failed);
        let (messages, reads) = total(&gauges);
        let measured = Meter::start(pid).and_then(|meter| {
            nap(time, &failed);
            let usage = meter.read()?;
            let (messages_now, reads_now) = total(&gauges);
            Ok(Measured { messages: messages_now - messages, reads: reads_now - reads, usage })
        });
        stop.store(true, Relaxed);
        measured
    };
    let (reports, measured) = in_parallel(shares.into_iter().zip(&gauges).collect(), &failed, run, watch)?;
    let measured = measured?;
    if measured.messages == 0 {
        return Err(Fault::Run("no message arrived in the measured time".into()));
    }
    Ok((measured, reports))
}

/// Runs every share on a thread of its own, and `meanwhile` on this one. The first that fails sets
/// `failed`, upon which the others should end as [interrupted](Fault::Interrupted).
pub(super) fn in_parallel<S: Send, T: Send, R>(
    shares: Vec<S>,
    failed: &AtomicBool,
    run: impl Fn(S) -> Result<T, Fault> + Sync,
    meanwhile: impl FnOnce() -> R,
) -> Result<(Vec<T>, R), Fault> {
    let run = &run;
    let (results, seen) = std::thread::scope(|scope| {
        let spawn = |share| scope.spawn(move || run(share).inspect_err(|_| failed.store(true, Relaxed)));
        let threads: Vec<_> = shares.into_iter().map(spawn).collect();
        let seen = meanwhile();
        let results: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        (results, seen)
    });
    let mut reports = Vec::with_capacity(results.len());
    let mut fault = None;
    for result in results {
        match result {
            Ok(Ok(report)) => reports.push(report),
            // The loop that failed has the reason; the others were interrupted by it.
            Ok(Err(reason)) if fault.is_none() || !matches!(reason, Fault::Interrupted) => {
                fault = Some(reason);
            }
            Ok(Err(_)) => {}
            Err(_) => fault = Some(Fault::Run("a loop of the generator panicked".into())),
        }
    }
    fault.map_or(Ok((reports, seen)), Err)
}

/// Reads for so long, in which a second copy of a message may still come and fail the run.
pub(super) fn await_doubles(
    time: Duration,
    mut read: impl FnMut() -> Result<(), Fault>,
) -> Result<(), Fault> {
    let end = Instant::now() + time;
    while Instant::now() < end {
        read()?;
    }
    Ok(())
}

/// Ends a loop after another one has failed, which says why.
pub(super) fn check(failed: &AtomicBool) -> Result<(), Fault> {
    if failed.load(Relaxed) { Err(Fault::Interrupted) } else { Ok(()) }
}

/// How `count` things are divided among `loops`: neighbours stay together, and no loop has nothing
/// to do.
pub(super) fn divide(count: usize, loops: usize) -> impl Iterator<Item = Range<usize>> {
    let loops = loops.clamp(1, count.max(1));
    (0..loops).map(move |n| count * n / loops..count * (n + 1) / loops)
}

fn nap(time: Duration, failed: &AtomicBool) {
    let end = Instant::now() + time;
    while !failed.load(Relaxed) {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        std::thread::sleep(left.min(NAP));
    }
}

fn total(gauges: &[Gauge]) -> (u64, u64) {
    let messages = gauges.iter().map(|gauge| gauge.messages.load(Relaxed)).sum();
    (messages, gauges.iter().map(|gauge| gauge.reads.load(Relaxed)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts its turns; fails in the turn `fails_at`.
    struct Counter {
        turns: u64,
        fails_at: u64,
    }

    impl Share for Counter {
        type Report = u64;

        fn turn(&mut self) -> Result<(), Fault> {
            self.turns += 1;
            std::thread::sleep(Duration::from_millis(1));
            if self.turns == self.fails_at { Err(Fault::Run("lost".into())) } else { Ok(()) }
        }

        fn progress(&self) -> (u64, u64) {
            (10 * self.turns, self.turns)
        }

        fn finish(self, _: &AtomicBool) -> Result<u64, Fault> {
            Ok(self.turns)
        }
    }

    fn counters(fails_at: u64) -> Vec<Counter> {
        vec![Counter { turns: 0, fails_at: u64::MAX }, Counter { turns: 0, fails_at }]
    }

    #[test]
    fn what_comes_before_the_measured_time_does_not_count() {
        let (measured, turns) = measure(counters(u64::MAX), None, 0.06, 0.06).unwrap();
        let all: u64 = turns.iter().sum();
        assert_eq!(turns.len(), 2);
        assert!(measured.reads > 0 && measured.reads < all, "{} of {all}", measured.reads);
        assert!((measured.per_read() - 10.0).abs() < 0.2, "{}", measured.per_read());
    }

    #[test]
    fn one_loop_that_fails_ends_all_with_its_reason() {
        let began = Instant::now();
        let fault = measure(counters(3), None, 60.0, 0.0).unwrap_err();
        assert!(fault.to_string().contains("lost"), "{fault}");
        assert!(began.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn silence_is_no_figure() {
        let fault = measure(Vec::<Counter>::new(), None, 0.0, 0.0).unwrap_err();
        assert!(fault.to_string().contains("no message"), "{fault}");
    }

    #[test]
    fn everything_is_divided_once() {
        for (count, loops) in [(7, 3), (1, 8), (18_000, 7), (5, 5), (3, 0)] {
            let parts: Vec<_> = divide(count, loops).collect();
            assert!(parts.iter().all(|part| !part.is_empty()) && parts.len() <= loops.max(1));
            assert!(parts.iter().cloned().flatten().eq(0..count), "{count} by {loops}");
        }
    }
}
