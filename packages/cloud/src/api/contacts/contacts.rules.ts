import { Refusal } from '@busbar/wire/server'
import type { ContactGroup } from '../../alerts/escalation/contact.ts'
import { dutyOrder } from '../../alerts/escalation/duty.rules.ts'
import { recipientForms, recipientOf, withoutSecret } from '../alerts/recipients.rules.ts'
import type { GivenContact, ShownContact } from './contacts.contract.ts'
import type { ContactRow, NewContact, NewGroup, NewPolicy, PolicyRow } from './contacts.sql.ts'
import type { GivenGroup, ShownGroup } from './groups.contract.ts'
import type { ShownPolicy } from './policies.contract.ts'

const wrong = (where: string, message: string): Refusal => new Refusal('IncorrectRequest', `body.${where}: ${message}`)

/** What was asked, with addresses as they are stored. */
export const contactOf = (given: GivenContact): NewContact => {
  const { name, accountId = null, language, hours = null, isAlwaysForCritical = false } = given
  const channels = given.channels.map(({ type, address }, place) => {
    const stored = recipientOf(type, address)
    if (stored === null) throw wrong(`channels.${place}.address`, recipientForms[type] ?? 'is unknown')
    return { type, address: stored }
  })
  for (const [place, { type, address }] of channels.entries()) {
    const first = channels.findIndex((one) => one.type === type && one.address === address)
    if (first < place) throw wrong(`channels.${place}`, 'is there twice')
  }
  return { name, accountId, language, channels, hours, isAlwaysForCritical }
}

/** `isEditor`: the reader may change it, and so may see all of it. */
export const shownContact = (row: ContactRow, isEditor: boolean): ShownContact => {
  const { accountId, hours, channels, ...core } = row
  return {
    ...core,
    ...(accountId !== null && { accountId }),
    channels: channels.map(({ type, address }) => ({
      type,
      address: isEditor ? address : withoutSecret(type, address),
    })),
    ...(hours !== null && { hours }),
  }
}

/** What was asked; `known`: the contacts that there are. */
export const groupOf = (given: GivenGroup, known: ReadonlySet<number>): NewGroup => {
  const { name, members, rotation } = given
  const need = (where: string, id: number, ids: ReadonlySet<number>, message: string): void => {
    if (!ids.has(id)) throw wrong(where, message)
  }
  const own = new Set(members)
  for (const [place, id] of members.entries()) {
    need(`members.${place}`, id, known, 'no such contact')
    if (members.indexOf(id) < place) throw wrong(`members.${place}`, 'is there twice')
  }
  if (rotation.kind === 'by-hand' && rotation.onDutyId !== null)
    need('rotation.onDutyId', rotation.onDutyId, own, 'must be a member')
  const overrides = (given.overrides ?? []).map(({ contactId, insteadOfId = null, from, till }, place) => {
    need(`overrides.${place}.contactId`, contactId, known, 'no such contact')
    if (insteadOfId !== null) need(`overrides.${place}.insteadOfId`, insteadOfId, own, 'must be a member')
    return { contactId, insteadOfId, from: from.getTime(), till: till.getTime() }
  })
  return { name, members, rotation, overrides }
}

const iso = (on: number): string => new Date(on).toISOString()

export const shownOverrides = ({ overrides }: Pick<ContactGroup, 'overrides'>): ShownGroup['overrides'] =>
  overrides.map(({ contactId, insteadOfId, from, till }) => ({
    contactId,
    ...(insteadOfId !== null && { insteadOfId }),
    from: iso(from),
    till: iso(till),
  }))

export const shownGroup = (group: ContactGroup, now: Date, timeZone: string): ShownGroup => ({
  ...group,
  overrides: shownOverrides(group),
  onDutyId: dutyOrder(group, now.getTime(), timeZone)[0] ?? null,
})

/** Refuses steps that name what is not there. */
export const needTargets = ({ steps }: NewPolicy, contacts: ReadonlySet<number>, groups: ReadonlySet<number>): void => {
  for (const [place, { contactIds, groupIds }] of steps.entries()) {
    const [contact, group] = [
      contactIds.findIndex((id) => !contacts.has(id)),
      groupIds.findIndex((id) => !groups.has(id)),
    ]
    if (contact >= 0) throw wrong(`steps.${place}.contactIds.${contact}`, 'no such contact')
    if (group >= 0) throw wrong(`steps.${place}.groupIds.${group}`, 'no such group')
  }
}

export const shownPolicy = ({ repeatMinutes, ...policy }: PolicyRow): ShownPolicy => ({
  ...policy,
  ...(repeatMinutes !== null && { repeatMinutes }),
})

/** Where a contact is used. */
export const usesOfContact = (
  id: number,
  groups: readonly ContactGroup[],
  policies: readonly PolicyRow[],
): string[] => [
  ...groups
    .filter(({ members, overrides }) => members.includes(id) || overrides.some(({ contactId }) => contactId === id))
    .map(({ name }) => `group ${name}`),
  ...policies
    .filter(({ steps }) => steps.some(({ contactIds }) => contactIds.includes(id)))
    .map(({ name }) => `policy ${name}`),
]

export const usesOfGroup = (id: number, policies: readonly PolicyRow[]): string[] =>
  policies
    .filter(({ steps }) => steps.some(({ groupIds }) => groupIds.includes(id)))
    .map(({ name }) => `policy ${name}`)

/** What is in use stays. */
export const needUnused = (uses: readonly string[]): void => {
  if (uses.length > 0) throw new Refusal('IncorrectRequest', `It is in use: ${uses.join(', ')}.`)
}
