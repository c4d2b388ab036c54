do $baton$
begin
  if to_regprocedure('realtime.topic()') is null
    or obj_description(to_regprocedure('realtime.topic()'), 'pg_proc') like 'baton:%' then
    create or replace function realtime.topic() returns text language sql stable as $$
      select nullif(current_setting('realtime.topic', true), '')
    $$;
    comment on function realtime.topic() is 'baton: the topic that a policy is asked about';
  end if;
end
$baton$;

-- No search_path is set: the caller's policies run inside, and may count on the caller's.
do $baton$
begin
  if to_regprocedure('realtime.send(jsonb, text, text, boolean)') is null
    or obj_description(to_regprocedure('realtime.send(jsonb, text, text, boolean)'), 'pg_proc') like 'baton:%' then
    create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
      returns void language plpgsql as $$
    declare
      message_id constant uuid := gen_random_uuid();
    begin
      perform set_config('realtime.topic', topic, true);
      insert into realtime.messages (id, topic, extension, event, private, payload)
        values (
          message_id, topic, 'broadcast', event, private,
          case when payload ? 'id' then payload else jsonb_set(payload, '{id}', to_jsonb(message_id)) end
        );
    exception when others then
      raise warning 'WarnSendingBroadcastMessage: %', sqlerrm; -- what the caller does must not fail for a message
    end
    $$;
    comment on function realtime.send(jsonb, text, text, boolean) is 'baton: sends a JSON object to a topic';
  end if;
end
$baton$;

do $baton$
begin
  if to_regprocedure('realtime.send_binary(bytea, text, text, boolean)') is null
    or obj_description(to_regprocedure('realtime.send_binary(bytea, text, text, boolean)'), 'pg_proc') like 'baton:%' then
    create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
      returns void language plpgsql as $$
    begin
      perform set_config('realtime.topic', topic, true);
      insert into realtime.messages (topic, extension, event, private, binary_payload)
        values (topic, 'broadcast', event, private, payload);
    exception when others then
      raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
    end
    $$;
    comment on function realtime.send_binary(bytea, text, text, boolean) is 'baton: sends bytes to a topic';
  end if;
end
$baton$;

do $baton$
declare
  signature constant text := 'realtime.broadcast_changes(text, text, text, text, text, record, record, text)';
begin
  if to_regprocedure(signature) is null or obj_description(to_regprocedure(signature), 'pg_proc') like 'baton:%' then
    create or replace function realtime.broadcast_changes(
      topic_name text, event_name text, operation text, table_name text, table_schema text,
      new record, old record, level text default 'ROW'
    ) returns void language plpgsql as $$
    begin
      if level = 'STATEMENT' then
        raise exception 'function can only be triggered for each row, not for each statement';
      end if;
      if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
        raise exception 'Unexpected operation type: %', operation;
      end if;
      perform realtime.send(
        jsonb_build_object(
          'schema', table_schema, 'table', table_name, 'operation', operation, 'record', new, 'old_record', old
        ),
        event_name,
        topic_name
      );
    exception when others then
      raise exception 'Failed to process the row: %', sqlerrm;
    end
    $$;
    comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text)
      is 'baton: sends what a trigger saw of a row';
  end if;
end
$baton$;
