/** What policies of private channels need in a database, as a Supabase project has it. */

/** Roles, the functions that policies call, and `realtime.messages` with row-level security and no policy. */
export const REALTIME = `
    create role anon nologin noinherit; create role authenticated nologin noinherit;
    create schema realtime; create schema auth;
    create function auth.uid() returns uuid language sql stable as
      $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;
    create function realtime.topic() returns text language sql stable as
      $$ select nullif(current_setting('realtime.topic', true), '')::text $$;
    grant usage on schema realtime, auth to anon, authenticated;
    create table realtime.messages (topic text not null, extension text not null, payload jsonb, event text,
      private boolean default false, updated_at timestamp not null default now(),
      inserted_at timestamp not null default now(), id uuid not null default gen_random_uuid(), binary_payload bytea);
    alter table realtime.messages enable row level security;
    grant select, insert on realtime.messages to anon, authenticated;
`;
