import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { TestApi } from '../../testing/api.ts'
import { startApi } from '../../testing/api.ts'
import { operations } from '../../testing/requests.ts'
import { BackupFiles } from './backup-files.ts'
import { changelogOf } from './changelog.ts'
import { Sample } from './sample-plant.ts'

const paths = operations.filter(({ name }) => name.startsWith('installation.'))

describe('the administrator of the installation', () => {
  const ends: (() => unknown)[] = []
  const sent: string[] = []
  const made: string[] = []
  let folder = ''
  const setUp = (async (): Promise<TestApi> => {
    folder = await mkdtemp(join(tmpdir(), 'busbar-backups-'))
    await writeFile(join(folder, 'busbar-20261113T020000Z.backup'), 'whole')
    await writeFile(join(folder, 'other.txt'), 'not ours')
    const files = new BackupFiles({
      folder,
      now: () => new Date('2026-11-14T00:00:00Z'),
      check: () => Promise.resolve({ madeOn: '', migration: 1, tables: 2, rows: 7 }),
    })
    const status = () => ({
      lastOn: null,
      lastBytes: 0,
      failures: 0,
      failing: null,
      isRunning: false,
      everyMs: 86_400_000,
      keep: 14,
    })
    return startApi(
      { after: (end) => void ends.push(end as () => unknown) },
      {
        installation: {
          backups: { status, files, makeNow: () => Promise.resolve(void made.push('one')) },
          sendTest: (type, recipient) => {
            sent.push(`${type} ${recipient}`)
            return Promise.resolve(
              type === 'sms' ? { err: 'no credit', isFinal: true, isUnclear: false } : { ok: true },
            )
          },
        },
      },
    )
  })()
  after(async () => {
    for (const end of ends.toReversed()) await end()
    await rm(folder, { recursive: true })
  })
  const asAdmin = async () => {
    const api = await setUp
    await api.service.db.sql`update account set is_installation_admin = true where id = ${api.accounts.viewer}`
    const call = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
      const answer = await api.call('viewer', method, `/installation/${path}`, body)
      return { status: answer.status, body: answer.body as { errorMessage?: string } }
    }
    return { api, call }
  }

  test('owners are not, where there are several organizations', async () => {
    const { api } = await asAdmin()
    for (const { method, path, example } of paths) {
      const url = path.replace(':noticeId', '98765432-1987-4321-8987-654321987654')
      assert.equal((await api.call('owner', method, url, example?.body ?? null)).status, 401, path)
    }
  })

  test('shows the status, with the time at which the disk will be full', async () => {
    const { call } = await asAdmin()
    const { body } = await call('GET', 'health/')
    const { disk, links } = body as { disk: { fullInDays: number }; links: object }
    assert.equal(disk.fullInDays, 140)
    assert.deepEqual(links, { wanted: 3, connected: 3, callingIn: 1 })
    const { body: news } = await call('GET', 'changelog/')
    assert.deepEqual((news as { sections: object[] }).sections, [
      { title: 'Unreleased', changes: ['Something is new.'] },
    ])
  })

  test('sends tests, and hears what came of them', async () => {
    const { call } = await asAdmin()
    const send = (type: string, recipient: string) => call('POST', 'test-message/', { type, recipient })
    assert.deepEqual((await send('telegram', '123456')).body, { status: 'ok' })
    assert.deepEqual((await send('sms', '+48 600 100 200')).body, { status: 'error', errorMessage: 'no credit' })
    assert.match((await send('email', 'nobody')).body.errorMessage ?? '', /must be an e-mail address/)
    assert.deepEqual(sent, ['telegram 123456', 'sms +48600100200'])
    for (const _ of [1, 2, 3]) await send('telegram', '123456')
    assert.match((await send('telegram', '123456')).body.errorMessage ?? '', /At most 5 tests a minute/)
  })

  test('makes a backup, and has one read from end to end', async () => {
    const { call } = await asAdmin()
    assert.equal((await call('POST', 'backups/make/', null)).status, 200)
    assert.deepEqual(made, ['one'])
    const name = 'busbar-20261113T020000Z.backup'
    assert.equal((await call('POST', 'backups/check/', { name: '../etc/passwd' })).status, 404)
    assert.equal((await call('POST', 'backups/check/', { name })).status, 200)
    const { body } = await call('GET', 'backups/')
    const { everyMinutes, files } = body as { everyMinutes: number; files: object[] }
    assert.equal(everyMinutes, 1440)
    assert.deepEqual(files, [
      {
        name,
        madeOn: '2026-11-13T02:00:00.000Z',
        bytes: 5,
        checkedOn: '2026-11-14T00:00:00.000Z',
        rows: 7,
        problem: null,
      },
    ])
  })

  test('creates and removes a notification for all users, both with an audit record', async () => {
    const { api, call } = await asAdmin()
    const { body } = await call('POST', 'notices/create/', { texts: { en: 'Maintenance', uk: 'Роботи' } })
    const { id: noticeId } = body as { id: string }
    const { body: seen } = await api.call('operator', 'GET', '/global-notifications/')
    assert.deepEqual(
      (seen as { id: string }[]).map(({ id }) => id),
      [noticeId],
    )
    assert.equal((await call('POST', 'notices/create/', { texts: {} })).status, 400)
    assert.equal((await call('POST', `notices/${noticeId}/delete/`, null)).status, 200)
    assert.equal((await call('POST', `notices/${noticeId}/delete/`, null)).status, 404)
    const rows = await api.service.db.sql<{ action: string }[]>`
      select action from audit where org_id = ${api.orgId} and action like 'installation.notice%' order by id`
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['installation.notice', 'installation.notice-delete'],
    )
  })
})

test('the sample organization is added with its simulated sites, and removed with all that is in it', async (t) => {
  const allowed: string[] = []
  const state = { isServed: false }
  const plant = {
    start: () => {
      state.isServed = true
      return Promise.resolve([
        {
          slug: 'workshop',
          name: 'Workshop',
          protocol: 'modbustcp' as const,
          host: '127.0.0.1',
          port: 5020,
          devices: [{ name: 'Meter', unit: 1, sku: 'none' }],
        },
      ])
    },
    stop: () => {
      state.isServed = false
      return Promise.resolve()
    },
  }
  const sample = new Sample({ plant, allow: (entry) => void allowed.push(entry) })
  const api = await startApi(t, { installation: { sample } })
  const { sql } = api.service.db
  await sql`update account set is_installation_admin = true where id = ${api.accounts.viewer}`
  const { body } = await api.call('viewer', 'POST', '/installation/sample/add/', null)
  const { orgId } = body as { orgId: number }
  assert.deepEqual(allowed, [`127.0.0.1:5020@${orgId}`])
  assert.equal(state.isServed, true)
  assert.equal((await api.call('viewer', 'POST', '/installation/sample/add/', null)).status, 400)
  const { body: nets } = await api.call('viewer', 'GET', `/org/${orgId}/nets/`)
  assert.deepEqual(
    (nets as { name: string }[]).map(({ name }) => name),
    ['Workshop'],
  )
  assert.deepEqual((await api.call('viewer', 'GET', '/installation/sample/')).body, { isAvailable: true, orgId })
  assert.equal((await api.call('viewer', 'POST', '/installation/sample/remove/', null)).status, 200)
  assert.equal(state.isServed, false)
  const [left] = await sql<[{ count: number }]>`select count(*)::int as count from net where org_id = ${orgId}`
  assert.equal(left.count, 0)
  assert.equal((await api.call('viewer', 'POST', '/installation/sample/remove/', null)).status, 404)
})

test('the changelog is read by versions, the newest change first', () => {
  const text = '# Changelog\n\nWords.\n\n## Unreleased\n\n- One\n  goes on.\n- Two.\n\n## 1.0\n\n- First.\n'
  assert.deepEqual(changelogOf(text), [
    { title: 'Unreleased', changes: ['Two.', 'One goes on.'] },
    { title: '1.0', changes: ['First.'] },
  ])
})
