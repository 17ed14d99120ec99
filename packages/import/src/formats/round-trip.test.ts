import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ByteOrder, ValueType } from '@busbar/modbus'
import * as fc from 'fast-check'
import type { PlannedParam } from '../plan/plan.ts'
import { readSources } from '../testing/read-one.ts'

/** Properties of a number in registers that every format can express. */
interface PlainNumber {
  name: string
  table: 'holding' | 'input'
  address: number
  type: ValueType
  order: ByteOrder
  scale: string
  unit: string
}

const types = ['u16', 's16', 'u32', 's32', 'u64', 's64', 'f32', 'f64'] as const
const plain = (orders: readonly ByteOrder[]): fc.Arbitrary<PlainNumber> =>
  fc.record({
    name: fc.stringMatching(/^[A-Z][a-z0-9 ]{0,10}[a-z]$/),
    table: fc.constantFrom('holding' as const, 'input' as const),
    address: fc.integer({ min: 0, max: 65_000 }),
    type: fc.constantFrom(...types),
    order: fc.constantFrom(...orders),
    scale: fc.constantFrom('1', '0.1', '0.001', '10', '2.5'),
    unit: fc.constantFrom('V', 'kWh', '°C'),
  })
const template = (orders: readonly ByteOrder[]): fc.Arbitrary<PlainNumber[]> =>
  fc.uniqueArray(plain(orders), {
    minLength: 1,
    maxLength: 8,
    comparator: (a, b) => a.name === b.name || (a.address === b.address && a.table === b.table),
  })

const bits = (type: ValueType): string => type.slice(1)
const pythonType = (type: ValueType): string =>
  `${{ u: 'uint', s: 'int', f: 'float' }[type[0] ?? ''] ?? ''}${bits(type)}`
const swaps: Readonly<Record<ByteOrder, string>> = { ABCD: 'none', CDAB: 'word', BADC: 'byte', DCBA: 'word_byte' }

const homeAssistant = (params: readonly PlainNumber[]): string =>
  `modbus:\n  - name: h\n    type: tcp\n    host: 192.0.2.1\n    sensors:\n${params
    .map(
      ({ name, table, address, type, order, scale, unit }) =>
        `      - {name: "${name}", slave: 1, input_type: ${table}, address: ${address}, data_type: ${pythonType(type)}, swap: ${swaps[order]}, scale: ${scale}, unit_of_measurement: "${unit}"}\n`,
    )
    .join('')}`

const telegraf = (params: readonly PlainNumber[]): string =>
  `[[inputs.modbus]]\nname = "h"\ncontroller = "tcp://192.0.2.1:502"\nconfiguration_type = "request"\n${params
    .map(
      ({ name, table, address, type, order, scale }) =>
        `[[inputs.modbus.request]]\nslave_id = 1\nbyte_order = "${order}"\nregister = "${table}"\nfields = [{ name = "${name}", address = ${address}, type = "${pythonType(type).toUpperCase()}", scale = ${scale} }]\n`,
    )
    .join('')}`

const thingsBoard = (params: readonly PlainNumber[]): string =>
  JSON.stringify({
    master: {
      slaves: [
        {
          host: '192.0.2.1',
          port: 502,
          byteOrder: 'BIG',
          wordOrder: 'BIG',
          unitId: 1,
          deviceName: 'h',
          timeseries: params.map(({ name, table, address, type, scale }) => ({
            tag: name,
            type: `${bits(type)}${{ u: 'uint', s: 'int', f: 'float' }[type[0] ?? ''] ?? ''}`,
            functionCode: table === 'holding' ? 3 : 4,
            address,
            multiplier: scale,
          })),
        },
      ],
    },
  })

const spreadsheet = (params: readonly PlainNumber[]): string =>
  `Name;FC;Address;Type;Byte order;Scale;Unit;Slave\n${params
    .map(
      ({ name, table, address, type, order, scale, unit }) =>
        `${name};${table === 'holding' ? 3 : 4};${address};${pythonType(type)};${order};${scale.replace('.', ',')};${unit};1\n`,
    )
    .join('')}`

const shown = ({
  name,
  registerKind,
  address,
  valueType,
  order = 'ABCD',
  multiplier = '1',
  unitName,
}: PlannedParam) => ({
  name: name.en,
  table: registerKind,
  address,
  type: valueType,
  order,
  scale: multiplier,
  ...(unitName !== undefined && { unit: unitName }),
})

const all = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const
for (const [format, file, orders, hasUnit, write] of [
  ['home-assistant', 'a.yaml', all, true, homeAssistant],
  ['telegraf', 'a.conf', all, false, telegraf],
  ['thingsboard', 'a.json', ['ABCD'], false, thingsBoard],
  ['spreadsheet', 'a.csv', all, true, spreadsheet],
] as const) {
  test(`a template written for ${format} is read back as it was`, () => {
    fc.assert(
      fc.property(template(orders), (params) => {
        const plan = readSources({ [file]: write(params) }, { 'network:1': 'net:7' })
        assert.equal(plan.format, format)
        assert.deepEqual(
          plan.notes.filter(({ level }) => level !== 'info'),
          [],
        )
        const wanted = params.map(({ unit, ...rest }) => ({ ...rest, ...(hasUnit && { unit }) }))
        assert.deepEqual(plan.devices[0]?.params.map(shown), wanted)
      }),
    )
  })
}
