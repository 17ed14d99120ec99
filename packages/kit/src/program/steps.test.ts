import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShutdownSteps } from './steps.ts'

test('undone once, from the last to the first, past what fails or hangs', async () => {
  const done: string[] = []
  const logged: string[] = []
  const log = {
    error: (_: object, message: string) => logged.push(message),
    warn: () => {},
    info: () => {},
    debug: () => {},
  }
  const steps = new ShutdownSteps(log)
  steps.undo('first', 1000, () => done.push('first'))
  steps.undo('hangs', 1, () => new Promise(() => {}))
  steps.undo('fails', 1000, () => {
    throw new Error('broken')
  })
  steps.undo('last', 1000, async () => done.push('last'))
  await Promise.all([steps.undoAll(), steps.undoAll()])
  await steps.undoAll()
  assert.deepEqual(done, ['last', 'first'])
  assert.deepEqual(logged, ['stopping: fails', 'stopping: hangs'])
})
