import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { openManifest } from '@busbar/uplink/releases'
import { Card } from '../../storage/card/card.ts'
import { testFolder } from '../../testing/folder.ts'
import { CardReleases } from './card-releases.ts'
import { FirmwareUpdate } from './firmware-update.ts'
import type { ReleaseVerb } from './installed.ts'
import { startReleaseServer } from './testing/release-server.ts'
import type { FirmwareUpdateOptions } from './update-options.ts'

const content = Buffer.alloc(150_000, 'release')

/** A card with so much room. */
const withRoom = (card: Card, freeKb: number): Card =>
  new Proxy(card, {
    get(_, name: keyof Card) {
      if (name === 'status') return async () => ({ ...(await card.status()), freeKb })
      const found = card[name]
      return typeof found === 'function' ? found.bind(card) : found
    },
  })

/** A gateway of version 100 with a card, and a server of releases; it is 22:00 on 15 November 2026. */
const setUp = async (
  t: TestContext,
  settings: Partial<FirmwareUpdateOptions['firmware']> & Partial<FirmwareUpdateOptions['download']> = {},
  parts: Partial<FirmwareUpdateOptions> = {},
  freeKb = 1_000_000,
) => {
  const server = await startReleaseServer(t)
  const clock = new VirtualClock(0)
  const now = (): Date => new Date(Date.UTC(2026, 10, 15, 22) + clock.now())
  const folder = testFolder(t)
  const card = new Card({ folder, now, clock })
  const keys = [server.publicKey]
  const requests: ReleaseVerb[] = []
  const bad: number[] = []
  let serial = 0
  const { connMode = 1, loadRatio = 50, delayForConnSec = 60, ...firmware } = settings
  const update = new FirmwareUpdate({
    firmware: { checkPeriodSec: 3600, downloadPeriodHr: 0, updateHour: null, url: server.url, ...firmware },
    download: { connMode, loadRatio, delayForConnSec },
    product: { firmwareType: 1, firmwareVer: 100 },
    releases: new CardReleases({ card: withRoom(card, freeKb), keys: () => keys }),
    installed: { ask: async (request) => void requests.push(request), bad: () => bad },
    card,
    open: ({ bytes, signature }) => openManifest(bytes, signature, keys),
    serial: { get: () => serial, set: (seen) => void (serial = seen) },
    isBusy: () => false,
    now,
    localNow: now,
    clock,
    newBytes: (count) => new Uint8Array(count),
    log: { error: () => {}, info: () => {}, warn: () => {} },
    ...parts,
  })
  t.after(() => update.stop())
  /**
   * Lets time pass until its state is so, but not while it works: its sockets and files have their own time. In short steps: what begins
   * within one is not given up in it, and tried again after a pause.
   */
  const until = async (isSo: (state: Awaited<ReturnType<typeof update.status>>) => boolean, stepMs = 5_000) => {
    for (;;) {
      const state = await update.status()
      if (isSo(state)) return state
      if (isAtRest.test(state.downloadState)) await clock.advanceAsync(stepMs)
      else await setImmediate()
    }
  }
  return { server, clock, folder, card, update, until, requests, bad }
}

const isAtRest = /^CARD_(ABSENT|NOT_READY)$|^SERVER_FILE_(UNKNOWN|UPDATED_READY|VERSION_MATCHES_SAVED)$/
const isSaved = ({ downloadState }: { downloadState: string }): boolean =>
  downloadState === 'SERVER_FILE_VERSION_MATCHES_SAVED'

test('a release is found, fetched in parts, checked, and lies on the card with what proves it', async (t) => {
  const { server, folder, update, until } = await setUp(t)
  server.offer(200, content)
  update.start()
  assert.deepEqual(await until(isSaved), {
    updateState: 'CARD_FILE_UPDATED_READY',
    downloadState: 'SERVER_FILE_VERSION_MATCHES_SAVED',
    url: `${server.url}BX000200.BBF`,
    progress: null,
    errorCode: null,
    availableVersion: 200,
    savedVersion: 200,
    currentVersion: 100,
  })
  assert.deepEqual(readFileSync(join(folder, 'FIRMWARE/BX000200.BBF')), content)
  assert.deepEqual(readdirSync(join(folder, 'FIRMWARE')).toSorted(), ['BX000200.BBF', 'BX000200.JSN', 'BX000200.SIG'])
  assert.deepEqual(server.requests.slice(2), [
    'GET /BX000200.BBF bytes=0-65535',
    'GET /BX000200.BBF bytes=65536-131071',
    'GET /BX000200.BBF bytes=131072-149999',
  ])
})

test('continues a download after a power cut', async (t) => {
  const { server, update, until } = await setUp(t)
  server.offer(200, content)
  let cuts = 0
  server.meddle = ({ headers }, response) => {
    if (!headers.range?.startsWith('bytes=65536-') || cuts > 0) return false
    cuts += 1
    response.writeHead(206, { 'content-range': `bytes 65536-131071/${content.length}`, 'content-length': 65_536 })
    response.write('half', () => response.destroy())
    return true
  }
  update.start()
  assert.equal((await until(({ errorCode }) => errorCode !== null)).errorCode, 'ERROR_CONNECT')
  assert.equal((await until(isSaved)).errorCode, null)
  assert.equal(server.requests.filter((line) => line.includes('bytes=0-')).length, 1)
})

for (const [what, meddle, code] of [
  ['404', (_, response) => (response.writeHead(404).end(), true), 'ERROR_HTTP_RESPONSE'],
  ['no ranges', (_, response) => (response.end(content), true), 'ERROR_HTTP_RESPONSE'],
  [
    'another range',
    (_, response) => (response.writeHead(206, { 'content-range': 'bytes 0-9/150000' }).end('0123456789'), true),
    'ERROR_HTTP_RESPONSE',
  ],
  ['a cut', (_, response) => (response.destroy(), true), 'ERROR_CONNECT'],
] as [string, Awaited<ReturnType<typeof startReleaseServer>>['meddle'], string][]) {
  test(`a server that answers a part with ${what}: ${code}, and it is tried again`, async (t) => {
    const { server, update, until } = await setUp(t)
    server.offer(200, content)
    server.meddle = (request, response) => (request.headers.range === undefined ? false : meddle(request, response))
    update.start()
    assert.equal((await until(({ errorCode }) => errorCode !== null)).errorCode, code)
    server.meddle = () => false
    assert.equal((await until(isSaved)).errorCode, null)
  })
}

test('a server that does not answer: ERROR_RESPONSE_TIMEOUT after 30 s, and it is tried again', async (t) => {
  const { server, clock, update, until } = await setUp(t)
  server.offer(200, content)
  server.meddle = () => true
  update.start()
  await until(() => server.requests.length > 0, 0)
  await clock.advanceAsync(29_999)
  assert.equal((await update.status()).errorCode, null)
  await clock.advanceAsync(1)
  await until(({ errorCode }) => errorCode === 'ERROR_RESPONSE_TIMEOUT', 0)
  server.meddle = () => false
  assert.equal((await until(isSaved)).errorCode, null)
})

test('discards and downloads again a file that does not match the manifest', async (t) => {
  const { server, folder, update, until } = await setUp(t)
  server.offer(200, content)
  server.meddle = ({ headers }, response) => {
    if (!headers.range?.startsWith('bytes=131072-')) return false
    response.writeHead(206, { 'content-range': `bytes 131072-149999/${content.length}` }).end(Buffer.alloc(18_928))
    return true
  }
  update.start()
  assert.equal((await until(({ errorCode }) => errorCode !== null)).errorCode, 'ERROR_FR_INT_ERR')
  assert.deepEqual(readdirSync(join(folder, 'FIRMWARE')), [])
  server.meddle = () => false
  await until(isSaved)
})

test('refuses a manifest with an unknown signature or an older serial', async (t) => {
  const { server, folder, update, until } = await setUp(t, { checkPeriodSec: 60 })
  server.offer(200, content, { serial: 9 })
  server.signWith(generateKeyPairSync('ed25519').privateKey)
  update.start()
  const refused = await until(({ errorCode }) => errorCode !== null)
  assert.deepEqual([refused.errorCode, refused.downloadState], ['ERROR_FR_DENIED', 'SERVER_FILE_UNKNOWN'])
  assert.equal(existsSync(join(folder, 'FIRMWARE')), false)
})

test('a manifest that was played again is refused', async (t) => {
  const { server, update, until } = await setUp(t, { checkPeriodSec: 60 })
  server.offer(200, content, { serial: 9 })
  update.start()
  await until(isSaved)
  server.offer(300, content, { serial: 8 })
  const { errorCode, availableVersion } = await until((state) => state.errorCode !== null)
  assert.deepEqual([errorCode, availableVersion], ['ERROR_FR_DENIED', 200])
})

for (const [what, other, code] of [
  ['for another machine', { arch: 'other' }, 'ERROR_FR_NO_FILE'],
  ['of another type', { firmwareType: 2 }, 'ERROR_FR_NO_FILE'],
  ['that needs another before it', { minVersion: 150 }, 'ERROR_FR_NO_FILE'],
] as const) {
  test(`a release ${what}: ${code}`, async (t) => {
    const { server, update, until } = await setUp(t)
    server.offer(200, content, other)
    update.start()
    assert.equal((await until(({ errorCode }) => errorCode !== null)).errorCode, code)
  })
}

test('does not download a version that was rolled back', async (t) => {
  const { server, update, until, bad } = await setUp(t)
  bad.push(200)
  server.offer(200, content)
  update.start()
  assert.equal((await until(({ errorCode }) => errorCode !== null)).errorCode, 'ERROR_FR_EXIST')
  assert.equal(server.requests.length, 2)
})

test('a card without twice the room is left as it is', async (t) => {
  const { server, update, until } = await setUp(t, {}, undefined, 0)
  server.offer(200, content)
  update.start()
  assert.equal((await until(({ errorCode }) => errorCode !== null)).errorCode, 'ERROR_FR_DENIED')
  assert.equal(server.requests.length, 2)
})

test('a running version that is the newest: nothing is fetched', async (t) => {
  const { server, update, until } = await setUp(t)
  server.offer(100, content)
  update.start()
  const state = await until(isSaved)
  assert.deepEqual([state.availableVersion, state.savedVersion, state.url], [100, null, null])
  assert.equal(server.requests.length, 2)
})

test('waits for the download hour with downloadPeriodHr', async (t) => {
  const { server, clock, update, until } = await setUp(t, { downloadPeriodHr: 3 })
  server.offer(200, content)
  update.start()
  await until(({ downloadState }) => downloadState === 'SERVER_FILE_UPDATED_READY')
  await until(isSaved)
  // At 00:00, the next multiple of three.
  assert.ok(clock.now() >= 2 * 3_600_000 && clock.now() < 2.05 * 3_600_000, String(clock.now()))
})

test('contacts no server without a route or a period', async (t) => {
  for (const settings of [{ connMode: null }, { connMode: 4 }, { checkPeriodSec: null }]) {
    const { server, clock, update } = await setUp(t, settings)
    update.start()
    for (let steps = 0; steps < 20; steps += 1) await clock.advanceAsync(60_000)
    assert.deepEqual(server.requests, [])
  }
})

test('at updateHour the helper is asked once to install what is newer, unless something is under way', async (t) => {
  let isBusy = true
  const { server, clock, update, until, requests } = await setUp(t, { updateHour: 23 }, { isBusy: () => isBusy })
  server.offer(200, content)
  update.start()
  await until(isSaved)
  assert.deepEqual(requests, [])
  await until(() => clock.now() > 65 * 60_000)
  assert.deepEqual(requests, [], 'a search is under way')
  isBusy = false
  await until(() => requests.length > 0)
  await until(() => clock.now() > 119 * 60_000)
  assert.deepEqual(requests, [{ verb: 'release-apply', file: 'BX000200.BBF' }])
})

test('accepts only complete and signed releases on a card, when it is inserted', async (t) => {
  const { server, card, folder, update, until } = await setUp(t)
  server.offer(200, content)
  update.start()
  await until(isSaved)
  await card.eject()
  assert.equal((await update.status()).updateState, 'CARD_NOT_READY')
  server.meddle = (_, response) => (response.writeHead(503).end(), true)
  const path = join(folder, 'FIRMWARE/BX000200.BBF')
  writeFileSync(path, readFileSync(path).fill(0, 70_000, 70_001))
  await until(({ savedVersion }) => savedVersion === null)
  await card.take()
  const { updateState } = await until((state) => !/^CARD_(NOT_READY|FILES_CHECKING)$/.test(state.updateState))
  assert.equal(updateState, 'SAVED_FILE_UNKNOWN')
})

test('a release that is wanted now waits for no hour: it is asked for, fetched and installed', async (t) => {
  const { server, clock, update, until, requests } = await setUp(t, {
    checkPeriodSec: null,
    downloadPeriodHr: null,
    updateHour: null,
  })
  server.offer(200, content)
  update.start()
  assert.equal(await update.request(), null)
  assert.equal(update.isRequested, true)
  await until(() => requests.length > 0)
  // Under way until the process ends; given to the system once.
  for (let steps = 0; steps < 6; steps += 1) await clock.advanceAsync(10_000)
  assert.deepEqual(requests, [{ verb: 'release-apply', file: 'BX000200.BBF' }])
  assert.equal(update.isRequested, true)
})

test('reports why a release is unavailable, and ends a request when nothing newer exists or it was rolled back', async (t) => {
  const off = await setUp(t, { connMode: null as unknown as number })
  assert.match((await off.update.request()) ?? '', /download\.connMode/)
  const nowhere = await setUp(t, { url: 'ftp://x' })
  assert.match((await nowhere.update.request()) ?? '', /firmware\.url/)
  const { server, bad, update, until, card, requests } = await setUp(t, { checkPeriodSec: null })
  server.offer(100, content)
  update.start()
  assert.equal(await update.request(), null)
  await until(() => !update.isRequested)
  server.offer(200, content)
  bad.push(200)
  assert.equal(await update.request(), null)
  assert.equal((await until(() => !update.isRequested)).errorCode, 'ERROR_FR_EXIST')
  assert.deepEqual(requests, [])
  await card.eject()
  assert.match((await update.request()) ?? '', /card/)
})

test('while the server is away a wish is kept for an hour', async (t) => {
  const { server, clock, update, until, requests } = await setUp(t, { checkPeriodSec: null, delayForConnSec: 60 })
  server.meddle = (_, response) => {
    response.destroy()
    return true
  }
  update.start()
  assert.equal(await update.request(), null)
  assert.equal((await until(({ errorCode }) => errorCode !== null)).errorCode, 'ERROR_CONNECT')
  assert.equal(update.isRequested, true)
  await until(() => clock.now() > 3_600_000)
  assert.equal(update.isRequested, false)
  assert.deepEqual(requests, [])
})
