//! What clients' filters cannot be decided without, asked of PostgreSQL in the subscriber's role: a
//! filter may name types whose conditions, casts and operators users of the database wrote.

use std::time::Duration;

use tokio::time::Instant;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;

use super::groups::Identity;
use super::run;
use super::time_budget::TimeBudget;
use crate::confined::{Confined, Fault, Query};
use crate::filter::Question;
use crate::source::{ConnectError, Source};

/// How long PostgreSQL may think about a client's filter, for one row: a client chooses it, and
/// everybody waits. One that takes longer is given up.
const LIMIT: Duration = Duration::from_millis(250);
/// How long all filters together may take beyond the rule, however many they are: two seconds at
/// once, and a tenth of the time. When that is used up, one that takes longer than the rule is
/// treated as one over the limit.
const ALL: (Duration, u32) = (Duration::from_secs(2), 10);
/// For the subscriptions of a filter that took too long.
pub(super) const TOO_SLOW: &str = "Unable to subscribe to changes with given parameters: the filter took the database more than 250 ms for \
                        one row; use a simpler one in place of match or imatch, and subscribe again";
/// So many ways to the database and back, and so much more, is the rule.
const TIMES: u32 = 4;
const MARGIN: Duration = Duration::from_millis(2);

/// The connection that asks.
pub(super) struct FilterQueries {
    confined: Confined,
    source: Source,
    budget: TimeBudget,
    /// What the way to the database and back takes.
    way: Duration,
}

/// What PostgreSQL answered.
pub(super) enum FilterAnswer {
    /// Whether the condition is true.
    Holds(bool),
    /// It refused: `SQLSTATE` and message.
    Refused { code: Box<str>, message: Box<str> },
    /// It took too long.
    TimedOut,
}

impl FilterQueries {
    pub(super) async fn connect(source: &Source) -> Result<Self, ConnectError> {
        let confined = Confined::connect(source, "", LIMIT).await?;
        let budget = TimeBudget::new(ALL.0, ALL.1);
        let mut questions = Self { confined, source: source.clone(), budget, way: Duration::ZERO };
        questions.measure().await.ok(); // the next question reports what is wrong
        Ok(questions)
    }

    /// Asks whether a condition holds for a user.
    pub(super) async fn ask(
        &mut self,
        identity: &Identity,
        question: &Question,
    ) -> Result<FilterAnswer, run::Fault> {
        let parameters: Vec<Option<&str>> = question.parameters.iter().map(Option::as_deref).collect();
        let sql = format!("select array[({})::pg_catalog.text]", question.sql);
        let began = Instant::now();
        let outcome = self.query(identity, &sql, &parameters).await;
        if !self.allows(began.elapsed()).await && outcome.is_ok() {
            return Ok(FilterAnswer::TimedOut);
        }
        match outcome {
            Ok(rows) => {
                let values = rows.first().map(|row| row.try_get::<_, Vec<Option<&str>>>(0)).transpose()?;
                Ok(FilterAnswer::Holds(values.is_some_and(|values| values.first() == Some(&Some("true")))))
            }
            Err(Fault::Overdue | Fault::Lost) => {
                self.confined =
                    Confined::connect(&self.source, "", LIMIT).await.map_err(run::Fault::Connect)?;
                Ok(FilterAnswer::TimedOut)
            }
            Err(Fault::Postgres(error)) => match error.as_db_error() {
                None => Err(error.into()),
                Some(refusal) if *refusal.code() == SqlState::QUERY_CANCELED => Ok(FilterAnswer::TimedOut),
                Some(refusal) => Ok(FilterAnswer::Refused {
                    code: refusal.code().code().into(),
                    message: refusal.message().into(),
                }),
            },
        }
    }

    /// Whether a question may take so long, after all that others have taken.
    async fn allows(&mut self, took: Duration) -> bool {
        if self.budget.allows(took.saturating_sub(self.as_a_rule())) {
            return true;
        }
        // The way may have become longer.
        self.measure().await.is_ok() && took <= self.as_a_rule()
    }

    /// What a question takes where PostgreSQL does not think.
    fn as_a_rule(&self) -> Duration {
        self.way * TIMES + MARGIN
    }

    async fn measure(&mut self) -> Result<(), Fault> {
        let began = Instant::now();
        self.confined.plain("select 1").await?;
        self.way = began.elapsed();
        Ok(())
    }

    async fn query(
        &mut self,
        identity: &Identity,
        sql: &str,
        parameters: &[Option<&str>],
    ) -> Result<Vec<Row>, Fault> {
        let settings = identity.settings();
        let query = Query { role: &identity.role, settings: &settings, sql, parameters, room: i64::MAX };
        self.confined.query(query).await
    }

    /// The connection, for what is asked of the catalogue in a role's name.
    pub(super) fn confined(&mut self) -> &mut Confined {
        &mut self.confined
    }
}
