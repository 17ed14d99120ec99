import { draws, mix, noise, serialOf } from '../../random.ts'
import type { Family, Process } from '../family.ts'
import { installedMs } from '../processes/clock.ts'
import {
  type Counter,
  type Curve,
  countAt,
  counterOf,
  household,
  integralAt,
  setRate,
  valueAt,
} from '../processes/curves.ts'
import { frequency, voltage } from '../processes/mains.ts'

interface Meter extends Process {
  settings: Readonly<{ P_limit: number; unit_id: number; baud: number }>
  readonly active: Curve
  readonly reactive: Curve
  /** Both count while the load relay is on. */
  readonly energy: Counter
  readonly reactiveEnergy: Counter
}

interface DeviceState {
  now: number
  u: number
  p: number
  q: number
  s: number
}

/** A single-phase meter of a household, with a relay that cuts its load off. */
export const em1p: Family<Meter, DeviceState> = {
  sku: 'em1p',
  create(seed) {
    const draw = draws(seed)
    const base = draw(600, 1800)
    const active = { base, seed: mix(seed, 1), shape: household }
    const reactive = { base: base * draw(0.15, 0.4), seed: mix(seed, 2), shape: household }
    return {
      seed,
      settings: { P_limit: Math.round(base * 1.45), unit_id: 1, baud: 0 },
      active,
      reactive,
      energy: counterOf(draw(1e5, 2e7), integralAt(active, installedMs)),
      reactiveEnergy: counterOf(draw(1e5, 4e6), integralAt(reactive, installedMs)),
    }
  },
  moment({ seed, active, reactive, energy }, now) {
    const p = energy.rate * valueAt(active, now)
    const q = energy.rate * valueAt(reactive, now)
    return { now, u: voltage(seed, now), p, q, s: Math.hypot(p, q) }
  },
  shows: {
    U: ({ u }) => u,
    I: ({ s, u }) => s / u,
    P: ({ p }) => p,
    Q: ({ q }) => q,
    S: ({ s }) => s,
    PF: ({ p, s }) => (s === 0 ? 1 : p / s),
    F: ({ now }) => frequency(now),
    E: ({ now }, { energy, active }) => countAt(energy, integralAt(active, now)) / 1000,
    EQ: ({ now }, { reactiveEnergy, reactive }) => countAt(reactiveEnergy, integralAt(reactive, now)) / 1000,
    T: ({ now, s }, { seed }) => 24 + s / 500 + 4 * noise(mix(seed, 3), now / 5_000_000),
    over_limit: ({ p }, { settings }) => Number(p > settings.P_limit),
    relay: (_, { energy }) => energy.rate,
    serial: (_, { seed }) => serialOf(seed),
    firmware: () => 1.04,
  },
  writes: {
    relay({ energy, active, reactiveEnergy, reactive }, on, now) {
      setRate(energy, integralAt(active, now), on)
      setRate(reactiveEnergy, integralAt(reactive, now), on)
    },
  },
}
