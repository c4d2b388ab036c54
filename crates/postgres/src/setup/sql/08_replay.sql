-- What was sent to a private channel, for clients that join later: it runs as the owner of realtime.messages, which passes
-- its policies, so that the server's role need not own it. Who may ask has been decided by then. The newest come first; the
-- message that is named comes last, so that its reader sees that nothing is missing.
do $baton$
declare
  signature constant text := 'realtime.baton_messages(text, timestamp, uuid, integer)';
begin
  if to_regprocedure(signature) is null or obj_description(to_regprocedure(signature), 'pg_proc') like 'baton:%' then
    create or replace function realtime.baton_messages(channel text, since timestamp, after uuid, most integer)
      returns table (id uuid, event text, payload text, binary_payload bytea)
      language plpgsql stable security definer
      set search_path = pg_catalog, pg_temp
      as $$
    declare
      named record;
    begin
      select m.inserted_at, m.seq into named from realtime.messages m where m.id = after;
      return query
        select m.id, m.event, m.payload::text, m.binary_payload
        from realtime.messages m
        where m.topic = channel and m.extension = 'broadcast' and m.private is true
          and m.inserted_at >= coalesce(named.inserted_at, since)
          and (named.inserted_at is null or m.inserted_at > named.inserted_at or coalesce(m.seq, 0) >= coalesce(named.seq, 0))
        order by m.inserted_at desc, m.seq desc nulls last
        limit most;
    end $$;
    comment on function realtime.baton_messages(text, timestamp, uuid, integer)
      is 'baton: what was sent to a private channel, for clients that join later';
    revoke execute on function realtime.baton_messages(text, timestamp, uuid, integer) from public;
    execute format(
      'alter function realtime.baton_messages(text, timestamp, uuid, integer) owner to %I',
      (select pg_get_userbyid(relowner) from pg_class where oid = 'realtime.messages'::regclass)
    );
  end if;
end
$baton$;
