import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { testDatabase } from '../testing/test-database.ts'
import { parseInstant } from './values.ts'

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 8 })
/** Excludes -0, which the text form of some types does not distinguish from 0. */
const float = fc.double().map((value) => value + 0)
const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''))
const time = fc.date({ min: new Date('0001-01-01Z'), max: new Date('9999-12-31Z'), noInvalidDate: true })
const bytes = fc.uint8Array().map((value) => Buffer.from(value))

test('values survive the round trip, alone and in arrays', async () => {
  const { sql } = await testDatabase({ isBare: true })
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        floats: fc.array(maybe(float)),
        texts: fc.array(maybe(text)),
        times: fc.array(maybe(time)),
        truths: fc.array(maybe(fc.boolean())),
        bigs: fc.array(maybe(fc.maxSafeInteger())),
        packs: fc.array(maybe(bytes)),
        json: fc.jsonValue(),
        one: fc.record({ text, time, bytes, float, yes: fc.boolean() }),
      }),
      async ({ floats, texts, times, truths, bigs, packs, json, one }) => {
        const [row] = await sql`
          select ${floats}::float8[] as floats, ${texts}::text[] as texts, ${times}::timestamptz[] as times,
            ${truths}::boolean[] as truths, ${bigs}::bigint[] as bigs, ${packs}::bytea[] as packs, ${sql.json(json)} as json,
            ${one.text}::text as text, ${one.time} as time, ${one.bytes} as bytes, ${one.float}::float8 as float, ${one.yes} as yes`
        const plain = JSON.parse(JSON.stringify(json)) as unknown
        assert.deepEqual(row, { floats, texts, times, truths, bigs, packs, json: plain, ...one })
      },
    ),
    { numRuns: 200 },
  )
})

test('parses a time like Date', () => {
  for (const written of [
    '2026-03-01 12:00:00+00',
    '2026-03-01 12:00:00.1+00',
    '2026-03-01 12:00:00.123456+00',
    '2026-12-31 23:59:59.999999+00',
    '0099-01-02 03:04:05+00',
    '2026-03-01 12:00:00.5+02',
    '2026-03-01 12:00:00-07',
  ]) {
    assert.deepEqual(parseInstant(written), new Date(written), written)
  }
})
