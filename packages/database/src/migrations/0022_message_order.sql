-- What has not left yet, by its alert: messages about one alert reach a person in their order.
create index message_unsent on message (org_id, alert_id)
  where state in ('waiting', 'sending') or (state = 'digested' and sent_on is null);
