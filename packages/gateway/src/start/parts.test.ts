import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '@busbar/kit/log'
import { createAll, type Part, startParts } from './parts.ts'

const log = createLog('silent')

/** Parts that write down what happens to them. */
const recorded = (rows: readonly (Pick<Part, 'name' | 'needs'> & { readonly fails?: boolean })[]) => {
  const events: string[] = []
  const parts = rows.map(({ name, needs, fails }) => ({
    name,
    needs,
    stopMs: 100,
    start: () => {
      if (fails) throw new Error(`${name} failed`)
      events.push(`start ${name}`)
    },
    stop: () => events.push(`stop ${name}`),
  }))
  return { events, parts }
}

test('starts parts in their order and stops them in reverse order', async () => {
  const { events, parts } = recorded([
    { name: 'bus', needs: [] },
    { name: 'server', needs: ['bus'] },
  ])
  const stop = await startParts(parts, log)
  await stop()
  assert.deepEqual(events, ['start bus', 'start server', 'stop server', 'stop bus'])
})

test('stops the parts that have started when a later one fails', async () => {
  const { events, parts } = recorded([
    { name: 'bus', needs: [] },
    { name: 'server', needs: ['bus'], fails: true },
    { name: 'api', needs: [] },
  ])
  await assert.rejects(startParts(parts, log), /server failed/)
  assert.deepEqual(events, ['start bus', 'stop bus'])
})

test('refuses a list in which a part comes before one that it needs', async () => {
  const { events, parts } = recorded([
    { name: 'server', needs: ['bus'] },
    { name: 'bus', needs: [] },
  ])
  await assert.rejects(startParts(parts, log), /server is listed before bus/)
  assert.deepEqual(events, [])
})

test('a part that hangs while stopping delays the others by its deadline only', async () => {
  const { events, parts } = recorded([{ name: 'bus', needs: [] }])
  const hanging: Part = { name: 'server', needs: [], stopMs: 1, stop: () => new Promise(() => {}) }
  const stop = await startParts([...parts, hanging], log)
  await stop()
  assert.deepEqual(events, ['start bus', 'stop bus'])
})

interface Pair {
  readonly gate: { readonly bus: object }
  readonly bus: { readonly gate: () => object }
}

test('creates objects that refer to each other', () => {
  const all = createAll<Pair>({
    gate: ({ bus }) => ({ bus }),
    bus: (parts) => ({ gate: () => parts.gate }),
  })
  assert.equal(all.gate.bus, all.bus)
  assert.equal(all.bus.gate(), all.gate)
})

test('refuses objects of which each takes the other while it is created', () => {
  interface Circle {
    readonly a: object
    readonly b: object
  }
  assert.throws(() => createAll<Circle>({ a: ({ b }) => ({ b }), b: ({ a }) => ({ a }) }), /needed to create itself/)
})
