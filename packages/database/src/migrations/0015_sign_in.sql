-- Devices on which somebody was signed in before. A token marks one, and opens nothing: with it a right password is let in however many
-- strangers guess at the same account.
create table known_device (
  account_id bigint not null references account on delete cascade,
  token_hash bytea not null,
  last_used_on timestamptz not null,
  -- Since the last right password; a device that has used up its tries is as strange as any other.
  wrong_count integer not null default 0,
  primary key (account_id, token_hash)
);

-- What a person knows a session of theirs by.
alter table session add column from_address text not null default '', add column agent text not null default '';

-- Whether somebody showed that mails to the address reach them. An account that was made without that is not its only one: whoever proves
-- the address has another, and neither learns of the other.
alter table account add column is_email_proven boolean not null default true;
alter table account drop constraint account_email_key;
create unique index account_by_proven_email on account (email) where is_email_proven;
create index account_by_email on account (email);

-- Whether its code went by mail and was shown to nobody else.
alter table invitation add column is_mailed boolean not null default false;

-- Links with which somebody may choose a new password, once.
create table password_reset (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  expires_on timestamptz not null
);
create index password_reset_by_account on password_reset (account_id);

-- Mails that wait to be sent. What they open is made when one is sent, and only its hash is kept.
create table account_mail (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invitation', 'reset')),
  email text not null,
  language text not null,
  org_id bigint,
  invitation_id uuid,
  attempts integer not null default 0,
  next_try_on timestamptz not null,
  check ((kind = 'invitation') = (invitation_id is not null)),
  foreign key (org_id, invitation_id) references invitation (org_id, id) on delete cascade
);
create index account_mail_by_turn on account_mail (next_try_on);
create index account_mail_by_invitation on account_mail (org_id, invitation_id);
