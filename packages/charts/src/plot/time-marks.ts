import type { ClockForm } from '@busbar/ui/locale'

const minuteMs = 60_000
const dayMs = 86_400_000
/** The shortest month. */
const monthMs = 28 * dayMs

/** How moments are written below a chart. */
export interface TimeLabels {
  second: (ms: number) => string
  minute: (ms: number) => string
  day: (ms: number) => string
  month: (ms: number) => string
  year: (ms: number) => string
}

/**
 * Returns labels of marks that are `stepMs` apart: the fine part at each, and below it the coarse part where it
 * changes.
 */
export const timeMarks = (marks: readonly number[], stepMs: number, words: TimeLabels): string[] => {
  const [fine, coarse] =
    stepMs < minuteMs
      ? [words.second, words.day]
      : stepMs < dayMs
        ? [words.minute, words.day]
        : stepMs < monthMs
          ? [words.day, words.year]
          : [words.month, words.year]
  let before = ''
  return marks.map((mark) => {
    const above = coarse(mark)
    const isOther = above !== before
    before = above
    return isOther ? `${fine(mark)}\n${above}` : fine(mark)
  })
}

export const timeWords = (locale: string, clock: ClockForm, timeZone: string): TimeLabels => {
  const as = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    return (ms: number): string => format.format(ms)
  }
  return {
    second: as({ ...clock, second: '2-digit' }),
    minute: as({ ...clock }),
    day: as({ day: 'numeric', month: 'short' }),
    month: as({ month: 'short' }),
    year: as({ year: 'numeric' }),
  }
}
