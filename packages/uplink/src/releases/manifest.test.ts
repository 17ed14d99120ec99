import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  type Manifest,
  ManifestProblem,
  newestFor,
  openManifest,
  readReleaseKeys,
  signManifest,
  signSums,
} from './manifest.ts'

const own = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')

const release = {
  version: 10_203,
  firmwareType: 1,
  arch: 'x64',
  file: 'BB010203.BBF',
  size: 1000,
  sha256: 'ab'.repeat(32),
  minVersion: 0,
  releasedOn: '2026-11-16T00:00:00Z',
}
const manifest: Manifest = { format: 1, serial: 7, releases: [release] }
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

test('a manifest is what one of the keys has signed', () => {
  const bytes = bytesOf(manifest)
  const signature = signManifest(bytes, own.privateKey)
  assert.deepEqual(openManifest(bytes, signature, [other.publicKey, own.publicKey]), manifest)
  assert.throws(() => openManifest(bytes, signature, [other.publicKey]), /not signed by a trusted release key/)
  assert.throws(() => openManifest(bytes, signature, []), /has no release key/)
})

test('refuses a manifest with any changed byte, in itself or its signature', () => {
  const bytes = bytesOf(manifest)
  const signature = signManifest(bytes, own.privateKey)
  const refused = (given: Uint8Array, by: string): void =>
    assert.throws(() => openManifest(given, by, [own.publicKey]), ManifestProblem)
  for (let at = 0; at < bytes.length; at++) {
    refused(Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1), signature)
  }
  const raw = Buffer.from(signature, 'base64')
  for (let at = 0; at < raw.length; at++) {
    refused(
      bytes,
      Buffer.from(raw)
        .fill((raw[at] ?? 0) ^ 1, at, at + 1)
        .toString('base64'),
    )
  }
  refused(bytes, '')
})

for (const [what, value] of [
  ['another format', { ...manifest, format: 2 }],
  ['more than is known', { ...manifest, until: 1 }],
  ['a path', { ...manifest, releases: [{ ...release, file: '../BB.BBF' }] }],
  ['a negative version', { ...manifest, releases: [{ ...release, version: -1 }] }],
  ['no list', { format: 1, serial: 1 }],
] as const) {
  test(`a signed manifest with ${what} is refused`, () => {
    const bytes = bytesOf(value)
    const signature = signManifest(bytes, own.privateKey)
    assert.throws(() => openManifest(bytes, signature, [own.publicKey]), /not one that is known/)
  })
}

test('selects the newest suitable release of this type and machine', () => {
  const releases = [
    release,
    { ...release, version: 10_300 },
    { ...release, version: 20_000, minVersion: 10_300 },
    { ...release, version: 30_000, arch: 'arm64' },
    { ...release, version: 30_000, firmwareType: 2 },
  ]
  const of = (version: number) =>
    newestFor({ format: 1, serial: 1, releases }, { firmwareType: 1, arch: 'x64', version })?.version
  assert.deepEqual([of(0), of(10_299), of(10_300)], [10_300, 10_300, 20_000])
  assert.equal(newestFor({ ...manifest, releases: [] }, release), undefined)
})

test('keys are the PEM files of folders that are there', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  assert.deepEqual(readReleaseKeys([join(folder, 'none'), folder]), [])
  writeFileSync(join(folder, 'a.pem'), own.publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(join(folder, 'notes.txt'), 'none')
  assert.equal(readReleaseKeys([folder])[0]?.equals(own.publicKey), true)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(join(folder, 'b.pem'), rsa.publicKey.export({ type: 'spki', format: 'pem' }))
  assert.throws(() => readReleaseKeys([folder]), /b\.pem is not an Ed25519 key/)
})

const oracle = 'openssl'

test('a list of checksums is verified as the guide says', (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const folder = mkdtempSync(join(tmpdir(), 'busbar-sums-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const list = `${'0'.repeat(64)}  busbar.deb\n`
  writeFileSync(join(folder, 'SHA256SUMS'), list)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), signSums(list, privateKey))
  writeFileSync(join(folder, 'release.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const command = 'pkeyutl -verify -pubin -inkey release.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig'.split(' ')
  const verify = () => spawnSync(oracle, command, { cwd: folder, encoding: 'utf8' })
  const { error, status, stdout } = verify()
  if (error !== undefined) return t.diagnostic('there is no openssl')
  assert.deepEqual([status, stdout.trim()], [0, 'Signature Verified Successfully'])
  writeFileSync(join(folder, 'SHA256SUMS'), list.replace('0', '1'))
  assert.notEqual(verify().status, 0)
})
