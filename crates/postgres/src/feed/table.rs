//! What the catalogue says of a published table: for all, and for each role that looks at it.

use std::collections::HashMap;
use std::sync::Arc;

use tokio_postgres::{Client, Error};

use super::generated::Generated;
use super::probe::{Key, KeyColumn};
use super::run::Fault;
use super::view::View;
use crate::confined::{Body, Confined};
use crate::filter::Columns;
use crate::filter::column::COLUMNS;
use crate::row::Relation;

/// A table of the publication.
#[derive(Debug)]
pub(super) struct Table {
    client: Arc<Client>,
    /// As the stream has it, and with its generated columns.
    pub(super) relation: Arc<Relation>,
    /// Those that are not in the stream.
    pub(super) generated: Option<Arc<Generated>>,
    pub(super) columns: Columns,
    pub(super) primary_key: Arc<[KeyColumn]>,
    /// What finds which rows a role sees, by their key.
    pub(super) probe: Body,
    views: HashMap<Box<str>, Arc<View>>,
    /// See [`Table::rows`].
    rows: Option<Arc<str>>,
}

/// Whether a published table has partitions, and which of its rows are published: since PostgreSQL
/// 15 it may be some.
const ROWS: &str = "
select c.relkind = 'p', to_jsonb(p) ->> 'rowfilter'
from pg_publication_tables p
join pg_namespace n on n.nspname = p.schemaname
join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
where p.pubname = $1 and p.schemaname = $2 and p.tablename = $3";

impl Table {
    /// Reads it. The relation is what the stream says; what the catalogue does not know any more is
    /// left out.
    pub(super) async fn load(client: &Arc<Client>, relation: Arc<Relation>) -> Result<Self, Error> {
        let (relation, generated) = match Generated::load(client, &relation).await? {
            Some((whole, generated)) => (Arc::new(whole), Some(Arc::new(generated))),
            None => (relation, None),
        };
        let columns = Columns::new(&relation, &client.query(COLUMNS, &[&relation.oid]).await?)?;
        let key = Key::read(client, &relation).await?;
        let (probe, primary_key) = (key.probe(&relation), key.columns.into());
        let (client, views) = (Arc::clone(client), HashMap::new());
        Ok(Self { client, relation, generated, columns, primary_key, probe, views, rows: None })
    }

    /// How a role sees it: read when it is first needed after rights may have changed.
    pub(super) async fn view(&mut self, confined: &mut Confined, role: &str) -> Result<Arc<View>, Fault> {
        if let Some(view) = self.views.get(role) {
            return Ok(Arc::clone(view));
        }
        let table = (&*self.relation, &self.columns, &self.primary_key);
        let view = Arc::new(View::read((&self.client, confined), table, role).await?);
        self.views.insert(role.into(), Arc::clone(&view));
        Ok(view)
    }

    /// The rows that the publication has of it, as a `from` clause with a `where` in which the row
    /// is called `row`; another condition may follow behind an `and`.
    pub(super) async fn rows(&mut self, publication: &str) -> Result<Arc<str>, Error> {
        if let Some(rows) = &self.rows {
            return Ok(Arc::clone(rows));
        }
        let (schema, name) = (&*self.relation.schema, &*self.relation.table);
        let answer = self.client.query_opt(ROWS, &[&publication, &schema, &name]).await?;
        let (has_partitions, filter) = match &answer {
            Some(row) => (row.try_get(0)?, row.try_get(1)?),
            None => (false, Some("false")), // it is published no more
        };
        // Changes of tables that inherit from it come under their own names.
        let only = if has_partitions { "" } else { "only " };
        let filter = filter.unwrap_or("true");
        let rows = format!("from {only}{}.{} as row where ({filter})", quoted(schema), quoted(name)).into();
        self.rows = Some(Arc::clone(&rows));
        Ok(rows)
    }

    /// Rights, or what is published, may have changed.
    pub(super) fn forget_views(&mut self) {
        self.views.clear();
        self.rows = None;
    }
}

/// A name as SQL has it.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
