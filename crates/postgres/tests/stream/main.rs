//! The stream of changes from a real PostgreSQL: what is done there, and the lines that come here.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a helper of a test fails as the test does"
)]

mod connections;
mod rows;
mod slots;
mod tables;
mod transactions;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use baton_postgres::pg_type::Types;
use baton_postgres::row::{Cell, Change, Lsn, OldRow, Relation};
use baton_postgres::source::Source;
use baton_postgres::stream::{Event, MESSAGE_BYTES, Opened, Stream, StreamError, StreamSettings};
use baton_postgres::testing::Postgres;
use tokio::time::timeout;

/// How long an event may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A database with the publication `changes`.
struct Database {
    server: Arc<Postgres>,
    name: String,
}

/// A server has ten slots, and tests that share one leave none behind.
impl Drop for Database {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.run(DROP_SLOTS);
        }
    }
}

/// Ends who reads from the slots of this database, and drops them.
const DROP_SLOTS: &str = "\
    do $$ declare slot text; begin \
        for slot in select slot_name from pg_replication_slots where database = current_database() loop \
            perform pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = slot; \
            loop begin \
                perform pg_drop_replication_slot(slot); exit; \
            exception when object_in_use then perform pg_sleep(0.01); end; end loop; \
        end loop; \
    end $$";

impl Database {
    /// One of the server that tests share, with a publication of all tables.
    fn new(sql: &str) -> Self {
        Self::on(Postgres::shared(), sql, "for all tables")
    }

    fn on(server: Arc<Postgres>, sql: &str, publication: &str) -> Self {
        let database = Self { name: server.database(), server };
        database.run(sql);
        database.run(&format!("create publication changes {publication}"));
        database
    }

    fn run(&self, sql: &str) -> String {
        self.server.psql(&self.name, sql)
    }

    fn source(&self) -> Source {
        self.server.url(&self.name).parse().unwrap()
    }

    /// Slots have names of their own in a server, not in a database.
    fn settings(&self) -> StreamSettings {
        StreamSettings {
            slot: format!("slot_{}", self.name).parse().unwrap(),
            publications: vec!["changes".into()],
            message_bytes: MESSAGE_BYTES,
            done: Lsn::default(),
        }
    }

    async fn try_open(&self) -> Result<(Stream, Opened), StreamError> {
        Stream::open(&self.source(), &self.settings()).await
    }

    /// A stream, once those before have left the slot.
    async fn open(&self) -> (Stream, Opened) {
        let opened = timeout(TIMEOUT, async {
            loop {
                match self.try_open().await {
                    Err(StreamError::SlotInUse(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
                    opened => return opened.unwrap(),
                }
            }
        });
        opened.await.expect("the slot should become free")
    }

    /// A stream, and the lines of what `sql` does. PostgreSQL describes a table again whenever its caches were emptied; what
    /// says nothing new is left out.
    async fn lines(&self, sql: &str) -> Vec<String> {
        let (mut stream, _) = self.open().await;
        self.run(sql);
        self.run("select pg_logical_emit_message(false, 'end', '')");
        let (mut lines, mut tables) = (Vec::new(), HashMap::new());
        loop {
            match next(&mut stream).await {
                Event::Message { prefix, .. } if &*prefix == "end" => break,
                Event::Relation(relation) if tables.get(&relation.oid) == Some(&relation) => {}
                event => {
                    lines.extend(line(&event));
                    if let Event::Relation(relation) = event {
                        tables.insert(relation.oid, relation);
                    }
                }
            }
        }
        stream.close().await;
        lines
    }
}

async fn next(stream: &mut Stream) -> Event {
    timeout(TIMEOUT, stream.next()).await.expect("an event should come").unwrap()
}

/// The error that ends a stream.
async fn end(stream: &mut Stream) -> StreamError {
    let ended = timeout(TIMEOUT, async {
        loop {
            if let Err(error) = stream.next().await {
                return error;
            }
        }
    });
    ended.await.expect("the stream should end")
}

/// The next transaction: the lines of its changes, and the position behind it.
async fn transaction(stream: &mut Stream) -> (Vec<String>, Lsn) {
    let mut lines = Vec::new();
    loop {
        match next(stream).await {
            Event::Commit { end_lsn, .. } => return (lines, end_lsn),
            Event::Relation(_) => {}
            event => lines.extend(line(&event)),
        }
    }
}

/// An event in a line; begin, commit and keepalive are none.
fn line(event: &Event) -> Option<String> {
    Some(match event {
        Event::Begin { .. } | Event::Commit { .. } | Event::KeepAlive { .. } => return None,
        Event::Relation(relation) => described(relation),
        Event::Change { relation, change } => changed(relation, change),
        // In whole thousands: a message has a few bytes more than its row.
        Event::Omitted { relation, bytes } => format!("omitted {} {}", name(relation), bytes / 1_000 * 1_000),
        Event::Truncate { relations, cascade, restart_identity } => {
            let names: Vec<_> = relations.iter().map(|relation| name(relation)).collect();
            let options = [(*cascade, " cascade"), (*restart_identity, " restart")];
            let options: String = options.iter().filter(|(given, _)| *given).map(|(_, text)| *text).collect();
            format!("truncate {}{options}", names.join(" "))
        }
        Event::Message { prefix, content, transactional, .. } => {
            let when = if *transactional { "in" } else { "outside" };
            format!("message {prefix} {:?} {when}", String::from_utf8_lossy(content))
        }
    })
}

fn name(relation: &Relation) -> String {
    format!("{}.{}", relation.schema, relation.table)
}

/// `table schema.name Default id*:int4 name:text`, with a star at what identifies a row.
fn described(relation: &Relation) -> String {
    let types = Types::built_in();
    let columns = relation.columns.iter().map(|column| {
        let type_name = types.name(column.type_oid).map_or("?".into(), str::to_owned);
        format!(" {}{}:{type_name}", column.name, if column.is_identity { "*" } else { "" })
    });
    format!("table {} {:?}{}", name(relation), relation.identity, columns.collect::<String>())
}

fn changed(relation: &Relation, change: &Change) -> String {
    let name = name(relation);
    match change {
        Change::Insert { new } => format!("insert {name} {}", row(new)),
        Change::Update { old: None, new } => format!("update {name} {}", row(new)),
        Change::Update { old: Some(before), new } => format!("update {name} {} to {}", old(before), row(new)),
        Change::Delete { old: before } => format!("delete {name} {}", old(before)),
    }
}

fn old(row_before: &OldRow) -> String {
    match row_before {
        OldRow::Key(cells) => format!("key {}", row(cells)),
        OldRow::Full(cells) => format!("full {}", row(cells)),
    }
}

/// Values between bars; `-` is `NULL`, `=` what was not sent, and a long value its length.
fn row(cells: &[Cell]) -> String {
    let cells = cells.iter().map(|cell| match cell {
        Cell::Null => "-".into(),
        Cell::Unchanged => "=".into(),
        Cell::Text(text) if text.len() > 100 => format!("{} bytes", text.len()),
        Cell::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
    });
    cells.collect::<Vec<String>>().join("|")
}
