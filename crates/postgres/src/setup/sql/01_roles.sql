do $baton$
begin
  if to_regrole('anon') is null then
    create role anon nologin noinherit;
    comment on role anon is 'baton: clients that are not signed in';
  end if;
exception when duplicate_object or unique_violation then
  null; -- roles belong to all databases: a setup of another one made it in this moment
end
$baton$;

do $baton$
begin
  if to_regrole('authenticated') is null then
    create role authenticated nologin noinherit;
    comment on role authenticated is 'baton: clients that are signed in';
  end if;
exception when duplicate_object or unique_violation then
  null;
end
$baton$;

do $baton$
begin
  if to_regrole('service_role') is null then
    create role service_role nologin noinherit;
    comment on role service_role is 'baton: the backends of an application';
  end if;
exception when duplicate_object or unique_violation then
  null;
end
$baton$;
