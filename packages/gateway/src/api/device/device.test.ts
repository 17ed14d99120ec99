import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedApis } from '../../testing/shared-api.ts'
import { stateKeys } from './state.contract.ts'

describe('describes the gateway', () => {
  const apis = sharedApis()

  for (const variant of ['A', 'B'] as const) {
    describe(`variant ${variant}`, () => {
      test('version needs no login', async () => {
        const { status, body } = await apis[variant]().call(null, 'GET', '/api/version/')
        assert.equal(status, 200)
        const names = variant === 'A' ? ['device'] : ['manufacturerName', 'labelName']
        assert.deepEqual(Object.keys(body as object), [
          ...names,
          'deviceId',
          'firmwareType',
          'firmwareVer',
          'releaseDate',
        ])
      })

      test('identity', async () => {
        const { body } = await apis[variant]().call('user', 'GET', '/api/identify/')
        const found = body as Record<string, unknown>
        const key = variant === 'A' ? found.pubKey : found.devicePublicKey
        assert.equal(Buffer.from(String(key), 'base64').length, 32)
        // The address was made up, as this box has no interface, so it may not be its alone.
        if (variant === 'A') assert.equal(found.uniqueMac, false)
        else assert.deepEqual([found.macAddress, found.cloudRegistered, found.pinCode], [null, false, '12345678'])
      })

      test('state: all of it, or what is named', async () => {
        const { call } = apis[variant]()
        const all = await call('user', 'GET', '/api/state/get/')
        assert.deepEqual(Object.keys(all.body as object), stateKeys)
        const some = await call('user', 'GET', '/api/state/get/?time&memCard=')
        assert.deepEqual(Object.keys(some.body as object), ['time', 'memCard'])
        assert.equal((some.body as { time: { timeUtc: string } }).time.timeUtc, '2026-11-15T00:00:00Z')
        const { misc, gsm } = all.body as Record<string, object>
        assert.equal('resetFlags' in (misc ?? {}), variant === 'B')
        assert.equal('isEnabled' in (gsm ?? {}), variant === 'B')
      })

      test('a group that is unknown is named', async () => {
        const { status, body } = await apis[variant]().call('user', 'GET', '/api/state/get/?time&tme')
        assert.deepEqual([status, body], [400, { error: 'ERROR_REQUEST', message: 'query: Unrecognized key: "tme"' }])
      })
    })
  }
})
