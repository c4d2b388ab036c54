//! Which rows a user may see by row-level security: asked of PostgreSQL as its role and with its
//! claims.
//!
//! Users of one role who wait for rows of one table are asked about together, in one message that
//! lists them ([`crate::confined`]). Each is a statement of its own there: a policy with `(select
//! auth.uid())` is evaluated once in a statement, and would decide about all by the first.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::Instant;

use super::commits::CommitsVisible;
use super::groups::Identity;
use super::run;
use super::time_budget::TimeBudget;
use crate::confined::{Batch, Body, Confined, Evaluation, Fault};
use crate::row::Oid;
use crate::source::{ConnectError, Source};

/// The settings of one evaluation.
pub(crate) const SETTINGS: [&str; 3] =
    ["request.jwt.claims", "request.jwt.claim.sub", "request.jwt.claim.role"];

/// How PostgreSQL is to plan the queries: they are looked up by their key, by a plan that is made
/// once. A plan of a time when the table was small would read the whole table for each, until
/// statistics are taken again; planning for each query takes longer than answering it; and
/// compiling what has no index, longer still.
const PLANS: &str = "set enable_seqscan = off; set plan_cache_mode = force_generic_plan; set jit = off";

/// How long one evaluation may take.
const LIMIT: Duration = Duration::from_secs(2);
/// How long all evaluations of a batch may take: everybody waits for them. Subscriptions without an
/// answer by then are suspended.
const ALL: Duration = Duration::from_secs(4);
/// How long the policies of one table may take beyond what policies take as a rule, over all
/// batches: so much at once, and a quarter of the time. When that is used up, subscriptions that
/// wait for rows of that table are suspended.
const OF_TABLE: (Duration, u32) = (ALL, 4);
/// What one message takes as a rule, and each row in it: ten times what a busy database needs.
const AS_A_RULE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(2));
/// How often a table's policies may end their connection in one batch. Half of the users are asked
/// about each time, to find out whose did.
const LOSSES: usize = 8;
/// Evaluations that are one message, and rows in all of them.
const AT_ONCE: (usize, usize) = (64, 2_000);
/// Rows of one evaluation. More are several.
const ROWS: usize = 128;

/// A query about rows of one table.
pub(super) struct RlsQuery<'a> {
    pub(super) table: Oid,
    pub(super) role: &'a str,
    pub(super) probe: Probe<'a>,
    /// For each column that the probe takes, the values of the rows.
    pub(super) columns: Vec<Vec<Option<&'a str>>>,
    /// The users, each with some of the rows, by their places.
    pub(super) askers: Vec<(&'a Identity, &'a [usize])>,
}

/// What looks at rows: an expression of the places of some, which gives the places of those that
/// are seen, as texts of arrays.
#[derive(Debug, Clone, Copy)]
pub(super) struct Probe<'a> {
    pub(super) body: &'a Body,
    /// Whether the login has to understand it.
    pub(super) is_stored: bool,
}

/// What one user sees.
#[derive(Debug, Clone, Default)]
pub(super) struct VisibleRows {
    /// The places of rows.
    pub(super) visible: HashSet<usize>,
    /// Whether not all was answered in time.
    pub(super) is_late: bool,
}

/// The connections that ask.
pub(super) struct RlsQueries {
    connections: Vec<Confined>,
    lasting: Lasting,
}

/// What outlasts a batch.
struct Lasting {
    source: Source,
    /// Tables that a role cannot be asked about, which the log has reported.
    warned: Mutex<HashSet<(Oid, Box<str>)>>,
    /// Tables whose policies took longer than as a rule, with what is left of the time that they
    /// may take.
    budgets: Mutex<HashMap<Oid, TimeBudget>>,
}

impl RlsQueries {
    pub(super) async fn connect(source: &Source, connections: usize) -> Result<Self, ConnectError> {
        let lasting = Lasting { source: source.clone(), warned: Mutex::default(), budgets: Mutex::default() };
        let mut all = Vec::with_capacity(connections);
        for _ in 0..connections.max(1) {
            all.push(lasting.connect().await?);
        }
        Ok(Self { connections: all, lasting })
    }

    /// Rights may have changed.
    pub(super) fn forget(&mut self) {
        let Lasting { warned, budgets, .. } = &mut self.lasting;
        warned.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        // Tables that were dropped are in it as well.
        budgets.get_mut().unwrap_or_else(PoisonError::into_inner).retain(|_, budget| !budget.is_full());
    }

    /// What each user of each query sees.
    ///
    /// # Errors
    /// If a connection is lost. What PostgreSQL refuses is not seen.
    pub(super) async fn ask(
        &mut self,
        queries: &[RlsQuery<'_>],
        _: CommitsVisible,
    ) -> Result<Vec<Vec<VisibleRows>>, run::Fault> {
        let work = Work::new(queries);
        let each = self.connections.iter_mut().map(|connection| work.share(connection, &self.lasting));
        for outcome in join_all(each).await {
            outcome?;
        }
        Ok(work.answers.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Lasting {
    async fn connect(&self) -> Result<Confined, ConnectError> {
        Confined::connect(&self.source, PLANS, LIMIT).await
    }

    /// Whether a table's policies took so long that they are not evaluated for now.
    fn is_exhausted(&self, table: Oid) -> bool {
        locked(&self.budgets).get_mut(&table).is_some_and(TimeBudget::is_exhausted)
    }

    /// Whether a table's policies may go on taking so long.
    fn allows<'p>(&self, table: Oid, evaluated: impl Iterator<Item = &'p Piece>, took: Duration) -> bool {
        let rows: usize = evaluated.map(|piece| piece.rows.len()).sum();
        let rule = AS_A_RULE.0 + AS_A_RULE.1 * u32::try_from(rows).unwrap_or(u32::MAX);
        let excess = took.saturating_sub(rule);
        if excess.is_zero() {
            return true;
        }
        let mut budgets = locked(&self.budgets);
        budgets.entry(table).or_insert_with(|| TimeBudget::new(OF_TABLE.0, OF_TABLE.1)).allows(excess)
    }

    /// Logs, once until rights are read again, that a role cannot be asked about a table.
    fn warn(&self, query: &RlsQuery<'_>, error: &tokio_postgres::Error) {
        let &RlsQuery { table, role, .. } = query;
        if locked(&self.warned).insert((table, role.into())) {
            let app = self.source.app();
            tracing::warn!(app, %error, table, role, "rows of a table cannot be looked at; nobody sees them");
        }
    }
}

/// Some rows of one user.
#[derive(Debug, Clone)]
struct Piece {
    asker: usize,
    rows: Range<usize>,
}

impl Piece {
    fn halves(&self) -> [Self; 2] {
        let Range { start, end } = self.rows;
        let middle = start.midpoint(end);
        [start..middle, middle..end].map(|rows| Self { asker: self.asker, rows })
    }
}

/// Some pieces of one query: one message.
struct Chunk {
    query: usize,
    pieces: Vec<Piece>,
}

/// What there is to do, and what came of it. All connections take chunks of it until none is left.
struct Work<'a> {
    queries: &'a [RlsQuery<'a>],
    until: Instant,
    chunks: Mutex<VecDeque<Chunk>>,
    /// For each query and user.
    answers: Mutex<Vec<Vec<VisibleRows>>>,
    /// Queries whose policies do not let themselves be cancelled, or take too much time or too many
    /// connections.
    endless: Mutex<HashSet<usize>>,
    /// How often each query ended its connection.
    losses: Mutex<HashMap<usize, usize>>,
}

impl<'a> Work<'a> {
    fn new(queries: &'a [RlsQuery<'a>]) -> Self {
        let chunks = queries.iter().enumerate().flat_map(|(number, query)| chunks(number, query)).collect();
        let answers = queries.iter().map(|query| vec![VisibleRows::default(); query.askers.len()]).collect();
        let (chunks, answers) = (Mutex::new(chunks), Mutex::new(answers));
        let (endless, losses) = (Mutex::default(), Mutex::default());
        Self { queries, until: Instant::now() + ALL, chunks, answers, endless, losses }
    }

    /// Does one connection's share.
    async fn share(&self, connection: &mut Confined, lasting: &Lasting) -> Result<(), run::Fault> {
        while let Some(Chunk { query: number, mut pieces }) = self.next() {
            let Some(query) = self.queries.get(number) else { continue };
            while !pieces.is_empty() {
                let is_late = Instant::now() >= self.until || locked(&self.endless).contains(&number);
                if is_late || lasting.is_exhausted(query.table) {
                    self.give_up(number, &pieces);
                    break;
                }
                let began = Instant::now();
                let outcome = evaluate(connection, query, &pieces).await;
                // A user whose evaluation is cancelled is suspended alone.
                if let Ok(answers) = &outcome
                    && !answers.contains(&Evaluation::Cancelled)
                    && !lasting.allows(query.table, pieces.iter().take(answers.len()), began.elapsed())
                {
                    locked(&self.endless).insert(number);
                }
                pieces = match outcome {
                    Ok(answers) => self.answered(number, pieces, answers),
                    Err(fault) => {
                        self.failed((number, query), pieces, fault, (connection, lasting)).await?;
                        break;
                    }
                };
            }
        }
        Ok(())
    }

    fn next(&self) -> Option<Chunk> {
        locked(&self.chunks).pop_front()
    }

    /// Takes in the answers; the pieces that are still to be asked about.
    fn answered(&self, query: usize, mut pieces: Vec<Piece>, answers: Vec<Evaluation>) -> Vec<Piece> {
        if answers.is_empty() {
            self.give_up(query, &pieces);
            return Vec::new();
        }
        let rest = pieces.split_off(answers.len().min(pieces.len()));
        pieces.iter().zip(answers).for_each(|(piece, answer)| self.note(query, piece, answer));
        rest
    }

    /// A message failed as a whole.
    async fn failed(
        &self,
        (number, query): (usize, &RlsQuery<'_>),
        pieces: Vec<Piece>,
        fault: Fault,
        (connection, lasting): (&mut Confined, &Lasting),
    ) -> Result<(), run::Fault> {
        match fault {
            Fault::Overdue => {
                locked(&self.endless).insert(number);
                *connection = lasting.connect().await.map_err(run::Fault::Connect)?;
                self.give_up(number, &pieces);
            }
            Fault::Lost => {
                *connection = lasting.connect().await.map_err(run::Fault::Connect)?;
                self.lost(number, pieces);
            }
            Fault::Postgres(error) if error.as_db_error().is_none() => return Err(error.into()),
            Fault::Postgres(error) => lasting.warn(query, &error),
        }
        Ok(())
    }

    fn note(&self, query: usize, piece: &Piece, answer: Evaluation) {
        let mut answers = locked(&self.answers);
        let Some(rows) = answers.get_mut(query).and_then(|of| of.get_mut(piece.asker)) else { return };
        match answer {
            Evaluation::Value(value) => rows.visible.extend(places(value.as_deref().unwrap_or_default())),
            Evaluation::Cancelled => rows.is_late = true,
            // An error for one row must not hide the others.
            Evaluation::Error { .. } if piece.rows.len() > 1 => {
                locked(&self.chunks).push_front(Chunk { query, pieces: piece.halves().into() });
            }
            Evaluation::Error { message, .. } => {
                let role = self.queries.get(query).map(|query| query.role);
                tracing::debug!(error = %message, role, "rows are not shown: the policies raised an error");
            }
        }
    }

    /// The connection ended while these were evaluated. Whose policy it was is found by halves; the
    /// others are evaluated then.
    fn lost(&self, query: usize, mut pieces: Vec<Piece>) {
        let losses = {
            let mut losses = locked(&self.losses);
            let count = losses.entry(query).or_default();
            *count += 1;
            *count
        };
        if losses > LOSSES {
            locked(&self.endless).insert(query);
        }
        if pieces.len() <= 1 || losses > LOSSES {
            return self.give_up(query, &pieces);
        }
        let rest = pieces.split_off(pieces.len() / 2);
        locked(&self.chunks).extend([pieces, rest].map(|pieces| Chunk { query, pieces }));
    }

    /// These are not evaluated.
    fn give_up(&self, query: usize, pieces: &[Piece]) {
        pieces.iter().for_each(|piece| self.note(query, piece, Evaluation::Cancelled));
    }
}

/// A query in parts that are one message each.
fn chunks(query: usize, of: &RlsQuery<'_>) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let (mut pieces, mut rows) = (Vec::new(), 0);
    for (asker, (_, all)) in of.askers.iter().enumerate() {
        for start in (0..all.len()).step_by(ROWS) {
            let piece = Piece { asker, rows: start..(start + ROWS).min(all.len()) };
            if pieces.len() >= AT_ONCE.0 || rows + piece.rows.len() > AT_ONCE.1 {
                chunks.push(Chunk { query, pieces: std::mem::take(&mut pieces) });
                rows = 0;
            }
            rows += piece.rows.len();
            pieces.push(piece);
        }
    }
    chunks.push(Chunk { query, pieces });
    chunks
}

async fn evaluate(
    connection: &mut Confined,
    query: &RlsQuery<'_>,
    pieces: &[Piece],
) -> Result<Vec<Evaluation>, Fault> {
    let askers = || pieces.iter().filter_map(|piece| query.askers.get(piece.asker));
    let settings: [Vec<&str>; SETTINGS.len()] = [
        askers().map(|(identity, _)| &*identity.claims).collect(),
        askers().map(|(identity, _)| &*identity.subject).collect(),
        vec![query.role; pieces.len()],
    ];
    let rows = askers().zip(pieces).map(|((_, rows), piece)| {
        let some = rows.get(piece.rows.clone()).unwrap_or_default();
        array(some.iter().map(|place| place + 1))
    });
    let rows: Vec<String> = rows.collect();
    let own: Vec<&str> = rows.iter().map(String::as_str).collect();
    let Probe { body, is_stored } = query.probe;
    let batch = Batch { role: query.role, body, settings: &settings, own: &own, shared: &query.columns };
    if is_stored { connection.evaluate_stored(batch).await } else { connection.evaluate(batch).await }
}

/// An array of numbers as PostgreSQL writes it.
fn array(numbers: impl Iterator<Item = usize>) -> String {
    let mut text = "{".to_owned();
    for number in numbers {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&number.to_string());
    }
    text.push('}');
    text
}

/// The places from zero in an array of places from one.
fn places(text: &str) -> impl Iterator<Item = usize> + '_ {
    let numbers = text.trim_matches(['{', '}']).split(',');
    numbers.filter_map(|number| number.parse::<usize>().ok()?.checked_sub(1))
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_places_are_written_and_read() {
        assert_eq!(array([3, 12].into_iter()), "{3,12}");
        assert_eq!(places("{3,12}").collect::<Vec<_>>(), [2, 11]);
        assert_eq!(places("{}").count(), 0);
    }
}
