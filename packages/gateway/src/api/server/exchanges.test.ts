import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Endpoint, type Exchange, shapeOf } from '@busbar/wire'
import type { Variant } from '../../base/variant.ts'
import { startApi, type TestApi } from '../../testing/api.ts'
import { contracts } from '../contract.ts'

const isWriting = process.env['BUSBAR_WRITE_EXCHANGES'] === '1'
const fileOf = (variant: Variant): URL => new URL(`exchanges-${variant.toLowerCase()}.json`, import.meta.url)
const storedOf = (variant: Variant) => JSON.parse(readFileSync(fileOf(variant), 'utf8')) as Record<string, Exchange>

const operationsOf = (variant: Variant) =>
  Object.entries(contracts[variant]).flatMap(([resource, endpoints]) =>
    Object.entries(endpoints).map(([name, one]) => ({ ...(one as Endpoint), name: `${resource}.${name}` })),
  )

/** Asked first, as others need what they leave, and last, as they take away what others need. */
const early = ['login.salt', 'modbus.request', 'card.write', 'settings.export', 'tasks.start']
const late = ['tasks.stop', 'card.remove', 'settings.reset', 'card.eject', 'system.reboot', 'login.logout']
const placeOf = ({ name }: { name: string }): number => early.indexOf(name) + 1 || 1000 + late.indexOf(name)

interface Row {
  body?: (api: TestApi, replies: Record<string, any>) => unknown
  path?: (replies: Record<string, any>) => string
}

const rows: Readonly<Record<string, Row>> = {
  'login.login': {
    body: ({ settings }, replies) => {
      const { passwordAdmin } = settings.active.protect
      const proof = createHash('sha1').update(`admin${passwordAdmin}${replies['login.salt'].salt}`)
      return { username: 'admin', password: proof.digest('hex') }
    },
  },
  'modbus.response': { path: (replies) => `/api/modbus/resp/?tid=${replies['modbus.request'].tid}` },
  'search.result': { path: () => '/api/modbus/find/result/?list' },
  'card.download': { path: () => '/card/CONFIG.TXT' },
  'tasks.start': {
    body: ({ service }) => ({ file: 'OVEN.TSK', revision: service.drafts.check(draft).revision }),
  },
  'device.state': { path: () => '/api/state/get/?ethernet&memCard&statistics&time' },
  'settings.active': { path: () => '/api/settings/active/get/?timeGmt&serial&ntp' },
  'settings.saved': { path: () => '/api/settings/saved/get/?timeGmt&cbCloud' },
}

/** Function 43/14: the vendor. */
const identification = Uint8Array.of(43, 14, 1, 1, 0, 0, 1, 0, 4, ...Buffer.from('Acme'))

const draft = 'TASK 1 PERIOD 1000\nDEF level U16 AT 12:H 40\nDO RETURN\n'

const prepare = async (t: TestContext, variant: Variant): Promise<TestApi> => {
  const api = await startApi(t, variant)
  api.world.isVpnUp = true
  api.world.hasTimeServer = true
  api.world.gate = {
    ask: (_requester, _unit, pdu) => Promise.resolve(pdu[0] === 43 ? identification : Uint8Array.of(3, 2, 0, 42)),
  }
  mkdirSync(join(api.cardFolder, 'TEMPLATE'))
  writeFileSync(join(api.cardFolder, 'TEMPLATE/METERS.TXT'), 'META class-find 1 2026-11-14T00:00:00 Meters\nSTOP\n')
  writeFileSync(join(api.cardFolder, 'OLD.TXT'), 'old')
  mkdirSync(join(api.cardFolder, 'TASKS/DRAFTS'), { recursive: true })
  writeFileSync(join(api.cardFolder, 'TASKS/DRAFTS/OVEN.TSK'), draft)
  return api
}

const ask = async (
  api: TestApi,
  operation: Endpoint & { name: string },
  replies: Record<string, any>,
): Promise<Exchange> => {
  const { name, method, example } = operation
  const row = rows[name] ?? {}
  const path = row.path?.(replies) ?? operation.path
  if (operation.produces === 'text/event-stream') return { path, reply: await firstEvent(api, path) }
  const body = row.body?.(api, replies) ?? example?.body ?? null
  const answer = await api.call('admin', method, path, method === 'POST' ? body : undefined)
  assert.equal(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`)
  return { path, ...(method === 'POST' && { body }), reply: answer.body }
}

/** A stream does not end, so only its first event is compared. */
const firstEvent = async (api: TestApi, path: string): Promise<string> => {
  const request = Uint8Array.of(3, 0, 0, 0, 1)
  const answer = Uint8Array.of(3, 2, 0, 42)
  api.bus.exchanges.add({ by: 'tcp 1', unit: 12, request, answer, error: undefined, noise: 0, sentMs: 0, tookMs: 38 })
  const end = new AbortController()
  const headers = { authorization: `Bearer ${api.tokens.admin}` }
  const response = await fetch(api.url + path, { headers, signal: end.signal })
  const { value } = (await response.body?.getReader().read()) ?? {}
  end.abort()
  return new TextDecoder().decode(value)
}

/** Random texts that a reader has no use for. */
const secrets = /[0-9a-f]{32,40}|[A-Za-z0-9+/]{43}=/g

for (const variant of ['A', 'B'] as const) {
  test(`${variant}: examples of the reference are of the form that the gateway answers today; if not: npm run docs`, async (t) => {
    const api = await prepare(t, variant)
    const operations = operationsOf(variant)
    const [replies, exchanged]: [Record<string, unknown>, Record<string, Exchange>] = [{}, {}]
    for (const operation of operations.toSorted((a, b) => placeOf(a) - placeOf(b))) {
      exchanged[operation.name] = await ask(api, operation, replies)
      replies[operation.name] = exchanged[operation.name]?.reply
    }
    const masked = JSON.stringify(exchanged).replaceAll(secrets, (one) =>
      '6b0d9f4c1e2a4f3b8c7d5e6f7a8b9c0d1e2f3a4b5c6d'.slice(0, one.length),
    )
    const fresh = JSON.parse(masked) as Record<string, Exchange>
    const stored = storedOf(variant)
    const isSame = (name: string): boolean =>
      JSON.stringify(shapeOf(stored[name])) === JSON.stringify(shapeOf(fresh[name]))
    if (isWriting) {
      const merged = operations.map(({ name }) => [name, isSame(name) ? stored[name] : fresh[name]])
      writeFileSync(fileOf(variant), `${JSON.stringify(Object.fromEntries(merged), null, 2)}\n`)
      return
    }
    for (const { name } of operations) assert.deepEqual(shapeOf(stored[name]), shapeOf(fresh[name]), name)
    assert.deepEqual(
      Object.keys(stored),
      operations.map(({ name }) => name),
      'an example for each operation',
    )
  })

  test(`${variant}: examples are of the schemas of the contract`, () => {
    const stored = storedOf(variant)
    for (const { name, body, reply } of operationsOf(variant)) {
      const exchange = stored[name]
      if (exchange === undefined) continue
      if (body) assert.ok(body.safeParse(exchange.body).success, `${name} body`)
      assert.equal(reply.safeParse(exchange.reply).error, undefined, `${name} reply`)
    }
  })
}
