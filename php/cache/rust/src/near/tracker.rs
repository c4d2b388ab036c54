//! The one who hears: a thread with a connection of its own, to which all connections of the host redirect the server's messages.
//!
//! Whoever finds that nobody tracks an endpoint starts this thread; the shared word decides which of several it is, and the others end.
//! It does nothing but read messages and count versions up. When its connection is lost, or the messages stop coming, nothing is
//! believed until a new one stands.

use std::cell::Cell;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use baton_c_abi::with_signals_held;
use baton_near_cache::{Access, Table, Worker};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

use super::endpoint::Endpoint;
use super::listener::{Origin, tell};
use super::robust::{Robust, thread};
use crate::connection::{Connection, Delivery, Failure, Kind, Reply, Settings};
use crate::seats::{Seat, Seats};

/// A server that has said nothing for so long is asked whether it is there …
const QUIET: Duration = Duration::from_secs(1);
/// … and has so long to answer. A cut network shows only by this: values may be as old as both together then.
const ANSWER: Duration = Duration::from_secs(1);

/// Between attempts to connect: the first, and the longest; each is twice the one before.
const PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The stack of a thread that may do a handshake of TLS.
const STACK: usize = 512 * 1024;

/// The thread, as long as somebody uses it.
#[derive(Debug)]
pub(super) struct Tracker {
    stop: Arc<OwnedFd>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Tracker {
    /// Starts a thread that tracks the endpoint, unless another does. None: the system has no thread left.
    pub(super) fn start(
        table: Arc<Table>,
        seats: Arc<Seats>,
        endpoint: Endpoint,
        settings: Settings,
    ) -> Option<Self> {
        let stop = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).ok()?);
        let is_over = Arc::new(AtomicBool::new(false));
        let (stopped, over) = (Arc::clone(&stop), Arc::clone(&is_over));
        let settings = Settings { read_timeout: Some(ANSWER), max_retries: 0, ..settings };
        let thread = std::thread::Builder::new().name("baton tracker".into()).stack_size(STACK);
        let thread = with_signals_held(|| {
            thread.spawn(move || {
                lead(&table, seats, endpoint, &settings, &stopped);
                over.store(true, Ordering::Release);
            })
        })
        .ok()?;
        Some(Self { stop, is_over, thread: Some(thread) })
    }

    /// Whether its thread has ended, or is about to: another process tracks.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }
}

impl Drop for Tracker {
    fn drop(&mut self) {
        let _ = rustix::io::write(&*self.stop, &1_u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn lead(table: &Arc<Table>, seats: Arc<Seats>, endpoint: Endpoint, settings: &Settings, stop: &OwnedFd) {
    let Some(robust) = Robust::new(table) else { return };
    robust.hold(endpoint.tracker_index());
    if endpoint.lead(table, thread()) {
        if let Ok(worker) = Worker::join(Arc::clone(table), Seat(seats)) {
            let listener = Listener { worker, endpoint, stop, counted: Cell::new(0) };
            listener.listen(settings);
        }
        endpoint.leave(table);
    }
    robust.release(endpoint.tracker_index());
}

struct Listener<'a> {
    worker: Worker<Seat>,
    endpoint: Endpoint,
    stop: &'a OwnedFd,
    /// The key of the message before, by its hash; 0 once there was nothing to read behind it.
    counted: Cell<u64>,
}

/// Why it reads no more.
enum Ended {
    Stopped,
    Lost,
}

impl Listener<'_> {
    /// Connects again and again, until it is stopped.
    fn listen(&self, settings: &Settings) {
        let mut pause = PAUSE;
        loop {
            self.endpoint.stop_believing(self.worker.table(), pause > PAUSE);
            let introduced = Connection::new(settings.clone()).and_then(|mut connection| {
                let client = introduce(&mut connection)?;
                Ok(client.map(|client| (connection, client)))
            });
            if let Ok(Some((mut connection, client))) = introduced {
                self.endpoint.believe(self.worker.table(), client);
                let ended = self.read(&mut connection, client);
                if matches!(ended, Ended::Stopped) {
                    return;
                }
                pause = PAUSE;
                self.endpoint.stop_believing(self.worker.table(), false);
            } else {
                self.endpoint.stop_believing(self.worker.table(), true);
            }
            if self.is_stopped_within(pause) {
                return;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Reads messages for as long as they come.
    fn read(&self, connection: &mut Connection, client: u64) -> Ended {
        // Replies to PING that have not come.
        let mut asked = false;
        loop {
            let ready = connection.is_ready();
            if !ready {
                self.counted.set(0);
            }
            let wait = if asked { ANSWER } else { QUIET };
            match if ready { Heard::Bytes } else { self.wait(connection, wait) } {
                Heard::Stop => return Ended::Stopped,
                Heard::Nothing if asked => return Ended::Lost,
                Heard::Nothing => {
                    asked = true;
                    let ping = connection.send([&b"PING"[..]].into_iter(), Delivery::Once);
                    if ping.and_then(|()| connection.flush()).is_err() {
                        return Ended::Lost;
                    }
                }
                Heard::Bytes => match self.message(connection) {
                    Ok(true) => {
                        asked = false;
                        if !self.endpoint.is_ready(self.worker.table()) {
                            self.endpoint.believe(self.worker.table(), client); // it was doubted, and is there
                        }
                    }
                    Ok(false) => {}
                    Err(_) => return Ended::Lost,
                },
            }
        }
    }

    /// Reads one message or reply; says whether it was a reply.
    fn message(&self, connection: &mut Connection) -> Result<bool, Failure> {
        let head = connection.reply()?;
        if head.kind != Kind::Push || head.integer != 2 {
            connection.skip(0)?;
            return Ok(head.kind != Kind::Push);
        }
        let name = connection.reply()?;
        if connection.bytes(&name) != Some(b"invalidate") {
            connection.skip(0)?;
            return Ok(false);
        }
        let keys = connection.reply()?;
        if keys.kind != Kind::Array {
            // Nothing instead of keys: a database was emptied, and it is not said which.
            self.endpoint.flush(self.worker.table(), Origin::Server);
            return Ok(false);
        }
        for _ in 0..keys.integer {
            let key = connection.reply()?;
            match connection.bytes(&key) {
                Some(bytes) => self.invalidate(bytes),
                None => {
                    let mut bytes = vec![0; key.len];
                    connection.take(&mut bytes)?;
                    self.invalidate(&bytes);
                }
            }
        }
        Ok(false)
    }

    /// A key has changed, in a database that is not named.
    fn invalidate(&self, key: &[u8]) {
        let table = self.worker.table();
        for database in self.endpoint.databases(table) {
            if let Some(space) = self.endpoint.space(table, database) {
                self.worker.invalidate(table.hash(space, key), space, key);
                tell(&self.worker, Origin::Server, space, key);
            }
        }
        self.count(key);
    }

    /// Counts the change for those who keep only what is worth it.
    fn count(&self, key: &[u8]) {
        let table = self.worker.table();
        let Some(sketch) = table.sketch() else { return };
        // The server tells a change once for each connection that has read the key, and all of these at once.
        let name = table.hash(0, key);
        if self.counted.replace(name) == name {
            return;
        }
        for place in self.endpoint.databases(table).filter_map(|database| self.endpoint.place(database)) {
            sketch.count(table.hash(place, key), Access::Change, 1);
        }
    }

    fn wait(&self, connection: &Connection, time: Duration) -> Heard {
        let Some(socket) = connection.descriptor() else { return Heard::Bytes };
        let mut stop = PollFd::new(self.stop, PollFlags::IN);
        let mut polled = [stop.clone(), PollFd::from_borrowed_fd(socket, PollFlags::IN)];
        let count = poll(&mut polled, Timespec::try_from(time).ok().as_ref());
        stop.clone_from(&polled[0]);
        match count {
            Ok(0) => Heard::Nothing,
            _ if stop.revents().contains(PollFlags::IN) => Heard::Stop,
            // An interrupted wait finds nothing to read, and waits again.
            _ => Heard::Bytes,
        }
    }

    fn is_stopped_within(&self, time: Duration) -> bool {
        let mut polled = [PollFd::new(self.stop, PollFlags::IN)];
        poll(&mut polled, Timespec::try_from(time).ok().as_ref()).is_ok_and(|count| count > 0)
    }
}

/// Speaks the protocol that has messages, and learns the number that the server knows this connection by. None: the server has no
/// such protocol.
fn introduce(connection: &mut Connection) -> Result<Option<u64>, Failure> {
    connection.open()?;
    // Messages are lost with the connection, so it is not opened again behind our back.
    connection.hold(true);
    let hello = ask(connection, &[b"HELLO", b"3"])?;
    let id = ask(connection, &[b"CLIENT", b"ID"])?;
    Ok((hello.kind == Kind::Map && id.kind == Kind::Integer).then(|| id.integer.cast_unsigned()))
}

/// Sends a command, and drops all of its reply but the first node.
fn ask(connection: &mut Connection, command: &[&[u8]]) -> Result<Reply, Failure> {
    connection.send(command.iter().copied(), Delivery::Once)?;
    let reply = connection.reply()?;
    connection.skip(reply.depth)?;
    Ok(reply)
}

enum Heard {
    Stop,
    Nothing,
    Bytes,
}
