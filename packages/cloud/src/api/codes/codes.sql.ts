import type { Role } from '../../access/roles.ts'
import type { Queries } from '../../db/types.ts'

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

export const gatewayOfActivationCode = async (
  sql: Queries,
  code: number,
  accountId: number,
  now: Date,
): Promise<Gateway | undefined> => {
  const [gateway] = await sql<Gateway[]>`
    select g.mac::text as mac, g.sku, g.ip, g.port, g.modbus_id as "modbusId", g.vpn_ip as "vpnIp",
           g.device_passwords as "devicePasswords", n.id as "netId", n.org_id as "orgId", n.name as "netName", m.role
    from activation_code c
    join gateway g on g.mac = c.mac
    left join net n on n.org_id = g.org_id and n.id = g.net_id
    left join membership m on m.org_id = g.org_id and m.account_id = ${accountId}
    where c.code = ${code} and c.expires_on > ${now}`
  return gateway
}

/** A connect code may be good for ever. */
export const gatewayOfConnectCode = async (
  sql: Queries,
  code: string,
  accountId: number,
  now: Date,
): Promise<Gateway | undefined> => {
  const [gateway] = await sql<Gateway[]>`
    select g.mac::text as mac, g.sku, g.ip, g.port, g.modbus_id as "modbusId", g.vpn_ip as "vpnIp",
           g.device_passwords as "devicePasswords", n.id as "netId", n.org_id as "orgId", n.name as "netName", m.role
    from connect_code c
    join gateway g on g.mac = c.mac
    left join net n on n.org_id = g.org_id and n.id = g.net_id
    left join membership m on m.org_id = g.org_id and m.account_id = ${accountId}
    where c.code = ${code} and (c.expires_on is null or c.expires_on > ${now})`
  return gateway
}
