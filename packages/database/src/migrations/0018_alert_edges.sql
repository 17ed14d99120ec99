-- A link in a message about a network's outage stands for all alerts that the message tells of.
alter table confirm_token add column message_id bigint;

-- What an alert does not name is off.
alter table alert alter column hold_off_sec set default 0;

-- What an alert writes keeps every digit. The shortest decimal of each double is what people gave.
alter table alert_action alter column value type text using value::text::numeric::text;
alter table message alter column value type text using value::text::numeric::text;
