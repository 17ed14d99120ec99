-- A day's chunks are written again with each part of it that is over: what they took before should be free for the next day's, however many
-- days there are.
alter table chunk set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);
