//! The stream of a database's changes, from a slot that stays: PostgreSQL keeps what was not
//! acknowledged, however long nobody listens, and sends it again.
//!
//! One connection asks and then streams: it looks at the settings, the publications and the slot,
//! makes the slot if there is none, and starts. What comes is decoded one message at a time, in the
//! order of commits, and a transaction comes only when it is committed, without those that others
//! do meanwhile. Nothing here connects again: an error says whether that is worth while
//! ([`StreamError::remedy`]).
//!
//! What is held in memory: [`BUFFERED_EVENTS`] events and one message of at most
//! [`StreamSettings::message_bytes`], and the description of each table that has changed, at most
//! [`MAX_COLUMNS`] columns together. Larger messages are cut out as they arrive, since anybody who
//! may log in can write one of up to 1 GB (`pg_logical_emit_message`).

mod error;
mod relations;
mod slot;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use pgwire_replication::{ReplicationClient, ReplicationConfig, ReplicationEvent};
use tokio::time::timeout;

use crate::pgoutput::{self, Message, Truncate};
use crate::row::{Change, Lsn, Relation};
use crate::source::{LEAST_BYTES, Source};

pub use error::{Remedy, ServerError, StreamError};
pub use relations::MAX_COLUMNS;
use relations::Relations;
pub use slot::{SlotName, SlotNameError, drop_slot};

/// How many events may wait for the reader. The connection is not read while they do, so PostgreSQL
/// waits too. Each holds one row at most: with rows of a kilobyte that is 64 KiB, with the largest
/// that are let through it is 64 times [`StreamSettings::message_bytes`]. On two cores 300,000 rows
/// came at 200,000 to 300,000 a second with 64 as with 1,024, and at half of that with 8.
pub const BUFFERED_EVENTS: usize = 64;

/// The largest message unless the settings say otherwise, one row as text, and the old row with it:
/// 64 MiB.
pub const MESSAGE_BYTES: usize = 64 << 20;

/// How often what was acknowledged is reported to PostgreSQL; it may end a connection that says
/// nothing for `wal_sender_timeout`, one minute unless set.
const STATUS_INTERVAL: Duration = Duration::from_secs(1);

/// How long a question about the slot, or the start, may take. Making a slot is not limited: it
/// waits for transactions that are open.
const PATIENCE: Duration = Duration::from_secs(30);

/// PostgreSQL counts microseconds from 2000; between that and 1970 lie 10,957 days.
const EPOCH: i64 = 10_957 * 86_400 * 1_000_000;

/// What to stream.
#[derive(Debug, Clone)]
pub struct StreamSettings {
    /// The slot, which is made if it is missing.
    pub slot: SlotName,
    /// The publications, which must exist.
    pub publications: Vec<String>,
    /// The largest message that is read, in bytes, 1,024 at least. Of a larger one, nothing is
    /// buffered: in place of a row's change comes [`Event::Omitted`], and a message of
    /// `pg_logical_emit_message` does not come.
    pub message_bytes: usize,
    /// What the reader remembers as acknowledged, or zero. A slot forgets up to a checkpoint's time
    /// of it when PostgreSQL crashes; what ended before this does not come again even so.
    pub done: Lsn,
}

/// How the stream began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened {
    /// The slot was made now: changes from before are not in it, and if there was a slot, what it
    /// held is lost.
    pub is_new: bool,
    /// PostgreSQL's log ends before [`StreamSettings::done`], which is then put aside: it is
    /// another server than it was, a restored one or one that took over without having got all.
    pub went_back: bool,
    /// What the slot had as acknowledged. Transactions that were committed behind it, and behind
    /// [`StreamSettings::done`], will come.
    pub position: Lsn,
}

/// What comes in the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A transaction begins.
    Begin {
        /// Where its commit is in the log.
        final_lsn: Lsn,
        /// When it was committed, in microseconds since 1970.
        commit_time: i64,
        /// Its number.
        xid: u32,
    },
    /// A table as it is for the changes that follow: before its first change, and after it was
    /// altered.
    Relation(Arc<Relation>),
    /// A row changed.
    Change {
        /// Its table as it was then.
        relation: Arc<Relation>,
        /// What happened.
        change: Change,
    },
    /// A row changed, and the change is larger than [`StreamSettings::message_bytes`].
    Omitted {
        /// Its table.
        relation: Arc<Relation>,
        /// How large it is.
        bytes: u32,
    },
    /// Tables were emptied.
    Truncate {
        /// The tables.
        relations: Box<[Arc<Relation>]>,
        /// `CASCADE` was given.
        cascade: bool,
        /// `RESTART IDENTITY` was given.
        restart_identity: bool,
    },
    /// The transaction is complete.
    Commit {
        /// Where its commit is in the log.
        lsn: Lsn,
        /// Where the log goes on after it: what to [acknowledge](Stream::acknowledge).
        end_lsn: Lsn,
        /// When it was committed, in microseconds since 1970.
        commit_time: i64,
    },
    /// A message of `pg_logical_emit_message`.
    Message {
        /// What it is called.
        prefix: Box<str>,
        /// What it says.
        content: Bytes,
        /// Where it is in the log.
        lsn: Lsn,
        /// Whether it belongs to the transaction around it; if not, it comes at once and between
        /// transactions.
        transactional: bool,
    },
    /// The log grew without a change that concerns these publications, or nothing happens. It never
    /// comes within a transaction.
    KeepAlive {
        /// All that was committed before this has come. When all of it is done with, this may be
        /// acknowledged, so that PostgreSQL need not keep a log in which nothing stands.
        wal_end: Lsn,
    },
}

/// A stream of changes. Dropped, it leaves the slot as it was last acknowledged.
pub struct Stream {
    client: ReplicationClient,
    relations: Relations,
    acknowledged: Lsn,
    in_transaction: bool,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("acknowledged", &self.acknowledged).finish_non_exhaustive()
    }
}

impl Stream {
    /// Connects, makes the slot if it is missing, and starts where the slot was last acknowledged.
    ///
    /// It takes as long as the URL's `connect_timeout`, then 30 seconds at most for each step, but
    /// for a slot that is made: PostgreSQL waits until all transactions that are open by then have
    /// ended.
    ///
    /// # Errors
    ///
    /// [`StreamError`], sorted by who can help.
    pub async fn open(source: &Source, settings: &StreamSettings) -> Result<(Self, Opened), StreamError> {
        match Self::open_behind(source, settings, settings.done).await? {
            Some(opened) => Ok(opened),
            None => {
                let (stream, opened) =
                    Self::open_behind(source, settings, Lsn(0)).await?.ok_or(StreamError::Ended)?;
                Ok((stream, Opened { went_back: true, ..opened }))
            }
        }
    }

    /// `None`, if the log does not reach `done`.
    async fn open_behind(
        source: &Source,
        settings: &StreamSettings,
        done: Lsn,
    ) -> Result<Option<(Self, Opened)>, StreamError> {
        let message_bytes = settings.message_bytes.max(LEAST_BYTES);
        let config =
            source.replication(settings.slot.as_str(), &settings.publications, message_bytes).await?;
        let mut client = ReplicationClient::connect_gated(tune(config, message_bytes, done)).await?;
        match start(&mut client, source, settings, done).await {
            Ok(Some(opened)) => Ok(Some((Self::new(client), opened))),
            other => {
                client.abort(); // its task may still wait for the network
                other.map(|_| None)
            }
        }
    }

    fn new(client: ReplicationClient) -> Self {
        Self { client, relations: Relations::default(), acknowledged: Lsn::default(), in_transaction: false }
    }

    /// The next event. It may be dropped before it answers, without a loss.
    ///
    /// # Errors
    ///
    /// [`StreamError`], after which the stream is to be opened again.
    pub async fn next(&mut self) -> Result<Event, StreamError> {
        loop {
            let event = self.client.recv().await.map_err(StreamError::from)?.ok_or(StreamError::Ended)?;
            if let Some(event) = self.take(event)? {
                return Ok(event);
            }
        }
    }

    /// Tells PostgreSQL, within a second, that all before this position is done with: it will not
    /// send it again, and may drop its log of it. A position below an earlier one changes nothing.
    pub fn acknowledge(&mut self, lsn: Lsn) {
        self.acknowledged = self.acknowledged.max(lsn);
        self.client.update_applied_lsn(pgwire_replication::Lsn::from_u64(lsn.0));
    }

    /// Ends the stream once what was acknowledged was reported to PostgreSQL, or after two seconds.
    pub async fn close(mut self) {
        let metrics = self.client.metrics();
        let reported = async {
            while metrics.last_applied_lsn().as_u64() < self.acknowledged.0 && self.client.is_running() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let _ = timeout(2 * STATUS_INTERVAL, reported).await;
        let _ = timeout(2 * STATUS_INTERVAL, self.client.shutdown()).await;
    }

    fn take(&mut self, event: ReplicationEvent) -> Result<Option<Event>, StreamError> {
        Ok(Some(match event {
            ReplicationEvent::XLogData { data, .. } => return self.decode(data),
            ReplicationEvent::Begin { final_lsn, xid, commit_time_micros } => {
                self.in_transaction = true;
                let commit_time = since_1970(commit_time_micros);
                Event::Begin { final_lsn: Lsn(final_lsn.as_u64()), commit_time, xid }
            }
            ReplicationEvent::Commit { lsn, end_lsn, commit_time_micros } => {
                self.in_transaction = false;
                let commit_time = since_1970(commit_time_micros);
                Event::Commit { lsn: Lsn(lsn.as_u64()), end_lsn: Lsn(end_lsn.as_u64()), commit_time }
            }
            ReplicationEvent::Message { transactional, lsn, prefix, content } => {
                Event::Message { prefix: prefix.into(), content, lsn: Lsn(lsn.as_u64()), transactional }
            }
            ReplicationEvent::KeepAlive { wal_end, .. } if !self.in_transaction => {
                Event::KeepAlive { wal_end: Lsn(wal_end.as_u64()) }
            }
            ReplicationEvent::KeepAlive { .. } => return Ok(None),
            ReplicationEvent::StoppedAt { .. } => return Err(StreamError::Ended),
        }))
    }

    fn decode(&mut self, data: Bytes) -> Result<Option<Event>, StreamError> {
        Ok(Some(match pgoutput::decode(data)? {
            Message::Relation(relation) => Event::Relation(self.relations.note(relation)?),
            Message::Change(oid, change) => {
                Event::Change { relation: self.relations.of_change(oid, &change)?, change }
            }
            Message::Truncate(Truncate { relations, cascade, restart_identity }) => {
                let relations =
                    relations.iter().map(|&oid| self.relations.get(oid)).collect::<Result<_, _>>()?;
                Event::Truncate { relations, cascade, restart_identity }
            }
            Message::Omitted { table, bytes } => {
                Event::Omitted { relation: self.relations.get(table)?, bytes }
            }
            Message::Ignored => return Ok(None),
        }))
    }
}

fn tune(config: ReplicationConfig, message_bytes: usize, done: Lsn) -> ReplicationConfig {
    config
        .with_buffer_size(BUFFERED_EVENTS)
        .with_max_message_size(message_bytes)
        .with_status_interval(STATUS_INTERVAL)
        .with_start_lsn(pgwire_replication::Lsn::from_u64(done.0))
}

/// Looks at everything that the stream needs, and starts it; `None`, if the log does not reach
/// `done`.
async fn start(
    client: &mut ReplicationClient,
    source: &Source,
    settings: &StreamSettings,
    done: Lsn,
) -> Result<Option<Opened>, StreamError> {
    slot::check_wal_level(client, source.connect_timeout()).await?;
    let system = timeout(PATIENCE, client.identify_system()).await.map_err(|_| StreamError::TimedOut)??;
    if system.xlogpos.as_u64() < done.0 {
        return Ok(None);
    }
    slot::check_publications(client, &settings.publications).await?;
    let opened = slot::find_or_make(client, &settings.slot, source.database()).await?;
    client.start().await?;
    let started = timeout(PATIENCE, client.wait_started()).await.map_err(|_| StreamError::TimedOut)?;
    started.map_err(|error| StreamError::at_start(error, &settings.slot))?;
    Ok(Some(opened))
}

fn since_1970(since_2000: i64) -> i64 {
    since_2000.saturating_add(EPOCH)
}
