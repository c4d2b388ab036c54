//! The database of an app, as its sessions and its HTTP API reach it.

use std::sync::Arc;

use baton_postgres::access::{AccessError, Decision, Direction as Asking, Policies, Question};
use baton_protocols::{App, Direction, Permissions, PolicyAnswer, PolicyError, PolicyQuestion};
use tokio::runtime::Handle;

/// A database.
pub(crate) struct Database {
    policies: Arc<Policies>,
    runtime: Handle,
}

impl Database {
    /// Begins to connect to the database that the app's settings name; `None` where they name none.
    ///
    /// # Errors
    /// If the setting is no URL of a database, in words for the operator.
    pub(crate) fn of(app: &App, runtime: &Handle) -> Result<Option<Self>, String> {
        let url = app.database_url.reveal();
        if url.is_empty() {
            return Ok(None);
        }
        let config = url.parse().map_err(|_| {
            format!(
                "database_url of the app {:?} cannot be read: write it as postgresql://USER:PASSWORD@HOST:PORT/NAME",
                app.id
            )
        })?;
        let _inside = runtime.enter();
        let connections = usize::try_from(app.database_connections).unwrap_or(1);
        Ok(Some(Self { policies: Policies::start(&config, connections), runtime: runtime.clone() }))
    }

    /// What is known of a question already.
    pub(crate) fn known(&self, question: &PolicyQuestion<'_>) -> Option<Permissions> {
        self.policies.known(&asked(question)).map(permissions)
    }

    /// Asks, and calls `told` with the answer from another thread.
    pub(crate) fn ask(
        &self,
        question: &PolicyQuestion<'_>,
        told: impl FnOnce(PolicyAnswer) + Send + 'static,
    ) {
        let (question, policies) = (asked(question), Arc::clone(&self.policies));
        self.runtime.spawn(async move { told(answer(policies.ask(question).await)) });
    }

    /// Asks, and waits.
    pub(crate) async fn decide(&self, question: &PolicyQuestion<'_>) -> PolicyAnswer {
        answer(self.policies.ask(asked(question)).await)
    }
}

fn asked(question: &PolicyQuestion<'_>) -> Question {
    let PolicyQuestion { topic, direction, claims } = *question;
    Question {
        role: claims.role.clone(),
        claims: claims.json.clone(),
        subject: claims.subject.clone(),
        topic: topic.into(),
        direction: match direction {
            Direction::Read => Asking::Read,
            Direction::Write => Asking::Write,
        },
    }
}

fn permissions(Decision { broadcast, presence }: Decision) -> Permissions {
    Permissions { broadcast, presence }
}

fn answer(decided: Result<Decision, AccessError>) -> PolicyAnswer {
    decided.map(permissions).map_err(|error| match error {
        AccessError::Unreachable => PolicyError::Unreachable,
        AccessError::Busy => PolicyError::Busy,
        AccessError::Cancelled => PolicyError::Cancelled,
        AccessError::Failed(text) => PolicyError::Failed(text),
    })
}
