-- Names as answers show them, by the same rules as in names.rules.ts: PostgreSQL writes whole answers that nobody then has to read.

-- Seldom needed, and apart from shown_text, so that this stays short enough to become part of the statement that calls it.
create function first_text(texts jsonb) returns text immutable parallel safe language sql
  return (select value from jsonb_each_text(texts) order by key collate "C" limit 1);

create function shown_text(texts jsonb) returns text immutable parallel safe language sql
  return coalesce(texts ->> 'en', first_text(texts), '');

create function full_name(device_name text, name jsonb, label text, unit_name text) returns text
  immutable parallel safe language sql
  return device_name || ': ' || shown_text(name) || coalesce(' [' || nullif(label, '') || ']', '')
    || coalesce(', ' || nullif(unit_name, ''), '');
