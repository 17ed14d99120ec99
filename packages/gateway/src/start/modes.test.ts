import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createLog } from '@busbar/kit/log'
import { Client } from '@busbar/modbus'
import { openPty } from '@busbar/serial'
import { enter } from '../testing/api-client.ts'
import { testFolder } from '../testing/folder.ts'
import { startGateway } from './app.ts'
import { readEnv } from './env.ts'

/** A gateway whose gate is open, with its port in this mode; the pseudo-terminal is what is on the line. */
const startIn = async (t: TestContext, hdxMode: number) => {
  const pty = await openPty()
  const places = { http: '127.0.0.1:0', modbus: '127.0.0.1:0' }
  const env = readEnv({ ...places, data: testFolder(t), port: pty.path }, {})
  const gateway = await startGateway(env, createLog('silent'))
  t.after(async () => {
    await gateway.stop()
    await pty.close()
  })
  const admin = await enter(gateway.url, 'admin', gateway.firstPassword ?? '')
  const protect = { mbGateReadEnable: true, mbGateWriteEnable: true }
  await admin.post('settings/saved/set/', { protect, serial: { hdxMode } })
  await gateway.reboot()
  const [host, port] = gateway.modbusTcp?.split(':') ?? []
  return { pty, host, port: Number(port) }
}

test('serial.hdxMode 0: as a slave the gateway answers a master on the line only for its own unit', async (t) => {
  const { pty } = await startIn(t, 0)
  const master = new Client(pty, { envelope: 'rtu', timeoutMs: 10_000 })
  assert.deepEqual(await master.ask(255, { fn: 3, address: 0, count: 2 }), {
    ok: { fn: 3, words: Uint16Array.of(1, 100) },
  })
  assert.deepEqual(await master.ask(7, { fn: 3, address: 0, count: 2 }, { timeoutMs: 200 }), { err: 'timeout' })
})

test('serial.hdxMode 2: in raw mode bytes pass between the line and who comes over the network', async (t) => {
  const { pty, host, port } = await startIn(t, 2)
  const socket = connect({ host, port })
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  socket.write('any bytes')
  let serialText = ''
  while (serialText !== 'any bytes') serialText += String((await once(pty, 'data'))[0])
  pty.write(Buffer.from('and back'))
  let socketText = ''
  while (socketText !== 'and back') socketText += String((await once(socket, 'data'))[0])
})
