-- Where a network stands, in degrees of WGS 84; both or neither.
alter table net
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint net_place check ((latitude is null) = (longitude is null));
