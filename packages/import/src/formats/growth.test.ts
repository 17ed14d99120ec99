import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ImportProblem, importFormats } from '../plan/plan.ts'
import { csvReader } from '../readings/csv-readings.ts'
import type { LineReader } from '../readings/found.ts'
import { protocolReader } from '../readings/line-protocol.ts'
import { readWorkbook } from '../table/workbook.ts'
import {
  type Grammar,
  grammars,
  type Pump,
  pumped,
  readingsGrammars,
  workbookParts,
  workbookWith,
} from '../testing/pumped.ts'
import { readSources } from '../testing/read-one.ts'

/** `npm run test:random` draws more. */
const runs = process.env['BUSBAR_SEED'] === 'random' ? 30 : 1
/** From 16 kB to a megabyte, as much as a request may have. The smaller ones end a test soon where a parser is very slow. */
const sizes = [15_625, 62_500, 250_000, 1_000_000]
/** Linear time grows by 4, time that grows with the square by 16. */
const ratioMax = 9
/** Below it compilation and the garbage collector decide the ratio: a quarter that took less counts as this. */
const noiseMs = 50
const attempts = 5

const files = {
  spreadsheet: 'a.csv',
  kepware: 'a.csv',
  'home-assistant': 'a.yaml',
  esphome: 'a.yaml',
  telegraf: 'a.conf',
  thingsboard: 'a.json',
} as const

/** Processor time of this thread: other threads and processes share the machine. */
const cpuMsOf = (read: () => void): number => {
  const start = process.threadCpuUsage()
  try {
    read()
  } catch (error) {
    assert.ok(error instanceof ImportProblem, String(error))
  }
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** Takes the smallest of several ratios: what else disturbs a measurement does not repeat itself. */
const assertLinear = (prepare: (chars: number) => () => void): void => {
  let [small, smallMs] = [prepare(0), 0]
  for (const size of sizes) {
    const large = prepare(size)
    let largeMs = cpuMsOf(large)
    for (let attempt = 1; largeMs > Math.max(smallMs, noiseMs) * ratioMax; attempt += 1) {
      const times = `${Math.round(largeMs)} ms for ${size} characters, ${Math.round(smallMs)} ms for a quarter of them`
      assert.ok(attempt < attempts, times)
      smallMs = cpuMsOf(small)
      largeMs = cpuMsOf(large)
    }
    small = large
    smallMs = largeMs
  }
}

const pumpOf = ({ heads, pieces }: Grammar): fc.Arbitrary<Pump> => {
  const piece = fc.constantFrom(...pieces)
  const some = fc.array(piece, { minLength: 1, maxLength: 3 })
  const joint = fc.constantFrom('', '\n', ...pieces)
  return fc.record({ head: fc.constantFrom(...heads), parts: fc.tuple(some, some), middle: joint, tail: joint })
}

/** Draws pumps, after those of which a parser was slow once. */
const isLinear = (grammar: Grammar, prepare: (text: string) => () => void, known: readonly Pump[] = []): void =>
  fc.assert(
    fc.property(pumpOf(grammar), (pump) => assertLinear((chars) => prepare(pumped(pump, chars)))),
    { numRuns: known.length + runs, examples: known.map((pump) => [pump]) },
  )

for (const format of importFormats) {
  test(`${format}: four times the text takes about four times as long`, () => {
    const answers = { 'network:1': 'net:7', 'unit:1': '1' }
    isLinear(grammars[format], (text) => () => void readSources({ [files[format]]: text }, answers, {}, format))
  })
}

for (const [path, grammar] of Object.entries(workbookParts)) {
  test(`workbook: four times ${path} takes about four times as long`, () => {
    isLinear(grammar, (text) => {
      const bytes = workbookWith(path, text)
      return () => void readWorkbook('a.xlsx', bytes)
    })
  })
}

const readLines = (read: LineReader, lines: readonly string[]): void => {
  const names = new Set<string>()
  for (const [index, line] of lines.entries()) {
    for (const found of read(line, index + 1)) if ('name' in found) names.add(found.name)
  }
}
const pump = (head: string, first: string, middle: string, second: string, tail: string): Pump => ({
  head,
  parts: [[first], [second]],
  middle,
  tail,
})

test('readings: four times a table takes about four times as long', () => {
  const rules = { timeColumn: null, timeFormat: 's', timeZone: 'UTC' } as const
  const prepare = (text: string) => () => {
    const [heading = '', ...lines] = text.split('\n')
    readLines(csvReader(`time,${heading}`, rules), lines)
  }
  isLinear(readingsGrammars.csv, prepare, [pump('', 'a,', '\n', '1\n', '')])
})

test('readings: four times the line protocol takes about four times as long', () => {
  const prepare = (text: string) => () => readLines(protocolReader('ns'), text.split('\n'))
  isLinear(readingsGrammars.protocol, prepare, [pump('m,t=', 'a', ' ', 'f=1,', 'f=1 1')])
})
