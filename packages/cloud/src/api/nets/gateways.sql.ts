import type { Queries } from '../../db/types.ts'
import type { Gateway } from './gateways.rules.ts'

/** The gateway that shows an activation code, held so that the code is used once. */
export const gatewayByActivationCode = (tx: Queries, code: number, now: Date) => tx<Gateway[]>`
  select g.mac::text, g.org_id as "orgId", g.net_id as "netId", (select id from net where mac = g.mac) as "macNetId"
  from activation_code c join gateway g on g.mac = c.mac
  where c.code = ${code} and c.expires_on > ${now}
  for update of c, g`

export const gatewayByConnectCode = (tx: Queries, code: string, now: Date) => tx<Gateway[]>`
  select g.mac::text, g.org_id as "orgId", g.net_id as "netId", (select id from net where mac = g.mac) as "macNetId"
  from connect_code c join gateway g on g.mac = c.mac
  where c.code = ${code} and (c.expires_on is null or c.expires_on > ${now})
  for update of c, g`

/** A gateway that is the organization's already. */
export const gatewayOfOrg = (tx: Queries, mac: string, orgId: number) => tx<Gateway[]>`
  select g.mac::text, g.org_id as "orgId", g.net_id as "netId", (select id from net where mac = g.mac) as "macNetId"
  from gateway g where g.mac = ${mac} and g.org_id = ${orgId}
  for update`

/** An activation code is used up when its gateway is bound. */
export const bindGateway = async (tx: Queries, mac: string, orgId: number, netId: number): Promise<void> => {
  await tx`update gateway set org_id = ${orgId}, net_id = ${netId} where mac = ${mac}`
  await tx`delete from activation_code where mac = ${mac}`
}

/** Lets go of every gateway of a network but for the one with this MAC. */
export const unbindOthers = async (tx: Queries, orgId: number, netId: number, mac: string | null): Promise<void> => {
  await tx`
    update gateway set org_id = null, net_id = null
    where org_id = ${orgId} and net_id = ${netId} and mac is distinct from ${mac}::macaddr`
}
