-- A day's readings are blocks of three hours: where in `data` each of the eight ends, so that one can be read alone. Null where
-- all are one block, and for chunks from before there were blocks.
alter table chunk add column block_ends integer[];
