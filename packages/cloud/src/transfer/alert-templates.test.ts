import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePolicy } from '../alerting/contacts/testing/contacts.ts'
import { makeKind } from '../alerting/templates/testing/kind.ts'
import { startApi } from '../testing/api.ts'
import type { Document } from './document.contract.ts'
import type { ImportedIds } from './import/import.ts'
import { allOn } from './testing/mover.ts'

test('alert templates move with their devices and exceptions, and rest until alerts are switched on', async (t) => {
  const api = await startApi(t)
  const { orgId, otherOrgId, call, service } = api
  const { sql } = service.db
  const { templateId, netId, addDevice, post } = await makeKind(api)
  const [first, second] = [await addDevice('Oven 1'), await addDevice('Oven 2')]
  const policyId = await makePolicy(api)
  const { id } = await post<{ id: number }>(`/org/${orgId}/alert-templates/create/`, {
    templateId,
    name: 'Hot',
    conditionLogic: 'any',
    logAs: 'warning',
    conditions: [{ param: 't1', kind: 'g', value: 90 }],
    actions: [{ timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' }],
    policyId,
  })
  const limits = [{ param: 't1', kind: 'g', value: 120 }]
  await post(`/org/${orgId}/alert-template/${id}/exception/`, { deviceId: second, limits })
  await post(`/net/${netId}/outage-settings/`, { afterMinutes: 7, policyId })
  const document = (await call('owner', 'GET', `/org/${orgId}/export/`)).body as Document
  assert.partialDeepStrictEqual(document, {
    networks: [{ outage: { afterMinutes: 7, policyId } }],
    alertTemplates: [{ id, templateId, name: 'Hot', exceptions: [{ deviceId: second, isOff: false, limits }] }],
    alerts: [
      { alertTemplateId: id, templateDeviceId: first },
      { alertTemplateId: id, templateDeviceId: second },
    ],
  })
  const bring = async (query: string, part: object = document) => {
    const { status, body } = await call('stranger', 'POST', `/org/${otherOrgId}/import/${query}`, part)
    assert.equal(status, 200, JSON.stringify(body))
    return body as ImportedIds
  }
  const alertsOf = async (templates: ImportedIds['alertTemplates']) =>
    (
      await sql`
      select d.name, c.value, a.is_enabled as "isOn" from alert a
      join device d on d.id = a.template_device_id join alert_condition c on c.alert_id = a.id
      where a.org_id = ${otherOrgId} and a.alert_template_id = ${templates[String(id)] ?? 0} order by d.id`
    ).map((row) => ({
      ...row,
    }))
  const resting = await bring('')
  assert.deepEqual(await alertsOf(resting.alertTemplates), [
    { name: 'Oven 1', value: 90, isOn: false },
    { name: 'Oven 2', value: 120, isOn: false },
  ])
  const [count] = await sql`select count(*)::int as count from alert where org_id = ${otherOrgId}`
  assert.deepEqual(count, { count: 2 }, 'none is made twice')
  const path = `/org/${otherOrgId}/alert-template/${resting.alertTemplates[String(id)]}`
  await call('stranger', 'POST', `${path}/change-disable/`, { enabled: true })
  assert.ok((await alertsOf(resting.alertTemplates)).every((one) => 'isOn' in one && one.isOn))
  const { alerts: _alerts, ...without } = document
  const made = await bring(allOn, { ...without, networks: document.networks.map((one) => ({ ...one, slug: 'b' })) })
  // The ovens that were there are of the same kind, and come first.
  assert.deepEqual((await alertsOf(made.alertTemplates)).slice(2), [
    { name: 'Oven 1', value: 90, isOn: true },
    { name: 'Oven 2', value: 120, isOn: true },
  ])
  const outages =
    await sql`select after_minutes as after, policy_id is not null as "isTold" from net_outage where org_id = ${otherOrgId}`
  assert.deepEqual(
    [...outages],
    [1, 2].map(() => ({ after: 7, isTold: true })),
  )
  const shipped = { name: 'No such', manufacturer: 'x', version: '1' }
  const { templateId: _kind, ...template } = document.alertTemplates[0] ?? assert.fail()
  const lost = await bring(allOn, {
    format: document.format,
    formatVersion: document.formatVersion,
    alertTemplates: [{ ...template, shippedTemplate: shipped }],
  })
  assert.deepEqual(lost.notes, ['alertTemplates.0: this installation has no such device template.'])
})
