import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import {
  aMessage,
  aSnapshot,
  compose,
  hostileTexts,
  mailText,
  Webhook,
  WebServer,
  webhookSecret,
} from '@busbar/messaging/testing'
import { Dialer } from '../field/dialling/dialer.ts'
import { RawAllow } from '../field/dialling/raw-allow.ts'

const key = Buffer.alloc(32, 7)
const now = (): Date => new Date(1_800_000_000_500)

const setUp = async (
  t: TestContext,
  allow = '127.0.0.1',
  resolve?: (name: string) => Promise<string[]>,
  timeoutMs = 10_000,
) => {
  const server = new WebServer()
  const url = await server.start()
  t.after(() => server.stop())
  const dialer = new Dialer({
    rawAllow: RawAllow.of(...(allow === '' ? [] : [allow])),
    ...(resolve && { resolve }),
    connectTimeoutMs: 1,
  })
  const find = (host: string, port: number, orgId: number): Promise<string> =>
    dialer.find(host, { port, orgId, isPortKept: true })
  const keyNo = (): Promise<number> => Promise.resolve(1)
  const bodies = new Map<string, string>()
  const bodyFor = (orgId: number, address: string): Promise<string | null> =>
    Promise.resolve(bodies.get(`${orgId} ${address}`) ?? null)
  const webhook = new Webhook({
    find,
    key,
    keyNo,
    bodyFor,
    publicUrl: () => 'https://busbar.example.org',
    now,
    timeoutMs,
  })
  return {
    server,
    url,
    bodies,
    send: (recepient: string) => webhook.send(aMessage({ type: 'webhook', recepient })),
    webhook,
  }
}

test('a call is signed with the organization\u2019s secret', async (t) => {
  const { server, url, send } = await setUp(t)
  assert.deepEqual(await send(`${url}/hook?x=1`), { ok: true })
  const [request] = server.requests
  assert.equal(request?.method, 'POST')
  assert.equal(request.path, '/hook?x=1')
  const { 'x-busbar-timestamp': time, 'x-busbar-signature': signature, 'x-busbar-message': id } = request.headers
  assert.equal(time, '1800000000')
  assert.equal(id, '17')
  assert.match(String(request.headers['idempotency-key']), /^[0-9a-f]{32}$/)
  const expected = createHmac('sha256', webhookSecret(key, 3, 1))
    .update(`${time}.${request.body}`)
    .digest('hex')
  assert.equal(signature, `sha256=${expected}`)
  assert.deepEqual(JSON.parse(request.body), {
    id: 17,
    stage: 'active',
    organization: { id: 3, name: 'Heat & Co' },
    alert: {
      id: 7,
      name: 'Too hot',
      level: 'critical',
      description: null,
      url: 'https://busbar.example.org/alerts/7',
    },
    episode: 2,
    earlier: [],
    sinceOn: '2026-11-15T06:25:09.000Z',
    resolvedOn: null,
    confirmed: null,
    conditions: [
      {
        net: 'Boiler house',
        device: 'Boiler 2',
        param: 'Water temperature',
        kind: 'g',
        limit: 90,
        holdSec: 0,
        value: 93.5,
        unit: '°C',
        precision: 1,
        reason: null,
        change: null,
        isAlso: false,
      },
    ],
    timeZone: 'Europe/Kyiv',
    confirm: 'POST /alert/7/confirm/',
    mute: 'https://busbar.example.org/alerts/7',
    text: mailText(compose(aMessage({ type: 'webhook' }), 'https://busbar.example.org')),
  })
  assert.equal(
    new Set(
      [
        [3, 1],
        [3, 2],
        [4, 1],
      ].map(([org = 0, no = 0]) => webhookSecret(key, org, no)),
    ).size,
    3,
  )
})

test("a webhook contains the comment of an acknowledgement and the alert's instructions", async (t) => {
  const { server, url, webhook } = await setUp(t)
  const confirmed = { on: Date.UTC(2026, 10, 15, 7), from: 'Olena', comment: 'On my way' }
  const snapshot = aSnapshot({ confirmed, description: 'Close valve 3.' })
  await webhook.send(aMessage({ type: 'webhook', recepient: url, stage: 'confirmed' }, snapshot))
  const body = JSON.parse(server.requests.at(-1)?.body ?? '') as {
    alert: { description: string }
    confirmed: object
    text: string
  }
  assert.deepEqual(body.confirmed, { on: '2026-11-15T07:00:00.000Z', from: 'Olena', comment: 'On my way' })
  assert.equal(body.alert.description, 'Close valve 3.')
  assert.match(body.text, /Comment: On my way\n[^]*Description: Close valve 3\.\n/)
})

test('an unsigned webhook is never sent: it waits until the key can be unsealed', async () => {
  const find = (): Promise<string> => assert.fail()
  const webhook = new Webhook({
    find,
    key: null,
    keyNo: () => assert.fail(),
    bodyFor: () => assert.fail(),
    publicUrl: () => '',
    now,
  })
  assert.deepEqual(await webhook.send(aMessage({ type: 'webhook', recepient: 'https://example.org/' })), {
    err: 'the key that signs calls is sealed, and cannot be opened',
    isFinal: false,
    isUnclear: false,
  })
})

test('texts of people come as they are, in JSON', async (t) => {
  const { server, url, webhook } = await setUp(t)
  for (const alertName of hostileTexts) {
    await webhook.send(aMessage({ type: 'webhook', recepient: url }, aSnapshot({ alertName })))
    const { alert } = JSON.parse(server.requests.at(-1)?.body ?? '') as { alert: { name: string } }
    assert.equal(alert.name, alertName)
  }
})

describe('addresses that must not be called', () => {
  for (const recepient of [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
  ]) {
    test(recepient, async (t) => {
      const { send } = await setUp(t, '', () => Promise.resolve(['10.1.2.3']))
      const outcome = await send(recepient)
      assert.ok('err' in outcome)
      assert.match(outcome.err, /^address not allowed: .*--raw-allow/)
      assert.equal(outcome.isFinal, true)
    })
  }
  test('a name with an internal address counts as unknown, and is retried', async (t) => {
    const parts = await Promise.all(
      [async () => ['10.1.2.3'], () => Promise.reject(new Error('ENOTFOUND'))].map(async (resolve) =>
        (await setUp(t, '', resolve)).send('http://inside.example/'),
      ),
    )
    const err = 'no such host, or its address is not allowed: inside.example:80 (see --raw-allow)'
    assert.deepEqual(parts, [
      { err, isFinal: false, isUnclear: false },
      { err, isFinal: false, isUnclear: false },
    ])
  })
  for (const recepient of ['ftp://example.org/', 'file:///etc/passwd', 'javascript:alert(1)', 'nonsense', '']) {
    test(`not an address: ${recepient}`, async (t) => {
      const outcome = await (await setUp(t)).send(recepient)
      assert.ok('err' in outcome && outcome.isFinal)
    })
  }
})

test('a name is asked once, and the address that was judged is the one that is called', async (t) => {
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  const asked: string[] = []
  const { server, url, send } = await setUp(t, '127.0.0.1', (name) => {
    asked.push(name)
    return Promise.resolve(answers.shift() ?? [])
  })
  const { port } = new URL(url)
  assert.deepEqual(await send(`http://hooks.example:${port}/`), { ok: true })
  assert.deepEqual(asked, ['hooks.example'])
  assert.equal(server.requests[0]?.headers.host, `hooks.example:${port}`)
})

test('a redirect leads nowhere', async (t) => {
  const { server, url, send } = await setUp(t)
  for (const code of [301, 302, 303, 307, 308]) {
    server.answer = (response) => void response.writeHead(code, { location: `${url}/other` }).end()
    const outcome = await send(url)
    assert.deepEqual(outcome, { err: `HTTP ${code}: redirects are not followed`, isFinal: true, isUnclear: false })
  }
  assert.deepEqual(new Set(server.requests.map(({ path }) => path)), new Set(['/']))
})

describe('results by the response', () => {
  for (const [code, isFinal] of [
    [400, true],
    [404, true],
    [410, true],
    [429, false],
    [500, false],
    [503, false],
  ] as const) {
    test(String(code), async (t) => {
      const { server, url, send } = await setUp(t)
      server.answer = (response) => void response.writeHead(code).end('something that is nobody\u2019s business')
      assert.deepEqual(await send(url), { err: `HTTP ${code}`, isFinal, isUnclear: false })
    })
  }

  test('silence', async (t) => {
    const { server, url, send } = await setUp(t, '127.0.0.1', undefined, 1500)
    server.answer = () => {}
    assert.deepEqual(await send(url), { err: 'no answer in 1.5 s', isFinal: false, isUnclear: true })
  })
})

test('a body of the organization\u2019s own is filled, and signed as the others are', async (t) => {
  const { server, url, send, bodies } = await setUp(t)
  bodies.set(
    `3 ${url}/own`,
    '{"text": "{title} ({value} {unit})", "value": "{value}", "over": "{resolvedOn}", "list": ["{net}"]}',
  )
  assert.deepEqual(await send(`${url}/own`), { ok: true })
  const { body = '', headers } = server.requests.at(-1) ?? {}
  assert.deepEqual(JSON.parse(body), {
    text: 'Alert: Too hot (93.5 °C)',
    value: 93.5,
    over: null,
    list: ['Boiler house'],
  })
  const expected = createHmac('sha256', webhookSecret(key, 3, 1))
    .update(`1800000000.${body}`)
    .digest('hex')
  assert.equal(headers?.['x-busbar-signature'], `sha256=${expected}`)
  await send(`${url}/usual`)
  assert.equal((JSON.parse(server.requests.at(-1)?.body ?? '') as { id: number }).id, 17)
})
