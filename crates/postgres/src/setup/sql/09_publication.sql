do $baton$
begin
  if not exists (select from pg_publication where pubname = :'publication') then
    create publication :"publication" with (publish = 'insert, update, delete');
    comment on publication :"publication" is 'baton: the tables whose changes clients may hear of';
  end if;
end
$baton$;
