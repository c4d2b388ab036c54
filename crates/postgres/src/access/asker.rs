//! Connections that questions are asked on.
//!
//! A question is two messages, sent without waiting: who asks, and the expression. Many questions are on their way at once.
//! One task polls all of a connection's questions, so that the two messages of each stand next to each other.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Mutex, mpsc, watch};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::rules::{self, LoadError, Rule};
use super::{AccessError, Answer, Decision, Direction, Question};
use crate::source::{ConnectError, Source};

/// Questions on their way on one connection.
const AT_ONCE: usize = 64;
/// For how long the catalogue's policies are believed.
const RULES_KEPT_FOR: Duration = Duration::from_secs(5);
/// How long the database may think about one question.
const STATEMENT_TIMEOUT: &str = "5s";
/// How often a connection that nobody asks is looked at, whether it is still there.
const LOOK: Duration = Duration::from_millis(250);
/// Rules kept by one connection.
const ROLES: usize = 1_000;
/// A connection that lasted so long was well: the next is made at once.
const WELL: Duration = Duration::from_secs(1);
/// How long a connection that was not, or that could not be made, rests before it is tried again: at first, and at most.
const REST: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Who asks. The settings hold until the next question on the connection, which sets all of them.
const IDENTITY: &str = "
select set_config('role', $1, false), set_config('request.jwt.claims', $2, false),
       set_config('request.jwt.claim.sub', $3, false), set_config('request.jwt.claim.role', $1, false),
       set_config('realtime.topic', $4, false), set_config('request.headers', $5, false)";

/// A question, and where its answer goes.
pub(super) struct Job {
    pub(super) question: Question,
    pub(super) answer: watch::Sender<Option<Answer>>,
    /// Whether it has failed before.
    pub(super) again: bool,
}

/// How the connections are.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct State {
    connected: usize,
    /// Whether all have been tried.
    tried: bool,
}

impl State {
    /// Whether there is a connection.
    pub(super) fn is_up(self) -> bool {
        self.connected > 0
    }

    /// Whether asking is in vain for now.
    pub(super) fn is_down(self) -> bool {
        self.tried && self.connected == 0
    }
}

/// Where jobs come from, and where one is put back whose connection was lost: another may answer it.
#[derive(Clone)]
struct Queue {
    jobs: Arc<Mutex<mpsc::Receiver<Job>>>,
    back: mpsc::WeakSender<Job>,
}

impl Queue {
    async fn next(&self) -> Option<Job> {
        self.jobs.lock().await.recv().await
    }

    /// Puts a job back that another connection may answer.
    fn put_back(&self, job: Job) {
        let unanswered = match self.back.upgrade() {
            Some(queue) => queue.try_send(job).err().map(TrySendError::into_inner),
            None => Some(job),
        };
        if let Some(job) = unanswered {
            drop(job.answer.send(Some(Err(AccessError::Unreachable))));
        }
    }

    /// Answers a job that failed, or puts it back, once, where its connection was lost.
    fn fail(&self, job: Job, error: AccessError) {
        match error {
            AccessError::Unreachable if !job.again => self.put_back(Job { again: true, ..job }),
            error => drop(job.answer.send(Some(Err(error)))),
        }
    }
}

/// Opens the connections; they close when the queue's sender is dropped.
pub(super) fn start(
    source: &Source,
    connections: usize,
    (queue, back): (mpsc::Receiver<Job>, mpsc::WeakSender<Job>),
    forgotten: &Arc<AtomicU64>,
) -> watch::Receiver<State> {
    let (state, watched) = watch::channel(State::default());
    let queue = Queue { jobs: Arc::new(Mutex::new(queue)), back };
    let (state, tried) = (Arc::new(state), Arc::new(AtomicUsize::new(0)));
    for _ in 0..connections.max(1) {
        let (source, queue, state, tried) = (source.clone(), queue.clone(), state.clone(), tried.clone());
        let forgotten = Arc::clone(forgotten);
        let all = connections.max(1);
        tokio::spawn(async move {
            let tell = |change: isize| {
                let tried = tried.load(Ordering::Relaxed) >= all;
                state.send_modify(|state| {
                    state.connected = state.connected.saturating_add_signed(change);
                    state.tried = tried;
                });
            };
            let (mut rest, mut counts) = (REST.0, false);
            loop {
                let began = Instant::now();
                let connected = connect(&source).await;
                tried.fetch_add(1, Ordering::Relaxed);
                match connected {
                    Ok(asking) => {
                        if !std::mem::replace(&mut counts, true) {
                            tell(1);
                        }
                        let ended = serve(&asking, &queue, &forgotten).await;
                        if ended {
                            return;
                        }
                        // It counts until the next attempt has failed: who asks meanwhile waits for that.
                        if began.elapsed() >= WELL {
                            rest = REST.0;
                            continue;
                        }
                    }
                    Err(error) => {
                        tell(if std::mem::take(&mut counts) { -1 } else { 0 });
                        tracing::warn!(%error, "the database cannot be asked about private channels; trying again");
                    }
                }
                tokio::select! {
                    () = tokio::time::sleep(rest) => rest = (rest * 2).min(REST.1),
                    () = state.closed() => return,
                }
            }
        });
    }
    watched
}

/// A connection, which asks as others.
struct Asking {
    client: Client,
    identity: Statement,
}

async fn connect(source: &Source) -> Result<Asking, ConnectError> {
    let client = source.connect().await?;
    let timeout = format!("set statement_timeout = '{STATEMENT_TIMEOUT}'");
    client.batch_execute(&timeout).await.map_err(ConnectError::Postgres)?;
    let identity = client.prepare(IDENTITY).await.map_err(ConnectError::Postgres)?;
    Ok(Asking { client, identity })
}

/// What of a connection asks.
#[derive(Clone, Copy)]
struct Asker<'a> {
    client: &'a Client,
    identity: &'a Statement,
}

/// Rules and the statements that ask them, by role and direction.
type Rules = HashMap<(Box<str>, Direction), (Prepared, Instant)>;

#[derive(Clone)]
enum Prepared {
    Always(Decision),
    Ask(Statement),
}

/// Answers questions until the connection is lost (`false`), or nobody can ask any more (`true`).
async fn serve(asking: &Asking, queue: &Queue, forgotten: &AtomicU64) -> bool {
    let Asking { client, identity } = asking;
    let mut look = tokio::time::interval(LOOK);
    let asking = Asker { client, identity };
    let mut rules = Rules::new();
    let mut read_at = 0;
    let mut asked = FuturesUnordered::new();
    loop {
        tokio::select! {
            job = queue.next(), if asked.len() < AT_ONCE => {
                let Some(job) = job else { return true };
                if client.is_closed() {
                    queue.put_back(job);
                    break;
                }
                let now = forgotten.load(Ordering::Acquire);
                if std::mem::replace(&mut read_at, now) != now {
                    rules.clear();
                }
                match prepared(&asking, &mut rules, &job.question).await {
                    Ok(Prepared::Always(decision)) => drop(job.answer.send(Some(Ok(decision)))),
                    Ok(Prepared::Ask(statement)) => asked.push(ask(asking, statement, job)),
                    Err(error) => queue.fail(job, error),
                }
            }
            Some(refused) = asked.next() => {
                // The tables may have changed since the statement was prepared, which then is parsed with the role's
                // rights and may fail for that alone: it is prepared anew, once for each question.
                let Some(Refused { job, error }) = refused else { continue };
                if matches!(error, AccessError::Unreachable) {
                    queue.fail(job, error);
                    continue;
                }
                rules.remove(&(job.question.role.clone(), job.question.direction));
                match prepared(&asking, &mut rules, &job.question).await {
                    Ok(Prepared::Ask(statement)) if !job.again => {
                        asked.push(ask(asking, statement, Job { again: true, ..job }));
                    }
                    Ok(Prepared::Always(decision)) => drop(job.answer.send(Some(Ok(decision)))),
                    Ok(Prepared::Ask(_)) | Err(_) => queue.fail(job, error),
                }
            }
            _ = look.tick() => {}
        }
        if client.is_closed() {
            break;
        }
    }
    while let Some(refused) = asked.next().await {
        if let Some(Refused { job, error }) = refused {
            queue.fail(job, error);
        }
    }
    false
}

/// The rule for a question, read anew when it is old. Nothing else is sent meanwhile, so the connection may be itself again.
async fn prepared(
    asking: &Asker<'_>,
    rules: &mut Rules,
    question: &Question,
) -> Result<Prepared, AccessError> {
    let key = (question.role.clone(), question.direction);
    let now = Instant::now();
    if let Some((prepared, read)) = rules.get(&key)
        && now.saturating_duration_since(*read) < RULES_KEPT_FOR
    {
        return Ok(prepared.clone());
    }
    let prepared = read(asking.client, question).await.map_err(|error| match error {
        LoadError::Database(error) => access_error(&error),
        LoadError::Missing(text) => AccessError::Failed(text.into()),
    })?;
    // Roles come with tokens, whose makers are trusted; still, no more are kept than there can sensibly be.
    if rules.len() >= ROLES {
        rules.clear();
    }
    rules.insert(key, (prepared.clone(), now));
    Ok(prepared)
}

async fn read(client: &Client, question: &Question) -> Result<Prepared, LoadError> {
    // Expressions are written with all names in full where the path is empty, and are parsed with the server's rights, as
    // policies are that have been parsed long ago.
    client.batch_execute("reset role; set search_path = ''").await?;
    let rule = rules::load(client, &question.role, question.direction).await;
    // Functions that policies call may rely on the usual path, and a statement that was prepared under another is parsed
    // again, by then with the role's rights.
    client.batch_execute("reset search_path").await?;
    Ok(match rule? {
        Rule::Always(decision) => Prepared::Always(decision),
        Rule::Ask(sql) => Prepared::Ask(prepare_as(client, &question.role, &sql).await?),
    })
}

/// A question that the database did not answer, and what it said.
struct Refused {
    job: Job,
    error: AccessError,
}

/// Prepares with the server's own rights, or, where it has none of its own, with the role's.
pub(crate) async fn prepare_as(client: &Client, role: &str, sql: &str) -> Result<Statement, Error> {
    match client.prepare(sql).await {
        Err(error) if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
            client.query("select set_config('role', $1, false)", &[&role]).await?;
            client.prepare(sql).await
        }
        outcome => outcome,
    }
}

async fn ask(asking: Asker<'_>, statement: Statement, job: Job) -> Option<Refused> {
    let Question { role, claims, subject, headers, topic, .. } = &job.question;
    let subject = subject.as_deref().unwrap_or_default();
    let (role, claims, headers, topic): (&str, &str, &str, &str) = (role, claims, headers, topic);
    let who: [&(dyn ToSql + Sync); 5] = [&role, &claims, &subject, &topic, &headers];
    let what: [&(dyn ToSql + Sync); 1] = [&topic];
    // Both are sent, in this order, before either is answered.
    let (identity, rows) = tokio::join!(
        biased;
        asking.client.query(asking.identity, &who),
        asking.client.query(&statement, &what),
    );
    // An answer to somebody else's question is none: without the identity the role is the previous one's.
    let answer = identity.and(rows).and_then(|rows| {
        let mut decision = Decision::NONE;
        for row in rows {
            let (extension, allowed): (&str, bool) = (row.try_get(0)?, row.try_get(1)?);
            match extension {
                "presence" => decision.presence = allowed,
                _ => decision.broadcast = allowed,
            }
        }
        Ok(decision)
    });
    match answer.map_err(|error| access_error(&error)) {
        Err(error @ (AccessError::Failed(_) | AccessError::Unreachable)) => {
            return Some(Refused { job, error });
        }
        answer => drop(job.answer.send(Some(answer))),
    }
    None
}

fn access_error(error: &Error) -> AccessError {
    match error.as_db_error() {
        _ if error.is_closed() => AccessError::Unreachable,
        Some(said) if *said.code() == SqlState::QUERY_CANCELED => AccessError::Cancelled,
        Some(said) if *said.code() == SqlState::ADMIN_SHUTDOWN => AccessError::Unreachable,
        Some(said) => AccessError::Failed(said.message().into()),
        None => AccessError::Unreachable,
    }
}
