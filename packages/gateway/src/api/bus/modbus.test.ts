import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi, type TestApi } from '../../testing/api.ts'

const send = ({ call }: TestApi, reqData: string) => call('admin', 'POST', '/api/modbus/req/', { reqData })
const fetchAnswer = ({ call }: TestApi, tid: number, as: 'admin' | 'user' = 'admin') =>
  call(as, 'GET', `/api/modbus/resp/?tid=${tid}`)
const tidOf = async (api: TestApi, reqData: string): Promise<number> => {
  const { status, body } = await send(api, reqData)
  assert.equal(status, 200)
  return (body as { tid: number }).tid
}

describe('raw Modbus', () => {
  test('goes through the gate in the session’s name, and its answer is fetched by its number', async (t) => {
    const api = await startApi(t, 'B')
    const requests: unknown[] = []
    const answered = Promise.withResolvers<Uint8Array>()
    api.world.gate = {
      ask: ({ name, from }, unit, pdu) => {
        requests.push([name.replace(/\d+/, 'N'), from, unit, Buffer.from(pdu).toString('hex')])
        return answered.promise
      },
    }
    const tid = await tidOf(api, '0C030000000A')
    assert.deepEqual(requests, [['session N', '127.0.0.1', 12, '030000000a']])
    assert.deepEqual((await fetchAnswer(api, tid)).body, { respData: '', status: 'BUSY' })
    answered.resolve(Uint8Array.of(3, 2, 0, 0x2a))
    assert.deepEqual((await fetchAnswer(api, tid)).body, { respData: '0c0302002a', status: 'DONE' })
    const stranger = await fetchAnswer(api, tid, 'user')
    assert.deepEqual([stranger.status, (stranger.body as { error: string }).error], [404, 'ERROR_TID'])
    api.clock.advance(60_000)
    assert.equal((await fetchAnswer(api, tid)).status, 404)
  })

  test('an exception is an answer', async (t) => {
    const api = await startApi(t, 'A')
    const tid = await tidOf(api, '0c030000000a')
    assert.deepEqual((await fetchAnswer(api, tid)).body, { respData: '0c830b', status: 'DONE' })
  })

  test('to all is answered at once with nothing', async (t) => {
    const api = await startApi(t, 'A')
    api.world.gate = { ask: () => new Promise(() => {}) }
    const tid = await tidOf(api, '00060001002a')
    assert.deepEqual((await fetchAnswer(api, tid)).body, { respData: '', status: 'DONE' })
  })

  test('too many that wait are 503', async (t) => {
    const api = await startApi(t, 'A')
    api.world.gate = { ask: () => new Promise(() => {}) }
    for (let at = 0; at < 16; at += 1) await tidOf(api, '0c030000000a')
    const { status, body } = await send(api, '0c030000000a')
    assert.deepEqual([status, (body as { error: string }).error], [503, 'ERROR_BUSY'])
  })

  test('refuses bytes that are not a request', async (t) => {
    const api = await startApi(t, 'B')
    for (const reqData of ['', '0c', '0c0', '0c 03', '0xc03', 'zz03', '0c'.repeat(255)]) {
      const { status, body } = await send(api, reqData)
      assert.equal(status, 400, reqData)
      assert.match((body as { message: string }).message, /^body\.reqData: must be 2 to 254 bytes/)
    }
    assert.equal((await send(api, '0c'.repeat(254))).status, 200)
    for (const query of [
      '',
      '?tid',
      '?tid=',
      '?tid=x',
      '?tid=0',
      '?tid=-1',
      '?tid=1.5',
      '?tid=2147483648',
      '?tid=1&a',
    ]) {
      const { status } = await api.call('admin', 'GET', `/api/modbus/resp/${query}`)
      assert.equal(status, 400, query)
    }
  })

  test('reconnects to the cloud', async (t) => {
    const { call, happened } = await startApi(t, 'B')
    const { status, body } = await call('admin', 'POST', '/api/cmd/callback/reconnect/', { requestNewCode: true })
    assert.deepEqual([status, body, happened], [200, {}, ['reconnect true']])
  })
})
