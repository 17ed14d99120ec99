-- Nodes are told whose roles to forget, and so is the transaction that changes them: its setting names what it has told of, so that the node
-- which commits it can forget that before it answers.

create function tell_nodes(topic text, names text[]) returns void language plpgsql as $$
declare
  setting constant text := 'busbar.' || topic;
  told constant text := coalesce(current_setting(setting, true), '');
  untold constant text[] := array(select unnest(names) except select unnest(string_to_array(told, ',')));
begin
  if cardinality(untold) = 0 then return; end if;
  perform pg_notify('busbar_' || topic, name) from unnest(untold) name;
  perform set_config(setting, concat_ws(',', nullif(told, ''), array_to_string(untold, ',')), true);
end $$;

-- Roles are forgotten by organization: of whoever loses or gains one, and of an object that is gone.
drop trigger membership_changed on membership;
drop trigger net_deleted on net;
drop trigger device_deleted on device;
drop trigger param_deleted on param;
drop trigger alert_gone on alert;
drop trigger dashboard_deleted on dashboard;
drop trigger visualization_deleted on visualization;
drop trigger report_deleted on report;
drop trigger report_branch_deleted on report_branch;
drop trigger sense_tree_deleted on sense_tree;
drop trigger sense_branch_deleted on sense_branch;
drop trigger sense_sensor_deleted on sense_sensor;

create or replace function access_changed() returns trigger language plpgsql as $$
begin
  perform tell_nodes('access_changed', array_agg(distinct org_id)::text[]) from changed having count(*) > 0;
  return null;
end $$;
create trigger membership_inserted after insert on membership referencing new table as changed
  for each statement execute function access_changed();
create trigger membership_updated after update on membership referencing new table as changed
  for each statement execute function access_changed();
create trigger membership_moved after update on membership referencing old table as changed
  for each statement execute function access_changed();
create trigger membership_deleted after delete on membership referencing old table as changed
  for each statement execute function access_changed();
create trigger net_deleted after delete on net referencing old table as changed
  for each statement execute function access_changed();
create trigger device_deleted after delete on device referencing old table as changed
  for each statement execute function access_changed();
create trigger param_deleted after delete on param referencing old table as changed
  for each statement execute function access_changed();
create trigger alert_gone after delete on alert referencing old table as changed
  for each statement execute function access_changed();
create trigger dashboard_deleted after delete on dashboard referencing old table as changed
  for each statement execute function access_changed();
create trigger visualization_deleted after delete on visualization referencing old table as changed
  for each statement execute function access_changed();
create trigger report_deleted after delete on report referencing old table as changed
  for each statement execute function access_changed();
create trigger sense_tree_deleted after delete on sense_tree referencing old table as changed
  for each statement execute function access_changed();
create trigger sense_branch_deleted after delete on sense_branch referencing old table as changed
  for each statement execute function access_changed();
create trigger sense_sensor_deleted after delete on sense_sensor referencing old table as changed
  for each statement execute function access_changed();

-- Sessions end one by one, and be it by a cascade.
drop trigger session_ended on session;
create or replace function session_ended() returns trigger language plpgsql as $$
begin
  perform tell_nodes('session_ended', array_agg(encode(token_hash, 'hex'))) from changed having count(*) > 0;
  return null;
end $$;
create trigger session_ended after delete on session referencing old table as changed
  for each statement execute function session_ended();

-- A reference that is a slug alone is looked for in the whole organization.
create index param_by_slug on param (org_id, slug, id);
