import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { servePlant, startRaw } from '../commands/raw/testing/raw-field.ts'
import { Realtime } from '../commands/realtime/realtime.ts'
import { netOf } from '../field/testing/test-field.ts'
import { makeDevice, pollOf, recordPolls } from '../history/testing/polls.ts'
import { makeBelongings } from '../testing/belongings.ts'
import { type RowContext, rows } from '../testing/plain-fields.ts'
import { operations, requestOf } from '../testing/requests.ts'

const prepare = async (t: TestContext) => {
  const raw = await startRaw(t)
  const { api, field, nextEvent } = raw
  const { orgId, service } = api
  const { sql } = service.db
  const quiet = await makeBelongings(api, 'owner')
  const plant = await servePlant(t)
  const made = await makeDevice(api, orgId, 'live', [{ valueType: 'u16' }])
  const paramId = made.params[0]?.id ?? 0
  await sql`update device set modbus_unit_id = 1 where id = ${made.deviceId}`
  await sql`update param set address = 500, is_programmable = true where id = ${paramId}`
  service.realtime = new Realtime({ clock: api.clock, link: (netId) => field.link(netId) })
  field.apply(netOf({ orgId, id: made.netId, ip: '127.0.0.1', port: plant.port }))
  await nextEvent()
  const days = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 14)]
  await recordPolls(
    api,
    days.map((on) => pollOf(made, made.params, on, { [paramId]: 7 })),
  )
  await sql`update template set skus = '{em130}' where id = ${quiet.templateId}`
  await sql`
    insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on)
    values (${orgId}, ${quiet.alertId}, 1, 'Open', 'warning', now(), now())`
  await sql`insert into gateway (mac) values ('02:00:00:00:00:07')`
  await sql`
    insert into activation_code (code, mac, expires_on)
    values (12345678, '02:00:00:00:00:07', ${new Date(service.now().getTime() + 3_600_000)}::timestamptz)`
  await sql`insert into connect_code (code_hash, mac) values (sha256('label'), '02:00:00:00:00:07')`
  await sql`
    insert into notification (id, texts, created_on)
    values ('00000000-0000-4000-8000-000000000000', '{"en": "Hello"}', now())`
  const key = (await api.call('owner', 'POST', `/org/${orgId}/api-keys/create/`, { name: 'K', role: 'viewer' })).body
  const live = { ...quiet, netId: made.netId, deviceId: made.deviceId, paramId }
  return { api, world: { key, quiet, live } as RowContext }
}

/** Returns the value at a path of names; `*` matches any name. */
const valueAt = (body: unknown, path: readonly string[]): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return body
  const fields = (body ?? {}) as Record<string, unknown>
  return valueAt(name === '*' ? Object.values(fields)[0] : fields[name], rest)
}

/** Operations that the contract does not mark as extensions. */
const ordered = operations.filter((one) => !('extension' in one && one.extension))

test('returns required fields even if their value is unknown', async (t) => {
  const { api, world } = await prepare(t)
  assert.deepEqual(Object.keys(rows).toSorted(), ordered.map(({ name }) => name).toSorted(), 'a row for each endpoint')
  for (const [name, { isLive, body, code, plain }] of Object.entries(rows)) {
    await t.test(name, async () => {
      const operation = ordered.find((one) => one.name === name) ?? assert.fail()
      const ids = isLive ? world.live : world.quiet
      const { path, body: sent } = requestOf(
        operation,
        { ...ids, ...(code !== undefined && { code }) },
        body?.(ids, world),
      )
      const answer = await api.call('owner', operation.method, path, sent)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      if (plain === '{}') return assert.deepEqual(answer.body, {})
      for (const [where, fields] of plain) {
        const place = valueAt(answer.body, where === '' ? [] : where.split('.'))
        assert.notEqual(place, undefined, `${where} ${JSON.stringify(answer.body)}`)
        for (const field of fields.split(' ').filter((one) => one !== '')) {
          const [is = '', mark] = field.split(':')
          assert.ok(Object.hasOwn(place as object, is), `${where} ${is}: ${JSON.stringify(place)}`)
          assert.equal((place as Record<string, unknown>)[is] === null, mark === 'null', `${where} ${is}`)
        }
      }
    })
  }
})

test('ignores unknown fields of a request', async (t) => {
  const { world } = await prepare(t)
  for (const operation of ordered) {
    const sent = operation.body && rows[operation.name]?.body?.(world.live, world)
    const valid = operation.body && requestOf(operation, world.live, sent).body
    if (typeof valid !== 'object' || valid === null || Array.isArray(valid)) continue
    const [known, more] = [valid, { ...valid, 'x-unknown': [null] }].map((one) => operation.body?.safeParse(one))
    assert.deepEqual(more?.data, known?.data, operation.name)
    assert.ok(more?.success, operation.name)
  }
})
