//! The tables that the stream has described, each as it was described last.

use std::collections::HashMap;
use std::sync::Arc;

use super::StreamError;
use crate::pgoutput::Malformed;
use crate::row::{Change, Oid, OldRow, Relation};

/// How many columns the tables of a stream have together at most, about 100 MB of names. PostgreSQL describes a table once
/// in a connection, so none can be forgotten: at the limit the stream ends, and another begins with an empty table. It
/// takes a hundred thousand tables that came and went, or partitions.
pub const MAX_COLUMNS: usize = 1 << 20;

/// The tables, by number.
#[derive(Default)]
pub(super) struct Relations {
    by_oid: HashMap<Oid, Arc<Relation>>,
    columns: usize,
}

impl Relations {
    pub(super) fn note(&mut self, relation: Relation) -> Result<Arc<Relation>, StreamError> {
        let relation = Arc::new(relation);
        let size = |relation: &Relation| relation.columns.len() + 1; // a table without columns is one too
        let before = self.by_oid.insert(relation.oid, relation.clone());
        self.columns = self.columns + size(&relation) - before.map_or(0, |before| size(&before));
        if self.columns > MAX_COLUMNS { Err(StreamError::TooManyTables) } else { Ok(relation) }
    }

    pub(super) fn get(&self, oid: Oid) -> Result<Arc<Relation>, Malformed> {
        self.by_oid.get(&oid).cloned().ok_or(Malformed::UnknownRelation(oid))
    }

    /// The table of a change, whose rows have as many values as the table has columns.
    pub(super) fn of_change(&self, oid: Oid, change: &Change) -> Result<Arc<Relation>, Malformed> {
        let relation = self.get(oid)?;
        let old = |old: &OldRow| match old {
            OldRow::Key(row) | OldRow::Full(row) => row.len(),
        };
        let count = relation.columns.len();
        let fits = match change {
            Change::Insert { new } => new.len() == count,
            Change::Update { old: before, new } => {
                new.len() == count && before.as_ref().is_none_or(|before| old(before) == count)
            }
            Change::Delete { old: before } => old(before) == count,
        };
        if fits { Ok(relation) } else { Err(Malformed::Columns(oid)) }
    }
}
