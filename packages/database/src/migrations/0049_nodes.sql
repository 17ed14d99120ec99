-- Several services on one database: who runs, and what each has to itself. With one service these stay empty.
create table node (
  -- Of one run: a service that is started again is another node.
  id text primary key,
  name text not null,
  version text not null,
  started_on timestamptz not null,
  -- By the clock of the database. All that a node has is its own until then; it moves this on each second.
  until timestamptz not null,
  -- How often it did so, and whether its time was over when it did so last.
  renewals bigint not null default 0,
  was_over boolean not null default true,
  is_draining boolean not null default false,
  -- What it does, for people.
  facts jsonb not null default '{}'
);

-- What exactly one node has at a time: a part of all networks, or work that runs once.
create table lease (
  name text primary key,
  -- Null: nobody's.
  node_id text,
  -- One more with each owner: what an owner of before still wants to store is told apart by it.
  epoch bigint not null default 0,
  -- Since when it was free before it became its owner's.
  free_on timestamptz not null default '-infinity'
);

-- Networks whose gateway called in: the node that has the connection, or had it last.
create table net_caller (
  net_id bigint primary key references net (id) on delete cascade,
  node_id text not null,
  epoch bigint not null
);
