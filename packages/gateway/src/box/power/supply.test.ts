import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { testFolder } from '../../testing/folder.ts'
import { readSupply, type Supply, type SupplySensor } from './supply.ts'
import { SupplyWatch } from './supply-watch.ts'

const pi = { 'class/hwmon/hwmon0/name': 'rpi_volt', 'class/hwmon/hwmon0/in0_lcrit_alarm': '0' }
const labelled = {
  'class/hwmon/hwmon0/in0_label': 'Vcore',
  'class/hwmon/hwmon0/in0_input': '1100',
  'class/hwmon/hwmon1/in3_label': 'VIN',
  'class/hwmon/hwmon1/in3_input': '23870',
}
const ina = { 'class/hwmon/hwmon2/name': 'ina219', 'class/hwmon/hwmon2/in1_input': '11950' }
const battery = { 'class/power_supply/b/type': 'Battery', 'class/power_supply/b/voltage_now': '12600000' }

const rows: [says: string, files: Record<string, string>, sensor: SupplySensor | undefined, supply: Supply][] = [
  ['nothing', {}, undefined, { mv: null, isAlarm: false }],
  ['an input that is labelled so', labelled, undefined, { mv: 23_870, isAlarm: false }],
  ['the one that is named', { ...labelled, ...ina }, { name: 'ina219', input: 'in1' }, { mv: 11_950, isAlarm: false }],
  ['one that is named and not there', labelled, { name: 'ina219', input: 'in1' }, { mv: null, isAlarm: false }],
  ['a battery', battery, undefined, { mv: 12_600, isAlarm: false }],
  ['a Raspberry Pi', pi, undefined, { mv: null, isAlarm: false }],
  [
    'a Raspberry Pi in need',
    { ...pi, 'class/hwmon/hwmon0/in0_lcrit_alarm': '1' },
    undefined,
    { mv: null, isAlarm: true },
  ],
  ['nonsense', { ...labelled, 'class/hwmon/hwmon1/in3_input': 'x' }, undefined, { mv: null, isAlarm: false }],
]

for (const [says, files, sensor, supply] of rows) {
  test(`the supply by ${says}`, (t) => {
    const root = testFolder(t)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), `${text}\n`)
    }
    assert.deepEqual(readSupply(root, sensor), supply)
  })
}

const watch = async (minMv: number, readings: readonly (number | 'alarm' | null)[]): Promise<string[]> => {
  const clock = new VirtualClock(0)
  const seen: string[] = []
  const note = (what: string) => async () => void seen.push(`${clock.now() / 1000} ${what}`)
  const read = (): Supply => {
    const at = readings[Math.min(Math.max(clock.now() / 1000 - 1, 0), readings.length - 1)] ?? null
    return at === 'alarm' ? { mv: null, isAlarm: true } : { mv: at, isAlarm: false }
  }
  const log = { warn: () => {}, info: () => {}, error: () => {} }
  new SupplyWatch({ minMv, read, clock, log, onLow: note('low'), onGood: note('good') }).start()
  await clock.advanceAsync(readings.length * 1000)
  return seen.filter((line) => line.endsWith('low'))
}
const times = <T>(count: number, value: T): T[] => new Array<T>(count).fill(value)

test('a reading that throws is reported, and the next one is taken', async () => {
  const clock = new VirtualClock(0)
  const errors: object[] = []
  const read = (): Supply => {
    if (clock.now() === 1000) throw new Error('the sensor is gone')
    return { mv: 11_000, isAlarm: false }
  }
  let lowOn: number | null = null
  const supplyWatch = new SupplyWatch({
    minMv: 12_000,
    read,
    clock,
    log: { warn: () => {}, info: () => {}, error: (details) => void errors.push(details) },
    onLow: async () => void (lowOn = clock.now()),
    onGood: async () => {},
  })
  supplyWatch.start()
  await clock.advanceAsync(3000)
  await supplyWatch.stop()
  assert.equal(lowOn, 3000)
  assert.equal(errors.length, 2)
})

test('two low readings in a row count, and one does not', async () => {
  assert.deepEqual(await watch(12_000, [12_500, 11_000, 12_500, 11_000, 11_999, 11_000]), ['5 low'])
  assert.deepEqual(await watch(12_000, ['alarm', 'alarm']), ['2 low'])
  assert.deepEqual(await watch(0, times(5, 1)), [])
  assert.deepEqual(await watch(12_000, times(5, null)), [])
})

test('it is good again when it has been better by a twentieth for half a minute', async () => {
  // Not at 12.3 V, not after an interruption: a second low counts only after a good one.
  const sagging = [...times(2, 11_000), ...times(60, 12_300), ...times(2, 11_000)]
  assert.deepEqual(await watch(12_000, sagging), ['2 low'])
  const interrupted = [...times(2, 11_000), ...times(20, 12_700), 12_300, ...times(20, 12_700), ...times(2, 11_000)]
  assert.deepEqual(await watch(12_000, interrupted), ['2 low'])
  const recovered = [...times(2, 11_000), ...times(31, 12_700), ...times(2, 11_000)]
  assert.deepEqual(await watch(12_000, recovered), ['2 low', '35 low'])
})
