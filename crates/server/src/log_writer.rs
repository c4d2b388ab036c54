//! Writes log lines to standard error: a bounded queue, and a thread that writes.
//!
//! Standard error may be a pipe that nobody reads, and a write to it then blocks for ever. Event loops log too, so while the
//! server runs no thread writes its own lines. If the queue is full, a line is dropped and counted. Before the server starts and
//! after it has stopped, lines are written directly, as by every other command.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

/// Bytes of lines that wait: some twenty thousand lines of usual length. Above it a line is dropped.
const WAITING_BYTES: usize = 4 << 20;
/// The part of it that lines of the access log may take, so that others find room.
const WAITING_ACCESS_BYTES: usize = WAITING_BYTES / 2;
/// Lines that are written with one call.
const WRITTEN_BYTES: usize = 64 * 1_024;
/// How long the end of the process waits for what is left.
const LAST_LINES: Duration = Duration::from_secs(2);

static LINES: Lines = Lines::new();

/// What waits to be written.
struct Lines {
    is_on: AtomicBool,
    bytes: AtomicUsize,
    dropped: AtomicU64,
    queue: OnceLock<Sender<Job>>,
}

enum Job {
    Line(Box<[u8]>),
    /// Everything before it is to be written, and this answered.
    Flush(SyncSender<()>),
}

/// Has a thread write lines from now on.
pub(crate) fn start() {
    let (sender, receiver) = channel();
    let thread = thread::Builder::new().name("baton-log".into()).spawn(move || {
        write_all(&receiver, &LINES.bytes, &mut io::stderr());
    });
    // If the thread cannot be started, lines are written directly, as before.
    if thread.is_ok() && LINES.queue.set(sender).is_ok() {
        LINES.is_on.store(true, Relaxed);
    }
}

/// Has what waits written, as far as somebody reads it. Later lines are written at once.
pub(crate) fn end() {
    flush();
    LINES.is_on.store(false, Relaxed);
}

/// Has what waits written, as far as somebody reads it, and goes on.
pub(crate) fn flush() {
    let (written, is_written) = sync_channel(1);
    if let Some(queue) = LINES.queue.get()
        && queue.send(Job::Flush(written)).is_ok()
    {
        // A pipe that nobody reads must not hold the process.
        _ = is_written.recv_timeout(LAST_LINES);
    }
}

/// Lines that were dropped because the queue was full.
pub(crate) fn dropped() -> u64 {
    LINES.dropped.load(Relaxed)
}

/// Writes a line of the access log, with its line break.
pub(crate) fn push_access(line: String) {
    LINES.push(line.into_bytes().into(), WAITING_ACCESS_BYTES);
}

/// Where the log writes to: a line with each call.
pub(crate) struct Output;

impl io::Write for Output {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if LINES.is_on.load(Relaxed) {
            LINES.push(line.into(), WAITING_BYTES);
            return Ok(line.len());
        }
        io::stderr().write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Lines {
    const fn new() -> Self {
        Self {
            is_on: AtomicBool::new(false),
            bytes: AtomicUsize::new(0),
            dropped: AtomicU64::new(0),
            queue: OnceLock::new(),
        }
    }

    fn push(&self, line: Box<[u8]>, most: usize) {
        let len = line.len();
        if self.bytes.fetch_add(len, Relaxed) + len > most {
            self.bytes.fetch_sub(len, Relaxed);
            self.dropped.fetch_add(1, Relaxed);
            return;
        }
        if self.queue.get().is_none_or(|queue| queue.send(Job::Line(line)).is_err()) {
            self.bytes.fetch_sub(len, Relaxed);
            self.dropped.fetch_add(1, Relaxed);
        }
    }
}

/// Writes what comes, many lines with a call where many wait.
fn write_all(jobs: &Receiver<Job>, waiting: &AtomicUsize, output: &mut impl io::Write) {
    let mut text = Vec::with_capacity(WRITTEN_BYTES);
    while let Ok(job) = jobs.recv() {
        let mut next = Some(job);
        while let Some(job) = next.take() {
            match job {
                Job::Line(line) => text.extend_from_slice(&line),
                Job::Flush(written) => {
                    write(&mut text, waiting, output);
                    _ = written.send(()); // the caller may have stopped waiting
                }
            }
            if text.len() < WRITTEN_BYTES {
                next = jobs.try_recv().ok();
            }
        }
        write(&mut text, waiting, output);
    }
}

fn write(text: &mut Vec<u8>, waiting: &AtomicUsize, output: &mut impl io::Write) {
    // A closed standard error is no reason to stop: nobody wants the lines.
    drop(output.write_all(text).and_then(|()| output.flush()));
    waiting.fetch_sub(text.len(), Relaxed);
    text.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> (Lines, Receiver<Job>) {
        let (sender, receiver) = channel();
        let lines = Lines::new();
        lines.queue.set(sender).unwrap();
        (lines, receiver)
    }

    #[test]
    fn lines_are_written_in_their_order_and_give_their_room_back() {
        let (mut lines, jobs) = lines();
        for n in 0..10_000 {
            lines.push(format!("{n}\n").into_bytes().into(), WAITING_BYTES);
        }
        drop(lines.queue.take());
        let mut written = Vec::new();
        write_all(&jobs, &lines.bytes, &mut written);
        let expected: String = (0..10_000).map(|n| format!("{n}\n")).collect();
        assert_eq!(String::from_utf8(written).unwrap(), expected);
        assert_eq!((lines.bytes.load(Relaxed), lines.dropped.load(Relaxed)), (0, 0));
    }

    #[test]
    fn of_lines_that_nobody_reads_some_wait_and_the_rest_is_counted() {
        let (lines, _jobs) = lines();
        let line = || vec![b'x'; 1_024].into_boxed_slice();
        (0..5_000).for_each(|_| lines.push(line(), WAITING_ACCESS_BYTES));
        assert_eq!(lines.dropped.load(Relaxed), 5_000 - WAITING_ACCESS_BYTES as u64 / 1_024);
        lines.push(line(), WAITING_BYTES);
        assert_eq!(lines.bytes.load(Relaxed), WAITING_ACCESS_BYTES + 1_024, "others find room");
    }

    #[test]
    fn a_flush_is_answered_once_everything_before_it_is_written() {
        let (mut lines, jobs) = lines();
        let (written, is_written) = sync_channel(1);
        lines.push((*b"one\n").into(), WAITING_BYTES);
        lines.queue.get().unwrap().send(Job::Flush(written)).unwrap();
        drop(lines.queue.take());
        let mut output = Vec::new();
        write_all(&jobs, &lines.bytes, &mut output);
        assert_eq!((is_written.try_recv(), &*output), (Ok(()), &b"one\n"[..]));
    }
}
