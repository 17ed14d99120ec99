import type { DeviceDescription, PlantDescription, SiteDescription } from '../plant/description.ts'

type Row = readonly [sku: string, name: string]

/** Devices of a type of site, in the order of their units. */
const kinds = {
  house: [
    ['em3p', 'Building meter'],
    ['em1p', 'Stairs and lifts'],
    ['thermo', 'Heating'],
    ['em130', 'Entrance lights'],
  ],
  school: [
    ['em3p', 'Main meter'],
    ['em1p', 'Kitchen'],
    ['thermo', 'Heating east'],
    ['thermo', 'Heating west'],
    ['em130', 'Yard lights'],
    ['inverter', 'Roof solar'],
  ],
  'pumping-station': [
    ['controller', 'Station controller'],
    ['em3p', 'Main meter'],
    ['pump', 'Pump 1'],
    ['pump', 'Pump 2'],
    ['rpm416', 'Pump 1 protection'],
    ['rpm416', 'Pump 2 protection'],
  ],
  'solar-field': [
    ['controller', 'Field controller'],
    ['em3p', 'Site meter'],
    ['inverter', 'Inverter 1'],
    ['inverter', 'Inverter 2'],
    ['inverter', 'Inverter 3'],
    ['weather', 'Weather mast'],
  ],
} as const satisfies Record<string, readonly Row[]>

/** Forty sites of a small town. */
const counts: readonly (readonly [kind: keyof typeof kinds, count: number])[] = [
  ['house', 24],
  ['school', 6],
  ['pumping-station', 6],
  ['solar-field', 4],
]

const devicesOf = (kind: keyof typeof kinds): DeviceDescription[] =>
  kinds[kind].map(([sku, name], i) => ({ unit: i + 1, sku, name }))

const title = (kind: string): string => `${kind.slice(0, 1).toUpperCase()}${kind.slice(1).replace('-', ' ')}`

/** Every tenth site speaks RTU over TCP and every thirteenth ASCII, as serial servers in the field do. */
const envelopeOf = (i: number): SiteDescription['envelope'] => (i % 10 === 9 ? 'rtu' : i % 13 === 12 ? 'ascii' : 'tcp')

export const district: PlantDescription = {
  name: 'district',
  seed: 'district',
  sites: counts
    .flatMap(([kind, count]) => Array.from({ length: count }, (_, i) => ({ kind, number: i + 1 })))
    .map(({ kind, number }, i) => ({
      id: `${kind}-${number}`,
      name: `${title(kind)} ${number}`,
      envelope: envelopeOf(i),
      devices: devicesOf(kind),
    })),
}
