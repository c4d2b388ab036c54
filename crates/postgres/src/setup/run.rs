//! Running steps, one transaction each.

use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::{Client, Error};

use super::steps::Step;

/// How a step ended.
#[derive(Debug)]
pub enum Outcome {
    /// Everything in it is there.
    Done,
    /// Nothing of it was done.
    Refused(Refusal),
}

/// Why a step was not done, and what somebody else has to run.
#[derive(Debug)]
pub struct Refusal {
    /// The statement that PostgreSQL refused.
    pub statement: String,
    /// What PostgreSQL said, with its hint.
    pub error: String,
    /// Who may run the step.
    pub by: &'static str,
}

/// Runs `steps` in their order, each in a transaction of its own under an advisory lock of the
/// database, so that two runs at once are safe. A step that is refused changes nothing, and those
/// behind it are tried all the same. `before` and `after` are called for each.
///
/// # Errors
///
/// If the connection fails. The step under way is not done then, nor are those behind it.
pub async fn run(
    client: &mut Client,
    steps: &[Step],
    mut before: impl FnMut(&Step),
    mut after: impl FnMut(&Step, &Outcome),
) -> Result<(), Error> {
    for step in steps {
        before(step);
        let outcome = attempt(client, step).await?;
        after(step, &outcome);
    }
    Ok(())
}

/// How often a step is tried that met another change of the same catalogue entry: roles belong to
/// all databases, and the lock of a setup to one.
const ATTEMPTS: usize = 3;

async fn attempt(client: &mut Client, step: &Step) -> Result<Outcome, Error> {
    let mut outcome = once(client, step).await?;
    for _ in 1..ATTEMPTS {
        match outcome {
            (Outcome::Refused(_), Some(SqlState::INTERNAL_ERROR | SqlState::T_R_DEADLOCK_DETECTED)) => {
                outcome = once(client, step).await?;
            }
            _ => break,
        }
    }
    Ok(outcome.0)
}

async fn once(client: &mut Client, step: &Step) -> Result<(Outcome, Option<SqlState>), Error> {
    let transaction = client.transaction().await?;
    let opening = Step::opening();
    for statement in std::iter::once(&*opening).chain(step.statements()) {
        if let Err(error) = transaction.batch_execute(statement).await {
            let Some(raised) = error.as_db_error() else { return Err(error) };
            let outcome = Outcome::Refused(refusal(step, statement, raised));
            transaction.rollback().await?;
            return Ok((outcome, Some(raised.code().clone())));
        }
    }
    transaction.commit().await?;
    Ok((Outcome::Done, None))
}

fn refusal(step: &Step, statement: &str, raised: &DbError) -> Refusal {
    let more = [raised.detail(), raised.hint()].into_iter().flatten().map(|text| format!("; {text}"));
    let error = format!("{}{}", raised.message(), more.collect::<String>());
    Refusal { statement: statement.to_owned(), error, by: step.by }
}
