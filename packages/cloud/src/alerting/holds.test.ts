import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { makeDevice, pollOf } from '../history/testing/polls.ts'
import { createAlert, recordJudged, startJudged } from './testing/alerts.ts'

const minuteMs = 60_000
const start = Date.UTC(2026, 10, 14)
const iso = (minute: number): string => new Date(start + minute * minuteMs).toISOString()

test('alerts are held back by people', async (t) => {
  const { api, watch } = await startJudged(t)
  const { orgId, call, clock, service } = api
  const { sql } = service.db
  const place = await makeDevice(api, orgId, 'a', [{ valueType: 'u16' }])
  const other = await makeDevice(api, orgId, 'b', [{ valueType: 'u16' }])
  const theirs = await makeDevice(api, api.otherOrgId, 'c', [{ valueType: 'u16' }])
  const conditionsOf = ({ params }: typeof place) => [{ paramId: params[0]?.id, kind: 'g', value: 10 }]
  const actions = [
    { timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' },
    { timeoutMinutes: 5, type: 'sms', recepient: '+48600100200' },
  ]
  const addAlert = async (name: string, at: typeof place, logAs = 'warning') =>
    (await createAlert(api, { name, logAs, conditions: conditionsOf(at), actions, maxAgeSec: 86_400 })).id
  const [hot, warm, far] = [
    await addAlert('Hot', place),
    await addAlert('Warm', place, 'critical'),
    await addAlert('Far', other),
  ]
  const { id: foreign } = await createAlert(api, { conditions: conditionsOf(theirs) }, 'stranger')
  const post = async (as: Parameters<typeof call>[0], path: string, body: object) =>
    (await call(as, 'POST', `/org/${orgId}/${path}/`, body)) as { status: number; body: Record<string, unknown> }
  const bulk = async (as: 'operator' | 'manager', what: string, body: object) =>
    Object.fromEntries(
      ((await post(as, `alerts/${what}`, body)).body['outcomes'] as { alertId: number; outcome: string }[]).map(
        ({ alertId, outcome }) => [alertId, outcome],
      ),
    )
  const read = async (at: typeof place, value: number): Promise<void> => {
    const [param] = at.params
    assert.ok(param)
    await recordJudged(api, watch, pollOf(at, at.params, service.now().getTime(), { [param.id]: value }))
  }
  /** Messages in minutes since the start. */
  const messages = async () =>
    (
      await sql<{ alertId: number; type: string; on: Date; state: string; held: { name: string | null } | null }[]>`
        select alert_id as "alertId", type, next_try_on as "on", state, snapshot -> 'held' as held
        from message where state <> 'dropped' order by next_try_on, alert_id`
    ).map(({ alertId, type, on, held }) => [alertId, type, (on.getTime() - start) / minuteMs, held?.name])
  const states = async () =>
    (await call('viewer', 'GET', `/org/${orgId}/alerts/states/`)).body as Record<string, unknown>[]
  const holdOf = async (id: number) => (await states()).find((one) => one['id'] === id)?.['held']
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await clock.advanceAsync(minuteMs)
      await until(() => watch.status().pending <= 0)
    }
  }
  /** The database reports changes of alerts. */
  const known = (isSo: () => boolean): Promise<void> =>
    until(() => {
      clock.advance(1)
      return isSo() && watch.status().pending === 0
    })
  const audit = async (): Promise<Record<string, unknown>> => {
    const { records } = (await call('manager', 'GET', `/org/${orgId}/audit/`)).body as { records: object[] }
    return records[0] as Record<string, unknown>
  }
  await known(() => [hot, warm, far].every((id) => watch.state(id) !== null))

  await t.test('permissions by role and object', async () => {
    const rows: [Parameters<typeof call>[0], string, object, number][] = [
      ['viewer', 'confirm', { alertIds: [hot] }, 401],
      ['operator', 'mute', { alertIds: [hot], till: iso(60) }, 401],
      ['operator', 'unmute', { alertIds: [hot] }, 401],
      ['operator', 'confirm', {}, 400],
      ['operator', 'confirm', { alertIds: [hot], netId: place.netId }, 400],
      ['operator', 'confirm', { alertIds: [] }, 400],
      ['operator', 'confirm', { alertIds: Array.from({ length: 1001 }, (_, at) => at + 1) }, 400],
      ['manager', 'mute', { alertIds: [hot], till: iso(0) }, 400],
      ['manager', 'mute', { alertIds: [hot], till: iso(32 * 1440) }, 400],
    ]
    for (const [as, what, body, status] of rows) {
      assert.equal((await post(as, `alerts/${what}`, body)).status, status, `${as} ${what} ${JSON.stringify(body)}`)
    }
    assert.deepEqual(await bulk('operator', 'confirm', { alertIds: [hot, foreign, 987_654] }), {
      [hot]: 'inactive',
      [foreign]: 'not-found',
      987654: 'not-found',
    })
  })

  await t.test('a dependency belongs to the same organization, and forms no circle', async () => {
    const change = async (id: number, body: object) => call('manager', 'POST', `/alert/${id}/dependencies/`, body)
    assert.equal((await call('operator', 'POST', `/alert/${hot}/dependencies/`, { alertIds: [warm] })).status, 401)
    assert.equal((await change(hot, { alertIds: [foreign] })).status, 404)
    assert.equal((await change(hot, { netIds: [theirs.netId] })).status, 404)
    assert.equal((await change(hot, { alertIds: [hot] })).status, 400)
    assert.equal((await change(hot, { alertIds: [warm, warm], netIds: [other.netId] })).status, 200)
    assert.partialDeepStrictEqual(await audit(), { action: 'alert.dependencies', objectId: String(hot) })
    assert.equal((await change(warm, { alertIds: [far], isCriticalHeld: true })).status, 200)
    const { status, body } = await change(far, { alertIds: [hot] })
    assert.deepEqual(
      [status, (body as { errorMessage?: string }).errorMessage?.includes('wait for itself')],
      [400, true],
    )
    const shown = async (id: number) => (await call('viewer', 'GET', `/alert/${id}/dependencies/`)).body
    assert.deepEqual(await shown(hot), { alertIds: [warm], netIds: [other.netId], isCriticalHeld: false })
    assert.deepEqual(await shown(warm), { alertIds: [far], netIds: [], isCriticalHeld: true })
    for (const id of [hot, warm]) assert.equal((await change(id, {})).status, 200)
    assert.deepEqual(await shown(hot), { alertIds: [], netIds: [], isCriticalHeld: false })
  })

  await t.test('muted alerts send one message, after the end of the mute', async () => {
    const muted = await bulk('manager', 'mute', { netId: place.netId, till: iso(15), comment: ' known ' })
    assert.deepEqual(muted, { [hot]: 'muted', [warm]: 'muted' })
    assert.partialDeepStrictEqual(await audit(), {
      action: 'alerts.mute',
      userName: 'manager',
      after: { alertIds: [hot, warm], till: iso(15), comment: 'known' },
    })
    await known(() => watch.hold(hot) !== null && watch.hold(warm) !== null)
    assert.deepEqual(await holdOf(hot), { why: 'mute', till: iso(15), reason: 'known', by: 'manager' })
    assert.equal(await holdOf(far), undefined)
    await read(place, 11)
    await read(other, 11)
    await pass(6)
    const far0 = [far, 'email']
    assert.deepEqual(
      (await messages()).map((row) => row.slice(0, 2)),
      [far0, [far, 'sms']],
    )
    assert.deepEqual(await bulk('manager', 'unmute', { logAs: 'critical' }), { [warm]: 'unmuted' })
    assert.deepEqual(await bulk('manager', 'unmute', { alertIds: [warm, far] }), {
      [warm]: 'not-muted',
      [far]: 'not-muted',
    })
    await known(() => watch.hold(warm) === null)
    await pass(15)
    const after = (await messages()).slice(2).map(([id, type, minute]) => [id, type, Math.floor(Number(minute))])
    assert.deepEqual(after, [
      [warm, 'email', 6],
      [warm, 'sms', 11],
      [hot, 'email', 15],
      [hot, 'sms', 20],
    ])
    assert.equal(await holdOf(hot), undefined)
  })

  await t.test('all that is active is confirmed at once, by network, device or level', async () => {
    assert.deepEqual(await bulk('operator', 'confirm', { logAs: 'critical', comment: 'Seen' }), { [warm]: 'confirmed' })
    assert.deepEqual(await bulk('operator', 'confirm', { deviceId: place.deviceId }), {
      [hot]: 'confirmed',
      [warm]: 'confirmed-before',
    })
    assert.partialDeepStrictEqual(await audit(), { action: 'alerts.confirm', after: { alertIds: [hot] } })
    const confirmed = (await states()).map((one) => (one['confirmed'] as { comment?: string } | undefined)?.comment)
    assert.deepEqual(confirmed, [undefined, 'Seen', undefined])
    await read(place, 9)
    await read(other, 9)
  })

  await t.test('a maintenance window delays messages of its objects, which report this at its end', async () => {
    const minute = Math.floor((service.now().getTime() - start) / minuteMs)
    const rule = { kind: 'weekly', days: [6], fromMinute: minute, tillMinute: minute + 20 }
    const window = { name: 'Pump service', reason: 'Filters', rule, deviceIds: [place.deviceId], alertIds: [far] }
    assert.equal((await post('operator', 'maintenance-windows/create', window)).status, 401)
    for (const wrong of [{ alertIds: [foreign] }, { netIds: [theirs.netId] }, { deviceIds: [theirs.deviceId] }]) {
      assert.equal((await post('manager', 'maintenance-windows/create', { ...window, ...wrong })).status, 404)
    }
    const created = await post('manager', 'maintenance-windows/create', window)
    assert.equal(created.status, 200, JSON.stringify(created.body))
    const { id } = created.body as { id: number }
    assert.partialDeepStrictEqual(await audit(), { action: 'maintenance-window.create', userName: 'manager' })
    const next = [minute, minute + 7 * 1440, minute + 14 * 1440].map((at) => ({ from: iso(at), till: iso(at + 20) }))
    const [listed] = (await call('viewer', 'GET', `/org/${orgId}/maintenance-windows/`)).body as object[]
    assert.partialDeepStrictEqual(listed, { ...window, id, netIds: [], createdBy: 'manager', next })
    const preview = await post('manager', 'maintenance-windows/preview', { rule })
    assert.deepEqual(preview.body, { timeZone: 'UTC', next })
    await sql`delete from message`
    await known(() => watch.hold(hot) !== null)
    await pass(2)
    await read(place, 11)
    assert.deepEqual(await holdOf(hot), {
      why: 'maintenance',
      till: iso(minute + 20),
      name: 'Pump service',
      reason: 'Filters',
    })
    await pass(15)
    assert.deepEqual(await messages(), [])
    await pass(10)
    const sentMessages = (await messages()).map(([alertId, type, on, name]) => [
      alertId,
      type,
      Number(on) - minute - 20,
      name,
    ])
    assert.deepEqual(sentMessages, [
      [hot, 'email', 0, 'Pump service'],
      [warm, 'email', 0, 'Pump service'],
      [hot, 'sms', 5, 'Pump service'],
      [warm, 'sms', 5, 'Pump service'],
    ])
    const { records } = (await call('viewer', 'GET', `/alert/${hot}/log/`)).body as {
      records: { details: { texts: string[] }[] }[]
    }
    const texts = records[0]?.details.flatMap((one) => one.texts) ?? []
    assert.ok(
      texts.some((text) => text.startsWith('Maintenance “Pump service”: notifications suppressed until')),
      texts.join(),
    )

    const change = { ...window, name: 'Other', rule: { kind: 'once', from: iso(0), till: iso(9) }, deviceIds: [] }
    const path = `maintenance-window/${id}`
    assert.equal((await post('manager', `${path}/change`, change)).status, 200)
    const [changed] = (await call('viewer', 'GET', `/org/${orgId}/maintenance-windows/`)).body as object[]
    assert.partialDeepStrictEqual(changed, { name: 'Other', rule: change.rule, deviceIds: [], next: [] })
    assert.equal((await call('stranger', 'POST', `/org/${api.otherOrgId}/${path}/delete/`, null)).status, 404)
    await sql`delete from alert where id = ${far}`
    const [without] = (await call('viewer', 'GET', `/org/${orgId}/maintenance-windows/`)).body as object[]
    assert.partialDeepStrictEqual(without, { alertIds: [] })
    assert.equal((await call('manager', 'POST', `/org/${orgId}/${path}/delete/`, null)).status, 200)
    assert.deepEqual((await call('viewer', 'GET', `/org/${orgId}/maintenance-windows/`)).body, [])
  })
})
