//! Which rows somebody may see, asked of PostgreSQL as its role and with its claims.
//!
//! Those of one role who wait for rows of one table are asked about together, in one message that lists them
//! ([`crate::confined`]). Each is a statement of its own there: a policy with `(select auth.uid())` is evaluated once in a
//! statement, and would judge all by the first.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::Instant;

use super::groups::Identity;
use super::run;
use super::time_budget::TimeBudget;
use crate::confined::{Batch, Body, Confined, Evaluation, Fault};
use crate::row::Oid;
use crate::source::{ConnectError, Source};

/// What holds for one judgement.
pub(super) const SETTINGS: [&str; 3] =
    ["request.jwt.claims", "request.jwt.claim.sub", "request.jwt.claim.role"];

/// How PostgreSQL is to think about rows: they are looked up by their key, by a plan that is made once. A plan of a time when
/// the table was small would read the whole table for each, until statistics are taken anew; planning for each question takes
/// longer than answering it; and compiling what has no index, longer still.
const PLANS: &str = "set enable_seqscan = off; set plan_cache_mode = force_generic_plan; set jit = off";

/// How long PostgreSQL may think about one judgement.
const LIMIT: Duration = Duration::from_secs(2);
/// How long all judgements of a batch may take: everybody waits for them. Who was not judged by then is told.
const ALL: Duration = Duration::from_secs(4);
/// How long the judgements of one table may take beyond what policies take as a rule, over all batches: so much at once, and a quarter of
/// the time. When that is used up, those who wait for judgements of that table are suspended.
const OF_TABLE: (Duration, u32) = (ALL, 4);
/// What one message of judgements takes as a rule, and each row in it: ten times what a busy database needs.
const AS_A_RULE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(2));
/// How often a table's judgements may end their connection in one batch. It is asked about half of them each time, to find out whose.
const LOSSES: usize = 8;
/// Judgements that are one message, and rows in all of them.
const AT_ONCE: (usize, usize) = (64, 2_000);
/// Rows of one judgement. More are several.
const ROWS: usize = 128;

/// A question about rows of one table.
pub(super) struct RlsQuery<'a> {
    pub(super) table: Oid,
    pub(super) role: &'a str,
    pub(super) probe: Probe<'a>,
    /// For each column that the probe takes, the values of the rows.
    pub(super) columns: Vec<Vec<Option<&'a str>>>,
    /// Who asks, each about some of the rows, by their places.
    pub(super) askers: Vec<(&'a Identity, &'a [usize])>,
}

/// What looks at rows: an expression of the places of some, which gives the places of those that are seen, as texts of
/// arrays.
#[derive(Debug, Clone, Copy)]
pub(super) struct Probe<'a> {
    pub(super) body: &'a Body,
    /// Whether the login has to understand it.
    pub(super) is_stored: bool,
}

/// What one asker sees.
#[derive(Debug, Clone, Default)]
pub(super) struct VisibleRows {
    /// The places of rows.
    pub(super) seen: HashSet<usize>,
    /// Whether not all was judged in time.
    pub(super) is_slow: bool,
}

/// Of one asker some rows.
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

/// Some pieces of one question.
struct Chunk {
    ask: usize,
    pieces: Vec<Piece>,
}

/// What there is to do, and what came of it.
struct Work<'a> {
    asks: &'a [RlsQuery<'a>],
    until: Instant,
    chunks: Mutex<VecDeque<Chunk>>,
    /// For each question and asker.
    sights: Mutex<Vec<Vec<VisibleRows>>>,
    /// FilterQueries whose policies do not let themselves be cancelled, or take too much time or too many connections.
    endless: Mutex<HashSet<usize>>,
    /// How often each question ended its connection.
    losses: Mutex<HashMap<usize, usize>>,
}

/// Tables that a role cannot be asked about, of which a line in the log has said so.
type Warned = Mutex<HashSet<(Oid, Box<str>)>>;

/// Tables whose judgements took longer than as a rule, with what is left of the time that they may have.
type TimeBudgets = Mutex<HashMap<Oid, TimeBudget>>;

/// What outlasts a batch.
struct Lasting<'a> {
    source: &'a Source,
    warned: &'a Warned,
    budgets: &'a TimeBudgets,
}

/// The connections.
pub(super) struct RlsQueries {
    rls_queries: Vec<Confined>,
    source: Source,
    warned: Warned,
    budgets: TimeBudgets,
}

impl RlsQueries {
    pub(super) async fn connect(source: &Source, connections: usize) -> Result<Self, ConnectError> {
        let mut rls_queries = Vec::with_capacity(connections);
        for _ in 0..connections.max(1) {
            rls_queries.push(Confined::connect(source, PLANS, LIMIT).await?);
        }
        let (warned, budgets) = (Mutex::default(), Mutex::default());
        Ok(Self { rls_queries, source: source.clone(), warned, budgets })
    }

    /// Rights may have changed.
    pub(super) fn forget(&mut self) {
        self.warned.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        // Tables that were dropped are in it as well.
        self.budgets.get_mut().unwrap_or_else(PoisonError::into_inner).retain(|_, budget| !budget.is_full());
    }

    /// What each asker of each question sees.
    ///
    /// # Errors
    /// If a connection is lost. What PostgreSQL refuses is not seen.
    pub(super) async fn visible(
        &mut self,
        asks: &[RlsQuery<'_>],
    ) -> Result<Vec<Vec<VisibleRows>>, run::Fault> {
        let work = Work::new(asks);
        let lasting = Lasting { source: &self.source, warned: &self.warned, budgets: &self.budgets };
        let each = self.rls_queries.iter_mut().map(|prober| work.done_by(prober, &lasting));
        for outcome in join_all(each).await {
            outcome?;
        }
        Ok(work.sights.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<'a> Work<'a> {
    fn new(asks: &'a [RlsQuery<'a>]) -> Self {
        let mut chunks = VecDeque::new();
        for (ask, of) in asks.iter().enumerate() {
            let (mut pieces, mut rows) = (Vec::new(), 0);
            for (asker, (_, all)) in of.askers.iter().enumerate() {
                for start in (0..all.len()).step_by(ROWS) {
                    let piece = Piece { asker, rows: start..(start + ROWS).min(all.len()) };
                    if pieces.len() >= AT_ONCE.0 || rows + piece.rows.len() > AT_ONCE.1 {
                        chunks.push_back(Chunk { ask, pieces: std::mem::take(&mut pieces) });
                        rows = 0;
                    }
                    rows += piece.rows.len();
                    pieces.push(piece);
                }
            }
            chunks.push_back(Chunk { ask, pieces });
        }
        let sights = asks.iter().map(|ask| vec![VisibleRows::default(); ask.askers.len()]).collect();
        let (chunks, sights) = (Mutex::new(chunks), Mutex::new(sights));
        let (endless, losses) = (Mutex::default(), Mutex::default());
        Self { asks, until: Instant::now() + ALL, chunks, sights, endless, losses }
    }

    async fn done_by(&self, prober: &mut Confined, lasting: &Lasting<'_>) -> Result<(), run::Fault> {
        let Lasting { source, warned, .. } = *lasting;
        while let Some(Chunk { ask: number, mut pieces }) = self.next() {
            let Some(ask) = self.asks.get(number) else { continue };
            while !pieces.is_empty() {
                let is_late = Instant::now() >= self.until || locked(&self.endless).contains(&number);
                if is_late || lasting.is_exhausted(ask.table) {
                    self.give_up(number, &pieces);
                    break;
                }
                let began = Instant::now();
                let outcome = answers(prober, ask, &pieces).await;
                // Who is cancelled is suspended alone.
                if let Ok(answers) = &outcome
                    && !answers.contains(&Evaluation::Cancelled)
                    && !lasting.allows(ask.table, pieces.iter().take(answers.len()), began.elapsed())
                {
                    locked(&self.endless).insert(number);
                }
                match outcome {
                    Ok(answers) if answers.is_empty() => {
                        self.give_up(number, &pieces);
                        pieces.clear();
                    }
                    Ok(answers) => {
                        let rest = pieces.split_off(answers.len().min(pieces.len()));
                        pieces
                            .iter()
                            .zip(answers)
                            .for_each(|(piece, answer)| self.note(number, piece, answer));
                        pieces = rest;
                    }
                    Err(Fault::Overdue) => {
                        locked(&self.endless).insert(number);
                        *prober =
                            Confined::connect(source, PLANS, LIMIT).await.map_err(run::Fault::Connect)?;
                    }
                    Err(Fault::Lost) => {
                        *prober =
                            Confined::connect(source, PLANS, LIMIT).await.map_err(run::Fault::Connect)?;
                        self.lost(number, std::mem::take(&mut pieces));
                    }
                    Err(Fault::Postgres(error)) if error.as_db_error().is_none() => return Err(error.into()),
                    Err(Fault::Postgres(error)) => {
                        if locked(warned).insert((ask.table, ask.role.into())) {
                            let (app, table, role) = (source.app(), ask.table, ask.role);
                            tracing::warn!(app, %error, table, role, "rows of a table cannot be looked at; nobody sees them");
                        }
                        pieces.clear();
                    }
                }
            }
        }
        Ok(())
    }

    fn next(&self) -> Option<Chunk> {
        locked(&self.chunks).pop_front()
    }

    fn note(&self, ask: usize, piece: &Piece, answer: Evaluation) {
        let mut sights = locked(&self.sights);
        let Some(sight) = sights.get_mut(ask).and_then(|sights| sights.get_mut(piece.asker)) else { return };
        match answer {
            Evaluation::Value(value) => sight.seen.extend(places(value.as_deref().unwrap_or_default())),
            Evaluation::Cancelled => sight.is_slow = true,
            // An error for one row must not hide the others.
            Evaluation::Error { .. } if piece.rows.len() > 1 => {
                locked(&self.chunks).push_front(Chunk { ask, pieces: piece.halves().into() });
            }
            Evaluation::Error { message, .. } => {
                let role = self.asks.get(ask).map(|ask| ask.role);
                tracing::debug!(error = %message, role, "rows are not shown: the policies raised an error");
            }
        }
    }

    /// The connection ended while these were judged. Whose policy it was is found by halves; the others are judged then.
    fn lost(&self, ask: usize, mut pieces: Vec<Piece>) {
        let losses = {
            let mut losses = locked(&self.losses);
            let count = losses.entry(ask).or_default();
            *count += 1;
            *count
        };
        if losses > LOSSES {
            locked(&self.endless).insert(ask);
        }
        if pieces.len() <= 1 || losses > LOSSES {
            return self.give_up(ask, &pieces);
        }
        let rest = pieces.split_off(pieces.len() / 2);
        locked(&self.chunks).extend([pieces, rest].map(|pieces| Chunk { ask, pieces }));
    }

    /// Nobody has judged these.
    fn give_up(&self, ask: usize, pieces: &[Piece]) {
        pieces.iter().for_each(|piece| self.note(ask, piece, Evaluation::Cancelled));
    }
}

impl Lasting<'_> {
    /// Whether a table's judgements took so long that it is not asked about for now.
    fn is_exhausted(&self, table: Oid) -> bool {
        locked(self.budgets).get_mut(&table).is_some_and(TimeBudget::is_exhausted)
    }

    /// Whether a table's judgements may go on taking so long.
    fn allows<'p>(&self, table: Oid, judged: impl Iterator<Item = &'p Piece>, took: Duration) -> bool {
        let rows: usize = judged.map(|piece| piece.rows.len()).sum();
        let rule = AS_A_RULE.0 + AS_A_RULE.1 * u32::try_from(rows).unwrap_or(u32::MAX);
        let excess = took.saturating_sub(rule);
        if excess.is_zero() {
            return true;
        }
        let mut budgets = locked(self.budgets);
        budgets.entry(table).or_insert_with(|| TimeBudget::new(OF_TABLE.0, OF_TABLE.1)).allows(excess)
    }
}

async fn answers(
    prober: &mut Confined,
    ask: &RlsQuery<'_>,
    pieces: &[Piece],
) -> Result<Vec<Evaluation>, Fault> {
    let askers = || pieces.iter().filter_map(|piece| ask.askers.get(piece.asker));
    let settings: [Vec<&str>; SETTINGS.len()] = [
        askers().map(|(identity, _)| &*identity.claims).collect(),
        askers().map(|(identity, _)| &*identity.subject).collect(),
        vec![ask.role; pieces.len()],
    ];
    let rows = askers().zip(pieces).map(|((_, rows), piece)| {
        let some = rows.get(piece.rows.clone()).unwrap_or_default();
        array(some.iter().map(|place| place + 1))
    });
    let rows: Vec<String> = rows.collect();
    let own: Vec<&str> = rows.iter().map(String::as_str).collect();
    let Probe { body, is_stored } = ask.probe;
    let batch = Batch { role: ask.role, body, settings: &settings, own: &own, shared: &ask.columns };
    if is_stored { prober.evaluate_stored(batch).await } else { prober.evaluate(batch).await }
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
