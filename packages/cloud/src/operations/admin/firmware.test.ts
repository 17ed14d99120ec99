import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { signManifest } from '@busbar/uplink/releases'
import { addFirmware } from './firmware.ts'

const own = generateKeyPairSync('ed25519')

const setUp = (t: TestContext) => {
  const root = mkdtempSync(join(tmpdir(), 'busbar-firmware-'))
  t.after(() => rmSync(root, { recursive: true }))
  const folderOf = (name: string): string => mkdtempSync(join(root, `${name}-`))
  const keys = folderOf('keys')
  writeFileSync(join(keys, 'own.pem'), own.publicKey.export({ type: 'spki', format: 'pem' }))
  const make = (serial: number, content: string, { key = own.privateKey, told = content } = {}): string => {
    const folder = folderOf('release')
    writeFileSync(join(folder, 'BX000200.BBF'), content)
    const sha256 = createHash('sha256').update(told).digest('hex')
    const facts = { firmwareType: 1, arch: 'x64', minVersion: 0, releasedOn: '2026-11-16T00:00:00Z' }
    const release = { version: 200, file: 'BX000200.BBF', size: content.length, sha256, ...facts }
    const manifest = Buffer.from(JSON.stringify({ format: 1, serial, releases: [release] }))
    writeFileSync(join(folder, 'manifest.json'), manifest)
    writeFileSync(join(folder, 'manifest.sig'), signManifest(manifest, key))
    return folder
  }
  return { keys, make, served: join(root, 'served') }
}

test('releases are taken over with their manifest, newer ones over older ones', async (t) => {
  const { keys, make, served } = setUp(t)
  await addFirmware(make(2, 'two'), served, keys)
  assert.deepEqual(readdirSync(served).toSorted(), ['BX000200.BBF', 'manifest.json', 'manifest.sig'])
  await addFirmware(make(3, 'three'), served, keys)
  assert.equal(readFileSync(join(served, 'BX000200.BBF'), 'utf8'), 'three')
  await assert.rejects(addFirmware(make(1, 'one'), served, keys), /has a newer manifest \(serial 3\)/)
})

test('refuses unsigned, damaged and missing releases without writing anything', async (t) => {
  const { keys, make, served } = setUp(t)
  const { privateKey } = generateKeyPairSync('ed25519')
  await assert.rejects(
    addFirmware(make(1, 'one', { key: privateKey }), served, keys),
    /not signed by a trusted release key/,
  )
  await assert.rejects(addFirmware(make(1, 'one', { told: 'two' }), served, keys), /is not what the manifest says/)
  await assert.rejects(addFirmware(served, served, keys), /has no manifest\.json/)
  assert.throws(() => readdirSync(served))
})
