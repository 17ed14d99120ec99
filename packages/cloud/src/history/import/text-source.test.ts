import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { ClientGone, Refusal } from '@busbar/wire/server'
import * as fc from 'fast-check'
import { type LineRules, openReader, type ParseJob, parseLines } from './parse-readings-job.ts'
import { createReadingsParser, textSource } from './text-source.ts'

const rulesOf = (format: LineRules['format']): LineRules => ({
  format,
  timeFormat: 's',
  timeZone: 'UTC',
  precision: 's',
})
const inProcess = { run: (job: ParseJob) => Promise.resolve(parseLines(job)) }

const openParser = (t: { after(end: () => Promise<void>): void }) => {
  const clock = new VirtualClock()
  const parser = createReadingsParser(clock)
  t.after(() => parser.stop())
  return { clock, parser }
}

/** All lines at once, as an oracle for the batches. */
const parsedAtOnce = (rules: LineRules, text: string, firstLine: number): object[] => {
  const lines = text.split(/\r?\n/)
  const read = openReader(rules, lines[0] ?? '')
  return lines.flatMap((line, index) =>
    line.trim() === '' || (rules.format === 'csv' && index === 0) ? [] : read(line, firstLine + index),
  )
}

const taken = async (source: Awaited<ReturnType<typeof textSource>>): Promise<object[]> => {
  const all: object[] = []
  await source((found) => {
    all.push(found)
    return Promise.resolve()
  })
  return all
}
const readingsFirst = (found: readonly object[]): object[] =>
  found.toSorted((a, b) => Number('reason' in a) - Number('reason' in b))

test('batches of any size have the readings and line numbers of the whole text', async () => {
  const lines = fc.array(
    fc.constantFrom('1,2,3', '4,,unavailable', 'x,1,2', '5,"6', '', ' ', 'm a=1,b=x 7', 'm,t=1 a=1i 8', 'm', '9'),
    { maxLength: 12 },
  )
  const ends = fc.constantFrom('\n', '\r\n', '\r\r\n', '\r')
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.array(ends, { minLength: 12, maxLength: 12 }),
      fc.constantFrom('\n', '\r\n', '\r\r\n'),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('csv' as const, 'line-protocol' as const),
      async (body, lineEnds, headingEnd, batchChars, format) => {
        const text = `time,U,P${headingEnd}${body.map((line, index) => line + lineEnds[index]).join('')}`
        const rules = rulesOf(format)
        const source = await textSource({ parser: inProcess, rules, text, firstLine: 3, batchChars })
        assert.deepEqual(readingsFirst(await taken(source)), readingsFirst(parsedAtOnce(rules, text, 3)))
      },
    ),
  )
})

test('the thread parses one batch at a time, each after the previous one has been taken', async (t) => {
  const { parser } = openParser(t)
  let underWay = 0
  let batches = 0
  const counted = {
    run: async (job: ParseJob) => {
      assert.equal((underWay += 1), 1)
      const result = await parser.run(job)
      underWay -= 1
      batches += 1
      return result
    },
  }
  const text = `time,U\n${'1,2\n'.repeat(1000)}`
  const source = await textSource({ parser: counted, rules: rulesOf('csv'), text, firstLine: 1, batchChars: 400 })
  assert.equal(batches, 1)
  let count = 0
  await source(() => {
    assert.equal(underWay, 0)
    assert.equal(batches, Math.floor(count / 101) + 1)
    count += 1
    return Promise.resolve()
  })
  assert.equal(count, 1000)
})

test('ends with its client between two batches', async (t) => {
  const { parser } = openParser(t)
  const client = new AbortController()
  const text = `time,U\n${'1,2\n'.repeat(1000)}`
  const { signal } = client
  const source = await textSource({ parser, rules: rulesOf('csv'), text, firstLine: 1, signal, batchChars: 400 })
  let count = 0
  const parsing = source(() => {
    count += 1
    client.abort()
    return Promise.resolve()
  })
  await assert.rejects(parsing, (error) => error instanceof ClientGone)
  assert.equal(count, 101)
})

test('refuses an invalid heading before anything else', async (t) => {
  const { parser } = openParser(t)
  const opening = textSource({ parser, rules: rulesOf('csv'), text: 'a,b', firstLine: 1 })
  await assert.rejects(opening, /body\.text: no column is called time, /)
})

test('refuses a text whose names would fill the memory', async (t) => {
  const { parser } = openParser(t)
  const fields = Array.from({ length: 60_000 }, (_, index) => `f${index}=1`)
  const text = `m,t=${'x'.repeat(400_000)} ${fields.join()} 1`
  const opening = textSource({ parser, rules: rulesOf('line-protocol'), text, firstLine: 1 })
  await assert.rejects(opening, (error) => error instanceof Refusal && error.code === 'IncorrectRequest')
})

test('answers a batch that exceeds its time with a wrong request', async (t) => {
  const { clock, parser } = openParser(t)
  const opening = textSource({ parser, rules: rulesOf('csv'), text: 'time,U\n1,2\n', firstLine: 1 })
  clock.advance(10_000)
  await assert.rejects(opening, /body\.text: parsing it takes too long or too much memory/)
})
