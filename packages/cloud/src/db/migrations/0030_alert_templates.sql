-- An alert that flaps goes on with its escalation: the latest occurrence that it is about. `episode` is the one in which it began.
alter table escalation add column last_episode integer;
update escalation set last_episode = episode;
alter table escalation alter column last_episode set not null;

alter table escalation_recipient
  -- The occurrence that the message is of.
  add column message_episode integer,
  -- From when the message counts as late while it has not arrived; null: it was found late, and others were told in its place.
  add column late_on timestamptz,
  -- Not looked at before: messages about the alert wait.
  add column held_till timestamptz;
update escalation_recipient set message_episode = episode, late_on = now() + interval '2 minutes';
alter table escalation_recipient alter column message_episode set not null;
