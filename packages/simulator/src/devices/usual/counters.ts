import type { ParamTemplate } from '@busbar/templates'
import { uniform } from '../../random.ts'
import { dayStart, hourMs, installedMs, localDay, zoneMs } from '../processes/clock.ts'
import type { QuantityOf } from './electric.ts'
import { none, type PowerFlow, scaled } from './flow.ts'
import type { Unit, UnitTraits } from './unit.ts'

type FlowSource = (unit: Unit, phase: number) => PowerFlow

const part = (flow: PowerFlow, { phases }: Unit, phase: number): PowerFlow =>
  phase === 0 ? flow : scaled(flow, 1 / Math.max(1, phases.length))
const main: FlowSource = (unit, phase) => (phase === 0 ? unit.output : (unit.phases[phase - 1] ?? none))

/** Sources of energy counters, by the first part of their labels. */
const sources: readonly (readonly [labels: RegExp, of: (traits: UnitTraits) => FlowSource])[] = [
  [
    /^E_(imp|absorbed)/,
    () => (unit, phase) => (unit.imports === unit.output ? main(unit, phase) : part(unit.imports, unit, phase)),
  ],
  [/^E_exp/, () => (unit, phase) => part(unit.exports, unit, phase)],
  [
    /^E_charge/,
    () =>
      ({ charge }) =>
        charge,
  ],
  [
    /^E_discharge/,
    () =>
      ({ discharge }) =>
        discharge,
  ],
  [
    /^E_load/,
    () =>
      ({ load }) =>
        load,
  ],
  [
    /^E_heat/,
    () =>
      ({ output }) =>
        scaled(output, 2.6),
  ],
  [
    /^E_water/,
    () =>
      ({ output }) =>
        scaled(output, 0.8),
  ],
  [/^E_cool/, () => () => none],
  [
    /^E(\d|$|_)/,
    ({ isProducing }) =>
      (unit, phase) =>
        isProducing ? part(unit.pv, unit, phase) : main(unit, phase),
  ],
  [/^E(Q|S)_exp/, () => () => none],
  [/^EQ/, () => (unit, phase) => scaled(main(unit, phase), Math.sqrt(1 - unit.powerFactor ** 2) / unit.powerFactor)],
  [/^ES/, () => (unit, phase) => scaled(main(unit, phase), 1 / unit.powerFactor)],
]

const scales: Readonly<Record<string, number>> = { kWh: 0.001, Wh: 1, kvarh: 0.001, varh: 1, kVAh: 0.001 }
/** Shares of two tariffs. */
const tariffs = [0.7, 0.3] as const

/**
 * The value of an energy counter: the energy since the unit was installed, or since the start of its day, month or
 * year.
 */
export function energyCounter({ label, unitName = '' }: ParamTemplate, traits: UnitTraits): QuantityOf | undefined {
  const scale = scales[unitName]
  const source = sources.find(([labels]) => labels.test(label))?.[1](traits)
  if (scale === undefined || source === undefined) return undefined
  if (label === 'E_bat_rated') return () => 10
  // A label without a number is of all phases.
  const [, digit = '0'] = /(?<!T)(\d)$/.exec(label) ?? []
  const phase = Number(digit)
  const share = scale * (tariffs[Number(/_T(\d)$/.exec(label)?.[1]) - 1] ?? 1)
  const [from, till] = spanOf(label)
  return (unit, now) => {
    const flow = source(unit, phase)
    return share * (flow.to(till(now)) - (from === undefined ? 0 : flow.to(from(now))))
  }
}

type SpanEdge = (now: number) => number
const midnight: SpanEdge = (now) => dayStart(localDay(now))
/** A vehicle comes every six hours. */
const sessionStart: SpanEdge = (now) => now - ((now + zoneMs) % (6 * hourMs))
const today = (now: number): Date => new Date(now + zoneMs)

/** Returns the period that a counter covers; most start with the plant. */
function spanOf(label: string): [from: SpanEdge | undefined, till: SpanEdge] {
  if (label.endsWith('_today')) return [midnight, (now) => now]
  if (label.endsWith('_session')) return [sessionStart, (now) => now]
  if (label.endsWith('_yesterday')) return [(now) => dayStart(localDay(now) - 1), midnight]
  if (label.endsWith('_month'))
    return [(now) => Date.UTC(today(now).getUTCFullYear(), today(now).getUTCMonth()) - zoneMs, (now) => now]
  if (label.endsWith('_year')) return [(now) => Date.UTC(today(now).getUTCFullYear(), 0) - zoneMs, (now) => now]
  return [undefined, (now) => now]
}

/** How much others count in an hour of service, in their units. */
const hourly: readonly (readonly [labels: RegExp, units: RegExp, perHour: number])[] = [
  [/^(hours|hours_on|heater_hours)$/, /^h$/, 0.6],
  [/^hours$/, /^s$/, 0.6 * 3600],
  [/^days/, /^d$/, 1 / 24],
  [/^starts$/, /^$/, 0.02],
  [/^cycles$/, /^$/, 0.04],
  [/^faults$/, /^$/, 0],
]

export function otherCounter({ label, unitName = '' }: ParamTemplate): QuantityOf | undefined {
  const perHour = hourly.find(([labels, units]) => labels.test(label) && units.test(unitName))?.[2]
  if (/^t_(charge|session|plugged)$/.test(label)) return (_, now) => Math.floor((now - sessionStart(now)) / 1000)
  if (perHour === undefined) return undefined
  return ({ seed }, now) => (perHour * (0.5 + uniform(seed, 3)) * Math.max(0, now - installedMs)) / hourMs
}
