//! What PostgreSQL's catalogue says: the published tables and how roles see them, their types, and
//! where policies on private channels and the table of broadcasts stand.
//!
//! The stream describes a table before its first change and whenever it has changed. What the
//! stream does not say, such as rights and what is published, is read again from time to time.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tokio::time::{Duration, Instant};
use tokio_postgres::{Client, Error};

use super::broadcast::Messages;
use super::commits::CommitsVisible;
use super::groups::Group;
use super::publication::{Published, policy_tables, published};
use super::table::Table;
use crate::pg_type::Types;
use crate::request::Request;
use crate::row::{Oid, Relation};

/// How long what the publication has is believed, before it is read again for a subscription to a
/// table that it did not have.
const PUBLICATION_REST: Duration = Duration::from_secs(1);

pub(super) struct Catalog {
    client: Arc<Client>,
    publication: String,
    types: Arc<Types>,
    tables: HashMap<Oid, Table>,
    /// `realtime.messages`, and its partitions where the publication names those.
    messages: HashMap<Oid, Messages>,
    /// Tables that policies on private channels read.
    policy_tables: HashSet<Oid>,
    /// When it was last read which tables are published.
    publication_read: Instant,
}

impl Catalog {
    /// An empty one: see [`Catalog::reload`].
    pub(super) fn new(client: Arc<Client>, publication: &str) -> Self {
        Self {
            client,
            publication: publication.to_owned(),
            types: Arc::new(Types::built_in()),
            tables: HashMap::new(),
            messages: HashMap::new(),
            policy_tables: HashSet::new(),
            publication_read: Instant::now(),
        }
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    pub(super) fn table(&self, oid: Oid) -> Option<&Table> {
        self.tables.get(&oid)
    }

    pub(super) fn table_mut(&mut self, oid: Oid) -> Option<&mut Table> {
        self.tables.get_mut(&oid)
    }

    pub(super) fn types(&self) -> &Arc<Types> {
        &self.types
    }

    /// Where the columns of a broadcast stand, if the table is one of broadcasts.
    pub(super) fn messages(&self, table: Oid) -> Option<&Messages> {
        self.messages.get(&table)
    }

    /// Whether policies on private channels read a table.
    pub(super) fn is_read_by_policies(&self, table: Oid) -> bool {
        self.policy_tables.contains(&table)
    }

    /// Whether a request is for a table.
    pub(super) fn includes(&self, request: &Request, table: Oid) -> bool {
        let relation = self.tables.get(&table).map(|table| &table.relation);
        relation.is_some_and(|relation| request.includes(&relation.schema, &relation.table))
    }

    /// The tables that a request is for.
    pub(super) fn tables_of(&self, request: &Request) -> Vec<Oid> {
        self.tables.keys().copied().filter(|&table| self.includes(request, table)).collect()
    }

    /// Takes in a table as the stream describes it, where that is new; false if it is only for
    /// broadcasts.
    pub(super) async fn update(&mut self, relation: Arc<Relation>, _: CommitsVisible) -> Result<bool, Error> {
        if let Some(messages) = Messages::of(&relation) {
            self.messages.insert(messages.oid, messages);
            if !self.tables.contains_key(&relation.oid) {
                return Ok(false);
            }
        }
        self.load(relation).await?;
        Ok(true)
    }

    /// Reads again what the stream does not say: which tables are published, what policies on
    /// private channels read, and who may do what. The tables that are new.
    pub(super) async fn reload(&mut self, _: CommitsVisible) -> Result<Vec<Oid>, Error> {
        self.policy_tables = policy_tables(&self.client).await?;
        self.tables.values_mut().for_each(Table::forget_views);
        self.read_publication().await
    }

    /// Reads again which tables are published if a request of these groups is for none that is
    /// known. The tables that are new.
    pub(super) async fn look_for(&mut self, groups: &[Arc<Group>]) -> Result<Vec<Oid>, Error> {
        let is_unknown = |request: &Request| !self.tables.keys().any(|&table| self.includes(request, table));
        let mut requests = groups.iter().flat_map(|group| group.requests.iter());
        let is_old = self.publication_read.elapsed() >= PUBLICATION_REST;
        if is_old && requests.any(|(_, request)| is_unknown(request)) {
            return self.read_publication().await;
        }
        Ok(Vec::new())
    }

    async fn read_publication(&mut self) -> Result<Vec<Oid>, Error> {
        self.publication_read = Instant::now();
        let Published { tables } = published(&self.client, &self.publication).await?;
        let there: HashSet<Oid> = tables.iter().map(|relation| relation.oid).collect();
        self.tables.retain(|oid, _| there.contains(oid));
        let mut new = Vec::new();
        for relation in tables {
            if !self.tables.contains_key(&relation.oid) {
                new.push(relation.oid);
                self.load(Arc::new(relation)).await?;
            }
        }
        Ok(new)
    }

    async fn load(&mut self, relation: Arc<Relation>) -> Result<(), Error> {
        let oid = relation.oid;
        let table = Table::load(&self.client, relation).await?;
        let types = table.relation.columns.iter().map(|column| column.type_oid);
        Arc::make_mut(&mut self.types).load(&self.client, types).await?;
        self.tables.insert(oid, table);
        Ok(())
    }
}
