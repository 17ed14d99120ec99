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
create table card (
  org_id bigint not null,
  net_id bigint,
  device_id bigint,
  tags text[] not null,
  group_name text not null check (length(group_name) <= 100),
  location text not null check (length(location) <= 500),
  serial_number text not null check (length(serial_number) <= 100),
  note text not null check (length(note) <= 4000),
  -- [{name, value}]
  custom jsonb not null,
  check (num_nonnulls(net_id, device_id) = 1),
  unique (org_id, net_id),
  unique (org_id, device_id),
  foreign key (org_id, net_id) references net (org_id, id) on delete cascade,
  foreign key (org_id, device_id) references device (org_id, id) on delete cascade
);

-- One picture of each; only PNG and JPEG that were looked through.
create table photo (
  org_id bigint not null,
  net_id bigint,
  device_id bigint,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (length(bytes) <= 524288),
  check (num_nonnulls(net_id, device_id) = 1),
  unique (org_id, net_id),
  unique (org_id, device_id),
  foreign key (org_id, net_id) references net (org_id, id) on delete cascade,
  foreign key (org_id, device_id) references device (org_id, id) on delete cascade
);
