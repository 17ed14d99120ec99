import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../testing/api.ts'

const from = '2026-11-14T00:00:00Z'
const till = '2026-11-15T00:00:00Z'

test('every batch takes a thousand ids, repeated or with spaces beside them, and not one more', async (t) => {
  const { call, orgId } = await startApi(t)
  const rows: [method: 'GET' | 'POST', path: string, body: (ids: number[]) => unknown][] = [
    ['GET', '/params/get-info/?paramIds=', () => undefined],
    ['GET', '/params/last-readings/?lang=en&paramIds=', () => undefined],
    ['GET', '/params/read-realtime/?lang=en&paramIds=', () => undefined],
    ['GET', '/readings/date-range/?paramIds=', () => undefined],
    ['POST', '/params/readings-on-time/', (paramIds) => ({ orgId, tillDate: till, paramIds })],
    ['POST', '/readings/dispersed/', (paramIds) => ({ paramIds, from, till, points: 1000 })],
    ['POST', '/readings/min-max-range/', (paramIds) => ({ paramIds, from, till })],
    ['POST', '/readings/min-mean-max/', (paramIds) => ({ paramIds, from, till, points: 100 })],
    ['POST', '/readings/gaps/', (paramIds) => ({ paramIds, from, till })],
    ['POST', `/org/${orgId}/viss/info/`, (visIds) => ({ visIds })],
    ['POST', `/org/${orgId}/viss/data/`, (visIds) => ({ visIds })],
    ['POST', `/org/${orgId}/params/get-param-values/`, (ids) => ({ params: ids.map((id) => `*#${id}`).join(' ') })],
  ]
  for (const [method, path, body] of rows) {
    const ask = async (count: number, between = ',') => {
      const ids = Array.from({ length: count }, (_, at) => at + 1)
      const list = method === 'GET' ? encodeURIComponent(ids.join(between)) : ''
      return (await call('viewer', method, `${path}${list}`, body(ids))).status
    }
    assert.deepEqual([await ask(1000), await ask(1001)], [200, 400], path)
    if (method === 'GET') assert.deepEqual([await ask(3, ' , '), await ask(3, ', 1,')], [200, 200], path)
  }
  const much = { paramIds: Array.from({ length: 101 }, (_, at) => at + 1), from, till, points: 1000 }
  const { status, body } = await call('viewer', 'POST', '/readings/min-mean-max/', much)
  assert.deepEqual([status, /points.*at most 100000/.test(JSON.stringify(body))], [400, true])
})
