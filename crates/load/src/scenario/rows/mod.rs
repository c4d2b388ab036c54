//! Rows that are written to PostgreSQL and what clients receive of them: changes of a table, and
//! broadcasts of the database.
//!
//! Rows have numbers, and a *key* each by turns, which decides who receives it ([`audience`]).
//! Writers commit them when they are due, or as fast as clients follow ([`writer`]); each client's
//! account is held against what was committed and against what it may receive ([`account`]): a row
//! that is lost, doubled, out of its writer's order or none of the client's fails the run. Latency
//! is from when a row was due, so that a late commit counts, to when a client read it.

mod account;
mod audience;
mod broadcasts;
mod changes;
mod outcome;
mod reader;
mod write;
mod writer;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::loops::{self, Share};
use crate::database::{Connection, Database};
use crate::fault::Fault;
use crate::latency::Latency;
use crate::process::Meter;
use crate::protocol::Protocol;
use crate::signature;
use crate::swarm::require_open_files;
use crate::target::{App, Target};
use audience::Audience;
use reader::Reader;
use writer::Writer;

pub use broadcasts::Broadcasts;
pub use changes::{Changes, Policy};
pub use outcome::RowsOutcome;
pub use write::Write;

/// How long the server may take until it reads from the database.
const LISTENS: Duration = Duration::from_secs(10);

/// Whether a server reads this database's changes.
const IS_READ: &str =
    "select exists (select from pg_replication_slots where active and database = current_database())";

/// Whether `baton pg setup` has been here.
const IS_SET_UP: &str = "select to_regclass('realtime.messages') is not null and exists \
    (select from pg_publication where pubname = 'supabase_realtime')";

/// What is written, and who receives it.
struct Plan<'a> {
    clients: usize,
    protocol: &'static dyn Protocol,
    /// The channel that a client joins.
    channel: Box<dyn Fn(usize) -> String + 'a>,
    /// The payload with which it does.
    member: Box<dyn Fn(usize) -> String + 'a>,
    /// Statements that make the tables and policies.
    schema: String,
    /// The statement that writes rows with the keys `$1` and the texts `$2`.
    insert: String,
    /// How many keys there are: row n has key n modulo this.
    keys: u64,
    audience: Audience,
    write: &'a Write,
    seconds: f64,
    warmup_seconds: f64,
}

/// What readers and writers share.
struct Shared {
    start: Instant,
    /// When row 0 is due, in nanoseconds of the run: at the first turn of a writer.
    began_ns: OnceLock<u64>,
    /// Rows that writers have begun to write.
    issued: AtomicU64,
    /// Rows received, summed over all clients.
    deliveries: AtomicU64,
    /// How many rows each writer has committed, once it has stopped.
    committed: Vec<AtomicU64>,
}

/// Of a writer that has not stopped.
const NOT_YET: u64 = u64::MAX;

impl Shared {
    fn new(writers: usize) -> Self {
        Self {
            start: Instant::now(),
            began_ns: OnceLock::new(),
            issued: AtomicU64::new(0),
            deliveries: AtomicU64::new(0),
            committed: (0..writers).map(|_| AtomicU64::new(NOT_YET)).collect(),
        }
    }

    /// A moment in nanoseconds of the run.
    fn ns(&self, at: Instant) -> u64 {
        u64::try_from(at.saturating_duration_since(self.start).as_nanos()).unwrap_or(u64::MAX)
    }

    /// What each writer has committed, when all have stopped.
    fn committed(&self) -> Option<Vec<u64>> {
        let counts: Vec<u64> = self.committed.iter().map(|count| count.load(Relaxed)).collect();
        (!counts.contains(&NOT_YET)).then_some(counts)
    }
}

impl Plan<'_> {
    fn run(&self, target: &Target) -> Result<RowsOutcome, Fault> {
        require_open_files(self.clients)?;
        let Some(database) = &target.database else {
            return Err(Fault::Settings(
                "this load writes to a database: name the one that the server serves by --database"
                    .to_owned(),
            ));
        };
        let connection = prepare(database, &self.schema)?;
        let writers = self.write.connections;
        let shared = Shared::new(writers);
        let (readers, following) = reader::open(self, target, &shared)?;
        await_listening(&connection)?;
        let writers = (0..writers)
            .map(|place| Writer::new(self, database, &shared, place).map(Part::Writer))
            .collect::<Result<Vec<_>, Fault>>()?;
        let parts = readers.into_iter().map(Part::Reader).chain(writers).collect();
        database.raise();
        let meter = Meter::start(database.pid)?;
        let (measured, reports) = loops::measure(parts, target.pid, self.warmup_seconds, self.seconds)?;
        let database = meter.read()?.server_cpu_seconds;
        let mut whole = Report::default();
        reports.iter().for_each(|report| whole.add(report));
        Ok(RowsOutcome::new(self, &measured, &whole, following, database))
    }
}

/// Makes what is written to.
pub(super) fn prepare(database: &Database, schema: &str) -> Result<Connection, Fault> {
    let connection = database.connect()?;
    if !connection.is_true(IS_SET_UP)? {
        return Err(Fault::Settings(
            "the database is not set up: run `baton pg setup --database URL` first".to_owned(),
        ));
    }
    connection.execute(schema)?;
    Ok(connection)
}

/// Waits until the server reads changes.
fn await_listening(connection: &Connection) -> Result<(), Fault> {
    let deadline = Instant::now() + LISTENS;
    while !connection.is_true(IS_READ)? {
        if Instant::now() > deadline {
            let seconds = LISTENS.as_secs();
            return Err(Fault::Run(format!("no server has read from the database within {seconds} s")));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// The id of a user, as its token and the database have it.
pub(super) fn user(n: usize) -> String {
    format!("00000000-0000-0000-0000-{n:012}")
}

/// The token of a signed-in user.
pub(super) fn token(app: &App, n: usize) -> String {
    let (user, expires) = (user(n), signature::expires());
    signature::token(app, &format!(r#"{{"role":"authenticated","sub":"{user}","exp":{expires}}}"#))
}

/// One thread's part in a run.
enum Part<'a> {
    Reader(Reader<'a>),
    Writer(Writer<'a>),
}

/// What a part has to report.
#[derive(Default)]
struct Report {
    rows: u64,
    commits: u64,
    deliveries: u64,
    bytes: u64,
    latency: Latency,
    write: Latency,
    lag: Latency,
}

impl Report {
    fn add(&mut self, other: &Self) {
        self.rows += other.rows;
        self.commits += other.commits;
        self.deliveries += other.deliveries;
        self.bytes += other.bytes;
        self.latency.add(&other.latency);
        self.write.add(&other.write);
        self.lag.add(&other.lag);
    }
}

impl Share for Part<'_> {
    type Report = Report;

    fn turn(&mut self) -> Result<(), Fault> {
        match self {
            Self::Reader(reader) => reader.turn(),
            Self::Writer(writer) => writer.turn(),
        }
    }

    fn progress(&self) -> (u64, u64) {
        match self {
            Self::Reader(reader) => reader.progress(),
            Self::Writer(_) => (0, 0),
        }
    }

    fn finish(self, failed: &AtomicBool) -> Result<Report, Fault> {
        match self {
            Self::Reader(reader) => reader.finish(failed),
            Self::Writer(writer) => Ok(writer.finish()),
        }
    }
}
