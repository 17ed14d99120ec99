import type { DeviceTemplate } from '@busbar/templates'
import { draws, mix } from '../../random.ts'
import { dayMs, zoneMs } from '../processes/clock.ts'
import { household, steady, workshop } from '../processes/curves.ts'
import { voltage } from '../processes/mains.ts'
import { curveFlow, none, type PowerFlow, scaled, sum, tide } from './flow.ts'

/** Consumption and production of a unit of any family. */
export interface Unit {
  readonly seed: number
  /** Each phase of what it measures, makes or takes; one of them where it knows no others. */
  readonly phases: readonly PowerFlow[]
  readonly output: PowerFlow
  readonly pv: PowerFlow
  readonly charge: PowerFlow
  readonly discharge: PowerFlow
  readonly imports: PowerFlow
  readonly exports: PowerFlow
  readonly load: PowerFlow
  readonly powerFactor: number
  /** Percent at an instant: it follows what is charged and discharged. */
  soc(now: number): number
  /** V between a phase and neutral. */
  voltage(now: number, phase: number): number
}

/** Fields of a template that determine the behaviour of its units. */
export interface UnitTraits {
  kind: DeviceTemplate['kind']
  /** Panels are behind it. */
  isProducing: boolean
  isThreePhase: boolean
  hasBattery: boolean
  /** A cold room is kept. */
  isRefrigeration: boolean
  /** Direct current is measured. */
  isDirect: boolean
  /** Number of separate strings of panels. */
  stringCount: number
}

export function traitsOf({ kind, name, paramTemplates }: DeviceTemplate): UnitTraits {
  const labels = paramTemplates.map(({ label }) => label)
  const has = (pattern: RegExp): boolean => labels.some((label) => pattern.test(label))
  return {
    kind,
    isProducing: kind === 'inverter' || has(/^P_pv$/),
    isThreePhase: has(/^[UIPE](_\w+)?3$|^U31$/),
    hasBattery: has(/^soc$|^P_bat$/),
    isRefrigeration: /refrigeration/.test(name) || has(/defrost|^cooling$/),
    isDirect: has(/^shunt$/),
    stringCount: Math.max(1, ...labels.flatMap((label) => Number(/^[UP]_pv(\d)$/.exec(label)?.[1] ?? []))),
  }
}

export function unitOf(seed: number, traits: UnitTraits): Unit {
  const draw = draws(seed)
  const powerFactor = draw(0.94, 0.99)
  const flows = traits.isProducing ? producing(draw(4000, 8000), traits) : taking(seed, draw(0.8, 1.2), traits)
  return { seed, powerFactor, ...flows, voltage: (now, phase) => voltage(mix(seed, 10 + phase), now) }
}

type UnitFlows = Omit<Unit, 'seed' | 'powerFactor' | 'voltage'>

/** Panels by day; a battery that takes a part of it for the night; the grid takes the rest, and gives what lacks. */
function producing(peak: number, { isThreePhase, hasBattery }: UnitTraits): UnitFlows {
  const [stored, sold, bought] = [hasBattery ? 0.35 * peak : 0, 0.4 * peak, 0.08 * peak]
  const pv = tide(0, peak)
  const [charge, discharge] = hasBattery ? [tide(0, stored), tide(0, -stored)] : [none, none]
  const [imports, exports] = [tide(bought, -sold), tide(-bought, sold)]
  const output = sum(pv, discharge, scaled(charge, -1))
  return {
    phases: isThreePhase ? [0.35, 0.33, 0.32].map((share) => scaled(output, share)) : [output],
    output,
    pv,
    charge,
    discharge,
    imports,
    exports,
    load: sum(output, imports, scaled(exports, -1)),
    soc: (now) => 55 - 38 * Math.cos((2 * Math.PI * (now + zoneMs - dayMs / 4)) / dayMs),
  }
}

/** W of a phase, and how it goes through the day. */
const profiles = {
  meter: [700, household],
  other: [2300, steady],
  generator: [2600, workshop],
  drive: [1500, steady],
  controller: [600, household],
  io: [100, steady],
  sensor: [100, steady],
} as const

function taking(seed: number, size: number, { kind, isThreePhase }: UnitTraits): UnitFlows {
  const [base, shape] = profiles[kind === 'inverter' ? 'meter' : kind]
  const curve = (n: number, share: number): PowerFlow =>
    curveFlow({ base: base * size * share, seed: mix(seed, n), shape })
  const phases = isThreePhase ? [curve(1, 1), curve(2, 0.85), curve(3, 1.1)] : [curve(1, 1)]
  const output = sum(...phases)
  return {
    phases,
    output,
    pv: tide(0, base),
    charge: none,
    discharge: none,
    imports: output,
    exports: none,
    load: output,
    soc: () => 62,
  }
}
