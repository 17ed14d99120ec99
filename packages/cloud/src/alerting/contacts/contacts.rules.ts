import { addressForm, maskedAddress, parseAddress } from '@busbar/alerts/channels'
import type { ContactGroup } from '@busbar/alerts/contacts'
import { dutyOrder } from '@busbar/alerts/escalation'
import { Refusal } from '@busbar/wire/server'
import type { ContactInput, ShownContact } from './contacts.contract.ts'
import type { ContactRow, NewContact, NewGroup, NewPolicy, PolicyRow } from './contacts.sql.ts'
import type { GroupInput, ShownGroup } from './groups.contract.ts'
import type { ShownPolicy } from './policies.contract.ts'
import type { ProofRow } from './proofs.sql.ts'

const badRequest = (where: string, message: string): Refusal =>
  new Refusal('IncorrectRequest', `body.${where}: ${message}`)

/** Contacts and groups of others look as if they were not there. */
const notFound = (where: string, what: string): Refusal =>
  new Refusal('ObjectNotFound', `body.${where}: no such ${what}`)

/** Returns the requested contact with addresses as they are stored. */
export const contactOf = (input: ContactInput): NewContact => {
  const { name, accountId = null, language, hours = null, isAlwaysForCritical = false } = input
  const channels = input.channels.map(({ type, address }, index) => {
    const stored = parseAddress(type, address)
    if (stored === null) throw badRequest(`channels.${index}.address`, addressForm(type))
    return { type, address: stored }
  })
  for (const [index, { type, address }] of channels.entries()) {
    const first = channels.findIndex((one) => one.type === type && one.address === address)
    if (first < index) throw badRequest(`channels.${index}`, 'is there twice')
  }
  return { name, accountId, language, channels, hours, isAlwaysForCritical }
}

/** `isEditor`: the reader may change it, and so may see all of it. */
export const shownContact = (row: ContactRow, isEditor: boolean, proofs: readonly ProofRow[] = []): ShownContact => {
  const { accountId, hours, channels, ...core } = row
  return {
    ...core,
    ...(accountId !== null && { accountId }),
    channels: channels.map(({ type, address }) => {
      const proof = proofs.find((one) => one.contactId === row.id && one.type === type && one.address === address)
      return {
        type,
        address: isEditor ? address : maskedAddress(type, address),
        ...(proof !== undefined && { provenOn: proof.provenOn.toISOString() }),
      }
    }),
    ...(hours !== null && { hours }),
  }
}

/** Returns the requested group; `contactIds` are the existing contacts. */
export const groupOf = (input: GroupInput, contactIds: ReadonlySet<number>): NewGroup => {
  const { name, members, rotation } = input
  const memberIds = new Set(members)
  const needContact = (where: string, id: number): void => {
    if (!contactIds.has(id)) throw notFound(where, 'contact')
  }
  const needMember = (where: string, id: number | null): void => {
    if (id !== null && !memberIds.has(id)) throw badRequest(where, 'must be a member')
  }
  for (const [index, id] of members.entries()) {
    needContact(`members.${index}`, id)
    if (members.indexOf(id) < index) throw badRequest(`members.${index}`, 'is there twice')
  }
  if (rotation.kind === 'by-hand') needMember('rotation.onDutyId', rotation.onDutyId)
  const overrides = (input.overrides ?? []).map(({ contactId, insteadOfId = null, from, till }, index) => {
    needContact(`overrides.${index}.contactId`, contactId)
    needMember(`overrides.${index}.insteadOfId`, insteadOfId)
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
  for (const [index, { contactIds, groupIds }] of steps.entries()) {
    const [contact, group] = [
      contactIds.findIndex((id) => !contacts.has(id)),
      groupIds.findIndex((id) => !groups.has(id)),
    ]
    if (contact >= 0) throw notFound(`steps.${index}.contactIds.${contact}`, 'contact')
    if (group >= 0) throw notFound(`steps.${index}.groupIds.${group}`, 'group')
  }
}

export const shownPolicy = ({ repeatMinutes, ...policy }: PolicyRow): ShownPolicy => ({
  ...policy,
  ...(repeatMinutes !== null && { repeatMinutes }),
})

/** Lists the groups and policies that use a contact. */
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

/** Refuses to delete an object that is in use. */
export const needUnused = (uses: readonly string[]): void => {
  if (uses.length > 0) throw new Refusal('IncorrectRequest', `It is in use: ${uses.join(', ')}.`)
}
