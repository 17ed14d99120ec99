-- Resource reports of an organization.

create table report (
  org_id bigint not null references org on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  created_on timestamptz not null,
  primary key (org_id, id),
  unique (id)
);

-- What a report is made of. The ids are given by whoever makes the report, and lead to the organization: no two have the same.
create table report_branch (
  org_id bigint not null,
  id uuid not null,
  report_id uuid not null,
  -- Branches are shown in this order.
  position integer not null,
  name text not null check (length(name) between 1 and 200),
  parent_id uuid,
  -- The branch without a parent that this one is below, or is itself.
  main_id uuid not null,
  borders text,
  category text,
  -- A counter. No reference: when the parameter is gone, the branch has no figures but does not become another.
  param_id bigint,
  formula text,
  -- A main branch of any report of the organization.
  link_id uuid,
  -- The most that a counter of this branch can count in an hour.
  max_per_hour double precision check (max_per_hour > 0),
  primary key (org_id, id),
  unique (id),
  foreign key (org_id, report_id) references report (org_id, id) on delete cascade,
  -- A report is saved whole: branches go and come again in one transaction.
  foreign key (org_id, parent_id) references report_branch (org_id, id) deferrable initially deferred,
  foreign key (org_id, main_id) references report_branch (org_id, id) deferrable initially deferred,
  foreign key (org_id, link_id) references report_branch (org_id, id) deferrable initially deferred,
  check (num_nonnulls(param_id, formula, link_id) <= 1)
);
create index report_branch_by_report on report_branch (org_id, report_id);
create index report_branch_by_main on report_branch (org_id, main_id);
create index report_branch_by_parent on report_branch (org_id, parent_id) where parent_id is not null;
create index report_branch_by_link on report_branch (org_id, link_id) where link_id is not null;

create trigger report_deleted after delete on report for each statement execute function access_changed();
create trigger report_branch_deleted after delete on report_branch for each statement execute function access_changed();
