import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, read } from './source.ts'

/** Files of the console that may use the computer's clock, which may be wrong, each with its reason. */
const localTimes: Readonly<Record<string, string>> = {
  'data/api/refetch-every.ts': 'compares with the times of the query cache, which are of this computer',
  'boot.ts': 'runs before any module is loaded; adds the stored offset itself',
  'data/live/use-live.ts': 'measures how long the stream is silent and when it is retried',
  'shell/offline/keep-answers.ts': 'compares with the times of the query cache',
  'shell/sharing/line.tsx': 'measures how long the stream is silent',
  'shell/live-pill.tsx': 'measures how long the stream is silent and when it is retried',
  'shell/shell.tsx': 'counts down to the next retry',
  'data/state/server-time.ts': 'computes the offset between both clocks',
}

test('the console compares times of the server with the time of the server', () => {
  const folder = 'packages/console/src/'
  const sources = files(`${folder}**/*.{ts,tsx}`).filter((path) => !/\.test\.tsx?$|\/(testing|bench)\//.test(path))
  const local = sources.filter((path) => /\bDate\.now\b|\bnew Date\(\)/.test(read(path)))
  assert.deepEqual(
    local.map((path) => path.slice(folder.length)),
    Object.keys(localTimes).toSorted(),
    'use serverNow() of data/state/server-time.ts, or give the reason above',
  )
})
