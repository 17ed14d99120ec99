import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { OnceWork } from './once-work.ts'

test('work begins with its lease, ends before that is given, and a new owner is a new beginning', async () => {
  const held = new Map<string, number>()
  const logged: string[] = []
  const errors: string[] = []
  const once = new OnceWork({
    lease: (name) => {
      const epoch = held.get(name)
      return epoch === undefined ? undefined : { name, epoch, freeSinceMs: 0 }
    },
    log: { error: (_, message) => void errors.push(message) },
  })
  const task = (name: string) => ({
    start: async () => void logged.push(`${name} begins`),
    async stop() {
      await turn()
      logged.push(`${name} ends`)
    },
  })
  once.add('mail', task('mail'), () => 'well')
  once.add('broken', { start: () => Promise.reject(new Error('no')), stop: () => {} })
  held.set('mail', 1)
  once.update()
  assert.deepEqual(logged, [], 'not before all is ready')
  once.start()
  await turn()
  assert.deepEqual([logged.splice(0), once.report('mail'), once.isRunning('broken')], [['mail begins'], 'well', false])
  held.set('mail', 2)
  held.set('broken', 1)
  once.update()
  await once.end('mail')
  assert.deepEqual(logged.splice(0), ['mail ends'], 'what began and ended at once never began')
  assert.deepEqual([once.report('mail'), errors.length], [undefined, 1])
  once.update()
  await turn()
  assert.deepEqual(logged.splice(0), ['mail begins'])
  await once.stop()
  assert.deepEqual(logged, ['mail ends'])
})
