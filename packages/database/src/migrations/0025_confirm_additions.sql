-- A link that has confirmed an alert may do so again when a further condition took that back: for how many of them it was used.
alter table confirm_token add column additions integer not null default 0;
