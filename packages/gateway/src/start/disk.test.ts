import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { createLog } from '@busbar/kit/log'
import { dial } from '@busbar/modbus/net'
import { enter } from '../testing/api-client.ts'
import { filesUnless, type TestDisk, testFolder, writeUnless } from '../testing/folder.ts'
import { startGateway } from './app.ts'
import { readEnv } from './env.ts'
import { readStatus } from './local-commands.ts'

const quiet = createLog('silent')

/** Starts a gateway on a simulated disk; `end` may be called early. */
const startOn = async (data: string, disk: TestDisk, clock = new VirtualClock(1000)) => {
  const env = readEnv({ data, http: '127.0.0.1:0', modbus: '127.0.0.1:0' }, {})
  const parts = { clock, disk: { write: writeUnless(disk), files: filesUnless(disk, data) } }
  return { gateway: await startGateway(env, quiet, parts), clock }
}

interface State {
  settings: { notKept?: string }
}

test('a full disk: it starts, serves by what was saved, and takes no change; a mended one takes all', async (t) => {
  const data = testFolder(t)
  const disk: TestDisk = { fault: null }
  const first = await startOn(data, disk)
  const password = first.gateway.firstPassword ?? ''
  const protect = { mbGateReadEnable: true }
  await (await enter(first.gateway.url, 'admin', password)).post('settings/saved/set/', { protect, timeGmt: 8 })
  const { keys } = await readStatus(data)
  await first.gateway.stop()

  disk.fault = 'ENOSPC'
  const { gateway, clock } = await startOn(data, disk)
  t.after(() => gateway.stop())
  assert.equal(gateway.storageProblem, 'the disk is full')
  const status = await readStatus(data)
  assert.deepEqual([status.keys, status.data.notKept, status.time.utcOffset], [keys, 'the disk is full', '+02:00'])
  const client = await dial({
    host: '127.0.0.1',
    port: Number(gateway.modbusTcp?.split(':')[1]),
    envelope: 'tcp',
    timeoutMs: 60_000,
  })
  t.after(() => client.close())
  assert.deepEqual(await client.ask(255, { fn: 3, address: 0, count: 2 }), {
    ok: { fn: 3, words: Uint16Array.of(1, 100) },
  })
  const admin = await enter(gateway.url, 'admin', password)
  assert.equal(((await admin.get('state/get/?settings')) as State).settings.notKept, 'the disk is full')
  const refused =
    /503.*"error":"ERROR_DISK","message":"the disk is full: nothing was kept; free some space and try again"/
  await assert.rejects(admin.post('settings/saved/set/', { timeGmt: 12 }), refused)
  await assert.rejects(admin.post('cmd/time/set/', { time: '2026-11-16T00:00:00Z' }), refused)
  await assert.rejects(admin.post('cmd/callback/reconnect/', { requestNewCode: true }), refused)
  assert.deepEqual(await admin.get('settings/saved/get/?timeGmt'), { timeGmt: 8 })

  disk.fault = null
  await admin.post('settings/saved/set/', { timeGmt: 12 })
  assert.deepEqual(await admin.get('settings/saved/get/?timeGmt'), { timeGmt: 12 })
  assert.equal(((await admin.get('state/get/?settings')) as State).settings.notKept, undefined)
  // Its hourly records go on, too.
  disk.fault = 'EIO'
  clock.advance(7_200_000)
  assert.equal(gateway.storageProblem, 'the disk cannot be written')
})

test('a first start on a read-only disk is in memory alone, and all of it is kept once the disk takes it', async (t) => {
  const data = testFolder(t)
  const disk: TestDisk = { fault: 'EROFS' }
  const first = await startOn(data, disk)
  assert.equal(first.gateway.storageProblem, 'the disk is read-only')
  await first.gateway.stop()
  const onDisk = () => readdirSync(data).filter((name) => name !== 'lock')
  assert.deepEqual(onDisk(), [])

  const second = await startOn(data, disk)
  const password = second.gateway.firstPassword ?? assert.fail('no password')
  assert.notEqual(password, first.gateway.firstPassword)
  const { keys, identity } = await readStatus(data)
  await enter(second.gateway.url, 'admin', password)
  disk.fault = null
  second.clock.advance(60_000)
  await second.gateway.stop()
  assert.deepEqual(onDisk(), [
    'call-back.pem',
    'https.pem',
    'identity.json',
    'run.json',
    'seal.key',
    'settings.json',
    'version',
    'vpn.json',
    'vpn.pem',
  ])

  const { gateway } = await startOn(data, disk)
  t.after(() => gateway.stop())
  const again = await readStatus(data)
  assert.deepEqual([again.keys, again.identity, again.data.notKept], [keys, identity, null])
  await enter(gateway.url, 'admin', password)
})
