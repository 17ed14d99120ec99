import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadingsEvent } from '../../data/live/live-feed.ts'
import { LivePoints } from './use-history.ts'

const on = (ms: number): string => new Date(ms).toISOString()

const reading = (fields: Partial<ReadingsEvent>): ReadingsEvent => ({
  kind: 'readings',
  deviceId: 1,
  readOn: on(1000),
  values: {},
  ...fields,
})
const series = [{ paramId: 7, deviceId: 1, name: 'U' }]

test('readings are heard once and in order, failures break the line, others are not listened to', () => {
  const live = new LivePoints()
  assert.deepEqual(live.take(series, [reading({ deviceId: 2, values: { 7: '1' } })]), {
    isOther: false,
    isTooMuch: false,
  })
  live.take(series, [reading({ values: { 7: '1.5' } }), reading({ values: { 7: '9' } })])
  live.take(series, [
    reading({ readOn: on(2000), errors: { 7: 'Timeout' } }),
    reading({ readOn: on(3000), error: 'Timeout' }),
  ])
  assert.deepEqual(live.of(7), { times: [1000, 2000, 3000], values: [1.5, null, null] })
  assert.equal(live.latest, 3000)
})

test('reports too many points and forgets half of them', () => {
  const live = new LivePoints()
  const events = Array.from({ length: 4001 }, (_, i) => reading({ readOn: on(1000 + i), values: { 7: String(i) } }))
  assert.equal(live.take(series, events.slice(0, 4000)).isTooMuch, false)
  assert.equal(live.take(series, events.slice(4000)).isTooMuch, true)
  assert.equal(live.of(7).times.length, 2001)
  assert.equal(live.of(7).values.at(-1), 4000)
})
