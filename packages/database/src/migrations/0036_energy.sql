-- Why a meter was exchanged, or a step booked; null where nobody said.
alter table meter_exchange add column reason text check (length(reason) between 1 and 500);

-- What energy of a tree costs, by time of day, weekday and season, from which day on: see tariffs.contract.ts. Null where nobody said.
alter table sense_tree add column tariff jsonb;
