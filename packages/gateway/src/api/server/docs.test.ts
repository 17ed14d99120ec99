import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { client } from '@busbar/wire'
import { Validator } from '@seriousme/openapi-schema-validator'
import { sharedApis } from '../../testing/shared-api.ts'
import { contracts, errorFields } from '../contract.ts'

interface Operation {
  'x-access': number
  security: object[]
}

describe('describes the API', () => {
  const apis = sharedApis({ allowHosts: ['panel.example.org'] })

  for (const variant of ['A', 'B'] as const) {
    test(`${variant}: the document is valid and tells levels`, async () => {
      const response = await fetch(`${apis[variant]().url}/api/openapi.json`)
      assert.equal(response.status, 200)
      const document = (await response.json()) as { paths: Record<string, Record<string, Operation>> }
      const verdict = await new Validator().validate(structuredClone(document))
      assert.deepEqual(verdict, { valid: true })
      const own = Object.values(contracts[variant]).flatMap((one) => Object.values(one))
      assert.equal(Object.keys(document.paths).length, own.length)
      const level = (method: string, path: string) => document.paths[path]?.[method]?.['x-access']
      assert.deepEqual(
        [
          level('get', '/api/version/'),
          level('get', '/api/identify/'),
          level('get', '/api/modbus/find/result/'),
          level('post', '/api/settings/saved/set/'),
          level('post', '/api/cmd/reboot/'),
        ],
        variant === 'A' ? [0, 1, 2, 2, 2] : [0, 1, 1, 1, 2],
      )
      assert.deepEqual(document.paths['/api/version/']?.get?.security, [])
    })

    test(`${variant}: the page loads nothing and runs nothing`, async () => {
      const response = await fetch(`${apis[variant]().url}/api/docs`)
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
      const page = await response.text()
      assert.match(page, new RegExp(`Busbar gateway, variant ${variant}`))
      assert.doesNotMatch(page, /<script|src=|Every path starts/)
      assert.match(page, /access: 2/)
    })
  }

  test('not under a foreign name either', async () => {
    const { url } = apis.B()
    for (const path of ['/api/docs', '/api/openapi.json']) {
      const response = await fetch(url + path, { headers: { origin: 'http://evil.example' } })
      assert.deepEqual([response.status, ((await response.json()) as { error: string }).error], [403, 'ERROR_HOST'])
      assert.equal((await fetch(url + path, { headers: { origin: 'https://panel.example.org' } })).status, 200)
    }
  })

  test('a client of the contract, in both variants', async () => {
    const optionsOf = (variant: 'A' | 'B') => ({
      baseUrl: apis[variant]().url,
      errorFields,
      authorization: () => `Bearer ${apis[variant]().tokens.admin}`,
    })
    const [a, b] = [client(contracts.A, optionsOf('A')), client(contracts.B, optionsOf('B'))]
    const [who, whoB] = [await a.device.identify(), await b.device.identify()]
    assert.ok('ok' in who && 'ok' in whoB)
    assert.deepEqual([who.ok.device, whoB.ok.labelName], ['Busbar Gateway', 'Busbar Gateway'])
    assert.deepEqual(await b.settings.set({ timeGmt: 8 }), { ok: {} })
    assert.deepEqual(await b.settings.saved({ keys: ['timeGmt'] }), { ok: { timeGmt: 8 } })
    const found = await a.search.result({ list: true })
    assert.ok('ok' in found && found.ok.foundDevices !== undefined)
    const sent = await a.modbus.request({ reqData: '0c030000000a' })
    assert.ok('ok' in sent)
    assert.deepEqual(await a.modbus.response({ tid: sent.ok.tid }), { ok: { respData: '0c830b', status: 'DONE' } })
    const missing = await b.card.download({ '*': 'NONE.TXT' })
    assert.ok('err' in missing)
    assert.deepEqual([missing.err.status, missing.err.code], [404, 'ERROR_FR_NO_FILE'])
    assert.deepEqual(await b.card.write({ path: '/A.TXT', blockIdx: 0, blockCount: 1, data: 'eA==' }), { ok: {} })
    const file = await b.card.download({ '*': 'A.TXT' })
    assert.ok('ok' in file)
    assert.equal(await file.ok.text(), 'x')
    assert.deepEqual(await a.system.setTime({ time: new Date('2031-01-01') }), { ok: {} })
  })
})
