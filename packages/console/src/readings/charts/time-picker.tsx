import { Popover } from '@base-ui/react/popover'
import { calendarRanges, weeksOf } from '@busbar/charts/ranges'
import { between, type SpanName, spans, type TimeRange, viewOf } from '@busbar/charts/window'
import { cityOf, momentAt, momentOfText, offsetText, wallOf, wallText } from '@busbar/ui/wall-time'
import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { popupClass } from '../../ui/actions/menu-class.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import type { ChartSearch, ZoneName } from './search.rules.ts'
import { type ChartTimes, useChartTimes } from './use-zone.ts'

interface MonthGridProps {
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
const MonthGrid = ({ year, month, zone, times, now, from, till, onDay }: MonthGridProps): ReactNode => {
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

export interface TimePickerProps {
  range: TimeRange
  now: number
  search: ChartSearch
  zones: Readonly<Record<ZoneName, string>>
  onRange: (range: TimeRange) => void
  onSpan: (span: ChartSearch['span']) => void
  onZone: (zone: ZoneName) => void
}

const lasting: readonly SpanName[] = ['hour', 'quarter', 'day', 'week', 'month', 'year']

/** Shows the time range and time zone, with a menu to change them. */
export const TimePicker = (props: TimePickerProps): ReactNode => {
  const { charts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { range, now, search, zones } = props
  const zone = zones[search.zone ?? 'mine']
  const times = useChartTimes(zone)
  const { from, till } = viewOf(range, now)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className={`${buttonClass()} max-md:w-full`}>
        <CalendarDays className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        <span className="min-w-0">
          {times.minute(from)} – {times.minute(till)}{' '}
          <span className="font-normal text-faint" title={zone}>
            {cityOf(zone)}
          </span>
        </span>
        <ChevronDown className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="z-40">
          <Popover.Popup
            aria-label={charts.span}
            className={`flex max-h-[calc(100dvh-4rem)] overflow-y-auto ${popupClass} p-0 max-md:flex-col`}
          >
            {isOpen && <Choices {...props} onDone={() => setIsOpen(false)} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** A new one each time that it is opened: what was typed and not shown is forgotten. */
const Choices = ({
  range,
  now,
  search,
  zones,
  onRange,
  onSpan,
  onZone,
  onDone,
}: TimePickerProps & { onDone: () => void }): ReactNode => {
  const { charts, common } = useTexts()
  const zoneName = search.zone ?? 'mine'
  const zone = zones[zoneName]
  const times = useChartTimes(zone)
  const view = viewOf(range, now)
  const isFollowing = range.till === null && typeof search.span !== 'string'
  const [draft, setDraft] = useState({ from: wallText(view.from, zone), till: wallText(view.till, zone) })
  /** The first of two days was chosen, and the second is still to come. */
  const [firstDay, setFirstDay] = useState<number | null>(null)
  const [shown, setShown] = useState(() => wallOf(view.till, zone))
  const [from, till] = [momentOfText(draft.from, zone), momentOfText(draft.till, zone)]
  const before = new Date(Date.UTC(shown.year, shown.month - 2, 1))
  const turn = (months: number): void => {
    const next = new Date(Date.UTC(shown.year, shown.month - 1 + months, 1))
    setShown({ ...shown, year: next.getUTCFullYear(), month: next.getUTCMonth() + 1 })
  }
  const chooseDay = (begins: number, ends: number): void => {
    const isSecond = firstDay !== null && begins >= firstDay
    setDraft({ from: wallText(isSecond ? firstDay : begins, zone), till: wallText(Math.min(ends, now), zone) })
    setFirstDay(isSecond ? null : begins)
  }
  const done = (act: () => void): void => {
    act()
    onDone()
  }
  const grid = { zone, times, now, from: from ?? 0, till: till ?? 0, onDay: chooseDay }
  return (
    <>
      <div className="flex shrink-0 flex-col gap-px border-line bg-sunken p-1 md:w-42 md:border-r max-md:grid max-md:grid-cols-2 max-md:border-b">
        {lasting.map((name) => (
          <Quick
            key={name}
            isOn={isFollowing && range.spanMs === spans[name]}
            onClick={() => done(() => onSpan(spans[name] / 1000))}
          >
            {charts.lastSpans[name]}
          </Quick>
        ))}
        <span className="my-1 border-t border-line max-md:hidden" />
        {calendarRanges.map((name) => (
          <Quick key={name} isOn={search.span === name} onClick={() => done(() => onSpan(name))}>
            {charts.calendar[name]}
          </Quick>
        ))}
      </div>
      <form
        className="flex min-w-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault()
          if (from !== null && till !== null && from !== till) done(() => onRange(between(from, till, now)))
        }}
      >
        <div className="flex flex-col gap-3 p-4">
          <div className="grid gap-3 md:grid-cols-2">
            {(['from', 'till'] as const).map((which) => (
              <TextField
                key={which}
                label={charts[which]}
                name={which}
                type="datetime-local"
                required
                value={draft[which]}
                onChange={({ target }) => setDraft({ ...draft, [which]: target.value })}
              />
            ))}
          </div>
          <div className="flex items-start justify-between gap-4">
            <Turn label={charts.monthBefore} icon={ChevronLeft} onClick={() => turn(-1)} />
            <div className="max-md:hidden">
              <MonthGrid {...grid} year={before.getUTCFullYear()} month={before.getUTCMonth() + 1} />
            </div>
            <MonthGrid {...grid} year={shown.year} month={shown.month} />
            <Turn label={charts.monthAfter} icon={ChevronRight} onClick={() => turn(1)} />
          </div>
          <Segmented
            label={charts.timesIn}
            value={zoneName}
            options={(['mine', 'org', 'utc'] as const).map((name) => [
              name,
              name === 'utc' ? 'UTC' : `${charts.zones[name]} · ${cityOf(zones[name])} ${offsetText(now, zones[name])}`,
            ])}
            onChange={(name) => {
              setDraft({
                from: wallText(from ?? view.from, zones[name]),
                till: wallText(till ?? view.till, zones[name]),
              })
              onZone(name)
            }}
          />
        </div>
        <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
          <Button variant="quiet" onClick={onDone}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="primary" disabled={from === null || till === null || from === till}>
            {charts.show}
          </Button>
        </div>
      </form>
    </>
  )
}

const Quick = ({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }): ReactNode => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onClick}
    className="min-h-7.5 rounded-part px-2.5 text-left text-sm hover:bg-hover aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-accent max-md:min-h-10"
  >
    {children}
  </button>
)

const Turn = ({
  label,
  icon,
  onClick,
}: {
  label: string
  icon: typeof ChevronLeft
  onClick: () => void
}): ReactNode => (
  <Button variant="quiet" icon={icon} aria-label={label} title={label} className="px-1.5" onClick={onClick} />
)
