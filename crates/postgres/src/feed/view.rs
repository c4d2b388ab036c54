//! How a role sees a table: which columns it may select, what the policies say to it, and which
//! values of a change it may therefore learn of.

use std::sync::Arc;

use tokio_postgres::Client;

use super::image::Image;
use super::probe::KeyColumn;
use super::rls_query::Probe;
use super::run::Fault;
use crate::confined::Confined;
use crate::filter::Columns;
use crate::policy::{Clauses, Command, FUNCTIONS, Functions, POLICIES, Policy, compile};
use crate::row::{Cell, Change, Oid, OldRow, Relation, ReplicaIdentity};

const VIEW: &str = "
select a.attname::text, has_schema_privilege(r.oid, c.relnamespace, 'USAGE')
         and has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT'),
       c.relrowsecurity and not r.rolbypassrls and not r.rolsuper
         and (c.relforcerowsecurity or not pg_has_role(r.oid, c.relowner, 'USAGE'))
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped, pg_roles r
where c.oid = $1 and r.rolname = $2";

/// How a role sees a table.
#[derive(Debug)]
pub(super) struct View {
    /// For each column of the relation whether the role may select it.
    may_select: Vec<bool>,
    /// Whether policies decide which rows it sees.
    has_policies: bool,
    /// What they say, as far as that can be evaluated here.
    policy: Policy,
    /// What finds which rows it may see by what the stream has of them.
    image: Option<Image>,
    primary_key: Arc<[KeyColumn]>,
}

impl View {
    /// Reads it. The client's search path is empty, so that the texts of policies name everything
    /// in full.
    pub(super) async fn read(
        (client, confined): (&Client, &mut Confined),
        (relation, columns, primary_key): (&Relation, &Columns, &Arc<[KeyColumn]>),
        role: &str,
    ) -> Result<Self, Fault> {
        let mut view = Self {
            may_select: vec![false; relation.columns.len()],
            has_policies: true,
            policy: Policy::Never,
            image: None,
            primary_key: Arc::clone(primary_key),
        };
        for row in client.query(VIEW, &[&relation.oid, &role]).await? {
            let name: &str = row.try_get(0)?;
            view.has_policies = row.try_get(2)?;
            let place = relation.columns.iter().position(|column| *column.name == *name);
            if let Some(may) = place.and_then(|place| view.may_select.get_mut(place)) {
                *may = row.try_get(1)?;
            }
        }
        if view.has_policies {
            view.read_policies((client, confined), (relation, columns), role).await?;
        }
        Ok(view)
    }

    async fn read_policies(
        &mut self,
        (client, confined): (&Client, &mut Confined),
        (relation, columns): (&Relation, &Columns),
        role: &str,
    ) -> Result<(), Fault> {
        let oid = client.query_opt("select oid from pg_roles where rolname = $1", &[&role]).await?;
        let Some(oid) = oid else { return Ok(()) };
        let oid: Oid = oid.try_get(0)?;
        let mut functions = Functions::default();
        for row in client.query(FUNCTIONS, &[&oid]).await? {
            functions.add(row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        }
        let command = Command::Select.code();
        let clauses = Clauses::read(&client.query(POLICIES, &[&relation.oid, &oid, &command]).await?)?;
        if relation.identity == ReplicaIdentity::Full {
            self.image = Image::read((client, confined), relation, (role, oid), &clauses).await?;
        }
        self.policy = compile(&clauses, columns, &functions);
        Ok(())
    }

    pub(super) fn may_select(&self, column: usize) -> bool {
        self.may_select.get(column) == Some(&true)
    }

    pub(super) fn has_policies(&self) -> bool {
        self.has_policies
    }

    pub(super) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// What finds which rows the role may see by what the stream has of them, whether they are
    /// still there or not.
    pub(super) fn image_probe(&self) -> Option<Probe<'_>> {
        Some(self.image.as_ref()?.probe())
    }

    /// Whether PostgreSQL is asked by a change's values, and not of the table, which may have
    /// changed since. Of a row that is gone there is no other way; otherwise all values have to be
    /// known.
    pub(super) fn is_asked_by_image(&self, change: &Change) -> bool {
        let is_whole = || self.image.as_ref().is_some_and(|image| image.is_whole);
        match change {
            Change::Delete { .. } => true,
            Change::Insert { new } | Change::Update { new, .. } => {
                !new.contains(&Cell::Unchanged) && is_whole()
            }
        }
    }

    /// Whether the role may see the table's key, without which it is sent no row.
    pub(super) fn sees_key(&self) -> bool {
        self.primary_key.iter().all(|key| self.may_select(key.index))
    }

    /// Whether the same is written for both.
    pub(super) fn writes_like(&self, other: &Self) -> bool {
        self.has_policies == other.has_policies && self.may_select == other.may_select
    }

    /// Whether policies decide who sees a change. Of a row that is gone they can be asked where all
    /// of it is known, and that is wanted; else its key is sent to all, as the original does.
    pub(super) fn guards(&self, change: &Change, old_rows: bool) -> bool {
        let can_be_asked = match change {
            Change::Insert { .. } | Change::Update { .. } => true,
            Change::Delete { old: OldRow::Full(_) } => old_rows,
            Change::Delete { old: OldRow::Key(_) } => false,
        };
        can_be_asked && self.has_policies && self.sees_key() && !self.primary_key.is_empty()
    }

    /// What a filter of the role may look at: the values that its subscriber may see. A filter on
    /// others would show, by the changes that pass it, what row-level security or a missing
    /// privilege hides.
    pub(super) fn shown(&self, change: &Change, old_rows: bool) -> Shown<'_> {
        let key = &*self.primary_key;
        let is_hidden = self.has_policies && !self.guards(change, old_rows);
        let values = match change {
            _ if !is_hidden => Values::All,
            // An error is sent in place of the values.
            _ if key.is_empty() || !self.sees_key() => Values::None,
            Change::Delete { old: OldRow::Key(_) } => Values::All,
            _ => Values::Key(key),
        };
        Shown { view: self, values }
    }
}

/// The columns of a change that a filter may look at.
pub(super) struct Shown<'a> {
    view: &'a View,
    values: Values<'a>,
}

enum Values<'a> {
    All,
    Key(&'a [KeyColumn]),
    None,
}

impl Shown<'_> {
    pub(super) fn has(&self, index: usize) -> bool {
        self.view.may_select(index)
            && match self.values {
                Values::All => true,
                Values::Key(key) => key.iter().any(|column| column.index == index),
                Values::None => false,
            }
    }
}
