import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { csvReader } from './csv-readings.ts'
import { protocolReader } from './line-protocol.ts'
import { timeOf } from './times.rules.ts'

const rules = { timeColumn: null, timeFormat: 'iso', timeZone: 'Europe/Warsaw' } as const
const at = Date.UTC(2026, 0, 2, 3, 4, 5)

for (const [text, format, gives] of [
  ['2026-01-02T03:04:05Z', 'iso', at],
  ['2026-01-02 04:04:05', 'iso', at],
  ['2026-01-02T04:04:05+0100', 'iso', at],
  ['1767323045', 's', at],
  ['1767323045000', 'ms', at],
  [
    '2026-10-25T02:30:00',
    'iso',
    'clocks of Europe/Warsaw showed "2026-10-25T02:30:00" twice or never: it needs an offset',
  ],
  ['2026-10-25T02:30:00+02:00', 'iso', Date.UTC(2026, 9, 25, 0, 30)],
  [
    '2026-03-29T02:30:00',
    'iso',
    'clocks of Europe/Warsaw showed "2026-03-29T02:30:00" twice or never: it needs an offset',
  ],
  ['yesterday', 'iso', '"yesterday" is no time'],
  ['12:30', 's', '"12:30" is no time in s'],
] as const) {
  test(`${text} as ${format}`, () => assert.deepEqual(timeOf(text, format, 'Europe/Warsaw'), gives))
}

test('tables: a column each, long, and with commas as points', () => {
  const wide = csvReader('\uFEFFtime,Hall U,"Hall, P"', rules)
  assert.deepEqual(wide('2026-01-02T03:04:05Z,230.1,"1,5"', 2), [
    { name: 'Hall U', time: at, value: '230.1' },
    { name: 'Hall, P', time: at, value: '1,5' },
  ])
  assert.deepEqual(wide('2026-01-02T03:04:05Z,,unavailable', 3), [{ name: 'Hall, P', time: at, value: null }])
  assert.deepEqual(wide('2026-01-02T03:04:05Z,"x', 4), [{ line: 4, reason: 'the quote is never closed' }])
  const long = csvReader('entity_id,state,last_changed', rules)
  assert.deepEqual(long('sensor.pv,on,2026-01-02T03:04:05Z', 2), [{ name: 'sensor.pv', time: at, value: 'on' }])
  const local = csvReader('Czas;Moc', rules)
  assert.deepEqual(local('2026-01-02 04:04:05;12,5', 2), [{ name: 'Moc', time: at, value: '12.5' }])
  assert.throws(() => csvReader('a,b', rules), /no column is called time/)
})

for (const [line, gives] of [
  ['m v=1 1767323045000000000', [['m:v', '1']]],
  [
    'modbus,host=a,unit=3 energy=12i,state="on, \\"x\\"",ok=t 1767323045000000000',
    [
      ['modbus,host=a,unit=3:energy', '12'],
      ['modbus,host=a,unit=3:state', 'on, "x"'],
      ['modbus,host=a,unit=3:ok', '1'],
    ],
  ],
  ['my\\ meter,a\\,b=c\\ d f=1.50e2 1767323045000000000', [['my meter,a,b=c d:f', '150']]],
  [
    'm big=18446744073709551615u,n=NaN 1767323045000000000',
    [
      ['m:big', '18446744073709551615'],
      ['m:n', null],
    ],
  ],
] as const) {
  test(line, () => {
    const found = protocolReader('ns')(line, 1)
    assert.deepEqual(
      found,
      gives.map(([name, value]) => ({ name, time: at, value })),
    )
  })
}

for (const [line, reason] of [
  ['m v=1', 'it has no time'],
  ['m', 'it is no line of the protocol'],
  ['m v=x 1', 'v: "x" is no value'],
  ['m v="a 1', 'it is no line of the protocol'],
  ['m v 1', 'its fields cannot be read'],
] as const) {
  test(`${line}: ${reason}`, () => assert.deepEqual(protocolReader('s')(line, 7), [{ line: 7, reason }]))
}

test('ignores the lines that influx_inspect adds', () => {
  const around = ['# DDL', 'CREATE DATABASE busbar WITH NAME autogen', '# CONTEXT-DATABASE:busbar', '']
  for (const line of around) assert.deepEqual(protocolReader('ns')(line, 1), [])
})

test('reads the line protocol that it writes', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9 ,=]{0,8}$/)
  const escaped = (text: string): string => text.replaceAll(/[ ,=]/g, String.raw`\$&`)
  fc.assert(
    fc.property(
      word,
      word,
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: -1e12, max: 1e12 }).map((millionths) => millionths / 1e6),
      (series, field, time, value) => {
        const [reading] = protocolReader('ms')(`${escaped(series)} ${escaped(field)}=${value} ${time}`, 1)
        assert.ok(reading !== undefined && 'name' in reading)
        assert.deepEqual([reading.name, reading.time, Number(reading.value)], [`${series}:${field}`, time, value + 0])
      },
    ),
  )
})
