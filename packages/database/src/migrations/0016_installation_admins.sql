-- Who may act on what all organizations share, as the clock of the service.
alter table account add column is_installation_admin boolean not null default false;
