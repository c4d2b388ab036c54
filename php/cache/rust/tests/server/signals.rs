//! Signals that come while something is awaited.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use baton_cache::connection::{Code, Connection, Settings};

use crate::ask::{ask, expect};
use crate::redis::Redis;

static SIGNALS: AtomicUsize = AtomicUsize::new(0);

extern "C" fn count(_: libc::c_int) {
    SIGNALS.fetch_add(1, Ordering::Relaxed);
}

/// Sends this thread a signal every so often, from another one, until it is dropped.
struct Pestered {
    stop: std::sync::Arc<std::sync::atomic::AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Pestered {
    fn every(pause: Duration) -> Self {
        // SAFETY: `count` does nothing that a handler may not do; no other test has one for this signal.
        unsafe { libc::signal(libc::SIGUSR2, count as *const () as libc::sighandler_t) };
        // SAFETY: it asks who this thread is.
        let me = unsafe { libc::pthread_self() };
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                std::thread::sleep(pause);
                // SAFETY: that thread waits for this one before it ends.
                unsafe { libc::pthread_kill(me, libc::SIGUSR2) };
            }
        });
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for Pestered {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[test]
fn signals_neither_break_a_reply_nor_put_off_a_timeout() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut connection = redis.connect();
    let _pestered = Pestered::every(Duration::from_millis(20));
    let before = SIGNALS.load(Ordering::Relaxed);
    expect(&mut connection, &["DEBUG", "SLEEP", "0.3"], "OK");
    assert!(SIGNALS.load(Ordering::Relaxed) > before + 3);
    let value = "v".repeat(20 << 20);
    expect(&mut connection, &["SET", "k", &value], "OK");
    expect(&mut connection, &["GET", "k"], value.as_str());
    let timeout = Some(Duration::from_millis(200));
    let mut hasty = Connection::new(Settings { read_timeout: timeout, ..redis.unix() }).unwrap();
    let began = Instant::now();
    assert_eq!(ask(&mut hasty, &["DEBUG", "SLEEP", "3"]).unwrap_err().code, Code::TimedOut);
    assert!(began.elapsed() < Duration::from_millis(2900), "{:?}", began.elapsed());
}
