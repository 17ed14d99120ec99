-- Computed parameters: worked out from others. They live in devices of their own, which are never asked for anything.
alter table device add column is_computed boolean not null default false;
create index device_computed on device (org_id, id) where is_computed;

alter table param add column formula text check (length(formula) between 1 and 1000);
alter table param drop constraint param_register_kind_check;
alter table param add constraint param_register_kind_check
  check (register_kind in ('holding', 'input', 'coil', 'discrete-input', 'computed'));
alter table param add constraint param_computed
  check ((register_kind = 'computed') = (formula is not null)
    and (formula is null or (address = 0 and value_type = 'f64' and not is_programmable)));

-- What people note of networks and devices, beside what is needed to read them.
create table net_card (
  org_id bigint not null,
  net_id bigint not null,
  tags text[] not null default '{}',
  group_name text not null default '' check (length(group_name) <= 100),
  location text not null default '' check (length(location) <= 500),
  serial_number text not null default '' check (length(serial_number) <= 100),
  note text not null default '' check (length(note) <= 4000),
  -- [{name, value}]
  custom jsonb not null default '[]',
  primary key (org_id, net_id),
  foreign key (org_id, net_id) references net (org_id, id) on delete cascade
);
create table device_card (
  org_id bigint not null,
  device_id bigint not null,
  tags text[] not null default '{}',
  group_name text not null default '' check (length(group_name) <= 100),
  location text not null default '' check (length(location) <= 500),
  serial_number text not null default '' check (length(serial_number) <= 100),
  note text not null default '' check (length(note) <= 4000),
  custom jsonb not null default '[]',
  primary key (org_id, device_id),
  foreign key (org_id, device_id) references device (org_id, id) on delete cascade
);

-- One picture of each; only PNG and JPEG that were looked through.
create table net_photo (
  org_id bigint not null,
  net_id bigint not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (length(bytes) <= 1048576),
  primary key (org_id, net_id),
  foreign key (org_id, net_id) references net (org_id, id) on delete cascade
);
create table device_photo (
  org_id bigint not null,
  device_id bigint not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (length(bytes) <= 1048576),
  primary key (org_id, device_id),
  foreign key (org_id, device_id) references device (org_id, id) on delete cascade
);
