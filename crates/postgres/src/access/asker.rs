//! Connections that questions are asked on.
//!
//! A connection takes its share of the questions that wait, and asks those of one role and
//! direction together, in one message. What a question's policies call is confined to its role
//! ([`crate::confined`]). One that takes too long is cancelled, and those behind it go to whichever
//! connection is free.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Mutex, mpsc, watch};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::rules::{self, LoadError, Rule, SETTINGS};
use super::{AccessError, Decided, Direction, Question};
use crate::confined::{self, Batch, Confined, Fault};
use crate::source::{ConnectError, Source};

/// Questions that one connection asks at once.
const AT_ONCE: usize = 64;
/// For how long the catalogue's policies are believed.
const RULES_VALID_FOR: Duration = Duration::from_secs(5);
/// How long the database may think about one question.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);
/// How often a connection that nobody asks is looked at, whether it is still there.
const LOOK: Duration = Duration::from_millis(250);
/// Rules cached by one connection.
const ROLES: usize = 1_000;
/// A connection that lasted so long was well: the next is made at once.
const WELL: Duration = Duration::from_secs(1);
/// How long a connection that was not, or that could not be made, rests before it is tried again:
/// at first, and at most.
const REST: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// A question, and where its answer goes.
pub(super) struct Job {
    pub(super) question: Question,
    pub(super) answer: Arc<watch::Sender<Option<Decided>>>,
    /// How it was asked before.
    pub(super) past: Past,
}

/// What became of a question so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Past {
    /// Its connection was lost.
    was_lost: bool,
    /// It was asked with others, of which one did not end: it is asked alone.
    is_suspect: bool,
    /// The rule was read again for it.
    was_refused: bool,
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

/// Where jobs come from, and where one is put back whose connection was lost: another may answer
/// it.
#[derive(Clone)]
struct Queue {
    jobs: Arc<Mutex<mpsc::Receiver<Job>>>,
    back: mpsc::WeakSender<Job>,
}

impl Queue {
    /// The questions that wait, as many as are one connection's share; `None` when nobody can ask
    /// any more. Those whose askers have gone are dropped: a crowd that leaves must not keep the
    /// connections from others.
    async fn next(&self, connections: usize) -> Option<Vec<Job>> {
        let mut queue = self.jobs.lock().await;
        let first = loop {
            let job = queue.recv().await?;
            if job.is_awaited() {
                break job;
            }
        };
        let mut jobs = vec![first];
        let share = queue.len().div_ceil(connections).min(AT_ONCE - 1);
        while jobs.len() <= share
            && let Ok(job) = queue.try_recv()
        {
            if job.is_awaited() {
                jobs.push(job);
            }
        }
        Some(jobs)
    }

    /// Puts a job back that another connection may answer.
    fn put_back(&self, job: Job) {
        if !job.is_awaited() {
            return;
        }
        let unanswered = match self.back.upgrade() {
            Some(queue) => queue.try_send(job).err().map(TrySendError::into_inner),
            None => Some(job),
        };
        if let Some(job) = unanswered {
            job.answer(Err(AccessError::Unreachable));
        }
    }

    /// Answers a job that failed, or puts it back, once, where its connection was lost.
    fn fail(&self, mut job: Job, error: AccessError) {
        match error {
            AccessError::Unreachable if !job.past.was_lost => {
                job.past.was_lost = true;
                self.put_back(job);
            }
            error => job.answer(Err(error)),
        }
    }
}

impl Job {
    /// Whether anybody still waits for the answer.
    fn is_awaited(&self) -> bool {
        !self.answer.is_closed()
    }

    fn answer(self, answer: Decided) {
        self.answer.send_replace(Some(answer));
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
    // Of all connections one says that the database cannot be reached, until one is made.
    let warned = Arc::new(AtomicBool::new(false));
    for _ in 0..connections.max(1) {
        let (source, queue, state, tried) = (source.clone(), queue.clone(), state.clone(), tried.clone());
        let (forgotten, warned) = (Arc::clone(forgotten), Arc::clone(&warned));
        let all = connections.max(1);
        tokio::spawn(async move {
            let report = |change: isize| {
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
                    Ok(confined) => {
                        warned.store(false, Ordering::Relaxed);
                        if !std::mem::replace(&mut counts, true) {
                            report(1);
                        }
                        let ended = Asker::new(confined).serve(&queue, (all, &forgotten)).await;
                        if ended {
                            return;
                        }
                        // It counts until the next attempt has failed: who asks meanwhile waits for
                        // that.
                        if began.elapsed() >= WELL {
                            rest = REST.0;
                            continue;
                        }
                    }
                    Err(error) => {
                        report(if std::mem::take(&mut counts) { -1 } else { 0 });
                        if !warned.swap(true, Ordering::Relaxed) {
                            tracing::warn!(
                                app = source.app(),
                                database = %source,
                                %error,
                                "the database cannot be asked about private channels; trying again"
                            );
                        }
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

async fn connect(source: &Source) -> Result<Confined, ConnectError> {
    Confined::connect(source, "", STATEMENT_TIMEOUT).await
}

/// Rules by role and direction, and when they were read.
type Rules = HashMap<(Box<str>, Direction), (Rule, Instant)>;

/// A connection that asks.
struct Asker {
    confined: Confined,
    rules: Rules,
    /// How often all had been forgotten when the rules were read.
    read_at: u64,
}

impl Asker {
    fn new(confined: Confined) -> Self {
        Self { confined, rules: Rules::new(), read_at: 0 }
    }

    /// Answers questions until the connection is lost (`false`), or nobody can ask any more
    /// (`true`).
    async fn serve(&mut self, queue: &Queue, (connections, forgotten): (usize, &AtomicU64)) -> bool {
        let mut look = tokio::time::interval(LOOK);
        while !self.confined.is_closed() {
            tokio::select! {
                jobs = queue.next(connections) => {
                    let Some(jobs) = jobs else { return true };
                    let now = forgotten.load(Ordering::Acquire);
                    if std::mem::replace(&mut self.read_at, now) != now {
                        self.rules.clear();
                    }
                    for jobs in together(jobs) {
                        self.answer_all(jobs, queue).await;
                    }
                }
                _ = look.tick() => {}
            }
        }
        false
    }

    /// Answers questions of one role and direction, or puts them back.
    async fn answer_all(&mut self, mut jobs: Vec<Job>, queue: &Queue) {
        loop {
            jobs.retain(Job::is_awaited);
            let Some(first) = jobs.first() else { return };
            if self.confined.is_closed() {
                jobs.drain(..).for_each(|job| queue.put_back(job));
                return;
            }
            let rule = match self.rule(&first.question).await {
                Ok(Rule::Always(decision)) => {
                    jobs.drain(..).for_each(|job| job.answer(Ok(decision)));
                    return;
                }
                Ok(rule) => rule,
                Err(error) => {
                    jobs.drain(..).for_each(|job| queue.fail(job, error.clone()));
                    return;
                }
            };
            match self.asked(&rule, &jobs).await {
                Ok(answers) => jobs = self.take_answers(jobs, answers, queue),
                Err(fault) => {
                    unanswered(std::mem::take(&mut jobs), &fault, queue);
                }
            }
        }
    }

    async fn asked(&mut self, rule: &Rule, jobs: &[Job]) -> Result<Vec<confined::Evaluation>, Fault> {
        let questions: Vec<&Question> = jobs.iter().map(|job| &job.question).collect();
        evaluate(&mut self.confined, rule, &questions).await
    }

    /// Hands the answers out; the questions that are to be asked again here.
    fn take_answers(
        &mut self,
        jobs: Vec<Job>,
        answers: Vec<confined::Evaluation>,
        queue: &Queue,
    ) -> Vec<Job> {
        let mut again = Vec::new();
        let mut answers = answers.into_iter();
        let mut was_slow = false;
        for mut job in jobs {
            match answers.next() {
                Some(confined::Evaluation::Value(allowed)) => {
                    job.answer(Ok(rules::decision(allowed.as_deref())));
                }
                Some(confined::Evaluation::Error { code, .. })
                    if is_stale(&code) && !job.past.was_refused =>
                {
                    // What the rule names may have changed since it was read.
                    self.rules.remove(&(job.question.role.clone(), job.question.direction));
                    job.past.was_refused = true;
                    again.push(job);
                }
                Some(confined::Evaluation::Error { message, .. }) => {
                    job.answer(Err(AccessError::Failed(message)))
                }
                Some(confined::Evaluation::Cancelled) => {
                    was_slow = true;
                    job.answer(Err(AccessError::Cancelled));
                }
                None if was_slow => queue.put_back(job),
                None => again.push(job),
            }
        }
        again
    }

    /// The rule for a question, read again when it is old.
    async fn rule(&mut self, question: &Question) -> Result<Rule, AccessError> {
        let key = (question.role.clone(), question.direction);
        let now = Instant::now();
        if let Some((rule, read)) = self.rules.get(&key)
            && now.saturating_duration_since(*read) < RULES_VALID_FOR
        {
            return Ok(rule.clone());
        }
        let rule = rules::load(&mut self.confined, &question.role, question.direction).await;
        let rule = rule.map_err(load_error)?;
        // Roles come with tokens, whose makers are trusted; still, no more are cached than there
        // can sensibly be.
        if self.rules.len() >= ROLES {
            self.rules.clear();
        }
        self.rules.insert(key, (rule.clone(), now));
        Ok(rule)
    }
}

/// Decides one question, on a connection that answers no others, whatever is cached.
pub(crate) async fn decide(confined: &mut Confined, question: &Question) -> Decided {
    let rule = rules::load(confined, &question.role, question.direction).await.map_err(load_error)?;
    if let Rule::Always(decision) = rule {
        return Ok(decision);
    }
    let answers = evaluate(confined, &rule, &[question]).await.map_err(|fault| access_error(&fault))?;
    match answers.into_iter().next() {
        Some(confined::Evaluation::Value(allowed)) => Ok(rules::decision(allowed.as_deref())),
        Some(confined::Evaluation::Error { message, .. }) => Err(AccessError::Failed(message)),
        Some(confined::Evaluation::Cancelled) | None => Err(AccessError::Cancelled),
    }
}

/// Evaluates a rule for questions of one role and direction.
async fn evaluate(
    confined: &mut Confined,
    rule: &Rule,
    questions: &[&Question],
) -> Result<Vec<confined::Evaluation>, Fault> {
    let role = questions.first().map_or("", |question| &question.role);
    let topics: Vec<&str> = questions.iter().map(|it| &*it.topic).collect();
    let settings: [Vec<&str>; SETTINGS.len()] = [
        questions.iter().map(|it| &*it.claims).collect(),
        questions.iter().map(|it| it.subject.as_deref().unwrap_or_default()).collect(),
        vec![role; questions.len()],
        topics.clone(),
        questions.iter().map(|it| &*it.headers).collect(),
    ];
    let batch = |body| Batch { role, body, settings: &settings, own: &topics, shared: &[] };
    match rule {
        Rule::Always(_) => Ok(Vec::new()),
        Rule::Ask(body) => confined.evaluate(batch(body)).await,
        Rule::AskStored(body) => confined.evaluate_stored(batch(body)).await,
    }
}

fn load_error(error: LoadError) -> AccessError {
    match error {
        LoadError::Database(fault) => access_error(&fault),
        LoadError::Missing(text) => AccessError::Failed(text.into()),
    }
}

/// Questions that can be asked in one message: those of one role and direction, and each suspect by
/// itself.
fn together(jobs: Vec<Job>) -> Vec<Vec<Job>> {
    let mut all: Vec<Vec<Job>> = Vec::new();
    for job in jobs {
        let is_like = |other: &Job| {
            !job.past.is_suspect
                && !other.past.is_suspect
                && job.question.role == other.question.role
                && job.question.direction == other.question.direction
        };
        match all.iter_mut().find(|jobs| jobs.first().is_some_and(is_like)) {
            Some(jobs) => jobs.push(job),
            None => all.push(vec![job]),
        }
    }
    all
}

/// What becomes of questions whose statement failed as a whole.
fn unanswered(jobs: Vec<Job>, fault: &Fault, queue: &Queue) {
    let is_alone = jobs.len() == 1;
    for mut job in jobs {
        match fault {
            Fault::Overdue | Fault::Lost if !is_alone => {
                job.past.is_suspect = true;
                queue.put_back(job);
            }
            fault => queue.fail(job, access_error(fault)),
        }
    }
}

/// Whether an error may come of names that have changed: those of its class, and what PostgreSQL
/// says of plans and of entries that are gone.
fn is_stale(code: &str) -> bool {
    code.starts_with("42") || matches!(code, "0A000" | "3F000" | "XX000")
}

fn access_error(fault: &Fault) -> AccessError {
    let error: &Error = match fault {
        Fault::Overdue => return AccessError::Cancelled,
        Fault::Lost => return AccessError::Unreachable,
        Fault::Postgres(error) => error,
    };
    match error.as_db_error() {
        _ if error.is_closed() => AccessError::Unreachable,
        Some(said) if *said.code() == SqlState::QUERY_CANCELED => AccessError::Cancelled,
        Some(said) if *said.code() == SqlState::ADMIN_SHUTDOWN => AccessError::Unreachable,
        Some(said) => AccessError::Failed(said.message().into()),
        None => AccessError::Unreachable,
    }
}
