-- A link in a message about a network's outage stands for all alerts that the message tells of.

alter table confirm_token add column message_id bigint;

-- What is not named is off.
alter table alert alter column hold_off_sec set default 0;
