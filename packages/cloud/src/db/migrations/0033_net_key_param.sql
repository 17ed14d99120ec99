-- The parameter whose value stands for a network where networks are shown side by side; null: the service chooses one.
alter table net add column key_param_id bigint,
  add constraint net_key_param foreign key (org_id, key_param_id) references param (org_id, id)
    on delete set null (key_param_id);
create index net_by_key_param on net (org_id, key_param_id) where key_param_id is not null;
