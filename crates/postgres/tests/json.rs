//! Values as JSON against `to_jsonb` of a real PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a helper of a test fails as the test does")]

use std::fmt::Write as _;

use baton_postgres::json::push_value;
use baton_postgres::pg_type::Types;
use baton_postgres::row::Oid;
use baton_postgres::source::Source;
use baton_postgres::testing::Postgres;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tokio_postgres::Client;

/// How many values of each type are made up.
const CASES: usize = 200;

/// Types of a database's own.
const DEFINED: &str = "\
    create extension hstore; \
    create type mood as enum ('sad', 'ok', 'so \"so\", é'); \
    create domain positive as int check (value > 0); \
    create domain many as int[]; \
    create domain stamped as timestamptz; \
    create domain raw as bytea; \
    create type inner_type as (a int, \"b \"\"B\"\"\" text, at timestamptz); \
    create type outer_type as (i inner_type, list inner_type[], m mood, p positive, j jsonb, f float8, h hstore, y bytea); \
    create type empty_type as (); \
    create type one_type as (sole text); \
    create table row_type (id int, gone text, name text); \
    alter table row_type drop column gone; \
    create type floats as range (subtype = float8);";

struct Database {
    _server: std::sync::Arc<Postgres>,
    client: Client,
}

async fn database() -> Database {
    let server = Postgres::shared();
    let name = server.database();
    server.psql(&name, DEFINED);
    let source: Source = server.url(&name).parse().unwrap();
    let client = source.connect().await.unwrap();
    client.batch_execute("reset search_path").await.unwrap();
    Database { client, _server: server }
}

impl Database {
    async fn oid(&self, name: &str) -> Oid {
        let row = self.client.query_one("select $1::text::regtype::oid", &[&name]).await.unwrap();
        row.get(0)
    }

    /// Asserts for each value, an input of the type `name`, that the JSON made of its output is `to_jsonb`'s; a text that
    /// the type does not take counts for nothing. How many it took.
    async fn agrees(&self, name: &str, values: &[String]) -> usize {
        let oid = self.oid(name).await;
        let mut types = Types::built_in();
        types.load(&self.client, [oid]).await.unwrap();
        let mut taken = 0;
        for value in values {
            // `format` uses the output function, as the stream does; a cast to text may differ (`bool`, `char`).
            let sql = format!(
                "select format('%s', x), to_jsonb(x)::text from (select cast($1::text as {name}) as x) v"
            );
            let Ok(row) = self.client.query_one(&sql, &[value]).await else { continue };
            let (text, expected): (String, String) = (row.get(0), row.get(1));
            let mut out = Vec::new();
            assert!(push_value(&mut out, &types, oid, &text), "{name}: {text}");
            let json = String::from_utf8(out).unwrap();
            if json != expected {
                // jsonb has its own order and spaces; a scalar has neither, so there the text must be the same.
                assert!(json.starts_with(['{', '[']), "{name}: {text}: {json} and not {expected}");
                let row = self.client.query_one("select $1::text::jsonb::text", &[&json]).await.unwrap();
                assert_eq!(row.get::<_, String>(0), expected, "{name}: {text}: {json}");
            }
            taken += 1;
        }
        taken
    }

    async fn agrees_all(&self, name: &str, values: &[&str]) {
        let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
        assert_eq!(self.agrees(name, &values).await, values.len(), "{name} takes all of its values");
    }
}

#[tokio::test]
async fn chosen_values_of_every_kind_of_type_are_as_to_jsonb_has_them() {
    let database = database().await;
    for (name, values) in CHOSEN {
        database.agrees_all(name, values).await;
    }
}

const CHOSEN: &[(&str, &[&str])] = &[
    ("bool", &["t", "f"]),
    ("int2", &["0", "-32768", "32767"]),
    ("int4", &["-1", "2147483647"]),
    ("int8", &["-9223372036854775808", "9007199254740993"]),
    (
        "numeric",
        &["1.50", "0", "0.00", "-0.000000000000000001", "NaN", "Infinity", "-Infinity", "1e400", "1e-400"],
    ),
    ("numeric(10,2)", &["1.5", "-7"]),
    (
        "float4",
        &[
            "0",
            "-0",
            "1e20",
            "1.2345678e7",
            "1e-5",
            "0.1",
            "3.4028235e38",
            "1e-45",
            "NaN",
            "Infinity",
            "-Infinity",
        ],
    ),
    (
        "float8",
        &[
            "1e15",
            "1e16",
            "1.5e-7",
            "-1.7976931348623157e308",
            "5e-324",
            "123456789012345680",
            "-0",
            "0.1",
            "NaN",
        ],
    ),
    ("text", &["", " ", "é\u{1}\u{1f}\u{7f}\u{2028}", "\"\\/\n\r\t\u{8}\u{c}", "NULL", "{}", "😀"]),
    ("varchar(3)", &["ab"]),
    ("char(5)", &["ab"]),
    ("name", &["a b"]),
    ("\"char\"", &["x", ""]),
    ("date", &["2026-01-01", "0044-03-15 BC", "infinity", "-infinity", "12345-01-01"]),
    ("time", &["12:00:00.5", "24:00"]),
    ("timetz", &["12:00:00+05:30"]),
    (
        "timestamp",
        &["2026-01-01 00:00:00.12", "0044-03-15 01:02:03 BC", "infinity", "-infinity", "12345-01-01 00:00"],
    ),
    (
        "timestamptz",
        &["2026-01-01 00:00:00.12+02", "0044-03-15 01:02:03+00 BC", "infinity", "-infinity", "1800-01-01"],
    ),
    ("interval", &["1 year 2 mons -3 days 04:05:06.7", "0"]),
    ("uuid", &["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"]),
    ("inet", &["192.168.0.1/24", "::1"]),
    ("cidr", &["10.0.0.0/8"]),
    ("macaddr", &["08:00:2b:01:02:03"]),
    ("money", &["12.34"]),
    ("bit(3)", &["101"]),
    ("varbit", &["", "10"]),
    ("xml", &["<a>\"</a>"]),
    ("tsvector", &["'a':1 'b c':2"]),
    ("tsquery", &["a & b"]),
    ("point", &["(1,2.5)"]),
    ("box", &["(2,2),(0,0)"]),
    ("path", &["((0,0),(1,1))"]),
    ("oid", &["26"]),
    ("regclass", &["pg_class"]),
    ("regtype", &["int4"]),
    ("xid", &["7"]),
    ("tid", &["(0,1)"]),
    ("pg_lsn", &["16/B374D848"]),
    ("int4range", &["[1,5)", "empty", "(,)"]),
    ("tstzrange", &["[2026-01-01,2026-01-02)"]),
    ("int4multirange", &["{[1,2),[5,6)}", "{}"]),
    ("floats", &["[1.5,2.5]"]),
    ("jsonpath", &["$.a[*]"]),
    ("jsonb", &["{\"b\": [1, 2.50, null], \"a\": \"\\\"\"}", "null", "\"x\"", "1e3", "[]", "true"]),
    ("json", &["{\"b\": [1, 2.50, null], \"a\": \"x\"}", "[1,  2]", "{\"a\": 1, \"a\": 2}"]),
    ("int2vector", &["", "1 2 -3"]),
    ("oidvector", &["", "1 26"]),
    ("int4[]", &["{}", "{1,NULL,-3}", "[0:1]={7,8}", "{{1,2},{3,4}}", "[2:3][-1:0]={{1,2},{3,4}}"]),
    (
        "text[]",
        &["{NULL,\"NULL\",null,\"\",\" a \",\"a,b\",\"{\",\"}\",\"\\\"\",\"\\\\\"}", "{{a},{\"é \\\" ü\"}}"],
    ),
    ("text[]", &["{{{{{{deep}}}}}}"]),
    ("bool[]", &["{t,f,NULL}"]),
    ("float8[]", &["{1e20,NaN,-0,1e-7}"]),
    ("numeric[]", &["{1.50,NaN}"]),
    ("timestamptz[]", &["{\"2026-01-01 00:00:00+00\",infinity,NULL}"]),
    ("jsonb[]", &["{\"{\\\"a\\\": [1]}\",\"null\",NULL}"]),
    ("bytea[]", &["{\"\\\\x00ff\"}"]),
    ("box[]", &["{(2,2),(0,0);(3,3),(1,1)}"]),
    ("point[]", &["{\"(1,2)\"}"]),
    ("mood", &["sad", "so \"so\", é"]),
    ("mood[]", &["{ok,\"so \\\"so\\\", é\"}"]),
    ("positive", &["7"]),
    ("positive[]", &["{7,NULL}"]),
    ("many", &["{1,2}"]),
    ("stamped", &["2026-01-01 00:00:00+00"]),
    ("raw", &["\\x00ff"]),
    (
        "inner_type",
        &["(1,\"x \"\"y\"\" \\\\ z\",\"2026-01-01 00:00:00+00\")", "(,,)", "(,\"\",)", "(1,\"a,(b)\",)"],
    ),
    ("inner_type[]", &["{\"(1,\\\"a b\\\",)\",NULL}"]),
    ("empty_type", &["()"]),
    ("one_type", &["()", "(x)", "(\"\")"]),
    ("row_type", &["(1,name)"]),
    (
        "outer_type",
        &[
            "(\"(1,\"\"a \"\"\"\"q\"\"\"\"\"\",)\",\"{\"\"(2,b,)\"\",NULL}\",ok,3,\"{\"\"k\"\": [1.0]}\",1e20,\"\"\"a\"\"=>\"\"1\"\"\",\\\\x01)",
            "(,,,,,,,)",
        ],
    ),
    ("hstore", &["", "a=>1,b=>NULL", "\"q\\\"\\\\\"=>\"x, => y\", é=>\"NULL\""]),
    ("hstore[]", &["{\"\\\"a\\\"=>\\\"1\\\"\"}"]),
];

/// What `json` is, as it was stored: another text than `to_jsonb`'s, and the same for who parses it.
#[tokio::test]
async fn json_stays_as_it_was_stored() {
    let database = database().await;
    let (oid, types) = (database.oid("json").await, Types::built_in());
    for text in ["{\"b\":  1e2,\n \"a\": 1}", "\"\\u0000\"", "[1.0E+2]"] {
        let row = database.client.query_one("select $1::text::json::text", &[&text]).await.unwrap();
        let mut out = Vec::new();
        assert!(push_value(&mut out, &types, oid, row.get(0)));
        assert_eq!(String::from_utf8(out).unwrap(), text);
    }
}

/// As clients of Supabase know it; `to_jsonb` has `\x` before it.
#[tokio::test]
async fn bytea_is_its_hexadecimal_digits() {
    let database = database().await;
    for bytes in ["", "00ff", "5c78"] {
        let sql = format!("select '\\x{bytes}'::bytea::text");
        let row = database.client.query_one(&sql, &[]).await.unwrap();
        let mut out = Vec::new();
        assert!(push_value(&mut out, &Types::built_in(), 17, row.get(0)));
        assert_eq!(String::from_utf8(out).unwrap(), format!("\"{bytes}\""));
    }
}

/// Values that are made up: each type's inputs by a pattern, and texts and arrays of any characters.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn made_up_values_are_as_to_jsonb_has_them() {
    let database = database().await;
    let timestamp =
        "[0-9]{1,5}-(0[1-9]|1[0-2])-(0[1-9]|2[0-8]) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?";
    let patterns = [
        ("int8", "-?[0-9]{1,18}".to_owned()),
        ("numeric", "-?[0-9]{1,40}(\\.[0-9]{0,40})?(e-?[0-9]{1,2})?".to_owned()),
        ("float4", "-?[0-9]{1,12}(\\.[0-9]{1,12})?(e-?[0-3]?[0-9])?".to_owned()),
        ("float8", "-?[0-9]{1,20}(\\.[0-9]{1,20})?(e-?[0-2]?[0-9]{1,2})?".to_owned()),
        ("date", "[0-9]{1,5}-(0[1-9]|1[0-2])-(0[1-9]|2[0-8])( BC)?".to_owned()),
        ("timestamp", format!("{timestamp}( BC)?")),
        ("timestamptz", format!("{timestamp}[+-](0[0-9]|1[0-4])(:[0-5][0-9])?( BC)?")),
        ("interval", "-?[0-9]{1,4} mons -?[0-9]{1,3} days -?[0-9]{1,2}:[0-5][0-9]:[0-5][0-9]".to_owned()),
        ("float8[]", "\\{(-?[0-9]{1,3}(\\.[0-9])?e-?[0-9]{1,2},){0,5}NULL\\}".to_owned()),
        ("int4[]", "\\{\\{[0-9],NULL,-[0-9]\\},\\{[0-9],[0-9],[0-9]\\}\\}".to_owned()),
    ];
    for (name, pattern) in patterns {
        let strategy = proptest::string::string_regex(&pattern).unwrap();
        let taken = database.agrees(name, &made(&strategy, CASES)).await;
        assert!(taken * 2 > CASES, "{name} took {taken}");
    }
    let text =
        proptest::string::string_regex("([ \"\\\\{}(),;=a-zé😀\\n\\t\u{1}]|NULL){0,12}").unwrap().boxed();
    let texts = proptest::collection::vec(proptest::option::weighted(0.9, text.clone()), 0..5);
    let arrays = texts.clone().prop_map(|texts: Vec<_>| array(&texts));
    let composites = (texts, text.clone()).prop_map(|(texts, b): (Vec<Option<String>>, String)| {
        let inner = composite(&[Some("1".into()), Some(b), None]);
        let list = texts.iter().map(|b| b.as_ref().map(|b| composite(&[None, Some(b.clone()), None])));
        composite(&[Some(inner), Some(array(&list.collect::<Vec<_>>())), None, None, None, None, None, None])
    });
    let pairs = proptest::collection::vec((text.clone(), proptest::option::of(text.clone())), 0..4);
    assert_eq!(database.agrees("text", &made(&text, CASES)).await, CASES);
    assert_eq!(database.agrees("text[]", &made(&arrays, CASES)).await, CASES);
    assert_eq!(database.agrees("outer_type", &made(&composites, CASES)).await, CASES);
    assert_eq!(
        database.agrees("hstore", &made(&pairs.prop_map(|pairs: Vec<_>| hstore(&pairs)), CASES)).await,
        CASES
    );
}

fn made(strategy: &impl Strategy<Value = String>, count: usize) -> Vec<String> {
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

fn escaped(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn array(values: &[Option<String>]) -> String {
    let values: Vec<_> = values.iter().map(|value| value.as_deref().map_or("NULL".into(), escaped)).collect();
    format!("{{{}}}", values.join(","))
}

fn composite(values: &[Option<String>]) -> String {
    let values: Vec<_> = values.iter().map(|value| value.as_deref().map_or(String::new(), escaped)).collect();
    format!("({})", values.join(","))
}

fn hstore(pairs: &[(String, Option<String>)]) -> String {
    pairs.iter().fold(String::new(), |mut text, (key, value)| {
        let value = value.as_deref().map_or("NULL".into(), escaped);
        write!(text, "{}{}=>{value}", if text.is_empty() { "" } else { "," }, escaped(key)).unwrap();
        text
    })
}

#[tokio::test]
async fn a_type_that_got_a_field_is_a_string_until_it_is_loaded_again() {
    let database = database().await;
    let oid = database.oid("one_type").await;
    let mut types = Types::built_in();
    let written = |types: &Types| {
        let mut out = Vec::new();
        let known = push_value(&mut out, types, oid, "(x,7)");
        (known, String::from_utf8(out).unwrap())
    };
    assert_eq!(written(&types), (false, "\"(x,7)\"".into()));
    types.load(&database.client, [oid]).await.unwrap();
    database.client.batch_execute("alter type one_type add attribute more int").await.unwrap();
    assert_eq!(written(&types), (false, "\"(x,7)\"".into()));
    types.load(&database.client, [oid]).await.unwrap();
    assert_eq!(written(&types), (true, "{\"sole\":\"x\",\"more\":7}".into()));
}

/// The types that PostgreSQL defines are known as its catalogue has them, without a question.
#[tokio::test]
async fn built_in_types_are_as_the_catalogue_has_them() {
    let database = database().await;
    let sql = "select t.oid, t.typname::text, e.oid, e.typdelim::text from pg_type t left join pg_type e on e.typarray = t.oid \
        where t.oid < 10000 and t.typtype in ('b', 'r', 'm') and t.typname not like 'pg\\_%' and t.typname not like '\\_pg\\_%'";
    let types = Types::built_in();
    let rows = database.client.query(sql, &[]).await.unwrap();
    assert!(rows.len() > 100);
    for row in rows {
        let (oid, name): (Oid, String) = (row.get(0), row.get(1));
        assert_eq!(types.name(oid), Some(&*name));
        if let Some(element) = row.get::<_, Option<Oid>>(2) {
            let delimiter = row.get::<_, String>(3).as_bytes()[0];
            let kind = baton_postgres::pg_type::Kind::Array { element, delimiter };
            assert_eq!(types.get(oid).unwrap().kind, kind, "{name}");
        }
    }
}

proptest! {
    /// Whatever the text, what comes out is JSON, for every type but those that are JSON themselves.
    #[test]
    fn any_text_becomes_json(oid in 16u32..5000, text in "([\\[\\]{}(),;:=\"\\\\0-9eE+. NULtfx-]|.){0,40}") {
        prop_assume!(![114, 3802, 199, 3807].contains(&oid));
        let mut out = Vec::new();
        push_value(&mut out, &Types::built_in(), oid, &text);
        prop_assert!(serde_json::from_slice::<serde_json::Value>(&out).is_ok(), "{}", String::from_utf8_lossy(&out));
    }
}
