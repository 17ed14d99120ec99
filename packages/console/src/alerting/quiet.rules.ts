import { dateOfText, wallText } from '@busbar/ui/wall-time'
import type { AnswerOf, RequestOf } from '../data/api/api-query.ts'
import { clockText, minuteOf } from '../data/format/clock-text.ts'

type AlertQuietHours = AnswerOf<'alertSettings', 'alertQuiet'>
export type QuietHoursFields = Omit<RequestOf<'alertSettings', 'changeAlertQuiet'>, 'alertId'>

export interface DraftHours {
  key: number
  days: readonly number[]
  /** As `08:30`. */
  from: string
  till: string
}

export interface DraftWindow {
  key: number
  /** As a `datetime-local` input has them: in the zone of the viewer. */
  from: string
  till: string
}

export interface QuietDraft {
  isLimited: boolean
  timeZone: string
  hours: readonly DraftHours[]
  windows: readonly DraftWindow[]
}

const hourMs = 3_600_000
let keys = 0
const nextKey = (): number => {
  keys += 1
  return keys
}

export const newHours = (): DraftHours => ({ key: nextKey(), days: [1, 2, 3, 4, 5], from: '08:00', till: '18:00' })

/** The next hour, from now. */
export const newWindow = (now: number, zone: string): DraftWindow => ({
  key: nextKey(),
  from: wallText(now, zone),
  till: wallText(now + hourMs, zone),
})

export const quietDraftOf = ({ activeHours, windows }: AlertQuietHours, zone: string): QuietDraft => ({
  isLimited: activeHours !== undefined,
  timeZone: activeHours?.timeZone ?? zone,
  hours: (activeHours?.spans ?? []).map(({ days, fromMinute, tillMinute }) => ({
    key: nextKey(),
    days,
    from: clockText(fromMinute),
    till: clockText(tillMinute),
  })),
  windows: windows.map(({ from, till }) => ({
    key: nextKey(),
    from: wallText(Date.parse(from), zone),
    till: wallText(Date.parse(till), zone),
  })),
})

export const quietFields = ({ isLimited, timeZone, hours, windows }: QuietDraft, zone: string): QuietHoursFields => ({
  activeHours: isLimited
    ? {
        timeZone,
        spans: hours.map(({ days, from, till }) => ({
          days: days.toSorted((a, b) => a - b),
          fromMinute: minuteOf(from, false),
          tillMinute: minuteOf(till, true),
        })),
      }
    : null,
  windows: windows.map(({ from, till }) => ({ from: dateOfText(from, zone), till: dateOfText(till, zone) })),
})

/** Returns errors by row key, or under `hours` if no row is affected. */
export const quietProblems = ({
  isLimited,
  hours,
  windows,
}: QuietDraft): Record<string, 'noHours' | 'noDays' | 'backwards'> => ({
  ...(isLimited && hours.length === 0 && { hours: 'noHours' as const }),
  ...Object.fromEntries(
    isLimited ? hours.flatMap(({ key, days }) => (days.length === 0 ? [[`h${key}`, 'noDays' as const]] : [])) : [],
  ),
  ...Object.fromEntries(
    windows.flatMap(({ key, from, till }) =>
      new Date(from) < new Date(till) ? [] : [[`w${key}`, 'backwards' as const]],
    ),
  ),
})
