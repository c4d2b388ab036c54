//! What webhooks must not forget: events that wait, requests that are under way, what was reported, what was sent.
//!
//! SQLite in `data_dir`, or in memory without one. Each commit is in the page cache before anything is sent, so the end of
//! the process loses nothing of it; the end of the machine may (`synchronous = NORMAL` in WAL mode,
//! <https://www.sqlite.org/wal.html>).

use std::path::Path;
use std::time::Duration;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::{Value, json};

use super::presence::Subject;
use crate::data_dir::{self, Tables};
use crate::settings::shown_url;

/// The process that has the file has it alone: two would send everything twice. A former one that is about to end may still
/// have it.
const TABLES: Tables = Tables {
    file: "webhooks.sqlite",
    version: 1,
    sql: SQL,
    is_exclusive: true,
    shrinks: false,
    patience: Duration::from_secs(1),
    holds: "what it has of undelivered webhooks",
};

const SQL: &str = "
    CREATE TABLE event (id INTEGER PRIMARY KEY, hook TEXT NOT NULL, channel TEXT NOT NULL, body TEXT NOT NULL);
    CREATE INDEX event_of_hook ON event (hook, id);
    -- No id is used again: an outcome may be of a request that was dropped meanwhile.
    CREATE TABLE request (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, hook TEXT NOT NULL, channels TEXT NOT NULL, events INTEGER NOT NULL,
        body TEXT NOT NULL, attempts INTEGER NOT NULL, first_ms INTEGER NOT NULL, is_redelivery INTEGER NOT NULL
    );
    CREATE TABLE reported (
        app TEXT NOT NULL, channel TEXT NOT NULL, user TEXT NOT NULL, is_channel INTEGER NOT NULL,
        PRIMARY KEY (app, channel, is_channel, user)
    ) WITHOUT ROWID;
    CREATE TABLE log (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, hook TEXT NOT NULL, body TEXT NOT NULL, events INTEGER NOT NULL,
        attempts INTEGER NOT NULL, at_ms INTEGER NOT NULL, outcome TEXT NOT NULL, is_delivered INTEGER NOT NULL
    );
    CREATE INDEX log_name ON log (name);
";

/// The tables.
pub(super) struct Store {
    db: Connection,
    /// Events that wait, and their cost; read once, then counted here.
    waiting: u64,
    waiting_bytes: u64,
}

/// One change, to be made together with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// An event waits for a receiver.
    Event { hook: Box<str>, channel: Box<str>, body: String },
    /// Receivers are notified that somebody is there, or that nobody is any more.
    Reported { subject: Subject, is_there: bool },
    /// A request was tried once more, in vain.
    Tried { id: i64 },
    /// A request is over.
    Over { id: i64, at_ms: u64, outcome: String, is_delivered: bool },
    /// A request of the log is to be sent again.
    Again { name: String, new_name: String },
}

/// A request as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) id: i64,
    /// What the receiver knows it by: the same however often it is tried.
    pub(super) name: String,
    pub(super) hook: Box<str>,
    /// No other request with events of these is composed meanwhile.
    pub(super) channels: Vec<Box<str>>,
    pub(super) events: u32,
    pub(super) body: String,
    pub(super) attempts: u32,
    /// When it was first sent, in milliseconds since 1970.
    pub(super) first_ms: u64,
    /// It was sent before, and an operator asked for it again: its events are not in order with others.
    pub(super) is_redelivery: bool,
}

/// What an event that waits takes beside its text: two entries of trees, and the slack of their pages.
const EVENT_BYTES: u64 = 100;

/// What an event takes while it waits.
pub(super) fn cost(hook: &str, channel: &str, body: &str) -> u64 {
    EVENT_BYTES + (2 * hook.len() + channel.len() + body.len()) as u64
}

/// What one request may carry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    pub(super) events: u32,
    pub(super) bytes: usize,
}

/// Events that are looked at for one request at most: more of channels that have to wait are passed over next time.
const LOOKED_AT: usize = 20_000;

/// A row of the delivery log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Logged {
    /// The request's id, as it was sent to the receiver.
    pub(crate) id: String,
    /// The receiver's, without its query.
    pub(crate) url: String,
    pub(crate) events: u32,
    pub(crate) attempts: u32,
    /// When the outcome was known, in milliseconds since 1970.
    pub(crate) time_ms: u64,
    pub(crate) delivered: bool,
    /// The receiver's status, or why there is none.
    pub(crate) outcome: String,
}

impl Logged {
    /// As the APIs have it.
    pub(crate) fn into_json(self) -> Value {
        let Self { id, url, events, attempts, time_ms, delivered, outcome } = self;
        json!({
            "id": id, "url": url, "events": events, "attempts": attempts, "time_ms": time_ms, "delivered": delivered,
            "outcome": outcome,
        })
    }
}

impl Store {
    /// Opens the tables in a directory, which is made if it is missing; in memory without one.
    ///
    /// # Errors
    /// What is wrong and what to do, in words for the operator.
    pub(super) fn open(directory: Option<&Path>) -> Result<Self, String> {
        let db = data_dir::open(directory, &TABLES)?;
        let mut store = Self { db, waiting: 0, waiting_bytes: 0 };
        store.count().map_err(|error| format!("{} in data_dir cannot be read: {error}", TABLES.file))?;
        Ok(store)
    }

    /// Events that wait.
    pub(super) fn waiting(&self) -> u64 {
        self.waiting
    }

    /// What they take, as [`cost`] says.
    pub(super) fn waiting_bytes(&self) -> u64 {
        self.waiting_bytes
    }

    fn count(&mut self) -> rusqlite::Result<()> {
        let (events, bytes): (i64, i64) = self.db.query_row(
            "SELECT count(*), coalesce(sum(2 * octet_length(hook) + octet_length(channel) + octet_length(body)), 0)
             FROM event",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        self.waiting = unsigned(events);
        self.waiting_bytes = unsigned(bytes) + self.waiting * EVENT_BYTES;
        Ok(())
    }

    /// Makes changes, all or none; of the log, the newest `log_entries` remain.
    pub(super) fn apply(&mut self, changes: &[Change], log_entries: usize) -> rusqlite::Result<()> {
        let (mut more, mut more_bytes) = (0, 0);
        let transaction = self.db.transaction()?;
        for change in changes {
            match change {
                Change::Event { hook, channel, body } => {
                    let mut insert = transaction
                        .prepare_cached("INSERT INTO event (hook, channel, body) VALUES (?1, ?2, ?3)")?;
                    insert.execute(params![&**hook, &**channel, body])?;
                    more += 1;
                    more_bytes += cost(hook, channel, body);
                }
                Change::Reported { subject, is_there } => {
                    let sql = if *is_there {
                        "INSERT OR IGNORE INTO reported (app, channel, user, is_channel) VALUES (?1, ?2, ?3, ?4)"
                    } else {
                        "DELETE FROM reported WHERE app = ?1 AND channel = ?2 AND user = ?3 AND is_channel = ?4"
                    };
                    let user = subject.user.as_deref();
                    transaction.prepare_cached(sql)?.execute(params![
                        &*subject.app,
                        &*subject.channel,
                        user.unwrap_or(""),
                        user.is_none()
                    ])?;
                }
                Change::Tried { id } => {
                    transaction
                        .prepare_cached("UPDATE request SET attempts = attempts + 1 WHERE id = ?1")?
                        .execute([id])?;
                }
                Change::Over { id, at_ms, outcome, is_delivered } => {
                    transaction
                        .prepare_cached(
                            "INSERT INTO log (name, hook, body, events, attempts, at_ms, outcome, is_delivered)
                             SELECT name, hook, body, events, attempts + 1, ?2, ?3, ?4 FROM request WHERE id = ?1",
                        )?
                        .execute(params![id, signed(*at_ms), outcome, is_delivered])?;
                    transaction.prepare_cached("DELETE FROM request WHERE id = ?1")?.execute([id])?;
                    transaction
                        .prepare_cached("DELETE FROM log WHERE id <= (SELECT max(id) FROM log) - ?1")?
                        .execute([i64::try_from(log_entries).unwrap_or(i64::MAX)])?;
                }
                Change::Again { name, new_name } => {
                    transaction
                        .prepare_cached(
                            "INSERT INTO request (name, hook, channels, events, body, attempts, first_ms, is_redelivery)
                             SELECT ?2, hook, '[]', events, body, 0, 0, 1 FROM log WHERE name = ?1 ORDER BY id DESC LIMIT 1",
                        )?
                        .execute([name, new_name])?;
                }
            }
        }
        transaction.commit()?;
        self.waiting += more;
        self.waiting_bytes += more_bytes;
        Ok(())
    }

    /// Makes a request of the oldest events for a receiver whose channel is not `held` by another request; `None` if there
    /// are none. It is known by `name` from then on.
    pub(super) fn compose(
        &mut self,
        hook: &str,
        load: Load,
        now_ms: u64,
        is_held: impl Fn(&str) -> bool,
        name: String,
    ) -> rusqlite::Result<Option<Request>> {
        let transaction = self.db.transaction()?;
        let (mut ids, mut channels) = (Vec::<i64>::new(), Vec::<Box<str>>::new());
        let (mut bodies, mut bytes) = (Vec::new(), 0);
        let mut freed = 0;
        {
            let mut select = transaction
                .prepare_cached("SELECT id, channel, body FROM event WHERE hook = ?1 ORDER BY id")?;
            let mut rows = select.query([hook])?;
            let mut looked_at = 0;
            while let Some(row) = rows.next()?
                && looked_at < LOOKED_AT
                && ids.len() < load.events as usize
            {
                looked_at += 1;
                let channel = row.get_ref(1)?.as_str()?;
                if is_held(channel) {
                    continue;
                }
                let body = row.get_ref(2)?.as_str()?;
                if !ids.is_empty() && bytes + body.len() > load.bytes {
                    break;
                }
                bytes += body.len() + 1;
                freed += cost(hook, channel, body);
                ids.push(row.get(0)?);
                if !channels.iter().any(|known| **known == *channel) {
                    channels.push(channel.into());
                }
                bodies.push(body.to_owned());
            }
        }
        if ids.is_empty() {
            return Ok(None);
        }
        {
            let mut delete = transaction.prepare_cached("DELETE FROM event WHERE id = ?1")?;
            for id in &ids {
                delete.execute([id])?;
            }
        }
        let body = body_of(now_ms, &bodies.join(","));
        let events = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        let of_channels = serde_json::to_string(&channels)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        transaction
            .prepare_cached(
                "INSERT INTO request (name, hook, channels, events, body, attempts, first_ms, is_redelivery)
                 VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, 0)",
            )?
            .execute(params![name, hook, of_channels, events, body, signed(now_ms)])?;
        let id = transaction.last_insert_rowid();
        transaction.commit()?;
        self.waiting -= ids.len() as u64;
        self.waiting_bytes -= freed;
        let hook = hook.into();
        Ok(Some(Request {
            id,
            name,
            hook,
            channels,
            events,
            body,
            attempts: 0,
            first_ms: now_ms,
            is_redelivery: false,
        }))
    }

    /// The requests that are not over, in the order in which they were made; after `id`.
    pub(super) fn requests_after(&self, id: i64) -> rusqlite::Result<Vec<Request>> {
        let mut select = self.db.prepare_cached(
            "SELECT id, name, hook, channels, events, body, attempts, first_ms, is_redelivery FROM request
             WHERE id > ?1 ORDER BY id",
        )?;
        let rows = select.query_map([id], |row| {
            let channels: String = row.get(3)?;
            let channels = serde_json::from_str(&channels)
                .map_err(|error| rusqlite::Error::FromSqlConversionFailure(3, Type::Text, error.into()))?;
            let hook: String = row.get(2)?;
            Ok(Request {
                id: row.get(0)?,
                name: row.get(1)?,
                hook: hook.into(),
                channels,
                events: row.get(4)?,
                body: row.get(5)?,
                attempts: row.get(6)?,
                first_ms: unsigned(row.get(7)?),
                is_redelivery: row.get(8)?,
            })
        })?;
        rows.collect()
    }

    /// Drops what waits for receivers that are no more; how many events and requests that were.
    pub(super) fn drop_others(&mut self, hooks: &[&str]) -> rusqlite::Result<usize> {
        let known = serde_json::to_string(hooks)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        let transaction = self.db.transaction()?;
        let others = "hook NOT IN (SELECT value FROM json_each(?1))";
        let events = transaction.execute(&format!("DELETE FROM event WHERE {others}"), [&known])?;
        let requests = transaction.execute(&format!("DELETE FROM request WHERE {others}"), [&known])?;
        transaction.commit()?;
        if events > 0 {
            self.count()?;
        }
        Ok(events + requests)
    }

    /// Whom receivers believe to be there.
    pub(super) fn reported(&self) -> rusqlite::Result<Vec<Subject>> {
        let mut select = self.db.prepare("SELECT app, channel, user, is_channel FROM reported")?;
        let rows = select.query_map([], |row| {
            let (app, channel, user): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let is_channel: bool = row.get(3)?;
            let user = (!is_channel).then(|| user.into());
            Ok(Subject { app: app.into(), channel: channel.into(), user })
        })?;
        rows.collect()
    }

    /// The receiver of a request of the log, if it is this app's.
    pub(super) fn receiver_of(&self, app: &str, name: &str) -> rusqlite::Result<Option<String>> {
        let mut select = self.db.prepare_cached(
            "SELECT hook FROM log WHERE name = ?1 AND instr(hook, ?2) = 1 ORDER BY id DESC LIMIT 1",
        )?;
        select.query_row([name, &hook_name(app, "")], |row| row.get(0)).optional()
    }

    /// The newest rows of the log that are of this app, the newest first.
    pub(super) fn log(&self, app: &str, most: usize) -> rusqlite::Result<Vec<Logged>> {
        let mut select = self.db.prepare_cached(
            "SELECT name, hook, events, attempts, at_ms, is_delivered, outcome FROM log WHERE instr(hook, ?1) = 1
             ORDER BY id DESC LIMIT ?2",
        )?;
        let of_app = hook_name(app, "");
        let rows = select.query_map(params![of_app, i64::try_from(most).unwrap_or(i64::MAX)], |row| {
            Ok(Logged {
                id: row.get(0)?,
                url: shown_url(row.get_ref(1)?.as_str()?.strip_prefix(&*of_app).unwrap_or_default()),
                events: row.get(2)?,
                attempts: row.get(3)?,
                time_ms: unsigned(row.get(4)?),
                delivered: row.get(5)?,
                outcome: row.get(6)?,
            })
        })?;
        rows.collect()
    }
}

/// The body of a request with these events, which commas separate.
pub(super) fn body_of(now_ms: u64, events: &str) -> String {
    format!("{{\"time_ms\":{now_ms},\"events\":[{events}]}}")
}

/// What the tables know a receiver by. An app's id has no blank.
pub(super) fn hook_name(app: &str, url: &str) -> String {
    format!("{app} {url}")
}

/// Numbers of SQLite have a sign; times and counts fit.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
