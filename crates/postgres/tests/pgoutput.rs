//! The decoder of `pgoutput` on real messages, on parts of them, and on bytes of any kind.
#![allow(clippy::unwrap_used, reason = "a helper of a test fails as the test does")]

use std::sync::LazyLock;

use baton_postgres::pgoutput::{Malformed, Message, decode};
use baton_postgres::row::{Cell, Change, OldRow, Row};
use baton_postgres::testing::Postgres;
use bytes::Bytes;
use proptest::prelude::*;

/// Messages of each kind, as PostgreSQL writes them.
static REAL: LazyLock<Vec<Bytes>> = LazyLock::new(|| {
    let server = Postgres::shared();
    let database = server.database();
    let run = |sql: &str| server.psql(&database, sql);
    run("create type mood as enum ('ok'); \
        create table t (id int primary key, name text, big text, at mood); \
        create table f (id int, n numeric(10, 2)); alter table f replica identity full; \
        alter table t alter big set storage external; create publication changes for all tables; \
        select pg_replication_origin_create('elsewhere')");
    run(&format!("select pg_create_logical_replication_slot('{database}', 'pgoutput')"));
    run(
        "select pg_replication_origin_session_setup('elsewhere'); select pg_replication_origin_xact_setup('0/1', now()); \
        insert into t values (1, 'é', repeat('x', 3000), 'ok'), (2, null, null, null)",
    );
    run(
        "update t set name = 'b' where id = 1; update t set id = 3 where id = 2; delete from t where id = 3; \
        insert into f values (1, 1.5); update f set n = 2; delete from f; truncate t, f restart identity",
    );
    let hex = run(&format!(
        "select encode(data, 'hex') from pg_logical_slot_peek_binary_changes('{database}', null, null, \
            'proto_version', '1', 'publication_names', 'changes') where get_byte(data, 0) not in (66, 67)"
    ));
    run(&format!("select pg_drop_replication_slot('{database}')"));
    run("select pg_replication_origin_drop('elsewhere')");
    hex.lines().map(bytes_of).collect()
});

fn bytes_of(hex: &str) -> Bytes {
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// The kinds that version 1 has, but for those that the connection reads.
#[test]
fn real_messages_of_every_kind_are_read() {
    let kinds: std::collections::BTreeSet<char> = REAL.iter().map(|message| char::from(message[0])).collect();
    assert_eq!(kinds.into_iter().collect::<String>(), "DIORTUY");
    for message in REAL.iter() {
        let decoded = decode(message.clone()).unwrap();
        match message[0] {
            b'R' => assert!(matches!(decoded, Message::Relation(_))),
            b'T' => assert!(matches!(decoded, Message::Truncate(truncate) if truncate.relations.len() == 2)),
            b'O' | b'Y' => assert_eq!(decoded, Message::Ignored),
            _ => assert!(matches!(decoded, Message::Change(..))),
        }
    }
}

#[test]
fn a_column_has_its_type_and_its_modifier() {
    let relations = REAL.iter().filter_map(|message| match decode(message.clone()) {
        Ok(Message::Relation(relation)) if &*relation.table == "f" => Some(relation),
        _ => None,
    });
    let [id, n] = &*relations.last().unwrap().columns else { unreachable!("two columns") };
    assert_eq!((id.type_oid, id.type_modifier), (23, -1));
    assert_eq!((n.type_oid, n.type_modifier), (1700, (10 << 16 | 2) + 4));
}

/// A value is the message's own memory.
#[test]
fn values_are_not_copied() {
    for message in REAL.iter() {
        let within = message.as_ptr_range();
        for text in texts(&decode(message.clone()).unwrap()) {
            assert!(text.is_empty() || within.contains(&text.as_ptr()));
        }
    }
}

#[test]
fn a_message_that_is_cut_or_goes_on_is_refused() {
    for message in REAL.iter() {
        for length in 0..message.len() {
            assert_eq!(decode(message.slice(..length)), Err(Malformed::Short), "{message:?} at {length}");
        }
        let longer = [message, &b"n"[..]].concat();
        assert_eq!(decode(longer.into()), Err(Malformed::Long));
    }
}

#[test]
fn what_version_1_has_not_is_refused() {
    let cases: [(&[u8], Malformed); 8] = [
        (b"", Malformed::Short),
        (b"S\0\0\0\x01\x01", Malformed::Kind(b'S')),
        (b"!\0\0\0\x01\0\0\0", Malformed::Short),
        (b"I\0\0\0\x01O\0\0", Malformed::Part(b'O')),
        (b"I\0\0\0\x01N\0\x01x", Malformed::Part(b'x')),
        (b"I\0\0\0\x01N\0\x01b\0\0\0\0", Malformed::Binary),
        (b"I\0\0\0\x01N\0\x01t\0\0\0\x01\xff", Malformed::Encoding),
        // A row of many columns, and a value of 2 GiB, in few bytes.
        (b"I\0\0\0\x01N\xff\xfft\x7f\xff\xff\xff", Malformed::Short),
    ];
    for (message, error) in cases {
        assert_eq!(decode(Bytes::from_static(message)), Err(error));
        assert!(!error.to_string().is_empty());
    }
}

fn texts(message: &Message) -> Vec<&Bytes> {
    let Message::Change(_, change) = message else { return Vec::new() };
    let rows: Vec<&Row> = match change {
        Change::Insert { new } | Change::Update { old: None, new } => vec![new],
        Change::Update { old: Some(OldRow::Key(old) | OldRow::Full(old)), new } => vec![old, new],
        Change::Delete { old: OldRow::Key(old) | OldRow::Full(old) } => vec![old],
    };
    let cells = rows.into_iter().flat_map(|row| row.iter());
    cells.filter_map(|cell| if let Cell::Text(text) = cell { Some(text) } else { None }).collect()
}

/// No panic, and what is read fits into the bytes that were there.
fn holds(message: Bytes) {
    let length = message.len();
    if let Ok(message) = decode(message) {
        assert!(texts(&message).iter().map(|text| text.len()).sum::<usize>() < length);
        if let Message::Truncate(truncate) = message {
            assert!(truncate.relations.len() * 4 < length);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_bytes_are_read_or_refused(kind in "[RIUDTYO]", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        holds([kind.as_bytes(), &bytes].concat().into());
        holds(bytes.into());
    }

    #[test]
    fn real_messages_with_other_bytes_in_them_are_read_or_refused(
        index in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        end in any::<prop::sample::Index>(),
    ) {
        let mut message = index.get(&REAL).to_vec();
        for (at, byte) in changes {
            *at.get_mut(&mut message) = byte;
        }
        holds(Bytes::copy_from_slice(&message[..end.index(message.len())]));
        holds(message.into());
    }
}
