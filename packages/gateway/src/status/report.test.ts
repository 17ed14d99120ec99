import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpackReport } from '@busbar/uplink/report'
import { packedReport } from './groups.ts'

test('the report to the cloud has the certificate of HTTPS beside the groups of the state', async () => {
  const https = { port: 8443, fingerprint: Array(32).fill('A7').join(':'), problem: null }
  const source = { stateOf: async (key: string) => ({ key }), firmware: { status: () => ({}) } }
  const packed = await packedReport(source, { tasks: {}, bus: {}, https })
  const report = JSON.parse(unpackReport(packed) ?? '') as Record<string, unknown>
  assert.deepEqual(report['https'], https)
  assert.deepEqual(report['time'], { key: 'time' })
})
