-- Why a meter was exchanged, or a step booked; null where nobody said.
alter table meter_exchange add column reason text check (length(reason) between 1 and 500);
