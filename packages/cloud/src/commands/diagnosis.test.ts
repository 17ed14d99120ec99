import assert from 'node:assert/strict'
import { test } from 'node:test'
import { netOf } from '../field/testing/test-field.ts'
import { makeDevice } from '../history/testing/polls.ts'
import { startApi } from '../testing/api.ts'

const read = {
  unit: 1,
  pdu: Uint8Array.of(3, 0, 0, 0, 1),
  outcome: { ok: Uint8Array.of(3, 2, 0, 7) },
  origin: { kind: 'poll' },
  tookMs: 20,
  received: new Uint8Array(),
} as const

interface Answer {
  measuredSec: number
  units: {
    unit: number
    devices: { name: string }[]
    requests: number
    failed: number
    meanMs: number | null
    slots: object[]
  }[]
  findings: { rule: string; unit?: number }[]
}

test('the diagnosis of a network', async (t) => {
  const api = await startApi(t)
  const { service, orgId, clock, call } = api
  const { netId } = await makeDevice(api, orgId, 'Hall', [{ valueType: 'f32' }])
  const net = netOf({ orgId, id: netId })
  const path = `/net/${netId}/diagnosis/`

  await t.test('before anything was asked its units are there, and nothing is made up', async () => {
    const { status, body } = await call('viewer', 'GET', path)
    assert.equal(status, 200)
    const { units, measuredSec } = body as Answer
    assert.equal(measuredSec, 0)
    assert.deepEqual(
      units.map(({ requests, meanMs, slots, devices }) => [requests, meanMs, slots, devices.length]),
      [[0, null, [], 1]],
    )
  })

  await t.test('counts requests by unit, except those of a scan', async () => {
    for (let n = 0; n < 3; n += 1) service.diagnosis.settled(net, read)
    service.diagnosis.settled(net, { ...read, outcome: { err: 'timeout' }, tookMs: 1000 })
    service.diagnosis.settled(net, { ...read, unit: 9, origin: { kind: 'scan' }, outcome: { err: 'timeout' } })
    await clock.advanceAsync(60_000)
    const { body } = await call('viewer', 'GET', path)
    const { units, measuredSec } = body as Answer
    assert.equal(measuredSec, 60)
    assert.deepEqual(
      units.map(({ unit, requests, failed, meanMs, slots }) => [unit, requests, failed, meanMs, slots]),
      [[1, 4, 1, 20, [{ at: 95, requests: 4, answers: 3, timeouts: 1, meanMs: 20, slowestMs: 20 }]]],
    )
  })

  await t.test('without a connection nothing else is judged', async () => {
    const { findings } = (await call('viewer', 'GET', path)).body as Answer
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['no-connection'],
    )
  })

  await t.test("managers see the network's exchanges, and no longer once they are not", async () => {
    const headers = { 'content-type': 'application/json', authorization: `token ${api.tokens.manager}` }
    const response = await fetch(`${api.url}/api/v1/net/${netId}/exchanges/`, { headers })
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    service.diagnosis.settled(net, read)
    let text = ''
    const parts = response.body?.pipeThrough(new TextDecoderStream()).values()
    assert.ok(parts)
    while (!text.includes('event: exchange')) text += (await parts.next()).value
    assert.match(
      text,
      /"unit":1,"by":"poll","fn":3,"address":0,"count":1,"outcome":"ok","tookMs":20,"sent":"010300000001"/,
    )
    const change = `/org/${orgId}/users/${api.accounts.manager}/change-role/`
    assert.equal((await call('owner', 'POST', change, { role: 'viewer' })).status, 200)
    while (!(await parts.next()).done);
  })
})
