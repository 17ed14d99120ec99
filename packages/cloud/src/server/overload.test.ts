import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { makeDevice } from '../history/testing/polls.ts'
import { startApi, type TestApi } from '../testing/api.ts'

const admission = {
  costMax: 100_000,
  shareMax: 80_000,
  oneMax: 80_000,
  queueMax: 1,
  queueCostMax: 500_000,
  waitMsMax: 10_000,
}
const dayMs = 86_400_000

/** It costs 62,400. */
const chartBody = ({ service }: TestApi, paramIds: number[]): string => {
  const till = service.now()
  const from = new Date(till.getTime() - 30 * dayMs)
  const asked = Array.from({ length: 24 }, (_, i) => paramIds[i % 2])
  return JSON.stringify({ paramIds: asked, from, till, points: 1000 })
}

const chart = (api: TestApi, paramIds: number[], who: 'viewer' | 'stranger' = 'viewer') => {
  const controller = new AbortController()
  const body = chartBody(api, paramIds)
  const headers = { 'content-type': 'application/json', authorization: `token ${api.tokens[who]}` }
  const { signal } = controller
  const url = `${api.url}/api/v1/readings/min-mean-max/`
  const answer = fetch(url, { method: 'POST', headers, body, signal }).then(
    async (response) => ({ status: response.status, headers: response.headers, body: await response.json() }),
    () => null,
  )
  return { answer, leave: () => controller.abort() }
}

/** Charts are not read before the answer is called. */
const holdReads = async ({ service: { db } }: TestApi): Promise<() => Promise<void>> => {
  const { promise: over, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const held = db.recording.tx(async (tx) => {
    await tx`lock table chunk in access exclusive mode`
    begin()
    await over
  })
  await begun
  return () => {
    goOn()
    return held
  }
}

test('with too many charts at once, some wait, others are refused at once, and other requests continue', async (t) => {
  const api = await startApi(t, { admission })
  const { params } = await makeDevice(api, api.orgId, 'a', [{ valueType: 'u16' }, { valueType: 'u16' }])
  const ids = params.map(({ id }) => id)
  const status = () => api.service.admission.status
  const goOn = await holdReads(api)

  const first = chart(api, ids)
  await until(() => status().runningCost > 0)
  const left = chart(api, ids)
  await until(() => status().waiting === 1)
  left.leave()
  await until(() => status().waiting === 0)
  const second = chart(api, ids)
  await until(() => status().waiting === 1)

  const refused = await chart(api, ids).answer
  assert.deepEqual([refused?.status, refused?.headers.get('retry-after')], [503, '10'])
  assert.deepEqual(refused?.body, {
    errorCode: 'Unavailable',
    errorMessage: 'Too much is being read just now: ask for fewer parameters or a shorter span, or try again in 10 s.',
  })
  assert.equal((await api.call('viewer', 'GET', '/user/')).status, 200)
  const rename = { settings: { columns: 3 }, widgetOrder: [] }
  assert.equal((await api.call('owner', 'POST', `/org/${api.orgId}/dashboard/change/`, rename)).status, 200)

  // Work for a disconnected client still counts.
  const { runningCost } = status()
  first.leave()
  assert.equal(await first.answer, null)
  await new Promise(setImmediate)
  assert.deepEqual(status(), { runningCost, waiting: 1, refused: { full: 1, late: 0, stopping: 0 } })
  await goOn()
  assert.equal((await second.answer)?.status, 200)
  await until(() => status().runningCost === 0)

  // Two on one connection, which is cut: the second answer never had it.
  const goOnAgain = await holdReads(api)
  const body = chartBody(api, ids)
  const head = ['POST /api/v1/readings/min-mean-max/ HTTP/1.1', 'host: x', 'content-type: application/json']
  const own = [`authorization: token ${api.tokens.viewer}`, `content-length: ${body.length}`]
  const request = [...head, ...own, '', body].join('\r\n')
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.write(request + request)
  await until(() => status().runningCost > 0 && status().waiting === 1)
  socket.destroy()
  await until(() => status().waiting === 0)
  await goOnAgain()
  await until(() => status().runningCost === 0)
})
