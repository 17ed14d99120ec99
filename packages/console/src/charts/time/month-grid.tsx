import type { ReactNode } from 'react'
import { momentAt } from '../../format/wall-time.rules.ts'
import { weeksOf } from './ranges.rules.ts'
import type { ChartTimes } from './use-zone.ts'

export interface MonthGridProps {
  year: number
  month: number
  zone: string
  times: ChartTimes
  now: number
  from: number
  till: number
  /** Beginning and end of the day. */
  onDay: (begins: number, ends: number) => void
}

/** The days of a month; those that are shown are filled, those to come cannot be chosen. */
export const MonthGrid = ({ year, month, zone, times, now, from, till, onDay }: MonthGridProps): ReactNode => {
  const midnight = (day: number): number => momentAt({ year, month, day, hour: 0, minute: 0 }, zone)
  return (
    <table className="w-58 table-fixed border-collapse text-center text-sm">
      <caption className="pb-2 font-semibold">{times.month(year, month)}</caption>
      <thead>
        <tr>
          {times.weekdays.map((name) => (
            <th key={name} scope="col" className="py-1 text-xs font-medium text-faint">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(year, month).map((week, at) => (
          <tr key={`${year}-${month}-${at}`}>
            {week.map((day, weekday) => (
              <td key={times.weekdays[weekday]} className="p-0">
                {day !== null && (
                  <button
                    type="button"
                    aria-label={times.day(year, month, day)}
                    aria-pressed={midnight(day) < till && midnight(day + 1) > from}
                    disabled={midnight(day) > now}
                    onClick={() => onDay(midnight(day), midnight(day + 1))}
                    className="min-h-8 w-full rounded-part hover:bg-hover disabled:text-disabled disabled:hover:bg-transparent aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-on-accent max-md:min-h-9"
                  >
                    {day}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
