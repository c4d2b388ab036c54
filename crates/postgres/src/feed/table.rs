//! What the catalogue says of a published table: for all, and for each role that looks at it.

use std::collections::HashMap;
use std::sync::Arc;

use tokio_postgres::{Client, Error};

use super::filter_query::FilterQueries;
use super::generated::Generated;
use super::image::Image;
use super::probe::{Key, KeyColumn};
use super::rls_query::Probe;
use super::run::Fault;
use crate::confined::Body;
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
    /// What finds which rows a role sees, by their key.
    pub(super) probe: Body,
    views: HashMap<Box<str>, Arc<View>>,
    /// See [`Table::rows`].
    rows: Option<Arc<str>>,
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
        let key = Key::read(client, &relation).await?;
        let (probe, primary_key) = (key.probe(&relation), key.columns.into());
        Ok(Self { relation, generated, columns, primary_key, probe, views: HashMap::new(), rows: None })
    }

    /// How a role sees it.
    pub(super) async fn view(
        &mut self,
        (client, questions): (&Client, &mut FilterQueries),
        role: &str,
    ) -> Result<Arc<View>, Fault> {
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
            (view.policy, view.image) = self.policy((client, questions), role).await?;
        }
        let view = Arc::new(view);
        self.views.insert(role.into(), Arc::clone(&view));
        Ok(view)
    }

    /// What the policies say to a role. The client's search path is empty, so that their texts name everything in full.
    async fn policy(
        &self,
        (client, questions): (&Client, &mut FilterQueries),
        role: &str,
    ) -> Result<(Policy, Option<Image>), Fault> {
        let oid = client.query_opt("select oid from pg_roles where rolname = $1", &[&role]).await?;
        let Some(oid) = oid else { return Ok((Policy::Never, None)) };
        let oid: Oid = oid.try_get(0)?;
        let mut functions = Functions::default();
        for row in client.query(FUNCTIONS, &[&oid]).await? {
            functions.add(row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        }
        let command = Command::Select.code();
        let clauses = Clauses::read(&client.query(POLICIES, &[&self.relation.oid, &oid, &command]).await?)?;
        let image = match self.relation.identity {
            ReplicaIdentity::Full => {
                Image::read((client, questions.confined()), &self.relation, (role, oid), &clauses).await?
            }
            _ => None,
        };
        // What policies of other tables read is not looked into: groups are those who have all claims in common.
        Ok((compile(&clauses, &self.columns, &functions, &|_, _| Which::All), image))
    }

    /// What finds which rows a role may see by what the stream tells of them, whether they are still there or not.
    pub(super) fn image_probe(&self, role: &str) -> Option<Probe<'_>> {
        Some(self.views.get(role)?.image.as_ref()?.probe())
    }

    /// Whether that says what the table itself would.
    pub(super) fn has_whole_image(&self, role: &str) -> bool {
        self.views.get(role).and_then(|view| view.image.as_ref()).is_some_and(|image| image.is_whole)
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
    pub(super) fn writes_like(&self, other: &Self) -> bool {
        self.has_policies == other.has_policies && self.may_select == other.may_select
    }

    /// Whether the role may see the table's key, without which it is told of no row.
    pub(super) fn sees_key(&self, primary_key: &[KeyColumn]) -> bool {
        primary_key.iter().all(|key| self.may_select.get(key.index) == Some(&true))
    }
}

/// A name as SQL has it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
