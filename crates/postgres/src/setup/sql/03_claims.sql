do $baton$
begin
  if to_regnamespace('auth') is null then
    create schema auth;
    comment on schema auth is 'baton: who the client is';
  end if;
end
$baton$;

-- nullif: after `set local`, a setting goes back to '' and not to null.
do $baton$
begin
  if to_regprocedure('auth.jwt()') is null or obj_description(to_regprocedure('auth.jwt()'), 'pg_proc') like 'baton:%' then
    create or replace function auth.jwt() returns jsonb language sql stable as $$
      select coalesce(
        nullif(current_setting('request.jwt.claim', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')
      )::jsonb
    $$;
    comment on function auth.jwt() is 'baton: the claims of the token';
  end if;
end
$baton$;

do $baton$
begin
  if to_regprocedure('auth.uid()') is null or obj_description(to_regprocedure('auth.uid()'), 'pg_proc') like 'baton:%' then
    create or replace function auth.uid() returns uuid language sql stable as $$
      select coalesce(
        nullif(current_setting('request.jwt.claim.sub', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
      )::uuid
    $$;
    comment on function auth.uid() is 'baton: the claim `sub`';
  end if;
end
$baton$;

do $baton$
begin
  if to_regprocedure('auth.role()') is null or obj_description(to_regprocedure('auth.role()'), 'pg_proc') like 'baton:%' then
    create or replace function auth.role() returns text language sql stable as $$
      select coalesce(
        nullif(current_setting('request.jwt.claim.role', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
      )
    $$;
    comment on function auth.role() is 'baton: the claim `role`';
  end if;
end
$baton$;

do $baton$
begin
  if to_regprocedure('auth.email()') is null or obj_description(to_regprocedure('auth.email()'), 'pg_proc') like 'baton:%' then
    create or replace function auth.email() returns text language sql stable as $$
      select coalesce(
        nullif(current_setting('request.jwt.claim.email', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
      )
    $$;
    comment on function auth.email() is 'baton: the claim `email`';
  end if;
end
$baton$;

-- Only where it is wanting: whoever does not own the schema may not grant.
do $baton$
declare
  client text;
begin
  foreach client in array array['anon', 'authenticated', 'service_role'] loop
    if not has_schema_privilege(client, 'auth', 'usage') then
      execute format('grant usage on schema auth to %I', client);
    end if;
  end loop;
end
$baton$;
