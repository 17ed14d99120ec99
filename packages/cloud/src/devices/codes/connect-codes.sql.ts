import type { Queries } from '@busbar/database'
import { tokenHash } from '../../accounts/access/secrets.ts'
import { gatewayPlace, sealPasswords } from '../../accounts/sealing/passwords.ts'
import type { Secrets } from '../../accounts/sealing/secrets.ts'
import { macOf } from '../nets/nets.rules.ts'

/** A connect code's gateway and where that is bound. The code itself is not stored. */
export interface ConnectCode {
  macAddress: string
  sku: string
  expiresOn: Date | null
  netId: number | null
  orgId: number | null
  netName: string | null
}

/** Facts on a gateway when its code is created; omitted ones stay unchanged. */
export interface GatewayFacts {
  sku?: string | undefined
  modbusId?: number | null | undefined
  devicePasswords?: string[] | undefined
}

/** Connect codes of an organization, created by its owner or leading to its gateway; all of them for null. */
export const connectCodes = (sql: Queries, orgId: number | null) => sql<ConnectCode[]>`
  select c.mac::text as "macAddress", g.sku, c.expires_on as "expiresOn",
         n.id as "netId", n.org_id as "orgId", n.name as "netName"
  from connect_code c join gateway g on g.mac = c.mac
  left join net n on n.org_id = g.org_id and n.id = g.net_id and (${orgId}::bigint is null or n.org_id = ${orgId})
  where ${orgId}::bigint is null or ${orgId}::bigint in (c.org_id, g.org_id)
  order by c.mac`

export const isGatewayOf = async (tx: Queries, mac: string, orgId: number): Promise<boolean> =>
  (await tx`select from gateway where mac = ${mac} and org_id = ${orgId} for no key update`).length > 0

/** The gateway's row is the caller's. */
export const describeGateway = async (
  tx: Queries,
  secrets: Secrets,
  mac: string,
  { sku, modbusId, devicePasswords }: GatewayFacts,
): Promise<void> => {
  const [gateway] = await tx<{ id: number }[]>`
    update gateway set sku = coalesce(${sku ?? null}::text, sku),
      modbus_id = case when ${modbusId !== undefined}::boolean then ${modbusId ?? null}::integer else modbus_id end
    where mac = ${mac} returning id`
  if (gateway === undefined || devicePasswords === undefined) return
  const seal = await secrets.sealer(tx)
  const sealed = sealPasswords(seal, gatewayPlace(gateway.id), devicePasswords)
  await tx`update gateway set sealed_passwords = ${sealed}::bytea where id = ${gateway.id}`
}

/** Instead of the one that the gateway had. */
export const putConnectCode = (tx: Queries, mac: string, code: string, expiresOn: Date, orgId: number | null) => tx`
  insert into connect_code (code_hash, mac, expires_on, org_id)
  values (${tokenHash(code)}, ${mac}, ${expiresOn}, ${orgId}::bigint)
  on conflict (mac) do update
  set code_hash = excluded.code_hash, expires_on = excluded.expires_on, org_id = excluded.org_id`

/**
 * Deletes a connect code by the code or the gateway's MAC, of this organization or of any (null). Returns the gateway's
 * MAC.
 */
export const dropConnectCode = (tx: Queries, codeOrMac: string, orgId: number | null) => tx<{ macAddress: string }[]>`
  delete from connect_code c using gateway g
  where (c.code_hash = ${tokenHash(codeOrMac)} or c.mac = ${macOf(codeOrMac)}::macaddr) and g.mac = c.mac and (${orgId}::bigint is null or ${orgId}::bigint in (c.org_id, g.org_id))
  returning c.mac::text as "macAddress"`
