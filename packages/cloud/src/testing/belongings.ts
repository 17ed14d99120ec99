import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { makeDevice } from '../history/testing/polls.ts'
import type { TestApi } from './api.ts'

/** One of everything that belongs to an organization, by the names that requests have for it. */
export type Belongings = Awaited<ReturnType<typeof makeBelongings>>

/** A template of the least. */
export const ownTemplate = {
  name: 'Own',
  manufacturer: 'We',
  version: '1',
  readGroupSize: 32,
  writeFunction: 'normal',
  paramTemplates: [{ name: 'P', address: 0, registerKind: 'holding', valueType: 'f32' }],
}

/** Makes them as a client would, where that is short. */
export const makeBelongings = async (api: TestApi, as: 'owner' | 'stranger') => {
  const { sql } = api.service.db
  const orgId = as === 'owner' ? api.orgId : api.otherOrgId
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const { status, body: answer } = await api.call(as, 'POST', path, body)
    assert.equal(status, 200, `${path}: ${JSON.stringify(answer)}`)
    return answer as T
  }
  const made = (path: string, body: unknown) => post<{ id: number }>(`/org/${orgId}/${path}/create/`, body)
  const name = randomUUID().slice(0, 8)
  const { netId, deviceId, params } = await makeDevice(api, orgId, name, [{ valueType: 'f32' }])
  const paramId = params[0]?.id ?? 0
  const [account] = await sql<{ id: number }[]>`
    insert into account (name, email, created_on) values ('member', ${`${name}@example.org`}, ${api.service.now()}) returning id`
  const userId = account?.id ?? 0
  await sql`insert into membership (org_id, account_id, role) values (${orgId}, ${userId}, 'viewer')`
  const invited = { email: `${name}@example.com`, role: 'viewer' }
  const { id: invitationId } = await post<{ id: string }>(`/org/${orgId}/invitations/create/`, invited)
  const { apiKey } = await post<{ apiKey: string }>(`/org/${orgId}/api-keys/create/`, { name, role: 'viewer' })
  const { id: alertId } = await made('alerts', {
    name,
    conditionLogic: 'any',
    logAs: 'failure',
    conditions: [{ paramId, kind: 'g', value: 250 }],
    actions: [{ timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' }],
  })
  const { body: alert } = await api.call(as, 'GET', `/alert/${alertId}/`)
  const [actionId] = Object.keys((alert as { actions: object }).actions)
  const { id: contactId } = await made('contacts', {
    name,
    language: 'en',
    channels: [{ type: 'email', address: `${name}@example.org` }],
  })
  const { id: groupId } = await made('contact-groups', {
    name,
    members: [contactId],
    rotation: { kind: 'by-hand', onDutyId: null },
  })
  const { id: policyId } = await made('escalation-policies', {
    name,
    steps: [{ afterMinutes: 0, groupIds: [groupId] }],
  })
  const once = { kind: 'once', from: '2020-01-01T00:00:00Z', till: '2020-01-02T00:00:00Z' }
  const { id: windowId } = await made('maintenance-windows', { name, rule: once })
  const { id: dashboardId } = await made('dashboards', { name })
  const { id: linkId } = await made('share-links', {
    object: { kind: 'dashboard', dashboardId },
    name,
    isKiosk: false,
    expiresOn: new Date(api.service.now().getTime() + 86_400_000).toISOString(),
  })
  const source = '<svg xmlns="http://www.w3.org/2000/svg"><text id="note">?</text></svg>'
  const { id: visId } = await made('viss', { name, source, bindings: [{ code: 'note', formula: '1' }] })
  const reportBranchId = randomUUID()
  const report = { name, branches: [{ id: reportBranchId, name: 'All' }] }
  const { reportId } = await post<{ reportId: string }>(`/org/${orgId}/resource-report/create/`, report)
  const tree = '/sense/hierarchy/tree'
  const { id: treeId } = await post<{ id: string }>(`${tree}/create/`, { orgId, name })
  const { id: treeBranchId } = await post<{ id: string }>(`${tree}/${treeId}/branch/create/`, { name })
  const sensor = { name, branchId: treeBranchId, paramId, kind: 'power' }
  const { id: sensorId } = await post<{ id: string }>(`${tree}/${treeId}/sensor/create/`, sensor)
  const { id: budgetId } = await post<{ id: number }>(`${tree}/${treeId}/budgets/create/`, {
    name,
    branchId: null,
    planOf: 'amount',
    months: Array.from({ length: 12 }, () => '100'),
    tolerancePercent: 5,
    contactIds: [],
  })
  const { id: templateId } = await made('templates', { ...ownTemplate, name })
  const { id: alertTemplateId } = await made('alert-templates', {
    templateId,
    name,
    conditionLogic: 'any',
    logAs: 'failure',
    conditions: [{ param: 'p', kind: 'g', value: 250 }],
    actions: [],
  })
  // An organization has few of them: later belongings have the third in common.
  const [, , third] = await sql<{ id: number }[]>`select id from connector where org_id = ${orgId} order by id`
  const broker = { name, isEnabled: false, settings: { url: 'mqtt://broker.example.org' } }
  const { id: connectorId } = third ?? (await made('connectors', broker))
  const [kindDeviceId] = (
    await post<{ deviceIds: number[] }>(`/net/${netId}/devices/create/`, {
      devices: [{ name: `${name} kind`, modbusUnitId: 9, templateId }],
    })
  ).deviceIds
  return {
    alertTemplateId,
    kindDeviceId: kindDeviceId ?? 0,
    windowId,
    // Those of another user are free.
    pushId: 2_000_000_000,
    orgId,
    userId,
    invitationId,
    apiKey,
    netId,
    deviceId,
    paramId,
    alertId,
    actionId: Number(actionId),
    contactId,
    groupId,
    policyId,
    dashboardId,
    linkId,
    visId,
    reportId,
    reportBranchId,
    treeId,
    treeBranchId,
    sensorId,
    budgetId,
    templateId,
    connectorId,
  }
}
