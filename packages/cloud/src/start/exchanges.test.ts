import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Exchange, shapeOf } from '@busbar/wire'
import { type EarlierAnswers, exchangeRows } from '../testing/exchange-rows.ts'
import { type ExchangeWorld, makeExchangeWorld } from '../testing/exchange-world.ts'
import { normalized } from '../testing/normalized.ts'
import { type Operation, operations, requestOf } from '../testing/requests.ts'
import { contract } from './contract.ts'

const file = new URL('exchanges.json', import.meta.url)
const isWriting = process.env['BUSBAR_WRITE_EXCHANGES'] === '1'

/** Asked first, so that others can use what they answer. */
const early = [
  'orgs.createApiKey',
  'orgs.invite',
  'orgs.acceptInvitation',
  'sessions.login',
  'secondFactor.begin',
  'secondFactor.confirm',
  'secondFactor.get',
  'secondFactor.renewRecoveryCodes',
  'secondFactor.remove',
  'passkeys.begin',
  'passkeys.create',
  'passkeys.beginLogin',
  'passkeys.login',
  'passkeys.list',
  'oidc.beginConnecting',
  'oidc.login',
  'oidc.list',
  'counters.exchange',
  'connectCodes.create',
  'scan.start',
  'scan.startRanges',
  'trees.createSensor',
  'shares.change',
  'raw.sendControllerPasswords',
  'dashboards.addWidgets',
  'dashboards.addWidgetsToOne',
  'boards.save',
  'shareLinks.create',
  'alertSettings.changeAlertQuiet',
  'alertSettings.changeNetQuiet',
  'reports.save',
  'cards.changeDevicePhoto',
  'cards.changeNetPhoto',
]
/** Asked last: they take away what others need. */
const late = [
  'alerts.testAction',
  'devices.changeDisable',
  'links.drop',
  'counters.undoExchange',
  'connectCodes.delete',
  'params.deleteMany',
  'devices.delete',
  'bulk.deleteDevices',
  'nets.delete',
  'alertTemplates.delete',
  'alerts.delete',
  'maintenance.delete',
  'escalationPolicies.delete',
  'contactGroups.delete',
  'contacts.delete',
  'shareLinks.revoke',
  'connectors.delete',
  'push.unsubscribe',
  'installation.deleteNotice',
  'installation.removeSample',
  'dashboards.delete',
  'visualizations.delete',
  'reports.delete',
  'budgets.delete',
  'trees.deleteSensor',
  'trees.deleteBranch',
  'trees.delete',
  'templates.delete',
  'orgs.withdrawInvitation',
  'orgs.deleteApiKey',
  'orgs.removeUser',
  'aside.discard',
  'passkeys.delete',
  'oidc.disconnect',
  'orgs.delete',
  'orgs.keep',
  'profile.endSession',
  'sessions.endOtherSessions',
  'sessions.logout',
  'orgs.setup',
]
const placeOf = ({ name }: { name: string }): number =>
  early.indexOf(name) + 1 || (late.includes(name) ? 2000 + late.indexOf(name) : 1000)
const ordered = operations.toSorted((a, b) => placeOf(a) - placeOf(b))

const ask = async (world: ExchangeWorld, operation: Operation, kept: EarlierAnswers): Promise<Exchange> => {
  const { api, ids } = world
  const { name, method, access } = operation
  const row = exchangeRows[name] ?? {}
  await row.before?.(world)
  const asked = requestOf(operation, { ...ids, ...row.ids?.(world, kept) }, row.body?.(world, kept))
  const path = row.query === undefined ? asked.path : `${asked.path.split('?', 1)[0]}?${row.query(world)}`
  const authorization =
    access === 'link' ? `share ${kept['shareLinks.create'].token}` : `token ${row.token?.(kept) ?? api.tokens.owner}`
  const abort = new AbortController()
  const response = await fetch(`${api.url}/api/v1${path}`, {
    method,
    signal: abort.signal,
    headers: { 'content-type': 'application/json', ...(access !== 'open' && { authorization }) },
    ...(method === 'POST' && { body: JSON.stringify(asked.body) }),
  })
  const reply = streams.has(name) ? await firstEvent(world, response) : await replyOf(response)
  abort.abort()
  assert.equal(response.status, 200, `${name} ${path}: ${JSON.stringify(reply)}`)
  return { path, ...(method === 'POST' && { body: asked.body }), reply }
}

const streams: ReadonlySet<string> = new Set(['live.events', 'diagnosis.exchanges'])

/** Binary bodies are not shown. */
const replyOf = async (response: Response): Promise<unknown> => {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return response.json()
  const text = await response.text()
  return type.startsWith('text/') ? text : '(bytes)'
}

const firstEvent = async ({ api, ids, recordExchange }: ExchangeWorld, { body }: Response): Promise<string> => {
  api.service.live.publishConnection({
    orgId: ids.orgId,
    netId: ids.netId,
    isConnected: true,
    on: Date.UTC(2026, 10, 14),
    error: null,
  })
  recordExchange()
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes)
    if (/event: (connection|exchange)/.test(text) && text.endsWith('\n\n')) break
  }
  return text
}

test('examples of the reference are of the form that the service answers today; if not: npm run docs', async (t) => {
  const world = await makeExchangeWorld(t)
  const kept: Record<string, unknown> = {}
  const exchanged: Record<string, Exchange> = {}
  for (const operation of ordered) {
    exchanged[operation.name] = await ask(world, operation, kept)
    kept[operation.name] = exchanged[operation.name]?.reply
  }
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Exchange>
  const fresh = normalized(exchanged, world)
  const changed = operations.filter(
    ({ name }) => JSON.stringify(shapeOf(stored[name])) !== JSON.stringify(shapeOf(fresh[name])),
  )
  if (isWriting) {
    const merged = operations.map(({ name }) => [
      name,
      changed.some((one) => one.name === name) ? fresh[name] : stored[name],
    ])
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(merged), null, 2)}\n`)
    return
  }
  for (const { name } of changed) assert.deepEqual(shapeOf(stored[name]), shapeOf(fresh[name]), name)
  assert.deepEqual(
    Object.keys(stored),
    operations.map(({ name }) => name),
    'an example for each operation',
  )
})

test('examples are of the schemas of the contract', () => {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Exchange>
  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [name, { body, reply }] of Object.entries(endpoints) as [string, Operation][]) {
      const exchange = stored[`${resource}.${name}`]
      if (exchange === undefined) continue
      if (body) assert.ok(body.safeParse(exchange.body).success, `${resource}.${name} body`)
      const { error } = reply.safeParse(exchange.reply)
      assert.equal(error, undefined, `${resource}.${name} reply`)
    }
  }
})
