-- Raw numbers that mean "no value" (["0xFFFF"]), null where nobody has said; [] where there are none.
alter table param add column nan_values jsonb check (jsonb_typeof(nan_values) = 'array');
-- What else decides about a number: {"negativeFrom": 10000}, {"signAt": {...}}, {"scaleAt": 40084}.
alter table param add column coding jsonb check (jsonb_typeof(coding) = 'object');
