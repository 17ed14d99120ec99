import { at } from '@busbar/kit'
import { draws, mix, serialOf } from '../../random.ts'
import type { Family, ParamValue, Process } from '../family.ts'
import { installedMs } from '../processes/clock.ts'
import { type Curve, integralAt, valueAt, workshop } from '../processes/curves.ts'
import { frequency, voltage } from '../processes/mains.ts'

type Phase = 0 | 1 | 2
const phases = [0, 1, 2] as const

interface PhaseLoad {
  readonly active: Curve
  readonly reactive: Curve
  /** The counters on the first day, in Wh and varh, less the integrals at that time. */
  readonly activeOffset: number
  readonly reactiveOffset: number
}

interface Meter extends Process {
  settings: Readonly<{ I_limit: number; unit_id: number; baud: number }>
  readonly loads: readonly [PhaseLoad, PhaseLoad, PhaseLoad]
  /** The total at which E_balance was zero, in Wh. */
  balanceFrom: number
  clockOffsetSec: number
}

interface DeviceState {
  now: number
  u: number[]
  i: number[]
  p: number[]
  q: number[]
}

/** A three-phase meter of a workshop. */
export const em3p: Family<Meter, DeviceState> = {
  sku: 'em3p',
  create(seed) {
    const draw = draws(seed)
    const base = draw(2000, 12_000)
    const load = (phase: number): PhaseLoad => {
      const active = { base: base * draw(0.7, 1.3), seed: mix(seed, 2 * phase), shape: workshop }
      const reactive = { base: active.base * draw(0.2, 0.6), seed: mix(seed, 2 * phase + 1), shape: workshop }
      return {
        active,
        reactive,
        activeOffset: draw(1e6, 2e8) - integralAt(active, installedMs),
        reactiveOffset: draw(1e5, 5e7) - integralAt(reactive, installedMs),
      }
    }
    const loads: Meter['loads'] = [load(0), load(1), load(2)]
    const biggest = Math.max(...loads.map(({ active }) => active.base))
    const settings = { I_limit: Math.round((biggest * 1.5) / 230), unit_id: 1, baud: 0 }
    return { seed, settings, loads, balanceFrom: 0, clockOffsetSec: 0 }
  },
  moment({ seed, loads }, now) {
    const u = phases.map((phase) => voltage(mix(seed, 10 + phase), now))
    const p = loads.map(({ active }) => valueAt(active, now))
    const q = loads.map(({ reactive }) => valueAt(reactive, now))
    const i = phases.map((phase) => Math.hypot(at(p, phase), at(q, phase)) / at(u, phase))
    return { now, u, i, p, q }
  },
  shows: {
    ...each('U', ({ u }, phase) => at(u, phase)),
    U12: ({ u }) => between(at(u, 0), at(u, 1)),
    U23: ({ u }) => between(at(u, 1), at(u, 2)),
    U31: ({ u }) => between(at(u, 2), at(u, 0)),
    ...each('I', ({ i }, phase) => at(i, phase)),
    I_N: ({ i }) => neutral(at(i, 0), at(i, 1), at(i, 2)),
    ...each('P', ({ p }, phase) => at(p, phase)),
    P_total: ({ p }) => total(p),
    ...each('Q', ({ q }, phase) => at(q, phase)),
    Q_total: ({ q }) => total(q),
    S_total: ({ p, q }) => Math.hypot(total(p), total(q)),
    PF_total: ({ p, q }) => total(p) / Math.hypot(total(p), total(q)),
    F: ({ now }) => frequency(now),
    ...each('phi', ({ p, q }, phase) => (Math.atan2(at(q, phase), at(p, phase)) * 180) / Math.PI),
    E: ({ now }, meter) => energy(meter, now),
    EQ: ({ now }, { loads }) =>
      total(loads.map(({ reactive, reactiveOffset }) => reactiveOffset + integralAt(reactive, now))),
    ...each('E', ({ now }, phase, { loads }) => phaseEnergy(loads[phase], now) / 1000),
    E_precise: ({ now }, meter) => energy(meter, now) / 1000,
    E_balance: ({ now }, meter) => energy(meter, now) - meter.balanceFrom,
    present: () => 0b111,
    sequence: () => 0,
    over_limit: ({ i }, { settings }) => Number(i.some((current) => current > settings.I_limit)),
    clock: ({ now }, { clockOffsetSec }) => Math.floor(now / 1000) + clockOffsetSec,
    serial: (_, { seed }) => `EM3P-${serialOf(seed)}`,
    firmware: () => 2.1,
  },
  writes: {
    E_balance(meter, value, now) {
      meter.balanceFrom = energy(meter, now) - value
    },
    clock(meter, value, now) {
      meter.clockOffsetSec = value - Math.floor(now / 1000)
    },
  },
}

function each(label: string, show: (moment: DeviceState, phase: Phase, meter: Meter) => ParamValue): typeof em3p.shows {
  return Object.fromEntries(
    phases.map((phase) => [`${label}${phase + 1}`, (moment: DeviceState, meter: Meter) => show(moment, phase, meter)]),
  )
}

const total = (values: readonly number[]): number => at(values, 0) + at(values, 1) + at(values, 2)

/** Two phases a third of a turn apart. */
const between = (a: number, b: number): number => Math.sqrt(a * a + b * b + a * b)

const neutral = (a: number, b: number, c: number): number =>
  Math.sqrt(Math.max(0, a * a + b * b + c * c - a * b - b * c - c * a))

const phaseEnergy = ({ active, activeOffset }: PhaseLoad, now: number): number => activeOffset + integralAt(active, now)
const energy = ({ loads }: Meter, now: number): number => total(loads.map((load) => phaseEnergy(load, now)))
