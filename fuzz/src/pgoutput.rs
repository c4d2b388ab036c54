//! Messages of PostgreSQL's stream, of any bytes: no panic, and values that lie within the message, one behind the other.

use baton_postgres::pgoutput::{Message, decode};
use baton_postgres::row::{Cell, Change, OldRow, Row};
use bytes::Bytes;

/// One input.
pub(crate) fn run(data: &[u8]) {
    let message = Bytes::copy_from_slice(data);
    match decode(message.clone()) {
        Ok(Message::Change(_, change)) => {
            let mut at = 0;
            rows(&change).into_iter().for_each(|row| within(&message, row, &mut at));
        }
        Ok(Message::Truncate(truncate)) => assert!(truncate.relations.len() * 4 < data.len()),
        Ok(Message::Relation(relation)) => assert!(relation.columns.len() * 10 < data.len()),
        Ok(Message::Omitted { .. } | Message::Ignored) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn rows(change: &Change) -> Vec<&Row> {
    match change {
        Change::Insert { new } | Change::Update { old: None, new } => vec![new],
        Change::Update { old: Some(before), new } => vec![old(before), new],
        Change::Delete { old: before } => vec![old(before)],
    }
}

fn old(row: &OldRow) -> &Row {
    let (OldRow::Key(row) | OldRow::Full(row)) = row;
    row
}

fn within(message: &Bytes, row: &Row, at: &mut usize) {
    for cell in row {
        let Cell::Text(text) = cell else { continue };
        assert!(core::str::from_utf8(text).is_ok());
        if text.is_empty() {
            continue; // an empty slice may point anywhere
        }
        let start = text.as_ptr() as usize - message.as_ptr() as usize;
        assert!(start >= *at && start + text.len() <= message.len());
        *at = start + text.len();
    }
}
