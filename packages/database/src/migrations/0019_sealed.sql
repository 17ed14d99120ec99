-- Secrets that are used again are sealed under a key that is not in the database; see sealing/. What is in the plain columns yet is sealed
-- when the service starts, and they stay empty from then on.

-- Which key is in use; no row before anything was sealed.
create table sealing_key (
  is_only boolean primary key default true check (is_only),
  id bytea not null
);

alter table net add column sealed_passwords bytea;
-- A gateway's MAC may change, and a sealed value is bound to its row.
alter table gateway add column id bigint generated always as identity unique, add column sealed_passwords bytea;
alter table installation add column sealed_private_key bytea, alter column private_key drop not null,
  add check (num_nonnulls(private_key, sealed_private_key) = 1);

-- A connect code is only ever compared: 120 random bits, of which the SHA-256 is enough.
alter table connect_code drop constraint connect_code_pkey;
alter table connect_code add column code_hash bytea;
update connect_code set code_hash = sha256(convert_to(code, 'UTF8'));
alter table connect_code drop column code, add primary key (code_hash);

-- Whose owner made it, who lists it and takes it back also when the gateway is bound to nothing any more; null where that was the administrator.
alter table connect_code add column org_id bigint references org on delete cascade;
update connect_code c set org_id = g.org_id from gateway g where g.mac = c.mac;
create index connect_code_by_org on connect_code (org_id);
