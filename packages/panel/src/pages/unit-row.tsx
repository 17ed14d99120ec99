import type { ReactNode } from 'react'
import type { AnswerOf } from '../api/api.ts'
import type { StripCell } from '../format/verdict.rules.ts'
import { hrefOf } from '../state/address.ts'
import type { Texts } from '../texts/messages.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Mark, type Tone } from '../ui/parts.tsx'

export type Unit = AnswerOf<'units.list'>['units'][number]

const silentAfter = 3

const toneOf = ({ strip, failedInRow }: Pick<Unit, 'strip' | 'failedInRow'>): Tone => {
  if (strip.length === 0) return 'muted'
  if (failedInRow >= silentAfter) return 'unknown'
  return failedInRow > 0 ? 'warning' : 'ok'
}

/** Returns the share of answered requests of the day; null without requests. */
const shareOf = (strip: readonly StripCell[]): string | null => {
  const [good, bad] = strip.reduce(
    ([ok, failed], cell) => (cell === null ? [ok, failed] : [ok + cell[0] + cell[3], failed + cell[1] + cell[2]]),
    [0, 0],
  )
  if (good + bad === 0) return null
  const percent = (100 * good) / (good + bad)
  // A single failure in a million must not be rounded to 100 %.
  return `${bad > 0 && percent > 99.9 ? '99.9' : percent.toFixed(percent === 100 ? 0 : 1)} %`
}

/** Why answers of a unit cannot be trusted. */
export const disturbanceText = ({ bus }: Texts, cause: NonNullable<Unit['disturbance']>['cause']): string =>
  cause === 'ForeignTraffic' ? bus.foreignTraffic : bus.duplicateUnit

/** A unit with the availability strip of its day. */
export const UnitRow = ({ unit }: { unit: Unit }): ReactNode => {
  const texts = useTexts()
  const { units } = texts
  const { uid, name, ms, failedInRow, strip, disturbance } = unit
  const isSilent = failedInRow >= silentAfter
  const problem = disturbance === null ? isSilent && units.silent : disturbanceText(texts, disturbance.cause)
  return (
    <li>
      <Mark tone={toneOf(unit)} />
      <b className="mono">{uid}</b>
      <div className="grow">
        <div className="row">
          <a className="grow cut" href={hrefOf(`units/${uid}`)}>
            {name ?? units.unnamed}
          </a>
          <span className={problem ? 'said-unknown' : 'quiet'}>{problem || (ms === null ? '' : `${ms} ms`)}</span>
          <b>{shareOf(strip) ?? '–'}</b>
        </div>
        {strip.length > 0 && <Strip cells={strip} />}
      </div>
    </li>
  )
}

const kindOf = (cell: StripCell): string => {
  if (cell === null) return ''
  const [answered, timeouts, damaged, exceptions] = cell
  if (timeouts + damaged === 0) return 'good'
  return answered + exceptions === 0 ? 'none' : 'some'
}

/** A day in bars: answered, some failed, none answered; nothing where it was not asked. */
const Strip = ({ cells }: { cells: readonly StripCell[] }): ReactNode => {
  const { units } = useTexts()
  const sum = (count: 0 | 1 | 2 | 3): number =>
    cells.reduce((all, cell) => (cell === null ? all : all + cell[count]), 0)
  const label = units.stripLabel({ answered: sum(0) + sum(3), timeouts: sum(1), damaged: sum(2) })
  return (
    <div className="strip" role="img" aria-label={label} title={label}>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in the day
        <i key={at} className={kindOf(cell)} />
      ))}
    </div>
  )
}
