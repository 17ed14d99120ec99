import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import * as fc from 'fast-check'
import { PackedRows, rowOf } from './row-layout.ts'

const row = fc
  .array(
    fc.record({
      cell: fc.constantFrom('0', '2', '6', 'f', 'w'),
      value: fc.oneof(
        { weight: 12, arbitrary: fc.integer({ min: -2000, max: 2000 }) },
        { weight: 1, arbitrary: fc.constantFrom(null, 0.5, -0.25, 1e300, 3e9) },
      ),
    }),
    { maxLength: 6 },
  )
  .map((places) => ({
    cells: places.map(({ cell }) => cell).join(''),
    values: places.map(({ value }) => value),
  }))

test('a packed row has the cells that the row by itself has; one with gaps, or that its cells do not hold, is none', async () => {
  const { sql } = await testDatabase()
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (given) => {
      const rows = new PackedRows(0)
      const packed = given.map(({ cells, values }) => rows.add(cells, values))
      for (const [at, { cells, values }] of given.entries()) {
        const single = rowOf(cells, values)
        const place = packed[at] ?? null
        assert.equal(place === null, single === null || values.includes(null))
        if (place === null || single === null) continue
        const { narrowFrom, narrowTill, wideFrom, wideTill } = place
        const [read] = await sql<[{ narrow: boolean; wide: boolean }]>`
          select (${rows.narrow}::integer[])[${narrowFrom}::int:${narrowTill}::int] = ${single.narrow}::integer[] as narrow,
            case when ${wideFrom}::int <= ${wideTill}::int then (${rows.wide}::double precision[])[${wideFrom}::int:${wideTill}::int] end
              is not distinct from ${single.wide}::double precision[] as wide`
        assert.deepEqual({ ...read }, { narrow: true, wide: true })
      }
    }),
    { numRuns: 30 },
  )
})
