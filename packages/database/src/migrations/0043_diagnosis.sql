-- What the units of a network answered, a quarter of an hour at a time, for one day: what the service had counted when it was stopped.
create table net_figures (
  org_id bigint not null,
  net_id bigint not null,
  -- Quarters of an hour since 1970.
  slot integer not null,
  -- By unit.
  units jsonb not null,
  primary key (org_id, net_id, slot),
  foreign key (org_id, net_id) references net (org_id, id) on delete cascade
);
create index net_figures_by_slot on net_figures (slot);
