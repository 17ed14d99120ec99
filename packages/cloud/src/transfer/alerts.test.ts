import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePolicy } from '../alerting/contacts/testing/contacts.ts'
import { createAlert } from '../alerting/testing/alerts.ts'
import { makeDevice } from '../history/testing/polls.ts'
import { startApi } from '../testing/api.ts'
import type { Document } from './document.contract.ts'
import type { ImportedIds } from './import/import.ts'
import { allOn } from './testing/mover.ts'

test('alerts move with their organization', async (t) => {
  const api = await startApi(t)
  const { orgId, call, service } = api
  const { params } = await makeDevice(api, orgId, 'a', [{ valueType: 'u16' }, { valueType: 'u16' }])
  const [volts, relay] = params.map(({ id }) => id)
  await service.db.sql`update param set is_programmable = true where id = ${relay ?? 0}`
  const { id } = await createAlert(api, {
    name: 'Hot',
    description: 'x',
    conditions: [{ paramId: volts, kind: 'g', value: 250, holdSec: 5, deadband: 1 }],
    actions: [{ timeoutMinutes: 0, type: 'webhook', recepient: 'https://x.example/secret' }],
    followUps: [{ stage: 'resolved', timeoutMinutes: 1, type: 'write-param', paramId: relay, value: 0 }],
    holdOffSec: 7,
    policyId: await makePolicy(api),
  })
  const windows = [{ from: '2026-11-14T18:00:00.000Z', till: '2026-11-14T20:00:00.000Z' }]
  await call('manager', 'POST', `/alert/${id}/quiet/`, { windows })
  await call('manager', 'POST', `/alert/${id}/change-disable/`, { enabled: false })
  const give = async (): Promise<Document> => (await call('owner', 'GET', `/org/${orgId}/export/`)).body as Document
  const document = await give()
  const send = (part: object) => call('owner', 'POST', `/org/${orgId}/import/${allOn}`, part)

  const imported = (await send(document)).body as ImportedIds
  const [before, after] = (await give()).alerts
  assert.deepEqual(after, {
    ...before,
    id: imported.alerts[id],
    policyId: imported.escalationPolicies[String(before?.policyId)],
    slug: 'hot-2',
    conditions: [{ paramId: imported.params[String(volts)], kind: 'g', value: 250, holdSec: 5, deadband: 1 }],
    followUps: [{ ...before?.followUps?.[0], paramId: imported.params[String(relay)] }],
  })
  assert.deepEqual([after.isEnabled, after.holdOffSec, after.quiet], [false, 7, { windows }])

  const { format, formatVersion, alerts } = document
  const part = {
    format,
    formatVersion,
    alerts,
    known: { params: imported.params, escalationPolicies: imported.escalationPolicies },
  }
  assert.equal((await send(part)).status, 200, 'in a part of its own')
  const [alert] = alerts
  for (const [wrong, message] of [
    [{ ...part, known: { params: imported.params } }, /body\.alerts\.0\.policyId: is unknown/],
    [
      { ...part, known: { escalationPolicies: imported.escalationPolicies } },
      /body\.alerts\.0\.conditions\.0\.paramId: is unknown/,
    ],
    [{ ...part, alerts: [{ ...alert, logAs: 'x' }] }, /body\.alerts\.0\.logAs: /],
    [{ ...part, alerts: [alert, { ...alert, slug: 'other' }] }, /body\.alerts\.1\.id: .* twice/],
    [{ ...part, alerts: [alert, { ...alert, id: 1 }] }, /body\.alerts\.1\.slug: hot is there twice/],
  ] as const) {
    const { status, body } = await send(wrong)
    assert.equal(status, 400)
    assert.match((body as { errorMessage: string }).errorMessage, message)
  }
  assert.equal((await give()).alerts.length, 3)

  const { contacts, escalationPolicies } = document
  const on = {
    format,
    formatVersion,
    contacts,
    escalationPolicies,
    alerts: [{ ...alert, conditions: [], followUps: [], isEnabled: true }],
  }
  const planned = await call('owner', 'POST', `/org/${orgId}/import/?plan=true`, on)
  assert.deepEqual((planned.body as { plan: { recipients: object[] } }).plan.recipients, [
    { type: 'webhook', recepient: 'https://x.example/secret', alertCount: 1, isOn: false },
    { type: 'email', recepient: 'anna@example.org', alertCount: 1, isOn: false },
  ])
})
