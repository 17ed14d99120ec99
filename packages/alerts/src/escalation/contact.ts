import type { ChannelType } from '../channels.ts'
import { activeFrom, isActiveAt } from '../engine/active-hours.rules.ts'

/** People who are notified of alerts, as they are stored. Times are milliseconds since 1970. */

export const contactLanguages = ['en', 'pl', 'ru', 'uk'] as const

export interface ContactChannel {
  type: ChannelType
  address: string
}

/** Part of the days of a week, by the clocks of the organization. */
export interface ContactHours {
  /** On which it begins; 1 is Monday, 7 is Sunday. */
  days: number[]
  fromMinute: number
  /** Not part of it any more; a span whose end is not after its beginning goes on over midnight. */
  tillMinute: number
  /** Channels with these hours; missing: all. */
  types?: ChannelType[] | undefined
}

export interface Contact {
  id: number
  name: string
  language: (typeof contactLanguages)[number]
  /** The first is tried first. */
  channels: ContactChannel[]
  /** Null: all hours. */
  hours: ContactHours[] | null
  /** Critical alerts come at any hour. */
  isAlwaysForCritical: boolean
}

/** On-call rotation. `startsOn`: date on which the turn of the first member starts; a turn lasts a day or a week. */
export type Rotation =
  | { kind: 'daily' | 'weekly'; startsOn: string; handoverMinute: number }
  | { kind: 'by-hand'; onDutyId: number | null }

export interface Override {
  contactId: number
  /** Null: the contact on duty. */
  insteadOfId: number | null
  from: number
  /** Not part of it any more. */
  till: number
}

export interface ContactGroup {
  id: number
  name: string
  /** Contacts, in the order of their turns. */
  members: number[]
  rotation: Rotation
  overrides: Override[]
}

interface PolicyStep {
  /** Since the round began. */
  afterMinutes: number
  contactIds: number[]
  groupIds: number[]
}

export interface Policy {
  steps: PolicyStep[]
  /** From the beginning of one round to that of the next. */
  repeatMinutes: number | null
  rounds: number
}

/** When a contact is to be notified, in which time zone, and whether of something critical. */
export interface DeliveryMoment {
  on: number
  /** Time zone of the organization. */
  timeZone: string
  isCritical: boolean
}

const hoursOf = ({ hours }: Contact, type: ChannelType, timeZone: string) => ({
  timeZone,
  spans: (hours ?? []).filter(({ types }) => types === undefined || types.includes(type)),
})

const isAnyHour = ({ hours, isAlwaysForCritical }: Contact, { isCritical }: DeliveryMoment): boolean =>
  hours === null || (isCritical && isAlwaysForCritical)

/** The channels by which a contact may be notified now, in their order. */
export const openChannels = (contact: Contact, moment: DeliveryMoment): ContactChannel[] =>
  isAnyHour(contact, moment)
    ? contact.channels
    : contact.channels.filter(({ type }) => isActiveAt(hoursOf(contact, type, moment.timeZone), moment.on))

/** When a contact may next be notified by a channel; that may be now. */
export function openFrom(contact: Contact, type: ChannelType, moment: DeliveryMoment): number {
  const { on, timeZone } = moment
  if (isAnyHour(contact, moment)) return on
  const hours = hoursOf(contact, type, timeZone)
  return isActiveAt(hours, on) ? on : activeFrom(hours, on)
}
