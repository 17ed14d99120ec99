import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'

test('the cloud reads the state and starts an update through its tunnel without a token; other callers cannot', async (t) => {
  const { call, world } = await startApi(t, 'B')
  const statuses = async (): Promise<number[]> => [
    (await call(null, 'GET', '/api/state/get/?time')).status,
    (await call(null, 'GET', '/api/firmware/')).status,
    (await call(null, 'POST', '/api/cmd/firmware/update/', {})).status,
    (await call(null, 'GET', '/api/identify/')).status,
    (await call(null, 'GET', '/api/settings/active/get/')).status,
  ]
  assert.deepEqual(await statuses(), [401, 401, 401, 401, 401])
  for (const arrival of ['gsm', 'wgManual'] as const) {
    world.arrival = arrival
    assert.deepEqual(await statuses(), [401, 401, 401, 401, 401], arrival)
  }
  world.arrival = 'wgCloud'
  assert.deepEqual(await statuses(), [200, 200, 200, 401, 401])
})

test('an update that cannot be is refused in words', async (t) => {
  const { call } = await startApi(t, 'B', { hasCard: false })
  const { status, body } = await call('admin', 'POST', '/api/cmd/firmware/update/', {})
  assert.deepEqual([status, (body as { error: string }).error], [409, 'ERROR_CONFLICT'])
  assert.match((body as { message: string }).message, /needs a card/)
  assert.equal((await call('user', 'POST', '/api/cmd/firmware/update/', {})).status, 403)
})
