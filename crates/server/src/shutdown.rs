//! From the signal to the end: who is sent away when, so that nobody meets a closed port.
//!
//! Clients decide by the close code. After 4200 they connect again at once, so it is said only while this port accepts, to
//! clients that others may take. After a code of 4100 to 4199 pusher-js waits a second. An attempt that meets a closed port
//! costs it 15 s, and then 30 and 60. So clients that nobody else takes are closed all at once, as the last thing before the
//! process ends: a second later its successor accepts. Until then everything is served, publishes over HTTP among it.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::database::close_all;
use crate::loop_message::LoopMessage;
use crate::node::Node;
use crate::reload::Reloader;

/// How long the process waits for the ends of connections, after everyone was notified. Clients are
/// back a second after that, and the successor has yet to start.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// How long those who were asked to connect again may be on their way, before the port is closed.
const ON_THEIR_WAY: Duration = Duration::from_millis(1_500);
/// After so long it can be seen whether those who are sent away come back here.
const SEEN: Duration = Duration::from_secs(1);
/// How often it is looked.
const LOOK: Duration = Duration::from_millis(20);

/// Waits for a signal to stop, and until all clients have left then, or time is up. A second signal cuts it short. Until the
/// first one, signals to reload are followed.
pub(crate) async fn until_all_have_left(node: &Node, mut signals: Signals, mut reloader: Reloader) {
    let name = loop {
        let asked = tokio::select! {
            signal = signals.next() => match signal {
                Asked::Stop(name) => break name,
                Asked::Reload => Err(()),
            },
            asked = reloader.next() => Ok(asked),
        };
        // Files may be slow to read, or pipes that nobody writes to.
        tokio::select! {
            () = async {
                match asked {
                    Ok(asked) => reloader.follow(asked).await,
                    Err(()) => drop(reloader.reload("SIGHUP").await),
                }
            } => {}
            name = signals.stop() => break name,
        }
    };
    reloader.stop();
    node.begin_drain();
    tracing::info!(signal = name, clients = node.metrics.connections(), "draining");
    let config = Arc::clone(&node.config());
    let settings = &config.settings;
    let seconds = |s: u32| Duration::from_secs(u64::from(s));
    tokio::select! {
        () = async {
            sleep(seconds(settings.drain_delay_s)).await;
            // Before anyone leaves, so that a client which goes over to another server misses nothing.
            close_databases(node).await;
            send_away(node, Instant::now() + seconds(settings.drain_timeout_s)).await;
        } => {}
        name = signals.stop() => tracing::info!(signal = name, "a second signal: the drain is cut short"),
    }
    leave(node).await;
}

/// Ends the feeds of all databases.
async fn close_databases(node: &Node) {
    let config = Arc::clone(&node.config());
    close_all(config.apps().iter().filter_map(|state| state.database.as_deref())).await;
}

/// Asks clients to connect again, at a pace that others can bear, as long as others take them.
async fn send_away(node: &Node, deadline: Instant) {
    let (metrics, most) = (&node.metrics, u64::from(node.config().settings.drain_per_second));
    if metrics.connections() <= most {
        return;
    }
    let (opened, sent) = (metrics.connections_opened(), metrics.sent_away());
    let began = Instant::now();
    send(node, || LoopMessage::SendAway(None));
    while metrics.connections() > most && Instant::now() < deadline {
        sleep(LOOK).await;
        let (sent, back) = (metrics.sent_away() - sent, metrics.connections_opened() - opened);
        if began.elapsed() > SEEN && back > sent / 2 {
            tracing::info!(
                sent,
                back,
                "clients that were sent away come back here: the rest is closed at once"
            );
            break;
        }
    }
    send(node, || LoopMessage::LetStay);
    sleep_until(Instant::now() + ON_THEIR_WAY).await;
}

/// Closes the port and everyone who is left.
async fn leave(node: &Node) {
    let clients = node.metrics.connections();
    tracing::info!(clients, "leaving");
    node.begin_leaving();
    send(node, || LoopMessage::Leave);
    let deadline = Instant::now() + LAST_WORDS;
    let gone = async {
        // A loop takes in who waits to be accepted first.
        while !node.have_loops_left() || node.metrics.sockets() > 0 {
            sleep(LOOK).await;
        }
    };
    if timeout_at(deadline, gone).await.is_err() {
        tracing::debug!(left = node.metrics.sockets(), "some connections had not ended by themselves");
    }
}

fn send(node: &Node, message: impl Fn() -> LoopMessage) {
    for queue in node.loops() {
        queue.push_unreserved(message());
    }
}

/// The signals that concern the process, from the moment on at which this is made.
pub(crate) struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
    user: Signal,
}

impl Signals {
    /// On the runtime that it is made in.
    pub(crate) fn new() -> io::Result<Self> {
        // A write beyond the limit on file sizes (LimitFSIZE) is an error like a full disk, where the signal has a handler.
        drop(signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw()))?);
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
            user: signal(SignalKind::user_defined1())?,
        })
    }

    /// What the next signal asks for. Others would end a process that does not expect them, and are ignored.
    async fn next(&mut self) -> Asked {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return Asked::Stop("SIGTERM"),
                _ = self.interrupt.recv() => return Asked::Stop("SIGINT"),
                _ = self.hang_up.recv() => return Asked::Reload,
                _ = self.user.recv() => tracing::info!(signal = "SIGUSR1", "ignored"),
            }
        }
    }

    /// The name of the next signal to stop. Others wait for [`next`](Self::next).
    async fn stop(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}

/// What a signal asks for.
enum Asked {
    /// To stop; the signal's name.
    Stop(&'static str),
    /// To read the settings again.
    Reload,
}
