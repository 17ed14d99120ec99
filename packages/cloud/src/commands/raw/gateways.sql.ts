import type { Queries } from '@busbar/database'
import type { Role } from '../../accounts/access/roles.ts'
import { tokenHash } from '../../accounts/access/secrets.ts'

/** A gateway that a code leads to, and where it is bound: all null where it is not; `role` is the caller's there. */
export interface CodedGateway {
  mac: string
  /**
   * Key of the caller with the activation code, null without a key; for a connect code the pinned key (see `Pinned`).
   */
  key: Uint8Array | null
  netId: number | null
  orgId: number | null
  role: Role | null
}

export const activationGateway = async (sql: Queries, code: number, accountId: number, now: Date) => {
  const [found] = await sql<CodedGateway[]>`
    select g.mac::text, c.public_key as key, n.id as "netId", n.org_id as "orgId", m.role
    from activation_code c
    join gateway g on g.mac = c.mac
    left join net n on n.org_id = g.org_id and n.id = g.net_id
    left join membership m on m.org_id = g.org_id and m.account_id = ${accountId}
    where c.code = ${code} and c.expires_on > ${now}`
  return found
}

export const connectGateway = async (sql: Queries, code: string, accountId: number, now: Date) => {
  const [found] = await sql<CodedGateway[]>`
    select g.mac::text, g.public_key as key, n.id as "netId", n.org_id as "orgId", m.role
    from connect_code c
    join gateway g on g.mac = c.mac
    left join net n on n.org_id = g.org_id and n.id = g.net_id
    left join membership m on m.org_id = g.org_id and m.account_id = ${accountId}
    where c.code_hash = ${tokenHash(code)} and (c.expires_on is null or c.expires_on > ${now})`
  return found
}

/** The network of a MAC, for members of its organization. */
export const netOfMac = async (sql: Queries, mac: string, accountId: number) => {
  const [found] = await sql<{ netId: number; orgId: number; role: Role }[]>`
    select n.id as "netId", n.org_id as "orgId", m.role
    from net n join membership m on m.org_id = n.org_id and m.account_id = ${accountId}
    where n.mac = ${mac}`
  return found
}

/** The caller's organizations, and the roles there. */
export const rolesOf = (sql: Queries, accountId: number) => sql<{ orgId: number; role: Role }[]>`
  select org_id as "orgId", role from membership where account_id = ${accountId} order by org_id`

/** Returns whether the cloud may write to devices of a network. */
export const isWritingAllowed = async (sql: Queries, orgId: number, netId: number): Promise<boolean> => {
  const [found] = await sql<{ isAllowed: boolean }[]>`
    select is_writing_allowed as "isAllowed" from net where org_id = ${orgId} and id = ${netId}`
  return found?.isAllowed ?? false
}
