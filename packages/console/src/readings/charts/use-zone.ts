import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useLocale } from '../../data/format/use-format.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import type { ZoneName } from './search.rules.ts'

/** Zones change seldom. */
const staleTime = 3_600_000

/** The zone by its name, and those that can be chosen. Until that of the organization is known, the own one stands for it. */
export const useZone = (name: ZoneName = 'mine'): { zone: string; zones: Readonly<Record<ZoneName, string>> } => {
  const { orgId } = useOrg()
  const ownZone = useOwnZone()
  const org = useQuery({ ...apiQuery('reports', 'timeZone', { orgId }), staleTime })
  const zones = { mine: ownZone, org: org.data?.timeZone ?? ownZone, utc: 'UTC' }
  return { zone: zones[name], zones }
}

export interface ChartTimes {
  /** Date and time with seconds. */
  full: (ms: number) => string
  /** Weekday and time, to the minute. */
  minute: (ms: number) => string
  /** Name of a month, with its year. */
  month: (year: number, month: number) => string
  /** A day, as it is read aloud. */
  day: (year: number, month: number, day: number) => string
  /** Monday to Sunday, in two letters or so. */
  weekdays: readonly string[]
}

/** How moments are written in a zone. */
export const useChartTimes = (zone: string): ChartTimes => {
  const { locale, clock: form } = useLocale()
  return useMemo(() => {
    const as = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
    const clock = { ...form, timeZone: zone }
    const full = as({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: form.hourCycle, timeZone: zone })
    const minute = as({ ...clock, weekday: 'short', day: 'numeric', month: 'short' })
    const minuteOfYear = as({ ...clock, day: 'numeric', month: 'short', year: 'numeric' })
    const month = as({ month: 'long', year: 'numeric', timeZone: 'UTC' })
    const day = as({ dateStyle: 'full', timeZone: 'UTC' })
    const weekday = as({ weekday: 'short', timeZone: 'UTC' })
    const thisYear = new Date(serverNow()).getFullYear()
    return {
      full: (ms) => full.format(ms),
      minute: (ms) => (new Date(ms).getFullYear() === thisYear ? minute : minuteOfYear).format(ms),
      month: (year, at) => month.format(Date.UTC(year, at - 1, 1)),
      day: (year, at, on) => day.format(Date.UTC(year, at - 1, on)),
      // The fifth of January 2026 is a Monday.
      weekdays: Array.from({ length: 7 }, (_, i) => weekday.format(Date.UTC(2026, 0, 5 + i))),
    }
  }, [locale, form, zone])
}
