//! The subscriber: a thread with a connection of its own, to which all connections of the host redirect the server's
//! invalidation messages.
//!
//! A process that finds an endpoint without a subscriber starts this thread; the shared word decides which of several it is, and the others end.
//! It does nothing but read messages and count versions up. When its connection is lost, or the messages stop coming, nothing is
//! believed until a new one stands.
//!
//! Once a second it asks the server something, which shows that both are there, and what it asks is whether somebody's rights were changed: a
//! user who may read no longer still has the connections that may find what is kept, so everything is forgotten then, and who reads asks the
//! server. And where some connection has found another server process behind the address, it looks where that leads by now.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use baton_c_abi::with_signals_held;
use baton_near_cache::{Table, Worker};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::endpoint::Endpoint;
use super::listener::Origin;
use super::messages::{Answer, Messages, text};
use super::mode::Mode;
use super::robust::{Robust, thread};
use super::server::{self, Calls};
use super::stop::Stop;
use crate::connection::{Connection, Delivery, Failure, Kind, Reply, Settings};
use crate::seats::{Seat, Seats};

/// So often the server is asked something …
const CHECK: Duration = Duration::from_secs(1);
/// … and has so long to answer. A cut network shows only by this: values may be as old as both together then.
const ANSWER: Duration = Duration::from_secs(1);

/// So often the thread says at least that it has heard all that came. Who reads asks the server when that was four times as long ago.
const BEAT: Duration = Duration::from_millis(25);

/// A server has so long to take a connection and its handshake, however long the program's own may wait: as long may the process have to wait
/// for this thread when it ends.
const CONNECT: Duration = Duration::from_secs(2);

/// The thread is waited for so long before its connection is cut.
const LEAVE: Duration = Duration::from_millis(500);

/// Between attempts to connect: the first, and the longest; each is twice the one before.
const PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Between looks where an address leads to, in the same way: where it leads to several servers in turn, each look may find another, and all
/// that is kept is forgotten each time.
const LOOK: Duration = Duration::from_millis(500);
const LONGEST_LOOK: Duration = Duration::from_secs(60);

/// It ends when no connection of the host has used what it keeps right for so long.
const IDLE: Duration = Duration::from_secs(300);

/// The stack of a thread that may do a handshake of TLS.
const STACK: usize = 512 * 1024;

/// The thread, as long as somebody uses it.
#[derive(Debug)]
pub(super) struct Subscriber {
    stop: Arc<Stop>,
    thread: Option<JoinHandle<()>>,
    /// Nothing ever comes, and it is cut off when the thread ends.
    end: Receiver<()>,
}

impl Subscriber {
    /// Starts a thread that tracks the endpoint, unless another does. None: the system has no thread left.
    pub(super) fn start(
        table: Arc<Table>,
        seats: Arc<Seats>,
        endpoint: Endpoint,
        settings: Settings,
        mode: Arc<Mode>,
    ) -> Option<Self> {
        let stop = Arc::new(Stop::new()?);
        let stopped = Arc::clone(&stop);
        let (ends, end) = mpsc::channel();
        let connect_timeout = Some(settings.connect_timeout.unwrap_or(CONNECT).min(CONNECT));
        let settings = Settings { connect_timeout, read_timeout: Some(ANSWER), max_retries: 0, ..settings };
        let thread = std::thread::Builder::new().name("baton subscriber".into()).stack_size(STACK);
        let thread = with_signals_held(|| {
            thread.spawn(move || {
                let _ends = ends;
                let how = How { settings: &settings, mode: &mode, stop: &stopped };
                lead(&table, &seats, endpoint, &how);
            })
        })
        .ok()?;
        Some(Self { stop, thread: Some(thread), end })
    }

    /// Whether its thread has ended: another process tracks.
    pub(super) fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.stop.ask();
        // A server that talks without end, or a word at a time, keeps nobody here.
        while self.end.recv_timeout(LEAVE) == Err(RecvTimeoutError::Timeout) {
            self.stop.insist();
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What a subscriber was started with.
struct How<'a> {
    settings: &'a Settings,
    mode: &'a Mode,
    stop: &'a Arc<Stop>,
}

fn lead(table: &Arc<Table>, seats: &Arc<Seats>, endpoint: Endpoint, how: &How<'_>) {
    in_charge(table, endpoint, || {
        // Without a seat it stays in charge: else each miss would start another thread that finds none.
        loop {
            if let Ok(worker) = Worker::join(Arc::clone(table), Seat(Arc::clone(seats))) {
                return how.listen(&Messages::new(worker, endpoint, how.stop));
            }
            endpoint.stop_believing(table, true);
            if how.stop.is_asked_within(LONGEST_PAUSE) {
                return;
            }
        }
    });
}

/// Does something as the one who answers for an endpoint, unless another does.
fn in_charge(table: &Table, endpoint: Endpoint, act: impl FnOnce()) {
    let Some(robust) = Robust::new(table) else { return };
    robust.hold(endpoint.subscriber_index());
    if endpoint.lead(table, thread()) {
        let term = Term { table, endpoint };
        act();
        drop(term);
    }
    robust.release(endpoint.subscriber_index());
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
struct Subscription {
    connection: Connection,
    /// The number that the server knows it by, and which process that is.
    client: u64,
    process: u64,
    /// How often commands had been called when that was asked last, and when.
    calls: Calls,
    checked: Instant,
    /// The reply to that has not come.
    is_asked: bool,
    /// When a connection of the host was seen last.
    used: Instant,
}

/// Why it reads no more.
enum Ended {
    /// The thread was asked to end, or nobody uses it.
    Stopped,
    Lost,
    /// The address leads to another process by now.
    Elsewhere,
}

/// When it is looked next where the address leads to.
struct Looks {
    pause: Duration,
    last: Instant,
}

impl How<'_> {
    /// Connects again and again, until it is stopped.
    fn listen(&self, messages: &Messages) {
        let (table, endpoint) = (messages.table(), messages.endpoint());
        let mut pause = PAUSE;
        let mut looks = Looks { pause: LOOK, last: Instant::now() };
        loop {
            endpoint.stop_believing(table, pause > PAUSE);
            if let Ok(Some(mut subscription)) = self.connect(messages) {
                endpoint.begin_term(table, subscription.client, subscription.process);
                let ended = self.read(&mut subscription, messages, &mut looks);
                pause = PAUSE;
                match ended {
                    Ended::Stopped => return,
                    Ended::Lost => endpoint.stop_believing(table, false),
                    Ended::Elsewhere => {
                        endpoint.stop_believing(table, false);
                        continue;
                    }
                }
            } else {
                endpoint.stop_believing(table, true);
            }
            self.stop.waits_on(None);
            if self.stop.is_asked_within(pause) {
                return;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Speaks the protocol that has messages, and learns the number that the server knows this connection by, which process it is, and how often
    /// rights were changed. None: the server has no such protocol, or does not say what it is to say.
    fn connect(&self, messages: &Messages) -> Result<Option<Subscription>, Failure> {
        let mut connection = Connection::new(self.settings.clone())?;
        connection.open()?;
        self.stop.waits_on(connection.descriptor());
        // Messages are lost with the connection, so it is not opened again behind our back.
        connection.hold(true);
        let hello = ask(&mut connection, &[b"HELLO", b"3"])?;
        let id = ask(&mut connection, &[b"CLIENT", b"ID"])?;
        let process = process(messages.table(), &mut connection)?;
        let calls = info(&mut connection, b"commandstats")?.and_then(|info| Calls::read(&info));
        let (Some(process), Some(calls)) = (process, calls) else { return Ok(None) };
        if hello.kind != Kind::Map || id.kind != Kind::Integer {
            return Ok(None);
        }
        if let Some(command) = self.mode.command()
            && ask(&mut connection, &command)?.kind != Kind::Status
        {
            return Ok(None);
        }
        let (client, now) = (id.integer.cast_unsigned(), Instant::now());
        Ok(Some(Subscription {
            connection,
            client,
            process,
            calls,
            checked: now,
            is_asked: false,
            used: now,
        }))
    }

    /// Reads messages for as long as they come.
    fn read(&self, subscription: &mut Subscription, messages: &Messages, looks: &mut Looks) -> Ended {
        while !self.stop.is_asked() {
            let is_ready = subscription.connection.is_ready();
            if !is_ready {
                // Readers believe what is cached only while all that came was read a moment ago.
                messages.endpoint().goes_on(messages.table());
                if subscription.is_idle() {
                    return Ended::Stopped;
                }
                if self.leads_elsewhere(subscription, messages, looks) {
                    return Ended::Elsewhere;
                }
            }
            let done = if is_ready { Ok(true) } else { subscription.attend(messages, self) };
            match done.and_then(|is_ready| if is_ready { subscription.message(messages) } else { Ok(true) }) {
                Ok(true) => {}
                Ok(false) | Err(_) => return Ended::Lost,
            }
        }
        Ended::Stopped
    }

    /// Whether new connections to the address reach another process than this one does: looked at only where some connection has.
    fn leads_elsewhere(&self, subscription: &Subscription, messages: &Messages, looks: &mut Looks) -> bool {
        let (table, endpoint) = (messages.table(), messages.endpoint());
        if looks.last.elapsed() < looks.pause || !endpoint.has_met_stranger(table) {
            return false;
        }
        // Long after the last time, it is an address that seldom changes hands.
        let is_first = looks.last.elapsed() > 2 * LONGEST_LOOK;
        looks.pause = if is_first { LOOK } else { (looks.pause * 2).min(LONGEST_LOOK) };
        looks.last = Instant::now();
        let look = || {
            let mut connection = Connection::new(self.settings.clone())?;
            connection.open()?;
            process(table, &mut connection)
        };
        let Ok(Some(process)) = look() else { return false }; // it is looked again
        endpoint.has_looked(table);
        process != subscription.process
    }

    /// Waits for bytes, no longer than to the next beat; whether there are some.
    fn wait(&self, connection: &Connection) -> bool {
        let Some(socket) = connection.descriptor() else { return true };
        let mut polled = [self.stop.polled(), PollFd::from_borrowed_fd(socket, PollFlags::IN)];
        // An interrupted wait finds nothing to read, and waits again.
        let _ = poll(&mut polled, Timespec::try_from(BEAT).ok().as_ref());
        !polled[1].revents().is_empty()
    }
}

impl Subscription {
    /// What is to be done while nothing has come: questions are asked, and then it waits for a moment. Whether something comes.
    fn attend(&mut self, messages: &Messages, how: &How<'_>) -> Result<bool, Failure> {
        if self.is_asked {
            if self.checked.elapsed() > ANSWER {
                self.connection.close(); // the server is not there
            }
        } else {
            let is_doubted = !messages.endpoint().is_ready(messages.table());
            if is_doubted || self.checked.elapsed() > CHECK {
                self.check()?;
            }
        }
        Ok(how.wait(&self.connection))
    }

    fn check(&mut self) -> Result<(), Failure> {
        self.is_asked = true;
        self.checked = Instant::now();
        self.connection.send([&b"INFO"[..], b"commandstats"].into_iter(), Delivery::Once)?;
        self.connection.flush()
    }

    /// Whether no connection of the host has used the endpoint for long.
    fn is_idle(&mut self) -> bool {
        self.used.elapsed() > IDLE
    }

    /// A message, or the reply to a question. False: the server says no more what it has to say.
    fn message(&mut self, messages: &Messages) -> Result<bool, Failure> {
        let Some(answer) = messages.next(&mut self.connection)? else { return Ok(true) };
        self.is_asked = false;
        let (table, endpoint) = (messages.table(), messages.endpoint());
        let Answer::Text(info) = answer else { return Ok(false) };
        let Some(calls) = Calls::read(&info) else { return Ok(false) };
        if calls.differ(self.calls) {
            endpoint.flush(table, Origin::Server);
        }
        self.calls = calls;
        if endpoint.has_connections(table) {
            self.used = Instant::now();
        }
        if !endpoint.is_ready(table) {
            endpoint.believe(table); // it was doubted, and is there
        }
        Ok(true)
    }
}

/// Sends a command, and drops all of its reply but the first node.
fn ask(connection: &mut Connection, command: &[&[u8]]) -> Result<Reply, Failure> {
    connection.send(command.iter().copied(), Delivery::Once)?;
    let reply = connection.reply()?;
    connection.skip(reply.depth)?;
    Ok(reply)
}

/// What the server says of itself; None: nothing.
fn info(connection: &mut Connection, section: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
    connection.send([&b"INFO"[..], section].into_iter(), Delivery::Once)?;
    let reply = connection.reply()?;
    let info = text(connection, &reply)?;
    connection.skip(reply.depth)?;
    Ok(info)
}

/// Which process the server is.
fn process(table: &Table, connection: &mut Connection) -> Result<Option<u64>, Failure> {
    Ok(info(connection, b"server")?.and_then(|info| server::process(table, &info)))
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::os::unix::net::UnixStream;

    use socket2::{Domain, SockAddr, Socket, Type};

    use super::super::identity::Identity;
    use super::super::testing::{StandIn, opened, worker};
    use super::*;

    fn endpoint(table: &Table) -> Endpoint {
        Endpoint::of(table, Identity::named(table, b"server"), b"server").unwrap()
    }

    #[test]
    fn one_that_panics_is_believed_no_longer() {
        let table = opened().table;
        let endpoint = endpoint(&table);
        let of_thread = Arc::clone(&table);
        let panicked = std::thread::spawn(move || {
            in_charge(&of_thread, endpoint, || {
                endpoint.begin_term(&of_thread, 7, 1);
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
        let endpoint = endpoint(&table);
        let settings = Settings::of("/nowhere", 0);
        let subscriber =
            Subscriber::start(opened.table, opened.seats, endpoint, settings, Arc::default()).unwrap();
        while !endpoint.is_decided(&table) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(20));
        assert!(endpoint.is_led(&table) && !subscriber.is_over());
        drop(subscriber);
        assert!(!endpoint.is_led(&table));
        drop(workers);
    }

    #[test]
    fn a_server_that_does_not_answer_holds_up_no_end() {
        let opened = opened();
        let endpoint = endpoint(&opened.table);
        let path = std::env::temp_dir().join(format!("baton-subscriber-{:016x}", fastrand::u64(..)));
        let address = SockAddr::unix(&path).unwrap();
        let [server, first] = [(); 2].map(|()| Socket::new(Domain::UNIX, Type::STREAM, None).unwrap());
        server.bind(&address).unwrap();
        server.listen(0).unwrap();
        first.connect(&address).unwrap(); // its queue is full
        let settings = Settings::of(path.to_str().unwrap(), 0);
        let subscriber =
            Subscriber::start(opened.table, opened.seats, endpoint, settings, Arc::default()).unwrap();
        std::thread::sleep(Duration::from_millis(50));
        let (done, is_done) = mpsc::channel();
        std::thread::spawn(move || {
            drop(subscriber);
            done.send(())
        });
        let has_ended = is_done.recv_timeout(Duration::from_secs(10));
        let _ = std::fs::remove_file(&path);
        assert!(has_ended.is_ok(), "it waits for the server");
    }

    /// Answers what a subscriber asks first, and goes on with this.
    fn greets(mut stream: UnixStream, goes_on: impl FnOnce(UnixStream)) {
        let info = "run_id:0123456789abcdef0123456789abcdef01234567\r\ncmdstat_get:calls=1,usec=1\r\n";
        let info = format!("${}\r\n{info}\r\n", info.len());
        for answer in ["%1\r\n$5\r\nproto\r\n:3\r\n", ":7\r\n", &info, &info] {
            assert!(stream.read(&mut [0; 256]).unwrap() > 0);
            stream.write_all(answer.as_bytes()).unwrap();
        }
        goes_on(stream);
    }

    /// A subscriber of such a server, which has taken charge, is dropped within a time.
    fn is_dropped(server: &StandIn) -> bool {
        let opened = opened();
        let (table, endpoint) = (Arc::clone(&opened.table), endpoint(&opened.table));
        let subscriber =
            Subscriber::start(opened.table, opened.seats, endpoint, server.settings(), Arc::default())
                .unwrap();
        while !endpoint.is_ready(&table) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(50));
        let (done, is_done) = mpsc::channel();
        std::thread::spawn(move || {
            drop(subscriber);
            done.send(())
        });
        is_done.recv_timeout(Duration::from_secs(20)).is_ok()
    }

    #[test]
    fn a_server_that_never_falls_silent_holds_up_no_end() {
        let server = StandIn::start_many(|stream| {
            greets(stream, |mut stream| {
                let messages = b">2\r\n$10\r\ninvalidate\r\n*1\r\n$3\r\nkey\r\n".repeat(1000);
                while stream.write_all(&messages).is_ok() {}
            });
        });
        assert!(is_dropped(&server), "it reads on and on");
    }

    #[test]
    fn a_message_without_end_holds_up_no_end() {
        let server = StandIn::start_many(|stream| {
            greets(stream, |mut stream| {
                let _ = stream.write_all(b">2\r\n$10\r\ninvalidate\r\n*2147483647\r\n");
                let keys = b"$3\r\nkey\r\n".repeat(1000);
                while stream.write_all(&keys).is_ok() {}
            });
        });
        assert!(is_dropped(&server), "it reads on and on");
    }

    #[test]
    fn a_word_at_a_time_holds_up_no_end() {
        let server = StandIn::start_many(|stream| {
            greets(stream, |mut stream| {
                let _ = stream.write_all(b">2\r\n$10\r\ninvalidate\r\n*1\r\n$100000\r\n");
                while stream.write_all(b"k").is_ok() {
                    std::thread::sleep(Duration::from_millis(200));
                }
            });
        });
        assert!(is_dropped(&server), "it waits for each of them");
    }
}
