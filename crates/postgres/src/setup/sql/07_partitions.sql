-- It runs as the owner of realtime.messages, so that the server's role need not own it.
--
-- Both dropping and attaching lock realtime.messages before its partitions, as those do who send: the other order would
-- be a deadlock with them. Attaching alone would let them go on, but one that has already chosen the default partition
-- for a day which then gets its own fails ("violates partition constraint"). A lock that is not had within 2 s is given up
-- ('busy'), since all who send wait behind it; the next call tries again.
do $baton$
declare
  signature constant text := 'realtime.baton_partitions(interval, timestamptz)';
begin
  if to_regprocedure(signature) is null or obj_description(to_regprocedure(signature), 'pg_proc') like 'baton:%' then
    create or replace function realtime.baton_partitions(keep interval default null, moment timestamptz default now())
      returns table (partition text, action text)
      language plpgsql security definer
      set search_path = pg_catalog, pg_temp
      set lock_timeout = '2s'
      as $$
    declare
      utc constant timestamp := moment at time zone 'utc';
      messages constant regclass := 'realtime.messages'::regclass;
      fallback constant regclass := (select nullif(partdefid, 0) from pg_partitioned_table where partrelid = messages);
      names constant text := (
        select string_agg(quote_ident(attname), ', ') from pg_attribute
        where attrelid = messages and attnum > 0 and not attisdropped and attgenerated = ''
      );
      child regclass;
      day timestamp;
      strays bigint;
    begin
      if keep < interval '0' then
        raise exception 'keep is %: expected how long messages are kept, such as 72 hours', keep;
      end if;
      if not exists (select from pg_partitioned_table where partrelid = messages) then
        raise exception 'realtime.messages has no partitions: rename it, and set up again';
      end if;
      perform pg_advisory_xact_lock(7089075310395682919);

      for child, partition in
        select c.oid, c.relname from pg_inherits join pg_class c on c.oid = inhrelid
        where inhparent = messages
          and substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamp <= utc - keep
        order by c.relname
      loop
        begin
          execute format('drop table %s', child);
          action := 'dropped';
        exception when lock_not_available then
          action := 'busy';
        end;
        return next;
      end loop;
      if fallback is not null and keep is not null then
        execute format('delete from %s where inserted_at <= %L', fallback, utc - keep);
        get diagnostics strays = row_count;
        if strays > 0 then
          partition := 'messages_default';
          action := 'trimmed';
          return next;
        end if;
      end if;

      for day in select generate_series(date_trunc('day', utc) - interval '1 day', utc + interval '3 days', '1 day') loop
        partition := to_char(day, '"messages_"YYYY_MM_DD');
        continue when to_regclass('realtime.' || partition) is not null or day + interval '1 day' <= utc - keep;
        begin
          execute format('lock table only %s in share row exclusive mode', messages);
          execute format('create table realtime.%I (like %s including all excluding indexes)', partition, messages);
          execute format('alter table realtime.%I enable row level security', partition);
          if fallback is not null then
            execute format(
              'select count(*) from %s where inserted_at >= %L and inserted_at < %L', fallback, day, day + interval '1 day'
            ) into strays;
            if strays > 0 then -- moved before the new table is a partition, so that nothing is published again
              execute format('lock table %s in access exclusive mode', fallback);
              execute format(
                'with moved as (delete from %1$s where inserted_at >= %2$L and inserted_at < %3$L returning %4$s) '
                  'insert into realtime.%5$I (%4$s) select %4$s from moved',
                fallback, day, day + interval '1 day', names, partition
              );
            end if;
          end if;
          execute format(
            'alter table %s attach partition realtime.%I for values from (%L) to (%L)',
            messages, partition, day, day + interval '1 day'
          );
          action := 'created';
        exception
          when lock_not_available or check_violation then -- a message for that day came in between
            action := 'busy';
          when invalid_object_definition then -- another partition has that day
            continue;
        end;
        return next;
      end loop;
    end
    $$;
    comment on function realtime.baton_partitions(interval, timestamptz)
      is 'baton: partitions from yesterday to in three days; drops what is older than `keep`';
    revoke execute on function realtime.baton_partitions(interval, timestamptz) from public;
    if (select relowner from pg_class where oid = 'realtime.messages'::regclass) <> current_user::regrole then
      execute format(
        'alter function realtime.baton_partitions(interval, timestamptz) owner to %I',
        (select pg_get_userbyid(relowner) from pg_class where oid = 'realtime.messages'::regclass)
      );
    end if;
  end if;
end
$baton$;

select realtime.baton_partitions();
