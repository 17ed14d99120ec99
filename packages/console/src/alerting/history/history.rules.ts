import type { AnswerOf } from '../../data/api/api-query.ts'

export type Timeline = AnswerOf<'alertHistory', 'timeline'>
export type Occurrence = Timeline['occurrences'][number]

const dayMs = 86_400_000
export const spanNames = ['day', 'week', 'month', 'quarter', 'year'] as const
export type SpanName = (typeof spanNames)[number]
export const spanMs: Readonly<Record<SpanName, number>> = {
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  quarter: 90 * dayMs,
  year: 365 * dayMs,
}

/** Search parameters of the history page. */
export interface HistorySearch {
  span?: SpanName
  page?: number
}

export const readHistory = ({ span, page }: Record<string, unknown>): HistorySearch => {
  const found = spanNames.find((name) => name === span)
  return {
    ...(found !== undefined && { span: found }),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 0 && { page }),
  }
}

/** A part of a span, in shares of it. */
export interface Bar {
  x: number
  width: number
}

/** Returns the position of an event in a span; null if it is outside. The shortest one stays visible. */
export const barOf = (
  from: string,
  till: string | null,
  span: { from: number; till: number },
  least = 0.002,
): Bar | null => {
  const length = span.till - span.from
  const start = Math.max(span.from, Date.parse(from))
  const end = Math.min(span.till, till === null ? span.till : Date.parse(till))
  if (end < span.from || start > span.till || end < start) return null
  const width = Math.max(least, (end - start) / length)
  return { x: Math.min(1 - width, (start - span.from) / length), width }
}

const quoted = (text: string): string => {
  // A program that opens tables may take these for formulas.
  const plain = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const csvColumns = [
  'startedOn',
  'resolvedOn',
  'level',
  'confirmedOn',
  'confirmedBy',
  'comment',
  'messageDueOn',
  'messageSentOn',
  'channel',
  'to',
  'outcome',
  'reason',
] as const

/** A row for each message of each occurrence, and one for an occurrence without any. Times are in UTC. */
export const csvOf = (occurrences: readonly Occurrence[]): string => {
  const rows = occurrences.flatMap(({ startedOn, resolvedOn, logAs, confirmed, messages }) => {
    const own = [
      startedOn,
      resolvedOn ?? '',
      logAs,
      confirmed?.on ?? '',
      confirmed?.from ?? '',
      confirmed?.comment ?? '',
    ]
    const messageRows = messages.map(({ dueOn, sentOn, type, to, state, reason = '' }) => [
      dueOn,
      sentOn ?? '',
      type,
      to,
      state,
      reason,
    ])
    return (messageRows.length === 0 ? [Array.from({ length: 6 }, () => '')] : messageRows).map((message) => [
      ...own,
      ...message,
    ])
  })
  return [csvColumns, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}
