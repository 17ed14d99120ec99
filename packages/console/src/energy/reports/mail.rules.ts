import type { RequestOf } from '../../data/api/api-query.ts'

export type Schedule = NonNullable<RequestOf<'reportMails', 'change'>['schedule']>

export const formats = ['xlsx', 'html', 'csv'] as const

export const newSchedule = (language: Schedule['language']): Schedule => ({
  every: 'month',
  day: 1,
  at: '06:00',
  recipients: [],
  formats: ['xlsx', 'html'],
  language,
  segment: 'day',
  warnBelow: 95,
})

const mailbox = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/

/** Addresses as typed, with spaces, commas or lines between; null where one is none. */
export const addressesIn = (text: string): string[] | null => {
  const some = text.split(/[\s,;]+/).filter((one) => one !== '')
  return some.every((one) => mailbox.test(one)) ? some : null
}

/** Adds addresses that are new, ignoring case. */
export const withAddresses = (known: readonly string[], more: readonly string[]): string[] => {
  const all = [...known]
  for (const one of more) if (!all.some((other) => other.toLowerCase() === one.toLowerCase())) all.push(one)
  return all
}

export const daysOf = (every: Schedule['every']): number[] =>
  Array.from({ length: every === 'week' ? 7 : 28 }, (_, at) => at + 1)
