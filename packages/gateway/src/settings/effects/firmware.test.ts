import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { startReleaseServer } from '../../box/firmware/testing/release-server.ts'
import { testFolder } from '../../testing/folder.ts'
import { startProgram } from '../../testing/program.ts'

const content = Buffer.alloc(100_000, 'release')
const version = 999_999
/** Number of checks after which a step in progress counts as idle. */
const restLooks = 200
/** For where nothing is fetched: what begins within a step is given up in it as silent, and tried again after a pause. */
const longMs = 300_000

/** A complete gateway with a card, a release server with a trusted key, and a helper that records requests. */
const setUp = async (t: TestContext, firmware: object, download: object = {}) => {
  const server = await startReleaseServer(t)
  const [card, keys] = [testFolder(t), testFolder(t)]
  writeFileSync(join(keys, 'own.pem'), server.publicKey.export({ type: 'spki', format: 'pem' }))
  const helper = join(keys, 'helper.sock')
  const requests: string[] = []
  const door = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setEncoding('utf8').once('data', (line: string) => {
      requests.push(line.trim())
      socket.end('{}\n')
    })
  }).listen(helper)
  await once(door, 'listening')
  t.after(() => door.close())
  const program = await startProgram(t, {}, { card, helper, 'release-keys': keys })
  await program.set({
    firmware: { checkPeriodSec: 60, downloadPeriodHr: 0, updateHour: null, url: server.url, ...firmware },
    download: { connMode: 1, loadRatio: 50, delayForConnSec: 60, ...download },
  })
  const state = async () =>
    ((await program.admin().get('state/get/?fwUpdate')) as { fwUpdate: { downloadState: string; errorCode: string } })
      .fwUpdate
  /** Lets time pass until it is so, while nothing is under way on the sockets. */
  const until = async (isSo: () => boolean | Promise<boolean>, stepMs = 5000): Promise<void> => {
    let looks = 0
    while (!(await isSo())) {
      const { downloadState } = await state()
      await setImmediate()
      looks += 1
      const isUnderWay = /BUSY|DOWNLOAD(ING|ED)|CHECKING/.test(downloadState)
      // Between two parts of a file the line rests, by the clock.
      if (isUnderWay && looks < restLooks) continue
      looks = 0
      await program.clock.advanceAsync(stepMs)
    }
  }
  return { server, program, requests, state, until }
}

test('firmware.url and firmware.checkPeriodSec: there and so often it is asked for releases', async (t) => {
  const { server, program, until } = await setUp(t, { checkPeriodSec: 600 })
  server.offer(1, content)
  const manifests = (): number => server.requests.filter((line) => line === 'GET /manifest.sig').length
  await until(() => manifests() === 1)
  const beganMs = program.clock.now()
  await until(() => manifests() === 2)
  const laterMs = program.clock.now() - beganMs
  assert.ok(laterMs >= 570_000 && laterMs <= 660_000, String(laterMs))
})

test('firmware.downloadPeriodHr: a release is fetched at the hours whose number is a multiple', async (t) => {
  const { server, program, state, until } = await setUp(t, { downloadPeriodHr: 3 })
  server.offer(version, content)
  await until(async () => (await state()).downloadState === 'SERVER_FILE_UPDATED_READY')
  await until(() => program.clock.now() >= 1.9 * 3_600_000, longMs)
  await until(async () => (await state()).downloadState === 'SERVER_FILE_VERSION_MATCHES_SAVED')
  // From 22:00 to midnight.
  const hours = program.clock.now() / 3_600_000
  assert.ok(hours >= 2 && hours < 2.1, String(hours))
})

test('firmware.updateHour: at that hour of the day what was fetched is installed', async (t) => {
  const { server, program, requests, state, until } = await setUp(t, { updateHour: 3 })
  server.offer(version, content)
  await until(async () => (await state()).downloadState === 'SERVER_FILE_VERSION_MATCHES_SAVED')
  await until(() => requests.length > 0, longMs)
  assert.deepEqual(requests, ['{"verb":"release-apply","file":"BX999999.BBF"}'])
  assert.ok(program.clock.now() >= 5 * 3_600_000 && program.clock.now() < 6 * 3_600_000, String(program.clock.now()))
})

test('download.connMode: without a way nothing is asked for', async (t) => {
  const { server, program } = await setUp(t, {}, { connMode: null })
  for (let minute = 0; minute < 10; minute += 1) await program.clock.advanceAsync(60_000)
  assert.deepEqual(server.requests, [])
})

test('download.loadRatio: so much of the time the line is used', async (t) => {
  const { server, program, until } = await setUp(t, {}, { loadRatio: 25 })
  server.offer(version, content)
  const waiting: (() => void)[] = []
  server.meddle = ({ headers }, response) => {
    if (!headers.range?.startsWith('bytes=0-')) return false
    const answer = (): void =>
      void response
        .writeHead(206, { 'content-range': `bytes 0-65535/${content.length}` })
        .end(content.subarray(0, 65_536))
    waiting.push(answer)
    return true
  }
  await until(() => waiting.length > 0)
  const parts = (): number => server.requests.filter((line) => line.includes('bytes=')).length
  await program.clock.advanceAsync(1000)
  waiting[0]?.()
  const answeredMs = program.clock.now()
  while (parts() < 2) {
    await setImmediate()
    const { fwUpdate } = (await program.admin().get('state/get/?fwUpdate')) as { fwUpdate: { progress: string | null } }
    if (fwUpdate.progress === '65.54') await program.clock.advanceAsync(100)
  }
  const restMs = program.clock.now() - answeredMs
  assert.ok(restMs >= 3000 && restMs < 4000, String(restMs))
})

test('download.delayForConnSec: so long after a failure it is tried again', async (t) => {
  const { server, program, state, until } = await setUp(t, {}, { delayForConnSec: 300 })
  server.meddle = (_, response) => {
    response.writeHead(503).end()
    return true
  }
  await until(async () => (await state()).errorCode === 'ERROR_HTTP_RESPONSE')
  const [count, beganMs] = [server.requests.length, program.clock.now()]
  await until(() => server.requests.length > count)
  const laterMs = program.clock.now() - beganMs
  assert.ok(laterMs >= 270_000 && laterMs <= 360_000, String(laterMs))
})
