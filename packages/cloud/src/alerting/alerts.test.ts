import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDevice } from '../history/testing/polls.ts'
import { startApi } from '../testing/api.ts'
import { createAlert, minimalAlert } from './testing/alerts.ts'

type AlertAnswer = Record<string, unknown> & Record<'conditions' | 'actions' | 'followUps', Record<string, object>>

test('alerts', async (t) => {
  const api = await startApi(t)
  const { orgId, call, service } = api
  const { sql } = service.db
  const { deviceId, params } = await makeDevice(api, orgId, 'a', [
    { valueType: 'f32', precision: 1, unitName: 'V' },
    { valueType: 'string' },
    { valueType: 'u16' },
    { valueType: 'u16' },
    { valueType: 'u64' },
    { valueType: 'bit' },
  ])
  const [volts, text, relay, meter, big, coil] = params.map(({ id }) => id)
  await sql`update param set is_programmable = true, min = 0, max = 5 where id = ${relay ?? 0}`
  await sql`update param set is_programmable = true where id = any(${[big ?? 0, coil ?? 0]})`
  await sql`update param set register_kind = 'coil' where id = ${coil ?? 0}`
  const theirs = await makeDevice(api, api.otherOrgId, 'b', [{ valueType: 'u16' }])
  const foreign = theirs.params[0]?.id ?? 0
  const condition = { paramId: volts, kind: 'g', value: 250 }
  const email = { timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' }
  const get = async (id: number, as: 'manager' | 'viewer' = 'manager') =>
    (await call(as, 'GET', `/alert/${id}/`)).body as AlertAnswer
  const change = async (id: number, body: object) =>
    (await call('manager', 'POST', `/alert/${id}/change/`, { ...minimalAlert, ...body })).body

  await t.test('creates an alert and returns its items by ID', async () => {
    const made = await createAlert(api, {
      name: ' Over & out <b> ',
      description: '<script>alert(1)</script>',
      conditions: [
        { ...condition, holdSec: 30, deadband: 5 },
        { param: `${volts}#whatever`, kind: 'reading-error' },
      ],
      actions: [{ timeoutMinutes: 5, type: 'sms', recepient: '+48 600-100-200' }],
      followUps: [{ stage: 'resolved', timeoutMinutes: 0, type: 'write-param', paramId: relay, value: 3 }],
    })
    assert.deepEqual(made, { result: 'success', id: made.id, errors: {} })
    const shown = await get(made.id)
    const [first, second] = Object.keys(shown.conditions)
    const [action] = Object.keys(shown.actions)
    const [followUp] = Object.keys(shown.followUps)
    const param = `${volts}#holding@meter-a@hall-a`
    assert.deepEqual(shown, {
      id: made.id,
      name: 'Over & out <b>',
      slug: 'over-out-b',
      description: '<script>alert(1)</script>',
      conditionLogic: 'any',
      logAs: 'warning',
      conditions: {
        [first ?? '']: { paramId: volts, param, kind: 'g', value: 250, holdSec: 30, deadband: 5 },
        [second ?? '']: { paramId: volts, param, kind: 'reading-error', value: 0, holdSec: 0, deadband: 0 },
      },
      actions: { [action ?? '']: { timeoutMinutes: 5, type: 'sms', recepient: '+48600100200' } },
      followUps: {
        [followUp ?? '']: { stage: 'resolved', timeoutMinutes: 0, type: 'write-param', paramId: relay, value: 3 },
      },
      isEnabled: true,
      holdOffSec: 0,
      flapping: { changes: 6, minutes: 10 },
    })
    const back = { ...shown, conditions: Object.values(shown.conditions), actions: Object.values(shown.actions) }
    assert.deepEqual(await change(made.id, { ...back, followUps: Object.values(shown.followUps) }), {
      result: 'success',
      errors: {},
    })
    assert.deepEqual(await get(made.id), shown, 'what it answers is what it takes')
  })

  await t.test('lists the alerts of a device with their conditions on it', async () => {
    const { deviceId: other, params: one } = await makeDevice(api, orgId, 'other', [{ valueType: 'u16' }])
    const conditions = [{ ...condition }, { paramId: one[0]?.id, kind: 'l', value: 3 }]
    const { id } = await createAlert(api, { name: 'Of two', conditions })
    const ofDevice = async (device: number, as: 'viewer' | 'stranger' = 'viewer') =>
      (await call(as, 'GET', `/device/${device}/alerts/`)).body
    assert.deepEqual(await ofDevice(other), [{ alertId: id, conditions: [{ paramId: one[0]?.id, kind: 'l' }] }])
    const found = (await ofDevice(deviceId)) as { alertId: number; conditions: object[] }[]
    assert.deepEqual(
      found.find(({ alertId }) => alertId === id),
      { alertId: id, conditions: [{ paramId: volts, kind: 'g' }] },
    )
    assert.deepEqual(await ofDevice(theirs.deviceId, 'stranger'), [])
    assert.equal((await call('manager', 'POST', `/alert/${id}/delete/`, {})).status, 200)
  })

  await t.test('an escalation policy counts as a recipient, also where a change leaves it as it is', async () => {
    const contact = await call('manager', 'POST', `/org/${orgId}/contacts/create/`, {
      name: 'Ann',
      language: 'en',
      channels: [{ type: 'email', address: 'ann@example.org' }],
    })
    const { id: contactId } = contact.body as { id: number }
    const steps = [{ afterMinutes: 0, contactIds: [contactId] }]
    const policy = await call('manager', 'POST', `/org/${orgId}/escalation-policies/create/`, { name: 'Works', steps })
    const { id: policyId } = policy.body as { id: number }
    const conditions = [condition]
    const made = await createAlert(api, { name: 'Escalated', conditions, policyId })
    assert.deepEqual(made, { result: 'success', id: made.id, errors: {} })
    const success = { result: 'success', errors: {} }
    assert.deepEqual(await change(made.id, { name: 'Escalated', conditions }), success)
    assert.deepEqual((await call('viewer', 'GET', `/alert/${made.id}/warnings/`)).body, { warnings: [] })
    assert.deepEqual(await change(made.id, { name: 'Escalated', conditions, policyId: null }), {
      ...success,
      warnings: ['actions: nobody is told of it'],
    })
  })

  await t.test('the same name gets a number, the list has all', async () => {
    const made = [await createAlert(api, { name: 'Same' }), await createAlert(api, { name: 'Same' })]
    const { status, body } = await call('demo', 'GET', `/org/${orgId}/alerts/`)
    assert.equal(status, 200)
    assert.deepEqual((body as object[]).slice(-2), [
      { id: made[0]?.id, name: 'Same', slug: 'same' },
      { id: made[1]?.id, name: 'Same', slug: 'same-2' },
    ])
    assert.equal((await createAlert(api, { name: 'Same' }, 'stranger')).result, 'success')
  })

  await t.test('a value to write keeps every digit, and coils accept true and false', async () => {
    const rows: [paramId: number | undefined, value: unknown, shown: unknown][] = [
      [big, '18446744073709551615', '18446744073709551615'],
      [big, '00042.0', 42],
      [big, 42, 42],
      [coil, true, 1],
      [coil, false, 0],
      [coil, '1', 1],
    ]
    const actions = rows.map(([paramId, value]) => ({ timeoutMinutes: 0, type: 'write-param', paramId, value }))
    const { id } = await createAlert(api, { name: 'Writes', actions })
    const shown = (await get(id)).actions as Record<string, { value: unknown }>
    assert.deepEqual(
      Object.values(shown).map(({ value }) => value),
      rows.map(([, , value]) => value),
    )
    const [stored] = await sql`select value from alert_action where alert_id = ${id} order by id limit 1`
    assert.deepEqual(stored, { value: '18446744073709551615' })
    assert.deepEqual(await change(id, { name: 'Writes', actions: Object.values(shown) }), {
      result: 'success',
      errors: {},
      warnings: ['conditions: there are none, so the alert never begins', 'actions: nobody is told of it'],
    })
    assert.deepEqual(Object.keys((await get(id)).actions), Object.keys(shown), 'they are the same')
    for (const [paramId, value] of [
      [big, '1e3'],
      [big, true],
      [big, ''],
      [coil, 2],
      [coil, 'on'],
    ]) {
      const wrong = { timeoutMinutes: 0, type: 'write-param', paramId, value }
      const { errors } = await createAlert(api, { name: 'Wrong', actions: [wrong] })
      assert.deepEqual(Object.keys(errors as object), ['actions.0.value'], JSON.stringify(value))
    }
  })

  await t.test('errors are listed by field, and nothing is stored', async () => {
    const [before] = await sql`select count(*) from alert`
    const write = { timeoutMinutes: 0, type: 'write-param' }
    const rows: [body: object, fields: string][] = [
      [{ name: '' }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ description: 'x'.repeat(2001) }, 'description'],
      [{ conditionLogic: 'none' }, 'conditionLogic'],
      [{ logAs: 'toString' }, 'logAs'],
      [{ holdOffSec: -1 }, 'holdOffSec'],
      [{ holdOffSec: 1.5 }, 'holdOffSec'],
      [{ maxAgeSec: 0 }, 'maxAgeSec'],
      [{ maxAgeSec: 604_801 }, 'maxAgeSec'],
      [{ flapping: { changes: 2, minutes: 10 } }, 'flapping.changes'],
      [{ flapping: { changes: 6, minutes: 1441 } }, 'flapping.minutes'],
      [{ conditions: [{ ...condition, kind: 'gt' }] }, 'conditions.0.kind'],
      [{ conditions: [{ ...condition, kind: 'net-down' }] }, 'conditions.0.kind'],
      [{ conditions: [condition, { ...condition, paramId: 999_999_999 }] }, 'conditions.1.paramId'],
      [{ conditions: [{ ...condition, paramId: foreign }] }, 'conditions.0.paramId'],
      [{ conditions: [{ ...condition, paramId: 1.5 }] }, 'conditions.0.paramId'],
      [{ conditions: [{ ...condition, paramId: -1 }] }, 'conditions.0.paramId'],
      [{ conditions: [{ kind: 'g', value: 1, param: `${foreign}#holding@meter-b@hall-b` }] }, 'conditions.0.param'],
      [{ conditions: [{ kind: 'g', value: 1, param: 'nothing' }] }, 'conditions.0.param'],
      [{ conditions: [{ kind: 'g', value: 1, param: '' }] }, 'conditions.0.param'],
      [{ conditions: [{ ...condition, param: `${relay}#` }] }, 'conditions.0.param'],
      [{ conditions: [{ paramId: volts, kind: 'g' }] }, 'conditions.0.value'],
      [{ conditions: [{ paramId: volts, kind: 'no-data', value: 0 }] }, 'conditions.0.value'],
      [{ conditions: [{ paramId: volts, kind: 'bit-set', value: 64 }] }, 'conditions.0.value'],
      [{ conditions: [{ paramId: volts, kind: 'bit-clear', value: 0.5 }] }, 'conditions.0.value'],
      [{ conditions: [{ paramId: volts, kind: 'change-over', value: 0, holdSec: 1 }] }, 'conditions.0.value'],
      [{ conditions: [{ paramId: volts, kind: 'change-over', value: 1 }] }, 'conditions.0.holdSec'],
      [{ conditions: [{ ...condition, holdSec: 604_801 }] }, 'conditions.0.holdSec'],
      [{ conditions: [{ ...condition, deadband: -1 }] }, 'conditions.0.deadband'],
      [{ conditions: [{ ...condition, paramId: text }] }, 'conditions.0.kind'],
      [{ conditions: Array.from({ length: 51 }, () => condition) }, 'conditions'],
      [{ actions: Array.from({ length: 21 }, () => email) }, 'actions'],
      [{ followUps: Array.from({ length: 21 }, () => ({ ...email, stage: 'resolved' })) }, 'followUps'],
      [{ actions: [{ ...email, type: 'fax' }] }, 'actions.0.type'],
      [{ actions: [{ ...email, timeoutMinutes: -1 }] }, 'actions.0.timeoutMinutes'],
      [{ actions: [{ ...email, timeoutMinutes: 0.5 }] }, 'actions.0.timeoutMinutes'],
      [{ actions: [{ timeoutMinutes: 0, type: 'email' }] }, 'actions.0.recepient'],
      [{ actions: [{ ...email, recepient: 'duty' }] }, 'actions.0.recepient'],
      [{ actions: [{ ...email, recepient: 'a@b.org, c@d.org' }] }, 'actions.0.recepient'],
      [{ actions: [{ ...email, recepient: 'a@b.org\r\nbcc: c@d.org' }] }, 'actions.0.recepient'],
      [{ actions: [{ ...email, type: 'sms', recepient: '600100200' }] }, 'actions.0.recepient'],
      [{ actions: [{ ...email, type: 'voice-call', recepient: '+0600100200' }] }, 'actions.0.recepient'],
      [{ actions: [{ ...email, type: 'webhook', recepient: 'http://example.org/' }] }, 'actions.0.recepient'],
      [{ actions: [{ ...email, type: 'webhook', recepient: 'https://u:p@example.org/' }] }, 'actions.0.recepient'],
      [{ actions: [{ ...email, type: 'webhook', recepient: 'https:///' }] }, 'actions.0.recepient'],
      [{ actions: [write] }, 'actions.0.paramId,actions.0.value'],
      [{ actions: [{ ...write, paramId: foreign, value: 1 }] }, 'actions.0.paramId'],
      [{ actions: [{ ...write, paramId: meter, value: 1 }] }, 'actions.0.paramId'],
      [{ actions: [{ ...write, paramId: relay, value: 6 }] }, 'actions.0.value'],
      [{ followUps: [{ ...email, stage: 'active' }] }, 'followUps.0.stage'],
      [{ followUps: [{ ...email, recepient: 'x', stage: 'later' }] }, 'followUps.0.stage,followUps.0.recepient'],
      [{ name: '', logAs: '', conditions: [{ ...condition, kind: '' }] }, 'name,logAs,conditions.0.kind'],
    ]
    for (const [body, fields] of rows) {
      const { result, errors } = await createAlert(api, body)
      assert.deepEqual([result, Object.keys(errors).join(',')], ['error', fields], JSON.stringify(body).slice(0, 200))
    }
    const [after] = await sql`select count(*) from alert`
    assert.deepEqual(after, before)
  })

  await t.test('parameters of others look as if they were not there', async () => {
    const { errors } = await createAlert(api, { conditions: [{ ...condition, paramId: foreign }] })
    const missing = await createAlert(api, { conditions: [{ ...condition, paramId: 999_999_999 }] })
    assert.deepEqual(errors, missing.errors)
  })

  for (const [says, body] of [
    ['no name', { name: undefined }],
    ['a name that is a number', { name: 7 }],
    ['conditions by id', { conditions: {} }],
    ['no conditions', { conditions: undefined }],
    ['no actions', { actions: undefined }],
    ['a condition without a kind', { conditions: [{ paramId: 7 }] }],
    ['a condition without a parameter', { conditions: [{ kind: 'g', value: 7 }] }],
    ['a limit that is a text', { conditions: [{ paramId: 7, kind: 'g', value: '7' }] }],
    ['an action without a time', { actions: [{ type: 'email', recepient: 'a@b.org' }] }],
    ['a follow-up without a stage', { followUps: [{ timeoutMinutes: 0, type: 'email', recepient: 'a@b.org' }] }],
  ] as const) {
    await t.test(`not of the schema: ${says}`, async () => {
      const { status, body: answer } = await call('manager', 'POST', `/org/${orgId}/alerts/create/`, {
        ...minimalAlert,
        ...body,
      })
      assert.deepEqual([status, (answer as { errorCode: string }).errorCode], [400, 'IncorrectRequest'])
    })
  }

  await t.test('every form of reference names a parameter; of one with an id, the id alone decides', async () => {
    const references = [
      `${volts}`,
      `${volts}#`,
      `${volts}#p0@x@y`,
      `#${volts}`,
      '[meter-a]>0',
      'meter-a.p0',
      'hall-a.meter-a.p0',
    ]
    const conditions = references.map((param) => ({ param, kind: 'g', value: 1 }))
    const { id } = await createAlert(api, { name: 'By reference', conditions })
    const shown = Object.values((await get(id)).conditions) as { paramId: number }[]
    assert.deepEqual(
      shown.map(({ paramId }) => paramId),
      Array(references.length).fill(volts),
    )
  })

  await t.test('items that stay the same keep their ids', async () => {
    const [a, b] = [condition, { ...condition, value: 260 }]
    const { id } = await createAlert(api, { name: 'Stable', conditions: [a, b, b], actions: [email, email] })
    const before = await get(id)
    const [first, second, third] = Object.keys(before.conditions)
    assert.deepEqual(await change(id, { name: 'Other', conditions: [b, { ...a, holdSec: 1 }, b], actions: [email] }), {
      result: 'success',
      errors: {},
    })
    const after = await get(id)
    const [, , fourth] = Object.keys(after.conditions)
    assert.deepEqual(Object.keys(after.conditions), [second, third, fourth])
    assert.equal(Number(fourth) > Number(third) && fourth !== first, true)
    assert.deepEqual(Object.keys(after.actions), Object.keys(before.actions).slice(0, 1))
    assert.deepEqual([after['name'], after['slug'], after['logAs']], ['Other', 'stable', 'warning'])
    await change(id, { name: 'Other', conditions: [b], followUps: [{ ...email, stage: 'confirmed' }], holdOffSec: 7 })
    const last = await get(id)
    assert.deepEqual([Object.keys(last.conditions), last.actions, last['holdOffSec']], [[second], {}, 7])
    assert.deepEqual(Object.keys(last.followUps).length, 1)
    await change(id, { conditions: [b] })
    assert.equal((await get(id))['holdOffSec'], 7, 'whoever does not know it leaves it')
    await change(id, { conditions: [b], maxAgeSec: 90 })
    await change(id, { conditions: [b] })
    assert.equal((await get(id))['maxAgeSec'], 90, 'the same')
    await change(id, { conditions: [b], maxAgeSec: null })
    assert.equal((await get(id))['maxAgeSec'], undefined)
    assert.deepEqual((await get(id))['flapping'], { changes: 6, minutes: 10 }, 'the default')
    for (const flapping of [{ changes: 3, minutes: 60 }, null]) {
      await change(id, { conditions: [b], flapping })
      await change(id, { conditions: [b] })
      assert.deepEqual((await get(id))['flapping'], flapping)
    }
    assert.deepEqual(await change(id, { name: '', conditions: [] }), {
      result: 'error',
      errors: { name: 'must have 1-200 characters' },
    })
    assert.deepEqual(Object.keys((await get(id)).conditions), [second], 'nothing was changed')
  })

  await t.test('users who may not edit the alert see only the host of a webhook', async () => {
    const recepient = 'https://hooks.example.org/secret?x=1'
    const { id } = await createAlert(api, {
      name: 'Hook',
      actions: [{ timeoutMinutes: 0, type: 'webhook', recepient }],
    })
    const shown = async (as: 'manager' | 'viewer') => Object.values((await get(id, as)).actions)
    assert.deepEqual(await shown('manager'), [{ timeoutMinutes: 0, type: 'webhook', recepient }])
    assert.deepEqual(await shown('viewer'), [
      { timeoutMinutes: 0, type: 'webhook', recepient: 'https://hooks.example.org/\u2026' },
    ])
  })

  await t.test('an alert is disabled, enabled and deleted, and the audit log contains all of it', async () => {
    const { id } = await createAlert(api, { name: 'Short life', conditions: [condition] })
    await change(id, { name: 'Short', conditions: [condition] })
    assert.deepEqual((await call('manager', 'POST', `/alert/${id}/change-disable/`, { enabled: false })).body, {})
    assert.equal((await get(id))['isEnabled'], false)
    await call('manager', 'POST', `/alert/${id}/change-disable/`, { enabled: true })
    assert.equal((await get(id))['isEnabled'], true)
    assert.deepEqual((await call('manager', 'POST', `/alert/${id}/delete/`)).body, {})
    assert.equal((await call('manager', 'GET', `/alert/${id}/`)).status, 404)
    const { body } = await call('manager', 'GET', `/org/${orgId}/audit/?itemsOnPage=5`)
    const { records } = body as { records: { action: string; objectId: string; before?: object; after?: object }[] }
    assert.deepEqual(
      records.map(({ action, objectId }) => `${action} ${objectId}`),
      ['delete', 'change-disable', 'change-disable', 'change', 'create'].map((what) => `alert.${what} ${id}`),
    )
    assert.deepEqual([records[3]?.before, records[3]?.after], [{ name: 'Short life' }, { name: 'Short' }])
  })

  await t.test('an organization has ten thousand at most', async () => {
    await sql`
      insert into alert (org_id, name, slug, condition_logic, log_as, created_on)
      select ${api.otherOrgId}, 'x', 'x' || n, 'any', 'info', now() from generate_series(1, 9998) n`
    const lastAlert = await createAlert(api, { name: 'Last' }, 'stranger')
    const { result, errors } = await createAlert(api, { name: 'Too many' }, 'stranger')
    assert.deepEqual([lastAlert.result, result, Object.keys(errors)], ['success', 'error', ['alerts']])
  })

  await t.test('a parameter takes the conditions about it along', async () => {
    const { params: gone } = await makeDevice(api, orgId, 'gone', [{ valueType: 'u16' }])
    const paramId = gone[0]?.id
    const { id } = await createAlert(api, { conditions: [condition, { ...condition, paramId }] })
    assert.equal((await call('manager', 'POST', '/params/delete/', { paramIds: [paramId] })).status, 200)
    assert.equal(Object.keys((await get(id)).conditions).length, 1)
  })
})
