import { activeFrom, isActiveAt } from '../engine/active-hours.rules.ts'
import type { ChannelType, Contact, ContactChannel } from './contact.ts'

/** When, by whose clocks, and of what somebody is to be told. */
export interface Occasion {
  on: number
  /** Of the organization. */
  timeZone: string
  isCritical: boolean
}

const hoursOf = ({ hours }: Contact, type: ChannelType, timeZone: string) => ({
  timeZone,
  spans: (hours ?? []).filter(({ types }) => types === undefined || types.includes(type)),
})

const isAnyHour = ({ hours, isAlwaysForCritical }: Contact, { isCritical }: Occasion): boolean =>
  hours === null || (isCritical && isAlwaysForCritical)

/** The channels by which a contact may be told now, in their order. */
export const openChannels = (contact: Contact, occasion: Occasion): ContactChannel[] =>
  isAnyHour(contact, occasion)
    ? contact.channels
    : contact.channels.filter(({ type }) => isActiveAt(hoursOf(contact, type, occasion.timeZone), occasion.on))

/** When a contact may next be told by a channel; that may be now. */
export function openFrom(contact: Contact, type: ChannelType, occasion: Occasion): number {
  const { on, timeZone } = occasion
  if (isAnyHour(contact, occasion)) return on
  const hours = hoursOf(contact, type, timeZone)
  return isActiveAt(hours, on) ? on : activeFrom(hours, on)
}
