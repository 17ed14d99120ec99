-- The newest imported reading of each parameter: {"<parameter>": {"value", "number", "readOn"}}. It is the last value until the device returns
-- a newer one. Alerts ignore it, so it is stored apart from polled values.
alter table last_poll add column imported jsonb;
