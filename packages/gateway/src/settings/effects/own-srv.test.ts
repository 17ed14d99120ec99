import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { keepAliveSec } from '../../testing/keep-alive.ts'
import { startProgram } from '../../testing/program.ts'

const unheard = '070300000001'

test('ownSrv.vUid: there the gateway answers for itself', async (t) => {
  const program = await startProgram(t)
  await program.set({ ownSrv: { vUid: 9 } })
  assert.equal((await program.ask('090300000002')).answer, '09030400010064')
  assert.equal(program.wire.length, 0)
})

test('ownSrv.mbeRo: what is not allowed has this exception', async (t) => {
  const program = await startProgram(t)
  for (const [mbeRo, expected] of [
    [1, { err: 'IllegalFunction' }],
    [2, { err: 'IllegalDataAddress' }],
    [null, { err: 'timeout' }],
  ] as const) {
    await program.set({ ownSrv: { mbeRo } })
    const client = await program.reach()
    assert.deepEqual(await client.ask(7, { fn: 3, address: 0, count: 1 }, { timeoutMs: 500 }), expected)
  }
})

test('ownSrv.mbeTo: silence of a unit has this exception, or none', async (t) => {
  const program = await startProgram(t)
  assert.equal((await program.ask(unheard)).answer, '07830b')
  await program.set({ ownSrv: { mbeTo: 4 } })
  assert.equal((await program.ask(unheard)).answer, '078304')
  await program.set({ ownSrv: { mbeTo: null } })
  assert.equal((await program.ask(unheard)).answer, '')
})

test('ownSrv.mbePu: what cannot be sent has this exception', async (t) => {
  const program = await startProgram(t)
  await program.set({ ownSrv: { mbePu: 12 } })
  assert.equal((await program.ask('f80300000001')).answer, 'f8830c')
})

test('ownSrv.ethClientsProtocol: Modbus TCP, or RTU frames as they are', async (t) => {
  const program = await startProgram(t)
  await program.set({ ownSrv: { ethClientsProtocol: 1 }, protect: { mbGateReadEnable: true } })
  const socket = connect({ host: '127.0.0.1', port: program.modbusPort })
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(Buffer.from('ff0300000002d1d5', 'hex'))
  let receivedHex = ''
  while (receivedHex.length < 18) receivedHex += ((await once(socket, 'data'))[0] as Buffer).toString('hex')
  assert.equal(receivedHex.slice(0, 14), 'ff030400010064')
})

test('ownSrv.delayForKeepaliveSec: the system asks silent clients after that', async (t) => {
  const program = await startProgram(t)
  for (const [delayForKeepaliveSec, expected] of [
    [3000, 3000],
    [null, null],
    [0, null],
  ] as const) {
    await program.set({ ownSrv: { delayForKeepaliveSec } })
    const socket = connect({ host: '127.0.0.1', port: program.modbusPort })
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    const isHeard = async (): Promise<boolean> => {
      const state = (await program.admin().get('state/get/?mbTcpServer')) as { mbTcpServer: { clients: object[] } }
      return state.mbTcpServer.clients.length > 0
    }
    await until(() => isHeard())
    assert.equal(keepAliveSec(program.modbusPort, socket.localPort ?? 0), expected)
  }
})
