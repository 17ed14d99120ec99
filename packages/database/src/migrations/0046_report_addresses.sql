-- Whether somebody wants reports of an organization: nobody gets them before they said so, but for its members.
create table report_address (
  org_id bigint not null references org on delete cascade,
  address text not null check (address = lower(address)),
  -- Of the link in the last mail that asked.
  token_hash bytea unique,
  asked_on timestamptz,
  -- Null until there is an answer.
  is_wanted boolean,
  answered_on timestamptz,
  primary key (org_id, address)
);

-- Who gets reports already goes on getting them.
insert into report_address (org_id, address, is_wanted)
select distinct s.org_id, lower(one), true from report_schedule s, unnest(s.recipients) one;

alter table account_mail
  drop constraint account_mail_kind_check,
  add constraint account_mail_kind_check check (kind in ('invitation', 'reset', 'undelivered', 'report', 'address'));
