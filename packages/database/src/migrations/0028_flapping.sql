-- From how many changes of its state within so many minutes on an alert flaps, and its messages wait until it is steady; null: it never does.
alter table alert add column flapping jsonb default '{"changes": 6, "minutes": 10}'
  check (jsonb_typeof(flapping) <> 'object' or
    ((flapping ->> 'changes')::integer between 3 and 20 and (flapping ->> 'minutes')::integer between 1 and 1440));
