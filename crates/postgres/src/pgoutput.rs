//! The messages of `pgoutput`, the plugin with which PostgreSQL writes its changes (protocol
//! version 1: whole transactions, when they are committed).
//!
//! A message is read as it lies there: a value is a slice of the message's bytes, so a row costs
//! one allocation for its cells and none for what they hold. Every length is checked against the
//! bytes that are left before anything is made of it, so that no message, however broken, panics or
//! makes more than [`Cell`]s for the bytes that it has.
//!
//! `Begin`, `Commit` and messages of `pg_logical_emit_message` never come here: the connection
//! reads them itself. The layout: PostgreSQL's documentation, "Logical Replication Message
//! Formats".

use std::fmt;

use bytes::{Buf as _, Bytes};

use crate::row::{Cell, Change, Column, Oid, OldRow, Relation, ReplicaIdentity, Row};

/// The kind of the message that replaces a change that is too large, on the way from PostgreSQL,
/// whose own kinds are letters. It has the table's number, and how long the change was.
pub(crate) const OMITTED: u8 = b'!';

/// A message within a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// A table as it is for the changes that follow.
    Relation(Relation),
    /// A row of the table of that number changed.
    Change(Oid, Change),
    /// Tables were emptied.
    Truncate(Truncate),
    /// A row of a table changed, in a message that was too large to be read.
    Omitted {
        /// The table's number.
        table: Oid,
        /// How long the message was.
        bytes: u32,
    },
    /// The name of a type or of an origin, which nobody here needs.
    Ignored,
}

/// Tables that one `TRUNCATE` emptied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truncate {
    /// Their numbers.
    pub relations: Box<[Oid]>,
    /// `CASCADE` was given.
    pub cascade: bool,
    /// `RESTART IDENTITY` was given.
    pub restart_identity: bool,
}

/// Why bytes are no message of `pgoutput`. It means that the server, or something on the way,
/// speaks another protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    /// The message ends before its content does.
    Short,
    /// The message goes on after its content.
    Long,
    /// A kind of message that version 1 has not.
    Kind(u8),
    /// A kind of row or value, a replica identity or a length that version 1 has not.
    Part(u8),
    /// A value in binary, which was not asked for.
    Binary,
    /// Text that is no UTF-8, which PostgreSQL was asked for and checks.
    Encoding,
    /// A change of a table that was not described.
    UnknownRelation(Oid),
    /// A row with another number of columns than its table.
    Columns(Oid),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => write!(f, "a message of pgoutput ends too early"),
            Self::Long => write!(f, "a message of pgoutput goes on after its end"),
            Self::Kind(kind) => write!(f, "pgoutput has no message of kind {:?}", char::from(*kind)),
            Self::Part(part) => write!(f, "a message of pgoutput has a part {:?}", char::from(*part)),
            Self::Binary => write!(f, "a value came in binary, which was not asked for"),
            Self::Encoding => write!(f, "a message of pgoutput has text that is no UTF-8"),
            Self::UnknownRelation(oid) => write!(f, "a change of the table {oid}, which was not described"),
            Self::Columns(oid) => write!(f, "a row with other columns than its table {oid}"),
        }
    }
}

impl std::error::Error for Malformed {}

/// Reads one message.
///
/// # Errors
///
/// [`Malformed`], where it is not exactly one message.
pub fn decode(message: Bytes) -> Result<Message, Malformed> {
    let mut reader = Reader(message);
    let message = match reader.u8()? {
        b'R' => Message::Relation(relation(&mut reader)?),
        b'I' => insert(&mut reader)?,
        b'U' => update(&mut reader)?,
        b'D' => delete(&mut reader)?,
        b'T' => Message::Truncate(truncate(&mut reader)?),
        b'Y' => {
            reader.u32()?; // the type's number, then its schema and name
            reader.string()?;
            reader.string()?;
            Message::Ignored
        }
        b'O' => {
            reader.skip(8)?; // the commit's position at the origin, then the origin's name
            reader.string()?;
            Message::Ignored
        }
        OMITTED => Message::Omitted { table: reader.u32()?, bytes: reader.u32()? },
        kind => return Err(Malformed::Kind(kind)),
    };
    if reader.0.has_remaining() { Err(Malformed::Long) } else { Ok(message) }
}

fn relation(reader: &mut Reader) -> Result<Relation, Malformed> {
    let oid = reader.u32()?;
    let schema = match reader.string()? {
        name if name.is_empty() => Box::from("pg_catalog"), // as pgoutput spells it
        name => name,
    };
    let table = reader.string()?;
    let identity = match reader.u8()? {
        b'd' => ReplicaIdentity::Default,
        b'n' => ReplicaIdentity::Nothing,
        b'f' => ReplicaIdentity::Full,
        b'i' => ReplicaIdentity::Index,
        other => return Err(Malformed::Part(other)),
    };
    let count = reader.u16()?;
    let columns = (0..count).map(|_| column(reader)).collect::<Result<_, _>>()?;
    Ok(Relation { oid, schema, table, identity, columns })
}

fn column(reader: &mut Reader) -> Result<Column, Malformed> {
    let is_identity = reader.u8()? & 1 == 1;
    let name = reader.string()?;
    Ok(Column { name, type_oid: reader.u32()?, type_modifier: reader.u32()?.cast_signed(), is_identity })
}

fn insert(reader: &mut Reader) -> Result<Message, Malformed> {
    let oid = reader.u32()?;
    reader.tag(b'N')?;
    Ok(Message::Change(oid, Change::Insert { new: row(reader)? }))
}

fn update(reader: &mut Reader) -> Result<Message, Malformed> {
    let oid = reader.u32()?;
    let old = match reader.u8()? {
        b'N' => None,
        kind => {
            let old = old_row(kind, reader)?;
            reader.tag(b'N')?;
            Some(old)
        }
    };
    Ok(Message::Change(oid, Change::Update { old, new: row(reader)? }))
}

fn delete(reader: &mut Reader) -> Result<Message, Malformed> {
    let oid = reader.u32()?;
    let kind = reader.u8()?;
    Ok(Message::Change(oid, Change::Delete { old: old_row(kind, reader)? }))
}

fn old_row(kind: u8, reader: &mut Reader) -> Result<OldRow, Malformed> {
    match kind {
        b'K' => Ok(OldRow::Key(row(reader)?)),
        b'O' => Ok(OldRow::Full(row(reader)?)),
        other => Err(Malformed::Part(other)),
    }
}

fn truncate(reader: &mut Reader) -> Result<Truncate, Malformed> {
    let count = reader.u32()?;
    let options = reader.u8()?;
    // A number takes four bytes, so a count without its numbers fails at the first that is not
    // there.
    let relations = (0..count).map(|_| reader.u32()).collect::<Result<_, _>>()?;
    Ok(Truncate { relations, cascade: options & 1 != 0, restart_identity: options & 2 != 0 })
}

fn row(reader: &mut Reader) -> Result<Row, Malformed> {
    let count = usize::from(reader.u16()?);
    if count > reader.0.remaining() {
        return Err(Malformed::Short); // a cell takes a byte or more
    }
    let mut cells = Vec::with_capacity(count);
    for _ in 0..count {
        cells.push(cell(reader)?);
    }
    Ok(cells.into_boxed_slice())
}

fn cell(reader: &mut Reader) -> Result<Cell, Malformed> {
    match reader.u8()? {
        b'n' => Ok(Cell::Null),
        b'u' => Ok(Cell::Unchanged),
        b't' => {
            let length = usize::try_from(reader.u32()?).map_err(|_| Malformed::Short)?;
            let text = reader.take(length)?;
            std::str::from_utf8(&text).map_err(|_| Malformed::Encoding)?;
            Ok(Cell::Text(text))
        }
        b'b' => Err(Malformed::Binary),
        other => Err(Malformed::Part(other)),
    }
}

/// What is left of a message.
struct Reader(Bytes);

impl Reader {
    fn u8(&mut self) -> Result<u8, Malformed> {
        self.0.try_get_u8().map_err(|_| Malformed::Short)
    }

    fn u16(&mut self) -> Result<u16, Malformed> {
        self.0.try_get_u16().map_err(|_| Malformed::Short)
    }

    fn u32(&mut self) -> Result<u32, Malformed> {
        self.0.try_get_u32().map_err(|_| Malformed::Short)
    }

    fn tag(&mut self, expected: u8) -> Result<(), Malformed> {
        match self.u8()? {
            tag if tag == expected => Ok(()),
            other => Err(Malformed::Part(other)),
        }
    }

    fn skip(&mut self, count: usize) -> Result<(), Malformed> {
        self.take(count).map(drop)
    }

    fn take(&mut self, count: usize) -> Result<Bytes, Malformed> {
        if count > self.0.remaining() {
            return Err(Malformed::Short);
        }
        Ok(self.0.split_to(count))
    }

    /// A name, up to its zero byte.
    fn string(&mut self) -> Result<Box<str>, Malformed> {
        let end = self.0.iter().position(|&byte| byte == 0).ok_or(Malformed::Short)?;
        let name = self.take(end)?;
        self.skip(1)?;
        std::str::from_utf8(&name).map(Box::from).map_err(|_| Malformed::Encoding)
    }
}
