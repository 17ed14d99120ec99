import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'
import { makeDevice, pollOf, recordPolls } from '../testing/polls.ts'

const start = Date.UTC(2026, 10, 14)

interface Answer {
  share: number | null
  steps: { from: string; share: number | null; reasons: Record<string, number> }[]
  devices?: { deviceId: number; share: number | null; shares: (number | null)[] }[]
}

test('availability', async (t) => {
  const api = await startApi(t)
  const { orgId, call } = api
  const { netId, deviceId, params } = await makeDevice(api, orgId, 'one', [{ valueType: 'f32' }, { valueType: 'f32' }])
  const [first, second] = params.map(({ id }) => id)
  assert.ok(first !== undefined && second !== undefined)
  // An hour of good reads, one of silence, one of good reads in which the first parameter is refused, and nothing afterwards.
  const polls = Array.from({ length: 180 }, (_, minute) => {
    const read = minute < 60 ? { [first]: 1, [second]: 2 } : minute < 120 ? 'Timeout' : { [second]: 2 }
    return pollOf({ orgId, deviceId }, params, start + minute * 60_000, read)
  })
  await recordPolls(api, polls)
  const ask = async (path: string, query = '?till=2026-11-14T04:00:00Z&days=1&steps=24') =>
    call('viewer', 'GET', `${path}availability/${query}`)

  for (const path of [`/device/${deviceId}/`, `/net/${netId}/`]) {
    await t.test(path.replace(/\d+/, ':id'), async () => {
      const { share, steps, devices } = (await ask(path)).body as Answer
      assert.equal(share, 120 / 180)
      assert.deepEqual(
        steps.slice(-4).map((step) => [step.from.slice(11, 16), step.share, step.reasons]),
        [
          ['00:00', 1, {}],
          ['01:00', 0, { Timeout: 60 }],
          ['02:00', 1, {}],
          ['03:00', null, {}],
        ],
      )
      assert.deepEqual(
        devices?.map((one) => [one.deviceId, one.share, one.shares.slice(-4)]) ?? [],
        path.startsWith('/net') ? [[deviceId, 120 / 180, [1, 0, 1, null]]] : [],
      )
    })
  }

  await t.test('a device without numbers has no share', async () => {
    const bare = await makeDevice(api, orgId, 'bare', [])
    const { share, steps } = (await ask(`/device/${bare.deviceId}/`, '')).body as Answer
    assert.deepEqual([share, steps.length, steps[0]?.share], [null, 30, null])
  })

  await t.test('limits are said', async () => {
    for (const [query, gives] of [
      ['steps=0', 400],
      ['steps=97', 400],
      ['days=0', 400],
      ['days=367', 400],
      ['till=tomorrow', 400],
      ['days=366&steps=96', 200],
    ] as const) {
      assert.equal((await call('viewer', 'GET', `/net/${netId}/availability/?${query}`)).status, gives, query)
    }
  })
})
