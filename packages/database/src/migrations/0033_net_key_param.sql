-- The parameter whose value stands for a network where networks are shown side by side; without a row the service chooses one. It is a table of
-- its own because parameters refer to their networks: a reference back would be a ring, which a backup cannot restore.
create table net_key_param (
  org_id bigint not null,
  net_id bigint not null,
  param_id bigint not null,
  primary key (org_id, net_id),
  foreign key (org_id, net_id) references net (org_id, id) on delete cascade,
  foreign key (org_id, param_id) references param (org_id, id) on delete cascade
);
create index net_key_param_by_param on net_key_param (org_id, param_id);
