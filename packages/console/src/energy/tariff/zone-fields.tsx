import { type ReactNode, useMemo } from 'react'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { replaced, type TariffHours, type TariffZone } from './tariff.rules.ts'

export interface ZoneFieldsProps {
  zone: TariffZone
  priceLabel: string
  /** It has all other hours. */
  isLast: boolean
  onChange: (zone: TariffZone) => void
  onRemove: () => void
}

/** A price and when it holds. */
export const ZoneFields = ({ zone, priceLabel, isLast, onChange, onRemove }: ZoneFieldsProps): ReactNode => {
  const { common, tariff: texts } = useTexts()
  const { name, price, hours } = zone
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line p-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={common.name}
          value={name}
          maxLength={60}
          onChange={({ target }) => onChange({ ...zone, name: target.value })}
        />
        <NumberField label={priceLabel} value={price} onChange={(next) => onChange({ ...zone, price: next })} />
        {isLast ? (
          <p className="py-1.5 text-sm text-quiet">{texts.otherHours}</p>
        ) : (
          <Button onClick={onRemove}>{texts.removeZone}</Button>
        )}
      </div>
      {hours.map((one, at) => (
        <HoursFields
          // biome-ignore lint/suspicious/noArrayIndexKey: hours are known by their place
          key={at}
          hours={one}
          onChange={(next) => onChange({ ...zone, hours: replaced(hours, at, next) })}
          onRemove={
            hours.length === 1
              ? undefined
              : () => onChange({ ...zone, hours: hours.filter((_, place) => place !== at) })
          }
        />
      ))}
      {!isLast && (
        <div>
          <Button
            variant="quiet"
            disabled={hours.length >= 20}
            onClick={() => onChange({ ...zone, hours: [...hours, ...hours.slice(-1)] })}
          >
            {texts.addHours}
          </Button>
        </div>
      )}
    </li>
  )
}

const clockOf = (quarter: number): string =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
const quarters = Array.from({ length: 97 }, (_, at) => [clockOf(at), clockOf(at)] as const)

interface HoursFieldsProps {
  hours: TariffHours
  onChange: (hours: TariffHours) => void
  onRemove: (() => void) | undefined
}

const HoursFields = ({ hours, onChange, onRemove }: HoursFieldsProps): ReactNode => {
  const { tariff: texts } = useTexts()
  const names = useNames()
  const { days, from, till, months } = hours
  const toggleMonth = (month: number): void => {
    const { months: _, ...rest } = hours
    const next = toggled(months ?? [], month)
    onChange(next.length === 0 || next.length === 12 ? rest : { ...rest, months: next })
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={texts.fromClock}
          value={from}
          options={quarters.slice(0, -1)}
          onChange={(next) => onChange({ ...hours, from: next })}
        />
        <Choice
          label={texts.tillClock}
          value={till}
          options={quarters}
          onChange={(next) => onChange({ ...hours, till: next })}
        />
        {onRemove !== undefined && (
          <Button variant="quiet" onClick={onRemove}>
            {texts.removeHours}
          </Button>
        )}
      </div>
      <Chips
        label={texts.days}
        names={names.days}
        chosen={days}
        onToggle={(day) => onChange({ ...hours, days: toggled(days, day) })}
      />
      <Chips label={texts.months} names={names.months} chosen={months ?? []} onToggle={toggleMonth} />
    </div>
  )
}

const toggled = (all: readonly number[], one: number): number[] =>
  (all.includes(one) ? all.filter((other) => other !== one) : [...all, one]).toSorted((a, b) => a - b)

/** Days of the week from Monday, and months. */
const useNames = (): { days: string[]; months: string[] } => {
  const language = useLanguage()
  return useMemo(() => {
    const name = (options: Intl.DateTimeFormatOptions, on: number): string =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(on)
    return {
      days: Array.from({ length: 7 }, (_, at) => name({ weekday: 'short' }, Date.UTC(2024, 0, 1 + at))),
      months: Array.from({ length: 12 }, (_, at) => name({ month: 'short' }, Date.UTC(2024, at, 1))),
    }
  }, [language])
}

interface ChipsProps {
  label: string
  names: readonly string[]
  /** Numbers from 1. */
  chosen: readonly number[]
  onToggle: (number: number) => void
}

const Chips = ({ label, names, chosen, onToggle }: ChipsProps): ReactNode => (
  <div role="group" aria-label={label} className="flex flex-wrap items-center gap-1">
    <span className="mr-1 text-xs text-quiet">{label}</span>
    {names.map((name, at) => (
      <button
        key={name}
        type="button"
        aria-pressed={chosen.includes(at + 1)}
        className="min-h-7 rounded-mark border border-line-strong px-2 text-xs text-quiet hover:bg-hover aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:text-accent max-md:min-h-9"
        onClick={() => onToggle(at + 1)}
      >
        {name}
      </button>
    ))}
  </div>
)
