import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '@busbar/wire/server'
import { LocalServer } from '../testing/local-messages.ts'
import { type OwnScan, RemoteScans, scanIdOf } from './remote-scans.ts'

const uuid = '11111111-2222-4333-8444-555555555555'
const [a, b] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb']

test('a scan is asked about at its node, by whom it belongs to', async () => {
  const server = new LocalServer()
  const acts: string[] = []
  const own =
    (id: string): OwnScan =>
    (act, scanId, accountId) => {
      if (accountId !== 5) throw new Refusal('ObjectNotFound')
      acts.push(`${id} ${act} ${scanId}`)
      return { state: 'running', asked: 3 }
    }
  const scans = [a, b].map((id) => new RemoteScans({ id, messages: server.connect(), own: own(id) }))
  for (const one of scans) one.start()
  const [here, there] = scans
  const scanId = scanIdOf(uuid, b)
  assert.equal(scanId, '11111111-2222-4333-8444-bbbbbbbbbbbb')
  assert.deepEqual(await here?.ask('progress', scanId, 5), { state: 'running', asked: 3 })
  assert.deepEqual(await there?.ask('cancel', scanId, 5), { state: 'running', asked: 3 })
  assert.deepEqual(acts, [`${b} progress ${scanId}`, `${b} cancel ${scanId}`])
  const refused = { code: 'ObjectNotFound' }
  await assert.rejects(async () => here?.ask('progress', scanId, 6), refused)
  await assert.rejects(async () => here?.ask('progress', scanIdOf(uuid, 'cccccccccccc'), 5), refused)
  there?.stop()
  await assert.rejects(async () => here?.ask('progress', scanId, 5), refused)
})
