import type { Queries } from '../../db/sql.ts'

/** A code that leads to a gateway, and where that is bound. */
export interface ConnectCode {
  code: string
  macAddress: string
  sku: string
  expiresOn: Date | null
  netId: number | null
  orgId: number | null
  netName: string | null
}

/** What somebody says of a gateway when its code is made; what is left out stays. */
export interface GatewayFacts {
  sku?: string | undefined
  modbusId?: number | null | undefined
  devicePasswords?: string[] | undefined
}

/** Of one organization, or all where it is null. */
export const connectCodes = (sql: Queries, orgId: number | null) => sql<ConnectCode[]>`
  select c.code, c.mac::text as "macAddress", g.sku, c.expires_on as "expiresOn",
         n.id as "netId", n.org_id as "orgId", n.name as "netName"
  from connect_code c join gateway g on g.mac = c.mac
  left join net n on n.org_id = g.org_id and n.id = g.net_id
  where ${orgId}::bigint is null or g.org_id = ${orgId}
  order by c.mac`

export const isGatewayOf = async (tx: Queries, mac: string, orgId: number): Promise<boolean> =>
  (await tx`select from gateway where mac = ${mac} and org_id = ${orgId} for no key update`).length > 0

export const describeGateway = async (tx: Queries, mac: string, facts: GatewayFacts): Promise<void> => {
  const { sku = null, modbusId = null, devicePasswords = null } = facts
  await tx`
    update gateway set sku = coalesce(${sku}::text, sku),
      modbus_id = case when ${facts.modbusId !== undefined} then ${modbusId}::integer else modbus_id end,
      device_passwords = coalesce(${devicePasswords}::text[], device_passwords)
    where mac = ${mac}`
}

/** Instead of the one that the gateway had. */
export const putConnectCode = (tx: Queries, mac: string, code: string, expiresOn: Date) => tx`
  insert into connect_code (code, mac, expires_on) values (${code}, ${mac}, ${expiresOn})
  on conflict (mac) do update set code = excluded.code, expires_on = excluded.expires_on`

/** Of a gateway of this organization, or of any where it is null; the MAC it led to. */
export const dropConnectCode = (tx: Queries, code: string, orgId: number | null) => tx<{ macAddress: string }[]>`
  delete from connect_code c using gateway g
  where c.code = ${code} and g.mac = c.mac and (${orgId}::bigint is null or g.org_id = ${orgId})
  returning c.mac::text as "macAddress"`
