import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { z } from 'zod'
import { type Role, roles } from './access/roles.ts'
import type { CloudAccess } from './access/words.ts'
import { contract } from './contract.ts'
import type { Answer, TestApi } from './testing/api.ts'
import { type Belongings, makeBelongings, ownTemplate } from './testing/belongings.ts'
import { shareApi } from './testing/shared-api.ts'

/** An endpoint as its contract has it, with no types of its own. */
type Operation = CloudAccess & {
  name: string
  method: 'GET' | 'POST'
  path: string
  query?: z.ZodObject
  body?: z.ZodType
  example?: { body?: unknown }
}
type Ids = Belongings

const operations = Object.entries(contract).flatMap(([resource, endpoints]) =>
  Object.entries(endpoints).map(([name, one]) => ({ ...(one as Operation), name: `${resource}.${name}` })),
)

const [from, till] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z']
const through = { connection: { kind: 'backward', mac: '00:00:5e:00:53:01' } }

/** What is sent where neither nothing nor the example will do. A new operation needs a row, or an example. */
const bodies: Readonly<Record<string, (ids: Ids) => unknown>> = {
  'sessions.changePassword': () => ({ oldPassword: 'x', newPassword: 'long enough to be one' }),
  'sessions.translations': () => ({ lang: 'en', keys: [] }),
  'orgs.create': () => ({ name: 'New' }),
  'orgs.change': () => ({ name: 'Test' }),
  'orgs.changeRole': () => ({ role: 'demo' }),
  'orgs.invite': () => ({ email: 'new@example.org', role: 'viewer' }),
  'orgs.createApiKey': () => ({ name: 'Key', role: 'viewer' }),
  'templates.idBySku': () => ({ sku: 'em130' }),
  'templates.create': () => ownTemplate,
  'templates.importCsv': () => ({
    ...ownTemplate,
    name: 'Table',
    paramTemplates: undefined,
    csv: 'name,address,registerKind,valueType\nP,0,holding,f32\n',
  }),
  'templates.change': () => ({ name: 'Other' }),
  'nets.change': () => ({ name: 'Net' }),
  'nets.changeDisable': () => ({ enabled: true }),
  'nets.changeSolution': () => ({ solution: 'standalone' }),
  'devices.create': ({ templateId }) => ({ devices: [{ name: 'New', modbusUnitId: 9, templateId }] }),
  'devices.change': () => ({ name: 'Meter' }),
  'devices.createParams': () => ({ params: ownTemplate.paramTemplates }),
  'params.change': () => ({ name: 'P' }),
  'params.changeMany': ({ paramId }) => ({ paramIds: [paramId], modification: { isTracked: true } }),
  'params.deleteMany': ({ paramId }) => ({ paramIds: [paramId] }),
  'writing.save': ({ paramId }) => ({ param: `#${paramId}`, value: '1' }),
  'writing.increment': ({ paramId }) => ({ param: `#${paramId}`, amount: '1' }),
  'writing.toggle': ({ paramId }) => ({ param: `#${paramId}`, default: '0', on: '1' }),
  'realtime.values': ({ paramId }) => ({ params: `#${paramId}` }),
  'alerts.changeDisable': () => ({ enabled: true }),
  'alerts.confirm': () => ({}),
  'alerts.confirmOutage': () => ({}),
  'alerts.testAction': ({ actionId }) => ({ actionId }),
  'alertSettings.smsSettings': () => ({ disableSms: true }),
  'alertSettings.change': () => ({ isOutageHeldBack: true }),
  'alertSettings.changeAlertQuiet': () => ({}),
  'alertSettings.changeNetQuiet': () => ({}),
  'dashboards.addWidgets': ({ paramId }) => ({ paramIds: [paramId] }),
  'dashboards.create': () => ({ name: 'New' }),
  'dashboards.changeOne': () => ({ settings: { columns: 2 } }),
  'dashboards.addWidgetsToOne': ({ paramId }) => ({ paramIds: [paramId] }),
  'trees.create': ({ orgId }) => ({ orgId, name: 'New' }),
  'trees.rename': () => ({ name: 'Other' }),
  'trees.createBranch': ({ treeBranchId }) => ({ name: 'New', parentBranchId: treeBranchId }),
  'trees.renameBranch': () => ({ name: 'Other' }),
  'trees.moveBranch': () => ({ parentBranchId: null }),
  'trees.createSensor': ({ treeBranchId, paramId }) => ({ name: 'S', branchId: treeBranchId, paramId, kind: 'power' }),
  'trees.moveSensor': ({ treeBranchId }) => ({ branchId: treeBranchId }),
  'trees.renameSensor': () => ({ name: 'Other' }),
  'transfer.import': () => ({ format: 'busbar-organization', formatVersion: 2 }),
  'raw.checkDeviceRead': ({ templateId }) => ({ deviceModbusId: 3, templateId, ...through }),
}

/** In examples, by the names of their fields. */
const idFields: Readonly<Record<string, (ids: Ids) => unknown>> = {
  orgId: ({ orgId }) => orgId,
  paramId: ({ paramId }) => paramId,
  paramIds: ({ paramId }) => [paramId],
  deviceId: ({ deviceId }) => deviceId,
  visIds: ({ visId }) => [visId],
}

const withIds = (value: unknown, ids: Ids): unknown => {
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, idFields[name]?.(ids) ?? withIds(one, ids)]),
  )
}

/** Who may only look may look into networks, and by no address. */
const intoNet = (body: unknown, { netId }: Ids): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'connection' ? { kind: 'net-id', networkId: netId } : value,
  )

const bodyOf = ({ name, body, example }: Operation, ids: Ids): unknown => {
  const row = bodies[name]
  if (row !== undefined) return row(ids)
  if (example?.body !== undefined) {
    return withIds(/^(raw|em130)\./.test(name) ? intoNet(example.body, ids) : example.body, ids)
  }
  assert.ok(body === undefined || body.safeParse(null).success, `${name}: what would a valid body be? Give it a row.`)
  return null
}

const otherVariables: Readonly<Record<string, string>> = {
  cadence: 'hour',
  code: '12345',
  exchangeId: '1',
  notificationId: '00000000-0000-4000-8000-000000000000',
  scanId: '00000000-0000-4000-8000-000000000000',
}

/** A request as it is sent. */
const requestOf = (operation: Operation, ids: Ids): { path: string; body: unknown } => {
  const named: Readonly<Record<string, string | number | undefined>> = { ...otherVariables, ...ids }
  const branch = 'object' in operation && operation.object === 'reportBranch' ? ids.reportBranchId : ids.treeBranchId
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const id = name === 'branchId' ? branch : named[name]
    assert.ok(id !== undefined, `${operation.name}: what would ${name} be?`)
    return String(id)
  })
  const asked = Object.entries({ lang: 'en', paramIds: ids.paramId, paramId: ids.paramId, from, till }).filter(
    ([name]) => operation.query?.shape[name] !== undefined,
  )
  const query = asked.map(([name, value]) => `${name}=${value}`).join('&')
  return { path: query === '' ? path : `${path}?${query}`, body: bodyOf(operation, ids) }
}

const codeOf = (body: unknown): string => (body as { errorCode?: string } | null)?.errorCode ?? ''
/** Ids that nobody has. */
const noId = 987_654_321
const noUuid = '98765432-1987-4321-8987-654321987654'
/** An answer, with ids in it masked: what belongs to others looks as if it were not there. */
const seen = ({ status, body }: Answer, ids: Ids): unknown => {
  const strings = Object.values(ids).map(String)
  const text = JSON.stringify(body)
  return [status, strings.reduce((masked, id) => masked.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '?'), text)]
}
const ends = /delete|remove/i
/** Slots that are meant for what is somebody else's: that an organization of this number exists is no secret. */
const othersSlots: Readonly<Record<string, keyof Ids>> = { 'shares.change': 'orgId' }

/** What the least of those who may do it gets, where that is no 200: the rest of the world is missing, or it never ends. */
const otherwise: Readonly<Record<string, number | null>> = {
  'aside.acceptClock': 401,
  'connectCodes.create': 404,
  'connectCodes.delete': 404,
  'shares.change': 404,
  'scan.start': 401,
  'scan.readRegisters': 401,
  'scan.identify': 401,
  'sessions.logout': null,
  'sessions.changePassword': null,
  'codes.activationCode': 404,
  'codes.connectCode': 404,
  'live.events': null,
  'counters.accept': 404,
  'orgs.create': 401,
  'templates.idBySku': 404,
  'templates.change': 401,
  'templates.delete': 401,
  'params.idByReference': 404,
  'raw.checkDeviceRead': 404,
  'scan.progress': 404,
  'scan.cancel': 404,
  'alerts.testAction': null,
  'notifications.dismiss': 404,
}

describe('every operation', () => {
  let api: TestApi
  let own: Ids
  let foreign: Ids
  let nothing: Ids
  shareApi(async (started) => {
    api = started
    own = await makeBelongings(api, 'owner')
    foreign = await makeBelongings(api, 'stranger')
    const none = Object.entries(own).map(([slot, id]) => [slot, typeof id === 'number' ? noId : noUuid])
    nothing = Object.fromEntries(none) as Ids
  })

  for (const operation of operations) {
    const { name, method, access } = operation
    const ask = (as: Parameters<TestApi['call']>[0], ids: Ids) => {
      const { path, body } = requestOf(operation, ids)
      return api.call(as, method, path, body)
    }

    const refusesNobody = async (): Promise<void> => {
      const { status, body } = await ask(null, own)
      assert.deepEqual([status, codeOf(body)], [401, 'NoAuthTokenProvided'])
    }

    const refusesLesserRoles = async (needed: Role, object: string): Promise<void> => {
      for (const role of roles.slice(0, roles.indexOf(needed))) {
        const answer = await ask(role, own)
        // Of several that are listed, those that are not for the caller may be left out.
        if (object === 'listed' && answer.status === 200) {
          assert.deepEqual(seen(answer, own), seen(await ask(role, nothing), nothing), role)
        } else assert.deepEqual([role, answer.status, codeOf(answer.body)], [role, 401, 'NotAuthorized'])
      }
    }

    const hidesWhatIsOthers = async (): Promise<void> => {
      const plain = JSON.stringify(requestOf(operation, own))
      for (const slot of Object.keys(own) as (keyof Ids)[]) {
        if (othersSlots[name] === slot) continue
        const mixed = { ...own, [slot]: foreign[slot] }
        if (JSON.stringify(requestOf(operation, mixed)) === plain) continue
        const none = { ...own, [slot]: nothing[slot] }
        assert.deepEqual(seen(await ask('owner', mixed), mixed), seen(await ask('owner', none), none), slot)
      }
    }

    const letsIn = async (role: Role): Promise<void> => {
      const expected = otherwise[name] === undefined ? 200 : otherwise[name]
      if (expected === null) return
      const ids = ends.test(name) ? await makeBelongings(api, 'owner') : own
      const { status, body } = await ask(role, ids)
      assert.equal(status, expected, JSON.stringify(body))
    }

    if (access === 'open') continue
    test(name, async () => {
      await refusesNobody()
      if ('object' in operation) await refusesLesserRoles(operation.access, operation.object)
      await hidesWhatIsOthers()
      await letsIn('object' in operation ? operation.access : 'viewer')
    })
  }
})
