-- Readings whose time is not believed, what is known of the clock, and figures that stay as they are.

-- Polls as in `poll`, in the order in which they came. They are last values like any other, and no part of history until somebody accepts
-- them.
create table aside_poll (
  org_id bigint not null,
  id bigint generated always as identity,
  device_id bigint not null,
  read_on timestamptz not null,
  layout_id integer not null,
  narrow integer[] not null,
  wide double precision[],
  errors jsonb,
  -- Texts, and numbers with more digits than a double holds: {"<parameter>": text}.
  texts jsonb,
  reason text not null check (reason in ('clock-ahead', 'clock-before-2020', 'ahead-of-the-clock')),
  -- What time it was by the trusted clock; null where nobody knows any more.
  believed_on timestamptz,
  primary key (org_id, id),
  foreign key (org_id, device_id) references device (org_id, id) on delete cascade
);
create index aside_poll_by_device on aside_poll (org_id, device_id, id);

-- Days of readings that had become chunks before it was known that they are ahead of the clock, and their texts and digits.
create table aside_chunk (like chunk including storage, id bigint generated always as identity);
alter table aside_chunk add primary key (org_id, id),
  add foreign key (org_id, param_id) references param (org_id, id) on delete cascade;
create index aside_chunk_by_param on aside_chunk (org_id, param_id);
create table aside_exact (like exact, id bigint generated always as identity);
alter table aside_exact add primary key (org_id, id),
  add foreign key (org_id, param_id) references param (org_id, id) on delete cascade;
create index aside_exact_by_param on aside_exact (org_id, param_id);

-- What the last run knew of the clock. No row: nobody has looked yet whether something is recorded ahead of it.
create table clock_memory (
  is_only boolean primary key default true check (is_only),
  believed_on timestamptz not null,
  shown_on timestamptz not null
);

-- Retention has deleted readings of the days before: what is kept of those days is final.
alter table sense_series add column final_before date;
