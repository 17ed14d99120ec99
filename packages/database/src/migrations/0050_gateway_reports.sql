-- What a gateway last told of itself, and the last try to ask it: a report that is old must not look new.
create table gateway_report (
  gateway_id bigint primary key references gateway (id) on delete cascade,
  asked_on timestamptz not null,
  -- Why the last try brought nothing; null where it did.
  problem text,
  -- Null together: it has never told anything.
  told_on timestamptz,
  told_by text check (told_by in ('vpn', 'call-back')),
  clock_off_sec double precision,
  report jsonb,
  check ((told_on is null) = (report is null) and (told_on is null) = (told_by is null))
);
