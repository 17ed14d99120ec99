-- The zone in which a person reads times; null is as the browser has it.
alter table account add column time_zone text check (length(time_zone) between 1 and 64);

-- Whether messages to an address of a contact arrive: somebody has told the code that was sent there.
create table contact_proof (
  org_id bigint not null,
  contact_id bigint not null,
  type text not null,
  address text not null,
  -- Of the code that was sent last; null once it was told, or was wrong too often.
  code_hash bytea,
  sent_on timestamptz not null,
  wrong_count integer not null default 0,
  proven_on timestamptz,
  primary key (org_id, contact_id, type, address),
  foreign key (org_id, contact_id) references contact on delete cascade
);
