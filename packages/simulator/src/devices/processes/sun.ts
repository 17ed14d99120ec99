import { zoneMs } from './clock.ts'

/** The year's day of the spring equinox, counted from 1970-01-01, and the length of a year. */
const equinoxDay = 79
const yearDays = 365.2425
const tilt = (23.44 * Math.PI) / 180

export interface Coordinates {
  /** Degrees north and east. */
  latitude: number
  longitude: number
}

/** Location of the plant. */
export const site: Coordinates = { latitude: 50, longitude: 30 }

/** Position of a day in the year: 0 at the spring equinox, 1 a year later. */
export const season = (day: number): number => ((day - equinoxDay) / yearDays) % 1

/** Sunrise and sunset in seconds of the local day. */
export function sunTimes(
  day: number,
  { latitude, longitude }: Coordinates,
  zone = zoneMs,
): { sunrise: number; sunset: number } {
  const declination = tilt * Math.sin(2 * Math.PI * season(day))
  const cosine = -Math.tan((latitude * Math.PI) / 180) * Math.tan(declination)
  const half = (Math.acos(Math.max(-1, Math.min(1, cosine))) / Math.PI) * 43_200
  const noon = 43_200 + zone / 1000 - longitude * 240
  return { sunrise: inDay(noon - half), sunset: inDay(noon + half) }
}

const inDay = (seconds: number): number => Math.min(86_399, Math.max(0, Math.round(seconds)))
