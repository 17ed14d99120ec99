import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { SettingsProblem } from '../problem.ts'
import { secretsOf, withoutSecrets } from '../rules/secrets.rules.ts'
import { bodiesOf } from '../testing/arbitrary.ts'
import { secrets } from '../testing/contract.ts'
import { countedBytes, refusal, testStore } from '../testing/store.ts'
import type { SettingsStore } from './store.ts'
import { seal, unseal } from './transfer.ts'

const change = {
  timeGmt: 8,
  serial: { baudRate: 19_200 },
  protect: { passwordAdmin: 'theirs7', passwordMbRead: 'reader', mbGateReadEnable: true },
  gsm: { pinCode: 4321, apnPassword: 'apnsecret' },
  wgManual: { deviceKey: Buffer.alloc(32, 9).toString('base64') },
}

const exported = async (variant: 'A' | 'B' = 'B'): Promise<string> => {
  const { store } = await testStore({ variant })
  await store.set({ ...change, rmSrv: store.saved.rmSrv.map((row, at) => ({ ...row, password: `remote${at}` })) }, 2)
  return store.exportText()
}

describe('an exported file', () => {
  test('shows no secret, and names those that it has', async () => {
    const text = await exported()
    for (const secret of ['theirs7', 'reader', '4321', 'apnsecret', change.wgManual.deviceKey, 'remote0']) {
      assert.ok(!text.includes(secret), secret)
    }
    const file = JSON.parse(text) as { secrets: string[] }
    const empty = ['protect.passwordMbGateWrite']
    assert.deepEqual(file.secrets.toSorted(), secrets.filter((path) => !empty.includes(path)).toSorted())
  })

  for (const [from, to] of [
    ['A', 'A'],
    ['B', 'B'],
    ['A', 'B'],
    ['B', 'A'],
  ] as const) {
    test(`comes back whole on the same device, from variant ${from} to ${to}`, async () => {
      const { store } = await testStore({ variant: from })
      await store.set(change, 2)
      const text = store.exportText()
      const { saved } = store
      const { store: later, disk } = await testStore({ variant: to, newBytes: countedBytes(5) })
      await later.set({ timeGmt: 1, protect: { passwordMbGateWrite: 'x' } }, 2)
      assert.deepEqual(await later.importText(text), { notCarried: [] })
      assert.deepEqual(later.saved, saved)
      assert.deepEqual((await testStore({ disk })).store.saved, saved)
    })
  }

  test('transfers everything but the secrets to another device and lists those', async () => {
    const text = await exported()
    const { store } = await testStore({ sealKey: new Uint8Array(32).fill(8), newBytes: countedBytes(9) })
    await store.set({ gsm: { apnPassword: 'own' } }, 2)
    const { protect, gsm } = store.saved
    const { notCarried } = await store.importText(text)
    assert.deepEqual(notCarried.toSorted(), (JSON.parse(text) as { secrets: string[] }).secrets.toSorted())
    const after = store.saved
    assert.deepEqual([after.timeGmt, after.serial.baudRate], [8, 19_200])
    assert.deepEqual(after.protect, { ...protect, mbGateReadEnable: true })
    assert.deepEqual([after.gsm.pinCode, after.gsm.apnPassword], [gsm.pinCode, 'own'])
  })

  test('applies at once what variant B applies at once', async () => {
    const text = await exported()
    const { store } = await testStore()
    const changes: unknown[] = []
    store.onApply(async (changed) => void changes.push(changed))
    await store.importText(text)
    assert.deepEqual(changes, [['serial', 'rmSrv']])
    assert.deepEqual([store.active.serial.baudRate, store.active.timeGmt], [19_200, 0])
  })

  const spoiled: [name: string, spoil: (file: Record<string, unknown>, text: string) => string, expected: RegExp][] = [
    ['no JSON', (_, text) => text.slice(1), /^value file: is not JSON$/],
    ['too long', (_, text) => text + ' '.repeat(65_536), /^value file: longer than 65536 characters$/],
    ['something else', () => '{}', /^value format: busbar-gateway-settings-1/],
    ['more than that', (file) => JSON.stringify({ ...file, more: 1 }), /^unknown more: is not known$/],
    [
      'an unknown key',
      (file) => JSON.stringify({ ...file, settings: { timeGmt: 2, x: 1 } }),
      /^unknown x: is not known$/,
    ],
    [
      'a wrong value',
      (file) => JSON.stringify({ ...file, settings: { timeGmt: 2, serial: { baudRate: 1 } } }),
      /^value serial\.baudRate: must be 75 to 230400$/,
    ],
    [
      'ports that meet',
      (file) => JSON.stringify({ ...file, settings: { httpd: { port: 502 } } }),
      /^value ownSrv\.ethListenPort: taken by httpd\.port$/,
    ],
    [
      'a sealed value that does not fit',
      (file) => {
        const sealed = seal(new Uint8Array(32).fill(7), '[["protect.passwordAdmin","1"]]', countedBytes())
        return JSON.stringify({ ...file, sealed })
      },
      /^value protect\.passwordAdmin: must be 5 to 10/,
    ],
  ]
  for (const [name, spoil, expected] of spoiled) {
    test(`a file with ${name} is refused as a whole`, async () => {
      const text = await exported()
      const { store } = await testStore()
      const before = store.saved
      assert.match(await refusal(store.importText(spoil(JSON.parse(text) as Record<string, unknown>, text))), expected)
      assert.deepEqual(store.saved, before)
    })
  }
})

/** All of it that goes together. */
const setAll = async (store: SettingsStore, bodies: readonly object[]): Promise<void> => {
  for (const body of bodies) {
    await store.set(body, 2).catch((error: unknown) => assert.ok(error instanceof SettingsProblem, String(error)))
  }
}

for (const [from, to] of [
  ['A', 'B'],
  ['B', 'A'],
] as const) {
  test(`any settings of variant ${from} go over any of ${to}; another gateway keeps its own secrets`, async () => {
    const holds = fc.asyncProperty(bodiesOf(from), bodiesOf(to), async (bodies, others) => {
      const { store } = await testStore({ variant: from })
      await setAll(store, bodies)
      const text = store.exportText()

      const { store: same, disk } = await testStore({ variant: to, newBytes: countedBytes(5) })
      await setAll(same, others)
      assert.deepEqual(await same.importText(text), { notCarried: [] })
      assert.deepEqual(same.saved, store.saved)
      assert.deepEqual((await testStore({ variant: to, disk })).store.saved, store.saved)

      const { store: other } = await testStore({ variant: to, sealKey: new Uint8Array(32).fill(8) })
      await setAll(other, others)
      const before = secretsOf(other.saved)
      const { notCarried } = await other.importText(text)
      assert.deepEqual(withoutSecrets(other.saved), withoutSecrets(store.saved))
      assert.deepEqual(secretsOf(other.saved), before)
      const filledSecrets = [...secretsOf(store.saved)].filter(([, value]) => value !== null && value !== '')
      assert.deepEqual(notCarried.toSorted(), filledSecrets.map(([path]) => path).toSorted())
    })
    await fc.assert(holds, { numRuns: 10 })
  })
}

test('a seal opens with its key only, and not after a change of any byte', () => {
  const [own, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  const sealed = seal(own, '["a"]', countedBytes())
  assert.deepEqual(JSON.parse(unseal(own, sealed) ?? ''), ['a'])
  assert.equal(unseal(other, sealed), undefined)
  const bytes = Buffer.from(sealed, 'base64')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.equal(unseal(own, changed.toString('base64')), undefined, String(at))
  }
  for (const length of [0, 10, 27]) assert.equal(unseal(own, bytes.subarray(0, length).toString('base64')), undefined)
  assert.equal(seal(own, '["a"]', countedBytes()).length, seal(own, '["abcdef"]', countedBytes()).length)
})
