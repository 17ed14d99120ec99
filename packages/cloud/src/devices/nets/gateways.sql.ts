import type { Queries } from '@busbar/database'
import { tokenHash } from '../../accounts/access/secrets.ts'
import type { Gateway } from './gateways.rules.ts'

/** The gateway that shows an activation code, held so that the code is used once. */
export const gatewayByActivationCode = (tx: Queries, code: number, now: Date) => tx<Gateway[]>`
  select g.mac::text, g.org_id as "orgId", g.net_id as "netId", (select id from net where mac = g.mac) as "macNetId",
         c.public_key is not null as "hasKey", g.seen_on is not null as "isSeen"
  from activation_code c join gateway g on g.mac = c.mac
  where c.code = ${code} and c.expires_on > ${now}
  for update of c, g`

export const gatewayByConnectCode = (tx: Queries, code: string, now: Date) => tx<Gateway[]>`
  select g.mac::text, g.org_id as "orgId", g.net_id as "netId", (select id from net where mac = g.mac) as "macNetId",
         length(g.public_key) > 0 as "hasKey", g.seen_on is not null as "isSeen"
  from connect_code c join gateway g on g.mac = c.mac
  where c.code_hash = ${tokenHash(code)} and (c.expires_on is null or c.expires_on > ${now})
  for update of c, g`

/** A gateway that is the organization's already. */
export const gatewayOfOrg = (tx: Queries, mac: string, orgId: number) => tx<Gateway[]>`
  select g.mac::text, g.org_id as "orgId", g.net_id as "netId", (select id from net where mac = g.mac) as "macNetId",
         length(g.public_key) > 0 as "hasKey", g.seen_on is not null as "isSeen"
  from gateway g where g.mac = ${mac} and g.org_id = ${orgId}
  for update`

/** Binds the gateway that displayed this activation code, which is consumed. Empty bytes mean that it has no key. */
export const bindByActivationCode = async (tx: Queries, code: number, orgId: number, netId: number): Promise<void> => {
  await tx`
    update gateway g set org_id = ${orgId}, net_id = ${netId}, public_key = coalesce(c.public_key, '')
    from activation_code c where c.code = ${code} and g.mac = c.mac`
  await tx`delete from activation_code where code = ${code}`
}

/** Binds a gateway by connect code, which contains no key: the first key proven on this network becomes its key. */
export const bindByConnectCode = async (tx: Queries, mac: string, orgId: number, netId: number): Promise<void> => {
  await tx`
    update gateway set org_id = ${orgId}, net_id = ${netId},
      public_key = case when net_id is distinct from ${netId} then null else public_key end
    where mac = ${mac}`
}

/** Binds a gateway by MAC; it already belongs to the organization. */
export const bindByMac = async (tx: Queries, mac: string, orgId: number, netId: number): Promise<void> => {
  await tx`update gateway set org_id = ${orgId}, net_id = ${netId} where mac = ${mac}`
}

/** Lets go of every gateway of a network but for the one with this MAC. */
export const unbindOthers = async (tx: Queries, orgId: number, netId: number, mac: string | null): Promise<void> => {
  await tx`
    update gateway set org_id = null, net_id = null
    where org_id = ${orgId} and net_id = ${netId} and mac is distinct from ${mac}::macaddr`
}
