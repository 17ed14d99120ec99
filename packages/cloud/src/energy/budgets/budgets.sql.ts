import { type Contact, openChannels, openFrom } from '@busbar/alerts/contacts'
import { contactsByIds } from '@busbar/alerts/escalation'
import type { Queries, Tx } from '@busbar/database'
import type { BudgetNotice } from '@busbar/messaging/message'
import type { BudgetState } from './budget.rules.ts'

/** Settings of a budget. */
export interface BudgetSettings {
  name: string
  /** Null: the whole tree. */
  branchId: string | null
  planOf: 'amount' | 'cost'
  /** Decimals, January to December. */
  months: string[]
  tolerancePercent: number
  contactIds: number[]
}

export interface BudgetRow extends BudgetSettings {
  orgId: number
  id: number
  treeId: string
  mutedTill: Date | null
  state: Partial<BudgetState>
}

const columns = (sql: Queries) => sql`
  org_id as "orgId", id, tree_id as "treeId", branch_id as "branchId", name, plan_of as "planOf", months,
  tolerance_percent as "tolerancePercent", array(select c.id from contact c where c.org_id = b.org_id and c.id = any(b.contact_ids) order by c.id) as "contactIds",
  muted_till as "mutedTill", state`

export const budgetsOf = (sql: Queries, orgId: number, treeId: string) => sql<BudgetRow[]>`
  select ${columns(sql)} from energy_budget b where org_id = ${orgId} and tree_id = ${treeId} order by id`

export const insertBudget = async (
  tx: Queries,
  orgId: number,
  treeId: string,
  to: BudgetSettings,
  createdOn: Date,
): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into energy_budget (org_id, tree_id, branch_id, name, plan_of, months, tolerance_percent, contact_ids, created_on)
    values (${orgId}, ${treeId}, ${to.branchId}, ${to.name}, ${to.planOf}, ${to.months}, ${to.tolerancePercent},
      ${to.contactIds}::bigint[], ${createdOn})
    returning id`
  return made.id
}

/** Stores the settings, and makes the budget due at once. */
export const updateBudget = async (tx: Queries, orgId: number, id: number, to: BudgetSettings): Promise<void> => {
  await tx`
    update energy_budget set branch_id = ${to.branchId}, name = ${to.name}, plan_of = ${to.planOf}, months = ${to.months},
      tolerance_percent = ${to.tolerancePercent}, contact_ids = ${to.contactIds}::bigint[], check_on = to_timestamp(0)
    where org_id = ${orgId} and id = ${id}`
}

export const muteBudget = async (tx: Queries, orgId: number, id: number, till: Date | null): Promise<void> => {
  await tx`update energy_budget set muted_till = ${till}, check_on = to_timestamp(0) where org_id = ${orgId} and id = ${id}`
}

export const deleteBudget = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from energy_budget where org_id = ${orgId} and id = ${id}`
}

export interface DueBudget extends BudgetRow {
  /** Time zone of the organization. */
  timeZone: string
}

export type BudgetKey = Pick<BudgetRow, 'orgId' | 'id'>

export const dueBudgets = (sql: Queries, now: Date) => sql<BudgetKey[]>`
  select org_id as "orgId", id from energy_budget where check_on <= ${now} order by check_on, id`

/** Undefined where it is no longer due or another node holds it. It is held until the transaction ends. */
export const takeDueBudget = async (tx: Tx, { orgId, id }: BudgetKey, now: Date): Promise<DueBudget | undefined> => {
  const [row] = await tx<DueBudget[]>`
    select ${columns(tx)}, (select o.time_zone from org o where o.id = b.org_id) as "timeZone"
    from energy_budget b where org_id = ${orgId} and id = ${id} and check_on <= ${now} for update of b skip locked`
  return row
}

export const saveBudgetState = async (
  tx: Tx,
  { orgId, id }: BudgetKey,
  state: Partial<BudgetState>,
  checkOn: Date,
): Promise<void> => {
  await tx`
    update energy_budget set state = ${tx.json(state)}, check_on = ${checkOn} where org_id = ${orgId} and id = ${id}`
}

/** Puts a message for each contact in the outbox, by the first of their channels that is open, or when it opens. There is never a second of one crossing. */
export const notifyContacts = async (
  tx: Tx,
  { orgId, id, name, contactIds, timeZone }: DueBudget,
  episode: number,
  budget: BudgetNotice,
  now: Date,
): Promise<void> => {
  const moment = { on: now.getTime(), timeZone, isCritical: false }
  const snapshot = { name, logAs: 'warning', startedOn: moment.on, conditions: [], additions: 0, budget }
  for (const contact of await contactsByIds(tx, orgId, contactIds)) {
    const channel = channelOf(contact, moment)
    if (channel === undefined) continue
    const from = new Date(openFrom(contact, channel.type, moment))
    await tx`
      insert into message (org_id, alert_id, episode, item, stage, type, recepient, contact_id, due_on, next_try_on, snapshot)
      values (${orgId}, ${id}, ${episode}, ${`b${contact.id}`}, 'active', ${channel.type}, ${channel.address}, ${contact.id}, ${from},
        ${from}, ${tx.json(snapshot)})
      on conflict do nothing`
  }
}

const channelOf = (contact: Contact, moment: Parameters<typeof openChannels>[1]) =>
  openChannels(contact, moment)[0] ?? contact.channels[0]
