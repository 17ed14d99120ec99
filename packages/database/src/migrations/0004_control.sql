-- Whether the cloud may write to what is behind a network. Who typed a gateway's code has shown that the gateway is theirs to read; that its
-- plant may be controlled from the cloud is for an owner to say.
alter table net add column is_writing_allowed boolean not null default true;
update net set is_writing_allowed = false where mac is not null;
