import assert from 'node:assert/strict'
import { createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testFolder } from '../testing/folder.ts'
import { openIdentity } from './identity.ts'

const newBytes = (count: number): Uint8Array => randomBytes(count)

test('keys are made once, for their owner only', (t) => {
  const folder = testFolder(t)
  const open = () => openIdentity({ folder, interfaces: [], newBytes })
  const [first, second] = [open(), open()]
  assert.deepEqual(
    [second.mac, second.proofKeys.publicKey, second.vpnKeys.publicKey, second.sealKey],
    [first.mac, first.proofKeys.publicKey, first.vpnKeys.publicKey, first.sealKey],
  )
  assert.equal(first.isMacUnique, false)
  assert.deepEqual(
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]),
    ['call-back.pem', 'mac', 'seal.key', 'vpn.pem'].map((name) => [name, 0o600]),
  )
})

test('what the private key signs, the public one knows', (t) => {
  const { proofKeys, vpnKeys } = openIdentity({ folder: testFolder(t), interfaces: [], newBytes })
  const said = Buffer.from('a proof')
  const x = Buffer.from(proofKeys.publicKey).toString('base64url')
  const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  assert.equal(verify(null, said, known, sign(null, said, proofKeys.privateKey)), true)
  assert.equal(vpnKeys.publicKey.length, 32)
})

test('the address is that of the box', (t) => {
  const eth0 = { name: 'eth0', mac: '00:1a:2b:3c:4d:5e', ip: null, isDevice: true, isLinkUp: false }
  const { mac, isMacUnique } = openIdentity({ folder: testFolder(t), interfaces: [eth0], newBytes })
  assert.deepEqual([mac, isMacUnique], ['00:1a:2b:3c:4d:5e', true])
})

test('a damaged key is told, not replaced: with another the settings could not be read', (t) => {
  const folder = testFolder(t)
  writeFileSync(join(folder, 'seal.key'), 'short')
  assert.throws(() => openIdentity({ folder, interfaces: [], newBytes }), /seal\.key is damaged: it has 5 bytes of 32/)
})
