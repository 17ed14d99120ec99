import { after, before } from 'node:test'
import type { Variant } from '../base/variant.ts'
import { startApi, type TestApi, type TestApiOptions } from './api.ts'

/** The API in both variants, for the tests of one file. */
export const sharedApis = (options: TestApiOptions = {}): Readonly<Record<Variant, () => TestApi>> => {
  const started = new Map<Variant, TestApi>()
  const ends: (() => Promise<void>)[] = []
  before(async () => {
    for (const variant of ['A', 'B'] as const) {
      started.set(variant, await startApi({ after: (end) => void ends.push(end) }, variant, options))
    }
  })
  after(async () => void (await Promise.all(ends.map((end) => end()))))
  const api = (variant: Variant) => (): TestApi => {
    const found = started.get(variant)
    if (found === undefined) throw new Error('the API is not started yet')
    return found
  }
  return { A: api('A'), B: api('B') }
}
