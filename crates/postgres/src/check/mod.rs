//! Whether a PostgreSQL has what Baton takes: each thing needed, what is wrong with it, and the SQL
//! that fixes it.

mod finding;
mod login;
mod messages;
mod publications;
mod roles;
mod server;
mod slot;
mod tables;

pub use finding::{Finding, Fix, State, report};
use tokio_postgres::{Client, Error};

use crate::setup::Name;

/// What is looked for.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The replication slot that the server reads from.
    pub slot: Name,
    /// The publication of the tables whose changes clients may hear of.
    pub publication: Name,
    /// The role that the server logs in as; none for the role of the connection.
    pub role: Option<Name>,
}

/// Looks at everything that the server needs. It reads the catalogue alone and changes nothing;
/// every role may run it.
///
/// # Errors
///
/// If the connection fails.
pub async fn check(client: &Client, wanted: &Wanted) -> Result<Vec<Finding>, Error> {
    let mut findings = server::findings(client, &wanted.slot).await?;
    findings.extend(slot::findings(client, &wanted.slot).await?);
    findings.extend(roles::findings(client, wanted.role.as_ref()).await?);
    findings.extend(publications::findings(client, &wanted.publication).await?);
    findings.extend(tables::findings(client, &wanted.publication).await?);
    findings.extend(messages::findings(client).await?);
    Ok(findings)
}

/// Whether the role of this connection has more rights than the server needs, and the SQL for a
/// weaker one.
///
/// # Errors
///
/// If the connection fails.
pub async fn excess_rights(client: &Client) -> Result<Option<Finding>, Error> {
    let role: String = client.query_one("select session_user::text", &[]).await?.try_get(0)?;
    login::excess(client, &role).await
}
