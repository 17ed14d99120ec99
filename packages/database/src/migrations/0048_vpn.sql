-- Gateways that are reached through the VPN: each has an address for good, and the key of its tunnel, which changes.
create table vpn_peer (
  address inet primary key,
  -- Null: its gateway is deleted. The address is free again 30 days after that.
  gateway_id bigint unique references gateway (id) on delete set null,
  public_key bytea not null check (length(public_key) = 32),
  -- Where the gateway's API listens.
  api_port integer not null check (api_port between 1 and 65535),
  last_handshake_on timestamptz,
  received_bytes bigint not null default 0,
  sent_bytes bigint not null default 0,
  freed_on timestamptz
);
