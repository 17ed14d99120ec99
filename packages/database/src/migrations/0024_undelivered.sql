-- When a message was given up: it did not arrive, or nobody can know. Null: it arrived, or still may.
alter table message add column undelivered_on timestamptz;
create index message_undelivered on message (undelivered_on) where undelivered_on is not null;

-- How many messages it tells the administrators of.
alter table account_mail
  drop constraint account_mail_kind_check,
  add constraint account_mail_kind_check check (kind in ('invitation', 'reset', 'undelivered')),
  add column count integer;

-- When the administrators of the installation were last told of something.
create table admin_notice (
  kind text primary key check (kind in ('undelivered')),
  told_on timestamptz not null
);
