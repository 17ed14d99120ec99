import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { keysIn } from '../../settings/table.ts'
import { startApi } from '../../testing/api.ts'
import { sharedApis } from '../../testing/shared-api.ts'

const active = '/api/settings/active/get/'
const saved = '/api/settings/saved/get/'
const set = '/api/settings/saved/set/'

const keysOf = (body: unknown): string[] => Object.keys(body as object)
const messageOf = (body: unknown): string => (body as { message: string }).message

/** Written out from the contract, followed by the extensions. */
const levelTwoInA = ['ownSrv', 'wgManual', 'protect', 'serial', 'astro', 'rmSrv', 'fwd', 'rs485']

describe('reading settings', () => {
  const apis = sharedApis()

  test('without a key: all that the level may read', async () => {
    for (const path of [active, saved]) {
      const [userA, adminA] = [await apis.A().call('user', 'GET', path), await apis.A().call('admin', 'GET', path)]
      assert.deepEqual(keysOf(adminA.body), keysIn('A'))
      assert.deepEqual(
        keysOf(userA.body),
        keysIn('A').filter((key) => !levelTwoInA.includes(key)),
      )
      assert.deepEqual(keysOf((await apis.B().call('user', 'GET', path)).body), keysIn('B'))
    }
  })

  test('keys with and without =, and port forwarding by both names', async () => {
    const { call } = apis.B()
    for (const query of ['?ntp&httpd', '?ntp=&httpd=', '?ntp&httpd=']) {
      assert.deepEqual(keysOf((await call('user', 'GET', active + query)).body), ['ntp', 'httpd'])
    }
    for (const query of ['?fwd', '?forwarding', '?fwd&forwarding']) {
      assert.deepEqual(keysOf((await call('user', 'GET', active + query)).body), ['fwd'])
    }
  })

  test('a key that is unknown in the variant is named', async () => {
    for (const [variant, key] of [
      ['A', 'powerSaving'],
      ['A', 'tasksLogging'],
      ['B', 'bodVoltage'],
      ['B', 'nonsense'],
      ['B', '__proto__'],
      ['B', 'toString'],
    ] as const) {
      const { status, body } = await apis[variant]().call('admin', 'GET', `${active}?ntp&${key}`)
      assert.equal(status, 400, key)
      assert.match(messageOf(body), new RegExp(key))
    }
  })

  test('a named key above the level is 403', async () => {
    for (const key of levelTwoInA) {
      const { status, body } = await apis.A().call('user', 'GET', `${active}?ntp&${key}`)
      assert.deepEqual([status, (body as { error: string }).error], [403, 'ERROR_LEVEL'])
      assert.match(messageOf(body), new RegExp(key))
      assert.equal((await apis.B().call('user', 'GET', `${active}?${key}`)).status, 200)
    }
  })

  test('secrets are never read back', async () => {
    const { call, settings } = apis.B()
    const { body } = await call('admin', 'GET', `${saved}?protect&gsm`)
    assert.equal((body as { protect: { passwordAdmin: null } }).protect.passwordAdmin, null)
    assert.ok(!JSON.stringify(body).includes(settings.saved.protect.passwordAdmin))
  })
})

describe('writing settings', () => {
  test('variant A needs level 2, variant B level 1', async (t) => {
    const [a, b] = [await startApi(t, 'A'), await startApi(t, 'B')]
    assert.equal((await a.call('user', 'POST', set, { timeGmt: 8 })).status, 403)
    assert.deepEqual((await a.call('admin', 'POST', set, { timeGmt: 8 })).body, {})
    assert.deepEqual((await b.call('user', 'POST', set, { timeGmt: 8 })).body, {})
    assert.deepEqual((await b.call('user', 'GET', `${saved}?timeGmt`)).body, { timeGmt: 8 })
    assert.deepEqual((await b.call('user', 'GET', `${active}?timeGmt`)).body, { timeGmt: 0 })
    const { body } = await b.call('user', 'GET', '/api/state/get/?settings')
    assert.partialDeepStrictEqual(body, { settings: { isUserModified: true, isDefault: false } })
  })

  test('an administrator is asked for where much is at stake', async (t) => {
    const { call } = await startApi(t, 'B')
    assert.equal((await call('user', 'POST', set, { protect: { mbGateReadEnable: true } })).status, 403)
    assert.equal((await call('user', 'POST', set, { protect: { mbGateReadEnable: 'yes' }, nonsense: 1 })).status, 403)
    assert.equal((await call('user', 'POST', set, { protect: 7 })).status, 403)
    assert.equal((await call('user', 'POST', set, { cbCloud: { hostname: 7 } })).status, 403)
    assert.equal((await call('user', 'POST', set, { cbCloud: { connPort: 0 } })).status, 400)
    assert.equal((await call('user', 'GET', `${active}?protect`)).status, 200)
    assert.equal((await call('admin', 'POST', set, { protect: { mbGateReadEnable: true } })).status, 200)
    assert.equal((await call('user', 'POST', set, { timeGmt: 4 })).status, 200)
    const lax = await startApi(t, 'B', { strictLevels: false })
    assert.equal((await lax.call('user', 'POST', set, { protect: { mbGateReadEnable: true } })).status, 200)
  })

  test('all or nothing, and the message names the field', async (t) => {
    const { call, settings } = await startApi(t, 'B')
    const before = settings.saved
    for (const [body, message] of [
      [{ timeGmt: 8, nonsense: 1 }, /nonsense/],
      [{ timeGmt: 8, bodVoltage: 9000 }, /bodVoltage/],
      [{ timeGmt: 8, httpd: { freeAccessSec: 4 } }, /^body\.httpd\.freeAccessSec: must be 5 to 3600/],
      [{ timeGmt: 8, serial: { baudRate: 1 } }, /^body\.serial\.baudRate/],
      [{ timeGmt: 8, serial: { speed: 1 } }, /speed/],
      [{ timeGmt: 97 }, /^body\.timeGmt/],
      [{ rmSrv: [] }, /^body\.rmSrv/],
    ] as const) {
      const reply = await call('admin', 'POST', set, body)
      assert.equal(reply.status, 400)
      assert.match(messageOf(reply.body), message)
    }
    assert.equal(settings.saved, before)
  })
})

describe('settings on the card', () => {
  test('are exported, changed and imported again', async (t) => {
    const { call, cardFolder, settings } = await startApi(t, 'A')
    const filename = 'SETTINGS.TXT'
    assert.deepEqual((await call('admin', 'POST', '/api/cmd/settings/export/', { filename })).body, {})
    const text = readFileSync(join(cardFolder, filename), 'utf8')
    assert.ok(!text.includes(settings.saved.protect.passwordAdmin))
    await call('admin', 'POST', set, { timeGmt: 12 })
    assert.deepEqual((await call('admin', 'POST', '/api/cmd/settings/import/', { filename })).body, {})
    assert.equal(settings.saved.timeGmt, 0)
  })

  test('a file that is none of ours is refused', async (t) => {
    const { call, cardFolder } = await startApi(t, 'B')
    writeFileSync(join(cardFolder, 'OTHER.TXT'), '{"timeGmt": 8}')
    writeFileSync(join(cardFolder, 'LARGE.TXT'), 'x'.repeat(70_000))
    for (const [filename, status] of [
      ['OTHER.TXT', 400],
      ['LARGE.TXT', 413],
      ['NONE.TXT', 404],
      ['../A.TXT', 400],
      ['/A.TXT', 400],
      ['TOOLONGNAME.TXT', 400],
      ['A.LONG', 400],
      ['CON', 400],
      ['', 400],
    ] as const) {
      const { status: actualStatus, body } = await call('admin', 'POST', '/api/cmd/settings/import/', { filename })
      assert.equal(actualStatus, status, `${filename}: ${messageOf(body)}`)
    }
  })

  test('rejects a name that is too long and suggests a shorter one', async (t) => {
    const { call } = await startApi(t, 'B')
    const { body } = await call('admin', 'POST', '/api/cmd/settings/export/', { filename: 'settings.json' })
    assert.equal(messageOf(body), 'body.filename: must be a name of the 8.3 form such as SETTINGS.TXT')
  })

  test('secrets of another gateway stay there, which is noted', async (t) => {
    const [one, other] = [await startApi(t, 'B'), await startApi(t, 'B')]
    await one.call('admin', 'POST', '/api/cmd/settings/export/', { filename: 'A.TXT' })
    writeFileSync(join(other.cardFolder, 'A.TXT'), readFileSync(join(one.cardFolder, 'A.TXT')))
    const own = other.settings.saved.protect.passwordAdmin
    assert.equal((await other.call('admin', 'POST', '/api/cmd/settings/import/', { filename: 'A.TXT' })).status, 200)
    assert.equal(other.settings.saved.protect.passwordAdmin, own)
    assert.deepEqual(other.happened, ['secrets of another gateway were not imported'])
  })

  test('are reset', async (t) => {
    const { call, settings } = await startApi(t, 'B')
    await call('admin', 'POST', set, { timeGmt: 12 })
    assert.deepEqual((await call('admin', 'POST', '/api/cmd/settings/reset/', {})).body, {})
    assert.equal(settings.saved.timeGmt, 0)
  })
})
