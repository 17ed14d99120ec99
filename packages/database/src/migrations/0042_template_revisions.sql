-- How templates of organizations were before, and which of their states a device was last made like.
alter table template
  add column kind text check (kind in ('meter', 'inverter', 'drive', 'controller', 'generator', 'io', 'sensor', 'other')),
  add column revision integer not null default 1;

-- Earlier revisions; the oldest go when there are too many.
create table template_revision (
  org_id bigint not null,
  template_id bigint not null,
  revision integer not null,
  replaced_on timestamptz not null,
  replaced_by text not null,
  name text not null,
  manufacturer text not null,
  version text not null,
  kind text,
  skus text[] not null,
  read_group_size integer not null,
  write_function text not null,
  param_templates jsonb not null,
  primary key (org_id, template_id, revision),
  foreign key (org_id, template_id) references template (org_id, id) on delete cascade
);

-- Null: not known, as of devices that were made before, or of a shipped template, which has no revisions.
alter table device add column template_revision integer;
