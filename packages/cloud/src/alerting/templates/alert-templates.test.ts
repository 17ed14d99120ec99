import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'
import { makeKind } from './testing/kind.ts'

interface ShownTemplate {
  name: string
  deviceCount: number
  conditions: object[]
  devices: {
    deviceId: number
    alertId?: number
    missing?: string[]
    problem?: string
    isOff: boolean
    limits: object[]
  }[]
}

test('an alert for all devices of a kind', async (t) => {
  const api = await startApi(t)
  const { orgId, call, service } = api
  const { sql } = service.db
  const { templateId, netId, addDevice } = await makeKind(api)
  const body = {
    templateId,
    name: 'Hot',
    conditionLogic: 'any',
    logAs: 'critical',
    conditions: [{ param: 't1', kind: 'g', value: 90, holdSec: 30 }],
    actions: [{ timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' }],
    followUps: [{ stage: 'resolved', timeoutMinutes: 0, type: 'webhook', recepient: 'https://example.org/secret' }],
  }
  const { templateId: _kind, ...definition } = body
  const org = `/org/${orgId}`
  const post = async (path: string, sent: object, as: 'manager' | 'viewer' = 'manager') => {
    const { status, body: answer } = await call(as, 'POST', path, sent)
    return {
      status,
      answer: answer as { id: number; result: string; errors: Record<string, string>; errorMessage: string },
    }
  }
  const first = await addDevice('Oven 1')
  const made = await post(`${org}/alert-templates/create/`, body)
  assert.equal(made.answer.result, 'success', JSON.stringify(made.answer))
  const { id } = made.answer
  const one = `${org}/alert-template/${id}`
  const shown = async (as: 'viewer' | 'manager' = 'viewer') =>
    (await call(as, 'GET', `${one}/`)).body as ShownTemplate & { followUps: { recepient: string }[] }
  const alerts = async () =>
    (
      await sql`
      select a.name, a.log_as as "logAs", a.is_enabled as "isOn", template_device_id as "deviceId", c.value, p.slug
      from alert a left join alert_condition c on c.alert_id = a.id left join param p on p.id = c.param_id
      where a.org_id = ${orgId} order by a.id, c.id`
    ).map((row) => ({ ...row }))
  const hot = (name: string, deviceId: number, more: object = {}) => ({
    name: `Hot · ${name}`,
    logAs: 'critical',
    isOn: true,
    deviceId,
    value: 90,
    slug: 't1',
    ...more,
  })

  await t.test('each device has one, also one that is added later or named otherwise', async () => {
    assert.deepEqual(await alerts(), [hot('Oven 1', first)])
    const second = await addDevice('Oven 2')
    await post(`/device/${second}/change/`, { name: 'Kiln' })
    assert.deepEqual(await alerts(), [hot('Oven 1', first), hot('Kiln', second)])
    assert.deepEqual((await call('viewer', 'GET', `${org}/alert-templates/`)).body, [
      {
        id,
        name: 'Hot',
        templateId,
        templateName: 'Oven',
        logAs: 'critical',
        isEnabled: true,
        deviceCount: 2,
        alertCount: 2,
      },
    ])
    await post(`/device/${second}/delete/`, {})
    assert.deepEqual(await alerts(), [hot('Oven 1', first)])
  })

  await t.test('a device that lacks a parameter is listed, and has one as soon as it has that', async () => {
    const other = await addDevice('Old oven')
    const [param] = await sql<[{ id: number }]>`select id from param where device_id = ${other} and slug = 't1'`
    assert.equal((await post('/params/delete/', { paramIds: [param.id] })).status, 200)
    const device = (await shown()).devices.find(({ deviceId }) => deviceId === other)
    assert.deepEqual([device?.alertId, device?.missing], [undefined, ['t1']])
    const t1 = { name: 'T', label: 'T1', address: 0, registerKind: 'holding', valueType: 'f32' }
    await post(`/device/${other}/params/create/`, { params: [t1] })
    assert.equal((await alerts()).length, 2)
    await sql`update param set value_type = 'string' where device_id = ${other} and slug = 't1'`
    await post(`/device/${other}/change/`, { name: 'Older oven' })
    const unfit = (await shown()).devices.find(({ deviceId }) => deviceId === other)
    assert.deepEqual(
      [unfit?.alertId, unfit?.problem],
      [undefined, 'conditions.0.kind: does not fit a parameter that holds text'],
    )
    await post(`/device/${other}/delete/`, {})
  })

  await t.test('a change of the template changes all its alerts, which keep their identity', async () => {
    const [before] = await sql<[{ id: number; condition: number }]>`
      select a.id, c.id as condition from alert a join alert_condition c on c.alert_id = a.id where a.org_id = ${orgId}`
    const conditions = [...definition.conditions, { param: 't2', kind: 'l', value: 5 }]
    const { answer } = await post(`${one}/change/`, { ...definition, name: 'Warm', conditions })
    assert.deepEqual(answer, { result: 'success', errors: {} })
    const after = await sql<{ id: number; condition: number }[]>`
      select a.id, c.id as condition from alert a join alert_condition c on c.alert_id = a.id where a.org_id = ${orgId} order by c.id`
    assert.deepEqual(after[0], before)
    assert.equal(after.length, 2)
    assert.equal((await shown()).name, 'Warm')
    await post(`${one}/change/`, definition)
    assert.deepEqual(await alerts(), [hot('Oven 1', first)])
  })

  await t.test('a device may have limits of its own, or none of it', async () => {
    const exception = { deviceId: first, limits: [{ param: 't1', kind: 'g', value: 120 }] }
    assert.deepEqual((await post(`${one}/exception/`, exception)).answer, {})
    assert.deepEqual(await alerts(), [hot('Oven 1', first, { value: 120 })])
    const [alert] = await sql<[{ id: number }]>`select id from alert where org_id = ${orgId}`
    await post(`/alert/${alert.id}/change-disable/`, { enabled: false })
    assert.deepEqual(await alerts(), [hot('Oven 1', first, { value: 120, isOn: false })])
    assert.partialDeepStrictEqual((await shown()).devices[0], { isOff: true, limits: exception.limits })
    const states = (await call('viewer', 'GET', `${org}/alerts/states/`)).body as { offSince?: string }[]
    assert.partialDeepStrictEqual(states[0], { alertTemplateId: id, netIds: [netId], isEnabled: false })
    assert.ok(states[0]?.offSince)
    await post(`${one}/exception/`, { deviceId: first })
    assert.deepEqual(await alerts(), [hot('Oven 1', first)])
    await post(`${one}/change-disable/`, { enabled: false })
    assert.deepEqual(await alerts(), [hot('Oven 1', first, { isOn: false })])
    await post(`${one}/change-disable/`, { enabled: true })
    assert.equal((await post(`${one}/exception/`, { deviceId: 1_000_000 })).status, 404)
  })

  await t.test('its alerts are changed and deleted there alone', async () => {
    const [alert] = await sql<[{ id: number }]>`select id from alert where org_id = ${orgId}`
    const plain = { name: 'x', conditionLogic: 'any', logAs: 'info', conditions: [], actions: [] }
    const { answer } = await post(`/alert/${alert.id}/change/`, plain)
    assert.match(answer.errors['alertTemplateId'] ?? '', /^belongs to the alert template Hot/)
    assert.equal((await post(`/alert/${alert.id}/delete/`, {})).status, 400)
    assert.partialDeepStrictEqual((await call('viewer', 'GET', `/alert/${alert.id}/`)).body, { alertTemplateId: id })
  })

  await t.test('only managers see the address of a webhook', async () => {
    const seen = [(await shown()).followUps[0]?.recepient, (await shown('manager')).followUps[0]?.recepient]
    assert.deepEqual(seen, ['https://example.org/…', 'https://example.org/secret'])
  })

  await t.test('errors are listed by field', async () => {
    const { answer } = await post(`${org}/alert-templates/create/`, {
      ...body,
      name: '',
      conditions: [{ param: 'gone', kind: 'g', value: 1 }],
      actions: [{ timeoutMinutes: 0, type: 'write-param', value: 1 }],
      policyId: 1_000_000,
    })
    assert.deepEqual(Object.keys(answer.errors).toSorted(), [
      'actions.0.paramId',
      'actions.0.type',
      'conditions.0.param',
      'name',
      'policyId',
    ])
    assert.equal((await post(`${org}/alert-templates/create/`, { ...body, templateId: 1_000_000 })).status, 404)
    assert.equal((await post(`${org}/alert-templates/create/`, body, 'viewer')).status, 401)
  })

  await t.test('deletes or keeps the alerts of a deleted template, as requested', async () => {
    assert.equal((await post(`${one}/delete/`, {})).status, 400)
    await post(`${one}/delete/`, { alerts: 'keep' })
    assert.deepEqual(await alerts(), [hot('Oven 1', first, { deviceId: null })])
    const again = await post(`${org}/alert-templates/create/`, body)
    assert.equal((await alerts()).length, 2)
    await post(`${org}/alert-template/${again.answer.id}/delete/`, { alerts: 'delete' })
    assert.equal((await alerts()).length, 1)
  })
})
