//! Setting up: on an empty database, again, twice at once, over Supabase's own objects, and without a superuser.

mod fixture;

use baton_postgres::setup::steps;
use baton_postgres::testing::Postgres;
use fixture::{SUPABASE, Session, set_up, subject};

/// Everything that a setup can change, as text.
const PICTURE: &str = "
  select 'role', rolname, rolcanlogin, rolinherit, rolreplication, rolbypassrls, rolsuper, null::text from pg_roles
    where rolname !~ '^pg_'
  union all select 'member', m.rolname, false, false, false, false, false, r.rolname
    from pg_auth_members join pg_roles m on m.oid = member join pg_roles r on r.oid = roleid where r.rolname !~ '^pg_'
  union all select 'schema', nspname, false, false, false, false, false, nspacl::text from pg_namespace
    where nspname !~ '^pg_'
  union all select 'relation', c.oid::regclass::text, relispartition, relrowsecurity, false, false, false, relacl::text
    from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ('realtime', 'auth', 'public')
  union all select 'column', attrelid::regclass || '.' || attname, attnotnull, atthasdef, false, false, false,
      format_type(atttypid, atttypmod)
    from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    where nspname in ('realtime', 'auth') and attnum > 0
  union all select 'function', p.oid::regprocedure::text, prosecdef, false, false, false, false,
      coalesce(proacl::text, '') || prosrc
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname in ('realtime', 'auth', 'public')
  union all select 'publication', pubname, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot,
      (select string_agg(prrelid::regclass::text, ',') from pg_publication_rel where prpubid = p.oid)
    from pg_publication p
  union all select 'comment', description, false, false, false, false, false, null from pg_description
    where description like 'baton:%'
  order by 1, 2, 8";

#[tokio::test]
async fn the_table_of_messages_is_the_one_of_supabase_and_a_column() {
    let (_, session) = set_up(Postgres::shared()).await;
    let columns = "select attname, format_type(atttypid, -1), attnotnull from pg_attribute
                   where attrelid = 'realtime.messages'::regclass and attnum > 0 order by attnum";
    assert_eq!(
        session.rows(columns).await,
        [
            "topic|text|t",
            "extension|text|t",
            "payload|jsonb|f",
            "event|text|f",
            "private|boolean|f",
            "updated_at|timestamp without time zone|t",
            "inserted_at|timestamp without time zone|t",
            "id|uuid|t",
            "binary_payload|bytea|f",
            "seq|bigint|f",
        ]
    );
    let table = "select pg_get_partkeydef(oid), relrowsecurity, relforcerowsecurity from pg_class
                 where oid = 'realtime.messages'::regclass";
    assert_eq!(session.row(table).await, "RANGE (inserted_at)|t|f");
    assert_eq!(
        session
            .row("select indexdef from pg_indexes where indexname = 'messages_topic_inserted_at_index'")
            .await,
        "CREATE INDEX messages_topic_inserted_at_index ON ONLY realtime.messages USING btree (topic, inserted_at DESC) \
         WHERE ((extension = 'broadcast'::text) AND (private IS TRUE))"
    );
    let key = "select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'realtime.messages'::regclass \
               and contype = 'p'";
    assert_eq!(session.row(key).await, "PRIMARY KEY (id, inserted_at)");
    for role in ["anon", "authenticated", "service_role"] {
        let rights = format!(
            "select string_agg(privilege_type, ',' order by privilege_type) from pg_class, aclexplode(relacl)
             where oid = 'realtime.messages'::regclass and grantee = '{role}'::regrole"
        );
        assert_eq!(session.row(&rights).await, "INSERT,SELECT,UPDATE");
    }
    let publications =
        "select pubname, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot from pg_publication
                        order by pubname";
    assert_eq!(
        session.rows(publications).await,
        ["supabase_realtime|t|t|t|f|f", "supabase_realtime_messages_publication|t|f|f|f|t"]
    );
    let both = "update realtime.messages set id = id; insert into realtime.messages (topic, extension, payload, \
                binary_payload) values ('t', 'broadcast', '{}', '\\x00')";
    assert!(session.execute(both).await.unwrap_err().contains("messages_one_payload"));
}

#[tokio::test]
async fn a_second_setup_changes_nothing() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let mut session = Session::open(&postgres, &database, "postgres").await;
    session.set_up(Some("baton")).await;
    let first = session.rows(PICTURE).await;
    assert!(first.len() > 50, "{first:?}");
    session.set_up(Some("baton")).await;
    assert_eq!(session.rows(PICTURE).await, first);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn setups_at_the_same_time_all_succeed_in_one_database_and_in_several() {
    let postgres = Postgres::start(&[]);
    let databases = [postgres.database(), postgres.database()];
    let mut running = Vec::new();
    for round in 0..6 {
        let mut session = Session::open(&postgres, &databases[round % 2], "postgres").await;
        running.push(tokio::spawn(async move { session.run(&steps(&subject(Some("baton")))).await }));
    }
    for setup in running {
        let refused = setup.await.unwrap();
        assert!(refused.is_empty(), "{refused:?}");
    }
    let mut pictures = Vec::new();
    for database in &databases {
        pictures.push(Session::open(&postgres, database, "postgres").await.rows(PICTURE).await);
    }
    assert_eq!(pictures[0], pictures[1]);
    let defaults = "select count(*) from pg_inherits where inhparent = 'realtime.messages'::regclass";
    assert_eq!(postgres.psql(&databases[0], defaults), "6");
}

#[tokio::test]
async fn objects_of_supabase_stay_as_they_are_and_what_is_wanting_is_added() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, SUPABASE);
    let mut session = Session::open(&postgres, &database, "postgres").await;
    let before = session.rows(PICTURE).await;
    session.set_up(Some("baton")).await;
    let after = session.rows(PICTURE).await;
    let gone: Vec<_> = before.iter().filter(|line| !after.contains(line)).collect();
    // The server's role may use the schemas, and the publication lost nothing.
    let may_change = ["schema|realtime", "schema|auth"];
    assert!(gone.iter().all(|line| may_change.iter().any(|start| line.starts_with(start))), "{gone:?}");

    session.execute("select realtime.send('{}', 'e', 't')").await.unwrap();
    assert_eq!(session.notices(), ["NOTICE: the send of Supabase"]);
    session
        .execute("insert into realtime.messages (topic, extension) values ('new', 'broadcast')")
        .await
        .unwrap();
    let order = "select topic, seq, binary_payload from realtime.messages order by topic";
    assert_eq!(session.rows(order).await, ["new|1|null", "old|null|null"]);
    let owners = "select distinct pg_get_userbyid(relowner) from pg_class
                  where relnamespace = 'realtime'::regnamespace and relkind in ('r', 'p', 'S')";
    assert_eq!(session.rows(owners).await, ["supabase_realtime_admin"]);

    session.set_up(Some("baton")).await;
    assert_eq!(session.rows(PICTURE).await, after);

    let refused = session.tear_down("baton", true).await;
    assert!(refused.is_empty(), "{refused:?}");
    let mut expected = before;
    let mut left = session.rows(PICTURE).await;
    // A column's place stays taken when it is dropped, and days keep their partitions: they may hold messages.
    let keep = |line: &String| {
        !line.contains("pg.dropped")
            && !line.contains("messages_")
            && !line.starts_with("column|realtime.messages.binary")
    };
    expected.retain(keep);
    left.retain(keep);
    let bare = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| line.split("|{").next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(bare(&left), bare(&expected));
}

#[tokio::test]
async fn functions_of_an_earlier_version_are_replaced_and_those_of_the_user_are_not() {
    let (_, mut session) = set_up(Postgres::shared()).await;
    session
        .execute(
            "create or replace function realtime.topic() returns text language sql as $$ select 'old' $$;
             create or replace function auth.role() returns text language sql as $$ select 'mine' $$;
             comment on function auth.role() is 'mine'",
        )
        .await
        .unwrap();
    session.set_up(None).await;
    assert_eq!(session.row("select realtime.topic(), auth.role()").await, "null|mine");
}

#[tokio::test]
async fn a_step_that_fails_is_undone_and_others_go_on() {
    let (_, mut session) = set_up(Postgres::shared()).await;
    session.execute("drop table realtime.messages; create table realtime.messages (seq int)").await.unwrap();
    let refused = session.run(&steps(&subject(None))).await;
    let delivered: Vec<_> = refused.iter().map(|(title, refusal)| (*title, &*refusal.error)).collect();
    let error = "realtime.messages has no partitions: rename it, and set up again";
    assert_eq!(delivered, [("A partition for each day", error)]);
    assert_eq!(session.row("select count(*) from pg_class where relname ~ '^messages_2'").await, "0");
    session.execute("drop table realtime.messages").await.unwrap();
    session.set_up(None).await;
}

#[tokio::test]
async fn what_a_role_without_rights_may_not_do_is_reported_and_the_rest_is_done() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql("postgres", "create role tenant login createrole");
    postgres.psql("postgres", &format!("alter database {database} owner to tenant"));
    let mut session = Session::open(&postgres, &database, "tenant").await;
    let refused = session.run(&steps(&subject(Some("baton")))).await;
    let delivered: Vec<_> = refused.iter().map(|(title, refusal)| (*title, &*refusal.error)).collect();
    assert_eq!(
        delivered,
        [
            ("service_role passes row-level security", "must be superuser to change bypassrls attribute"),
            (
                "The server's role may read the stream of changes",
                "must be superuser to alter replication roles or change replication attribute"
            ),
        ]
    );
    assert!(refused[0].1.statement.contains("alter role service_role bypassrls;"), "{:?}", refused[0]);
    assert!(refused[0].1.by.starts_with("a superuser"));
    // The statements are what the superuser has to run.
    for (_, refusal) in &refused {
        postgres.psql(&database, &refusal.statement);
    }
    session.set_up(Some("baton")).await;
    assert_eq!(session.row("select rolreplication from pg_roles where rolname = 'baton'").await, "t");
}

#[tokio::test]
async fn the_script_for_psql_does_the_same() {
    let postgres = Postgres::start(&[]);
    let (by_run, by_script) = (postgres.database(), postgres.database());
    let mut session = Session::open(&postgres, &by_run, "postgres").await;
    session.set_up(Some("baton")).await;
    let script: String = steps(&subject(Some("baton"))).iter().map(|step| step.script()).collect();
    postgres.psql(&by_script, &script);
    let other = Session::open(&postgres, &by_script, "postgres").await;
    assert_eq!(session.rows(PICTURE).await, other.rows(PICTURE).await);
}

#[tokio::test]
async fn the_claims_of_a_token_are_read_as_supabase_has_them() {
    let (_, session) = set_up(Postgres::shared()).await;
    let all = "select auth.uid(), auth.role(), auth.email(), auth.jwt()";
    assert_eq!(session.row(all).await, "null|null|null|null");
    let claims =
        r#"{"sub": "00000000-0000-0000-0000-00000000000a", "role": "authenticated", "email": "a@b.c"}"#;
    session.execute("begin; set local role authenticated").await.unwrap();
    session.execute(&format!("select set_config('request.jwt.claims', '{claims}', true)")).await.unwrap();
    let uid = "00000000-0000-0000-0000-00000000000a";
    assert!(session.row(all).await.starts_with(&format!("{uid}|authenticated|a@b.c|{{")));
    session
        .execute("select set_config('request.jwt.claim.sub', '00000000-0000-0000-0000-00000000000b', true)")
        .await
        .unwrap();
    assert!(session.row("select auth.uid()").await.ends_with("000b"));
    session.execute("rollback").await.unwrap();
    // A setting that was local is now '' and not null.
    assert_eq!(session.row(all).await, "null|null|null|null");
}
