import type { LocalTime } from './local-time.rules.ts'
import { type Coordinates, crossings, zenithAt } from './sun.rules.ts'

/** Setting `astro`. */
export interface AstroSettings {
  readonly longDeg: number
  readonly longMin: number
  readonly longSec: number
  readonly latDeg: number
  readonly latMin: number
  readonly latSec: number
  /** 0 north east, 1 north west, 2 south east, 3 south west. */
  readonly quadrant: number
  /** 0 official, 1 civil, 2 nautical, 3 astronomical. */
  readonly sunZenithType: number
}

/** The sun on one local day. */
export interface SunDay {
  /** Seconds of that day, by the clock on the wall; null where it does not rise or set on it, or the place is unknown. */
  readonly sunriseSec: number | null
  readonly sunsetSec: number | null
  readonly isPolarDay: boolean
  readonly isPolarNight: boolean
}

const noSun: SunDay = { sunriseSec: null, sunsetSec: null, isPolarDay: false, isPolarNight: false }

/** Fifty minutes of arc are refraction and half of the sun's disk; the others are twilights. */
const zeniths = [90 + 50 / 60, 96, 102, 108]

const hourMs = 3_600_000

/**
 * Null for invalid coordinates, and for 0 N 0 E, which is in the sea and the default of a gateway without coordinates.
 */
const coordinatesOf = ({
  latDeg,
  latMin,
  latSec,
  longDeg,
  longMin,
  longSec,
  quadrant,
}: AstroSettings): Coordinates | null => {
  const lat = latDeg + latMin / 60 + latSec / 3600
  const long = longDeg + longMin / 60 + longSec / 3600
  if (lat > 90 || (lat === 0 && long === 0)) return null
  return { lat: quadrant >= 2 ? -lat : lat, long: quadrant % 2 === 1 ? -long : long }
}

/** The sun on the local day of that instant. The first sunrise and the last sunset count, if there are two. */
export const sunDay = (utcMs: number, astro: AstroSettings, toLocal: (utcMs: number) => LocalTime): SunDay => {
  const coordinates = coordinatesOf(astro)
  if (coordinates === null) return noSun
  const zenith = zeniths[astro.sunZenithType] ?? 90
  const today = toLocal(utcMs)
  const startMs = utcMs - today.daySec * 1000
  // A day that has a change of the clocks in it is an hour longer or shorter.
  const found = crossings(startMs - hourMs, startMs + 25 * hourMs, coordinates, zenith)
    .map(({ atMs, isRise }) => ({ ...toLocal(atMs), isRise }))
    .filter(({ date }) => date === today.date)
  const isPolar = found.length === 0
  const isUp = zenithAt(utcMs, coordinates) < zenith
  return {
    sunriseSec: found.find(({ isRise }) => isRise)?.daySec ?? null,
    sunsetSec: found.findLast(({ isRise }) => !isRise)?.daySec ?? null,
    isPolarDay: isPolar && isUp,
    isPolarNight: isPolar && !isUp,
  }
}
