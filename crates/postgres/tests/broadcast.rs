//! The functions that send from the database.

mod fixture;

use baton_postgres::testing::Postgres;
use fixture::set_up;

const SENT: &str = "select topic, extension, event, private, payload, encode(binary_payload, 'hex'), seq
                    from realtime.messages order by seq";

#[tokio::test]
async fn an_object_is_sent_with_its_id_or_with_that_of_the_message() {
    let (_, session) = set_up(Postgres::shared()).await;
    session.execute("select realtime.send('{\"a\": 1}', 'e', 'room')").await.unwrap();
    session.execute("select realtime.send('{\"id\": null, \"a\": 1}', 'e', 'room', false)").await.unwrap();
    assert_eq!(
        session.row("select payload ->> 'id' = id::text, payload - 'id' from realtime.messages").await,
        "t|{\"a\": 1}"
    );
    session.execute("update realtime.messages set payload = payload - 'id' where private").await.unwrap();
    assert_eq!(
        session.rows(SENT).await,
        [r#"room|broadcast|e|t|{"a": 1}|null|1"#, r#"room|broadcast|e|f|{"a": 1, "id": null}|null|2"#]
    );
    assert_eq!(session.notices(), [""; 0]);
}

#[tokio::test]
async fn bytes_are_sent_as_they_are() {
    let (_, session) = set_up(Postgres::shared()).await;
    session.execute(r"select realtime.send_binary('\x00ff', 'e', 'room')").await.unwrap();
    session.execute(r"select realtime.send_binary('\x', 'e', 'room', private => false)").await.unwrap();
    assert_eq!(session.rows(SENT).await, ["room|broadcast|e|t|null|00ff|1", "room|broadcast|e|f|null||2"]);
}

#[tokio::test]
async fn what_cannot_be_sent_is_a_warning_and_no_failure() {
    let (_, session) = set_up(Postgres::shared()).await;
    session.execute("create table kept (a int)").await.unwrap();
    for (call, warning) in [
        ("send('[1]', 'e', 't')", "path element at position 1 is not an integer: \"id\""),
        ("send('1', 'e', 't')", "cannot set path in scalar"),
        ("send('\"text\"', 'e', 't')", "cannot set path in scalar"),
        (
            "send('{}', 'e', null)",
            "null value in column \"topic\" of relation \"messages_2\" violates not-null constraint",
        ),
        (
            "send_binary('', 'e', null)",
            "null value in column \"topic\" of relation \"messages_2\" violates not-null constraint",
        ),
    ] {
        session
            .execute(&format!("begin; insert into kept values (1); select realtime.{call}; commit"))
            .await
            .unwrap();
        let delivered = session.notices().join("\n");
        // The partition's name has the day in it.
        let (start, end) = warning.split_once("messages_2").unwrap_or((warning, ""));
        assert!(
            delivered.starts_with(&format!("WARNING: WarnSendingBroadcastMessage: {start}")),
            "{call}: {delivered}"
        );
        assert!(delivered.ends_with(end) && !delivered.contains('\n'), "{call}: {delivered}");
    }
    assert_eq!(session.row("select count(*) from kept").await, "5");
    assert_eq!(session.row("select count(*) from realtime.messages").await, "0");
}

#[tokio::test]
async fn the_policies_of_who_calls_apply_and_see_the_topic() {
    let (_, session) = set_up(Postgres::shared()).await;
    let policies = "create policy write on realtime.messages for insert to authenticated
          with check (realtime.topic() = 'mine' and extension = 'broadcast');
        create policy read on realtime.messages for select to authenticated using (topic = 'mine')";
    session.execute(policies).await.unwrap();
    session.execute("set role authenticated").await.unwrap();
    for call in ["send('{}', 'e', 'mine')", "send_binary('', 'e', 'mine')"] {
        session.execute(&format!("select realtime.{call}")).await.unwrap();
        assert_eq!(session.notices(), [""; 0]);
    }
    for call in ["send('{}', 'e', 'yours')", "send_binary('', 'e', 'yours')"] {
        session.execute(&format!("select realtime.{call}")).await.unwrap();
        assert_eq!(
            session.notices(),
            [
                "WARNING: WarnSendingBroadcastMessage: new row violates row-level security policy for table \"messages\""
            ]
        );
    }
    session.execute("set role anon").await.unwrap();
    session.execute("select realtime.send('{}', 'e', 'mine')").await.unwrap();
    assert!(session.notices().join("").contains("violates row-level security policy"));
    assert_eq!(session.row("select count(*) from realtime.messages").await, "0");
    session.execute("set role service_role").await.unwrap();
    session.execute("select realtime.send('{}', 'e', 'theirs')").await.unwrap();
    assert_eq!(
        session.row("select string_agg(topic, ',' order by seq) from realtime.messages").await,
        "mine,mine,theirs"
    );
    // A partition by its own name is closed to clients.
    session.execute("set role authenticated").await.unwrap();
    let direct = session.execute("select * from realtime.messages_default").await;
    assert_eq!(direct.unwrap_err(), "permission denied for table messages_default");
}

#[tokio::test]
async fn the_topic_holds_for_the_transaction_alone() {
    let (_, session) = set_up(Postgres::shared()).await;
    assert_eq!(session.row("select realtime.topic()").await, "null");
    session.execute("begin; select realtime.send('{}', 'e', 'room')").await.unwrap();
    assert_eq!(session.row("select realtime.topic()").await, "room");
    session.execute("commit").await.unwrap();
    assert_eq!(session.row("select realtime.topic()").await, "null");
}

const TRIGGER: &str = "
    create table todos (id int primary key, title text);
    create function tell() returns trigger language plpgsql as $$
    begin
      perform realtime.broadcast_changes(
        'todo:' || coalesce(new.id, old.id), tg_op, tg_op, tg_table_name, tg_table_schema, new, old, tg_level
      );
      return null;
    end
    $$;
    create trigger tell after insert or update or delete on todos for each row execute function tell();";

#[tokio::test]
async fn a_trigger_broadcasts_rows() {
    let (_, session) = set_up(Postgres::shared()).await;
    session.execute(TRIGGER).await.unwrap();
    session
        .execute("begin; insert into todos values (1, 'a'); update todos set title = 'b'; delete from todos; commit")
        .await
        .unwrap();
    let sent = "select topic, event, private, payload - 'id', payload ->> 'id' = id::text
                from realtime.messages order by seq";
    assert_eq!(
        session.rows(sent).await,
        [
            r#"todo:1|INSERT|t|{"table": "todos", "record": {"id": 1, "title": "a"}, "schema": "public", "operation": "INSERT", "old_record": null}|t"#,
            r#"todo:1|UPDATE|t|{"table": "todos", "record": {"id": 1, "title": "b"}, "schema": "public", "operation": "UPDATE", "old_record": {"id": 1, "title": "a"}}|t"#,
            r#"todo:1|DELETE|t|{"table": "todos", "record": null, "schema": "public", "operation": "DELETE", "old_record": {"id": 1, "title": "b"}}|t"#,
        ]
    );
    assert_eq!(session.notices(), [""; 0]);
}

#[tokio::test]
async fn a_trigger_for_statements_and_other_operations_fail() {
    let (_, session) = set_up(Postgres::shared()).await;
    session.execute(TRIGGER).await.unwrap();
    session
        .execute("create trigger every after insert on todos for each statement execute function tell()")
        .await
        .unwrap();
    assert_eq!(
        session.execute("insert into todos values (1, 'a')").await.unwrap_err(),
        "Failed to process the row: function can only be triggered for each row, not for each statement"
    );
    session.execute("drop trigger every on todos").await.unwrap();
    let truncate = "select realtime.broadcast_changes('t', 'e', 'TRUNCATE', 'todos', 'public', null::todos, null::todos)";
    assert_eq!(
        session.execute(truncate).await.unwrap_err(),
        "Failed to process the row: Unexpected operation type: TRUNCATE"
    );
    assert_eq!(session.row("select count(*) from realtime.messages").await, "0");
}

#[tokio::test]
async fn messages_of_one_transaction_have_an_order_and_times_of_utc() {
    let (_, session) = set_up(Postgres::shared()).await;
    session.execute("set timezone = 'Pacific/Auckland'; begin").await.unwrap();
    for number in 0..10 {
        session.execute(&format!("select realtime.send('{{\"n\": {number}}}', 'e', 't')")).await.unwrap();
    }
    session.execute("commit").await.unwrap();
    assert_eq!(
        session.row("select string_agg(payload ->> 'n', '' order by seq), count(distinct inserted_at) from realtime.messages").await,
        "0123456789|1"
    );
    let late = "select bool_and(abs(extract(epoch from inserted_at - (now() at time zone 'utc'))) < 60) from realtime.messages";
    assert_eq!(session.row(late).await, "t");
}

#[tokio::test]
async fn a_role_of_the_users_own_that_may_insert_needs_no_further_right() {
    let (_, session) = set_up(Postgres::start(&[])).await;
    session
        .execute(
            "create role backend; grant usage on schema realtime to backend;
             grant insert on realtime.messages to backend;
             create policy backend on realtime.messages for insert to backend with check (true);
             set role backend;
             select realtime.send('{}', 'e', 't');
             insert into realtime.messages (topic, extension, payload, event, private, updated_at, inserted_at, id)
               values ('t', 'broadcast', '{}', 'e', true, now(), now(), gen_random_uuid());
             reset role",
        )
        .await
        .unwrap();
    assert_eq!(session.notices(), [""; 0]);
    assert_eq!(session.row("select count(*) from realtime.messages").await, "2");
}
