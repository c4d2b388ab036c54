//! Signals and closed pipes that end a command which runs until it is interrupted.

use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::sleep;

/// Between two looks at whether the output is still read.
const PAUSE: Duration = Duration::from_millis(500);

/// Waits for Ctrl-C, SIGTERM, the end of the terminal, or for a closed pipe (`| head`): without a
/// new event nothing would be written, and nobody would notice.
pub(super) async fn ended() {
    tokio::select! {
        () = signalled(SignalKind::interrupt()) => {}
        () = signalled(SignalKind::terminate()) => {}
        () = signalled(SignalKind::hangup()) => {}
        () = unread() => {}
    }
}

async fn signalled(kind: SignalKind) {
    match signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await, // the system's own handling remains
    }
}

async fn unread() {
    while is_read() {
        sleep(PAUSE).await;
    }
}

/// Whether standard output leads anywhere. Errors of a pipe and the end of a terminal are reported unasked.
fn is_read() -> bool {
    let stdout = std::io::stdout();
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let seen = poll(&mut watched, Some(&now)).map(|_| watched[0].revents());
    seen.map_or(true, |flags| !flags.intersects(PollFlags::ERR | PollFlags::HUP))
}
