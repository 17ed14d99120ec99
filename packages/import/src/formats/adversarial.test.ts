import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ImportProblem, importFormats } from '../plan/plan.ts'
import { csvReader } from '../readings/csv-readings.ts'
import { protocolReader } from '../readings/line-protocol.ts'
import { adversarialTexts } from '../testing/adversarial.ts'
import { readSources } from '../testing/read-one.ts'

/** `npm run test:random` takes a megabyte of each, as much as a request may have. Time that grows with the square shows in both. */
const isWhole = process.env['BUSBAR_SEED'] === 'random'
const [chars, cpuMsMax] = isWhole ? [1_000_000, 15_000] : [50_000, 1500]
const files = {
  spreadsheet: 'a.csv',
  kepware: 'a.csv',
  'home-assistant': 'a.yaml',
  esphome: 'a.yaml',
  telegraf: 'a.conf',
  thingsboard: 'a.json',
} as const

const isExpected = (error: unknown): boolean => error instanceof ImportProblem

/** Measures the CPU time of this thread, because other processes and the garbage collector share the processor. */
const assertQuick = (read: () => void): void => {
  const start = process.threadCpuUsage()
  try {
    read()
  } catch (error) {
    assert.ok(isExpected(error), String(error))
  }
  const { user, system } = process.threadCpuUsage(start)
  const cpuMs = (user + system) / 1000
  assert.ok(cpuMs < cpuMsMax, `${Math.round(cpuMs)} ms of the processor`)
}

for (const format of importFormats) {
  describe(`${format}: whatever a file has, it is read or refused at once`, () => {
    for (const [name, text] of adversarialTexts(format, chars)) {
      test(name, () => {
        for (const [isTemplatesOnly, given] of [
          [true, format],
          [false, null],
        ] as const) {
          const answers = { 'network:1': 'net:7', 'unit:1': '1' }
          assertQuick(() => readSources({ [files[format]]: text }, answers, { isTemplatesOnly }, given))
        }
      })
    }
  })
}

describe('readings: whatever a line has, it is read or refused at once', () => {
  for (const [name, text] of adversarialTexts('spreadsheet', chars)) {
    test(name, () => {
      const rules = { timeColumn: null, timeFormat: 'iso', timeZone: 'UTC' } as const
      assertQuick(() => csvReader(text, rules))
      assertQuick(() => csvReader('time,value,name', rules)(text, 1))
      assertQuick(() => protocolReader('ns')(text, 1))
      assertQuick(() => protocolReader('ns')(`m ${text} 1`, 1))
    })
  }
})
