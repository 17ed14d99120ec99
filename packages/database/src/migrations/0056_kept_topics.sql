-- Topics that a broker keeps of ours: what is deleted while we are away is taken back when we are there again.
alter table connector add column kept_topics text[] not null default '{}';
-- Of a connector that is deleted its broker is still to be told; until then it has no name, and no say.
alter table connector add column deleted_on timestamptz;
alter table connector drop constraint connector_org_id_name_key;
create unique index connector_name on connector (org_id, name) where deleted_on is null;
