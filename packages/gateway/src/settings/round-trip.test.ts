import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { z } from 'zod'
import { SettingsProblem } from './problem.ts'
import { keysIn, type SettingKey, settings } from './table.ts'
import { bodiesOf } from './testing/arbitrary.ts'
import { secrets } from './testing/contract.ts'
import { testStore } from './testing/store.ts'
import { mapFields } from './walk.ts'

/** Expected value after a change of the previous value. */
const expected = (key: SettingKey, before: unknown, change: unknown): unknown => {
  const { value } = settings[key]
  const after = value instanceof z.ZodObject ? { ...(before as object), ...(change as object) } : change
  return mapFields(value, after, key, (field, _, path) => (secrets.includes(path) ? null : field))
}

/** Settings that do not go together. */
const clash = /taken by|needed where|may be empty only|which is here/

for (const variant of ['A', 'B'] as const) {
  const keys = keysIn(variant)
  const bodies = bodiesOf(variant)

  test(`variant ${variant}: what is set is read back, now and after a restart, or nothing changes`, async () => {
    let taken = 0
    const holds = fc.asyncProperty(bodies, async (changes) => {
      const { store, disk } = await testStore({ variant, isRemoteAnywhere: true })
      for (const body of changes) {
        const before = store.get('saved', [], 2)
        const after = Object.fromEntries(
          keys.map((key) => [key, Object.hasOwn(body, key) ? expected(key, before[key], body[key]) : before[key]]),
        )
        try {
          await store.set(body, 2)
          taken++
          assert.deepEqual(store.get('saved', [], 2), after)
        } catch (error) {
          assert.ok(error instanceof SettingsProblem && clash.test(error.message), String(error))
          assert.deepEqual(store.get('saved', [], 2), before)
        }
        const restarted = await testStore({ variant, disk })
        assert.deepEqual(restarted.store.saved, store.saved)
      }
    })
    await fc.assert(holds, { numRuns: 60 })
    assert.ok(taken > 10, `${taken} were taken`)
  })
}
