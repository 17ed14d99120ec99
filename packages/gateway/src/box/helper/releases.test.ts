import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { packArchive, type Release, signManifest } from '@busbar/uplink/releases'
import { testFolder } from '../../testing/folder.ts'
import { Releases } from './releases.ts'

const startScript = new URL('../../../packaging/release-start', import.meta.url).pathname
const own = generateKeyPairSync('ed25519')

/** A box whose package has version 100, with a card. */
const setUp = (t: TestContext) => {
  const [root, card, keys] = [testFolder(t), testFolder(t), testFolder(t)]
  const folder = join(root, 'releases')
  writeFileSync(join(keys, 'own.pem'), own.publicKey.export({ type: 'spki', format: 'pem' }))
  mkdirSync(join(card, 'FIRMWARE'))
  let restarts = 0
  const releases = new Releases({
    folder,
    card: () => card,
    keyFolders: [keys],
    product: { firmwareType: 1, firmwareVer: 100 },
    arch: 'x64',
    startScript,
    restart: async () => void (restarts += 1),
  })
  /** Puts a signed release of this version on the card. */
  const put = async (version: number, other: Partial<Release> = {}, key = own.privateKey): Promise<string> => {
    const file = `BX${String(version).padStart(6, '0')}.BBF`
    const path = join(card, 'FIRMWARE', file)
    const tree = testFolder(t)
    writeFileSync(join(tree, 'version'), `${version}\n`)
    await packArchive(tree, path, 1)
    const bytes = readFileSync(path)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const facts = { firmwareType: 1, arch: 'x64', minVersion: 0, releasedOn: '2026-11-16T00:00:00Z' }
    const release = { version, file, size: bytes.length, sha256, ...facts, ...other }
    const manifest = Buffer.from(JSON.stringify({ format: 1, serial: 1, releases: [release] }))
    writeFileSync(path.replace('.BBF', '.JSN'), manifest)
    writeFileSync(path.replace('.BBF', '.SIG'), signManifest(manifest, key))
    return file
  }
  /** Runs with the file mode mask of the unit. */
  const start = (...args: string[]): void =>
    void execFileSync('/bin/sh', ['-c', 'umask 077; exec sh "$0" "$@"', startScript, ...args], {
      env: { BUSBAR_GATEWAY_RELEASES: folder, PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
    })
  const current = (): string | null => {
    const link = join(folder, 'current')
    return existsSync(link) ? `${readlinkSync(link)}: ${readFileSync(join(link, 'version'), 'utf8').trim()}` : null
  }
  const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8)
  const listed = (): string[] => readdirSync(folder).toSorted()
  return { releases, put, start, current, listed, modeOf, folder, card, restarts: () => restarts }
}

test('a release runs on trial, is confirmed, and those before it go', async (t) => {
  const { releases, put, start, current, listed, restarts } = setUp(t)
  await releases.apply(await put(200))
  assert.deepEqual([current(), listed(), restarts()], ['200: 200', ['200', 'current', 'trial'], 1])
  for (let starts = 0; starts < 3; starts += 1) start()
  await releases.confirm()
  start()
  assert.deepEqual(listed(), ['200', 'current'])
  await releases.apply(await put(300))
  assert.deepEqual([current(), listed()], ['300: 300', ['200', '300', 'current', 'previous', 'trial']])
  await releases.confirm()
  assert.deepEqual([current(), listed()], ['300: 300', ['300', 'current']])
})

test('the fourth start without a word brings back the one before, and its version is never taken again', async (t) => {
  const { releases, put, start, current, modeOf, folder } = setUp(t)
  await releases.apply(await put(200))
  await releases.confirm()
  await releases.apply(await put(300))
  for (let starts = 0; starts < 3; starts += 1) {
    start()
    assert.equal(current(), '300: 300')
    assert.equal(modeOf('trial'), '644', 'the gateway reads it')
  }
  start()
  assert.equal(current(), '200: 200')
  assert.equal(modeOf('bad'), '644')
  assert.equal(readFileSync(join(folder, 'bad'), 'utf8'), '300\n')
  start()
  assert.equal(current(), '200: 200')
  await assert.rejects(releases.apply(await put(300)), /rolled back before/)
  await releases.apply(await put(301))
  await releases.revert()
  assert.equal(current(), '200: 200')
  assert.equal(readFileSync(join(folder, 'bad'), 'utf8'), '300\n301\n')
})

test('the first release that fails leaves the package', async (t) => {
  const { releases, put, start, current } = setUp(t)
  await releases.apply(await put(200))
  for (let starts = 0; starts < 4; starts += 1) start()
  assert.equal(current(), null)
})

test('completes a rollback exactly once after a power cut at any step', async (t) => {
  const { releases, put, start, current, folder } = setUp(t)
  await releases.apply(await put(200))
  await releases.confirm()
  await releases.apply(await put(300))
  // The link was moved back, and the trial is still written there.
  rmSync(join(folder, 'current'))
  symlinkSync('200', join(folder, 'current'))
  writeFileSync(join(folder, 'trial'), '300 3\n')
  start()
  start()
  assert.equal(current(), '200: 200')
})

for (const [what, make, says] of [
  [
    'signed by another key',
    (put) => put(200, {}, generateKeyPairSync('ed25519').privateKey),
    /not signed by a trusted release key/,
  ],
  ['that is not newer', (put) => put(100), /not newer/],
  ['for another machine', (put) => put(200, { arch: 'arm64' }), /not for this box/],
  ['of another type', (put) => put(200, { firmwareType: 9 }), /not for this box/],
  ['that needs another before it', (put) => put(200, { minVersion: 150 }), /not for this box/],
  ['with another sum', (put) => put(200, { sha256: '0'.repeat(64) }), /does not match its manifest/],
  ['of another size', (put) => put(200, { size: 1 }), /does not have the size/],
] as [string, (put: ReturnType<typeof setUp>['put']) => Promise<string>, RegExp][]) {
  test(`a release ${what} is refused, and all is as before`, async (t) => {
    const { releases, put, listed, restarts } = setUp(t)
    const file = await make(put)
    await assert.rejects(releases.apply(file), says)
    assert.deepEqual([listed(), restarts()], [[], 0])
  })
}

test('a link on the card leads nowhere', async (t) => {
  const { releases, put, card } = setUp(t)
  const file = await put(200)
  const path = join(card, 'FIRMWARE', file)
  copyFileSync(path, join(card, 'other'))
  rmSync(path)
  symlinkSync(join(card, 'other'), path)
  await assert.rejects(releases.apply(file), { code: 'ELOOP' })
})
