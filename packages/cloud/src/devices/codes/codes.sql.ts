import type { Queries } from '@busbar/database'
import type { Role } from '../../accounts/access/roles.ts'
import { tokenHash } from '../../accounts/access/secrets.ts'
import { gatewayPlace, netPlace, openPasswords } from '../../accounts/sealing/passwords.ts'
import type { Secrets } from '../../accounts/sealing/secrets.ts'

/** A gateway, and where it is bound: all null where it is not; `role` is the caller's, null for a stranger. */
export interface Gateway {
  mac: string
  sku: string
  ip: string
  port: number
  modbusId: number | null
  vpnIp: string | null
  devicePasswords: string[]
  netId: number | null
  orgId: number | null
  netName: string | null
  role: Role | null
}

/** Caller who looks up the gateway of a code. */
interface CodeReader {
  sql: Queries
  secrets: Secrets
  accountId: number
}

interface GatewayRow extends Omit<Gateway, 'devicePasswords'> {
  id: number
  sealed: Uint8Array | null
  netSealed: Uint8Array | null
}

/** A gateway as a code's holder sees it, with the network it is bound to and the caller's role there. What is not known of itself its network says. */
const gatewayOf = async (
  { sql, secrets, accountId }: CodeReader,
  mac: string | undefined,
): Promise<Gateway | undefined> => {
  if (mac === undefined) return undefined
  const [row] = await sql<GatewayRow[]>`
    select g.id, g.mac::text as mac, g.sku, g.ip, g.port, g.vpn_ip as "vpnIp",
           coalesce(g.modbus_id, n.controller_modbus_unit_id) as "modbusId",
           g.sealed_passwords as sealed, n.sealed_passwords as "netSealed", n.id as "netId", n.org_id as "orgId",
           n.name as "netName", m.role
    from gateway g
    left join net n on n.org_id = g.org_id and n.id = g.net_id
    left join membership m on m.org_id = g.org_id and m.account_id = ${accountId}
    where g.mac = ${mac}`
  if (row === undefined) return undefined
  const { id, sealed, netSealed, ...gateway } = row
  const { orgId, netId } = gateway
  const place = sealed === null && orgId !== null && netId !== null ? netPlace(orgId, netId) : gatewayPlace(id)
  return { ...gateway, devicePasswords: openPasswords(secrets, place, sealed ?? netSealed) ?? [] }
}

type MacRows = { mac: string }[]

export const gatewayOfActivationCode = async (reader: CodeReader, code: number, now: Date) => {
  const [found] = await reader.sql<MacRows>`
    select mac::text as mac from activation_code where code = ${code} and expires_on > ${now}`
  return gatewayOf(reader, found?.mac)
}

/** Finds the gateway of a connect code, which may have no expiry. */
export const gatewayOfConnectCode = async (reader: CodeReader, code: string, now: Date) => {
  const [found] = await reader.sql<MacRows>`
    select mac::text as mac from connect_code where code_hash = ${tokenHash(code)} and (expires_on is null or expires_on > ${now})`
  return gatewayOf(reader, found?.mac)
}
