import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { makeDevice, pollOf, recordPolls } from './testing/polls.ts'

let api: TestApi
let volts = 0
let word = 0

/** Two readings, a minute apart. */
const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const { params, ...device } = await makeDevice(api, api.orgId, 'a', [{ valueType: 'f64' }, { valueType: 'string' }])
  ;[volts = 0, word = 0] = params.map(({ id }) => id)
  const start = Date.UTC(2026, 10, 14, 0, 5)
  await recordPolls(api, [
    pollOf(device, params, start, { [volts]: 230.5, [word]: 'on, 5' }),
    pollOf(device, params, start + 60_000, { [volts]: 230.6, [word]: 'on, 6' }),
  ])
  api.clock.advance(1_800_000)
}

const get = (query: string, name: string) => api.call('viewer', 'GET', `/readings/${name}/?${query}`)
const post = (name: string, body: object) => api.call('viewer', 'POST', `/readings/${name}/`, body)

describe('a beginning within a millisecond', () => {
  shareApi(prepare)
  const from = '2026-11-14T00:05:00.000001Z'
  const after = { from, till: '2026-11-14T00:06:00Z' }
  const within = { from, till: '2026-11-14T00:05:00.000002Z' }
  const next = '2026-11-14T00:06:00.000Z'
  const ids = (): { paramIds: number[] } => ({ paramIds: [volts] })

  test('excludes the reading before it everywhere', async () => {
    assert.deepEqual((await post('dispersed', { ...ids(), ...after, points: 1 })).body, [
      ['2026-11-14T00:05:00.001Z', [230.6]],
    ])
    const [[, [figures]]] = (await post('min-mean-max', { ...ids(), ...after, points: 1 })).body as [
      [string, [{ count: number }]],
    ]
    assert.equal(figures.count, 1)
    assert.deepEqual((await post('min-max-range', { ...ids(), ...after })).body, {
      [volts]: { minValueOn: next, minValue: 230.6, maxValueOn: next, maxValue: 230.6 },
    })
    const csv = await get(`paramIds=${volts}&from=${from}&till=${after.till}`, 'csv')
    assert.equal(String(csv.body).trim().split('\n').length, 2)
    const texts = await get(`paramId=${word}&from=${from}&till=${after.till}`, 'texts')
    assert.deepEqual(texts.body, [{ from: next, till: next, text: 'on, 6', count: 1 }])
  })

  test('makes an empty span of a shorter one', async () => {
    for (const points of [1, 7]) {
      assert.deepEqual((await post('dispersed', { ...ids(), ...within, points })).body, [])
      assert.deepEqual((await post('min-mean-max', { ...ids(), ...within, points })).body, [])
    }
    assert.deepEqual((await post('min-max-range', { ...ids(), ...within })).body, {})
    assert.deepEqual((await post('gaps', { ...ids(), ...within })).body, { [volts]: [] })
    const texts = await get(`paramId=${word}&from=${from}&till=${within.till}`, 'texts')
    assert.deepEqual(texts.body, [])
  })
})
