-- What a drawing cannot say by itself: what its elements do, how the editor made it, and how it was before.
alter table visualization
  add column kind text not null default 'picture' check (kind in ('picture', 'faceplate')),
  add column group_name text not null default '' check (length(group_name) <= 200),
  add column args jsonb not null default '[]',
  add column items jsonb not null default '[]',
  add column layers jsonb not null default '[]',
  add column version integer not null default 1;

-- Earlier versions; the oldest go when there are too many.
create table visualization_version (
  org_id bigint not null,
  visualization_id bigint not null,
  version integer not null,
  replaced_on timestamptz not null,
  replaced_by text not null,
  source text not null,
  cleaned_by integer not null,
  bindings jsonb not null,
  args jsonb not null,
  items jsonb not null,
  layers jsonb not null,
  primary key (org_id, visualization_id, version),
  foreign key (org_id, visualization_id) references visualization (org_id, id) on delete cascade
);
