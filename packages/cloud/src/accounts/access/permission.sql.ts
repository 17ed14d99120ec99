import type { Queries } from '@busbar/database'
import type { ObjectId, ObjectKind } from './access-contract.ts'
import type { Role } from './roles.ts'

export interface OrgRole {
  orgId: number
  role: Role
}

/** Each kind of object with the statement that leads from it to its organization and the caller's role there. */
const orgRoles: Readonly<Record<ObjectKind, (sql: Queries, id: ObjectId, accountId: number) => Promise<OrgRole[]>>> = {
  org: (sql, id, accountId) => sql<OrgRole[]>`
    select org_id as "orgId", role from membership where org_id = ${id} and account_id = ${accountId}`,
  net: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from net o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  device: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from device o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  param: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from param o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  alert: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from alert o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  contact: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from contact o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  contactGroup: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from contact_group o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  policy: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from escalation_policy o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  dashboard: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from dashboard o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  vis: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from visualization o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  report: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from report o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  reportBranch: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from report_branch o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  tree: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from sense_tree o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  treeBranch: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from sense_branch o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
  sensor: (sql, id, accountId) => sql<OrgRole[]>`
    select m.org_id as "orgId", m.role from sense_sensor o join membership m on m.org_id = o.org_id
    where o.id = ${id} and m.account_id = ${accountId}`,
}

/**
 * Returns the organization of an object and the role of the caller there; null if the object does not exist or is not
 * visible to the caller. An ID chosen by users may exist in two organizations of the caller and then identifies neither
 * object.
 */
export const orgRoleOf = async (
  sql: Queries,
  kind: ObjectKind,
  id: ObjectId,
  accountId: number,
): Promise<OrgRole | null> => {
  const [orgRole, another] = await orgRoles[kind](sql, id, accountId)
  return another === undefined ? (orgRole ?? null) : null
}
