//! Which role a session is in, after ways that leave the one that it was in.
#![allow(clippy::unwrap_used)] // a test that unwraps fails where it should

use std::time::Duration;

use super::{Batch, Body, Confined, Evaluation, Stored};
use crate::testing::Postgres;

fn body(expression: &str, stored: Option<&str>) -> Body {
    Body {
        settings: &[],
        shared: 0,
        expression: expression.into(),
        stored: stored.map(|text| Stored::new(text).unwrap()),
    }
}

fn asked(body: &Body) -> Batch<'_> {
    Batch { role: "authenticated", body, settings: &[], own: &[""], shared: &[] }
}

/// A function runs with the rights of the role that the session was in when it was made.
#[tokio::test]
async fn a_session_knows_which_role_it_is_in() {
    let postgres = Postgres::start(&[]);
    postgres.psql(
        "postgres",
        "create role authenticated; create role baton login noinherit in role authenticated",
    );
    let source = postgres.url("postgres").replace("user=postgres", "user=baton").parse().unwrap();
    let mut confined = Confined::connect(&source, "", Duration::from_secs(5)).await.unwrap();
    let is_authenticated = vec![Evaluation::Value(Some("authenticated".into()))];

    let stored = body("", Some("current_user::pg_catalog.text"));
    assert_eq!(confined.evaluate_stored(asked(&stored)).await.unwrap(), is_authenticated);
    let after_a_rollback = body("(select current_user::pg_catalog.text)", None);
    assert_eq!(confined.evaluate(asked(&after_a_rollback)).await.unwrap(), is_authenticated);

    let rows = confined.catalogue("select current_user::text", &[]).await.unwrap();
    assert_eq!(rows.first().unwrap().get::<_, &str>(0), "baton");
    let after_the_catalogue = body("pg_catalog.concat(current_user)", None);
    assert_eq!(confined.evaluate(asked(&after_the_catalogue)).await.unwrap(), is_authenticated);

    let after_the_role = body("", Some("pg_catalog.concat(current_user)"));
    assert_eq!(confined.evaluate_stored(asked(&after_the_role)).await.unwrap(), is_authenticated);
}
