-- Readings also go to what takes Prometheus' remote-write.
alter table connector drop constraint connector_kind_check;
alter table connector add constraint connector_kind_check check (kind in ('mqtt', 'prometheus'));
-- Up to when everything of a device has arrived, in ms since 1970, by the device's id.
alter table connector add column device_positions jsonb;
