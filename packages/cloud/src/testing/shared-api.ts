import { after, before } from 'node:test'
import { startApi, type TestApi, type TestApiOptions } from './api.ts'

/** Inside `describe`: one service for all of its tests. */
export const shareApi = (prepare: (api: TestApi) => unknown, options: TestApiOptions = {}): void => {
  const ends: (() => unknown)[] = []
  before(async () => {
    await prepare(await startApi({ after: (end) => ends.push(end as () => unknown) }, options))
  })
  after(async () => {
    for (const end of ends) await end()
  })
}
