-- Who people are, how they prove it, and how an organization ends.

-- When a session was last opened, and how the person wants to read: null is as the browser has it.
alter table account
  add column last_seen_on timestamptz,
  add column language text check (language in ('en', 'pl', 'ru', 'uk'));

-- A session may be shorter than an hour: that of a key ends with it.
alter table session add column opened_on timestamptz;

-- From then on it opens nothing; null is never.
alter table api_key add column expires_on timestamptz;

-- A second factor: codes that change every half minute, made of a secret that an app and the service share.
create table totp (
  account_id bigint primary key references account on delete cascade,
  sealed_secret bytea not null,
  -- Null until the app has shown that it has the secret.
  confirmed_on timestamptz,
  -- Of the last code that was taken; neither it nor an earlier one is taken again.
  last_step bigint not null default 0,
  -- Since the last right one.
  wrong_count integer not null default 0,
  wrong_on timestamptz
);

-- Each is good once, in place of a code.
create table recovery_code (
  account_id bigint not null references totp on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

create table passkey (
  -- As the authenticator names it.
  credential_id bytea primary key,
  account_id bigint not null references account on delete cascade,
  id uuid not null unique,
  name text not null check (length(name) between 1 and 200),
  -- SubjectPublicKeyInfo, DER.
  public_key bytea not null,
  -- The host for which it was made, and for which alone it is good.
  host text not null,
  sign_count bigint not null,
  created_on timestamptz not null,
  last_used_on timestamptz
);
create index passkey_by_account on passkey (account_id);

-- Challenges that were answered, until they are too old to be answered again.
create table used_challenge (
  challenge_hash bytea primary key,
  expires_on timestamptz not null
);

-- When the organization is deleted; null: it is not to be.
alter table org add column delete_on timestamptz, add column delete_asked_by text;
create index org_by_deletion on org (delete_on) where delete_on is not null;

-- What was done by one person, to one object, or in one span of time.
drop index audit_by_object;
create index audit_by_object on audit (org_id, object_kind, object_id, id);
create index audit_by_account on audit (org_id, account_id, id);
create index audit_by_time on audit (org_id, recorded_on);
