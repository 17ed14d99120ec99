-- Brokers that know their clients by certificates: the key of ours, sealed as passwords are.
alter table connector add column sealed_client_key bytea;
update connector set settings = settings || '{"clientCert": null}' where kind = 'mqtt';
