//! Values of PostgreSQL's types, of any text: no panic, and JSON of a size that the text accounts for.

use baton_postgres::json::push_value;
use baton_postgres::pg_type::{Field, Kind, TypeInfo, Types};
use std::sync::LazyLock;

/// Types that hold others, and one that holds itself, which PostgreSQL forbids.
const DEFINED: std::ops::Range<u32> = 20_000..20_006;

static TYPES: LazyLock<Types> = LazyLock::new(|| {
    let mut types = Types::built_in();
    let fields = [("a", 23), ("b", 25), ("list", 20_001), ("at", 1184)];
    let fields = fields.map(|(name, type_oid)| Field { name: name.into(), type_oid });
    let kinds = [
        Kind::Composite { fields: fields.into() },
        Kind::Array { element: 20_000, delimiter: b',' },
        Kind::Domain { base: 20_001 },
        Kind::Hstore,
        Kind::Array { element: 20_003, delimiter: b';' },
        Kind::Domain { base: 20_005 },
    ];
    for (oid, kind) in DEFINED.zip(kinds) {
        types.insert(oid, TypeInfo { name: "defined".into(), kind });
    }
    types
});

/// One input.
pub(crate) fn run(data: &[u8]) {
    let Some(input) = crate::structured::<(u16, &str)>(data) else { return };
    let (choice, text) = input;
    let oid = if choice < 6 { DEFINED.start + u32::from(choice) } else { u32::from(choice) };
    if [114, 199, 3802, 3807].contains(&oid) {
        return; // what PostgreSQL took for JSON is JSON
    }
    let mut out = vec![b'['];
    push_value(&mut out, &TYPES, oid, text);
    out.push(b']');
    // Six bytes for a character of control; names of fields; and zeros for an exponent.
    assert!(out.len() <= 500 + 200 * text.len());
    if let Err(error) = serde_json::from_slice::<&serde_json::value::RawValue>(&out) {
        panic!("{}: {error}", String::from_utf8_lossy(&out));
    }
}
