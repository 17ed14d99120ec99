import type { Role } from '../../access/roles.ts'
import type { Queries } from '../../db/sql.ts'

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

/** A gateway as a code's holder sees it, with the network it is bound to and the caller's role there. What is not known of itself its network says. */
const gatewayOf = async (sql: Queries, mac: string | undefined, accountId: number): Promise<Gateway | undefined> => {
  if (mac === undefined) return undefined
  const [gateway] = await sql<Gateway[]>`
    select g.mac::text as mac, g.sku, g.ip, g.port, g.vpn_ip as "vpnIp",
           coalesce(g.modbus_id, n.controller_modbus_unit_id) as "modbusId",
           coalesce(nullif(g.device_passwords, '{}'), n.device_passwords, '{}') as "devicePasswords", n.id as "netId", n.org_id as "orgId", n.name as "netName", m.role
    from gateway g
    left join net n on n.org_id = g.org_id and n.id = g.net_id
    left join membership m on m.org_id = g.org_id and m.account_id = ${accountId}
    where g.mac = ${mac}`
  return gateway
}

type Found = { mac: string }[]

export const gatewayOfActivationCode = async (sql: Queries, code: number, accountId: number, now: Date) => {
  const [found] = await sql<Found>`
    select mac::text as mac from activation_code where code = ${code} and expires_on > ${now}`
  return gatewayOf(sql, found?.mac, accountId)
}

/** A connect code may be good for ever. */
export const gatewayOfConnectCode = async (sql: Queries, code: string, accountId: number, now: Date) => {
  const [found] = await sql<Found>`
    select mac::text as mac from connect_code where code = ${code} and (expires_on is null or expires_on > ${now})`
  return gatewayOf(sql, found?.mac, accountId)
}
