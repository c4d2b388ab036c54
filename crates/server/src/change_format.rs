//! The database's changes in the formats of protocols: where `baton_postgres` and
//! `baton_protocols`, which do not know each other, meet.

use baton_postgres::feed::{ChangeFormat, ChangeMessage, Lack, VisibleChange};
use baton_postgres::request::Kind;
use baton_protocols::phoenix::outgoing::POSTGRES_CHANGES;
use baton_protocols::phoenix::row_change::{RowChange, RowError, RowEvent, with_ids};

/// Supabase Realtime's.
pub(crate) const SUPABASE: ChangeFormat = ChangeFormat {
    write: data,
    address: |_, ids, data| ChangeMessage { event: POSTGRES_CHANGES, payload: with_ids(ids, data) },
};

/// Supabase Realtime's where the topic itself is the request.
pub(crate) const SUPABASE_TOPIC: ChangeFormat = ChangeFormat {
    write: data,
    address: |kind, _, data| ChangeMessage { event: event(kind).as_str(), payload: data.to_vec() },
};

fn data(change: &VisibleChange<'_>) -> Vec<u8> {
    let VisibleChange { schema, table, kind, commit_time, columns, record, old_record, lack } = *change;
    let error = lack.map(|lack| match lack {
        Lack::Key => RowError::NoPrimaryKey,
        Lack::Permission => RowError::Unauthorized,
        Lack::Size => RowError::TooLarge,
    });
    RowChange { schema, table, event: event(kind), commit_time, columns, record, old_record, error }.data()
}

fn event(kind: Kind) -> RowEvent {
    match kind {
        Kind::Insert => RowEvent::Insert,
        Kind::Update => RowEvent::Update,
        Kind::Delete => RowEvent::Delete,
    }
}
