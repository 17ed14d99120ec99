-- How old a value may be and still count for an alert; null: three periods of its device.
alter table alert add column max_age_sec integer check (max_age_sec between 1 and 604800);
