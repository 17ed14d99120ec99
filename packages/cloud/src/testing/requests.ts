import assert from 'node:assert/strict'
import type { z } from 'zod'
import type { CloudAccess } from '../accounts/access/access-contract.ts'
import { contract } from '../start/contract.ts'
import { type Belongings, ownTemplate } from './belongings.ts'

/** An endpoint as its contract has it, with no types of its own. */
export type Operation = CloudAccess & {
  name: string
  method: 'GET' | 'POST'
  path: string
  query?: z.ZodObject
  body?: z.ZodType
  reply: z.ZodType
  example?: { body?: unknown }
}
export type Ids = Belongings

/** Every endpoint of the contract. */
export const operations = Object.entries(contract).flatMap(([resource, endpoints]) =>
  Object.entries(endpoints).map(([name, one]) => ({ ...(one as Operation), name: `${resource}.${name}` })),
)

const [from, till] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z']
const through = { connection: { kind: 'backward', mac: '00:00:5e:00:53:01' } }

const anAlertTemplate = {
  name: 'Overvoltage',
  conditionLogic: 'any',
  logAs: 'failure',
  conditions: [{ param: 'p', kind: 'g', value: 250 }],
  actions: [],
}
const aGroup = ({ contactId }: Ids) => ({
  name: 'Night',
  members: [contactId],
  rotation: { kind: 'by-hand', onDutyId: contactId },
})
const aPolicy = ({ contactId, groupId }: Ids) => ({
  name: 'Heat',
  steps: [{ afterMinutes: 0, contactIds: [contactId], groupIds: [groupId] }],
})

const aBudget = ({ treeBranchId, contactId }: Ids) => ({
  name: 'Hall 1',
  branchId: treeBranchId,
  planOf: 'amount',
  months: Array.from({ length: 12 }, () => '1200'),
  tolerancePercent: 5,
  contactIds: [contactId],
})

/** What is sent where neither nothing nor the example will do. A new operation needs a row, or an example. */
const bodies: Readonly<Record<string, (ids: Ids) => unknown>> = {
  'sessions.changePassword': () => ({ oldPassword: 'x', newPassword: 'long enough to be one' }),
  'sessions.translations': () => ({ lang: 'en', keys: [] }),
  'secondFactor.begin': () => ({ password: 'x' }),
  'secondFactor.confirm': () => ({ code: '123456' }),
  'secondFactor.renewRecoveryCodes': () => ({ password: 'x', secondFactor: '123456' }),
  'secondFactor.remove': () => ({ password: 'x', secondFactor: '123456' }),
  'passkeys.begin': () => ({ password: 'x' }),
  'passkeys.create': () => ({ name: 'K', credentialId: 'x', publicKey: 'x', clientData: 'x', authenticatorData: 'x' }),
  'oidc.beginConnecting': () => ({ providerId: 'sso', password: 'x' }),
  'orgs.create': () => ({ name: 'New' }),
  'orgs.delete': () => ({ name: 'Test' }),
  'retention.changeOfTemplate': ({ templateId }) => ({ templateId, keepDays: 30 }),
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
  'computed.createDevice': ({ paramId }) => ({ name: 'Totals', params: [{ name: 'T', formula: `#${paramId}` }] }),
  'computed.createParams': ({ paramId }) => ({ params: [{ name: 'T', formula: `#${paramId}` }] }),
  'computed.try': ({ paramId }) => ({ formula: `#${paramId} + 1` }),
  'bulk.deleteDevices': ({ deviceId }) => ({ deviceIds: [deviceId] }),
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
  'alertsBulk.mute': ({ alertId }) => ({ alertIds: [alertId], till: '2026-11-15T12:00:00Z' }),
  'alertDependencies.change': ({ netId }) => ({ netIds: [netId] }),
  'alerts.testAction': ({ actionId }) => ({ actionId }),
  'alertSettings.smsSettings': () => ({ disableSms: true }),
  'alertSettings.change': () => ({ isOutageHeldBack: true }),
  'alertSettings.changeAlertQuiet': () => ({}),
  'alertSettings.changeNetQuiet': () => ({}),
  'alertSettings.changeNetOutage': ({ policyId }) => ({ afterMinutes: 5, policyId }),
  'alertTemplates.create': ({ templateId }) => ({ templateId, ...anAlertTemplate }),
  'alertTemplates.changeDisable': () => ({ enabled: true }),
  'alertTemplates.setException': ({ kindDeviceId }) => ({ deviceId: kindDeviceId, isOff: true }),
  'alertTemplates.delete': () => ({ alerts: 'keep' }),
  'contactGroups.create': aGroup,
  'contactGroups.change': aGroup,
  'contactGroups.setOnDuty': ({ contactId }) => ({ contactId }),
  'escalationPolicies.create': aPolicy,
  'escalationPolicies.change': aPolicy,
  'dashboards.addWidgets': ({ paramId }) => ({ paramIds: [paramId] }),
  'dashboards.create': () => ({ name: 'New' }),
  'dashboards.changeOne': () => ({ settings: { columns: 2 } }),
  'dashboards.addWidgetsToOne': ({ paramId }) => ({ paramIds: [paramId] }),
  'shareLinks.create': ({ dashboardId }) => ({
    object: { kind: 'dashboard', dashboardId },
    name: 'Reception',
    isKiosk: false,
    expiresOn: '2026-12-03T00:00:00Z',
  }),
  'reportMails.change': () => ({ schedule: null }),
  'trees.create': ({ orgId }) => ({ orgId, name: 'New' }),
  'budgets.create': aBudget,
  'budgets.change': aBudget,
  'trees.rename': () => ({ name: 'Other' }),
  'trees.createBranch': ({ treeBranchId }) => ({ name: 'New', parentBranchId: treeBranchId }),
  'trees.renameBranch': () => ({ name: 'Other' }),
  'trees.moveBranch': () => ({ parentBranchId: null }),
  'trees.createSensor': ({ treeBranchId, paramId }) => ({ name: 'S', branchId: treeBranchId, paramId, kind: 'power' }),
  'trees.moveSensor': ({ treeBranchId }) => ({ branchId: treeBranchId }),
  'trees.renameSensor': () => ({ name: 'Other' }),
  'transfer.import': () => ({ format: 'busbar-organization', formatVersion: 3 }),
  'raw.checkDeviceRead': ({ templateId }) => ({ deviceModbusId: 3, templateId, ...through }),
}

/** In examples, by the names of their fields. */
const idFields: Readonly<Record<string, (ids: Ids) => unknown>> = {
  orgId: ({ orgId }) => orgId,
  paramId: ({ paramId }) => paramId,
  paramIds: ({ paramId }) => [paramId],
  deviceId: ({ deviceId }) => deviceId,
  visIds: ({ visId }) => [visId],
  alertIds: ({ alertId }) => [alertId],
  deviceIds: ({ deviceId }) => [deviceId],
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
  itemCode: 'valve',
  nodeId: 'c0ffee000001',
  noticeId: '00000000-0000-4000-8000-000000000000',
  notificationId: '00000000-0000-4000-8000-000000000000',
  scanId: '00000000-0000-4000-8000-000000000000',
  revision: '1',
  passkeyId: '00000000-0000-4000-8000-000000000000',
  identityId: '00000000-0000-4000-8000-000000000000',
  sessionId: '00000000000000000000000000000000',
}

/** A request that is valid, as it is sent; with another body where one is given. */
export const requestOf = (
  operation: Operation,
  ids: Ids & { code?: string },
  body?: unknown,
): { path: string; body: unknown } => {
  // A code of a drawing is a name, not digits.
  const code = operation.name.startsWith('visualizations.') ? { code: 'note' } : {}
  const named: Readonly<Record<string, string | number | undefined>> = { ...otherVariables, ...code, ...ids }
  const branch = 'object' in operation && operation.object === 'reportBranch' ? ids.reportBranchId : ids.treeBranchId
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const id = name === 'branchId' ? branch : named[name]
    assert.ok(id !== undefined, `${operation.name}: what would ${name} be?`)
    return String(id)
  })
  const asked = Object.entries({
    lang: 'en',
    format: 'jsonl',
    alertIds: ids.alertId,
    templateId: ids.templateId,
    paramIds: ids.paramId,
    paramId: ids.paramId,
    from,
    till,
  }).filter(([name]) => operation.query?.shape[name] !== undefined)
  const query = asked.map(([name, value]) => `${name}=${value}`).join('&')
  return { path: query === '' ? path : `${path}?${query}`, body: body ?? bodyOf(operation, ids) }
}
