-- UTC, whatever the time zone of the session that sends: days and their partitions are those of UTC.
do $baton$
begin
  if to_regclass('realtime.messages') is null then
    create table realtime.messages (
      topic text not null,
      extension text not null,
      payload jsonb,
      event text,
      private boolean default false,
      updated_at timestamp not null default (now() at time zone 'utc'),
      inserted_at timestamp not null default (now() at time zone 'utc'),
      id uuid not null default gen_random_uuid(),
      binary_payload bytea,
      primary key (id, inserted_at),
      constraint messages_one_payload check (payload is null or binary_payload is null)
    ) partition by range (inserted_at);
    comment on table realtime.messages is 'baton: broadcasts from the database; its policies guard private channels';
    alter table realtime.messages enable row level security;
    -- For those who join later. The topic comes first, where Supabase has it second: a channel's newest messages are found
    -- without a look at everybody's.
    create index messages_topic_inserted_at_index on realtime.messages (topic, inserted_at desc)
      where extension = 'broadcast' and private is true;
  end if;
end
$baton$;

-- A table that an older version of Supabase made.
do $baton$
begin
  if not exists (select from pg_attribute where attrelid = 'realtime.messages'::regclass and attname = 'binary_payload') then
    alter table realtime.messages add column binary_payload bytea;
  end if;
end
$baton$;

-- The order of sending: `now()` is one and the same for all messages of a transaction. Rows that were there before keep
-- null, since numbering them would rewrite the table. The sequence is everyone's, so that whoever may insert still can.
do $baton$
begin
  if not exists (select from pg_attribute where attrelid = 'realtime.messages'::regclass and attname = 'seq') then
    create sequence realtime.messages_seq;
    execute format(
      'alter sequence realtime.messages_seq owner to %I',
      (select pg_get_userbyid(relowner) from pg_class where oid = 'realtime.messages'::regclass)
    );
    grant usage on sequence realtime.messages_seq to public;
    alter table realtime.messages add column seq bigint;
    alter table realtime.messages alter column seq set default nextval('realtime.messages_seq');
    alter sequence realtime.messages_seq owned by realtime.messages.seq;
    comment on column realtime.messages.seq is 'baton: the order of sending';
  end if;
end
$baton$;

-- What is sent on a day without a partition is not lost. Policies are those of realtime.messages: whoever names a
-- partition instead passes none.
do $baton$
begin
  if exists (select from pg_partitioned_table where partrelid = 'realtime.messages'::regclass and partdefid = 0) then
    create table realtime.messages_default partition of realtime.messages default;
    alter table realtime.messages_default enable row level security;
    execute format(
      'alter table realtime.messages_default owner to %I',
      (select pg_get_userbyid(relowner) from pg_class where oid = 'realtime.messages'::regclass)
    );
  end if;
end
$baton$;

do $baton$
declare
  client text;
  privilege text;
begin
  foreach client in array array['anon', 'authenticated', 'service_role'] loop
    foreach privilege in array array['select', 'insert', 'update'] loop
      if not has_table_privilege(client, 'realtime.messages', privilege) then
        execute format('grant %s on realtime.messages to %I', privilege, client);
      end if;
    end loop;
  end loop;
end
$baton$;
