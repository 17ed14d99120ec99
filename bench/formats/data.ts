import { createDevice, seededRandom } from '@busbar/simulator'
import { Meter, paramsPerMeter, periodMs } from '../readings/meter.ts'

const dayMs = 86_400_000
export const dayStart = Date.UTC(2026, 0, 15)
const count = dayMs / periodMs

/** A day of readings of many parameters. */
export interface Sample {
  name: string
  columns: Float64Array[]
}

/** When each is read: always in time. */
export const times = Float64Array.from({ length: count }, (_, at) => dayStart + at * periodMs)

/** The first of some parameters of simulated devices, as the demo has them. */
const demoLabels: Readonly<Record<string, readonly string[]>> = {
  em3p: ['U1', 'I1', 'P1', 'P_total', 'Q1', 'S_total', 'PF_total', 'F', 'E', 'EQ'],
  thermo: ['T', 'T_ambient', 'heater_hours', 'heater'],
  pump: ['F_out', 'flow', 'pressure', 'P', 'E', 'T_motor'],
  inverter: ['P', 'U_ac', 'I_ac', 'U_dc', 'E_total', 'T'],
}

const ofDemo = (): Float64Array[] =>
  Object.entries(demoLabels).flatMap(([sku, labels]) => {
    const device = createDevice({ sku, seed: 1, time: () => dayStart })
    const columns = labels.map(() => new Float64Array(count))
    for (const [at, time] of times.entries()) {
      for (const [place, value] of device.valuesAt(time, labels).entries()) (columns[place] ?? times)[at] = value
    }
    return columns
  })

const ofMeters = (meters: number): Float64Array[] =>
  Array.from({ length: meters }, (_, seed) => {
    const meter = new Meter(seed + 1)
    const columns = Array.from({ length: paramsPerMeter }, () => new Float64Array(count))
    for (let at = 0; at < count; at += 1)
      for (const [place, value] of meter.next().entries()) (columns[place] ?? times)[at] = value
    return columns
  }).flat()

/** Steps of any size up to some, in hundredths. */
const ofWalks = (): Float64Array[] =>
  [1, 5, 30, 200, 3000].map((most) => {
    const random = seededRandom(most)
    let hundredths = 0
    return Float64Array.from({ length: count }, () => (hundredths += Math.round(2 * most * (random() - 0.5))) / 100)
  })

export const samples = (): Sample[] => [
  { name: 'the demo', columns: ofDemo() },
  { name: 'the year', columns: ofMeters(4) },
  { name: 'random walks', columns: ofWalks() },
]
