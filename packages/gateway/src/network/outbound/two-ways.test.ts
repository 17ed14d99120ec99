import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import type { UplinkAddresses } from '../paths.rules.ts'
import { Paths } from '../paths.ts'
import { settings, setUp } from './testing/calling.ts'
import { startCloud } from './testing/cloud.ts'

test('a connection for GSM only starts when GSM is available, and the state shows that', async (t) => {
  const { port, next } = await startCloud(t)
  let ways: UplinkAddresses = { eth: '192.0.2.7', gsm: null }
  const paths = new Paths(() => ways)
  const { gateway } = await setUp(t, port, { settings: { ...settings, connPort: port, connMode: 4 }, paths })
  await until(() => gateway.status().state === 'waiting')
  ways = { ...ways, gsm: { ip: '192.0.2.8', dnsServers: [] } }
  paths.check()
  await next()
  await until(() => gateway.status().state === 'connected')
  assert.equal(gateway.status().interface, 'gsm')
})
