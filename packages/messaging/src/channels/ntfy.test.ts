import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { parseTopic } from '@busbar/alerts/channels'
import type { Message } from '../message/message.ts'
import { aMessage, aSnapshot, hostileTexts } from '../testing/message.ts'
import { WebServer } from '../testing/web-server.ts'
import { Ntfy } from './ntfy.ts'

/** A server of ntfy, as far as one publishes to it as JSON: checks what the real one checks, and answers with the message. */
const setUp = async (t: TestContext) => {
  const server = new WebServer()
  const url = await server.start()
  t.after(() => server.stop())
  const state = { status: 200, retryAfter: '', token: '' }
  server.answer = (response, { method, path, headers, body }) => {
    const sent = JSON.parse(body) as { topic: string; message: string; priority: number }
    const auth = state.token === '' || headers.authorization === `Basic ${btoa(`:${state.token}`)}`
    const isGood = method === 'POST' && path === '/' && /^[-_A-Za-z0-9]{1,64}$/.test(sent.topic) && sent.priority <= 5
    response.statusCode = !auth ? 403 : !isGood || Buffer.byteLength(sent.message) > 4096 ? 400 : state.status
    if (state.retryAfter !== '') response.setHeader('retry-after', state.retryAfter)
    const { statusCode: http } = response
    response.end(JSON.stringify(http === 200 ? { id: 'x', event: 'message', ...sent } : { code: http * 100, http }))
  }
  const ntfy = new Ntfy({
    find: (host) =>
      host === '127.0.0.1' ? Promise.resolve(host) : Promise.reject(new Error(`address not allowed: ${host}`)),
    publicUrl: () => 'https://busbar.example.org',
  })
  const send = (recepient = `${url}/plant`, some: Partial<Message> = {}, snapshot = aSnapshot()) =>
    ntfy.send(aMessage({ type: 'ntfy', recepient, ...some }, snapshot))
  return { server, url, send, state }
}

test('publishes JSON to a topic, with a link for a tap and a button that acknowledges the alert', async (t) => {
  const { server, send } = await setUp(t)
  const confirmUrl = 'https://busbar.example.org/confirm/abc?lang=en'
  assert.deepEqual(await send(undefined, { confirmUrl }), { ok: true })
  const { message, actions, ...rest } = JSON.parse(server.requests[0]?.body ?? '') as {
    message: string
    actions: { action: string; url: string }[]
  }
  assert.match(message, /^Name: Too hot\n[^]*93\.5 °C/)
  assert.equal(message.includes('/confirm/'), false)
  assert.deepEqual(
    actions.map(({ action, url }) => [action, url]),
    [['view', confirmUrl]],
  )
  assert.deepEqual(rest, {
    topic: 'plant',
    title: 'Alert: Too hot',
    priority: 5,
    tags: ['rotating_light'],
    click: 'https://busbar.example.org/alerts/7',
  })
})

test('a resolved alert has normal priority', async (t) => {
  const { server, send } = await setUp(t)
  await send(undefined, { stage: 'resolved' }, aSnapshot({ resolvedOn: Date.UTC(2026, 10, 15, 7) }))
  const { priority, tags } = JSON.parse(server.requests[0]?.body ?? '') as { priority: number; tags: string[] }
  assert.deepEqual([priority, tags], [3, ['white_check_mark']])
})

test('a topic behind a token is opened by what its address has', async (t) => {
  const { url, send, state } = await setUp(t)
  state.token = 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'
  assert.deepEqual(await send(`${url.replace('//', `//:${state.token}@`)}/plant`), { ok: true })
  assert.deepEqual(await send(`${url}/plant`), { err: 'HTTP 403', isFinal: true, isUnclear: false })
})

test('answers are judged, and what may not be dialled is not', async (t) => {
  const { send, state } = await setUp(t)
  for (const [status, retryAfter, expected] of [
    [429, '60', { isFinal: false, waitMs: 60_000 }],
    [503, '', { isFinal: false }],
    [413, '', { isFinal: true }],
    [301, '', { isFinal: true, err: 'HTTP 301: redirects are not followed' }],
  ] as const) {
    Object.assign(state, { status, retryAfter })
    assert.deepEqual(await send(), { err: `HTTP ${status}`, isUnclear: false, ...expected })
  }
  assert.deepEqual(await send('https://10.0.0.1/plant'), {
    err: 'address not allowed: 10.0.0.1',
    isFinal: true,
    isUnclear: false,
  })
  assert.equal('err' in (await send('https://ntfy.example.org/')), true)
})

test('texts of users are never too long', async (t) => {
  const { send } = await setUp(t)
  for (const alertName of hostileTexts)
    assert.deepEqual(await send(undefined, {}, aSnapshot({ alertName, description: 'ы'.repeat(5000) })), { ok: true })
})

test('the last part of an address is the topic', () => {
  const url = new URL('https://ntfy.example.org/a/')
  assert.deepEqual(parseTopic('https://ntfy.example.org/a/plant'), { url, topic: 'plant' })
})
