import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { createLog } from '@busbar/kit/log'
import { freePort, until } from '@busbar/kit/testing'
import { dial } from '@busbar/modbus/net'
import { openPty } from '@busbar/serial'
import { Plant, serveSerial, workshop } from '@busbar/simulator'
import { askGateway } from '../box/control/control-line.ts'
import type { FirstRunStatus } from '../box/first-run.ts'
import { FolderInUse } from '../storage/lock-folder.ts'
import { type ApiClient, enter } from '../testing/api-client.ts'
import { testFolder } from '../testing/folder.ts'
import { startGateway } from './app.ts'
import { readEnv } from './env.ts'
import type { HostParts } from './host.ts'
import { pressButton, setUserPassword } from './local-commands.ts'

const quiet = createLog('silent')

const envOf = (data: string, more: Record<string, string> = {}) =>
  readEnv({ data, http: '127.0.0.1:0', modbus: '127.0.0.1:0', ...more }, {})

const start = async (t: TestContext, data: string, more: Record<string, string> = {}, parts: HostParts = {}) => {
  const gateway = await startGateway(envOf(data, more), quiet, parts)
  t.after(() => gateway.stop())
  return gateway
}

/** A new gateway, and its administrator. */
const startNew = async (t: TestContext, more: Record<string, string> = {}, parts: HostParts = {}) => {
  const data = testFolder(t)
  const gateway = await start(t, data, more, parts)
  const password = gateway.firstPassword ?? assert.fail('no password')
  return { data, gateway, password, admin: await enter(gateway.url, 'admin', password) }
}

/** The workshop on a pseudo-terminal. */
const openWorkshop = async (t: TestContext) => {
  const pty = await openPty()
  t.after(() => pty.close())
  const plant = new Plant(workshop)
  serveSerial(plant, plant.site('workshop'), pty)
  return pty.path
}

interface SearchResult {
  status: 'DONE' | 'BUSY'
  uid: number
  foundDevices: { uid: number }[]
}

/** Searches among the first units, again when a busy machine has missed one. */
const findUnits = async (admin: ApiClient, last: number): Promise<number[]> => {
  for (;;) {
    await admin.post('modbus/find/start/', { baudRate: 9600, charFormat: 0, frameMode: 0 })
    const searchResult = async () => (await admin.get('modbus/find/result/?list')) as SearchResult
    await until(async () => {
      const { status, uid } = await searchResult()
      return status !== 'BUSY' || uid > last
    })
    await until(async () => ((await admin.post('modbus/find/stop/')) as SearchResult).status === 'DONE')
    const { foundDevices } = await searchResult()
    if (foundDevices.length >= last) return foundDevices.map(({ uid }) => uid)
  }
}

test('the first run has a code that the box sets in advance; it opens the API until a person has chosen a password', async (t) => {
  const { data, gateway, password, admin } = await startNew(t)
  const firstRun = (request: object = {}) => askGateway(data, { do: 'first-run', ...request })
  const codeOf = async () => ((await firstRun()) as { told: FirstRunStatus }).told.code
  assert.equal(await codeOf(), password)
  const problems = [{ line: 3, problem: 'timeZone' }]
  assert.equal((await firstRun({ code: 'gate4711', clock: { timeGmt: 4, tsMode: 8 }, problems }))?.isDone, true)
  assert.equal(await codeOf(), 'gate4711')
  await assert.rejects(admin.get('users/'), /ERROR_TOKEN/)
  await assert.rejects(enter(gateway.url, 'admin', password))
  const owner = await enter(gateway.url, 'admin', 'gate4711')
  assert.partialDeepStrictEqual(await owner.get('settings/saved/get/?timeGmt&tsMode'), { timeGmt: 4, tsMode: 8 })
  assert.deepEqual(await owner.get('first-run/'), { isOpen: true, problems })
  await owner.post('users/password/', { username: 'admin', password: 'pump-7!' })
  assert.equal(await codeOf(), null)
  await assert.rejects(enter(gateway.url, 'admin', 'gate4711'))
  assert.deepEqual(await firstRun({ code: 'gate4712' }), {
    isDone: false,
    why: 'protect.passwordAdmin: the first run is done',
  })
})

test('a plant on its serial port is found by the API and read over Modbus TCP', async (t) => {
  const { gateway, admin, password } = await startNew(t, { port: await openWorkshop(t) })
  assert.deepEqual(await findUnits(admin, 6), [1, 2, 3, 4, 5, 6])

  const reach = async () => {
    const [host = '', port = ''] = gateway.modbusTcp?.split(':') ?? []
    const client = await dial({ host, port: Number(port), envelope: 'tcp', timeoutMs: 60_000 })
    t.after(() => client.close())
    return client
  }
  const closed = await reach()
  assert.deepEqual(await closed.ask(1, { fn: 4, address: 0, count: 2 }), { err: 'IllegalFunction' })
  await admin.post('settings/saved/set/', { protect: { mbGateReadEnable: true } })
  await gateway.reboot()
  const client = await reach()
  for (const unit of [1, 2, 3, 4, 5, 6]) {
    const answer = await client.ask(unit, { fn: 43, level: 1, object: 0 }, { timeoutMs: 10_000 })
    assert.ok('ok' in answer, `unit ${unit}: ${JSON.stringify(answer)}`)
  }
  assert.deepEqual(await client.ask(255, { fn: 3, address: 0, count: 2 }, { timeoutMs: 10_000 }), {
    ok: { fn: 3, words: Uint16Array.of(1, 100) },
  })
  const again = await enter(gateway.url, 'admin', password)
  const { mbTcpServer, statistics } = (await again.get('state/get/?mbTcpServer&statistics')) as {
    mbTcpServer: { isActive: boolean; clients: { remoteIp: string }[] }
    statistics: { mbTcpServerMaxClients: number }
  }
  assert.deepEqual([mbTcpServer.isActive, mbTcpServer.clients[0]?.remoteIp], [true, '127.0.0.1'])
  assert.equal(statistics.mbTcpServerMaxClients, 1)
})

for (const variant of ['A', 'B'] as const) {
  test(`variant ${variant}: reports the complete state without a port and a card`, async (t) => {
    const { admin } = await startNew(t, { variant })
    const state = (await admin.get('state/get/')) as Record<string, object>
    assert.equal(Object.keys(state).length, 16)
    assert.deepEqual(state['memCard'], { capacityKb: null, freeKb: null, isMounted: false, isInserted: false })
    assert.deepEqual(state['settings'], { modifyOn: null, isUserModified: false, isDefault: true })
    const { mac } = state['ethernet'] as { mac: string }
    assert.match(mac, /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/)
  })
}

describe('a reboot', () => {
  test('ends the sessions, and the saved settings count', async (t) => {
    const { gateway, admin, password } = await startNew(t)
    await admin.post('settings/saved/set/', { timeGmt: 8, httpd: { freeAccessSec: 77 } })
    assert.deepEqual(await admin.get('settings/active/get/?timeGmt'), { timeGmt: 0 })
    await admin.post('cmd/reboot/', { rebootSec: 0 })
    await until(async () => !(await admin.isOpen()))
    await gateway.reboot()
    const again = await enter(gateway.url, 'admin', password)
    assert.deepEqual(await again.get('settings/active/get/?timeGmt'), { timeGmt: 8 })
    const { misc, settings } = (await again.get('state/get/?misc&settings')) as {
      misc: { resetFlags: string[] }
      settings: { isUserModified: boolean }
    }
    assert.deepEqual([misc.resetFlags, settings.isUserModified], [['RST_CAUSE_SW'], false])
  })

  test('moves the API where httpd.port says, and leaves it where that is taken', async (t) => {
    const { data, gateway, password } = await startNew(t)
    const other = await startNew(t)
    await gateway.stop()
    const taken = Number(new URL(other.gateway.url).port)
    const free = await freePort()
    const first = await start(t, data, { http: `127.0.0.1:${free}` })
    await (await enter(first.url, 'admin', password)).post('settings/saved/set/', { httpd: { port: free } })
    await first.stop()

    const second = await start(t, data, { http: '127.0.0.1' })
    assert.equal(second.url, `http://127.0.0.1:${free}/`)
    await (await enter(second.url, 'admin', password)).post('settings/saved/set/', { httpd: { port: taken } })
    await second.reboot()
    assert.equal(second.url, `http://127.0.0.1:${free}/`)
    await enter(second.url, 'admin', password)
  })

  test('comes by itself when the settings ask for it', async (t) => {
    const data = testFolder(t)
    const first = await start(t, data)
    const password = first.firstPassword ?? assert.fail()
    const areset = { mode: 1, delayMin: 5 }
    await (await enter(first.url, 'admin', password)).post('settings/saved/set/', { areset })
    await first.stop()
    const clock = new VirtualClock()
    const openPort = () => Promise.reject(new Error('none'))
    const second = await start(t, data, {}, { clock, openPort })
    const door = await enter(second.url, 'admin', password)
    clock.advance(5 * 60_000 - 1)
    assert.equal(await door.isOpen(), true)
    clock.advance(1)
    await until(async () => !(await door.isOpen()))
    const isBack = () =>
      fetch(`${second.url}api/version/`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(() => isBack())
    await enter(second.url, 'admin', password)
  })
})

test('variant B: ownSrv.ethListenPort and a setting of the bus count at once', async (t) => {
  const { gateway, admin } = await startNew(t, { modbus: '127.0.0.1' })
  const other = await startNew(t)
  await other.gateway.stop()
  const ethListenPort = Number(other.gateway.modbusTcp?.split(':')[1] ?? new URL(other.gateway.url).port)
  await admin.post('settings/saved/set/', { ownSrv: { ethListenPort }, serial: { hdxMode: 0 } })
  assert.equal(gateway.modbusTcp, `127.0.0.1:${ethListenPort}`)
  const search = await admin.post('modbus/find/start/', { baudRate: 9600, charFormat: 0 })
  assert.deepEqual(search, { status: 'ERROR', errorCode: 'ERROR_SERIAL_IS_SLAVE' })
})

describe('the data folder', () => {
  test('allows one gateway, which shows its first password once', async (t) => {
    const { data, gateway, password } = await startNew(t)
    await assert.rejects(startGateway(envOf(data), quiet), FolderInUse)
    await gateway.stop()
    const again = await start(t, data)
    assert.equal(again.firstPassword, null)
    await enter(again.url, 'admin', password)
  })

  test('is free again after a start that failed', async (t) => {
    const { gateway } = await startNew(t)
    const data = testFolder(t)
    const taken = new URL(gateway.url).host
    await assert.rejects(startGateway(envOf(data, { http: taken }), quiet), { code: 'EADDRINUSE' })
    await start(t, data)
    assert.deepEqual(readdirSync(data).includes('control'), true)
  })
})

describe('obeys any user who may open the data folder', () => {
  test('presses the button, which opens level 1', async (t) => {
    const { data, gateway } = await startNew(t)
    const identify = async () => (await fetch(`${gateway.url}api/identify/`)).status
    assert.equal(await identify(), 401)
    assert.equal(await pressButton(data), true)
    assert.equal(await identify(), 200)
    await gateway.stop()
    assert.equal(await pressButton(data), false)
  })

  test('gives the user a password, while it runs and while it does not', async (t) => {
    const { data, gateway } = await startNew(t)
    await assert.rejects(enter(gateway.url, 'user', 'first-1'), /^Error: 401/)
    await setUserPassword(data, 'first-1')
    const user = await enter(gateway.url, 'user', 'first-1')
    await assert.rejects(user.post('cmd/reboot/', { rebootSec: 1 }), /^Error: 403/)
    await setUserPassword(data, 'second-2')
    assert.equal(await user.isOpen(), false)
    await gateway.stop()
    await setUserPassword(data, 'third-3')
    const again = await start(t, data)
    await enter(again.url, 'user', 'third-3')
    await setUserPassword(data, null)
    await assert.rejects(enter(again.url, 'user', 'third-3'), /^Error: 401/)
  })
})
