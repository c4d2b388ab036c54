//! One connection that writes.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use tokio_postgres::Statement;

use super::{Plan, Report, Shared, Write};
use crate::database::{Connection, Database};
use crate::fault::Fault;
use crate::stamp::Mark;

/// The longest sleep: the end of the run waits no longer.
const NAP: Duration = Duration::from_millis(5);

/// How long to wait for room in the window.
const ROOM: Duration = Duration::from_micros(300);

/// Writes rows `place`, `place` + the number of writers, …
pub(super) struct Writer<'a> {
    connection: Connection,
    statement: Statement,
    write: &'a Write,
    keys: u64,
    shared: &'a Shared,
    place: u64,
    audience: u64,
    rows: u64,
    report: Report,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        plan: &Plan<'a>,
        database: &Database,
        shared: &'a Shared,
        place: usize,
    ) -> Result<Self, Fault> {
        let connection = database.connect()?;
        let statement = connection.prepare(&plan.insert)?;
        Ok(Self {
            connection,
            statement,
            write: plan.write,
            keys: plan.keys,
            shared,
            place: place as u64,
            audience: plan.audience.size(plan.clients).max(1) as u64,
            rows: 0,
            report: Report::default(),
        })
    }

    /// The number of its next row but `ahead`.
    fn row(&self, ahead: u64) -> u64 {
        self.place + (self.rows + ahead) * self.write.connections as u64
    }

    /// When a row is due; without a rate as soon as there is room for it.
    fn due_ns(&self, row: u64, began_ns: u64, now_ns: u64) -> u64 {
        let rate = self.write.per_second;
        if rate > 0.0 {
            #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            // at most an hour
            let after = (1e9 * row as f64 / rate) as u64;
            return began_ns + after;
        }
        let received = self.shared.deliveries.load(Relaxed) / self.audience;
        let under_way = self.shared.issued.load(Relaxed).saturating_sub(received);
        if under_way < self.write.window { now_ns } else { u64::MAX }
    }

    /// Writes what is due, or waits.
    pub(super) fn turn(&mut self) -> Result<(), Fault> {
        let now_ns = self.shared.ns(Instant::now());
        let began_ns = *self.shared.began_ns.get_or_init(|| now_ns);
        let (mut keys, mut texts, mut dues) = (Vec::new(), Vec::new(), Vec::new());
        let stream = u32::try_from(self.place).unwrap_or(u32::MAX);
        while dues.len() < self.write.rows_per_commit {
            let row = self.row(dues.len() as u64);
            let due_ns = self.due_ns(row, began_ns, now_ns);
            if due_ns > now_ns {
                if dues.is_empty() {
                    let wait = if due_ns == u64::MAX { ROOM } else { Duration::from_nanos(due_ns - now_ns) };
                    std::thread::sleep(wait.min(NAP));
                    return Ok(());
                }
                break;
            }
            let serial = u32::try_from(row).unwrap_or(u32::MAX);
            keys.push(i32::try_from(row % self.keys).unwrap_or(i32::MAX));
            texts.push(Mark { stream, serial, due_ns }.text(self.write.payload_bytes));
            dues.push(due_ns);
            self.shared.issued.fetch_add(1, Relaxed);
        }
        self.connection.insert(&self.statement, &keys, &texts)?;
        let committed_ns = self.shared.ns(Instant::now());
        for due_ns in &dues {
            self.report.lag.record(Duration::from_nanos(now_ns - due_ns));
            self.report.write.record(Duration::from_nanos(committed_ns - due_ns));
        }
        self.rows += dues.len() as u64;
        self.report.commits += 1;
        Ok(())
    }

    /// Stops writing, and reports how much was written.
    pub(super) fn finish(mut self) -> Report {
        if let Some(committed) = self.shared.committed.get(usize::try_from(self.place).unwrap_or(usize::MAX))
        {
            committed.store(self.rows, Relaxed);
        }
        self.report.rows = self.rows;
        self.report
    }
}
