//! A connection of a program as the cache sees it: what may be found for it, and what of its replies may be kept.
//!
//! ```text
//! find ── a hit: nothing is sent
//!   │ miss
//! prepare ── no subscriber, no lease, not let in: read without keeping
//!   │           └ nothing known of it yet: CLIENT TRACKING and INFO go first, in the same write
//! begin ── the version of now, the space of now, the lease of this connection
//!   │ the command, and its reply
//! agree ── the server tracks, and it is the process that the subscriber is connected to: from here on the gate is open
//! holds? ── the same connection, still reported to us: the value is published on condition of the version
//! ```
//!
//! Nothing is found before the gate is open: until then it is not known whether the server lets this connection in, nor whether it is the
//! server from which the others have what is kept. It is closed when the connection ends, or says that it is somebody else.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use baton_near_cache::{Table, Worker};

use super::endpoint::Endpoint;
use super::identity::Identity;
use super::listener::{Listener, Origin, notify};
use super::messages::text;
use super::server;
use super::threads::Threads;
use super::view::Gate;
use crate::connection::{Connection, Delivery, Failure, Identity as Credentials, Kind, Settings};
use crate::seats::Seat;
use crate::table_ffi::{monotonic, now, tick};

/// The lease of entries without one, which never ends.
const NO_LEASE: (u16, u64) = (0, 0);

/// See the module's text.
#[derive(Debug)]
pub(crate) struct Lease {
    threads: Arc<Threads>,
    /// What people call the server.
    public: Vec<u8>,
    /// Where hits look.
    gate: Arc<Gate>,
    database: u32,
    here: Option<Here>,
    /// Nothing is found before the subscriber has heard all that had come by then; 0: by any time.
    heard_by: u64,
    /// What was asked and has not been answered: once for each connection that commands which are sent together went by,
    /// as one that is lost meanwhile has them sent again by the next.
    asked: VecDeque<Asked>,
    /// Whether it has waited for a subscriber once.
    may_wait: bool,
}

/// What is known of the connection that is open.
#[derive(Clone, Copy, Debug)]
struct Here {
    generation: u64,
    identity: Identity,
    /// None until somebody has given the identity its words.
    endpoint: Option<Endpoint>,
    /// Which process the server is; None until it was asked.
    process: Option<Process>,
    redirection: Option<Redirection>,
}

/// What a server has said of which process it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Process {
    Is(u64),
    /// It does not say that, or not to this user.
    Unknown,
}

/// Redirection as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Redirection {
    /// The subscriber's number, and which of its connections that is.
    client: u64,
    term: u64,
    lease: (u16, u64),
    /// Whether the server is to report changes of what is read.
    tracks: bool,
    standing: Standing,
}

/// Replies that are to come: of CLIENT TRACKING, and of INFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    to_track: bool,
    of_process: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Asked,
    Agreed,
    Refused,
}

/// Whether replies may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Prepared {
    /// No.
    Off = 0,
    /// Yes.
    On = 1,
    /// If [`Lease::agree`] finds that they may: replies come before that of the next command.
    Asked = 2,
}

/// A value that is on its way: what it has to be published with.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Fill {
    pub(crate) hash: u64,
    pub(crate) space: u64,
    pub(crate) lease: u64,
    pub(crate) generation: u64,
    /// When it began, and when the value is to be forgotten, in milliseconds since 1970; 0: never.
    pub(crate) begun: u64,
    pub(crate) expires: u64,
    pub(crate) version: u32,
    pub(crate) lease_index: u16,
}

impl Fill {
    /// The server says, after it was asked what the fill is for, that a key of it lives so many milliseconds more; −1: for ever; −2: there
    /// is none, and of one that comes the subscriber hears. Anything else is nothing that can be gone by, and forgotten at once.
    pub(crate) fn lives(&mut self, milliseconds: i64) {
        if milliseconds == -1 || milliseconds == -2 {
            return;
        }
        // Counted from before the question, and a tick of the clock less: it may be a little early, and is never late.
        let life = u64::try_from(milliseconds).unwrap_or(0).saturating_sub(tick());
        let expires = self.begun.saturating_add(life).max(1);
        self.expires = if self.expires == 0 { expires } else { self.expires.min(expires) };
    }
}

impl Lease {
    pub(crate) fn new(threads: &Arc<Threads>, public: Vec<u8>, gate: &Arc<Gate>, database: u32) -> Self {
        let (threads, gate) = (Arc::clone(threads), Arc::clone(gate));
        Self {
            threads,
            public,
            gate,
            database,
            here: None,
            heard_by: 0,
            asked: VecDeque::new(),
            may_wait: true,
        }
    }

    /// Whether this process made it: a child of a fork leaves its parent's alone.
    #[inline]
    pub(crate) fn is_here(&self) -> bool {
        self.threads.are_here()
    }

    /// Whether what is known is of the connection as it is.
    pub(crate) fn is_of(&self, connection: &Connection) -> bool {
        self.here.is_some_and(|here| here.generation == connection.generation()) && connection.is_let_in()
    }

    /// Which database the connection is in from now on.
    pub(crate) fn select(&mut self, database: u32) {
        self.database = database;
        self.open_gate();
    }

    /// Looks who is at the other end of the connection that is open. None: the server has not let it in, or it cannot be said.
    fn look(&mut self, connection: &Connection) -> Option<&mut Here> {
        if !self.is_of(connection) {
            self.forget();
            if !connection.is_let_in() {
                return None;
            }
            let identity = Identity::of(&self.threads.opened.table, connection)?;
            let generation = connection.generation();
            self.here = Some(Here { generation, identity, endpoint: None, process: None, redirection: None });
        }
        self.here.as_mut()
    }

    /// The words of the connection's server, if somebody has given it any.
    fn find_endpoint(&mut self, connection: &Connection) -> Option<Endpoint> {
        self.look(connection)?;
        let (here, table) = (self.here.as_mut()?, &self.threads.opened.table);
        here.endpoint = here.endpoint.filter(|endpoint| endpoint.is_mine(table));
        here.endpoint = here.endpoint.or_else(|| Endpoint::find(table, here.identity));
        here.endpoint
    }

    /// The same, and gives it some.
    fn endpoint(&mut self, connection: &Connection) -> Option<Endpoint> {
        if let Some(endpoint) = self.find_endpoint(connection) {
            return Some(endpoint);
        }
        let here = self.here.as_mut()?;
        here.endpoint = Endpoint::of(&self.threads.opened.table, here.identity, &self.public);
        here.endpoint
    }

    /// Sees to it that the gate is open, if the server allows that, and, if it `tracks`, that the server reports to the subscriber what changes of what is read on this
    /// connection. To be called before a command is queued.
    pub(crate) fn prepare(&mut self, connection: &mut Connection, tracks: bool) -> Prepared {
        // A failure to open is met again by the command itself.
        if connection.open().is_err() {
            return Prepared::Off;
        }
        let Some(endpoint) = self.endpoint(connection) else { return Prepared::Off };
        if !endpoint.is_ready(&self.threads.opened.table) {
            self.threads.track(endpoint, &subscriber_settings(connection));
            if std::mem::take(&mut self.may_wait) {
                self.threads.await_subscriber(endpoint);
            }
        }
        let table = &self.threads.opened.table;
        // In this order: a number that is read belongs to the term that was read before, or to a later one, which is seen when it has agreed.
        let (term, client) = (endpoint.term(table), endpoint.client(table));
        if client == 0 || !endpoint.is_ready(table) || endpoint.space(table, self.database).is_none() {
            return Prepared::Off;
        }
        match self.here.and_then(|here| here.redirection).filter(|redirection| {
            redirection.term == term && redirection.client == client && lives(table, redirection.lease)
        }) {
            Some(Redirection { standing: Standing::Agreed, tracks: tracked, .. }) if tracked || !tracks => {
                self.open_gate();
                if tracks { Prepared::On } else { Prepared::Off }
            }
            // Of commands that are sent together the first one has asked.
            Some(Redirection { standing: Standing::Refused | Standing::Asked, .. }) => Prepared::Off,
            _ => self.ask(connection, endpoint, (term, client), tracks),
        }
    }

    /// Asks what is not known yet: reports of what is read, and which process the server is.
    fn ask(
        &mut self,
        connection: &mut Connection,
        endpoint: Endpoint,
        (term, client): (u64, u64),
        tracks: bool,
    ) -> Prepared {
        if connection.pending() == 0 {
            self.asked.clear(); // of a connection that has failed
        }
        // The same socket keeps its lease under a new subscriber.
        let kept = self.here.and_then(|here| here.redirection).map(|redirection| redirection.lease);
        let kept = kept.filter(|lease| lives(&self.threads.opened.table, *lease));
        let lease = kept.or_else(|| {
            self.end_lease();
            self.threads.liveness.add(endpoint, connection.descriptor()?, &self.gate)
        });
        let Some((lease, here)) = lease.zip(self.here.as_mut()) else { return Prepared::Off };
        let of_process = here.process.is_none();
        here.redirection = Some(Redirection { client, term, lease, tracks, standing: Standing::Asked });
        let client = client.to_string();
        let tracking = [&b"CLIENT"[..], b"TRACKING", b"ON", b"REDIRECT", client.as_bytes(), b"OPTIN"];
        // Where the subscriber gets reports of keys however they were read, this is asked to see that the server knows it.
        let words = if self.threads.mode.is_broadcast() { 6 } else { 5 };
        let mut sent =
            !tracks || connection.send(tracking.into_iter().take(words), Delivery::Repeatable).is_ok();
        if sent && of_process {
            let info = [&b"INFO"[..], b"server"];
            sent = connection.send(info.into_iter(), Delivery::Repeatable).is_ok();
        }
        match (sent, tracks || of_process) {
            (false, _) => Prepared::Off, // the command fails as well
            (true, true) => {
                self.asked.push_back(Asked { to_track: tracks, of_process });
                Prepared::Asked
            }
            (true, false) => {
                self.decide(connection, true);
                Prepared::Off
            }
        }
    }

    /// Reads the replies to what [`prepare`](Self::prepare) asked. Says whether the server is found to be another process than the subscriber's, or
    /// one that does not say which it is.
    pub(crate) fn agree(&mut self, connection: &mut Connection) -> Result<bool, Failure> {
        let Some(Asked { to_track, of_process }) = self.asked.pop_front() else { return Ok(false) };
        let (mut is_tracked, mut process) = (true, None);
        if to_track {
            let reply = connection.reply()?;
            is_tracked = reply.kind == Kind::Status;
            connection.skip(reply.depth)?;
        }
        if of_process {
            let reply = connection.reply()?;
            let info = text(connection, &reply)?;
            connection.skip(reply.depth)?;
            let number = info.and_then(|info| server::process(&self.threads.opened.table, &info));
            process = Some(number.map_or(Process::Unknown, Process::Is));
        }
        let Some(here) = self.here.as_mut().filter(|_| self.asked.is_empty()) else { return Ok(false) };
        if here.redirection.is_none_or(|redirection| redirection.standing != Standing::Asked) {
            return Ok(false);
        }
        here.process = process.or(here.process);
        Ok(self.decide(connection, is_tracked))
    }

    /// What follows from the answers; true: the server is another one, or does not say.
    fn decide(&mut self, connection: &Connection, is_tracked: bool) -> bool {
        // Sent again on another connection, it was agreed to for that one, which nobody watches.
        if !self.is_of(connection) {
            self.forget();
            return false;
        }
        let table = &self.threads.opened.table;
        let Some(Here { endpoint: Some(endpoint), process, redirection: Some(redirection), .. }) =
            &mut self.here
        else {
            return false;
        };
        let is_same = *process == Some(Process::Is(endpoint.process(table)));
        if redirection.term != endpoint.term(table) || redirection.client != endpoint.client(table) {
            // Another subscriber has come meanwhile: it is asked about when something is read next.
            redirection.standing = Standing::Refused;
            return false;
        }
        let is_elsewhere = !is_same;
        if is_same && is_tracked {
            redirection.standing = Standing::Agreed;
        } else {
            redirection.standing = Standing::Refused;
            match process {
                // The server that the subscriber says it is connected to does not know it.
                _ if is_same => endpoint.doubt(table, redirection.client),
                Some(Process::Is(_)) => endpoint.meet_stranger(table),
                _ => {}
            }
        }
        self.open_gate();
        is_elsewhere
    }

    /// Opens the gate if it may be: the server has agreed. Else it is closed.
    fn open_gate(&mut self) {
        let table = &self.threads.opened.table;
        let agreed = self.here.and_then(|here| here.endpoint.zip(here.redirection));
        let agreed = agreed.filter(|(endpoint, redirection)| {
            let heard = endpoint.alive_at(table);
            redirection.standing == Standing::Agreed && (self.heard_by == 0 || heard > self.heard_by)
        });
        let Some((endpoint, redirection)) = agreed else { return self.gate.close() };
        self.heard_by = 0;
        match endpoint.view(table, self.database, redirection.term) {
            Some(view) => drop(self.threads.liveness.open(redirection.lease, view)),
            None => self.gate.close(),
        }
    }

    /// What the value of a key has to be published with. Before the command is sent.
    ///
    /// Time may have passed since it was [prepared](Self::prepare), as for another's flight. A space is of one term, and what is published
    /// in one of another term than now is never found.
    pub(crate) fn begin(&self, worker: &Worker<Seat>, key: &[u8]) -> Option<Fill> {
        let here = self.here?;
        let (endpoint, redirection) = here.endpoint.zip(here.redirection)?;
        if !redirection.tracks || redirection.standing == Standing::Refused {
            return None;
        }
        let space = endpoint.view(worker.table(), self.database, redirection.term)?.space()?;
        if redirection.client != endpoint.client(worker.table()) {
            return None;
        }
        endpoint.use_database(worker.table(), self.database);
        let hash = worker.table().hash(space, key);
        let version = worker.version(hash);
        // What the server reports however it was read outlives the connection.
        let lease = if self.threads.mode.is_broadcast() { NO_LEASE } else { redirection.lease };
        Some(Fill {
            hash,
            space,
            lease: lease.1,
            generation: here.generation,
            begun: now(),
            expires: 0,
            version,
            lease_index: lease.0,
        })
    }

    /// Whether the reply came by the connection that the server knows of.
    pub(crate) fn holds(&self, connection: &Connection, fill: &Fill) -> bool {
        self.is_of(connection)
            && self.here.is_some_and(|here| {
                here.generation == fill.generation
                    && here.redirection.is_some_and(|redirection| {
                        redirection.standing == Standing::Agreed
                            && redirection.tracks
                            && [redirection.lease, NO_LEASE].contains(&(fill.lease_index, fill.lease))
                    })
            })
    }

    /// This connection changes a key: to be called before the command is sent, and after its reply, so that nobody stores what was
    /// read in between, and the program reads its own writes.
    pub(crate) fn wrote(&mut self, connection: &Connection, worker: &Worker<Seat>, key: &[u8]) {
        if let Some(space) = self.space(connection) {
            worker.invalidate(worker.table().hash(space, key), space, key);
        }
    }

    /// This connection has run what may have changed any key: after its reply. The server has said which before it, to the subscriber, which may not
    /// have heard it yet; until it has, the program asks the server, so that it reads its own writes.
    pub(crate) fn wrote_any(&mut self) {
        self.gate.close();
        self.heard_by = monotonic();
    }

    /// Notifies listeners that this connection has changed a key: after its reply, so that a listener that reads the key
    /// reads the new value.
    pub(crate) fn tell_change(&mut self, connection: &Connection, worker: &Worker<Seat>, key: &[u8]) {
        if let Some(space) = self.space(connection) {
            notify(worker, Origin::Host, space, key);
        }
    }

    /// Where the connection's keys are, whether they may be believed or not. None: nothing of them is kept.
    fn space(&mut self, connection: &Connection) -> Option<u64> {
        self.find_endpoint(connection)?.space(&self.threads.opened.table, self.database)
    }

    /// Listens to what changes in the connection's database, from now on. None: that is not cached, or the server has not let the connection in.
    pub(crate) fn listen(&mut self, connection: &Connection, worker: &Worker<Seat>) -> Option<Listener> {
        let endpoint = self.endpoint(connection)?;
        Listener::new(worker, &self.threads, endpoint, subscriber_settings(connection), self.database)
    }

    /// This connection has emptied its database, or all of them.
    pub(crate) fn flushed(&mut self, connection: &Connection, all: bool) {
        let Some(endpoint) = self.find_endpoint(connection) else { return };
        let table = &self.threads.opened.table;
        if all {
            endpoint.flush(table, Origin::Host);
        } else {
            endpoint.flush_database(table, self.database, Origin::Host);
        }
    }

    /// The connection has ended, or is about to: nothing is found for it any more, and what came by it is not believed.
    pub(crate) fn forget(&mut self) {
        self.gate.close();
        self.end_lease();
        self.here = None;
    }

    fn end_lease(&mut self) {
        if let Some(redirection) = self.here.as_mut().and_then(|here| here.redirection.take()) {
            self.threads.liveness.end(redirection.lease);
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.is_here() {
            self.forget();
        }
    }
}

/// Whether a lease has not ended.
fn lives(table: &Table, (index, value): (u16, u64)) -> bool {
    table.lease(index).load(Ordering::Acquire) == value
}

/// How the subscriber is to connect: to whom this connection has found, and as whom that has let in.
fn subscriber_settings(connection: &Connection) -> Settings {
    let settings = connection.settings().clone();
    let identity = Credentials { database: 0, ..settings.identity };
    Settings { identity, peer: connection.peer().cloned(), ..settings }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::mode::Mode;
    use super::super::robust::thread;
    use super::super::testing::{StandIn, opened, worker};
    use super::*;

    const ID: &str = "run_id:0123456789abcdef0123456789abcdef01234567\r\n";

    struct World {
        table: Arc<Table>,
        worker: Worker<Seat>,
        gate: Arc<Gate>,
        lease: Lease,
        endpoint: Endpoint,
        connection: Connection,
        _server: StandIn,
    }

    /// A connection to a server that says these words, and a subscriber in charge.
    fn world(says: &str) -> World {
        let opened = opened();
        let (table, worker) = (Arc::clone(&opened.table), worker(&opened));
        let threads = Threads::start(opened, Mode::default()).unwrap();
        let says = says.as_bytes().to_vec();
        // It keeps the connection open: the end of one ends its lease.
        let server = StandIn::start(move |mut stream| {
            stream.write_all(&says).unwrap();
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        });
        let (connection, gate) = (server.connect(), Arc::new(Gate::new()));
        let mut lease = Lease::new(&threads, b"server".to_vec(), &gate, 0);
        let endpoint = lease.endpoint(&connection).unwrap();
        assert!(endpoint.lead(&table, thread()));
        endpoint.begin_term(&table, 7, server::process(&table, ID.as_bytes()).unwrap());
        World { table, worker, gate, lease, endpoint, connection, _server: server }
    }

    fn bulk(text: &str) -> String {
        format!("${}\r\n{text}\r\n", text.len())
    }

    #[test]
    fn nothing_is_found_before_the_server_has_agreed() {
        let mut world = world(&format!("+OK\r\n{}", bulk(ID)));
        assert!(!world.gate.is_open());
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::Asked);
        let fill = world.lease.begin(&world.worker, b"key").unwrap();
        assert!(!world.gate.is_open() && !world.lease.holds(&world.connection, &fill));
        assert_eq!(world.lease.agree(&mut world.connection), Ok(false));
        assert_eq!(world.gate.space(), world.endpoint.space(&world.table, 0));
        assert!(world.gate.is_open() && world.lease.holds(&world.connection, &fill));
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::On);
        world.lease.select(3);
        assert_eq!(world.gate.space(), world.endpoint.space(&world.table, 3));
        world.connection.set_credentials(b"ann".to_vec(), b"secret".to_vec());
        assert!(!world.lease.is_of(&world.connection));
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::Off);
        assert!(!world.gate.is_open(), "it says that it is somebody else");
    }

    #[test]
    fn what_was_asked_twice_is_read_twice() {
        let answers = format!("+OK\r\n{}", bulk(ID));
        let mut world = world(&answers.repeat(2));
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::Asked);
        // As if the connection had been lost and opened again before the next command was sent.
        world.lease.forget();
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::Asked);
        assert_eq!(world.lease.agree(&mut world.connection), Ok(false));
        assert!(!world.gate.is_open() && world.connection.pending() == 2, "the second answers are to come");
        assert_eq!(world.lease.agree(&mut world.connection), Ok(false));
        assert!(world.gate.is_open() && world.connection.pending() == 0);
        world.lease.forget();
        assert_eq!(world.lease.agree(&mut world.connection), Ok(false), "nothing was asked");
    }

    #[test]
    fn another_process_behind_the_address_is_a_stranger() {
        let mut world = world(&format!("+OK\r\n{}", bulk("run_id:another process of the server\r\n")));
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::Asked);
        assert_eq!(world.lease.agree(&mut world.connection), Ok(true));
        assert!(!world.gate.is_open() && world.endpoint.has_met_stranger(&world.table));
        assert!(world.endpoint.is_ready(&world.table), "what others have is not doubted");
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::Off);
    }

    #[test]
    fn a_server_that_does_not_say_which_it_is_is_none() {
        let mut world = world("+OK\r\n-NOPERM this user has no permissions\r\n");
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::Asked);
        assert_eq!(world.lease.agree(&mut world.connection), Ok(true));
        assert!(!world.gate.is_open() && !world.endpoint.has_met_stranger(&world.table));
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::Off);
    }

    #[test]
    fn nothing_begins_for_a_subscriber_that_another_has_replaced() {
        let mut world = world(&format!("+OK\r\n{}", bulk(ID)));
        assert_eq!(world.lease.prepare(&mut world.connection, true), Prepared::Asked);
        assert_eq!(world.lease.agree(&mut world.connection), Ok(false));
        assert!(world.lease.begin(&world.worker, b"key").is_some());
        world.endpoint.stop_believing(&world.table, false);
        let process = world.endpoint.process(&world.table);
        world.endpoint.begin_term(&world.table, 8, process);
        assert!(
            world.lease.begin(&world.worker, b"key").is_none(),
            "the server reports to the one that is gone"
        );
        assert_ne!(
            world.gate.space(),
            world.endpoint.space(&world.table, 0),
            "until its server was asked again"
        );
    }

    #[test]
    fn who_only_looks_is_asked_for_its_server_alone() {
        let mut world = world(&bulk(ID));
        assert_eq!(world.lease.prepare(&mut world.connection, false), Prepared::Asked);
        assert!(world.lease.begin(&world.worker, b"key").is_none());
        assert_eq!(world.lease.agree(&mut world.connection), Ok(false));
        assert!(world.gate.is_open());
        assert_eq!(world.lease.prepare(&mut world.connection, false), Prepared::Off);
    }
}
