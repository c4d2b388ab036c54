//! Tables, columns and rows, as PostgreSQL's stream of changes names and writes them.

use bytes::Bytes;

/// PostgreSQL's number for a table, a type, or anything else of its catalogue.
pub type Oid = u32;

/// A position in the write-ahead log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Lsn(pub u64);

/// What an `UPDATE` or `DELETE` has of the row that was there before (`ALTER TABLE … REPLICA
/// IDENTITY`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplicaIdentity {
    /// The columns of the primary key.
    Default,
    /// Nothing.
    Nothing,
    /// All columns.
    Full,
    /// The columns of one unique index.
    Index,
}

/// A table as it is at one point of the stream: a later change of its columns comes as another
/// `Relation`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// Its number.
    pub oid: Oid,
    /// Its schema.
    pub schema: Box<str>,
    /// Its name.
    pub table: Box<str>,
    /// What the stream has of old rows.
    pub identity: ReplicaIdentity,
    /// The columns that are in the stream, in the order of the table.
    pub columns: Box<[Column]>,
}

/// A column in the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: Box<str>,
    /// The number of its type.
    pub type_oid: Oid,
    /// `atttypmod`: the precision of a `numeric`, the length of a `varchar`; -1 for none.
    pub type_modifier: i32,
    /// Whether it is part of the replica identity.
    pub is_identity: bool,
}

/// One value of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// `NULL`, or a column that an old row does not have.
    Null,
    /// A large value that an `UPDATE` left as it was: the stream does not repeat it.
    Unchanged,
    /// The value as the type's output function writes it, UTF-8.
    Text(Bytes),
}

/// The values of a row, one for each of [`Relation::columns`].
pub type Row = Box<[Cell]>;

/// What happened to a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A row is new.
    Insert {
        /// The row.
        new: Row,
    },
    /// A row is another.
    Update {
        /// The row before: its identity's columns if they changed, or all of them with a full
        /// identity.
        old: Option<OldRow>,
        /// The row now.
        new: Row,
    },
    /// A row is gone.
    Delete {
        /// The row as it was, as far as its identity goes.
        old: OldRow,
    },
}

/// A row that was there before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OldRow {
    /// The identity's columns alone; the others are [`Cell::Null`] whatever they were.
    Key(Row),
    /// All columns.
    Full(Row),
}
