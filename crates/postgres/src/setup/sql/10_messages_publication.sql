do $baton$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages
      with (publish = 'insert', publish_via_partition_root = true);
    comment on publication supabase_realtime_messages_publication is 'baton: broadcasts from the database';
  elsif not exists (
    select from pg_publication
    where pubname = 'supabase_realtime_messages_publication'
      and (puballtables or exists (
        select from pg_publication_rel where prpubid = pg_publication.oid and prrelid = 'realtime.messages'::regclass
      ))
  ) then
    alter publication supabase_realtime_messages_publication add table realtime.messages;
  end if;
end
$baton$;
