do $baton$
begin
  if not exists (
    select from pg_roles where rolname = :'role' and (rolreplication or rolsuper)
  ) then
    if to_regrole('rds_replication') is not null then -- Amazon RDS has a role in the attribute's place
      grant rds_replication to :"role";
    else
      alter role :"role" replication;
    end if;
  end if;
end
$baton$;
