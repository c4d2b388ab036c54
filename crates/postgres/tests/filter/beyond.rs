//! Groups, paths and containment against PostgreSQL, and hostile names and values.

use baton_postgres::filter::CellRef;
use baton_postgres::testing::Postgres;
use baton_postgres::truth::Verdict;

const TABLE: &str = r#"
create table t (id int generated always as identity, "n" int, tags text[], numbers int[], data jsonb, raw json, "or(a" int);
insert into t (n, tags, numbers, data, raw) values
    (1, '{a,b}', '{1,2}', '{"kind":"x","n":1.50,"list":["p",{"q":null}],"nested":{"a":{"b":"c"}}}', '{"kind":"x", "kind":"y"}'),
    (2, '{}', '{NULL}', '{"kind":null,"list":[]}', '[1,2]'),
    (3, '{NULL,a}', '{{1,2},{3,4}}', '[1,"kind",{"a":1}]', '"text"'),
    (null, null, null, null, null),
    (4, '{"a b","q\"r","x,y"}', '[0:1]={7,8}', '"kind"', '{"kind": 1.0e2}');
"#;

/// Filters, and the conditions that mean the same.
const CASES: &[(&str, &str)] = &[
    ("or(n.eq.1,n.gt.3)", "n = 1 or n > 3"),
    ("not.or(n.eq.1,n.gt.3)", "not (n = 1 or n > 3)"),
    (
        "n=gt.0,or(n.is.null,and(n.gt.1,not.and(n.eq.2,n.lt.5)))",
        "n > 0 and (n is null or (n > 1 and not (n = 2 and n < 5)))",
    ),
    ("or(n.not.in.(1,2),n.isdistinct.3)", "not (n = any ('{1,2}')) or n is distinct from 3"),
    ("tags=cs.{a}", "tags @> '{a}'"),
    ("tags=cs.{a,NULL}", "tags @> '{a,NULL}'"),
    ("tags=cs.{}", "tags @> '{}'"),
    ("tags=not.cs.{a,b}", "not tags @> '{a,b}'"),
    ("tags=cd.{a,b,c}", "tags <@ '{a,b,c}'"),
    ("tags=cd.{a,NULL}", "tags <@ '{a,NULL}'"),
    (r#"tags=ov.{"x,y",b}"#, r#"tags && '{"x,y",b}'"#),
    ("tags=ov.{NULL}", "tags && '{NULL}'"),
    ("numbers=cs.{002, 4}", "numbers @> '{2,4}'"),
    ("numbers=cd.{7,8,9}", "numbers <@ '{7,8,9}'"),
    ("numbers=ov.{{1,2},{3,4}}", "numbers && '{{1,2},{3,4}}'"),
    (r#"data=cs.{"kind":"x"}"#, r#"data @> '{"kind":"x"}'"#),
    (r#"data=cs.{"n":1.5,"list":[{}]}"#, r#"data @> '{"n":1.5,"list":[{}]}'"#),
    (r#"data=cs."kind""#, r#"null"#),
    (r#"data=cs.["kind"]"#, r#"data @> '["kind"]'"#),
    (r#"data=cs.[]"#, r#"data @> '[]'"#),
    (r#"data=cd.{"kind":null,"list":[1],"more":0}"#, r#"data <@ '{"kind":null,"list":[1],"more":0}'"#),
    ("data->>kind=eq.x", "data ->> 'kind' = 'x'"),
    ("data->>kind=is.null", "data ->> 'kind' is null"),
    ("data->>kind=in.(x,y)", "data ->> 'kind' = any ('{x,y}')"),
    ("data->>n=eq.1.50", "data ->> 'n' = '1.50'"),
    ("data->list->>0=like.p%", "data -> 'list' ->> 0 like 'p%'"),
    ("data->list->>-1=eq.x", "data -> 'list' ->> -1 = 'x'"),
    ("data->nested->a->>b=gt.a", "data -> 'nested' -> 'a' ->> 'b' > 'a'"),
    ("data->kind=is.null", "data -> 'kind' is null"),
    (r#"data->list=cs.["p"]"#, r#"data -> 'list' @> '["p"]'"#),
    ("data->>kind=neq.x", "data ->> 'kind' <> 'x'"),
    ("raw->>kind=eq.y", "raw ->> 'kind' = 'y'"),
    ("raw->>kind=eq.1.0e2", "raw ->> 'kind' = '1.0e2'"),
    ("raw->>1=eq.2", "raw ->> 1 = '2'"),
    (r#"data->>it's "$1" %s'=isdistinct.'; drop table t; --"#, r#"data ->> 'x' is distinct from 'y'"#),
    ("tags=eq.{a,b}", "null"),
];

#[tokio::test]
async fn groups_paths_and_containment_are_those_of_postgres() {
    let postgres = Postgres::shared();
    let table = super::table(&postgres, TABLE).await;
    let names = ["id", "n", "tags", "numbers", "data", "raw", "or(a"];
    let mut rows: Vec<Vec<Option<String>>> = Vec::new();
    for name in names {
        rows.push(table.rows(name).await);
    }
    let mut decided = 0;
    for (filter, condition) in CASES {
        if *condition == "null" {
            continue; // not about the answer, see below
        }
        let bound = table.bind(filter).await.unwrap_or_else(|error| panic!("{filter}: {error}"));
        let expected =
            table.truth(condition, None).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
        let met = table.met(&bound).await.unwrap_or_else(|error| panic!("{filter}: {error}"));
        for (place, expected) in expected.iter().enumerate() {
            assert_eq!(met[place] == Some(true), *expected == Some(true), "{filter} {place}");
            let row = |index: usize| rows[index][place].as_deref().map_or(CellRef::Null, CellRef::Text);
            let verdict = bound.verdict(&row);
            let question = bound.question(&row);
            let answer = table.answer(&question).await.unwrap_or_else(|error| panic!("{filter}: {error}"));
            assert_eq!(answer == Some(true), *expected == Some(true), "{filter} {place}: {question:?}");
            if verdict != Verdict::AskDatabase {
                decided += 1;
                assert_eq!(
                    verdict == Verdict::True,
                    *expected == Some(true),
                    "{filter} {place}: {verdict:?}"
                );
            }
        }
    }
    assert!(decided > 120, "{decided}");
}

#[tokio::test]
async fn names_and_values_stay_what_they_are() {
    let postgres = Postgres::shared();
    let hostile = r#"x"); drop table t; select ($1"#;
    let sql = format!(
        "create type \"{0}\" as enum ('a', 'b'); create table t (id int generated always as identity, \"{0}\" \"{0}\" default 'a', tags text[]); insert into t default values;",
        hostile.replace('"', "\"\"")
    );
    let table = super::table(&postgres, &sql).await;
    // Labels of an enumeration are known here, so that a list of arrays must be asked for to see the type's name in SQL.
    let bound = table.bind("tags=eq.{a}").await.unwrap();
    let row = |_: usize| CellRef::Text("{\"a'\\\"\"}");
    assert_eq!(bound.verdict(&row), Verdict::AskDatabase);
    assert_eq!(table.answer(&bound.question(&row)).await, Ok(Some(false)));
    let bound = table.bind(&format!("{hostile}=gt.a")).await.unwrap();
    assert_eq!(table.answer(&bound.question(&|_| CellRef::Text("b"))).await, Ok(Some(true)));
    assert_eq!(table.answer(&bound.question(&|_| CellRef::Null)).await, Ok(None));
    assert_eq!(table.met(&bound).await, Ok(vec![Some(false)]));
    let refused = table.bind(&format!("{hostile}=eq.'; drop table t; --")).await.unwrap_err();
    assert!(refused.starts_with("invalid input value for enum"), "{refused}");
    assert_eq!(table.truth("true", None).await, Ok(vec![Some(true)]), "the table is still there");
}

#[tokio::test]
async fn what_does_not_fit_is_refused_in_the_words_of_supabase() {
    let postgres = Postgres::shared();
    let table = super::table(&postgres, TABLE).await;
    let many = format!("n=in.({})", (0..101).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
    for (filter, expected) in [
        ("notacolumn=eq.1", "invalid column for filter notacolumn"),
        ("none->>a=eq.1", "invalid column for filter none->>a"),
        ("n=is.true", "is true filter requires a boolean column, got integer"),
        ("n=is.x", "invalid value for is filter: must be null, true, false, or unknown"),
        ("n=like.1%", "operator like requires a text-compatible column type, got integer"),
        ("n=match.1", "operator match requires a text-compatible column type, got integer"),
        ("n=cs.{1}", "operator cs requires an array or jsonb column, got integer"),
        ("data=ov.{}", "operator ov requires an array column, got jsonb"),
        ("n->>a=eq.1", "a path requires a json or jsonb column, got integer"),
        (
            "data->>a=match.(",
            "invalid regular expression for match filter: invalid regular expression: parentheses () not balanced",
        ),
        ("data=cs.{a}", "invalid input syntax for type json"),
        ("raw=eq.{}", "operator does not exist: json pg_catalog.= json"),
        (many.as_str(), "too many values for `in` filter. Maximum 100"),
    ] {
        assert_eq!(table.bind(filter).await.map(|_| ()), Err(expected.to_owned()), "{filter}");
    }
}
