-- Polls that were read and could not be recorded: a run of one device's, with the reason. They are gaps like any other.
create table lost_polls (
  org_id bigint not null,
  device_id bigint not null,
  from_on timestamptz not null,
  till_on timestamptz not null,
  polls integer not null,
  reason text not null,
  noted_on timestamptz not null,
  primary key (org_id, device_id, from_on, reason),
  foreign key (org_id, device_id) references device (org_id, id) on delete cascade,
  check (from_on <= till_on and polls > 0)
);
