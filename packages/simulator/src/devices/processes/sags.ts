import { uniform } from '../../random.ts'

/** Causes of a trip, by their number in the template. */
export const causes = { none: 0, undervoltage: 1, overvoltage: 2, phaseLoss: 3, asymmetry: 4 } as const

export interface Thresholds {
  readonly U_min: number
  readonly U_max: number
  readonly asymmetry_max: number
  readonly watch_asymmetry: number
}

interface VoltageSag {
  /** Change of the voltage as a part of it. */
  readonly change: number
  /** Bit 0 is the first phase. */
  readonly phases: number
  readonly lastsMs: number
}

/** The sixteen things that happen to the supply: about two thirds of them trip a relay with usual thresholds. */
const sags: readonly VoltageSag[] = [
  { change: -0.05, phases: 0b111, lastsMs: 90_000 },
  { change: -0.09, phases: 0b111, lastsMs: 45_000 },
  { change: -0.12, phases: 0b010, lastsMs: 20_000 },
  { change: -0.18, phases: 0b111, lastsMs: 30_000 },
  { change: -0.22, phases: 0b001, lastsMs: 60_000 },
  { change: -0.26, phases: 0b111, lastsMs: 12_000 },
  { change: -0.3, phases: 0b110, lastsMs: 25_000 },
  { change: -0.35, phases: 0b100, lastsMs: 40_000 },
  { change: -0.4, phases: 0b111, lastsMs: 8_000 },
  { change: -0.55, phases: 0b011, lastsMs: 15_000 },
  { change: -0.7, phases: 0b111, lastsMs: 400 },
  { change: -1, phases: 0b001, lastsMs: 120_000 },
  { change: 0.04, phases: 0b111, lastsMs: 120_000 },
  { change: 0.08, phases: 0b101, lastsMs: 60_000 },
  { change: 0.13, phases: 0b111, lastsMs: 35_000 },
  { change: 0.2, phases: 0b010, lastsMs: 10_000 },
]

export const lastsMs = (kind: number): number => sags[kind]?.lastsMs ?? 0

/** Voltages of the three phases without noise: in a sag of some kind, or with null in quiet times. */
export function phaseVoltages(seed: number, kind: number | null): [number, number, number] {
  const sag = kind === null ? undefined : sags[kind]
  const phase = (n: number): number => {
    const quiet = 228 + 6 * uniform(seed, n)
    return sag && (sag.phases >> n) & 1 ? quiet * (1 + sag.change) : quiet
  }
  return [phase(0), phase(1), phase(2)]
}

/** The difference between the phases in percent of their mean. */
export function asymmetry([a, b, c]: readonly [number, number, number]): number {
  const mean = (a + b + c) / 3
  return (100 * (Math.max(a, b, c) - Math.min(a, b, c))) / mean
}

/** Why these voltages must not reach the load. */
export function causeOf(volts: readonly [number, number, number], thresholds: Thresholds): number {
  const lowest = Math.min(...volts)
  if (lowest < 50) return causes.phaseLoss
  if (lowest < thresholds.U_min) return causes.undervoltage
  if (Math.max(...volts) > thresholds.U_max) return causes.overvoltage
  if (thresholds.watch_asymmetry === 1 && asymmetry(volts) > thresholds.asymmetry_max) return causes.asymmetry
  return causes.none
}
