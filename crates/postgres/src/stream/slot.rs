//! The slot: PostgreSQL's record of how far somebody has read its log, for whom it keeps the rest.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bytes::Bytes;
use pgwire_replication::{QueryRow, ReplicationClient};
use tokio::time::timeout;
use tokio_postgres::Client;

use super::{Opened, PATIENCE, StreamError};
use crate::row::Lsn;

/// The length that PostgreSQL gives to names (`NAMEDATALEN` less its zero byte).
const MAX_NAME: usize = 63;

/// The name of a slot.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SlotName(Box<str>);

impl SlotName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SlotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for SlotName {
    type Err = SlotNameError;

    fn from_str(name: &str) -> Result<Self, SlotNameError> {
        let allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
        // A digit at the start is allowed by PostgreSQL, but not where the name stands in a command.
        let starts = name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
        if starts && name.len() <= MAX_NAME && name.bytes().all(allowed) {
            Ok(Self(name.into()))
        } else {
            Err(SlotNameError)
        }
    }
}

/// A name that a slot cannot have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotNameError;

impl fmt::Display for SlotNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a slot's name has 1 to {MAX_NAME} of a-z, 0-9 and _, and does not start with a digit")
    }
}

impl std::error::Error for SlotNameError {}

/// Drops a slot, so that the next [`Stream::open`](super::Stream::open) makes a new one: after it was lost, or when nobody
/// wants the changes any more and PostgreSQL would keep them for ever. Whether there was one.
///
/// # Errors
///
/// PostgreSQL's, for one that is in use (55006) or without the permission.
pub async fn drop_slot(client: &Client, slot: &SlotName) -> Result<bool, tokio_postgres::Error> {
    let sql = "select pg_catalog.pg_drop_replication_slot(slot_name) from pg_catalog.pg_replication_slots \
        where slot_name = $1::text::name";
    Ok(!client.query(sql, &[&slot.as_str()]).await?.is_empty())
}

/// The first question on a connection, so its limit is that of connecting.
pub(super) async fn check_wal_level(
    client: &mut ReplicationClient,
    limit: Duration,
) -> Result<(), StreamError> {
    let rows = ask(client, "show wal_level", limit).await?;
    let level = text(&rows, 0).unwrap_or_default();
    if level == "logical" { Ok(()) } else { Err(StreamError::WalLevel(level.into())) }
}

/// A publication that is missing shows only at the first change otherwise, and one that is made after the slot is not
/// found for changes that were made before it: so none is waited for.
pub(super) async fn check_publications(
    client: &mut ReplicationClient,
    wanted: &[String],
) -> Result<(), StreamError> {
    let rows = ask(client, "select pubname from pg_catalog.pg_publication", PATIENCE).await?;
    let is_there =
        |name: &str| rows.iter().any(|row| row.first().and_then(Option::as_deref) == Some(name.as_bytes()));
    match wanted.iter().find(|name| !is_there(name)) {
        Some(missing) => Err(StreamError::NoPublication(missing.clone())),
        None => Ok(()),
    }
}

/// Finds the slot as it must be, or makes it.
pub(super) async fn find_or_make(
    client: &mut ReplicationClient,
    slot: &SlotName,
    database: &str,
) -> Result<Opened, StreamError> {
    let sql = format!(
        "select plugin, database, wal_status, active_pid, confirmed_flush_lsn from pg_catalog.pg_replication_slots \
         where slot_name = '{slot}'"
    );
    let rows = ask(client, &sql, PATIENCE).await?;
    if rows.is_empty() {
        return make(client, slot).await;
    }
    let column = |index: usize| text(&rows, index);
    if column(0) != Some("pgoutput") || column(1) != Some(database) {
        return Err(StreamError::OtherSlot(slot.clone()));
    }
    if column(2) == Some("lost") {
        return Err(StreamError::SlotLost(slot.clone()));
    }
    if column(3).is_some() {
        return Err(StreamError::SlotInUse(slot.clone()));
    }
    Ok(Opened { is_new: false, went_back: false, position: position(column(4)) })
}

async fn make(client: &mut ReplicationClient, slot: &SlotName) -> Result<Opened, StreamError> {
    tracing::info!(%slot, "creating a replication slot; PostgreSQL waits for the transactions that are open now");
    let sql = format!("CREATE_REPLICATION_SLOT {slot} LOGICAL pgoutput NOEXPORT_SNAPSHOT");
    let made = client.simple_query(&sql).await.map_err(|error| StreamError::at_start(error, slot))?;
    Ok(Opened { is_new: true, went_back: false, position: position(text(&made, 1)) })
}

async fn ask(
    client: &mut ReplicationClient,
    sql: &str,
    limit: Duration,
) -> Result<Vec<QueryRow>, StreamError> {
    Ok(timeout(limit, client.simple_query(sql)).await.map_err(|_| StreamError::TimedOut)??)
}

/// A value of the only row.
fn text(rows: &[QueryRow], column: usize) -> Option<&str> {
    let value: &Bytes = rows.first()?.get(column)?.as_ref()?;
    std::str::from_utf8(value).ok()
}

fn position(text: Option<&str>) -> Lsn {
    Lsn(text.and_then(|text| pgwire_replication::Lsn::parse(text).ok()).map_or(0, |lsn| lsn.as_u64()))
}
