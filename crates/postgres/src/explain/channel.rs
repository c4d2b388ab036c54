//! Why a role may use a private channel, or not: the policies on `realtime.messages`.

use tokio_postgres::Client;

use super::named::{self, Evaluating, Policy};
use super::standing::{self, Rights, RowSecurity};
use super::{Asker, ExplainError};
use crate::access::{AccessError, Decision, Direction, Question, SETTINGS, decide, rows_of};
use crate::confined::{Confined, Names};
use crate::policy::Command;
use crate::row::Oid;

/// A channel, and who asks.
#[derive(Debug, Clone, Copy)]
pub struct ChannelQuestion<'a> {
    /// The channel, without `realtime:`.
    pub topic: &'a str,
    /// In whose name.
    pub asker: Asker<'a>,
}

/// What the catalogue and the policies say of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelExplanation {
    /// What the role may do with the table; `None` where the role does not exist.
    pub rights: Option<Rights>,
    /// The table's policies. Their outcomes are for broadcast first, then for presence.
    pub policies: Vec<Policy>,
    /// What a client is answered that joins.
    pub decision: Result<Decision, AccessError>,
}

/// What policies see of a request that has no headers.
const HEADERS: &str = "{}";

/// The table; null where `baton pg setup` has not made it.
const TABLE: &str = "select pg_catalog.to_regclass('realtime.messages')::oid";

/// The values that a condition has for the two kinds of messages.
const VALUES: &str = "coalesce(({condition})::pg_catalog.text, 'null'::pg_catalog.text), ','::pg_catalog.text order by extension";

pub(super) async fn explain(
    (client, confined): (&Client, &mut Confined),
    question: ChannelQuestion<'_>,
    direction: Direction,
) -> Result<ChannelExplanation, ExplainError> {
    let ChannelQuestion { topic, asker } = question;
    let table: Option<Oid> = client.query_one(TABLE, &[]).await?.try_get(0)?;
    let Some(table) = table else {
        let text = "the table realtime.messages does not exist: run `baton pg setup`";
        return Err(ExplainError::Unfit(text.to_owned()));
    };
    let command = match direction {
        Direction::Read => Command::Select,
        Direction::Write => Command::Insert,
    };
    let Some((role, rights)) = standing::read(client, table, asker.role, command).await? else {
        return Ok(ChannelExplanation { rights: None, policies: Vec::new(), decision: Ok(Decision::NONE) });
    };
    let mut policies = named::read(client, table, role, command).await?;
    if rights.has_any_column() && rights.row_security == RowSecurity::Policies {
        let values = vec![asker.claims, asker.subject, asker.role, topic, HEADERS];
        let how =
            Evaluating { table, role, command, asker, settings: (SETTINGS, values), shared: &[], own: topic };
        let rows = |names: Names, condition: &str| {
            let values = VALUES.replace("{condition}", condition);
            format!("(select pg_catalog.string_agg({values}) {})", rows_of(names))
        };
        named::evaluate((client, confined), &mut policies, &how, rows).await?;
    }
    let question = Question {
        role: asker.role.into(),
        claims: asker.claims.into(),
        subject: Some(asker.subject.into()),
        headers: HEADERS.into(),
        topic: topic.into(),
        direction,
    };
    let decision = decide(confined, &question).await;
    Ok(ChannelExplanation { rights: Some(rights), policies, decision })
}
