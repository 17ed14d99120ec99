import { type ChannelType } from '@busbar/alerts/channels'
import type { Tx } from '@busbar/database'
import { contactsMax } from '../../alerting/contacts/contacts.contract.ts'
import {
  contactOf,
  groupOf,
  needTargets,
  shownContact,
  shownOverrides,
  shownPolicy,
} from '../../alerting/contacts/contacts.rules.ts'
import {
  contactsOf,
  groupsOf,
  insertContact,
  insertGroup,
  insertPolicy,
  policiesOf,
} from '../../alerting/contacts/contacts.sql.ts'
import { groupsMax } from '../../alerting/contacts/groups.contract.ts'
import { policiesMax, policyOf } from '../../alerting/contacts/policies.contract.ts'
import type { Document } from '../document.contract.ts'
import type { Part } from '../transfer.contract.ts'
import { documentError, withPath } from './document-errors.ts'
import { pairIds, referencedId } from './import.rules.ts'

type Ids = ReadonlyMap<number, number>

/** Ids of the document with the new ones. */
export interface ContactIds {
  contacts: Ids
  contactGroups: Ids
  escalationPolicies: Ids
}

/** All of them, without whose accounts they are: those belong to the installation. */
export const contactsToExport = async (
  tx: Tx,
  orgId: number,
): Promise<Pick<Document, 'contacts' | 'contactGroups' | 'escalationPolicies'>> => ({
  contacts: (await contactsOf(tx, orgId)).map((row) => {
    const { accountId: _account, ...contact } = shownContact(row, true)
    return contact
  }),
  contactGroups: (await groupsOf(tx, orgId)).map((group) => ({ ...group, overrides: shownOverrides(group) })),
  escalationPolicies: (await policiesOf(tx, orgId)).map(shownPolicy),
})

/** Refuses more than there may be. */
const checkLimit = (where: string, before: number, added: number, max: number): void => {
  if (before + added > max) throw documentError(where, `must be at most ${max} in an organization`)
}

/** Adds one after another, and gives their new ids with those of earlier parts. */
const addEach = async <Item extends { id: number }>(
  where: string,
  items: readonly Item[],
  known: Readonly<Record<string, number>> | undefined,
  add: (item: Item) => Promise<number>,
): Promise<Ids> => {
  const newIds: number[] = []
  for (const [index, item] of items.entries()) newIds.push(await withPath(`${where}.${index}`, () => add(item)))
  return pairIds(where, items, newIds, known)
}

/** Adds contacts, groups and policies, each with those that it names. */
export const importContacts = async (tx: Tx, orgId: number, createdOn: Date, part: Part): Promise<ContactIds> => {
  const { known } = part
  const before = [await contactsOf(tx, orgId), await groupsOf(tx, orgId), await policiesOf(tx, orgId)] as const
  checkLimit('contacts', before[0].length, part.contacts.length, contactsMax)
  checkLimit('contactGroups', before[1].length, part.contactGroups.length, groupsMax)
  checkLimit('escalationPolicies', before[2].length, part.escalationPolicies.length, policiesMax)
  const contacts = await addEach('contacts', part.contacts, known.contacts, ({ id: _id, ...fields }) =>
    insertContact(tx, orgId, contactOf(fields), createdOn),
  )
  const contactIds = new Set(contacts.values())
  const groups = await addEach('contactGroups', part.contactGroups, known.contactGroups, ({ id: _id, ...fields }) =>
    insertGroup(tx, orgId, groupOf(withContacts(fields, contacts), contactIds), createdOn),
  )
  const policies = await addEach(
    'escalationPolicies',
    part.escalationPolicies,
    known.escalationPolicies,
    ({ id: _id, ...fields }) => {
      const { steps, ...policy } = policyOf(fields)
      const newPolicy = {
        ...policy,
        steps: steps.map((step) => ({
          ...step,
          contactIds: step.contactIds.map((id) => referencedId(contacts, id)),
          groupIds: step.groupIds.map((id) => referencedId(groups, id)),
        })),
      }
      needTargets(newPolicy, contactIds, new Set(groups.values()))
      return insertPolicy(tx, orgId, newPolicy, createdOn)
    },
  )
  return { contacts, contactGroups: groups, escalationPolicies: policies }
}

type Group = Omit<Part['contactGroups'][number], 'id'>

const withContacts = ({ members, rotation, overrides = [], ...rest }: Group, ids: Ids): Group => ({
  ...rest,
  members: members.map((id) => referencedId(ids, id)),
  rotation:
    rotation.kind === 'by-hand' && rotation.onDutyId !== null
      ? { ...rotation, onDutyId: referencedId(ids, rotation.onDutyId) }
      : rotation,
  overrides: overrides.map(({ contactId, insteadOfId, ...span }) => ({
    ...span,
    contactId: referencedId(ids, contactId),
    ...(insteadOfId !== undefined && { insteadOfId: referencedId(ids, insteadOfId) }),
  })),
})

/** Returns each address that alert policies of the document may notify, with the alerts that lead to it. */
export const policyRecipients = (part: Part): { alertId: number; type: ChannelType; recepient: string }[] => {
  const contacts = new Map(part.contacts.map((one) => [one.id, one.channels]))
  const groups = new Map(part.contactGroups.map((one) => [one.id, one]))
  const policies = new Map(part.escalationPolicies.map((one) => [one.id, one]))
  return part.alerts
    .filter(({ isEnabled, policyId }) => isEnabled && policyId != null)
    .flatMap(({ id: alertId, policyId }) => {
      const steps = (policyId == null ? undefined : policies.get(policyId))?.steps ?? []
      const ids = steps.flatMap(({ contactIds = [], groupIds = [] }) => [
        ...contactIds,
        ...groupIds.flatMap((id) => {
          const { members = [], overrides = [] } = groups.get(id) ?? {}
          return [...members, ...overrides.map(({ contactId }) => contactId)]
        }),
      ])
      const channels = [...new Set(ids)].flatMap((id) => contacts.get(id) ?? [])
      return channels.map(({ type, address }) => ({ alertId, type, recepient: address }))
    })
}
