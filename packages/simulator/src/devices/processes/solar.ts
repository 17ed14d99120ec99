import { uniform } from '../../random.ts'
import { season } from './sun.ts'

/**
 * A day of sun, x from 0 at sunrise to 1 at sunset: height x sin²(πx) x (1 + clouds). A cloud is a wave with a whole
 * number of turns in the day, three at least, so it adds nothing to the whole day and the integral stays simple.
 */
const clouds = [
  { turns: 5, size: 0.3 },
  { turns: 23, size: 0.25 },
  { turns: 131, size: 0.15 },
]

/** The share of clear midsummer noon that a day reaches: lower in winter, and less under an overcast sky. */
export function dayHeight(seed: number, day: number): number {
  const summer = 0.7 + 0.3 * Math.sin(2 * Math.PI * season(day))
  return summer * (0.25 + 0.3 * uniform(seed, day))
}

const phase = (seed: number, day: number, cloud: number): number => uniform(seed, 3 * day + cloud + 0x4000_0000)

/** Share of the peak at x. */
export function sunAt(seed: number, day: number, x: number): number {
  const bell = Math.sin(Math.PI * x) ** 2
  let sky = 1
  for (const [cloud, { turns, size }] of clouds.entries()) {
    sky += size * Math.sin(2 * Math.PI * (turns * x + phase(seed, day, cloud)))
  }
  return dayHeight(seed, day) * bell * sky
}

/** Its integral from 0 to x; that of the whole day is half its height. */
export function sunTo(seed: number, day: number, x: number): number {
  let sum = x / 2 - Math.sin(2 * Math.PI * x) / (4 * Math.PI)
  for (const [cloud, { turns, size }] of clouds.entries()) {
    const start = phase(seed, day, cloud)
    // sin² a x sin b = (2 sin b - sin (b + 2a) - sin (b - 2a)) / 4
    const parts = wave(turns, start, x) / 2 - (wave(turns + 1, start, x) + wave(turns - 1, start, x)) / 4
    sum += size * parts
  }
  return dayHeight(seed, day) * sum
}

/** The integral of sin(2π(kx + start)) from 0 to x. */
const wave = (k: number, start: number, x: number): number =>
  (Math.cos(2 * Math.PI * start) - Math.cos(2 * Math.PI * (k * x + start))) / (2 * Math.PI * k)
