//! What the catalogue says of a published table: for all, and for each role that looks at it.

use std::collections::HashMap;
use std::sync::Arc;

use tokio_postgres::{Client, Error};

use super::generated::Generated;
use crate::filter::Columns;
use crate::filter::column::COLUMNS;
use crate::policy::{Clauses, Command, FUNCTIONS, Functions, POLICIES, Policy, Which, compile};
use crate::row::{Oid, Relation, ReplicaIdentity};

/// A table of the publication.
#[derive(Debug)]
pub(super) struct Table {
    /// As the stream has it, and with its generated columns.
    pub(super) relation: Arc<Relation>,
    /// Those that are not in the stream.
    pub(super) generated: Option<Arc<Generated>>,
    pub(super) columns: Columns,
    pub(super) primary_key: Arc<[KeyColumn]>,
    /// The query that finds which rows a role sees; see [`Table::probe`].
    pub(super) probe: String,
    views: HashMap<Box<str>, Arc<View>>,
    /// See [`Table::rows`].
    rows: Option<Arc<str>>,
}

/// A column of the primary key.
#[derive(Debug)]
pub(super) struct KeyColumn {
    /// Its place in the relation.
    pub(super) index: usize,
    name: String,
    type_name: String,
}

/// How a role sees a table.
#[derive(Debug)]
pub(super) struct View {
    /// For each column of the relation whether the role may select it.
    pub(super) may_select: Vec<bool>,
    /// Whether policies decide which rows it sees.
    pub(super) has_policies: bool,
    /// What they say, as far as that can be told here.
    pub(super) policy: Policy,
    /// See [`Table::image_probe`].
    image: Option<Image>,
}

/// A query about rows as the stream tells them.
#[derive(Debug)]
pub(super) struct Image {
    pub(super) sql: Box<str>,
    /// Whether all columns are in the stream, so that it says what the table itself would.
    pub(super) is_whole: bool,
}

const PRIMARY_KEY: &str = "
select a.attname::text, quote_ident(a.attname), format_type(a.atttypid, null)
from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, place)
join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
where i.indrelid = $1 and i.indisprimary order by k.place";

const VIEW: &str = "
select a.attname::text, has_schema_privilege(r.oid, c.relnamespace, 'USAGE')
         and has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT'),
       c.relrowsecurity and not r.rolbypassrls and not r.rolsuper
         and (c.relforcerowsecurity or not pg_has_role(r.oid, c.relowner, 'USAGE'))
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped, pg_roles r
where c.oid = $1 and r.rolname = $2";

/// Whether a published table has partitions, and which of its rows are published: since PostgreSQL 15 it may be some.
const ROWS: &str = "
select c.relkind = 'p', to_jsonb(p) ->> 'rowfilter'
from pg_publication_tables p
join pg_namespace n on n.nspname = p.schemaname
join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
where p.pubname = $1 and p.schemaname = $2 and p.tablename = $3";

impl Table {
    /// Reads it. The relation is what the stream says; what the catalogue does not know any more is left out.
    pub(super) async fn load(client: &Client, relation: Arc<Relation>) -> Result<Self, Error> {
        let (relation, generated) = match Generated::load(client, &relation).await? {
            Some((whole, generated)) => (Arc::new(whole), Some(Arc::new(generated))),
            None => (relation, None),
        };
        let columns = Columns::new(&relation, &client.query(COLUMNS, &[&relation.oid]).await?)?;
        let mut primary_key = Vec::new();
        for row in client.query(PRIMARY_KEY, &[&relation.oid]).await? {
            let name: &str = row.try_get(0)?;
            match relation.columns.iter().position(|column| *column.name == *name) {
                Some(index) => {
                    primary_key.push(KeyColumn { index, name: row.try_get(1)?, type_name: row.try_get(2)? });
                }
                None => {
                    primary_key.clear(); // the key is not in the stream as a whole: nobody can be told of rows
                    break;
                }
            }
        }
        let probe = probe(&relation, &primary_key);
        let primary_key = primary_key.into();
        Ok(Self { relation, generated, columns, primary_key, probe, views: HashMap::new(), rows: None })
    }

    /// How a role sees it.
    pub(super) async fn view(&mut self, client: &Client, role: &str) -> Result<Arc<View>, Error> {
        if let Some(view) = self.views.get(role) {
            return Ok(Arc::clone(view));
        }
        let may_select = vec![false; self.relation.columns.len()];
        let mut view = View { may_select, has_policies: true, policy: Policy::Never, image: None };
        for row in client.query(VIEW, &[&self.relation.oid, &role]).await? {
            let name: &str = row.try_get(0)?;
            view.has_policies = row.try_get(2)?;
            let place = self.relation.columns.iter().position(|column| *column.name == *name);
            if let Some(may) = place.and_then(|place| view.may_select.get_mut(place)) {
                *may = row.try_get(1)?;
            }
        }
        if view.has_policies {
            (view.policy, view.image) = self.policy(client, role).await?;
        }
        let view = Arc::new(view);
        self.views.insert(role.into(), Arc::clone(&view));
        Ok(view)
    }

    /// What the policies say to a role. The client's search path is empty, so that their texts name everything in full.
    async fn policy(&self, client: &Client, role: &str) -> Result<(Policy, Option<Image>), Error> {
        let role = client.query_opt("select oid from pg_roles where rolname = $1", &[&role]).await?;
        let Some(role) = role else { return Ok((Policy::Never, None)) };
        let role: Oid = role.try_get(0)?;
        let mut functions = Functions::default();
        for row in client.query(FUNCTIONS, &[]).await? {
            functions.add(row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        }
        let command = Command::Select.code();
        let clauses = Clauses::read(&client.query(POLICIES, &[&self.relation.oid, &role, &command]).await?)?;
        let image = match self.relation.identity {
            ReplicaIdentity::Full => Some(image(&self.relation, &clauses, client).await?),
            _ => None,
        };
        // What policies of other tables read is not looked into: groups are those who have all claims in common.
        Ok((compile(&clauses, &self.columns, &functions, &|_, _| Which::All), image))
    }

    /// The query that finds which rows a role may see by what the stream tells of them, whether they are still there or not.
    /// Its parameters are the columns of the relation, each as a list of texts; the answer is that of [`Table::probe`].
    pub(super) fn image_probe(&self, role: &str) -> Option<&Image> {
        self.views.get(role)?.image.as_ref()
    }

    /// What is known of a role already.
    pub(super) fn known_view(&self, role: &str) -> Option<Arc<View>> {
        self.views.get(role).cloned()
    }

    /// The rows that the publication has of it, as a `from` clause with a `where` in which the row is called `row`; another
    /// condition may follow behind an `and`.
    pub(super) async fn rows(&mut self, client: &Client, publication: &str) -> Result<Arc<str>, Error> {
        if let Some(rows) = &self.rows {
            return Ok(Arc::clone(rows));
        }
        let (schema, name) = (&*self.relation.schema, &*self.relation.table);
        let answer = client.query_opt(ROWS, &[&publication, &schema, &name]).await?;
        let (has_partitions, filter) = match &answer {
            Some(row) => (row.try_get(0)?, row.try_get(1)?),
            None => (false, Some("false")), // it is published no more
        };
        // Changes of tables that inherit from it are told as theirs.
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

impl View {
    /// Whether what is told to one is what is told to the other.
    pub(super) fn tells_like(&self, other: &Self) -> bool {
        self.has_policies == other.has_policies && self.may_select == other.may_select
    }

    /// Whether the role may see the table's key, without which it is told of no row.
    pub(super) fn sees_key(&self, primary_key: &[KeyColumn]) -> bool {
        primary_key.iter().all(|key| self.may_select.get(key.index) == Some(&true))
    }
}

/// A query whose parameters are the key's columns, each as a list of texts, and which answers the places of those rows in
/// the lists, from one, that whoever asks may see. Names are quoted. The subquery is one that the planner does not make a join
/// of: joined, the whole table may be read, and the policy evaluated for every row of it.
fn probe(relation: &Relation, key: &[KeyColumn]) -> String {
    let mut lists = Vec::with_capacity(key.len());
    let mut names = Vec::with_capacity(key.len());
    let mut conditions = Vec::with_capacity(key.len());
    for (n, column) in key.iter().enumerate() {
        lists.push(format!("${}::text[]", n + 1));
        names.push(format!("k{n}"));
        conditions.push(format!("row.{} = k.k{n}::{}", column.name, column.type_name));
    }
    format!(
        "select k.place from unnest({}) with ordinality as k({}, place) \
         where (select true from {}.{} as row where {} limit 1)",
        lists.join(", "),
        names.join(", "),
        quoted(&relation.schema),
        quoted(&relation.table),
        conditions.join(" and ")
    )
}

/// All columns of a table with their types.
const TYPES: &str = "
select a.attname::text, format_type(a.atttypid, a.atttypmod)
from pg_attribute a where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum";

/// The policies' own expressions over rows that are nowhere. The rows have the table's name, since expressions say it within
/// queries of their own; columns that are not in the stream are null.
async fn image(relation: &Relation, clauses: &Clauses, client: &Client) -> Result<Image, Error> {
    let mut columns = Vec::new();
    let mut is_whole = true;
    for row in client.query(TYPES, &[&relation.oid]).await? {
        let (name, type_name): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
        let place = relation.columns.iter().position(|column| *column.name == *name);
        is_whole &= place.is_some();
        let value = place.map_or_else(|| "null".to_owned(), |place| format!("k.k{place}"));
        columns.push(format!("{value}::{type_name} as {}", quoted(name)));
    }
    let count = relation.columns.len();
    let lists: Vec<String> = (1..=count).map(|n| format!("${n}::text[]")).collect();
    let names: Vec<String> = (0..count).map(|n| format!("k{n}")).collect();
    let condition = clauses.condition().unwrap_or_else(|| "false".to_owned());
    let sql = format!(
        "select k.place from unnest({}) with ordinality as k({}, place) cross join lateral (select {}) as {} where {}",
        lists.join(", "),
        names.join(", "),
        columns.join(", "),
        quoted(&relation.table),
        condition
    );
    Ok(Image { sql: sql.into(), is_whole })
}

/// A name as SQL has it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
