//! Rows of `realtime.messages` as they are inserted: broadcasts that the database sends.

use crate::row::{Cell, Oid, Relation, Row};

/// The payload of a broadcast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload<'a> {
    /// JSON.
    Json(&'a str),
    /// Bytes.
    Binary(Vec<u8>),
}

/// A broadcast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broadcast<'a> {
    /// The channel, without `realtime:`.
    pub topic: &'a str,
    /// Whether the private channel of that name is meant.
    pub private: bool,
    /// The event's name.
    pub event: &'a str,
    /// Its payload.
    pub payload: Payload<'a>,
    /// The row's id.
    pub id: &'a str,
}

/// Where the columns stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Messages {
    pub(super) oid: Oid,
    topic: usize,
    extension: usize,
    private: usize,
    event: usize,
    id: usize,
    payload: usize,
    binary_payload: Option<usize>,
}

impl Messages {
    /// The columns, if this is the table or, where a publication names those, one of its
    /// partitions.
    pub(super) fn of(relation: &Relation) -> Option<Self> {
        let is_messages = *relation.schema == *"realtime"
            && (*relation.table == *"messages" || relation.table.starts_with("messages_"));
        let place = |name: &str| relation.columns.iter().position(|column| *column.name == *name);
        is_messages.then_some(())?;
        Some(Self {
            oid: relation.oid,
            topic: place("topic")?,
            extension: place("extension")?,
            private: place("private")?,
            event: place("event")?,
            id: place("id")?,
            payload: place("payload")?,
            binary_payload: place("binary_payload"),
        })
    }

    /// The broadcast of a row; `None` if it is none.
    pub(super) fn read<'r>(&self, row: &'r Row) -> Option<Broadcast<'r>> {
        let text = |place: usize| match row.get(place)? {
            Cell::Text(bytes) => std::str::from_utf8(bytes).ok(),
            Cell::Null | Cell::Unchanged => None,
        };
        if text(self.extension)? != "broadcast" {
            return None;
        }
        let payload = match self.binary_payload.and_then(text) {
            Some(hex) => Payload::Binary(bytes(hex)?),
            None => Payload::Json(text(self.payload).unwrap_or("{}")),
        };
        let private = text(self.private) == Some("t");
        Some(Broadcast {
            topic: text(self.topic)?,
            private,
            event: text(self.event)?,
            payload,
            id: text(self.id)?,
        })
    }
}

/// What `bytea_output=hex` writes: `\\x` and two digits for each byte.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.strip_prefix("\\x")?.as_bytes();
    let pairs =
        digits.chunks_exact(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_two_digits_each() {
        assert_eq!(bytes("\\x00ff10"), Some(vec![0, 255, 16]));
        assert_eq!(bytes("\\x"), Some(Vec::new()));
        assert_eq!((bytes("00"), bytes("\\xzz")), (None, None));
    }
}
