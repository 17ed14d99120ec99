import type { Queries } from '@busbar/database'
import type { Announcement } from '@busbar/uplink/handshake'
import type { PinnedKey } from './caller.rules.ts'

/** Facts on a MAC. */
export interface KnownGateway {
  pinned: PinnedKey
  /** The network it is bound to. */
  netId: number | null
  isKeylessAllowed: boolean
}

export const knownGateway = (sql: Queries, mac: string) => sql<KnownGateway[]>`
  select g.public_key as pinned, g.net_id as "netId", coalesce(n.is_keyless_allowed, false) as "isKeylessAllowed"
  from gateway g left join net n on n.org_id = g.org_id and n.id = g.net_id
  where g.mac = ${mac}`

/** The first key that is proven is the gateway's; nothing comes back when another was first. */
export const pinKey = (sql: Queries, mac: string, key: Uint8Array) => sql`
  update gateway set public_key = ${key} where mac = ${mac} and public_key is null
  returning mac`

/** Records a bound gateway after it was accepted. */
export const recordSeen = (sql: Queries, { mac, type, version }: Announcement, ip: string, now: Date) => sql`
  update gateway set device_type = ${type}, version = ${version}, ip = ${ip}, seen_on = ${now} where mac = ${mac}`

/** Records the connection of an unbound gateway. */
export const recordCaller = (
  sql: Queries,
  { mac, type, version }: Pick<Announcement, 'mac' | 'type' | 'version'>,
  ip: string,
  now: Date,
) => sql`
  insert into gateway (mac, device_type, version, ip, seen_on) values (${mac}, ${type}, ${version}, ${ip}, ${now})
  on conflict (mac) do update
    set device_type = excluded.device_type, version = excluded.version, ip = excluded.ip, seen_on = excluded.seen_on
    where gateway.net_id is null
  returning mac`

export interface ActivationCode {
  code: number
  expiresOn: Date
}

/** The code of one caller, who is known by its key too. */
export const liveCode = (sql: Queries, mac: string, key: Uint8Array | null, now: Date) => sql<ActivationCode[]>`
  select code, expires_on as "expiresOn" from activation_code
  where mac = ${mac} and public_key is not distinct from ${key}::bytea and expires_on > ${now}`

/** From where a code is asked for. */
export interface CodeSource {
  source: string
  network: string
}

/** Codes that are out: from one source, from its network, and in all. */
export const countCodes = async (sql: Queries, { source, network }: CodeSource) => {
  const [counts] = await sql<[{ bySource: number; byNetwork: number; all: number }]>`
    select (select count(*)::int from activation_code where network = ${network} and source = ${source}) as "bySource",
           (select count(*)::int from activation_code where network = ${network}) as "byNetwork",
           (select count(*)::int from activation_code) as "all"`
  return counts
}

/** A caller's code instead of any that it had; nothing comes back when another has it. */
export const insertCode = (
  sql: Queries,
  mac: string,
  key: Uint8Array | null,
  { code, expiresOn }: ActivationCode,
  { source, network }: CodeSource,
) => sql<ActivationCode[]>`
  insert into activation_code (code, mac, public_key, expires_on, source, network)
  select ${code}, ${mac}, ${key}::bytea, ${expiresOn}, ${source}, ${network}
  where not exists (select from activation_code where code = ${code})
  on conflict on constraint activation_code_caller do update
    set code = excluded.code, expires_on = excluded.expires_on, source = excluded.source, network = excluded.network
  returning code, expires_on as "expiresOn"`

/** Codes that are over, and gateways that are known for nothing but having called. */
export const deleteStale = async (sql: Queries, now: Date, seenBefore: Date): Promise<void> => {
  await sql`delete from activation_code where expires_on <= ${now}`
  await sql`
    delete from gateway g
    where g.net_id is null and g.seen_on < ${seenBefore} and g.sku = '' and g.vpn_ip is null and g.public_key is null
      and not exists (select from activation_code c where c.mac = g.mac)
      and not exists (select from connect_code c where c.mac = g.mac)`
}
