import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../../testing/api.ts'
import { sharedApis } from '../../testing/shared-api.ts'

const wish = { baudRate: 9600, charFormat: 0 }
const template = '/METERS.TXT'

describe('search', () => {
  const apis = sharedApis()

  test('starts, reports and stops a search', async (t) => {
    const { call } = await startApi(t, 'B')
    const started = await call('admin', 'POST', '/api/modbus/find/start/', wish)
    assert.deepEqual([started.status, started.body], [200, { status: 'DONE', errorCode: null }])
    assert.equal((await call('admin', 'POST', '/api/modbus/find/stop/')).status, 200)
    const { status, body } = await call('user', 'GET', '/api/modbus/find/result/')
    assert.deepEqual([status, Object.keys(body as object)], [200, ['status', 'uid', 'found']])
  })

  test('the flag `list` is there or not', async (t) => {
    const { call } = await startApi(t, 'B')
    for (const query of ['?list', '?list=']) {
      const { body } = await call('user', 'GET', `/api/modbus/find/result/${query}`)
      assert.deepEqual(body, { status: 'DONE', uid: null, found: 0, foundDevices: [] }, query)
    }
    for (const query of ['?list=1', '?list&list', '?lists', '?__proto__', '?constructor', '?list[]']) {
      const { status, body } = await call('user', 'GET', `/api/modbus/find/result/${query}`)
      assert.deepEqual([status, (body as { error: string }).error], [400, 'ERROR_REQUEST'], query)
    }
  })

  test('refuses a search while the gateway is a slave', async (t) => {
    const { call, world } = await startApi(t, 'A')
    world.isSlave = true
    const { status, body } = await call('admin', 'POST', '/api/modbus/find/start/', wish)
    assert.deepEqual([status, body], [200, { status: 'ERROR', errorCode: 'ERROR_SERIAL_IS_SLAVE' }])
  })

  for (const [field, value] of [
    ['baudRate', 74],
    ['baudRate', 230_401],
    ['baudRate', 9600.5],
    ['charFormat', 6],
    ['charFormat', -1],
    ['frameMode', 2],
    ['frameMode', null],
    ['fastSearch', 1],
  ] as const) {
    test(`${field} ${value} is out of range`, async () => {
      const { call } = apis.A()
      const { status, body } = await call('admin', 'POST', '/api/modbus/find/start/', { ...wish, [field]: value })
      assert.equal(status, 400)
      assert.match((body as { message: string }).message, new RegExp(`^body\\.${field}`))
    })
  }
})

describe('identification', () => {
  const apis = sharedApis()
  const startBody = { ...wish, filePath: template, frameMode: 0, uid: 12 }

  test('answers its errors with 200', async (t) => {
    const { call, world } = await startApi(t, 'B')
    const missing = { status: 'ERROR', errorCode: 'ERROR_FR_NO_FILE' }
    const meta = await call('admin', 'POST', '/api/modbus/class-find/search-meta-info/', { filePath: template })
    assert.deepEqual([meta.status, meta.body], [200, missing])
    for (const query of ['?search-meta-info', '?search-meta-info=']) {
      const started = await call('admin', 'POST', `/api/modbus/class-find/start/${query}`, startBody)
      assert.deepEqual([started.status, started.body], [200, missing])
    }
    const { status, body } = await call('user', 'GET', '/api/modbus/class-find/result/')
    assert.deepEqual([status, body], [200, { ...missing, ...nothingYet, mbUid: 12 }])
    assert.deepEqual((await call('admin', 'POST', '/api/modbus/class-find/stop/')).body, { status: 'DONE' })
    world.isSlave = true
    const slave = await call('admin', 'POST', '/api/modbus/class-find/start/', startBody)
    assert.deepEqual(slave.body, { status: 'ERROR', errorCode: 'ERROR_SERIAL_IS_SLAVE' })
  })

  test('without a card too', async (t) => {
    const { call } = await startApi(t, 'B', { hasCard: false })
    const { status, body } = await call('admin', 'POST', '/api/modbus/class-find/search-meta-info/', {
      filePath: template,
    })
    assert.deepEqual([status, body], [200, { status: 'ERROR', errorCode: 'ERROR_FR_NOT_READY' }])
  })

  for (const [field, value] of [
    ['uid', 0],
    ['uid', 255],
    ['filePath', 'METERS.TXT'],
    ['filePath', `/${'x'.repeat(1024)}`],
  ] as const) {
    test(`${field} ${String(value).slice(0, 20)} is out of range`, async () => {
      const { call } = apis.B()
      const { status, body } = await call('admin', 'POST', '/api/modbus/class-find/start/', {
        ...startBody,
        [field]: value,
      })
      assert.equal(status, 400)
      assert.match((body as { message: string }).message, new RegExp(`^body\\.${field}`))
    })
  }
})

const nothingYet = {
  mbReqPassed: 0,
  checksPassed: 0,
  linesPassed: 0,
  deviceClass: null,
  scriptTime: null,
  scriptVersion: null,
}
