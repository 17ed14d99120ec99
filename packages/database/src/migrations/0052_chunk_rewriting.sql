-- How far chunks have been written anew, in the order of their key: what an earlier version of the format wrote is read, but takes more room.
create table chunk_rewriting (
  -- The version that is written.
  version integer primary key,
  -- The last chunk that was looked at.
  org_id bigint not null default 0,
  param_id bigint not null default 0,
  day date not null default '-infinity',
  is_done boolean not null default false
);
