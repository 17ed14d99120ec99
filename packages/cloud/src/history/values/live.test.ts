import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { startApi, type TestApi } from '../../testing/api.ts'

/** A stream, read event by event; comments are left out. */
const listen = async ({ url, tokens, orgId }: TestApi, as: keyof TestApi['tokens'], lastEventId?: string) => {
  const response = await fetch(`${url}/api/v1/org/${orgId}/live/`, {
    headers: {
      'content-type': 'application/json',
      authorization: `token ${tokens[as]}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  const blocks = blocksOf(response)
  const next = async (): Promise<{ id: string; event: string; data: unknown } | 'end'> => {
    for (;;) {
      const { value, done } = await blocks.next()
      if (done) return 'end'
      const fields = new Map(value.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
      const data = fields.get('data')
      if (data === undefined) continue
      return { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) }
    }
  }
  return { next, close: () => blocks.return() }
}

async function* blocksOf(response: Response): AsyncGenerator<string, void> {
  assert.ok(response.body)
  let rest = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}

test('GET /org/:orgId/live/', async (t) => {
  const api = await startApi(t)
  const { orgId, otherOrgId, service, call } = api
  const { live } = service
  const went = (netId: number, of = orgId) =>
    live.publishConnection({ orgId: of, netId, isConnected: false, on: Date.UTC(2026, 10, 14), error: 'refused' })

  await t.test('events come as they happen, of this organization alone', async () => {
    const stream = await listen(api, 'viewer')
    went(1, otherOrgId)
    went(2)
    live.publishReadings([
      {
        orgId,
        deviceId: 3,
        readOn: Date.UTC(2026, 10, 14),
        params: [{ id: 4, valueType: 'u16' }],
        values: [7],
        texts: null,
        errors: null,
      },
    ])
    const first = await stream.next()
    assert.ok(first !== 'end')
    assert.deepEqual(
      [first.event, first.data],
      ['connection', { netId: 2, connected: false, on: '2026-11-14T00:00:00.000Z', error: 'refused' }],
    )
    const second = await stream.next()
    assert.ok(second !== 'end')
    assert.deepEqual(
      [second.event, second.data],
      ['readings', { deviceId: 3, readOn: '2026-11-14T00:00:00.000Z', values: { 4: '7' } }],
    )

    await stream.close()
    went(5)
    const again = await listen(api, 'viewer', first.id)
    assert.deepEqual(await again.next(), second)
    const third = await again.next()
    assert.ok(third !== 'end')
    assert.match(JSON.stringify(third.data), /"netId":5/)
    await again.close()

    const lost = await listen(api, 'viewer', 'other-1')
    const reset = await lost.next()
    assert.ok(reset !== 'end')
    assert.deepEqual([reset.event, reset.id], ['reset', third.id])
    await lost.close()
  })

  await t.test('it ends with the session, at once', async () => {
    const token = (await service.sessions.open(api.accounts.viewer, null)).token
    const own = { ...api, tokens: { ...api.tokens, viewer: token } }
    const [stream, lasting] = [await listen(own, 'viewer'), await listen(api, 'viewer')]
    const headers = { 'content-type': 'application/json', authorization: `token ${token}` }
    const answer = await fetch(`${api.url}/api/v1/logout/`, { method: 'POST', headers, body: 'null' })
    assert.equal(answer.status, 200)
    assert.equal(await stream.next(), 'end')
    went(8)
    assert.notEqual(await lasting.next(), 'end')
    await lasting.close()
  })

  await t.test('it ends with another role, and with the membership, at once', async () => {
    const streams = [await listen(api, 'owner'), await listen(api, 'operator'), await listen(api, 'manager')] as const
    const [lasting, changed, removed] = streams
    const user = (of: 'operator' | 'manager') => `/org/${orgId}/users/${api.accounts[of]}`
    assert.equal((await call('owner', 'POST', `${user('operator')}/change-role/`, { role: 'viewer' })).status, 200)
    assert.equal(await changed.next(), 'end')
    assert.equal((await call('owner', 'POST', `${user('manager')}/remove/`, null)).status, 200)
    assert.equal(await removed.next(), 'end')
    went(9)
    assert.notEqual(await lasting.next(), 'end')
    await lasting.close()
  })

  await t.test('disconnects a client that does not read, with any amount of events', async () => {
    const headers = { 'content-type': 'application/json', authorization: `token ${api.tokens.viewer}` }
    const sent = request(`${api.url}/api/v1/org/${orgId}/live/`, { headers, agent: false })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.pause()
    const before = live.status().streams
    const error = 'x'.repeat(100_000)
    for (let round = 0; live.status().streams === before; round += 1) {
      assert.ok(round < 1000, 'a hundred megabytes wait')
      live.publishConnection({ orgId, netId: 1, isConnected: false, on: 0, error })
      await setImmediate()
    }
    const cut = once(response, 'error')
    response.resume()
    await cut
  })

  await t.test('an organization has a hundred streams', async () => {
    const streams = await Promise.all(Array.from({ length: 100 }, () => listen(api, 'viewer')))
    const refused = await call('viewer', 'GET', `/org/${orgId}/live/`)
    assert.deepEqual(
      [refused.status, refused.headers.get('retry-after'), refused.body],
      [
        403,
        '10',
        {
          errorCode: 'TooManyRequests',
          errorMessage: 'The organization has 100 live streams already; close one; try again in 10 s.',
        },
      ],
    )
    await Promise.all(streams.slice(1).map((stream) => stream.close()))
    live.stop()
    assert.equal(await streams[0]?.next(), 'end')
  })
})
