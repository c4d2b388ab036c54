//! What of a change those see who see the table alike: which columns and values, and why some are
//! lacking.
//!
//! A column that the role may not select is left out, as a value is that is not known: a large one
//! that an update left as it was, and what is generated from it.

use super::format::{Lack, VisibleChange, WriteChange};
use super::probe::KeyColumn;
use super::view::View;
use crate::json::push_value;
use crate::pg_type::Types;
use crate::request::Kind;
use crate::row::{Cell, Change, OldRow, Relation, Row};

/// A row above this is sent without its larger values ([`Lack::Size`]).
const RECORD_BYTES: usize = 1 << 20;
/// Values up to this are sent even so.
const SMALL_BYTES: usize = 64;

/// How those see changes who see the table alike and ask for the same columns.
pub(super) struct Visible<'a> {
    pub(super) relation: &'a Relation,
    pub(super) primary_key: &'a [KeyColumn],
    pub(super) types: &'a Types,
    pub(super) view: &'a View,
    /// The columns asked for, beside those of the key.
    pub(super) select: Option<&'a [Box<str>]>,
    /// When it was committed, in microseconds since 1970.
    pub(super) commit_time: i64,
    /// Whether the policies have been asked about the old row.
    pub(super) is_checked: bool,
}

impl Visible<'_> {
    /// Has a change written as they see it. Its values are written one after another into one
    /// buffer, so that none has an allocation of its own.
    pub(super) fn write(&self, change: &Change, write: WriteChange) -> Vec<u8> {
        let lack = self.lack(change);
        let is_large = lack == Some(Lack::Size);
        let (mut columns, mut values, mut in_record) = (Vec::new(), Values::default(), 0);
        if lack.is_none() || is_large {
            columns = self.columns();
            values.json.reserve(512);
            values.ends.reserve(2 * columns.len());
            if let Change::Insert { new } | Change::Update { new, .. } = change {
                self.push_record(&mut values, new, change, is_large);
                in_record = values.ends.len();
            }
            match change {
                Change::Insert { .. } => {}
                Change::Update { old: None, new } => self.push_same(&mut values, new, is_large),
                Change::Update { old: Some(old), .. } | Change::Delete { old } => {
                    self.push_old(&mut values, old, is_large);
                }
            }
        }
        let fields = values.fields();
        let (record, old_record) = fields.split_at_checked(in_record).unwrap_or_default();
        write(&VisibleChange {
            schema: &self.relation.schema,
            table: &self.relation.table,
            kind: Kind::from(change),
            commit_time: self.commit_time,
            columns: &columns,
            record,
            old_record,
            lack,
        })
    }

    fn lack(&self, change: &Change) -> Option<Lack> {
        if self.primary_key.is_empty() {
            Some(Lack::Key)
        } else if !self.view.sees_key() {
            Some(Lack::Permission)
        } else {
            (bytes(change) > RECORD_BYTES).then_some(Lack::Size)
        }
    }

    /// Whether a column is sent.
    pub(super) fn is_sent(&self, index: usize) -> bool {
        self.view.may_select(index)
            && self.select.is_none_or(|select| {
                let name = self.relation.columns.get(index).map(|column| &column.name);
                self.is_key(index) || select.iter().any(|selected| Some(selected) == name)
            })
    }

    fn is_key(&self, index: usize) -> bool {
        self.primary_key.iter().any(|key| key.index == index)
    }

    fn columns(&self) -> Vec<(&str, &str)> {
        let mut columns = Vec::with_capacity(self.relation.columns.len());
        for (index, column) in self.relation.columns.iter().enumerate() {
            if self.is_sent(index) {
                columns.push((&*column.name, self.types.name(column.type_oid).unwrap_or("unknown")));
            }
        }
        columns
    }

    fn push_record<'a>(&'a self, out: &mut Values<'a>, row: &Row, change: &Change, is_large: bool) {
        // What an update left as it was is in a full old row.
        let whole = |index: usize| match (row.get(index), change) {
            (Some(Cell::Unchanged), Change::Update { old: Some(OldRow::Full(old)), .. }) => old.get(index),
            (cell, _) => cell,
        };
        self.push_cells(out, whole, is_large);
    }

    /// The old row, as far as it is sent: where policies have not been asked about it, only its
    /// key.
    fn push_old<'a>(&'a self, out: &mut Values<'a>, old: &OldRow, is_large: bool) {
        let cell = |index: usize| match old {
            OldRow::Full(cells) if !self.view.has_policies() || self.is_checked || self.is_key(index) => {
                cells.get(index)
            }
            OldRow::Full(_) => None,
            OldRow::Key(cells) => cells.get(index).filter(|_| self.is_identity(index)),
        };
        self.push_cells(out, cell, is_large);
    }

    /// The old row of an update that left the replica identity as it was: PostgreSQL does not
    /// repeat it, and clients find the row by it.
    fn push_same<'a>(&'a self, out: &mut Values<'a>, new: &Row, is_large: bool) {
        self.push_cells(out, |index| new.get(index).filter(|_| self.is_identity(index)), is_large);
    }

    fn is_identity(&self, index: usize) -> bool {
        self.relation.columns.get(index).is_some_and(|column| column.is_identity)
    }

    fn push_cells<'a, 'c>(
        &'a self,
        out: &mut Values<'a>,
        cell: impl Fn(usize) -> Option<&'c Cell>,
        is_large: bool,
    ) {
        for (index, column) in self.relation.columns.iter().enumerate() {
            match cell(index) {
                Some(Cell::Text(bytes)) if is_large && bytes.len() > SMALL_BYTES => continue,
                Some(Cell::Unchanged) | None => continue,
                _ if !self.is_sent(index) => continue,
                Some(Cell::Text(bytes)) => {
                    let text = std::str::from_utf8(bytes).unwrap_or_default();
                    push_value(&mut out.json, self.types, column.type_oid, text);
                }
                Some(Cell::Null) => out.json.extend_from_slice(b"null"),
            }
            out.ends.push((&column.name, out.json.len()));
        }
    }
}

/// Values as JSON, one behind another.
#[derive(Default)]
struct Values<'a> {
    json: Vec<u8>,
    /// The column of each, and where it ends.
    ends: Vec<(&'a str, usize)>,
}

impl Values<'_> {
    fn fields(&self) -> Vec<(&str, &[u8])> {
        let mut start = 0;
        let field = |&(name, end): &(_, usize)| {
            let json = self.json.get(start..end).unwrap_or_default();
            start = end;
            (name, json)
        };
        self.ends.iter().map(field).collect()
    }
}

fn bytes(change: &Change) -> usize {
    let of = |row: &Row| -> usize {
        row.iter().map(|cell| if let Cell::Text(bytes) = cell { bytes.len() } else { 0 }).sum()
    };
    let of_old = |old: &OldRow| match old {
        OldRow::Key(row) | OldRow::Full(row) => of(row),
    };
    match change {
        Change::Insert { new } => of(new),
        Change::Update { old, new } => of(new) + old.as_ref().map_or(0, of_old),
        Change::Delete { old } => of_old(old),
    }
}
