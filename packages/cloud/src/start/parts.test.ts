import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShutdownSteps } from '@busbar/kit/program'
import { part, startParts } from './parts.ts'

const start = () => {
  const events: string[] = []
  const logged: string[] = []
  const log = {
    info: () => {},
    error: (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`),
  }
  const runner = (name: string) => ({
    start: () => Promise.resolve().then(() => void events.push(`start ${name}`)),
    stop: () => void events.push(`stop ${name}`),
  })
  return { events, logged, runner, steps: new ShutdownSteps(log) }
}

test('starts parts in order and stops them in reverse order', async () => {
  const { events, runner, steps } = start()
  const last = { name: 'c', stop: () => void events.push('stop c') }
  await startParts([part('a', runner('a')), null, part('b', runner('b')), last], steps)
  await steps.undoAll()
  assert.deepEqual(events, ['start a', 'start b', 'stop c', 'stop b', 'stop a'])
})

test('a service runs without a part that is missing', () => assert.equal(part('a', null), null))

test('stops the started parts if a later one fails to start', async () => {
  const { events, runner, steps } = start()
  const failing = {
    name: 'b',
    start: () => Promise.reject(new Error('no port')),
    stop: () => void events.push('stop b'),
  }
  await assert.rejects(startParts([part('a', runner('a')), failing, part('c', runner('c'))], steps), /no port/)
  await steps.undoAll()
  assert.deepEqual(events, ['start a', 'stop a'])
})

test('continues with the next part when one exceeds its time to stop', async () => {
  const { events, logged, runner, steps } = start()
  const hanging = { name: 'b', stop: () => new Promise(() => {}), stopMs: 1 }
  await startParts([part('a', runner('a')), hanging], steps)
  await steps.undoAll()
  assert.deepEqual(events, ['start a', 'stop a'])
  assert.match(logged.join(), /^stopping: b/)
})
