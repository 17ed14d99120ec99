import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { startApi } from '../testing/api.ts'

const odd = 'a"b\\c\n\t\u0001\u007f\u2028 é 😀 </x> {} [],'

test('passes on JSON that the database has written', async (t) => {
  const { orgId, call } = await startApi(t)
  const made = await call('manager', 'POST', `/org/${orgId}/nets/create/`, {
    name: odd,
    connection: { kind: 'direct', ip: '192.0.2.1', port: 502 },
  })
  const { id: netId } = made.body as { id: number }
  const param = { name: odd, registerKind: 'holding', valueType: 'u16' }
  const params = Array.from({ length: 30 }, (_, address) => ({ ...param, address }))
  const devices = [
    { name: odd, modbusUnitId: 1, params: [{ ...param, address: 7, label: odd, unitName: odd }] },
    { name: 'Other', modbusUnitId: 2, params },
  ]
  const created = await call('manager', 'POST', `/net/${netId}/devices/create/`, { devices })
  const [first = 0, second = 0] = (created.body as { deviceIds: number[] }).deviceIds
  const idsOf = async (deviceId: number) =>
    ((await call('viewer', 'GET', `/device/${deviceId}/params/`)).body as { id: number }[]).map(({ id }) => id)
  const info = async (ids: readonly number[]) =>
    (await call('viewer', 'GET', `/params/get-info/?paramIds=${ids.join(',')}`)).body as Record<string, unknown>[]

  await t.test('has every text as it was given', async () => {
    const device = (await call('viewer', 'GET', `/device/${first}/`)).body as Record<string, unknown>
    assert.equal(device['name'], odd)
    const [shown] = await info(await idsOf(first))
    const { name, fullName, deviceName, networkName, label, unitName } = shown ?? {}
    const full = `${odd}: ${odd} [${odd}], ${odd}`
    assert.deepEqual([name, fullName, deviceName, networkName, label, unitName], [odd, full, odd, odd, odd, odd])
  })

  await t.test('says of a device what the list of its network says', async () => {
    const one = (id: number) => call('viewer', 'GET', `/device/${id}/`).then(({ body }) => body)
    await call('manager', 'POST', `/device/${second}/change-disable/`, { enabled: false })
    const all = (await call('viewer', 'GET', `/net/${netId}/devices/`)).body
    assert.deepEqual(all, [await one(first), await one(second)])
  })

  await t.test('has each parameter once, in the order of its first mention', async () => {
    const ids = [...(await idsOf(first)), ...(await idsOf(second))]
    const some = fc.array(fc.constantFrom(...ids, 999_999), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(some, async (requestedIds) => {
        const shown = (await info(requestedIds)).map(({ id }) => id)
        assert.deepEqual(
          shown,
          [...new Set(requestedIds)].filter((id) => id !== 999_999),
        )
      }),
      { numRuns: 30 },
    )
  })
})
