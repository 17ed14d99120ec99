import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createLog } from '@busbar/kit/log'
import { listOrgs, withAdmin } from '../operations/admin/index.ts'
import { readSettings } from '../settings/env.ts'
import { type Cloud, startCloud } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-app-'))
const lines: string[] = []
const log = createLog('debug', { write: (line) => lines.push(line) })
const settings = readSettings(
  {
    http: '127.0.0.1:0',
    callback: '127.0.0.1:0',
    data: folder,
    'backup-folder': join(folder, 'backups'),
    'public-url': 'https://busbar.example',
  },
  {},
)
const starting = startCloud(settings, log)
const password = 'correct horse battery'

after(async () => {
  await (await starting).stop()
  rmSync(folder, { recursive: true })
})

const get = async (path: string): Promise<{ status: number; type: string; text: string }> => {
  const { url } = await starting
  const response = await fetch(new URL(path, url))
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}
const post = ({ url }: Cloud, path: string, body: unknown) =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('outside the API, without a token', () => {
  for (const [path, type, text] of [
    ['/healthz', /json/, /^\{"status":"alive"\}$/],
    ['/readyz', /json/, /^\{"status":"ready","clock":\{"state":"steady","aheadSec":0,"lastStepSec":null\}\}$/],
    ['/api/v1/openapi.json', /json/, /"url":"https:\/\/busbar.example\/api\/v1"/],
    ['/api/v1/docs', /^text\/html/, /\/authenticate\//],
    ['/metrics', /^text\/plain; version=0.0.4/, /^busbar_db_up 1$/m],
    ['/metrics', /^text/, /^busbar_backup_failing 0$/m],
    ['/metrics', /^text/, /^busbar_messages_total\{channel="sms",outcome="unclear"\} 0$/m],
    ['/metrics', /^text/, /^busbar_messages_oldest_seconds 0$/m],
  ] as const) {
    test(path, async () => {
      const answer = await get(path)
      assert.equal(answer.status, 200)
      assert.match(answer.type, type)
      assert.match(answer.text, text)
    })
  }

  test('requests are counted by endpoint, not by what callers make up', async () => {
    await get('/api/v1/device/1234567/')
    await get('/nowhere/1234567')
    const { text } = await get('/metrics')
    assert.match(
      text,
      /^busbar_http_requests_total\{method="GET",path="\/api\/v1\/device\/:deviceId\/",status="4xx"\} 1$/m,
    )
    assert.match(text, /^busbar_http_requests_total\{method="",path="unknown",status="4xx"\} 1$/m)
    assert.ok(!text.includes('1234567'))
  })
})

test('the setup code makes the first owner; passwords, codes and tokens are not logged', async () => {
  const cloud = await starting
  const owner = { orgName: 'Test', name: 'Owner', email: 'owner@example.org', password }
  const made = await post(cloud, 'setup/create-owner/', { ...owner, code: cloud.setupCode })
  const { token } = (await made.json()) as { token: string }
  const headers = { 'content-type': 'application/json', authorization: `token ${token}` }
  assert.equal((await fetch(`${cloud.url}user/`, { headers })).status, 200)
  const text = lines.join('')
  assert.match(text, /"path":"\/api\/v1\/setup\/create-owner\/","status":200/)
  for (const secret of [password, token, cloud.setupCode ?? '']) assert.ok(secret !== '' && !text.includes(secret))
})

test('the administrator is let in while the service runs, and afterwards', { timeout: 120_000 }, async () => {
  const cloud = await starting
  const seen = async () => (await withAdmin(settings, listOrgs)).map(({ name, members }) => [name, members])
  assert.deepEqual(await seen(), [['Test', 1]])
  await assert.rejects(
    withAdmin({ data: '/nowhere', db: undefined }, listOrgs),
    /There are no data of Busbar in \/nowhere/,
  )

  // Under way: one that will be answered, and one that never ends.
  const pending = post(cloud, 'login/', { email: 'owner@example.org', password })
  const { hostname, port } = new URL(cloud.url)
  const slow = connect(Number(port), hostname, () =>
    slow.write('POST /api/v1/login/ HTTP/1.1\r\nContent-Length: 9\r\n'),
  )
  slow.on('error', () => {})
  await fetch(new URL('/healthz', cloud.url))
  await Promise.all([cloud.stop(), cloud.stop()])
  assert.equal((await pending).status, 200)
  await cloud.stop()
  slow.destroy()

  assert.deepEqual(await seen(), [['Test', 1]])
})

test('a later start needs no setup, nor the key of secrets; a port in use is an error that undoes the start', async () => {
  const key = join(folder, 'secrets.key')
  assert.equal(statSync(key).mode & 0o777, 0o600)
  renameSync(key, `${key}.away`)
  const again = await startCloud(settings, log)
  assert.equal(again.setupCode, null)
  assert.equal(again.callBack, null)
  assert.match(lines.join(''), /secrets cannot be opened, .*put the key file[^\n]*\n[^]*gateways cannot connect/)
  assert.equal(existsSync(key), false)
  const { port } = new URL(again.url)
  const other = mkdtempSync(join(tmpdir(), 'busbar-app-'))
  const taken = readSettings({ http: `127.0.0.1:${port}`, callback: 'off', data: other }, {})
  await assert.rejects(startCloud(taken, log), { code: 'EADDRINUSE' })
  const cut = withAdmin(settings, async (admin) => {
    await again.stop()
    return listOrgs(admin)
  })
  await assert.rejects(cut, /The database was closed because/)
  rmSync(other, { recursive: true })
})
