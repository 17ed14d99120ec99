import { at } from '@busbar/kit'
import { decimalOf, subtract, toText } from '@busbar/modbus/decimal'
import type { HourBounds } from '@busbar/readings/history'
import { isoTime } from '../../fields/iso-time.ts'
import type { SetAsideStep } from './counter-book.ts'
import type { Proposal } from './counters.contract.ts'

const hourMs = 3_600_000
const fallsMax = 10
const stepsMax = 100
/** A history of less than a week is not conclusive. */
const hoursMin = 168
const risesMin = 24

/** Displays have so many digits: a counter that fell from the last tenth of what they show to the first has rolled over, perhaps. */
export const rolloverProposal = (setAside: readonly SetAsideStep[], greatest: number, span: Span): Proposal | null => {
  const falls = setAside.filter(
    ({ reason, from, to }) => (reason === 'reset' || reason === 'replacement') && from > to && to >= 0,
  )
  const display = 10 ** Math.ceil(Math.log10(greatest + Number.EPSILON))
  const fitting = falls.filter(({ from, to }) => from >= 0.9 * display && to <= 0.1 * display)
  if (fitting.length === 0 || !Number.isFinite(display) || display < 10 || greatest >= display) return null
  return {
    kind: 'rolloverAt',
    value: String(BigInt(display)),
    evidence: {
      ...shownSpan(span),
      falls: fitting.slice(0, fallsMax).map(({ on, from, to }) => ({ on: isoTime(on), from, to })),
    },
  }
}

/** Twice what it counted in the best hour of its history, faults apart: those are few. */
export const limitProposal = (hours: HourBounds, span: Span): Proposal | null => {
  const rises = risesOf(hours).toSorted((a, b) => a - b)
  if (rises.length < hoursMin || rises.filter((rise) => rise > 0).length < risesMin) return null
  const greatest = at(rises, rises.length - 1 - Math.ceil(rises.length / 1000))
  if (greatest <= 0) return null
  const usual = at(rises, rises.length >> 1)
  return {
    kind: 'hourlyMax',
    value: roundUp(2 * greatest),
    evidence: { ...shownSpan(span), hours: rises.length, greatest, usual },
  }
}

/** The latest unusual steps that were excluded. A user may remember their cause. */
export const stepProposals = (setAside: readonly SetAsideStep[], span: Span): Proposal[] =>
  setAside
    .filter(({ reason }) => reason === 'unusual')
    .slice(-stepsMax)
    .map(({ on, from, to }) => ({
      kind: 'step',
      value: toText(subtract(decimalOf(to), decimalOf(from))),
      on: isoTime(on),
      evidence: { ...shownSpan(span), step: { from, to } },
    }))

export interface Span {
  from: number
  till: number
}

const shownSpan = ({ from, till }: Span) => ({ from: isoTime(from), till: isoTime(till) })

/** Rises of each hour that follows another and contains no fall. */
const risesOf = ({ firstOn, first, lastOn, last, min, max }: HourBounds): number[] => {
  const rises: number[] = []
  for (let index = 1; index < firstOn.length; index += 1) {
    const isNext = at(firstOn, index) - at(lastOn, index - 1) <= hourMs
    const isRising =
      first[index] === min[index] && last[index] === max[index] && at(first, index) >= at(last, index - 1)
    if (isNext && isRising) rises.push(at(last, index) - at(last, index - 1))
  }
  return rises
}

/** To two digits that count. */
const roundUp = (value: number): string => {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1)
  const rounded = Math.ceil(value / unit - 1e-9) * unit
  return unit >= 1 ? String(BigInt(Math.round(rounded))) : rounded.toFixed(Math.min(-Math.floor(Math.log10(unit)), 20))
}
