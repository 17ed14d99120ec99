-- People as providers of OpenID Connect know them.
create table identity (
  id uuid primary key,
  account_id bigint not null references account on delete cascade,
  issuer text not null check (length(issuer) between 1 and 1000),
  -- By which the provider knows the person, for ever.
  subject text not null check (length(subject) between 1 and 255),
  created_on timestamptz not null,
  last_used_on timestamptz,
  unique (issuer, subject),
  unique (account_id, issuer)
);

-- The issuer whose groups gave this role, and may take it back; null: somebody gave it by hand.
alter table membership add column by_groups_of text;
