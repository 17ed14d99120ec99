import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import * as fc from 'fast-check'
import { fullName, type NameParts, shownText } from './names.rules.ts'

/** Text that a database can store: no NUL and no unpaired surrogate. */
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.replaceAll('\0', ''))
const language = fc.constantFrom('en', 'pl', 'ru', 'uk', 'de', 'zh-Hans', 'Z', '')
const some = fc.option(text)
const named: fc.Arbitrary<NameParts> = fc.record({
  deviceName: text,
  name: fc.dictionary(language, text, { noNullPrototype: true }),
  label: some,
  unitName: some,
})

test('the database shows names by the same rules', async () => {
  const { sql } = await testDatabase()
  await fc.assert(
    fc.asyncProperty(fc.array(named, { minLength: 1, maxLength: 20 }), async (all) => {
      const rows = await sql`
        select shown_text(name) as shown, full_name("deviceName", name, label, "unitName") as full
        from jsonb_to_recordset(${sql.json(all.map((one, place) => ({ ...one, place })))})
          as given (place integer, "deviceName" text, name jsonb, label text, "unitName" text)
        order by place`
      assert.deepEqual(
        rows.map(({ shown, full }) => [shown, full]),
        all.map((one) => [shownText(one.name), fullName(one)]),
      )
    }),
    { numRuns: 100 },
  )
})
