import assert from 'node:assert/strict'
import { createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { claimMac } from '../../storage/claim-name.ts'
import { dataFolderIn, testFolder } from '../../testing/folder.ts'
import { openIdentity } from './identity.ts'

const eth0 = { name: 'eth0', mac: '00:1a:2b:3c:4d:5e', permanentMac: '00:1a:2b:3c:4d:5e', isDevice: true }
const wlan0 = { name: 'wlan0', mac: 'b8:27:eb:00:00:01', permanentMac: 'b8:27:eb:00:00:01', isDevice: true }
const veth = { name: 'eth0', mac: '02:42:ac:11:00:02', permanentMac: null, isDevice: false }
type TestInterfaces = readonly (typeof eth0 | typeof veth)[]

/** A box with gateways: who has a MAC keeps it from the others. */
const testBox = () => {
  const taken = new Set<string>()
  const warnings: string[] = []
  const claim = async (mac: string): Promise<boolean> => {
    const isFree = !taken.has(mac)
    taken.add(mac)
    return isFree
  }
  const open = (folder: string, interfaces: TestInterfaces = [], requestedSource = 'auto') =>
    openIdentity({
      folder: dataFolderIn(folder),
      requestedSource,
      interfaces: interfaces.map((one) => ({ ...one, ip: null, isLinkUp: false })),
      claim,
      newBytes: (count) => randomBytes(count),
      warn: (_, message) => warnings.push(message),
    })
  return { taken, warnings, open }
}

test('keys are made once, for their owner only', async (t) => {
  const folder = testFolder(t)
  const [first, second] = [await testBox().open(folder), await testBox().open(folder)]
  assert.deepEqual(
    [second.mac, second.proofKeys.publicKey, second.sealKey],
    [first.mac, first.proofKeys.publicKey, first.sealKey],
  )
  assert.equal(first.isMacUnique, false)
  assert.deepEqual(
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]),
    ['call-back.pem', 'identity.json', 'seal.key'].map((name) => [name, 0o600]),
  )
})

test('verifies a signature with the public key', async (t) => {
  const { proofKeys } = await testBox().open(testFolder(t))
  const message = Buffer.from('a proof')
  const x = Buffer.from(proofKeys.publicKey).toString('base64url')
  const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  assert.equal(verify(null, message, known, sign(null, message, proofKeys.privateKey)), true)
})

for (const [about, interfaces, requestedSource, mac] of [
  ['the first real interface\u2019s', [wlan0, eth0], 'auto', eth0.mac],
  ['what its maker gave, not what it was set to', [{ ...eth0, mac: '02:00:00:12:34:56' }], 'auto', eth0.mac],
  ['that of an interface', [wlan0, eth0], 'wlan0', wlan0.mac],
  ['even one that was set', [veth], 'eth0', veth.mac],
] as const) {
  test(`the address is ${about}`, async (t) => {
    const identity = await testBox().open(testFolder(t), interfaces, requestedSource)
    assert.deepEqual([identity.mac, identity.isMacUnique], [mac, !mac.startsWith('02')])
  })
}

test('derives an address from the key on request, or when no interface has one', async (t) => {
  for (const [interfaces, requestedSource] of [
    [[eth0], 'made'],
    [[veth], 'auto'],
    [[], 'auto'],
  ] as const) {
    const folder = testFolder(t)
    const { mac, isMacUnique } = await testBox().open(folder, interfaces, requestedSource)
    assert.match(mac, /^02:/)
    assert.equal(isMacUnique, false)
    assert.equal((await testBox().open(folder, [eth0, wlan0])).mac, mac, 'it is chosen once')
  }
})

test('two gateways on one box have an address each', async (t) => {
  const { open } = testBox()
  const [first, second] = [testFolder(t), testFolder(t)]
  assert.equal((await open(first, [eth0])).mac, eth0.mac)
  const made = (await open(second, [eth0])).mac
  assert.match(made, /^02:/)
  await assert.rejects(open(testFolder(t), [eth0], 'eth0'), /another gateway on this box has its address/)
  assert.equal((await testBox().open(second, [eth0])).mac, made, 'also when the first does not run')
})

test('keeps its keys in a folder that moved to another box, takes another address and reports that', async (t) => {
  const folder = testFolder(t)
  const here = await testBox().open(folder, [eth0])
  const { open, warnings } = testBox()
  const there = await open(folder, [wlan0])
  assert.deepEqual([there.mac, there.proofKeys.publicKey], [wlan0.mac, here.proofKeys.publicKey])
  assert.match(warnings.join(), /has another MAC/)
})

test('keeps the address that was used before choices were stored', async (t) => {
  const folder = testFolder(t)
  await testBox().open(folder, [veth])
  rmSync(join(folder, 'identity.json'))
  assert.equal((await testBox().open(folder, [veth])).mac, veth.mac)
  rmSync(join(folder, 'identity.json'))
  writeFileSync(join(folder, 'mac'), '06:00:00:00:00:01')
  assert.equal((await testBox().open(folder)).mac, '06:00:00:00:00:01')
})

test('reports an interface that does not exist', async (t) => {
  await assert.rejects(testBox().open(testFolder(t), [eth0], 'eth7'), /--identity eth7: there is no such interface/)
})

test('the system keeps a MAC for one process', async () => {
  const mac = '02:00:5e:10:77:01'
  const release = (await claimMac(mac)) ?? assert.fail('it is taken')
  assert.equal(await claimMac(mac), null)
  release()
  const again = await claimMac(mac)
  assert.notEqual(again, null)
  again?.()
})

test('reports a damaged key and does not replace it, because a new one could not decrypt the settings', async (t) => {
  const folder = testFolder(t)
  writeFileSync(join(folder, 'seal.key'), 'short')
  await assert.rejects(testBox().open(folder), /seal\.key is damaged: it has 5 bytes of 32/)
})
