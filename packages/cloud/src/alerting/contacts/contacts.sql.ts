import type { Contact, ContactGroup, Policy } from '@busbar/alerts/contacts'
import type { Queries } from '@busbar/database'

export type ContactRow = Contact & { accountId: number | null }
export type NewContact = Omit<ContactRow, 'id'>
export type NewGroup = Omit<ContactGroup, 'id'>
export type PolicyRow = Policy & { id: number; name: string }
export type NewPolicy = Omit<PolicyRow, 'id'>

/** All, or one. */
export const contactsOf = (sql: Queries, orgId: number, id: number | null = null) => sql<ContactRow[]>`
  select id, name, account_id as "accountId", language, channels, hours, is_always_for_critical as "isAlwaysForCritical"
  from contact where org_id = ${orgId} and (${id}::bigint is null or id = ${id}) order by id`

export const insertContact = async (tx: Queries, orgId: number, to: NewContact, createdOn: Date): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into contact (org_id, name, account_id, language, channels, hours, is_always_for_critical, created_on)
    values (${orgId}, ${to.name}, ${to.accountId}, ${to.language}, ${tx.json(to.channels)}, ${to.hours && tx.json(to.hours)},
            ${to.isAlwaysForCritical}, ${createdOn})
    returning id`
  return made.id
}

export const updateContact = async (tx: Queries, orgId: number, id: number, to: NewContact): Promise<void> => {
  await tx`
    update contact set name = ${to.name}, account_id = ${to.accountId}, language = ${to.language}, channels = ${tx.json(to.channels)},
      hours = ${to.hours && tx.json(to.hours)}, is_always_for_critical = ${to.isAlwaysForCritical}
    where org_id = ${orgId} and id = ${id}`
}

export const deleteContact = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from contact where org_id = ${orgId} and id = ${id}`
}

/** Returns true if the account is a member of the organization. */
export const isMember = async (sql: Queries, orgId: number, accountId: number): Promise<boolean> => {
  const [row] = await sql`select from membership where org_id = ${orgId} and account_id = ${accountId}`
  return row !== undefined
}

/** All, or one. */
export const groupsOf = (sql: Queries, orgId: number, id: number | null = null) => sql<ContactGroup[]>`
  select id, name, members, rotation, overrides from contact_group
  where org_id = ${orgId} and (${id}::bigint is null or id = ${id}) order by id`

export const insertGroup = async (tx: Queries, orgId: number, to: NewGroup, createdOn: Date): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into contact_group (org_id, name, members, rotation, overrides, created_on)
    values (${orgId}, ${to.name}, ${tx.json(to.members)}, ${tx.json(to.rotation)}, ${tx.json(to.overrides)}, ${createdOn})
    returning id`
  return made.id
}

export const updateGroup = async (tx: Queries, orgId: number, id: number, to: NewGroup): Promise<void> => {
  await tx`
    update contact_group
    set name = ${to.name}, members = ${tx.json(to.members)}, rotation = ${tx.json(to.rotation)}, overrides = ${tx.json(to.overrides)}
    where org_id = ${orgId} and id = ${id}`
}

export const deleteGroup = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from contact_group where org_id = ${orgId} and id = ${id}`
}

export const timeZoneOf = async (sql: Queries, orgId: number): Promise<string> => {
  const [row] = await sql<{ timeZone: string }[]>`select time_zone as "timeZone" from org where id = ${orgId}`
  return row?.timeZone ?? 'UTC'
}

/** All, or one. */
export const policiesOf = (sql: Queries, orgId: number, id: number | null = null) => sql<PolicyRow[]>`
  select id, name, steps, repeat_minutes as "repeatMinutes", rounds from escalation_policy
  where org_id = ${orgId} and (${id}::bigint is null or id = ${id}) order by id`

export const insertPolicy = async (tx: Queries, orgId: number, to: NewPolicy, createdOn: Date): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into escalation_policy (org_id, name, steps, repeat_minutes, rounds, created_on)
    values (${orgId}, ${to.name}, ${tx.json(to.steps)}, ${to.repeatMinutes}, ${to.rounds}, ${createdOn})
    returning id`
  return made.id
}

export const updatePolicy = async (tx: Queries, orgId: number, id: number, to: NewPolicy): Promise<void> => {
  await tx`
    update escalation_policy
    set name = ${to.name}, steps = ${tx.json(to.steps)}, repeat_minutes = ${to.repeatMinutes}, rounds = ${to.rounds}
    where org_id = ${orgId} and id = ${id}`
}

export const deletePolicy = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from escalation_policy where org_id = ${orgId} and id = ${id}`
}

const namesMax = 10

/** Lists the alerts, alert templates and networks that use a policy, up to a readable number. */
export const usesOfPolicy = async (sql: Queries, orgId: number, policyId: number): Promise<string[]> => {
  const rows = await sql<{ use: string }[]>`
    select 'alert ' || name as use from alert where org_id = ${orgId} and policy_id = ${policyId} and alert_template_id is null
    union all select 'alert template ' || name from alert_template where org_id = ${orgId} and policy_id = ${policyId}
    union all select 'network ' || n.name from net_outage u join net n on n.org_id = u.org_id and n.id = u.net_id
    where u.org_id = ${orgId} and u.policy_id = ${policyId}
    limit ${namesMax}`
  return rows.map(({ use }) => use)
}

export const policyIds = async (sql: Queries, orgId: number): Promise<Set<number>> => {
  const rows = await sql<{ id: number }[]>`select id from escalation_policy where org_id = ${orgId}`
  return new Set(rows.map(({ id }) => id))
}
