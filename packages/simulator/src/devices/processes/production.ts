import { at } from '@busbar/kit'
import { mix, uniform } from '../../random.ts'
import { dayMs, installedMs, localDay, zoneMs } from './clock.ts'
import { dayHeight, sunAt, sunTo } from './solar.ts'
import { site, sunTimes } from './sun.ts'

/** The weather over some of the plant, with a fault of the grid or the panels below it every third day. */
export interface PlantWeather {
  readonly seed: number
  /** Yield of one watt of panels before each day since the first day of the plant, in Wh, computed once. */
  readonly yields: number[]
}

/** Solar panels below a sky. */
export interface SolarPanels {
  readonly sky: PlantWeather
  /** W under the brightest sun. */
  readonly peak: number
}

export const skyOf = (seed: number): PlantWeather => ({ seed, yields: [0] })

/** Every inverter has one of these: neighbours see the same clouds. */
export const skies: readonly PlantWeather[] = Array.from({ length: 32 }, (_, n) => skyOf(mix(0x5c1e5, n)))

const firstDay = localDay(installedMs)

export interface InverterFault {
  readonly code: number
  /** Parts of the daylight. */
  readonly from: number
  readonly to: number
}

export function faultOf(seed: number, day: number): InverterFault | null {
  if ((day + seed) % 3 !== 0) return null
  const chance = mix(seed, day)
  const from = 0.2 + 0.5 * uniform(chance, 1)
  return { code: 1 + (chance % 3), from, to: from + 0.03 + 0.06 * uniform(chance, 2) }
}

/** Elapsed share of the daylight: 0 before sunrise, 1 after sunset. */
export function sunPart(day: number, now: number): number {
  const { sunrise, sunset } = sunTimes(day, site)
  const seconds = ((now + zoneMs - day * dayMs) / dayMs) * 86_400
  return Math.min(1, Math.max(0, (seconds - sunrise) / (sunset - sunrise)))
}

/** W at an instant. */
export function powerAt({ sky: { seed }, peak }: SolarPanels, day: number, part: number): number {
  const fault = faultOf(seed, day)
  return fault && part >= fault.from && part < fault.to ? 0 : peak * sunAt(seed, day, part)
}

/** Wh from the plant's first day to an instant. */
export function energyTo({ sky, peak }: SolarPanels, now: number): number {
  const day = localDay(now)
  if (day < firstDay) return 0
  return peak * (yieldBefore(sky, day) + dayYield(sky, day, sunPart(day, now)))
}

/** Wh from the plant's first day to the start of a day. */
export const energyBefore = ({ sky, peak }: SolarPanels, day: number): number => peak * yieldBefore(sky, day)

function yieldBefore(sky: PlantWeather, day: number): number {
  const { yields } = sky
  const days = Math.max(0, day - firstDay)
  while (yields.length <= days) {
    yields.push((yields.at(-1) ?? 0) + dayYield(sky, firstDay + yields.length - 1, 1))
  }
  return at(yields, days)
}

/** Yield of one watt of panels on a day up to a share of its daylight, without the losses of faults. */
function dayYield({ seed }: PlantWeather, day: number, part: number): number {
  const { sunrise, sunset } = sunTimes(day, site)
  const upTo = (x: number): number => (x === 1 ? dayHeight(seed, day) / 2 : sunTo(seed, day, x))
  const fault = faultOf(seed, day)
  const lost = fault && part > fault.from ? upTo(Math.min(part, fault.to)) - upTo(fault.from) : 0
  return ((upTo(part) - lost) * (sunset - sunrise)) / 3600
}
