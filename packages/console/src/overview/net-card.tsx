import { memo, type ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import { useLanguage } from '../data/state/preferences.ts'
import { AvailabilityStrip } from '../devices/availability-strip.tsx'
import type { DayValues } from '../devices/day-line.rules.ts'
import { DayLine } from '../devices/day-line.tsx'
import { sharePercent } from '../devices/strip.rules.ts'
import { paramText } from '../readings/values/param-text.ts'
import type { ParamState } from '../readings/values/quality.rules.ts'
import { countsOf } from '../readings/values/trouble.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { boxClass } from '../ui/feedback/badge.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { StateShape, type Tone } from '../ui/feedback/state-mark.tsx'
import { Ago } from '../ui/layout/ago.tsx'
import { RowLink } from '../ui/layout/table.tsx'
import { KeyValue, Reason } from './key-value.tsx'
import { lastRead } from './net-status.rules.ts'
import type { NetMonth } from './use-key-values.ts'
import type { NetRow } from './use-overview.ts'

/** Only what needs a look has a coloured edge. */
const edges: Readonly<Record<Tone, string>> = {
  critical: 'border-critical',
  warning: 'border-warning-line',
  unknown: 'border-unknown-line',
  info: 'border-info-line',
  ok: 'border-line',
  muted: 'border-line',
}

export interface NetCardProps {
  row: NetRow
  /** State of its key parameter; undefined until loaded. */
  state: ParamState | undefined
  day: DayValues | undefined
  month: NetMonth | undefined
}

const PlainCard = ({ row, state, day, month }: NetCardProps): ReactNode => {
  const { net, link, key, status } = row
  const { overview, health } = useTexts()
  const language = useLanguage()
  const tone = status?.tone ?? 'muted'
  const why = status?.why ?? null
  const isKeyWrong = why?.kind === 'alert' && why.paramId === key?.paramId
  return (
    <article
      className={`flex h-full min-w-0 flex-col gap-1.5 rounded-card border bg-surface p-3.5 ${edges[status === null ? 'ok' : tone]}`}
    >
      <header className="flex items-center justify-between gap-2">
        <h3 className="min-w-0 text-sm">
          <RowLink href={`/nets/${net.id}`}>{net.name}</RowLink>
        </h3>
        {status !== null && (
          <span className="shrink-0" title={overview.states[tone]}>
            <StateShape tone={tone} />
            <span className="sr-only">{overview.states[tone]}</span>
          </span>
        )}
      </header>
      <div className="flex min-h-15 items-end justify-between gap-3">
        <div className="min-w-0">
          {key === undefined ? (
            <Skeleton className="w-28" />
          ) : key === null ? (
            <p className="text-xs text-quiet">{link?.devices.length === 0 ? '' : health.idle}</p>
          ) : (
            <>
              <p className="truncate text-xs text-quiet" title={`${key.deviceName}: ${paramText(key.name, language)}`}>
                {paramText(key.name, language)}
              </p>
              <KeyValue keyParam={key} state={state} link={link} size="card" />
            </>
          )}
        </div>
        {day !== undefined && (
          <DayLine values={day} tone={isKeyWrong ? tone : 'ok'} className="h-10.5 w-2/5 max-w-28" />
        )}
      </div>
      <div className="mt-auto flex h-6 items-center text-xs">
        {status === null ? (
          <Skeleton className="w-40" />
        ) : why === null ? (
          <DevicesLine row={row} />
        ) : (
          <p className={`w-full truncate rounded-mark px-2 py-1 font-medium ${boxClass(tone)}`}>
            <Reason why={why} />
          </p>
        )}
      </div>
      <MonthLine month={month} label={overview.month} />
    </article>
  )
}

const DevicesLine = ({ row: { link } }: { row: NetRow }): ReactNode => {
  const { overview } = useTexts()
  const { number } = useFormat()
  const devices = link?.devices ?? []
  const { all, silent } = countsOf(devices)
  const last = lastRead(devices)
  return (
    <p className="flex w-full justify-between gap-2 text-quiet">
      <span>{overview.devicesOf({ some: number(all - silent), all: number(all) })}</span>
      {last !== undefined && (
        <span>
          <ReadAgo on={last} />
        </span>
      )}
    </p>
  )
}

const justNowMs = 15_000

/** "Now" alone could be taken for something to press. */
const ReadAgo = ({ on }: { on: string }): ReactNode => {
  const { overview } = useTexts()
  const isNow = useNow() - Date.parse(on) < justNowMs
  return isNow ? (
    overview.readJustNow
  ) : (
    <>
      {overview.read} <Ago iso={on} />
    </>
  )
}

/** A month of availability with its share; nothing where nothing was ever asked. */
export const MonthLine = ({ month, label }: { month: NetMonth | undefined; label: string }): ReactNode => {
  const { number } = useFormat()
  if (month === undefined) return <Skeleton className="w-full" />
  return (
    <div className="flex h-4 items-center gap-2.5">
      <AvailabilityStrip {...month} label={label} />
      <span className="shrink-0 text-xs text-quiet">
        {month.share === null ? '—' : `${number(sharePercent(month.share))}\u00a0%`}
      </span>
    </div>
  )
}

/** A network among others: its key value with the day behind it, its worst trouble, how much of a month it was read. */
export const NetCard = memo(PlainCard)
