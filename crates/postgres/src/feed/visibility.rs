//! Which rows a group may see, asked of PostgreSQL as its role and with its claims.
//!
//! A question is two messages on a connection that many share: who asks, and the rows' keys, many at once. The claims are
//! never put into one statement with those of others: a policy with `(select auth.uid())` is evaluated once in a statement,
//! and would judge all by the first.

use std::collections::{HashMap, HashSet};

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::groups::Identity;
use crate::access::prepare_as;
use crate::row::Oid;
use crate::source::{ConnectError, Source};

/// How long PostgreSQL may think about one question: rows that it did not judge in time are not shown. And how: rows are
/// looked up by their key, by a plan that is made once. A plan of a time when the table was small would read the whole table
/// for each, until statistics are taken anew; planning for each question takes longer than answering it; and compiling what
/// has no index, longer still.
const SETTINGS: &str = "set statement_timeout = '5s'; set enable_seqscan = off; set plan_cache_mode = force_generic_plan; \
    set jit = off";

/// Who asks. The settings hold until the next question on the connection, which sets all of them.
const IDENTITY: &str = "
select set_config('role', $1, false), set_config('request.jwt.claims', $2, false),
       set_config('request.jwt.claim.sub', $3, false), set_config('request.jwt.claim.role', $1, false)";

/// A question about rows of one table.
pub(super) struct Ask<'a> {
    pub(super) table: Oid,
    pub(super) probe: Probe<'a>,
    pub(super) identity: &'a Identity,
    /// For each column that the probe takes, the values of the rows.
    pub(super) columns: Vec<Vec<Option<&'a str>>>,
}

/// A statement that looks at rows.
#[derive(Debug, Clone, Copy)]
pub(super) enum Probe<'a> {
    /// Rows of the table, by their key: [`Table::probe`](super::table::Table::probe).
    Rows(&'a str),
    /// Rows by all their values: [`Table::image_probe`](super::table::Table::image_probe), of which each role has another.
    Images { role: &'a str, sql: &'a str },
}

impl Probe<'_> {
    fn sql(&self) -> &str {
        match self {
            Self::Rows(sql) | Self::Images { sql, .. } => sql,
        }
    }

    fn role(&self) -> &str {
        match self {
            Self::Rows(_) => "",
            Self::Images { role, .. } => role,
        }
    }
}

/// The connections.
pub(super) struct Probers {
    probers: Vec<Prober>,
}

struct Prober {
    client: Client,
    identity: Statement,
    /// By table, and by role where that matters.
    probes: HashMap<(Oid, Box<str>), Statement>,
}

impl Probers {
    pub(super) async fn connect(source: &Source, connections: usize) -> Result<Self, ConnectError> {
        let mut probers = Vec::with_capacity(connections);
        for _ in 0..connections.max(1) {
            let client = source.connect().await?;
            client.batch_execute(SETTINGS).await.map_err(ConnectError::Postgres)?;
            let identity = client.prepare(IDENTITY).await.map_err(ConnectError::Postgres)?;
            probers.push(Prober { client, identity, probes: HashMap::new() });
        }
        Ok(Self { probers })
    }

    /// A table's columns have changed.
    pub(super) fn forget(&mut self, table: Oid) {
        self.probers.iter_mut().for_each(|prober| prober.probes.retain(|(it, _), _| *it != table));
    }

    /// Policies may have changed: what has their text in it is prepared anew.
    pub(super) fn forget_policies(&mut self) {
        self.probers.iter_mut().for_each(|prober| prober.probes.retain(|(_, role), _| role.is_empty()));
    }

    /// The places, from zero, of the rows that each may see.
    ///
    /// # Errors
    /// If a connection is lost. What PostgreSQL refuses is not seen.
    pub(super) async fn visible(&mut self, asks: &[Ask<'_>]) -> Result<Vec<HashSet<usize>>, Error> {
        let count = self.probers.len();
        for (n, ask) in asks.iter().enumerate() {
            if let Some(prober) = self.probers.get_mut(n % count) {
                prober.prepare(ask).await?;
            }
        }
        let mut seen: Vec<HashSet<usize>> = asks.iter().map(|_| HashSet::new()).collect();
        let probers = &self.probers;
        let asked = asks.iter().enumerate().filter_map(|(n, ask)| Some((n, ask, probers.get(n % count)?)));
        let mut asked: FuturesUnordered<_> =
            asked.map(|(n, ask, prober)| async move { (n, prober.ask(ask).await) }).collect();
        while let Some((n, answer)) = asked.next().await {
            if let Some(seen) = seen.get_mut(n) {
                *seen = answer?;
            }
        }
        Ok(seen)
    }
}

impl Prober {
    /// Prepares the question, with the server's own rights.
    async fn prepare(&mut self, ask: &Ask<'_>) -> Result<(), Error> {
        let key = (ask.table, ask.probe.role().into());
        if self.probes.contains_key(&key) {
            return Ok(());
        }
        self.client.batch_execute("reset role").await?;
        match prepare_as(&self.client, &ask.identity.role, ask.probe.sql()).await {
            Ok(statement) => drop(self.probes.insert(key, statement)),
            Err(error) if error.as_db_error().is_none() => return Err(error),
            Err(error) => tracing::warn!(%error, "rows of a table cannot be looked at; nobody sees them"),
        }
        Ok(())
    }

    async fn ask(&self, ask: &Ask<'_>) -> Result<HashSet<usize>, Error> {
        let Some(probe) = self.probes.get(&(ask.table, ask.probe.role().into())) else {
            return Ok(HashSet::new());
        };
        let Identity { role, claims, subject } = ask.identity;
        let (role, claims, subject): (&str, &str, &str) = (role, claims, subject);
        let who: [&(dyn ToSql + Sync); 3] = [&role, &claims, &subject];
        let columns: Vec<&(dyn ToSql + Sync)> =
            ask.columns.iter().map(|column| column as &(dyn ToSql + Sync)).collect();
        // Both are sent, in this order, before either is answered.
        let (identity, rows) = tokio::join!(
            biased;
            self.client.query(&self.identity, &who),
            self.client.query(probe, &columns),
        );
        let rows = match identity.and(rows) {
            Ok(rows) => rows,
            Err(error) if error.as_db_error().is_none() => return Err(error),
            Err(error) => {
                tracing::debug!(%error, role, "rows are not shown: the policies raised an error");
                return Ok(HashSet::new());
            }
        };
        let place = |row: &tokio_postgres::Row| usize::try_from(row.try_get::<_, i64>(0).ok()? - 1).ok();
        Ok(rows.iter().filter_map(place).collect())
    }
}
