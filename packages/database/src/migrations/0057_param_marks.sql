-- Which parameters a device had when it was last looked at: each change of some of them leaves a mark that never comes again. A device has one,
-- or a few for a while: a change never waits for another one's mark, it takes away those that nobody else does.
create table param_mark (
  org_id bigint not null,
  device_id bigint not null,
  mark uuid not null default gen_random_uuid(),
  primary key (org_id, device_id, mark)
);

create function mark_params() returns trigger language plpgsql as $$
begin
  delete from param_mark m using (
    select org_id, device_id, mark from param_mark
    where (org_id, device_id) in (select org_id, device_id from changed)
    for update skip locked
  ) free where m.org_id = free.org_id and m.device_id = free.device_id and m.mark = free.mark;
  insert into param_mark (org_id, device_id)
  select d.org_id, d.id from device d where (d.org_id, d.id) in (select org_id, device_id from changed);
  return null;
end $$;
create trigger params_inserted_mark after insert on param referencing new table as changed
  for each statement execute function mark_params();
create trigger params_updated_mark after update on param referencing new table as changed
  for each statement execute function mark_params();
create trigger params_moved_mark after update on param referencing old table as changed
  for each statement execute function mark_params();
create trigger params_deleted_mark after delete on param referencing old table as changed
  for each statement execute function mark_params();

create function unmark_params() returns trigger language plpgsql as $$
begin
  delete from param_mark m using (
    select org_id, device_id, mark from param_mark
    where (org_id, device_id) in (select org_id, id from changed)
    for update skip locked
  ) free where m.org_id = free.org_id and m.device_id = free.device_id and m.mark = free.mark;
  return null;
end $$;
create trigger device_deleted_mark after delete on device referencing old table as changed
  for each statement execute function unmark_params();
