-- Days for which resolved alert events and sent messages are kept; null: forever. An organization that exists keeps all of them until its
-- owner chooses; a new one starts with the defaults.
alter table org add column alert_log_days integer constraint org_alert_log_days check (alert_log_days between 30 and 3650);
alter table org add column message_days integer constraint org_message_days check (message_days between 30 and 3650);
alter table org alter column alert_log_days set default 730;
alter table org alter column message_days set default 180;
