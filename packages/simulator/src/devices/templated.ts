import { readExtent, registerCount } from '@busbar/modbus'
import { type DeviceTemplate, type ParamTemplate, templates } from '@busbar/templates'
import { mix, noise, serialOf, uniform } from '../random.ts'
import type { Family, Process, Shown } from './family.ts'
import { hourMs, installedMs } from './processes/clock.ts'

/** What is usual for a unit, and how far it strays. */
const usual: Readonly<Record<string, readonly [middle: number, around: number]>> = {
  V: [230, 4],
  A: [6, 5],
  W: [1400, 1200],
  kW: [1.4, 1.2],
  VA: [1500, 1200],
  var: [200, 150],
  Hz: [50, 0.05],
  kHz: [4, 0],
  '%': [55, 40],
  '°C': [24, 9],
  rpm: [1480, 15],
  kPa: [400, 30],
  bar: [3, 0.5],
  hPa: [1013, 12],
  ppm: [600, 150],
  lx: [300, 250],
}
const [otherMiddle, otherAround] = [20, 15]

/** How much is counted in an hour. */
const hourly: Readonly<Record<string, number>> = { kWh: 0.4, kvarh: 0.1, kVAh: 0.45, Wh: 400, h: 1, 'm³': 0.2 }

/** A value keeps this far below what its registers can hold: the last numbers often mean that there is none. */
const headroom = 0.9

/** A family of the library that has no process of its own: numbers that are usual for their units, counters that count, known states. */
export function templated(sku: string): Family<Process, number> | undefined {
  const template = templates().get(sku)
  if (template === undefined) return undefined
  const params = [...template.paramTemplates, ...betweenOf(template)]
  const shows = Object.fromEntries(
    params.filter(({ isProgrammable }) => !isProgrammable).map((param, n) => [param.label, showing(param, n)]),
  )
  const written = params.filter(({ isProgrammable }) => isProgrammable)
  return {
    sku,
    template: { ...template, paramTemplates: params },
    create: (seed) => ({
      seed,
      settings: Object.fromEntries(
        written.map((param, n) => [
          param.label,
          showing(param, params.length + n)(installedMs, { seed, settings: {} }),
        ]),
      ),
    }),
    moment: (_, now) => now,
    shows,
  }
}

type Showing = (now: number, process: Process) => Shown

function showing(param: ParamTemplate, n: number): Showing {
  const { valueType, unitName = '', enum: states } = param
  if (valueType === 'string') return (_, { seed }) => serialOf(mix(seed, n)).slice(0, 2 * registerCount(param))
  if (valueType === 'unixtime') return (now) => Math.floor(now / 1000)
  if (valueType === 'bitmask') return () => 0
  if (states !== undefined) {
    const known = Object.keys(states).map(Number)
    return (now, { seed }) => known[Math.floor(uniform(mix(seed, n), Math.floor(now / hourMs)) * known.length)] ?? 0
  }
  if (valueType === 'bit') return (now, { seed }) => Math.round(uniform(mix(seed, n), Math.floor(now / hourMs)))
  const [low, high] = boundsOf(param)
  const within = (value: number): number => Math.min(high, Math.max(low, value))
  const rate = hourly[unitName]
  if (rate !== undefined)
    return (now, { seed }) =>
      within((rate * (0.5 + uniform(mix(seed, n), 0)) * Math.max(0, now - installedMs)) / hourMs)
  const [middle, around] = usual[unitName] ?? [otherMiddle, otherAround]
  return (now, { seed }) => within(middle + around * noise(mix(seed, n), now / hourMs))
}

/** What a parameter can show: its registers' range, within what may be written to it. */
function boundsOf(param: ParamTemplate): [low: number, high: number] {
  const { valueType, bitsAmount, multiplier = 1, shift = 0, min = -Infinity, max = Infinity, coding } = param
  const bits = bitsAmount ?? 16 * registerCount(param)
  const most =
    valueType === 'f32' || valueType === 'f64'
      ? 1e9
      : valueType === 'bcd16' || valueType === 'bcd32'
        ? 10 ** (bits / 4) - 1
        : 2 ** (valueType.startsWith('s') ? bits - 1 : bits) - 1
  const top = headroom * Math.min(most, coding?.negativeFrom ?? Infinity)
  const ends = [0, top].map((raw) => raw * Number(multiplier) + Number(shift))
  return [Math.max(Number(min), Math.min(...ends)), Math.min(Number(max), Math.max(...ends))]
}

/** Registers that no parameter names: scales of 10^0, positive signs, what lies between, and what tells the map from others of its name. */
function betweenOf({ paramTemplates, variant }: DeviceTemplate): ParamTemplate[] {
  const named = new Set(
    paramTemplates.flatMap((param) =>
      Array.from({ length: registerCount(param) }, (_, n) => `${param.registerKind} ${param.address + n}`),
    ),
  )
  const held = new Map<string, ParamTemplate>()
  const { probe } = variant ?? {}
  if (probe?.valueType === 'u16' && probe.absent !== true && !named.has(`${probe.registerKind} ${probe.address}`))
    held.set(`${probe.registerKind} ${probe.address}`, register(probe, probe.address, probe.min ?? 0))
  for (const param of paramTemplates) {
    const { registerKind, coding } = param
    const { address, count } = readExtent(param)
    for (let at = address; at < address + count; at++) {
      const place = `${registerKind} ${at}`
      const sign = coding?.signAt?.address === at ? coding.signAt.positive : undefined
      if (named.has(place) || (held.has(place) && sign === undefined)) continue
      held.set(place, register(param, at, sign ?? 0))
    }
  }
  return [...held.values()]
}

/** One that always holds the same. */
const register = (
  { registerKind }: Pick<ParamTemplate, 'registerKind'>,
  address: number,
  value: number,
): ParamTemplate => {
  const text = `Register ${address}`
  return {
    label: `${registerKind} ${address}`,
    name: { en: text, pl: text, ru: text, uk: text },
    address,
    registerKind,
    valueType: 'enum',
    enum: { [value]: { en: text, pl: text, ru: text, uk: text } },
    isTracked: false,
    isProgrammable: false,
  }
}
