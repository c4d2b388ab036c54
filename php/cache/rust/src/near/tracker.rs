//! The one who hears: a thread with a connection of its own, to which all connections of the host redirect the server's messages.
//!
//! Whoever finds that nobody tracks an endpoint starts this thread; the shared word decides which of several it is, and the others end.
//! It does nothing but read messages and count versions up. When its connection is lost, or the messages stop coming, nothing is
//! believed until a new one stands.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use baton_c_abi::with_signals_held;
use baton_near_cache::{Table, Worker};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

use super::endpoint::Endpoint;
use super::hearing::Hearing;
use super::robust::{Robust, thread};
use super::sentinel::Sentinels;
use super::tracking::Tracking;
use crate::connection::{Connection, Delivery, Failure, Kind, Reply, Settings};
use crate::seats::{Seat, Seats};

/// A server that has said nothing for so long is asked whether it is there …
const QUIET: Duration = Duration::from_secs(1);
/// … and has so long to answer. A cut network shows only by this: values may be as old as both together then.
const ANSWER: Duration = Duration::from_secs(1);

/// A server has so long to take a connection and its handshake, however long the program's own may wait: as long may the process have to wait
/// for this thread when it ends.
const CONNECT: Duration = Duration::from_secs(2);

/// Between attempts to connect: the first, and the longest; each is twice the one before.
const PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The stack of a thread that may do a handshake of TLS.
const STACK: usize = 512 * 1024;

/// The thread, as long as somebody uses it.
#[derive(Debug)]
pub(super) struct Tracker {
    stop: Arc<OwnedFd>,
    thread: Option<JoinHandle<()>>,
}

impl Tracker {
    /// Starts a thread that tracks the endpoint, unless another does. None: the system has no thread left.
    pub(super) fn start(
        table: Arc<Table>,
        seats: Arc<Seats>,
        endpoint: Endpoint,
        settings: Settings,
        tracking: Arc<Tracking>,
    ) -> Option<Self> {
        let stop = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).ok()?);
        let stopped = Arc::clone(&stop);
        let connect_timeout = Some(settings.connect_timeout.unwrap_or(CONNECT).min(CONNECT));
        let settings = Settings { connect_timeout, read_timeout: Some(ANSWER), max_retries: 0, ..settings };
        let thread = std::thread::Builder::new().name("baton tracker".into()).stack_size(STACK);
        let thread = with_signals_held(|| {
            thread.spawn(move || {
                let how = How { settings: &settings, tracking: &tracking, stop: &stopped };
                lead(&table, &seats, endpoint, &how);
            })
        })
        .ok()?;
        Some(Self { stop, thread: Some(thread) })
    }

    /// Whether its thread has ended: another process tracks.
    pub(super) fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
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

/// What a tracker was told.
struct How<'a> {
    settings: &'a Settings,
    tracking: &'a Tracking,
    stop: &'a OwnedFd,
}

fn lead(table: &Arc<Table>, seats: &Arc<Seats>, endpoint: Endpoint, how: &How<'_>) {
    in_charge(table, endpoint, || {
        // Without a seat it stays in charge: else each miss would start another thread that finds none.
        loop {
            if let Ok(worker) = Worker::join(Arc::clone(table), Seat(Arc::clone(seats))) {
                return how.listen(&Hearing::new(worker, endpoint, how.tracking.sentinel.is_some()));
            }
            endpoint.stop_believing(table, true);
            if how.is_stopped_within(LONGEST_PAUSE) {
                return;
            }
        }
    });
}

/// Does something as the one who answers for an endpoint, unless another does.
fn in_charge(table: &Table, endpoint: Endpoint, act: impl FnOnce()) {
    let Some(robust) = Robust::new(table) else { return };
    robust.hold(endpoint.tracker_index());
    if endpoint.lead(table, thread()) {
        let term = Term { table, endpoint };
        act();
        drop(term);
    }
    robust.release(endpoint.tracker_index());
}

/// Being in charge. It ends by a panic as well: the kernel's mark is for those who are killed.
struct Term<'a> {
    table: &'a Table,
    endpoint: Endpoint,
}

impl Drop for Term<'_> {
    fn drop(&mut self) {
        self.endpoint.leave(self.table);
    }
}

/// A connection that messages come by.
struct Ear {
    connection: Connection,
    /// The number that the server knows it by.
    client: u64,
    sentinels: Option<Sentinels>,
    /// A reply to PING has not come.
    is_asked: bool,
}

/// Why it reads no more.
enum Ended {
    Stopped,
    Lost,
}

impl How<'_> {
    /// Connects again and again, until it is stopped.
    fn listen(&self, hearing: &Hearing) {
        let (table, endpoint) = (hearing.table(), hearing.endpoint());
        let mut pause = PAUSE;
        loop {
            endpoint.stop_believing(table, pause > PAUSE);
            if let Ok(Some(mut ear)) = self.connect(hearing) {
                endpoint.believe(table, ear.client);
                let ended = self.read(&mut ear, hearing);
                if matches!(ended, Ended::Stopped) {
                    ear.leave(hearing);
                    return;
                }
                pause = PAUSE;
                endpoint.stop_believing(table, false);
            } else {
                endpoint.stop_believing(table, true);
            }
            if self.is_stopped_within(pause) {
                return;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Speaks the protocol that has messages, and learns the number that the server knows this connection by. None: the server has no
    /// such protocol, or does not tell what it is to tell.
    fn connect(&self, hearing: &Hearing) -> Result<Option<Ear>, Failure> {
        let mut connection = Connection::new(self.settings.clone())?;
        connection.open()?;
        // Messages are lost with the connection, so it is not opened again behind our back.
        connection.hold(true);
        let hello = ask(&mut connection, &[b"HELLO", b"3"])?;
        let id = ask(&mut connection, &[b"CLIENT", b"ID"])?;
        if hello.kind != Kind::Map || id.kind != Kind::Integer {
            return Ok(None);
        }
        if let Some(command) = self.tracking.command()
            && ask(&mut connection, &command)?.kind != Kind::Status
        {
            return Ok(None);
        }
        hearing.looks(); // whatever the connection before has left to be looked for, everything was forgotten since
        let sentinels = match &self.tracking.sentinel {
            Some(name) => Some(Sentinels::new(name, &mut connection, hearing)?),
            None => None,
        };
        Ok(Some(Ear { connection, client: id.integer.cast_unsigned(), sentinels, is_asked: false }))
    }

    /// Reads messages for as long as they come.
    fn read(&self, ear: &mut Ear, hearing: &Hearing) -> Ended {
        loop {
            hearing.endpoint().goes_on(hearing.table());
            if ear.look(hearing).is_err() {
                return Ended::Lost;
            }
            let is_ready = ear.connection.is_ready();
            if !is_ready {
                hearing.pauses();
                if ear.keep(hearing).is_err() {
                    return Ended::Lost;
                }
            }
            let wait = if ear.is_asked { ANSWER } else { QUIET };
            let heard = match if is_ready { Heard::Bytes } else { self.wait(&ear.connection, wait) } {
                Heard::Stop => return Ended::Stopped,
                Heard::Nothing if ear.is_asked => return Ended::Lost,
                Heard::Nothing => ear.ping(),
                Heard::Bytes => ear.message(hearing),
            };
            if heard.is_err() {
                return Ended::Lost;
            }
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

impl Ear {
    fn ping(&mut self) -> Result<(), Failure> {
        self.is_asked = true;
        self.connection.send([&b"PING"[..]].into_iter(), Delivery::Once)?;
        self.connection.flush()
    }

    fn message(&mut self, hearing: &Hearing) -> Result<(), Failure> {
        if hearing.message(&mut self.connection)? {
            self.is_asked = false;
            if !hearing.must_look() && !hearing.endpoint().is_ready(hearing.table()) {
                hearing.endpoint().believe(hearing.table(), self.client); // it was doubted, and is there
            }
        }
        Ok(())
    }

    /// Finds out which databases were flushed, if any was.
    fn look(&mut self, hearing: &Hearing) -> Result<(), Failure> {
        let Some(sentinels) = self.sentinels.as_mut().filter(|_| hearing.must_look() && !self.is_asked)
        else {
            return Ok(());
        };
        while hearing.must_look() {
            hearing.looks();
            sentinels.look(&mut self.connection, hearing)?;
        }
        hearing.endpoint().believe(hearing.table(), self.client);
        Ok(())
    }

    fn keep(&mut self, hearing: &Hearing) -> Result<(), Failure> {
        match &mut self.sentinels {
            Some(sentinels) if !self.is_asked => sentinels.keep(&mut self.connection, hearing),
            _ => Ok(()),
        }
    }

    fn leave(mut self, hearing: &Hearing) {
        if let Some(sentinels) = self.sentinels.filter(|_| !self.is_asked) {
            sentinels.remove(&mut self.connection, hearing);
        }
    }
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use socket2::{Domain, SockAddr, Socket, Type};

    use super::super::testing::{opened, worker};
    use super::*;

    #[test]
    fn one_that_panics_is_believed_no_longer() {
        let table = opened().table;
        let endpoint = Endpoint::of(&table, b"server").unwrap();
        let of_thread = Arc::clone(&table);
        let panicked = std::thread::spawn(move || {
            in_charge(&of_thread, endpoint, || {
                endpoint.believe(&of_thread, 7);
                assert!(endpoint.is_ready(&of_thread));
                panic!("on purpose");
            });
        })
        .join();
        assert!(panicked.is_err() && !endpoint.is_ready(&table) && !endpoint.is_led(&table));
    }

    #[test]
    fn one_without_a_seat_waits_for_it() {
        let opened = opened();
        let (table, workers) = (Arc::clone(&opened.table), [(); 8].map(|()| worker(&opened)));
        let endpoint = Endpoint::of(&table, b"server").unwrap();
        let settings = Settings::of("/nowhere", 0);
        let tracker = Tracker::start(opened.table, opened.seats, endpoint, settings, Arc::default()).unwrap();
        while !endpoint.is_decided(&table) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(20));
        assert!(endpoint.is_led(&table) && !tracker.is_over());
        drop(tracker);
        assert!(!endpoint.is_led(&table));
        drop(workers);
    }

    #[test]
    fn a_server_that_does_not_answer_holds_up_no_end() {
        let opened = opened();
        let endpoint = Endpoint::of(&opened.table, b"server").unwrap();
        let path = std::env::temp_dir().join(format!("baton-tracker-{:016x}", fastrand::u64(..)));
        let address = SockAddr::unix(&path).unwrap();
        let [server, first] = [(); 2].map(|()| Socket::new(Domain::UNIX, Type::STREAM, None).unwrap());
        server.bind(&address).unwrap();
        server.listen(0).unwrap();
        first.connect(&address).unwrap(); // its queue is full
        let settings = Settings::of(path.to_str().unwrap(), 0);
        let tracker = Tracker::start(opened.table, opened.seats, endpoint, settings, Arc::default()).unwrap();
        std::thread::sleep(Duration::from_millis(50));
        let (done, is_done) = mpsc::channel();
        std::thread::spawn(move || {
            drop(tracker);
            done.send(())
        });
        let has_ended = is_done.recv_timeout(Duration::from_secs(10));
        let _ = std::fs::remove_file(&path);
        assert!(has_ended.is_ok(), "it waits for the server");
    }
}
