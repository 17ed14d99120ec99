/** A place on Earth, in degrees; north and east are positive. */
export interface Coordinates {
  readonly lat: number
  readonly long: number
}

const rad = Math.PI / 180
const sin = (deg: number): number => Math.sin(deg * rad)
const cos = (deg: number): number => Math.cos(deg * rad)

const dayMs = 86_400_000
const minuteMs = 60_000
const centuryMs = 36_525 * dayMs
/** Noon of the first day of 2000, from which the series count. */
const epochMs = Date.UTC(2000, 0, 1, 12)

/** Series of NOAA's solar calculator: declination of the sun, and equation of time. */
const sunAt = (utcMs: number): { readonly declination: number; readonly sundialMin: number } => {
  const t = (utcMs - epochMs) / centuryMs
  const meanLong = 280.46646 + t * (36_000.76983 + t * 0.0003032)
  const anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
  const eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
  const centre =
    sin(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014)) +
    sin(2 * anomaly) * (0.019993 - t * 0.000101) +
    sin(3 * anomaly) * 0.000289
  const node = 125.04 - 1934.136 * t
  const long = meanLong + centre - 0.00569 - 0.00478 * sin(node)
  const tilt = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60 + 0.00256 * cos(node)
  const y = Math.tan((tilt / 2) * rad) ** 2
  const ahead =
    y * sin(2 * meanLong) -
    2 * eccentricity * sin(anomaly) +
    4 * eccentricity * y * sin(anomaly) * cos(2 * meanLong) -
    0.5 * y * y * sin(4 * meanLong) -
    1.25 * eccentricity ** 2 * sin(2 * anomaly)
  return { declination: Math.asin(sin(tilt) * sin(long)) / rad, sundialMin: (4 * ahead) / rad }
}

/** Zenith angle of the sun's centre in degrees, without refraction. */
export const zenithAt = (utcMs: number, { lat, long }: Coordinates): number => {
  const { declination, sundialMin } = sunAt(utcMs)
  const hourAngle = (utcMs / minuteMs + sundialMin) / 4 + long - 180
  const cosine = sin(lat) * sin(declination) + cos(lat) * cos(declination) * cos(hourAngle)
  return Math.acos(Math.max(-1, Math.min(1, cosine))) / rad
}

export interface Crossing {
  readonly atMs: number
  /** Up, or down. */
  readonly isRise: boolean
}

const stepMs = 10 * minuteMs
const exactMs = 100

/** When the sun passes that distance from overhead, between two instants. A stay of less than ten minutes may be missed. */
export const crossings = (fromMs: number, toMs: number, place: Coordinates, zenith: number): Crossing[] => {
  const isUp = (atMs: number): boolean => zenithAt(atMs, place) < zenith
  const found: Crossing[] = []
  let wasUp = isUp(fromMs)
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const isUpThen = isUp(atMs + stepMs)
    if (isUpThen !== wasUp) found.push({ atMs: between(atMs, atMs + stepMs, isUp), isRise: isUpThen })
    wasUp = isUpThen
  }
  return found
}

/** Finds the instant of the change between two times by bisection. */
const between = (fromMs: number, toMs: number, is: (atMs: number) => boolean): number => {
  const first = is(fromMs)
  let [low, high] = [fromMs, toMs]
  while (high - low > exactMs) {
    const middle = (low + high) / 2
    if (is(middle) === first) low = middle
    else high = middle
  }
  return high
}
