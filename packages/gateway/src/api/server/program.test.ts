import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { createLog } from '@busbar/kit/log'
import type { Endpoint } from '@busbar/wire'
import { startGateway } from '../../start/app.ts'
import { readEnv } from '../../start/env.ts'
import { enter } from '../../testing/api-client.ts'
import { testFolder } from '../../testing/folder.ts'
import { contracts } from '../contract.ts'

/** Endpoints that need an existing file or an earlier request, or that do not end. */
const others = new Set(['/card/*', '/api/modbus/resp/', '/api/bus/live/'])

describe('the whole program answers by its contract, and says no more', () => {
  for (const variant of ['A', 'B'] as const) {
    test(`variant ${variant}`, async (t) => {
      const data = testFolder(t)
      const places = { http: '127.0.0.1:0', modbus: '127.0.0.1:0' }
      const gateway = await startGateway(
        readEnv({ data, card: testFolder(t), variant, ...places }, {}),
        createLog('silent'),
      )
      t.after(() => gateway.stop())
      const admin = await enter(gateway.url, 'admin', gateway.firstPassword ?? '')
      const [host = '', port = ''] = gateway.modbusTcp?.split(':') ?? []
      const client = connect(Number(port), host)
      t.after(() => client.destroy())
      await once(client, 'connect')
      const endpoints = Object.values(contracts[variant]).flatMap((one) => Object.values<Endpoint>(one))
      for (const { method, path, reply } of endpoints) {
        if (method !== 'GET' || others.has(path)) continue
        const body = await admin.get(path.replace(/^\/api\//, ''))
        assert.deepEqual(reply.parse(body), body, path)
      }
    })
  }
})
