import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'

test('memory, forwarded ports, and where it is encrypted', async (t) => {
  const { call, service } = await startApi(t, 'B')
  const { body } = await call('user', 'GET', '/api/box/')
  const { memory, forwarding } = body as { memory: Record<string, number>; forwarding: object[] }
  assert.ok((memory['ownKb'] ?? 0) > 1000 && (memory['freeKb'] ?? 0) < (memory['totalKb'] ?? 0))
  assert.deepEqual(forwarding, [])
  const off = { port: null, fingerprint: null, problem: null }
  assert.deepEqual((await call(null, 'GET', '/api/https/')).body, off)
  const listening = { port: 8443, fingerprint: 'AB:CD', problem: null }
  service.doors.https = { status: () => ({ ...listening, url: 'https://127.0.0.1:8443/' }) }
  assert.deepEqual((await call(null, 'GET', '/api/https/')).body, listening)
})
