import { at } from '@busbar/kit'
import { uniform } from '../../random.ts'
import { dayMs, hourMs, installedMs, zoneMs } from './clock.ts'

/**
 * A load: base x (1 + sum of waves). The waves' sizes add up to less than 1, so it is never negative, and its integral
 * is known in closed form, so a counter is exactly the integral of what is shown, at any time.
 */
export interface Curve {
  readonly base: number
  readonly seed: number
  readonly shape: WaveShape
}

interface WaveShape {
  /** How big each wave is at most. */
  readonly sizes: readonly number[]
  /** Peaks of the slow waves, as a part of their period; the fast ones peak anywhere. */
  readonly peaks: readonly number[]
}

/** The day, its halves and thirds, the week; then faster waves that never meet in the same way twice. */
const periodsMs = [dayMs, dayMs / 2, dayMs / 3, 7 * dayMs, 6_114_000.7, 1_031_000.3, 227_000.9, 41_000.3] as const

export const household: WaveShape = {
  sizes: [0.22, 0.2, 0.08, 0.06, 0.12, 0.1, 0.08, 0.06],
  peaks: [0.72, 0.33, 0.1, 0.9],
}
export const workshop: WaveShape = {
  sizes: [0.42, 0.1, 0.05, 0.14, 0.06, 0.06, 0.05, 0.04],
  peaks: [0.5, 0.45, 0.2, 0.35],
}
export const steady: WaveShape = {
  sizes: [0.02, 0.01, 0.01, 0.01, 0.02, 0.02, 0.01, 0.01],
  peaks: [0.5, 0.5, 0.5, 0.5],
}

/** The curve at an instant. */
export function valueAt(curve: Curve, now: number): number {
  let sum = 1
  for (let wave = 0; wave < periodsMs.length; wave++) sum += sizeOf(curve, wave) * Math.sin(angle(curve, wave, now))
  return curve.base * sum
}

/** An antiderivative in units x hours: between two instants it grows by the curve's integral. */
export function integralAt(curve: Curve, now: number): number {
  let sum = now - installedMs
  for (const [wave, periodMs] of periodsMs.entries()) {
    const height = (sizeOf(curve, wave) * periodMs) / (2 * Math.PI)
    sum -= height * Math.cos(angle(curve, wave, now))
  }
  return (curve.base * sum) / hourMs
}

const sizeOf = ({ seed, shape }: Curve, wave: number): number =>
  at(shape.sizes, wave) * (0.7 + 0.3 * uniform(seed, wave))

/** Whole turns are taken off first: sines of small angles are quicker and more exact. */
function angle({ seed, shape }: Curve, wave: number, now: number): number {
  const chance = uniform(seed, wave + periodsMs.length)
  const peak = shape.peaks[wave]
  const phase = peak === undefined ? chance : 0.25 - peak + 0.12 * (chance - 0.5)
  const turns = (now + zoneMs) / (periodsMs[wave] ?? 1) + phase
  return 2 * Math.PI * (turns - Math.floor(turns))
}

/** An accumulated integral at a rate that writes may change. */
export interface Counter {
  offset: number
  rate: number
}

/** A counter that shows `total` where the integral is `integral`. */
export const counterOf = (total: number, integral: number, rate = 1): Counter => ({
  offset: total - rate * integral,
  rate,
})

export const countAt = ({ offset, rate }: Counter, integral: number): number => offset + rate * integral

/** Changes the rate of a counter from now on; its count stays. */
export function setRate(counter: Counter, integral: number, rate: number): void {
  counter.offset += (counter.rate - rate) * integral
  counter.rate = rate
}
