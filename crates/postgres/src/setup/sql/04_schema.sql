do $baton$
declare
  client text;
begin
  if to_regnamespace('realtime') is null then
    create schema realtime;
    comment on schema realtime is 'baton: broadcasts from the database, and who may join private channels';
  end if;
  foreach client in array array['anon', 'authenticated', 'service_role'] loop
    if not has_schema_privilege(client, 'realtime', 'usage') then
      execute format('grant usage on schema realtime to %I', client);
    end if;
  end loop;
end
$baton$;
