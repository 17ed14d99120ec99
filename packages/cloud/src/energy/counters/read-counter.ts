import { at } from '@busbar/kit'
import type { History } from '@busbar/readings'
import { concat, type Point, within } from '@busbar/readings/history'
import type { Readings } from '@busbar/series'
import { standIns } from '../hourly-summary.rules.ts'
import { type Hour, hoursOf, startOf } from '../hours.rules.ts'
import { returnMsOf } from '../look-ahead.ts'
import { UsageBaseline, usualFrom } from '../usage-baseline.rules.ts'
import { CounterWalk } from './counter.rules.ts'
import { bookLegs, type CountedSegments, legTimes } from './counter-book.ts'
import { mayHaveLoneStep } from './lone-steps.rules.ts'
import type { Meter } from './meter.rules.ts'

const hourMs = 3_600_000
/** Readings that are held at once. */
const pieceMax = 500_000
/** A piece with more suspicious positions is read completely. */
const runsMax = 12

/** The part of History that is needed here. */
export type CounterHistory = Pick<History, 'raw' | 'hours' | 'onTime' | 'digits'>

/**
 * Returns the amounts of a counter between each two edges, as from all its readings. Reading starts with the latest
 * reading before everything that a reading after the first edge may invalidate, and ends as long after the last edge.
 */
export const readCounter = async (
  history: CounterHistory,
  orgId: number,
  paramId: number,
  edges: readonly number[],
  meter: Meter,
): Promise<CountedSegments> => {
  if (edges.length < 2) return new CounterWalk(edges, meter).close()
  const aroundMs = returnMsOf(meter.periodMs)
  const from = startOf(at(edges, 0) - aroundMs)
  const till = startOf(at(edges, edges.length - 1) + aroundMs - 1) + hourMs - 1
  const [before] = await history.onTime(orgId, [paramId], from - 1)
  const start: Point = before?.number == null ? null : { on: before.on, value: before.number }
  const { cold, hot } = await history.hours(orgId, paramId, from, till)
  const hours = hoursOf(cold, hot).filter(({ on }) => on >= from && on <= till)
  const isDoubtful = mayHaveLoneStep(start, hours, edges, meter)
  const baseline = isDoubtful ? await readUsageBaseline(history, orgId, paramId, at(edges, 0), till, meter) : null
  const walk = new CounterWalk(edges, meter, undefined, baseline)
  if (start !== null) walk.feed({ times: Float64Array.of(start.on), values: Float64Array.of(start.value) })
  const read = (run: ReadSpan): Promise<Readings> => history.raw(orgId, paramId, run.from, run.till)
  const isStandIn = standIns(start, hours, edges, meter, baseline)
  const plans = hours.map((hour, index) => ({ hour, isStandIn: at(isStandIn, index) }))
  for (const piece of piecesUpTo(plans, pieceMax)) walk.feed(await readPiece(piece, hot, read))
  const counted = walk.close()
  if (counted.legs.length > 0) bookLegs(counted, await history.digits(orgId, paramId, legTimes(counted)))
  return counted
}

/** Returns the usual amounts of the counter, for the steps of a span; null where its limit is set. */
export const readUsageBaseline = async (
  history: Pick<History, 'hours'>,
  orgId: number,
  paramId: number,
  from: number,
  till: number,
  meter: Meter,
): Promise<UsageBaseline | null> => {
  if (meter.maxPerHour !== null) return null
  const { cold, hot } = await history.hours(orgId, paramId, usualFrom(from), till)
  return new UsageBaseline(
    hoursOf(cold, hot).filter(({ on }) => on <= till),
    meter,
  )
}

interface HourPlan {
  hour: Hour
  isStandIn: boolean
}

interface ReadSpan {
  from: number
  till: number
}

const readPiece = async (
  plans: readonly HourPlan[],
  hot: Readings,
  read: (run: ReadSpan) => Promise<Readings>,
): Promise<Readings> => {
  const runs = runsOf(plans.filter(({ hour, isStandIn }) => !isStandIn && hour.known !== 'readings'))
  const [first, last] = [plans[0]?.hour, plans.at(-1)?.hour]
  if (runs.length > runsMax && first !== undefined && last !== undefined) {
    return read({ from: first.on, till: last.on + hourMs - 1 })
  }
  const close: Readings[] = []
  for (const run of runs) close.push(await read(run))
  const joined = concat(close)
  return concat(
    plans.map(({ hour, isStandIn }) => {
      if (isStandIn) return boundsOf(hour)
      return within(hour.known === 'readings' ? hot : joined, hour.on, hour.on + hourMs - 1)
    }),
  )
}

/** Hours in pieces of at most so many readings, but for an hour that has more. */
function* piecesUpTo(plans: readonly HourPlan[], max: number): Generator<HourPlan[]> {
  let piece: HourPlan[] = []
  let count = 0
  for (const plan of plans) {
    if (count + plan.hour.count > max && piece.length > 0) {
      yield piece
      piece = []
      count = 0
    }
    piece.push(plan)
    count += plan.hour.count
  }
  if (piece.length > 0) yield piece
}

/** Hours that follow each other, in one. */
const runsOf = (plans: readonly HourPlan[]): ReadSpan[] => {
  const runs: ReadSpan[] = []
  for (const { hour } of plans) {
    const last = runs.at(-1)
    if (last?.till === hour.on - 1) last.till = hour.on + hourMs - 1
    else runs.push({ from: hour.on, till: hour.on + hourMs - 1 })
  }
  return runs
}

const boundsOf = ({ firstOn, first, lastOn, last }: Hour): Readings =>
  firstOn === lastOn
    ? { times: Float64Array.of(firstOn), values: Float64Array.of(first) }
    : { times: Float64Array.of(firstOn, lastOn), values: Float64Array.of(first, last) }
