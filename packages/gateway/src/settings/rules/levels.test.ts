import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SettingsProblem } from '../problem.ts'
import type { Level } from '../setting.ts'
import type { SettingsStore } from '../store/store.ts'
import { keysIn, type SettingKey, type SettingName, settings } from '../table.ts'
import { levelsInA } from '../testing/contract.ts'
import { refusal, testStore } from '../testing/store.ts'

describe('levels', () => {
  const reads = (store: SettingsStore, names: string[], level: Level): string => {
    try {
      return Object.keys(store.get('saved', names as SettingName[], level)).join(' ')
    } catch (error) {
      assert.ok(error instanceof SettingsProblem)
      return `${error.kind} ${error.message}`
    }
  }
  const sample = (name: SettingKey): object => ({ [name]: settings[name].initial })

  test('variant A: keys marked 2 are read by level 2, and all are written by it', async () => {
    const { store } = await testStore({ variant: 'A' })
    assert.deepEqual(reads(store, [], 1).split(' ').toSorted(), levelsInA[1].toSorted())
    assert.equal(reads(store, [], 2), keysIn('A').join(' '))
    assert.equal(reads(store, [], 0), '')
    for (const name of levelsInA[1]) assert.equal(reads(store, [name], 1), name)
    for (const name of levelsInA[2]) assert.equal(reads(store, ['timeGmt', name], 1), `level ${name}: needs level 2`)
    for (const name of keysIn('A')) {
      assert.equal(await refusal(store.set({ ...sample(name), nothing: 1 }, 1)), `level ${name}: needs level 2`)
    }
    assert.equal(reads(store, ['forwarding'], 1), 'level forwarding: needs level 2')
    assert.equal(reads(store, ['tasksLogging'], 2), 'unknown tasksLogging: is not known')
    assert.equal(reads(store, ['toString'], 2), 'unknown toString: is not known')
  })

  test('variant B: level 1 reads all, and writes all where levels are lax', async () => {
    for (const strictLevels of [false, true]) {
      const { store } = await testStore({ strictLevels })
      assert.equal(reads(store, [], 1), keysIn('B').join(' '))
      assert.equal(reads(store, ['timeGmt'], 0), 'level timeGmt: needs level 1')
      assert.equal(reads(store, ['bodVoltage'], 2), 'unknown bodVoltage: is not known')
    }
    const { store } = await testStore({ strictLevels: false })
    await store.set({ protect: { mbGateReadEnable: true }, cbCloud: { hostname: 'example.org' } }, 1)
  })

  test('variant B: an administrator alone changes what leads to others', async () => {
    const { store } = await testStore()
    const { passwordAdmin } = store.active.protect
    const row = { listenPort: 8080, isUdp: false, serverAddr: '10.0.0.7', serverPort: 80 }
    for (const changed of [
      { protect: { mbGateReadEnable: true } },
      { protect: { passwordAdmin: 'other' } },
      // Otherwise it could be found by trying.
      { protect: { passwordAdmin } },
      { firmware: { url: 'https://example.org/' } },
      { wgManual: { deviceKey: '' } },
      { wgManual: { connPort: 9 } },
      { wgManual: { nonsense: 9 } },
      { wgManual: null },
      { fwd: [row, row, row, row] },
      { forwarding: [row] },
      { wgCloud: { hostname: 'example.org' } },
      { cbCloud: { hostname: 'example.org', connPort: 9 } },
    ]) {
      const [name] = Object.keys(changed)
      assert.equal(await refusal(store.set(changed, 1)), `level ${name}: needs level 2`)
    }
    await store.set({ serial: { baudRate: 1200 }, cbCloud: { hostname: '', connPort: 9 } }, 1)
    await store.set({ cbCloud: { hostname: 'example.org' } }, 2)
    await store.set({ cbCloud: { hostname: 'example.org', connPort: 10 } }, 1)
  })

  test('level 1 may send back settings unchanged', async () => {
    const { store } = await testStore()
    await store.set(store.get('saved', [], 1), 1)
  })

  test('strict levels change nothing in variant A', async () => {
    const { store } = await testStore({ variant: 'A', strictLevels: true })
    assert.equal(reads(store, ['firmware'], 1), 'firmware')
  })
})
