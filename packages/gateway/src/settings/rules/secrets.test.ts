import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLog } from '@busbar/kit/log'
import { secrets } from '../testing/contract.ts'
import { refusal, testStore } from '../testing/store.ts'

const key = Buffer.alloc(32, 9).toString('base64')

describe('secrets', () => {
  const all = {
    gsm: { pinCode: 7, apnPassword: 'apn' },
    wgManual: { deviceKey: key },
    protect: { passwordAdmin: 'admin7', passwordMbGateWrite: 'w', passwordMbRead: 'r', passwordSmsWrite: 'sw7' },
  }

  test('are never read back', async () => {
    for (const variant of ['A', 'B'] as const) {
      const { store } = await testStore({ variant })
      const rows = store.saved.rmSrv.map((row) => ({ ...row, password: 'remote' }))
      await store.set({ ...all, rmSrv: rows }, 2)
      for (const area of ['active', 'saved'] as const) {
        const text = JSON.stringify(store.get(area, [], 2))
        for (const secret of ['"apn"', key, 'admin7', 'sw7', 'remote', store.saved.protect.passwordSmsRead]) {
          assert.ok(!text.includes(secret), secret)
        }
        assert.match(text, /"pinCode":null/)
      }
    }
  })

  test('do not come through in the log', () => {
    for (const path of secrets) {
      const lines: string[] = []
      const log = createLog('info', { write: (line) => lines.push(line) })
      const name = path.split('.').at(-1) ?? ''
      log.info({ [name]: 'open sesame', settings: { protect: { [name]: 'open sesame' } } }, 'saved')
      assert.ok(!lines.join().includes('open sesame'), path)
    }
  })

  test('secrets that are null or absent stay, and empty ones are cleared', async () => {
    const { store } = await testStore()
    await store.set(all, 2)
    const before = store.saved
    await store.set({ gsm: { pinCode: null, apnPassword: null }, protect: { passwordAdmin: null }, wgManual: {} }, 2)
    await store.set(store.get('saved', [], 2), 2)
    assert.deepEqual(store.saved, before)
    await store.set({ gsm: { apnPassword: '' }, wgManual: { deviceKey: '' }, protect: { passwordMbRead: '' } }, 2)
    const { gsm, wgManual, protect } = store.saved
    assert.deepEqual([gsm.apnPassword, wgManual.deviceKey, protect.passwordMbRead], ['', '', ''])
    assert.equal(await refusal(store.set({ gsm: { pinCode: '' } }, 2)), 'value gsm.pinCode: must be 0 to 9999')
    await store.set({ gsm: { pinCode: null, pinClear: false } }, 2)
    assert.equal(store.saved.gsm.pinCode, 7)
    await store.set({ gsm: { pinCode: null, pinClear: true } }, 2)
    assert.equal(store.saved.gsm.pinCode, null)
  })

  test('in an array stay at their place', async () => {
    const { store } = await testStore()
    const row = { ...store.saved.rmSrv[0] }
    await store.set({ rmSrv: ['a', 'b', 'c'].map((password) => ({ ...row, password })) }, 2)
    const { password: _, ...rest } = row
    await store.set(
      {
        rmSrv: [
          { ...row, password: null },
          { ...rest, connPort: 7 },
          { ...row, password: '' },
        ],
      },
      2,
    )
    assert.deepEqual(
      store.saved.rmSrv.map(({ password, connPort }) => [password, connPort]),
      [
        ['a', 502],
        ['b', 7],
        ['', 502],
      ],
    )
  })
})
