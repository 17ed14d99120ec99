import type { Queries, Sql } from '@busbar/database'

/** A gateway in the VPN and its owner; null if it is not bound. */
export interface VpnPeer {
  address: string
  gatewayId: number
  publicKey: Uint8Array
  apiPort: number
  orgId: number | null
  orgName: string | null
  netId: number | null
  netName: string | null
}

export const allPeers = (sql: Queries) => sql<VpnPeer[]>`
  select host(p.address) as address, p.gateway_id::int8 as "gatewayId", p.public_key as "publicKey", p.api_port as "apiPort",
         g.org_id as "orgId", o.name as "orgName", g.net_id as "netId", n.name as "netName"
  from vpn_peer p
  join gateway g on g.id = p.gateway_id
  left join net n on n.org_id = g.org_id and n.id = g.net_id
  left join org o on o.id = g.org_id
  order by p.address`

/** Bound, and with this key. */
export const gatewayOfKey = (sql: Queries, key: Uint8Array) => sql<{ id: number; mac: string }[]>`
  select id, mac::text as mac from gateway
  where public_key = ${key} and net_id is not null order by seen_on desc nulls last limit 1`

/** Range of addresses, as text. */
export interface AddressRange {
  network: string
  hub: string
  last: string
}

/** The address of a gateway, with the key that its tunnel has from now on; null where none is free. */
export const assignPeer = (
  sql: Sql,
  { network, hub, last }: AddressRange,
  { gatewayId, publicKey, apiPort }: Pick<VpnPeer, 'gatewayId' | 'publicKey' | 'apiPort'>,
): Promise<string | null> =>
  sql.begin(async (tx) => {
    // Two at once would find the same address free.
    await tx`select pg_advisory_xact_lock(hashtext('busbar vpn_peer'))`
    // After a change of the VPN's network all addresses are assigned again.
    await tx`delete from vpn_peer where gateway_id = ${gatewayId} and not address << ${network}::cidr`
    const [known] = await tx<{ address: string }[]>`
      update vpn_peer set public_key = ${publicKey}, api_port = ${apiPort} where gateway_id = ${gatewayId}
      returning host(address) as address`
    const address = known?.address ?? (await freeAddress(tx, hub, last))
    if (address === null) return null
    if (known === undefined) {
      await tx`
        insert into vpn_peer (address, gateway_id, public_key, api_port)
        values (${address}::inet, ${gatewayId}, ${publicKey}, ${apiPort})`
    }
    await tx`update gateway set vpn_ip = ${address} where id = ${gatewayId} and vpn_ip is distinct from ${address}`
    return address
  })

/** The first after one that is taken, the hub's with them. */
const freeAddress = async (tx: Queries, hub: string, last: string): Promise<string | null> => {
  const [found] = await tx<{ address: string | null }[]>`
    select host(min(taken.address + 1)) as address
    from (select address from vpn_peer union all select ${hub}::inet) taken
    where taken.address >= ${hub}::inet and taken.address < ${last}::inet
      and not exists (select from vpn_peer p where p.address = taken.address + 1)`
  return found?.address ?? null
}

/** Traffic that WireGuard reports for a peer. */
export interface PeerTraffic {
  address: string
  handshakeOn: Date | null
  receivedBytes: number
  sentBytes: number
}

export const recordTraffic = (sql: Queries, all: readonly PeerTraffic[]) => sql`
  update vpn_peer p set last_handshake_on = coalesce(t.on, p.last_handshake_on), received_bytes = t.received, sent_bytes = t.sent
  from jsonb_to_recordset(${JSON.stringify(
    all.map(({ address, handshakeOn, receivedBytes, sentBytes }) => ({
      address,
      on: handshakeOn,
      received: receivedBytes,
      sent: sentBytes,
    })),
  )}::jsonb) as t(address inet, "on" timestamptz, received bigint, sent bigint)
  where p.address = t.address`

const freeAfterMs = 30 * 86_400_000

/** Addresses of gateways that are deleted are free again after a while. */
export const freeAddresses = async (sql: Queries, now: Date): Promise<void> => {
  await sql`update vpn_peer set freed_on = ${now} where gateway_id is null and freed_on is null`
  await sql`delete from vpn_peer where gateway_id is null and freed_on < ${new Date(now.getTime() - freeAfterMs)}`
}
