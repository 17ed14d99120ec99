import type { ContactGroup } from '@busbar/alerts/contacts'
import { dutyTurns } from '@busbar/alerts/escalation'
import type { Queries, Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { AuditAction } from '../../accounts/audit/actions.ts'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { AlertingCall, AlertingNeeds } from '../needs.ts'
import { groupOf, needUnused, shownGroup, shownOverrides, usesOfGroup } from './contacts.rules.ts'
import {
  contactsOf,
  deleteGroup,
  groupsOf,
  insertGroup,
  type NewGroup,
  policiesOf,
  timeZoneOf,
  updateGroup,
} from './contacts.sql.ts'
import { type contactGroups, dutyDaysMax, type GroupInput, groupsMax } from './groups.contract.ts'

const dayMs = 86_400_000
const previewDays = 14

export const contactGroupsHandlers: Handlers<typeof contactGroups, AlertingNeeds> = {
  list: async ({ db: { sql }, now }, { orgId }) => {
    const timeZone = await timeZoneOf(sql, orgId)
    return (await groupsOf(sql, orgId)).map((group) => shownGroup(group, now(), timeZone))
  },

  create: (call, { orgId, ...input }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const { length } = await groupsOf(tx, orgId)
      if (length >= groupsMax) throw new Refusal('IncorrectRequest', `body: there are ${groupsMax} groups`)
      const group = await check(tx, orgId, input)
      const id = await insertGroup(tx, orgId, group, call.now())
      const after = auditedGroup({ id, ...group })
      await record(tx, orgId, call, { action: 'contact-group.create', objectKind: 'contactGroup', objectId: id, after })
      return { id }
    }),

  get: async ({ db: { sql }, orgId, now }, { groupId }) =>
    shownGroup(await storedGroup(sql, orgId, groupId), now(), await timeZoneOf(sql, orgId)),

  change: (call, { groupId, ...input }) =>
    changeGroup(call, groupId, 'contact-group.change', (tx) => check(tx, call.orgId, input)),

  setOnDuty: (call, { groupId, contactId }) =>
    changeGroup(call, groupId, 'contact-group.on-duty', (_tx, { id: _id, ...group }) => {
      if (group.rotation.kind !== 'by-hand')
        throw new Refusal('IncorrectRequest', 'groupId: turns of this group are not set by hand; use an override')
      if (contactId !== null && !group.members.includes(contactId))
        throw new Refusal('ObjectNotFound', 'body.contactId: no such member')
      return { ...group, rotation: { kind: 'by-hand', onDutyId: contactId } }
    }),

  duty: async ({ db: { sql }, orgId, now }, { groupId, from = now(), till }) => {
    const end = till?.getTime() ?? from.getTime() + previewDays * dayMs
    const days = (end - from.getTime()) / dayMs
    if (days <= 0 || days > dutyDaysMax)
      throw new Refusal('IncorrectRequest', `query.till: must be after from, by at most ${dutyDaysMax} days`)
    const timeZone = await timeZoneOf(sql, orgId)
    const turns = dutyTurns(await storedGroup(sql, orgId, groupId), from.getTime(), end, timeZone)
    const shown = turns.map((turn) => ({ ...turn, from: iso(turn.from), till: iso(turn.till) }))
    return { timeZone, turns: shown }
  },

  delete: (call, { groupId }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = auditedGroup(await storedGroup(tx, orgId, groupId))
      needUnused(usesOfGroup(groupId, await policiesOf(tx, orgId)))
      await deleteGroup(tx, orgId, groupId)
      const entry = { action: 'contact-group.delete', objectKind: 'contactGroup', objectId: groupId } as const
      await record(tx, orgId, call, { ...entry, before })
      return {}
    }),
}

const iso = (on: number): string => new Date(on).toISOString()

const auditedGroup = (group: ContactGroup) => ({ ...group, overrides: shownOverrides(group) })

const storedGroup = async (sql: Queries, orgId: number, id: number): Promise<ContactGroup> => {
  const [row] = await groupsOf(sql, orgId, id)
  if (row === undefined) throw new Refusal('ObjectNotFound')
  return row
}

const check = async (tx: Tx, orgId: number, input: GroupInput): Promise<NewGroup> =>
  groupOf(input, new Set((await contactsOf(tx, orgId)).map(({ id }) => id)))

const changeGroup = (
  call: AlertingCall<'member'>,
  groupId: number,
  action: AuditAction,
  work: (tx: Tx, before: ContactGroup) => NewGroup | Promise<NewGroup>,
): Promise<Record<string, never>> =>
  call.db.tx(async (tx) => {
    const { orgId } = call
    await lockOrg(tx, orgId)
    const before = await storedGroup(tx, orgId, groupId)
    const group = await work(tx, before)
    await updateGroup(tx, orgId, groupId, group)
    const changes = difference(auditedGroup(before), auditedGroup({ id: groupId, ...group }))
    await record(tx, orgId, call, { action, objectKind: 'contactGroup', objectId: groupId, ...changes })
    return {}
  })
