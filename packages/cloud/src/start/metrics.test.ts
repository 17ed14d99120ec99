import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveMetrics } from '../operations/health/metrics.ts'

test('metrics are served on their own listener, and nothing else there', async (t) => {
  let port = 0
  let isBroken = false
  const errors: string[] = []
  const collect = () => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve('up 1\n'))
  const log = {
    info: (details: object) => void ({ port } = (details as { address: { port: number } }).address),
    error: (_details: object, message: string) => void errors.push(message),
  }
  t.after(await serveMetrics({ host: '127.0.0.1', port: 0 }, collect, log))
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  const answer = await get('/metrics?x=1')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(await answer.text(), 'up 1\n')
  for (const [path, method] of [
    ['/', 'GET'],
    ['/api/v1/version/', 'GET'],
    ['/metrics', 'POST'],
  ] as const) {
    assert.equal((await get(path, method)).status, 404)
  }
  isBroken = true
  assert.equal((await get('/metrics')).status, 500)
  assert.deepEqual(errors, ['metrics could not be collected'])
})
