do $baton$
begin
  if not exists (select from pg_roles where rolname = :'role') then
    create role :"role" login noinherit;
    comment on role :"role" is 'baton: the server';
  end if;
exception when duplicate_object or unique_violation then
  null; -- made in this moment by the setup of another database
end
$baton$;

-- Only what is wanting is granted: whoever may not grant it is not refused for what is there.
do $baton$
declare
  has_options constant boolean := current_setting('server_version_num')::int >= 160000; -- a member may lack SET ROLE
  client text;
begin
  foreach client in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role(:'role', client, case when has_options then 'set' else 'member' end) then
      execute format('grant %I to %I', client, :'role') || case when has_options then ' with set true' else '' end;
    end if;
    -- Policies and filters are evaluated in temporary functions of these roles.
    if not has_database_privilege(client, current_database(), 'temporary') then
      execute format('grant temporary on database %I to %I', current_database(), client);
    end if;
  end loop;
  if not has_database_privilege(:'role', current_database(), 'connect') then
    execute format('grant connect on database %I to %I', current_database(), :'role');
  end if;
  if not has_schema_privilege(:'role', 'realtime', 'usage') then
    grant usage on schema realtime to :"role";
  end if;
  -- For policies of private channels that name a schema which clients may not use: they are understood with this role's rights. Few
  -- databases need it, so whoever may not grant it is not refused the rest.
  if not has_schema_privilege(:'role', 'auth', 'usage') then
    begin
      grant usage on schema auth to :"role";
    exception when insufficient_privilege then null;
    end;
  end if;
  if not has_function_privilege(:'role', 'realtime.baton_partitions(interval, timestamptz)', 'execute') then
    grant execute on function realtime.baton_partitions(interval, timestamptz) to :"role";
  end if;
  if not has_function_privilege(:'role', 'realtime.baton_messages(text, timestamp, uuid, integer)', 'execute') then
    grant execute on function realtime.baton_messages(text, timestamp, uuid, integer) to :"role";
  end if;
end
$baton$;
