-- A gateway is known by its key: when its MAC changes, its codes go with it.
alter table activation_code drop constraint activation_code_mac_fkey,
  add constraint activation_code_mac_fkey foreign key (mac) references gateway on update cascade on delete cascade;
alter table connect_code drop constraint connect_code_mac_fkey,
  add constraint connect_code_mac_fkey foreign key (mac) references gateway on update cascade on delete cascade;
create index gateway_by_key on gateway (public_key) where net_id is not null;

-- From where a code was asked for, so that nobody uses them up: one address (or half of an IPv6 one), and the network it is in.
alter table activation_code add column source text not null default '', add column network text not null default '';
create index activation_code_by_network on activation_code (network, source);

-- An owner lets gateways without a key be bound.
alter table org add column is_keyless_allowed boolean not null default false;
