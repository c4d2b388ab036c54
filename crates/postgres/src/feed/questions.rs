//! What clients' filters cannot be decided without, asked of PostgreSQL in the role of who follows: a filter may name types
//! whose conditions, casts and operators users of the database wrote.

use std::time::Duration;

use tokio_postgres::Row;
use tokio_postgres::error::SqlState;

use super::groups::Identity;
use super::run;
use crate::confined::{Confined, Fault, Query};
use crate::filter::Question;
use crate::source::{ConnectError, Source};

/// How long PostgreSQL may think about a client's filter, for one row: a client chooses it, and everybody waits. One that
/// takes longer is not followed any more.
const LIMIT: Duration = Duration::from_millis(250);

/// The connection that asks.
pub(super) struct Questions {
    confined: Confined,
    source: Source,
}

/// What PostgreSQL said.
pub(super) enum Said {
    /// Whether the condition is true.
    Holds(bool),
    /// It refused: `SQLSTATE` and message.
    Refused { code: Box<str>, message: Box<str> },
    /// It took too long.
    Nothing,
}

impl Questions {
    pub(super) async fn connect(source: &Source) -> Result<Self, ConnectError> {
        let confined = Confined::connect(source, "", LIMIT).await?;
        Ok(Self { confined, source: source.clone() })
    }

    /// Asks whether a condition holds for somebody.
    pub(super) async fn ask(&mut self, identity: &Identity, question: &Question) -> Result<Said, run::Fault> {
        let parameters: Vec<Option<&str>> = question.parameters.iter().map(Option::as_deref).collect();
        let sql = format!("select array[({})::pg_catalog.text]", question.sql);
        match self.query(identity, &sql, &parameters).await {
            Ok(rows) => {
                let values = rows.first().map(|row| row.try_get::<_, Vec<Option<&str>>>(0)).transpose()?;
                Ok(Said::Holds(values.is_some_and(|values| values.first() == Some(&Some("true")))))
            }
            Err(Fault::Overdue) => {
                self.confined =
                    Confined::connect(&self.source, "", LIMIT).await.map_err(run::Fault::Connect)?;
                Ok(Said::Nothing)
            }
            Err(Fault::Postgres(error)) => match error.as_db_error() {
                None => Err(error.into()),
                Some(said) if *said.code() == SqlState::QUERY_CANCELED => Ok(Said::Nothing),
                Some(said) => {
                    Ok(Said::Refused { code: said.code().code().into(), message: said.message().into() })
                }
            },
        }
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
