-- Whose an address is. Networks that read something there hold it, all of one organization or by its leave; see claims.ts.
create table claim (
  -- Of several at one place the least is the owner's.
  id bigint generated always as identity,
  -- In its one plain form, and this machine under all its addresses as 127.0.0.1; see place.rules.ts.
  address inet not null,
  port integer not null check (port between 1 and 65535),
  org_id bigint not null,
  net_id bigint not null,
  claimed_on timestamptz not null,
  primary key (address, port, org_id, net_id),
  foreign key (org_id, net_id) references net (org_id, id) on delete cascade
);
create index claim_by_net on claim (org_id, net_id);

-- With whom an organization shares what one of its networks holds.
create table claim_grant (
  org_id bigint not null,
  net_id bigint not null,
  to_org_id bigint not null references org on delete cascade,
  granted_on timestamptz not null,
  granted_by text not null,
  primary key (org_id, net_id, to_org_id),
  foreign key (org_id, net_id) references net (org_id, id) on delete cascade
);
create index claim_grant_to on claim_grant (to_org_id);

-- Every node is told whose address to look at again: of all networks where a grant comes or goes, of one address where a claim does.
create function claim_changed() returns trigger language plpgsql as $$
declare
  changed claim := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('busbar_claim_changed', host(changed.address) || ' ' || changed.port);
  return null;
end $$;
create trigger claim_changed after insert or update or delete on claim for each row execute function claim_changed();
create function claim_grant_changed() returns trigger language plpgsql as $$
declare
  changed claim_grant := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('busbar_claim_changed', host(address) || ' ' || port)
  from claim where org_id = changed.org_id and net_id = changed.net_id;
  return null;
end $$;
create trigger claim_grant_changed after insert or delete on claim_grant
  for each row execute function claim_grant_changed();

-- A network that moves holds nothing of what it held before, and shares nothing.
create function net_moved() returns trigger language plpgsql as $$
begin
  if (new.ip, new.port, new.mac) is not distinct from (old.ip, old.port, old.mac) then return null; end if;
  delete from claim where org_id = new.org_id and net_id = new.id;
  delete from claim_grant where org_id = new.org_id and net_id = new.id;
  return null;
end $$;
create trigger net_moved after update of ip, port, mac on net for each row execute function net_moved();

-- Networks from before there were claims: those that read something keep their addresses, once the service has looked where they lead.
alter table net add column is_before_claims boolean not null default true;
alter table net alter column is_before_claims set default false;
-- The port that a network had before ranges of --raw-allow had any; it may be dialled like 502 and 802.
alter table net add column port_before integer;
update net set port_before = port;

-- Ids of branches are chosen by whoever makes the report: those of one organization are no news to another.
alter table report_branch drop constraint report_branch_id_key;
create index report_branch_by_id on report_branch (id);
