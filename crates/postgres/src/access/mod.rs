//! Who may read and write which private channel, by the policies on `realtime.messages`.
//!
//! A row of that table stands for a message: who may select it may hear the channel, and who may
//! insert it may speak. The original inserts rows, looks which of them the role sees, and rolls
//! back. Here the policies' own expressions are taken from the catalogue ([`rules`]) and evaluated
//! by PostgreSQL, as the role and with its claims, over a row that is nowhere: nothing is written,
//! no dead rows are left behind, and many questions are one message ([`asker`]). What is decided
//! holds for [`VALID_FOR`] ([`decisions`]); equal questions at once are asked once.

mod asker;
mod decisions;
mod rules;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};

pub(crate) use self::asker::decide;
use self::asker::{Job, Past, State};
use self::decisions::Decisions;
pub(crate) use self::rules::{SETTINGS, rows_of};
use crate::source::Source;

/// For how long a decision is believed. A policy's tables may change meanwhile.
pub const VALID_FOR: Duration = Duration::from_secs(60);
/// How long somebody waits for an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Questions that wait for a connection. One more is refused.
const QUEUE: usize = 10_000;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To hear what is said.
    Read,
    /// To say something.
    Write,
}

/// A question about a channel.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// The database's role that the user acts in.
    pub role: Box<str>,
    /// All claims of its token, as a JSON object.
    pub claims: Box<str>,
    /// The claim `sub`.
    pub subject: Option<Box<str>>,
    /// What policies see of the user's request, as a JSON object (`request.headers`).
    pub headers: Box<str>,
    /// The channel, without `realtime:`.
    pub topic: Box<str>,
    /// What is asked for.
    pub direction: Direction,
}

/// What the policies allow, for each of the two things that a channel carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Decision {
    /// Rows with `extension = 'broadcast'`.
    pub broadcast: bool,
    /// Rows with `extension = 'presence'`.
    pub presence: bool,
}

impl Decision {
    const ALL: Self = Self { broadcast: true, presence: true };
    pub(crate) const NONE: Self = Self { broadcast: false, presence: false };
}

/// Why there is no decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessError {
    /// The database cannot be reached.
    Unreachable,
    /// Too many questions wait.
    Busy,
    /// The database took longer than `statement_timeout`, or than anybody waits.
    Cancelled,
    /// The database's own words: a role that does not exist, or a policy that raises an error.
    Failed(Box<str>),
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("the database cannot be reached"),
            Self::Busy => write!(f, "{QUEUE} questions wait for the database already"),
            Self::Cancelled => f.write_str("the database took too long"),
            Self::Failed(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for AccessError {}

/// How often policies were asked, and what came of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PolicyCounts {
    /// Questions that were not answered from memory; who asks the same at the same time counts too.
    pub questions: u64,
    /// Of these, those that ended with an [`AccessError`]: unreachable, busy, cancelled and failed.
    pub failures: [u64; 4],
}

#[derive(Debug, Default)]
struct Counters {
    questions: AtomicU64,
    failures: [AtomicU64; 4],
}

impl Counters {
    fn asked(&self) {
        self.questions.fetch_add(1, Ordering::Relaxed);
    }

    fn answered(&self, outcome: &Decided) {
        let [unreachable, busy, cancelled, failed] = &self.failures;
        let counter = match outcome {
            Ok(_) => return,
            Err(AccessError::Unreachable) => unreachable,
            Err(AccessError::Busy) => busy,
            Err(AccessError::Cancelled) => cancelled,
            Err(AccessError::Failed(_)) => failed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

type Decided = Result<Decision, AccessError>;

/// Asks the database, and remembers.
pub struct Policies {
    jobs: mpsc::Sender<Job>,
    state: watch::Receiver<State>,
    decisions: Mutex<Decisions>,
    /// Questions that have been asked and not answered.
    asked: Mutex<HashMap<Question, Weak<watch::Sender<Option<Decided>>>>>,
    counters: Counters,
    /// How often all was forgotten: what was asked or read before that may be as it was then.
    forgotten: Arc<AtomicU64>,
}

impl Policies {
    /// Keeps `connections` open, in tasks of the runtime that this is called in, until it is
    /// dropped.
    pub fn start(source: &Source, connections: usize) -> Arc<Self> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let forgotten = Arc::new(AtomicU64::new(0));
        let state = asker::start(source, connections, (queue, jobs.downgrade()), &forgotten);
        let (decisions, asked, counters) = (Mutex::default(), Mutex::default(), Counters::default());
        Arc::new(Self { jobs, state, decisions, asked, counters, forgotten })
    }

    /// Whether the database can be asked.
    pub fn is_connected(&self) -> bool {
        self.state.borrow().is_up()
    }

    /// How often the database was asked since the start, and what came of it.
    pub fn counts(&self) -> PolicyCounts {
        let Counters { questions, failures } = &self.counters;
        PolicyCounts {
            questions: questions.load(Ordering::Relaxed),
            failures: std::array::from_fn(|n| failures[n].load(Ordering::Relaxed)),
        }
    }

    /// What is known already.
    pub fn known(&self, question: &Question) -> Option<Decision> {
        self.decisions.lock().unwrap_or_else(PoisonError::into_inner).get(question, Instant::now())
    }

    /// Forgets every decision and rule: rows that policies read have changed, or the policies.
    pub fn forget(&self) {
        self.forgotten.fetch_add(1, Ordering::AcqRel);
        self.decisions.lock().unwrap_or_else(PoisonError::into_inner).clear();
        // Who asks from now on does not share an answer that was on its way.
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Decides.
    ///
    /// # Errors
    /// Those of [`AccessError`]; none is remembered.
    pub async fn ask(&self, question: Question) -> Decided {
        match self.known(&question) {
            Some(decision) => Ok(decision),
            None => self.ask_again(question).await,
        }
    }

    /// Decides, whatever has been decided before.
    ///
    /// # Errors
    /// As [`Policies::ask`]; what has been decided before stays.
    pub async fn ask_again(&self, question: Question) -> Decided {
        self.counters.asked();
        let outcome = self.ask_database(question).await;
        self.counters.answered(&outcome);
        outcome
    }

    async fn ask_database(&self, question: Question) -> Decided {
        if self.state.borrow().is_down() {
            return Err(AccessError::Unreachable);
        }
        let forgotten = self.forgotten.load(Ordering::Acquire);
        let _asking = Asking { policies: self, question: &question };
        let mut state = self.state.clone();
        let answered = async {
            // The question that this asker joins may be dropped at that moment, as all others have
            // gone: then it is asked once more.
            for _ in 0..2 {
                let mut answer = self.answer_of(&question)?;
                if let Ok(answer) = answer.wait_for(Option::is_some).await {
                    return answer.clone().unwrap_or(Err(AccessError::Unreachable));
                }
            }
            Err(AccessError::Unreachable) // the connections ended with it
        };
        let outcome = tokio::select! {
            biased;
            answered = tokio::time::timeout(PATIENCE, answered) => answered.unwrap_or(Err(AccessError::Cancelled)),
            // Nobody takes questions any more; this one may have come just before.
            _ = state.wait_for(|state| state.is_down()) => Err(AccessError::Unreachable),
        };
        if let Ok(decision) = outcome {
            let mut decisions = self.decisions.lock().unwrap_or_else(PoisonError::into_inner);
            if self.forgotten.load(Ordering::Acquire) == forgotten {
                decisions.keep(question.clone(), decision, Instant::now());
            }
        }
        outcome
    }

    /// Where the answer will stand; asks unless somebody has.
    fn answer_of(&self, question: &Question) -> Result<watch::Receiver<Option<Decided>>, AccessError> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = asked.get(question).and_then(Weak::upgrade).filter(|it| !it.is_closed()) {
            return Ok(answer.subscribe());
        }
        let (sender, answer) = watch::channel(None);
        let sender = Arc::new(sender);
        asked.insert(question.clone(), Arc::downgrade(&sender));
        let job = Job { question: question.clone(), answer: sender, past: Past::default() };
        self.jobs.try_send(job).map_err(|_| AccessError::Busy)?;
        Ok(answer)
    }
}

/// One who waits for the answer to a question. When the last has gone, answered or not, the question
/// is forgotten, and is not asked if it still stands in the queue.
struct Asking<'a> {
    policies: &'a Policies,
    question: &'a Question,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let mut asked = self.policies.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let is_awaited = |answer: &Weak<watch::Sender<Option<Decided>>>| {
            answer.upgrade().is_some_and(|answer| !answer.is_closed() && answer.borrow().is_none())
        };
        if asked.get(self.question).is_some_and(|answer| !is_awaited(answer)) {
            asked.remove(self.question);
        }
    }
}

impl fmt::Debug for Policies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policies").finish_non_exhaustive()
    }
}
