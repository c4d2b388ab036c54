//! The database's changes in the formats of protocols: where `baton_postgres` and
//! `baton_protocols`, which do not know each other, meet.

use baton_postgres::feed::{ChangeFormat, ChangeMessage, Failure, Lack, VisibleChange};
use baton_postgres::request::Kind;
use baton_protocols::phoenix::outgoing::POSTGRES_CHANGES;
use baton_protocols::phoenix::row_change::{RowChange, RowError, with_ids};
use baton_protocols::{FollowFailure, FollowFormat, RowEvent};

/// What writes changes in the format that a session asks for.
pub(crate) fn writer(format: FollowFormat) -> ChangeFormat {
    match format {
        FollowFormat::Supabase => SUPABASE,
        FollowFormat::SupabaseTopic => SUPABASE_TOPIC,
    }
}

/// Supabase Realtime's.
const SUPABASE: ChangeFormat = ChangeFormat {
    write: data,
    address: |_, ids, data| ChangeMessage { event: POSTGRES_CHANGES, payload: with_ids(ids, data) },
};

/// Supabase Realtime's where the topic itself is the request.
const SUPABASE_TOPIC: ChangeFormat = ChangeFormat {
    write: data,
    address: |kind, _, data| ChangeMessage { event: event(kind).as_str(), payload: data.to_vec() },
};

/// Why changes do not come, for the protocol that has the words.
pub(crate) fn follow_failure(failure: Failure) -> FollowFailure {
    match failure {
        Failure::NotPublished { request } => FollowFailure::NotPublished { request },
        Failure::Unfit { request, error } => {
            FollowFailure::Unfit { request, code: error.code, message: error.message.into() }
        }
        Failure::Other(text) => FollowFailure::Other(text.into()),
    }
}

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

#[cfg(test)]
mod tests {
    use baton_postgres::filter::BindError;

    use super::*;

    const CHANGE: VisibleChange<'_> = VisibleChange {
        schema: "public",
        table: "t",
        kind: Kind::Update,
        commit_time: 0,
        columns: &[("id", "int4")],
        record: &[("id", b"2")],
        old_record: &[("id", b"1")],
        lack: None,
    };

    #[test]
    fn changes_are_written_as_supabase_writes_them() {
        let written = r#"{"schema":"public","table":"t","commit_timestamp":"1970-01-01T00:00:00.000Z","type":"UPDATE","columns":[{"name":"id","type":"int4"}],"record":{"id":2},"old_record":{"id":1},"errors":null}"#;
        let data = (SUPABASE.write)(&CHANGE);
        assert_eq!(String::from_utf8_lossy(&data), written);
        let message = |format: ChangeFormat| {
            let ChangeMessage { event, payload } = (format.address)(Kind::Update, &[7, 8], &data);
            (event, String::from_utf8(payload).unwrap())
        };
        let with_ids = format!(r#"{{"ids":[7,8],"data":{written}}}"#);
        assert_eq!(message(writer(FollowFormat::Supabase)), ("postgres_changes", with_ids));
        assert_eq!(message(writer(FollowFormat::SupabaseTopic)), ("UPDATE", written.to_owned()));
    }

    #[test]
    fn each_lack_and_each_kind_has_its_word() {
        for (kind, lack, word, error) in [
            (Kind::Insert, Lack::Key, r#""type":"INSERT""#, r#"["Error 400: Bad Request, no primary key"]}"#),
            (Kind::Update, Lack::Permission, r#""type":"UPDATE""#, r#"["Error 401: Unauthorized"]}"#),
            (Kind::Delete, Lack::Size, r#""type":"DELETE""#, r#"["Error 413: Payload Too Large"]}"#),
        ] {
            let data = data(&VisibleChange { kind, lack: Some(lack), ..CHANGE });
            let text = String::from_utf8(data).unwrap();
            assert!(text.contains(word) && text.ends_with(error), "{text}");
        }
    }

    #[test]
    fn a_failure_keeps_its_request_and_its_words() {
        let (request, code, message) = (7, "P0001", "no such column");
        let error = BindError { code: code.into(), message: message.to_owned() };
        for (failure, expected) in [
            (Failure::NotPublished { request }, FollowFailure::NotPublished { request }),
            (
                Failure::Unfit { request, error },
                FollowFailure::Unfit { request, code: code.into(), message: message.into() },
            ),
            (Failure::Other("missed".to_owned()), FollowFailure::Other("missed".into())),
        ] {
            assert_eq!(follow_failure(failure), expected);
        }
    }
}
