import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { settingPlace } from '../../accounts/sealing/stored.sql.ts'
import { testSecrets } from '../../accounts/sealing/testing/test-secrets.ts'
import { readSettings } from '../../settings/env.ts'
import { DiskWatch } from './disk-watch.ts'
import { type CurrentSettings, InstallationSettings, putSetting } from './installation-settings.ts'

const on = new Date('2026-11-14T12:00:00Z')
const log = { error: (details: object, message: string) => assert.fail(`${message} ${JSON.stringify(details)}`) }

describe('settings of the installation', () => {
  test('stored settings apply at once and after a restart; secrets are encrypted and never shown', async (t) => {
    const db = await testDatabase()
    t.after(() => db.close())
    const secrets = testSecrets()
    const open = async (flags: Record<string, string> = {}) => {
      const made = new InstallationSettings({ db, secrets, startSettings: readSettings(flags, {}), now: () => on, log })
      await made.load()
      return made
    }
    const settings = await open()
    const heard: CurrentSettings[] = []
    settings.onChange((current) => void heard.push(current))
    assert.equal(settings.current['backup-keep'], 14)
    assert.equal(await settings.put('smtp', 'smtp://busbar:s3cret@mail.example.org:587', 'Anna'), null)
    assert.equal(heard.at(-1)?.smtp?.password, 's3cret')
    assert.equal(await settings.put('backup-every', '6h', 'Anna'), null)
    assert.match((await settings.put('backup-every', 'often', 'Anna')) ?? '', /^takes a time like 90m/)
    assert.doesNotMatch((await settings.put('smtp', 'http://s3cret2', 'Anna')) ?? '', /s3cret2/)
    const again = await open()
    assert.equal(again.current.smtp?.password, 's3cret')
    assert.equal(again.current['backup-every'], 21_600_000)
    const shown = again.shown()
    assert.equal(JSON.stringify(shown).includes('s3cret'), false)
    const { changed, ...smtp } = shown.find(({ name }) => name === 'smtp') ?? assert.fail()
    assert.deepEqual(changed, { by: 'Anna', on })
    assert.deepEqual(smtp, {
      name: 'smtp',
      source: 'stored',
      isEditable: true,
      isSecret: true,
      value: null,
      hint: 'mail.example.org:587',
    })
    const [row] = await db.sql<{ sealed: Buffer }[]>`select sealed from installation_setting where name = 'smtp'`
    assert.equal(row?.sealed.includes('s3cret'), false)

    const flagged = await open({ smtp: 'smtp://other.example.org', 'raw-allow': '10.0.0.0/8:502' })
    assert.equal(flagged.current.smtp?.host, 'other.example.org')
    assert.equal(await flagged.put('smtp', 'smtp://x.example.org', 'Anna'), 'is set at the start of the service')
    const [allow, by, http] = ['raw-allow', 'smtp', 'http'].map((one) =>
      flagged.shown().find(({ name }) => name === one),
    )
    assert.deepEqual(
      [allow?.value, allow?.source, by?.source, by?.isEditable],
      ['10.0.0.0/8:502', 'flag', 'flag', false],
    )
    assert.deepEqual([http?.value, http?.source], ['127.0.0.1:8080', 'default'])

    await again.put('smtp', null, 'Anna')
    assert.equal(again.current.smtp, undefined)
  })

  test('refuses a mail server whose password has a bare %, and starts without one that an earlier version stored', async (t) => {
    const db = await testDatabase()
    t.after(() => db.close())
    const secrets = testSecrets()
    const errors: object[] = []
    const settings = new InstallationSettings({
      db,
      secrets,
      startSettings: readSettings({}, {}),
      now: () => on,
      log: { error: (details) => void errors.push(details) },
    })
    const text = 'smtp://busbar:50%@mail.example.org:587'
    const reason = 'smtp://USER:PASSWORD@HOST:587, with each % in the user or password written as %25'
    assert.equal(await settings.put('smtp', text, 'Anna'), `takes ${reason}`)
    await db.tx(async (tx) => {
      const sealed = (await secrets.sealer(tx))(settingPlace('smtp'), Buffer.from(text))
      await putSetting(tx, { name: 'smtp', plain: null, sealed, on, by: 'Anna' })
    })
    await settings.load()
    assert.equal('smtp' in settings.current, false)
    assert.deepEqual(errors, [{ setting: 'smtp', reason: `it takes ${reason}` }])
    assert.equal(await settings.put('smtp', text.replace('%', '%25'), 'Anna'), null)
    assert.equal(settings.current.smtp?.password, '50%25')
  })

  test('how full it is is written down once a day, and says when it is full', async (t) => {
    const db = await testDatabase()
    t.after(() => db.close())
    const watch = new DiskWatch({ sql: db.sql, folder: '/', clock: new VirtualClock(), now: () => on, log })
    await watch.sample()
    await watch.sample()
    assert.equal((await watch.status()).growth, null)
    const { disk } = await watch.status()
    const used = disk?.usedBytes ?? 0
    for (const ago of [1, 2, 3])
      await db.sql`
        insert into disk_sample (day, database_bytes, used_bytes, total_bytes)
        values (${new Date(on.getTime() - ago * 86_400_000)}::timestamptz::date, 1, ${used - ago * 1e9}, ${disk?.totalBytes ?? 0})`
    const { growth } = await watch.status()
    assert.equal(growth?.days, 4)
    assert.ok(Math.abs(growth.bytesPerDay - 1e9) < 1e8)
  })
})
