import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { freePort } from '@busbar/kit/testing'
import type { ByteStream, EnvelopeName } from '@busbar/modbus'
import { type DialOptions, dialStream, listen } from '@busbar/modbus/net'
import { startProgram, type TestProgram } from '../../testing/program.ts'
import { rmSrv as rmSrvSetting } from '../keys/field-links.ts'

const [unused] = rmSrvSetting.initial
const used = { ...unused, ip: '192.0.2.1', connMode: 1, uidRange: '120-129' }
type Row = { readonly [Name in keyof typeof unused]?: string | number | boolean | null }
/** The setting has always three. */
const rmSrv = (...rows: readonly Row[]): object => ({
  rmSrv: [0, 1, 2].map((at) => (rows[at] === undefined ? unused : { ...used, ...rows[at] })),
})

/** A server that answers one register with the unit's number, and remembers which units were asked; `isSilent` has it answer none. */
const startServer = async (t: TestContext, envelope: EnvelopeName = 'tcp', isSilent = false) => {
  const units: number[] = []
  const handler = (unit: number): Uint8Array | undefined => {
    units.push(unit)
    return isSilent ? undefined : Uint8Array.of(3, 2, 0, unit)
  }
  const listener = await listen({ port: 0, envelope, handler })
  t.after(() => listener.close())
  return { connPort: listener.port, units }
}

/** The program, for which every address is this machine. */
const start = async (t: TestContext) => {
  const dialled: string[] = []
  const dial = (options: DialOptions): Promise<ByteStream> => {
    dialled.push(`${options.host}:${options.port}`)
    return dialStream({ ...options, host: '127.0.0.1' })
  }
  return { program: await startProgram(t, { dial }), dialled }
}

interface RemoteState {
  readonly state: string
  readonly waitingTimeSec: number | null
  readonly remoteIp: string
  readonly remotePort: number
}

const stateOf = async (program: TestProgram, row = 0): Promise<RemoteState> => {
  const { mbTcpClients } = (await program.admin().get('state/get/?mbTcpClients')) as { mbTcpClients: RemoteState[] }
  return mbTcpClients[row] ?? assert.fail('no such row')
}

const untilState = async (program: TestProgram, state: string, row = 0): Promise<RemoteState> => {
  for (;;) {
    const found = await stateOf(program, row)
    if (found.state === state) return found
    await setImmediate()
  }
}

/** Reads one holding register of a unit. */
const read = (unit: number): string => `${unit.toString(16).padStart(2, '0')}0300000001`
const answerOf = (unit: number, value: number): string => Buffer.of(unit, 3, 2, 0, value).toString('hex')

test('rmSrv.ip and rmSrv.connPort: who is dialled, in variant B at once', async (t) => {
  const { program, dialled } = await start(t)
  const places: string[] = []
  for (const ip of ['192.0.2.1', '192.0.2.2']) {
    const { connPort } = await startServer(t)
    places.push(`${ip}:${connPort}`)
    await program.admin().post('settings/saved/set/', rmSrv({ ip, connPort }))
    const { remoteIp, remotePort } = await untilState(program, 'connected')
    assert.equal(`${remoteIp}:${remotePort}`, places.at(-1))
    assert.equal((await program.ask(read(120))).answer, answerOf(120, 120))
  }
  assert.deepEqual(dialled, places)
  await program.set(rmSrv({ ip: '' }))
  assert.equal((await stateOf(program)).state, 'waiting')
  assert.equal(dialled.length, 2)
})

test('rmSrv.delayForRcvMs: so long an answer is waited for', async (t) => {
  const { program } = await start(t)
  const { connPort } = await startServer(t, 'tcp', true)
  for (const delayForRcvMs of [200, 900]) {
    await program.set(rmSrv({ connPort, delayForRcvMs }))
    await untilState(program, 'connected')
    const { answer, tookMs } = await program.ask(read(120))
    assert.equal(answer, '78830b')
    assert.ok(tookMs >= delayForRcvMs - 20 && tookMs <= delayForRcvMs + 20, `${tookMs} of ${delayForRcvMs}`)
  }
})

test('rmSrv.delayForConnSec: so long, or half of it, until the next try', async (t) => {
  const { program } = await start(t)
  for (const delayForConnSec of [2000, 20]) {
    await program.set(rmSrv({ connPort: await freePort(), delayForConnSec }))
    const { waitingTimeSec } = await untilState(program, 'waiting')
    const waiting = waitingTimeSec ?? 0
    assert.ok(waiting >= delayForConnSec / 2 && waiting <= delayForConnSec, `${waiting} of ${delayForConnSec}`)
    assert.equal((await program.ask(read(120))).answer, '78830a')
  }
})

test('rmSrv.connMode: null turns the server off and its units belong to the bus; GSM only waits for GSM', async (t) => {
  const { program, dialled } = await start(t)
  const { connPort } = await startServer(t)
  await program.set(rmSrv({ connPort, connMode: null }))
  assert.equal((await stateOf(program)).state, 'waiting')
  assert.equal((await program.ask(read(120))).answer, '78830b')
  assert.equal(program.wire.length, 1)
  await program.set(rmSrv({ connPort, connMode: 4 }))
  assert.deepEqual([(await stateOf(program)).state, (await stateOf(program)).waitingTimeSec], ['waiting', null])
  assert.equal((await program.ask(read(120))).answer, '78830a')
  assert.deepEqual([program.wire.length, dialled.length], [1, 0])
  for (const connMode of [1, 2, 3]) {
    await program.set(rmSrv({ connPort, connMode }))
    await untilState(program, 'connected')
  }
})

test('rmSrv.gateUid and rmSrv.password: sends the password to the remote gateway', async (t) => {
  const far = await startProgram(t)
  await far.set({ ownSrv: { vUid: 9 }, protect: { mbGateReadEnable: true, passwordMbRead: 'sesame' } })
  const { program } = await start(t)
  for (const [gateUid, password, expected] of [
    [9, 'sesame', '09030400010064'],
    [9, 'wrong', '098301'],
    [8, 'sesame', '098301'],
    [null, 'sesame', '098301'],
  ] as const) {
    await program.set(rmSrv({ connPort: far.modbusPort, uidRange: '9', gateUid, password, delayForRcvMs: 60_000 }))
    await untilState(program, 'connected')
    assert.equal((await program.ask('090300000002')).answer, expected, `${gateUid} ${password}`)
  }
})

test('rmSrv.uidRange: its units, before those of the bus and of the rows behind it', async (t) => {
  const { program } = await start(t)
  const [one, two] = [await startServer(t), await startServer(t)]
  await program.set(
    rmSrv({ connPort: one.connPort, uidRange: '120-121' }, { ip: '' }, { connPort: two.connPort, uidRange: '121-122' }),
  )
  await untilState(program, 'connected', 0)
  await untilState(program, 'connected', 2)
  for (const unit of [120, 121, 122]) assert.equal((await program.ask(read(unit))).answer, answerOf(unit, unit))
  assert.deepEqual([one.units, two.units], [[120, 121], [122]])
  assert.equal(program.wire.length, 0)
  await program.ask(read(119))
  assert.equal(program.wire.length, 1)
})

test('rmSrv.protocol: RTU frames as they are, or Modbus TCP', async (t) => {
  const { program } = await start(t)
  for (const [protocol, envelope] of [
    [1, 'rtu'],
    [2, 'tcp'],
  ] as const) {
    const { connPort } = await startServer(t, envelope)
    await program.set(rmSrv({ connPort, protocol }))
    await untilState(program, 'connected')
    assert.equal((await program.ask(read(120))).answer, answerOf(120, 120))
  }
})

test('rmSrv.virtualUids: the remote server knows them by numbers from 1', async (t) => {
  const { program } = await start(t)
  const { connPort, units } = await startServer(t)
  await program.set(rmSrv({ connPort, virtualUids: true }))
  await untilState(program, 'connected')
  assert.equal((await program.ask(read(123))).answer, answerOf(123, 4))
  assert.deepEqual(units, [4])
})

test('a row that leads to the gateway itself is never dialled', async (t) => {
  const { program, dialled } = await start(t)
  // `ip` takes no address of a machine by itself: its own of the network are met only where it has one.
  const own = (await program.admin().get('state/get/?ethernet')) as { ethernet: { ip: string | null } }
  const { ip } = own.ethernet
  if (ip === null) return t.skip('this machine has no address but its own')
  await program.set(rmSrv({ ip, connPort: program.modbusPort }))
  await untilState(program, 'waiting')
  assert.deepEqual(dialled, [])
})
