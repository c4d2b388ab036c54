//! Reads the rows that are there, as who asks for them may see them, and writes them as if they
//! were inserted now.
//!
//! All requests of a group are answered out of one transaction, so that one snapshot says which
//! changes are in the rows. It runs as the group's role with its claims, so PostgreSQL's own rights
//! and policies decide; the filter is a condition of the query, so its indexes serve.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::timeout;
use tokio_postgres::Error;

use super::catalog::Catalog;
use super::commits::XidSnapshot;
use super::format::{ChangeFormat, ChangeMessage};
use super::groups::{Group, GroupKey, Identity};
use super::matching::Matcher;
use super::probe::KeyColumn;
use super::rls_query::SETTINGS;
use super::subscriptions::AdmissionError;
use super::table::quoted;
use super::view::View;
use super::visible::Visible;
use super::{Failure, FeedSettings};
use crate::confined::{Confined, Fault, Query};
use crate::filter::{BindError, BoundFilter};
use crate::pg_type::Types;
use crate::request::{Kind, Request};
use crate::row::{Cell, Change, Relation};
use crate::source::{Source, reason};

/// How long it may take, connecting included.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How much one group is sent, in bytes of payloads: with what waits behind it, less than a client's
/// `outbox_bytes` unless set.
const BYTES: usize = 512 << 10;
/// How much is read for that, in bytes of PostgreSQL's texts: their JSON is hardly ever shorter,
/// and never by half.
const ROOM: i64 = 1 << 20;

/// No statement is worth compiling.
const PLANS: &str = "set jit = off";
/// What is read is not changed, and what policies change is undone.
const BEGIN: &str = "begin isolation level repeatable read";
/// What the snapshot has, and when that was, in microseconds since 1970.
const SNAPSHOT: &str = "
select pg_catalog.pg_current_snapshot()::pg_catalog.text,
  pg_catalog.int8(pg_catalog.date_part('epoch'::pg_catalog.text, pg_catalog.now())
    operator(pg_catalog.*) 1000000::pg_catalog.float8)";

/// What is to be read.
pub(super) struct SnapshotRead {
    /// What the groups that wait for it have in common.
    pub(super) key: Arc<GroupKey>,
    identity: Identity,
    format: ChangeFormat,
    pieces: Vec<Piece>,
    types: Arc<Types>,
    /// How many rows a request may have.
    limit: u32,
}

/// The rows that one request asks for.
struct Piece {
    id: u32,
    request: Request,
    filter: BoundFilter,
    /// [`Table::rows`](super::table::Table::rows).
    rows: Arc<str>,
    relation: Arc<Relation>,
    primary_key: Arc<[KeyColumn]>,
    view: Arc<View>,
}

/// What was read.
#[derive(Debug)]
pub(super) struct Rows {
    /// Whose changes are in it.
    pub(super) snapshot: XidSnapshot,
    /// What the group is sent: a change for each row.
    pub(super) messages: Vec<ChangeMessage>,
}

/// Why there are none.
enum ReadError {
    /// PostgreSQL's or ours with the request.
    Refused(Failure),
    /// The connection's, or PostgreSQL's with the role.
    Failed(Error),
}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<Fault> for ReadError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Postgres(error) => Self::Failed(error),
            Fault::Overdue | Fault::Lost => Self::Refused(failed(TOO_LONG)),
        }
    }
}

impl ReadError {
    /// What PostgreSQL says against a request is a refusal of it.
    fn of(self, request: u32) -> Self {
        match self {
            Self::Failed(error) => match error.as_db_error() {
                Some(raised) => {
                    let (code, message) = (raised.code().code().into(), raised.message().to_owned());
                    Self::Refused(Failure::Unfit { request, error: BindError { code, message } })
                }
                None => Self::Failed(error),
            },
            refused @ Self::Refused(_) => refused,
        }
    }

    fn into_failure(self) -> Failure {
        match self {
            Self::Refused(failure) => failure,
            Self::Failed(error) => failed(&reason(&error)),
        }
    }
}

const TOO_LONG: &str = "it took more than 5 s";

fn failed(reason: &str) -> Failure {
    Failure::Other(format!(
        "Unable to subscribe to changes with given parameters: the rows that are there cannot be read: {reason}"
    ))
}

/// A request cannot be answered with rows.
fn unfit(request: u32, message: String) -> Failure {
    Failure::Unfit { request, error: BindError { code: "P0001".into(), message } }
}

impl SnapshotRead {
    /// What a group asks for, which is bound; refused where that cannot be read.
    pub(super) async fn plan(
        (group, key): (&Group, &Arc<GroupKey>),
        settings: &FeedSettings,
        matcher: &mut Matcher,
        catalog: &mut Catalog,
    ) -> Result<Self, AdmissionError> {
        let mut pieces = Vec::new();
        for (id, request) in group.requests.iter().filter(|(_, request)| request.snapshot) {
            pieces.push(Piece::plan((*id, request), group, settings, matcher, catalog).await?);
        }
        let (key, identity, types) = (Arc::clone(key), group.identity.clone(), Arc::clone(catalog.types()));
        let (format, limit) = (group.format, settings.snapshot_rows);
        Ok(Self { key, identity, format, pieces, types, limit })
    }

    /// Reads, over this connection or a new one, which is given back where another may use it.
    pub(super) async fn run(
        &self,
        connection: Option<Confined>,
        source: &Source,
    ) -> (Result<Rows, Failure>, Option<Confined>) {
        let read = timeout(TIMEOUT, self.connect_and_read(connection, source)).await;
        read.unwrap_or_else(|_| (Err(failed(TOO_LONG)), None))
    }

    async fn connect_and_read(
        &self,
        connection: Option<Confined>,
        source: &Source,
    ) -> (Result<Rows, Failure>, Option<Confined>) {
        let connected = match connection.filter(|it| !it.is_closed()) {
            Some(connection) => Ok(connection),
            None => Confined::connect(source, PLANS, TIMEOUT).await,
        };
        let mut confined = match connected {
            Ok(confined) => confined,
            Err(error) => {
                tracing::warn!(app = source.app(), %error, "rows cannot be read for those who ask for them");
                return (Err(failed("the database cannot be reached")), None); // where it is, is not for clients
            }
        };
        let rows = self.read(&mut confined).await.map_err(ReadError::into_failure);
        let is_well = confined.execute("rollback").await.is_ok();
        (rows, is_well.then_some(confined))
    }

    async fn read(&self, confined: &mut Confined) -> Result<Rows, ReadError> {
        confined.prepare(&self.identity.role, &SETTINGS).await?;
        confined.execute(BEGIN).await?;
        let now = confined.plain(SNAPSHOT).await?;
        let now = now.first();
        let snapshot = now.map(|row| row.try_get(0)).transpose()?.and_then(XidSnapshot::parse);
        let commit_time = now.map(|row| row.try_get(1)).transpose()?;
        let (Some(snapshot), Some(commit_time)) = (snapshot, commit_time) else {
            return Err(ReadError::Refused(Failure::Other("PostgreSQL's snapshot cannot be read".into())));
        };
        let mut rows = Rows { snapshot, messages: Vec::new() };
        let mut room = BYTES;
        for piece in &self.pieces {
            let read = self.read_piece(confined, piece, commit_time, (&mut rows.messages, &mut room));
            read.await.map_err(|error| error.of(piece.id))?;
        }
        Ok(rows)
    }

    async fn read_piece(
        &self,
        confined: &mut Confined,
        piece: &Piece,
        commit_time: i64,
        (messages, room): (&mut Vec<ChangeMessage>, &mut usize),
    ) -> Result<(), ReadError> {
        let Piece { relation, primary_key, view, request, .. } = piece;
        let (types, select) = (&*self.types, request.select.as_deref());
        let visible = Visible { relation, primary_key, types, view, select, commit_time, is_checked: false };
        let sent: Vec<usize> = (0..relation.columns.len()).filter(|&index| visible.is_sent(index)).collect();
        let (sql, parameters) = piece.query(&sent, self.limit);
        let parameters: Vec<Option<&str>> = parameters.iter().map(Option::as_deref).collect();
        let settings = self.identity.settings();
        let role = &*self.identity.role;
        let query = Query { role, settings: &settings, sql: &sql, parameters: &parameters, room: ROOM };
        let rows = confined.query(query).await?;
        let mut count = 0;
        for row in &rows {
            let values: Vec<Option<&str>> = row.try_get(0)?;
            let change = Change::Insert { new: cells(&values, &sent, relation.columns.len()) };
            let data = visible.write(&change, self.format.write);
            let message = (self.format.address)(Kind::Insert, &[piece.id], &data);
            count += 1;
            if count > self.limit {
                return Err(piece.too_large(&format!(
                    "the snapshot has more than {} rows (setting snapshot_rows)",
                    self.limit
                )));
            }
            *room = room.checked_sub(message.payload.len()).ok_or_else(|| {
                piece.too_large(&format!("the snapshot has more than {} KiB, as clients get it", BYTES >> 10))
            })?;
            messages.push(message);
        }
        Ok(())
    }
}

impl Piece {
    async fn plan(
        (id, request): (u32, &Request),
        group: &Group,
        settings: &FeedSettings,
        matcher: &mut Matcher,
        catalog: &mut Catalog,
    ) -> Result<Self, AdmissionError> {
        let unfit = |message: &str| AdmissionError::Refused(unfit(id, message.to_owned()));
        if settings.snapshot_rows == 0 {
            return Err(unfit("snapshots are off: set snapshot_rows for the app"));
        }
        let oid = catalog.tables_of(request).first().copied();
        let Some(table) = oid.and_then(|oid| catalog.table_mut(oid)) else {
            return Err(AdmissionError::Refused(Failure::NotPublished { request: id }));
        };
        let view = matcher.view(table, &group.identity.role).await?;
        if table.primary_key.is_empty() {
            return Err(unfit("a snapshot needs a table with a primary key"));
        }
        if !view.sees_key() {
            return Err(unfit("a snapshot needs the right to select the primary key"));
        }
        let columns = |name: &str| table.columns.get(name).cloned();
        let filter = request.filter.bind(&columns);
        let filter =
            filter.map_err(|error| AdmissionError::Refused(Failure::Unfit { request: id, error }))?;
        Ok(Self {
            id,
            request: request.clone(),
            filter,
            rows: table.rows(&settings.publication).await?,
            relation: Arc::clone(&table.relation),
            primary_key: Arc::clone(&table.primary_key),
            view,
        })
    }

    /// The query for one row more than the limit, with its parameters. Values come as the type's
    /// output function writes them, as in the stream, which a cast to text does not do for every
    /// type.
    fn query(&self, sent: &[usize], limit: u32) -> (String, Vec<Option<String>>) {
        let name = |index: usize| {
            let column = self.relation.columns.get(index);
            column.map_or_else(|| "null".to_owned(), |column| format!("row.{}", quoted(&column.name)))
        };
        let mut sql = "select array[".to_owned();
        for (place, &index) in sent.iter().enumerate() {
            let (comma, name) = (if place == 0 { "" } else { ", " }, name(index));
            _ = write!(
                sql,
                "{comma}case when {name} is distinct from null then pg_catalog.format('%s', {name}) end"
            );
        }
        let condition = self.filter.condition(&name);
        _ = write!(
            sql,
            "]::pg_catalog.text[] {} and ({}) limit {}",
            self.rows,
            condition.sql,
            u64::from(limit) + 1
        );
        (sql, condition.parameters)
    }

    fn too_large(&self, what: &str) -> ReadError {
        ReadError::Refused(unfit(self.id, format!("{what}; use a filter that fewer rows pass")))
    }
}

/// The row of a table of which some columns were read.
fn cells(values: &[Option<&str>], sent: &[usize], columns: usize) -> Box<[Cell]> {
    let mut cells = vec![Cell::Unchanged; columns]; // as what the stream leaves out
    for (value, &index) in values.iter().zip(sent) {
        if let Some(cell) = cells.get_mut(index) {
            *cell = value.map_or(Cell::Null, |text| Cell::Text(Bytes::copy_from_slice(text.as_bytes())));
        }
    }
    cells.into()
}
