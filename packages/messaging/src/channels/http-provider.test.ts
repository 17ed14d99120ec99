import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { anyText } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { failed } from '../message/message.ts'
import { aMessage, hostileTexts } from '../testing/message.ts'
import { WebServer } from '../testing/web-server.ts'
import { HttpProvider } from './http-provider.ts'
import { fillRequest, providerShape } from './provider.rules.ts'

const key = Buffer.alloc(32, 7)
const sms = aMessage({ type: 'sms', recepient: '+38 (050) 123-45-67' })

const setUp = async (t: TestContext, described: object, text = 'Too hot & more', timeoutMs = 20_000) => {
  const server = new WebServer()
  const url = await server.start()
  t.after(() => server.stop())
  const provider = providerShape.parse({ url: `${url}/send`, ...described })
  return { server, channel: new HttpProvider({ provider, key, text: () => text, timeoutMs }), url }
}

test('JSON', async (t) => {
  const body = { to: ['{to}'], content: { text: '{text}', ref: 'busbar-{id}' }, flash: false }
  const { server, channel } = await setUp(t, { headers: { Authorization: 'Bearer x', 'X-Ref': '{id}' }, body })
  assert.deepEqual(await channel.send(sms), { ok: true })
  const [request] = server.requests
  assert.equal(request?.method, 'POST')
  assert.equal(request.headers['content-type'], 'application/json')
  assert.equal(request.headers.authorization, 'Bearer x')
  assert.equal(request.headers['x-ref'], '17')
  assert.deepEqual(JSON.parse(request.body), {
    to: ['+380501234567'],
    content: { text: 'Too hot & more', ref: 'busbar-17' },
    flash: false,
  })
})

test('a form', async (t) => {
  const { server, channel } = await setUp(t, { body: 'phone={to}&msg={text}&lang={lang}' })
  assert.deepEqual(await channel.send(sms), { ok: true })
  const [request] = server.requests
  assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded')
  assert.deepEqual(Object.fromEntries(new URLSearchParams(request.body)), {
    phone: '+380501234567',
    msg: 'Too hot & more',
    lang: 'en',
  })
})

test('a query', async (t) => {
  const { server, channel, url } = await setUp(t, {})
  const provider = providerShape.parse({ url: `${url}/send?to={to}&t={text}`, method: 'GET' })
  assert.deepEqual(await new HttpProvider({ provider, key, text: () => 'a&to=b#c' }).send(sms), { ok: true })
  assert.equal(server.requests[0]?.path, '/send?to=%2B380501234567&t=a%26to%3Db%23c')
  assert.equal(
    ((await channel.send(aMessage({ recepient: '+1&to=2' }))) as { err: string }).err,
    'not a telephone number',
  )
})

describe("results by the provider's response", () => {
  const success = { field: 'result.0.status', equals: ['ok', 1] }
  const status =
    (code: number, body = '') =>
    (response: ServerResponse): void =>
      void response.writeHead(code).end(body)
  for (const [name, answer, expected] of [
    ['ok', status(200, '{"result": [{"status": "ok"}]}'), 'ok'],
    ['not what it should say', status(200, '{"result": [{"status": "no credit"}]}'), 'failed'],
    ['no JSON at all', status(200, 'ok'), 'failed'],
    ['400', status(400), 'refused'],
    ['redirect', (response: ServerResponse) => void response.writeHead(302, { location: '/other' }).end(), 'refused'],
    ['429', status(429), 'failed'],
    ['503', status(503), 'failed'],
    ['500', status(500), 'unclear'],
    ['504', status(504), 'unclear'],
    ['408', status(408), 'unclear'],
    ['hung up', (response: ServerResponse) => void response.destroy(), 'unclear'],
    ['silence', () => {}, 'unclear'],
  ] as const) {
    test(name, async (t) => {
      const { server, channel } = await setUp(t, { success }, 'x', name === 'silence' ? 100 : 20_000)
      server.answer = answer
      const outcome = await channel.send(sms)
      const found = 'ok' in outcome ? 'ok' : outcome.isUnclear ? 'unclear' : outcome.isFinal ? 'refused' : 'failed'
      assert.equal(found, expected, JSON.stringify(outcome))
      assert.equal(server.requests.length, 1)
    })
  }

  test('reports that nothing was sent when no server listens', async () => {
    const provider = providerShape.parse({ url: 'http://127.0.0.1:1/' })
    const outcome = await new HttpProvider({ provider, key, text: () => 'x' }).send(sms)
    assert.ok('err' in outcome && !outcome.isFinal && !outcome.isUnclear)
  })

  test('an answer without end is not read to its end', async (t) => {
    const { server, channel } = await setUp(t, { success })
    server.answer = (response) => {
      const more = (): void => {
        while (response.write('x'.repeat(16_384)));
        response.once('drain', more)
      }
      more()
    }
    const outcome = await channel.send(sms)
    assert.ok('err' in outcome && outcome.err.length < 300)
  })
})

describe('after an answer or a silence that leaves it unclear', () => {
  const again = { ...sms, attempts: 2, reason: 'error-answer: HTTP 500: ' }
  const status = { url: '/status?ref={key}', field: 'message.state', sent: ['delivered'], missing: [null, 'unknown'] }
  const setUpAsked = async (t: TestContext, answer: (response: ServerResponse) => void) => {
    const { server, url } = await setUp(t, {})
    const provider = providerShape.parse({ url: `${url}/send`, status: { ...status, url: `${url}${status.url}` } })
    server.answer = (response, { path }) => (path === '/send' ? void response.end('{}') : answer(response))
    const channel = new HttpProvider({ provider, key, text: () => 'x' })
    return { channel, heard: () => server.requests.map(({ path, headers }) => [path, headers['idempotency-key']]) }
  }

  test('every attempt has the same key, every message and every installation another', async (t) => {
    const { server, channel, url } = await setUp(t, { body: { ref: '{key}' } })
    await channel.send(sms)
    await channel.send(again)
    await channel.send({ ...sms, id: 18 })
    await channel.send({ ...sms, dueOn: sms.dueOn + 1 })
    const provider = providerShape.parse({ url: `${url}/send` })
    await new HttpProvider({ provider, key: Buffer.alloc(32, 8), text: () => 'x' }).send(sms)
    const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
    assert.equal(keys[1], keys[0])
    assert.equal(new Set(keys).size, 4)
    assert.deepEqual(JSON.parse(server.requests[0]?.body ?? ''), { ref: keys[0] })
  })

  test("the provider's description decides whether a message may be repeated", () => {
    const repeatOf = (described: object, own: Uint8Array | null = key) =>
      new HttpProvider({
        provider: providerShape.parse({ url: 'https://h/', ...described }),
        key: own,
        text: () => 'x',
      }).repeat
    const asked = { status: { ...status, url: 'https://h/{id}' } }
    assert.deepEqual(
      [repeatOf({}), repeatOf({ idempotent: true }), repeatOf(asked), repeatOf({ idempotent: true }, null)],
      ['never', 'known', 'asked', 'never'],
    )
  })

  for (const [name, code, body, expected, sent] of [
    ['the provider has it', 200, '{"message": {"state": "delivered"}}', { ok: true }, 0],
    ['it says that it has not', 200, '{"message": {"state": "unknown"}}', { ok: true }, 1],
    ['it has no such field', 200, '{}', { ok: true }, 1],
    ['it knows nothing of it', 404, '', { ok: true }, 1],
    [
      'it says neither',
      200,
      '{"message": {"state": "queued"}}',
      failed('asked whether it arrived: HTTP 200: {"message": {"state": "queued"}}'),
      0,
    ],
    ['it has an error', 500, 'x', failed('asked whether it arrived: HTTP 500: x'), 0],
  ] as const) {
    test(`asked first: ${name}`, async (t) => {
      const { channel, heard } = await setUpAsked(t, (response) => void response.writeHead(code).end(body))
      assert.deepEqual(await channel.send(again), expected)
      const [[asked] = [], ...others] = heard()
      assert.match(String(asked), /^\/status\?ref=[0-9a-f]{32}$/)
      assert.deepEqual(
        others.map(([path]) => path),
        Array.from({ length: sent }, () => '/send'),
      )
    })
  }

  test('the first attempt requests no status', async (t) => {
    const { channel, heard } = await setUpAsked(t, () => assert.fail('asked'))
    await channel.send(sms)
    assert.deepEqual(
      heard().map(([path]) => path),
      ['/send'],
    )
  })
})

test('inserted values never become structure', () => {
  const any = fc.oneof(fc.constantFrom(...hostileTexts), anyText())
  const json = providerShape.parse({
    url: 'https://h/a/{to}?t={text}',
    headers: { a: '{text}' },
    body: { a: ['{text}', '{to}'], b: '{text}!' },
  })
  const form = providerShape.parse({ url: 'https://h/', body: 'a={text}&b={to}' })
  fc.assert(
    fc.property(any, any, (text, to) => {
      const filling = { text: text.toWellFormed(), to: to.toWellFormed(), id: '1', key: 'k', lang: 'en' }
      const { url, headers, body } = fillRequest(json, filling)
      const parsed = new URL(url)
      assert.deepEqual([parsed.host, parsed.hash, [...parsed.searchParams.keys()]], ['h', '', ['t']])
      assert.match(headers['a'] ?? '', /^[\x20-\x7e]*$/)
      assert.deepEqual(JSON.parse(body ?? ''), { a: [filling.text, filling.to], b: `${filling.text}!` })
      const fields = new URLSearchParams(fillRequest(form, filling).body ?? '')
      assert.deepEqual(
        [...fields],
        [
          ['a', filling.text],
          ['b', filling.to],
        ],
      )
    }),
  )
})
