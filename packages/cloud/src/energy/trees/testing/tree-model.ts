import { cutSpan, segmentStart } from '../../calendar.ts'
import { big, ledger, type Row } from '../../testing/ledger.ts'
import type { Branch, Sensor } from '../tree.rules.ts'

/** A parameter as the model knows it: all that was ever read of it. */
export interface ModelParam {
  rows: readonly Row[]
  kind: 'energy' | 'power'
  /** Properties of the counter's register: its number of values, and its value with all bits set. */
  width: number
  allOnes: number
  holdMs: number
  periodMs: number
}

export interface ModelSegment {
  energy: number | null
  metered?: number | null
  isComplete: boolean
  sensorsReported: number
  sensorsTotal: number
}

/** Amounts are fractions of this: energy x milliseconds of an hour, with thirty decimals. */
const hourMs = 3_600_000n
const unit = 10n ** 30n
const quarterMs = 900_000

const heldTill = ({ rows, holdMs }: ModelParam, at: number, now: number): number =>
  Math.min(rows[at + 1]?.[0] ?? Infinity, (rows[at]?.[0] ?? 0) + holdMs, now)

const sumOfHeld = (param: ModelParam, from: number, till: number, now: number, valueOf: (value: number) => bigint) => {
  let sum: bigint | null = null
  for (const [at, [on, value]] of param.rows.entries()) {
    const ms = Math.min(till, heldTill(param, at, now)) - Math.max(from, on)
    if (ms > 0) sum = (sum ?? 0n) + valueOf(value) * BigInt(ms)
  }
  return sum
}

/** Amounts of a parameter by segment, directly from all its readings. */
const amountsOf = (param: ModelParam, edges: readonly number[], now: number) => {
  const spans = edges.slice(1).map((till, at) => ({ from: edges[at] ?? 0, till }))
  const isHeld = (of: ModelParam, from: number, till: number): boolean =>
    sumOfHeld(of, from, till, now, () => 1n) === BigInt(till - from)
  if (param.kind === 'power') {
    return spans.map(({ from, till }) => ({
      amount: sumOfHeld(param, from, till, now, big),
      isCovered: isHeld(param, from, till),
    }))
  }
  const { segments, good, unbookedSteps } = ledger(param.rows, edges, { ...param, zero: 0, maxPerHour: null })
  const rows = good.map(({ on, value }): Row => [on, value])
  // A quarter-hour that ends a gap has more than its own, and one with a step that was not booked less.
  const spoilt = [
    ...good.flatMap(({ on, since }) => (since !== null && on - since > param.holdMs ? [{ since: on, on }] : [])),
    ...unbookedSteps,
  ]
  const quarterOf = (on: number): number => Math.floor(on / quarterMs) * quarterMs
  return spans.map(({ from, till }, at) => {
    const amount = segments[at]?.amount ?? null
    const isSpoilt = spoilt.some(({ since, on }) => quarterOf(since) < till && quarterOf(on) + quarterMs > from)
    return {
      amount: amount === null ? null : amount * hourMs,
      isCovered: !isSpoilt && isHeld({ ...param, rows }, from, till),
    }
  })
}

const numberOf = (amount: bigint | null): number | null => {
  if (amount === null) return null
  const all = (amount * 10n ** 20n) / hourMs
  const size = all < 0n ? -all : all
  const scale = unit * unit * 10n ** 20n
  return Number(`${all < 0n ? '-' : ''}${size / scale}.${String(size % scale).padStart(80, '0')}`)
}

const sumOfKnown = (amounts: readonly (bigint | null)[]): bigint | null =>
  amounts.reduce((sum, one) => (sum === null || one === null ? (sum ?? one) : sum + one), null)

/** The segments of a branch, as the rules say it in words, slowly and exactly. */
export const modelSegments = (
  branchId: string,
  branches: readonly Branch[],
  sensors: readonly Sensor[],
  params: ReadonlyMap<number, ModelParam>,
  edges: readonly number[],
  now: number,
): ModelSegment[] => {
  const figures = new Map(
    sensors.map((sensor) => {
      const param = params.get(sensor.paramId)
      const amounts = param === undefined ? [] : amountsOf(param, edges, now)
      const factor = big(sensor.multiplier)
      return [sensor.id, amounts.map(({ amount, ...rest }) => ({ ...rest, amount: amount && amount * factor }))]
    }),
  )
  interface Sum {
    amount: bigint | null
    isCovered: boolean
    count: number
  }
  const sumUp = (parts: readonly Sum[]): Sum => ({
    amount: sumOfKnown(parts.map(({ amount }) => amount)),
    isCovered: parts.every(({ isCovered }) => isCovered),
    count: parts.reduce((sum, { count }) => sum + count, 0),
  })
  const own = (sensor: Sensor, at: number): Sum => ({
    ...(figures.get(sensor.id)?.[at] ?? { amount: null, isCovered: false }),
    count: 1,
  })
  const below = (id: string, at: number): Sum =>
    sumUp([
      ...sensors.filter((sensor) => sensor.branchId === id && !sensor.isMain).map((sensor) => own(sensor, at)),
      ...branches.filter(({ parentId }) => parentId === id).map((child) => energyOf(child.id, at)),
    ])
  const energyOf = (id: string, at: number): Sum => {
    const main = sensors.find((sensor) => sensor.branchId === id && sensor.isMain)
    return main === undefined ? below(id, at) : own(main, at)
  }
  const sensorsOf = (id: string): Sensor[] => [
    ...sensors.filter((sensor) => sensor.branchId === id),
    ...branches.filter(({ parentId }) => parentId === id).flatMap((child) => sensorsOf(child.id)),
  ]
  const hasMain = sensors.some((sensor) => sensor.branchId === branchId && sensor.isMain)
  const all = sensorsOf(branchId)
  return edges.slice(1).map((till, at) => {
    const { amount, isCovered, count } = energyOf(branchId, at)
    return {
      energy: numberOf(amount),
      ...(hasMain && { metered: numberOf(below(branchId, at).amount) }),
      isComplete: isCovered && count > 0 && till <= now,
      sensorsReported: all.filter((sensor) => figures.get(sensor.id)?.[at]?.amount != null).length,
      sensorsTotal: all.length,
    }
  })
}

/** Whole segments that a span touches. */
export const modelEdges = (timeZone: string, cadence: Parameters<typeof cutSpan>[1], from: number, till: number) => {
  const start = segmentStart(timeZone, cadence, from)
  const restDays = cadence.endsWith('hour') ? 1 : 400
  const edges = (cutSpan(timeZone, cadence, start, till + restDays * 86_400_000) ?? []).slice(0, -1)
  return edges.slice(0, edges.findIndex((edge) => edge >= till) + 1)
}
