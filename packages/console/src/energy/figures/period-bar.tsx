import { Popover } from '@base-ui/react/popover'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { popupClass } from '../../ui/actions/menu-class.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { useDates } from './energy-format.ts'
import {
  addDays,
  type Comparison,
  comparisons,
  type Day,
  dayAt,
  daysBetween,
  type Period,
  type PeriodBounds,
  type PeriodKind,
  periodAt,
  periodKinds,
  periodOf,
  stepped,
} from './period.rules.ts'

export interface PeriodBarProps {
  zone: string
  period: Period
  instants: PeriodBounds
  comparison: Comparison
  now: number
  onPeriod: (period: Period) => void
  onCompare: (comparison: Comparison) => void
}

/** Chooses the period of the page and the compared one. */
export const PeriodBar = (props: PeriodBarProps): ReactNode => {
  const { zone, period, instants, comparison, now, onPeriod, onCompare } = props
  const { energy } = useTexts()
  const today = dayAt(zone, now)
  const next = stepped(period, 1)
  // Changing the period type keeps the position: today, or the end of the previous period.
  const near: Day = period.till > today && period.from <= today ? today : period.from
  const change = (kind: PeriodKind): void => onPeriod(kind === 'span' ? { ...period, kind } : periodAt(kind, near))
  return (
    <div className="flex flex-wrap items-center gap-2.5 print:hidden">
      <Choices label={energy.period} all={periodKinds} value={period.kind} texts={energy.kinds} onChange={change} />
      <div className="flex min-w-0 items-center gap-1 max-md:w-full">
        <Button
          icon={ChevronLeft}
          aria-label={energy.earlier}
          className="px-2"
          onClick={() => onPeriod(stepped(period, -1))}
        />
        <PeriodChoice zone={zone} period={period} instants={instants} today={today} onPeriod={onPeriod} />
        <Button
          icon={ChevronRight}
          aria-label={energy.later}
          className="px-2"
          disabled={next.from > today}
          onClick={() => onPeriod(next)}
        />
        {period.till <= today && period.kind !== 'span' && (
          <Button variant="quiet" onClick={() => onPeriod(periodAt(period.kind, today))}>
            {energy.current}
          </Button>
        )}
      </div>
      <Choices
        label={energy.compare}
        all={comparisons}
        value={comparison}
        texts={energy.comparisons}
        onChange={onCompare}
      />
    </div>
  )
}

interface ChoicesProps<T extends string> {
  label: string
  all: readonly T[]
  value: T
  texts: Readonly<Record<T, string>>
  onChange: (value: T) => void
}

/** A few in a row, of which one is pressed. */
export const Choices = <T extends string>({ label, all, value, texts, onChange }: ChoicesProps<T>): ReactNode => (
  <div
    role="group"
    aria-label={label}
    className="inline-flex rounded-part border border-line-strong bg-surface p-0.5 max-md:flex max-md:w-full print:hidden"
  >
    {all.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === value}
        className="min-h-6.5 rounded-mark px-2.5 text-sm font-medium text-quiet hover:bg-hover aria-pressed:bg-selected aria-pressed:text-accent max-md:min-h-9 max-md:flex-1 max-md:px-1"
        onClick={() => onChange(one)}
      >
        {texts[one]}
      </button>
    ))}
  </div>
)

interface PeriodChoiceProps extends Pick<PeriodBarProps, 'zone' | 'period' | 'instants' | 'onPeriod'> {
  today: Day
}

/** Which period it is; behind it a date to go to, or the two ends of a span. */
const PeriodChoice = ({ zone, period, instants, today, onPeriod }: PeriodChoiceProps): ReactNode => {
  const { energy } = useTexts()
  const dates = useDates(zone)
  const [isOpen, setIsOpen] = useState(false)
  const days = daysBetween(period.from, period.till)
  const passed = Math.min(days, daysBetween(period.from, dayAt(zone, instants.till)) + 1)
  const send = (form: FormData): void => {
    const [on, to] = [formText(form, 'on'), formText(form, 'to')]
    setIsOpen(false)
    onPeriod(periodOf(period.kind === 'span' ? { p: 'span', on, to } : { p: period.kind, on }, today))
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className={`${buttonClass()} min-w-0 max-md:flex-1`}>
        <CalendarDays className="size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />
        <span className="min-w-0">{dates.period(period)}</span>
        {instants.isRunning && instants.till > instants.from && days > 1 && (
          <span className="font-normal whitespace-nowrap text-faint">{energy.daysOf({ passed, all: days })}</span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="z-40">
          <Popover.Popup className={popupClass}>
            <form action={send} className="flex flex-col gap-3 p-3">
              <Popover.Title className="text-base font-semibold">{energy.goTo}</Popover.Title>
              <TextField
                label={period.kind === 'span' ? energy.firstDay : energy.date}
                name="on"
                type="date"
                required
                max={today}
                defaultValue={period.from}
              />
              {period.kind === 'span' && (
                <TextField
                  label={energy.lastDay}
                  name="to"
                  type="date"
                  required
                  max={today}
                  defaultValue={addDays(period.till, -1)}
                />
              )}
              <Button type="submit" variant="primary">
                {energy.show}
              </Button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
