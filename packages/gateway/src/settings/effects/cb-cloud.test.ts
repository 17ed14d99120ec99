import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { proveTo, startCloud } from '../../network/outbound/testing/cloud.ts'
import { keepAliveSec } from '../../testing/keep-alive.ts'
import { startProgram, type TestProgram } from '../../testing/program.ts'

/** A server to call: each that comes is there to be taken. */
const startListener = async (t: TestContext, host: string) => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    sockets.push(socket)
  })
  server.listen({ host, port: 0 })
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, sockets }
}

interface CallBackState {
  readonly state: string
  readonly waitingTimeSec: number | null
  readonly remoteIp: string | null
  readonly remotePort: number
}

const stateOf = async (program: TestProgram): Promise<CallBackState> =>
  ((await program.admin().get('state/get/?mbTcpCallback')) as { mbTcpCallback: CallBackState }).mbTcpCallback

const untilConnected = async (program: TestProgram): Promise<CallBackState> => {
  for (;;) {
    const state = await stateOf(program)
    if (state.state === 'connected') return state
    await setImmediate()
  }
}

test('cbCloud.hostname and cbCloud.connPort: who is called', async (t) => {
  const program = await startProgram(t)
  for (const hostname of ['127.0.0.2', '127.0.0.3']) {
    const { port: connPort } = await startListener(t, hostname)
    await program.set({ cbCloud: { hostname, connPort, connMode: 1 } })
    const { remoteIp, remotePort } = await untilConnected(program)
    assert.deepEqual([remoteIp, remotePort], [hostname, connPort])
  }
  await program.set({ cbCloud: { hostname: '' } })
  assert.equal((await stateOf(program)).state, 'disabled')
})

test('cbCloud.connMode: does not connect when it is null, or for GSM only', async (t) => {
  const program = await startProgram(t)
  const { port: connPort, sockets } = await startListener(t, '127.0.0.1')
  await program.set({ cbCloud: { hostname: '127.0.0.1', connPort, connMode: null } })
  assert.equal((await stateOf(program)).state, 'disabled')
  await program.set({ cbCloud: { connMode: 4 } })
  assert.equal((await stateOf(program)).state, 'waiting')
  assert.equal(sockets.length, 0)
  for (const connMode of [1, 2, 3]) {
    await program.set({ cbCloud: { connMode } })
    await untilConnected(program)
  }
})

test('cbCloud.delayForConnSec: so long until the next call', async (t) => {
  const program = await startProgram(t)
  for (const delayForConnSec of [200, 2]) {
    await program.set({ cbCloud: { hostname: '127.0.0.1', connMode: 4, delayForConnSec } })
    const waiting = (await stateOf(program)).waitingTimeSec ?? 0
    assert.equal(waiting, delayForConnSec)
  }
})

test('cbCloud.delayForKeepaliveSec: the system asks after that whether the cloud is still there', async (t) => {
  const program = await startProgram(t)
  const { port: connPort, sockets } = await startListener(t, '127.0.0.1')
  for (const [delayForKeepaliveSec, expected] of [
    [3000, 3000],
    [0, null],
  ] as const) {
    await program.set({ cbCloud: { hostname: '127.0.0.1', connPort, connMode: 3, delayForKeepaliveSec } })
    await untilConnected(program)
    const cloud = sockets.at(-1) ?? assert.fail('nobody called')
    // Once it is heard, its first words are no more on their way: the system has one timer for both.
    if (cloud.bytesRead === 0) await once(cloud, 'data')
    assert.equal(keepAliveSec(cloud.remotePort ?? 0, connPort), expected)
  }
})

test('0 requests reach the bus for an unbound gateway until a proven key activates it', async (t) => {
  const program = await startProgram(t)
  const cloud = await startCloud(t)
  const cbCloud = { hostname: '127.0.0.1', connPort: cloud.port, connMode: 3 }
  await program.set({ cbCloud, protect: { mbGateReadEnable: true, mbGateWriteEnable: true } })
  const call = await cloud.next()
  const mac = call.announcement.slice(26, 50).replaceAll(/00(..)/g, '$1')
  const ask = () => call.client.ask(7, { fn: 3, address: 0, count: 1 }, { timeoutMs: 60_000 })
  const write = (code: number) => call.client.ask(255, { fn: 16, address: 1009, words: [code >>> 16, code & 0xffff] })
  assert.deepEqual(await ask(), { err: 'IllegalFunction' })
  assert.deepEqual(await write(0), { err: 'IllegalFunction' })
  assert.equal(await proveTo(call, 2, mac), '420201')
  assert.ok('ok' in (await write(12_345_678)))
  assert.deepEqual(await ask(), { err: 'IllegalFunction' })
  assert.equal(program.wire.length, 0)
  assert.ok('ok' in (await write(0)))
  assert.deepEqual(await program.until(ask()), { err: 'GatewayTargetDeviceFailedToRespond' })
  assert.equal(program.wire.length, 1)
})
