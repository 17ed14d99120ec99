import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { newKey } from '../../field/call-back/testing/gateway.ts'
import { startCallBack } from '../../field/call-back/testing/start.ts'

test('a gateway that called in is reached by its code, before it is bound and after', async (t) => {
  const { api, sql, listener, field, call, codeOf, bind, nextEvent } = await startCallBack(t)
  api.service.field = field
  api.service.raw = { ...api.service.raw, waiting: (mac) => listener.waiting(mac) }
  const read = async (connection: object, address: number) => {
    const request = { deviceModbusId: 1, address, kind: 'holding', registersNum: 1, connection }
    const { status, body } = await api.call('viewer', 'POST', '/raw/read-register-group/', request)
    return status === 200 ? body : (body as { errorCode: string }).errorCode
  }
  const [gateway, impostor] = [call(7, newKey()), call(7, newKey())]
  const [code, other] = [await codeOf(gateway), await codeOf(impostor)]
  const own = { kind: 'activation-code', code }
  assert.deepEqual(await read(own, 1234), { ok: [1234] })
  assert.deepEqual(await read({ kind: 'activation-code', code: other }, 5), { ok: [5] })
  const frameFor = (address: string) => (frame: string) => frame.endsWith(`0103${address}0001`)
  // Each over its own connection.
  assert.deepEqual([gateway.received.some(frameFor('04d2')), impostor.received.some(frameFor('04d2'))], [true, false])
  assert.deepEqual([gateway.received.some(frameFor('0005')), impostor.received.some(frameFor('0005'))], [false, true])

  const netId = await bind(own)
  assert.equal((await nextEvent()).isConnected, true)
  assert.equal(await read(own, 1), 'InvalidActivationCode')
  assert.deepEqual(await read({ kind: 'net-id', networkId: netId }, 77), { ok: [77] })
  assert.deepEqual(await read({ kind: 'backward', mac: '02-00-5e-10-00-07' }, 78), { ok: [78] })
  await sql`insert into connect_code (code_hash, mac) values (sha256('abc'), '02:00:5e:10:00:07')`
  assert.deepEqual(await read({ kind: 'connect-code', code: 'abc' }, 79), { ok: [79] })
  await impostor.closed()

  const gone = call(8, newKey())
  const goneCode = await codeOf(gone)
  gone.hangUp()
  await until(() => listener.status().waiting <= 0)
  assert.deepEqual(await read({ kind: 'activation-code', code: goneCode }, 1), { err: 'NoConnection' })
})
