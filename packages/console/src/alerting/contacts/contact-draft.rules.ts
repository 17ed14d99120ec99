import { type ChannelType, listedTypes } from '@busbar/cloud/contract'
import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'

export type Contact = AnswerOf<'contacts', 'list'>[number]
type NewContactFields = Omit<RequestOf<'contacts', 'create'>, 'orgId'>
export type ContactLanguage = Contact['language']

/** Each by its own name. */
export const languageNames: Readonly<Record<ContactLanguage, string>> = {
  en: 'English',
  pl: 'Polski',
  ru: 'Русский',
  uk: 'Українська',
}

export interface DraftChannel {
  key: number
  type: ChannelType
  address: string
}

export interface DraftSpan {
  key: number
  days: readonly number[]
  /** As `08:30`. */
  from: string
  till: string
  types: readonly ChannelType[]
}

export interface ContactDraft {
  name: string
  language: ContactLanguage
  accountId: number | null
  channels: readonly DraftChannel[]
  isLimited: boolean
  hours: readonly DraftSpan[]
  isAlwaysForCritical: boolean
}

export const newChannel = (type: ChannelType = 'sms'): DraftChannel => ({ key: nextKey(), type, address: '' })

export const newSpan = (): DraftSpan => ({
  key: nextKey(),
  days: [1, 2, 3, 4, 5],
  from: '08:00',
  till: '18:00',
  types: listedTypes,
})

export const contactDraftOf = (contact: Contact | null, language: ContactLanguage): ContactDraft => ({
  name: contact?.name ?? '',
  language: contact?.language ?? language,
  accountId: contact?.accountId ?? null,
  channels: contact?.channels.map((one) => ({ key: nextKey(), ...one })) ?? [newChannel()],
  isLimited: contact?.hours !== undefined,
  hours: (contact?.hours ?? []).map(({ days, fromMinute, tillMinute, types = listedTypes }) => ({
    key: nextKey(),
    days,
    from: clockText(fromMinute),
    till: clockText(tillMinute),
    types,
  })),
  isAlwaysForCritical: contact?.isAlwaysForCritical ?? false,
})

export const contactFields = ({ channels, isLimited, hours, ...rest }: ContactDraft): NewContactFields => ({
  ...rest,
  channels: channels.map(({ type, address }) => ({ type, address })),
  hours: isLimited
    ? hours.map(({ days, from, till, types }) => ({
        days: days.toSorted((a, b) => a - b),
        fromMinute: minuteOf(from, false),
        tillMinute: minuteOf(till, true),
        ...(types.length < listedTypes.length && { types: [...types] }),
      }))
    : null,
})

/** Returns what is missing, or null. */
export const contactProblem = ({
  channels,
  isLimited,
  hours,
}: ContactDraft): 'noChannel' | 'noHours' | 'noDays' | null => {
  if (channels.length === 0) return 'noChannel'
  if (!isLimited) return null
  if (hours.length === 0) return 'noHours'
  return hours.some(({ days, types }) => days.length === 0 || types.length === 0) ? 'noDays' : null
}

const minutesOfDay = 1440
let keys = 0

/** Tells rows apart while they come and go. */
export const nextKey = (): number => {
  keys += 1
  return keys
}

const two = (number: number): string => String(number).padStart(2, '0')

/** As an input for times has it. */
export const clockText = (minute: number): string => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`

/** Minutes since midnight; an end at midnight is that of the day's end. */
export const minuteOf = (text: string, isEnd: boolean): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  const found = hour * 60 + minute
  return isEnd && found === 0 ? minutesOfDay : found
}

/** Returns the items with one moved up. */
export const movedUp = <T>(items: readonly T[], place: number): T[] =>
  place < 1 || place >= items.length
    ? [...items]
    : [
        ...items.slice(0, place - 1),
        ...items.slice(place, place + 1),
        ...items.slice(place - 1, place),
        ...items.slice(place + 1),
      ]
