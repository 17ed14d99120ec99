import { at } from '@busbar/kit'
import { draws, mix, noise } from '../../random.ts'
import type { Family, Process } from '../family.ts'
import { dayMs, hourMs, installedMs, localDay, zoneMs } from '../processes/clock.ts'
import { type IncidentSchedule, incidentOf, sumOver } from '../processes/incidents.ts'
import { sunPart } from '../processes/production.ts'
import { sunAt } from '../processes/solar.ts'
import { season } from '../processes/sun.ts'

interface Station extends Process {
  settings: Readonly<{
    heating: number
    altitude: number
    gust_max: number
    site: string
    unit_id: number
    baud: number
  }>
  readonly showers: IncidentSchedule
  readonly storms: IncidentSchedule
  /** mm of rain before the plant's first day. */
  readonly rainBefore: number
}

interface DeviceState {
  now: number
  temperature: number
  humidity: number
  pressure: number
  wind: number
  gust: number
  rainRate: number
  rainTotal: number
}

/** mm of a shower and m/s of a storm, by kind of incident: most slots have neither. */
const showerMm = [0, 0, 0, 0, 0, 0, 0, 0, 0.4, 0.8, 1.4, 2.2, 3.5, 5, 8, 14]
const stormMs = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 7, 10, 13, 17]
const showerLastsMs = 2 * hourMs
const stormLastsMs = 4 * hourMs

/** A weather station: a year, a day, showers and storms. */
export const weather: Family<Station, DeviceState> = {
  sku: 'weather',
  create(seed) {
    const draw = draws(seed)
    const altitude = Math.round(draw(20, 400))
    return {
      seed,
      settings: { heating: 0, altitude, gust_max: 15, site: `Roof ${Math.ceil(draw(0, 40))}`, unit_id: 1, baud: 0 },
      showers: { seed: mix(seed, 1), slotMs: 10 * hourMs },
      storms: { seed: mix(seed, 2), slotMs: 10 * hourMs },
      rainBefore: draw(0, 2000),
    }
  },
  moment({ seed, showers, storms, rainBefore }, now) {
    const warmth = Math.sin(2 * Math.PI * ((now + zoneMs) / dayMs - 0.38))
    const year = Math.sin(2 * Math.PI * (season(localDay(now)) - 0.06))
    const temperature = 8.5 + 11 * year + 4.5 * warmth + 3 * noise(mix(seed, 3), now / dayMs)
    const rain = rainTo(showers, now)
    const storm = bell(storms, now, stormLastsMs)
    const calm = 3.5 + 2.4 * noise(mix(seed, 5), now / hourMs) + 0.8 * noise(mix(seed, 6), now / 20_000)
    const wind = calm + 0.6 * storm.height * at(stormMs, storm.kind)
    return {
      now,
      temperature,
      humidity: Math.min(100, 68 - 14 * warmth + 10 * noise(mix(seed, 4), now / (5 * hourMs)) + 3 * rain.rate),
      pressure: 1014 + 14 * noise(mix(seed, 7), now / (2.5 * dayMs)),
      wind,
      gust: wind * (1.35 + 0.15 * noise(mix(seed, 8), now / 15_000)),
      rainRate: rain.rate,
      rainTotal: rainBefore + rain.total - rainTo(showers, installedMs).total,
    }
  },
  shows: {
    T: ({ temperature }) => temperature,
    RH: ({ humidity }) => humidity,
    T_dew: ({ temperature, humidity }) => dewPoint(temperature, humidity),
    // The barometric formula of the standard atmosphere.
    p: ({ pressure }, { settings }) => pressure * (1 - settings.altitude / 44_330) ** 5.255,
    p_sea: ({ pressure }) => pressure,
    wind: ({ wind }) => wind,
    gust: ({ gust }) => gust,
    wind_dir: ({ now }, { seed }) => Math.floor(180 + 179.9 * noise(mix(seed, 9), now / (3 * hourMs))),
    irradiance: ({ now }, { seed }) => 1000 * sunAt(seed, localDay(now), sunPart(localDay(now), now)),
    rain_rate: ({ rainRate }) => rainRate,
    rain_total: ({ rainTotal }) => rainTotal,
    clock: ({ now }) => Math.floor(now / 1000),
    raining: ({ rainRate }) => Number(rainRate >= 0.1),
    storm: ({ gust }, { settings }) => Number(gust > settings.gust_max),
  },
}

/** An incident in the form of sin²: its current height, and its elapsed share. */
function bell(incidents: IncidentSchedule, now: number, lastsMs: number) {
  const { slot, kind, startMs } = incidentOf(incidents, now)
  const part = Math.min(1, Math.max(0, (now - startMs) / lastsMs))
  const over = part - Math.sin(2 * Math.PI * part) / (2 * Math.PI)
  return { slot, kind, height: Math.sin(Math.PI * part) ** 2, over }
}

/** mm/h now, and mm since the beginning of time: the rate's integral over a shower is what the shower brings. */
function rainTo(showers: IncidentSchedule, now: number): { rate: number; total: number } {
  const { slot, kind, height, over } = bell(showers, now, showerLastsMs)
  const mm = at(showerMm, kind)
  const earlier = sumOver(showers, 0, slot, (other) => at(showerMm, other))
  return { rate: (2 * mm * height * hourMs) / showerLastsMs, total: earlier + mm * over }
}

/** Magnus's formula. */
function dewPoint(temperature: number, humidity: number): number {
  const gamma = Math.log(humidity / 100) + (17.62 * temperature) / (243.12 + temperature)
  return (243.12 * gamma) / (17.62 - gamma)
}
