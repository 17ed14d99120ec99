import type { Queries } from '@busbar/database'

/** How the cloud talks with a network. */
export interface LinkSettings {
  timeoutMs: number
  exchangeDepth: number
  isKeylessAllowed: boolean
  isPasswordUnprovenAllowed: boolean
  isWritingAllowed: boolean
}

export const linkSettings = async (sql: Queries, orgId: number, netId: number): Promise<LinkSettings | undefined> => {
  const [settings] = await sql<LinkSettings[]>`
    select timeout_ms as "timeoutMs", exchange_depth as "exchangeDepth", is_keyless_allowed as "isKeylessAllowed",
           is_password_unproven_allowed as "isPasswordUnprovenAllowed", is_writing_allowed as "isWritingAllowed"
    from net where org_id = ${orgId} and id = ${netId}`
  return settings
}

export const setLinkSettings = async (tx: Queries, orgId: number, netId: number, to: LinkSettings): Promise<void> => {
  await tx`
    update net set timeout_ms = ${to.timeoutMs}, exchange_depth = ${to.exchangeDepth},
                   is_keyless_allowed = ${to.isKeylessAllowed},
                   is_password_unproven_allowed = ${to.isPasswordUnprovenAllowed},
                   is_writing_allowed = ${to.isWritingAllowed}
    where org_id = ${orgId} and id = ${netId}`
}

/** The gateway that calls in for a network, with the key that is pinned, as `Pinned` says; undefined: the network is dialled. */
export const callingGateway = async (
  sql: Queries,
  orgId: number,
  netId: number,
): Promise<{ publicKey: Uint8Array | null } | undefined> => {
  const [found] = await sql<{ publicKey: Uint8Array | null }[]>`
    select g.public_key as "publicKey" from gateway g join net n on n.org_id = g.org_id and n.id = g.net_id and n.mac = g.mac
    where n.org_id = ${orgId} and n.id = ${netId}`
  return found
}

export interface ReachedNet {
  ip: string | null
  port: number | null
  mac: string | null
}

export const netAddress = async (sql: Queries, orgId: number, netId: number): Promise<ReachedNet | undefined> => {
  const [net] = await sql<ReachedNet[]>`select ip, port, mac::text from net where org_id = ${orgId} and id = ${netId}`
  return net
}

export interface PolledRow {
  netId: number
  deviceId: number
  name: string
  modbusUnitId: number
  updatePeriodSec: number
  /** When something was last read from it. */
  lastGoodReadOn: Date | null
  /** Why values are missing: by the parameter's id, or for all of them under ''. */
  errors: Readonly<Record<string, string>> | null
  failedOn: Date | null
  /** The device was switched off, or its network. */
  pausedOn: Date | null
  /** A gateway calls in for its network. */
  isCalledIn: boolean
}

/** Devices of a network, or of all of an organization, with what was read last and what failed at their latest polls. */
export const polledDevices = (sql: Queries, orgId: number, netId: number | null) => sql<PolledRow[]>`
  select d.net_id as "netId", d.id as "deviceId", d.name, d.modbus_unit_id as "modbusUnitId", d.update_period_sec as "updatePeriodSec",
         l.read_on as "lastGoodReadOn", l.errors, l.failed_on as "failedOn",
         coalesce(d.disabled_on, n.disabled_on) as "pausedOn", n.mac is not null as "isCalledIn"
  from device d
  join net n on n.org_id = d.org_id and n.id = d.net_id
  left join last_poll l on l.org_id = ${orgId} and l.device_id = d.id
  where d.org_id = ${orgId} and (${netId}::bigint is null or d.net_id = ${netId})
  order by d.id`
