import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runs } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { startApi } from '../../testing/api.ts'
import { makeKind } from './testing/kind.ts'

type Command =
  | { do: 'add' | 'remove' | 'drop-param' | 'add-param' | 'take-back'; device: number }
  | { do: 'except'; device: number; isOff: boolean; own: number | null }
  | { do: 'change'; value: number; isBoth: boolean }
  | { do: 'switch'; enabled: boolean }

const device = fc.nat(2)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constantFrom<'add' | 'remove' | 'drop-param' | 'add-param' | 'take-back'>(
      'add',
      'add',
      'remove',
      'drop-param',
      'add-param',
      'take-back',
    ),
    device,
  }),
  fc.record({
    do: fc.constant('except' as const),
    device,
    isOff: fc.boolean(),
    own: fc.option(fc.integer({ min: 100, max: 109 })),
  }),
  fc.record({ do: fc.constant('change' as const), value: fc.integer({ min: 1, max: 9 }), isBoth: fc.boolean() }),
  fc.record({ do: fc.constant('switch' as const), enabled: fc.boolean() }),
)

interface ModelDevice {
  id: number
  hasT2: boolean
  isOff: boolean
  own: number | null
}

test('whatever is added, removed, changed and excepted in any order, the alerts are those that there should be', async (t) => {
  const api = await startApi(t)
  const { orgId, service } = api
  const { sql } = service.db
  const { templateId, addDevice, post } = await makeKind(api)
  const t2 = { name: 'T2', label: 'T2', address: 2, registerKind: 'holding', valueType: 'f32' }

  const run = async (commands: readonly Command[]): Promise<void> => {
    let [value, isBoth, isOn] = [1, false, true]
    const known = new Map<number, ModelDevice>()
    const definition = () => ({
      name: 'Hot',
      conditionLogic: 'any',
      logAs: 'warning',
      conditions: [{ param: 't1', kind: 'g', value }, ...(isBoth ? [{ param: 't2', kind: 'g', value }] : [])],
      actions: [],
    })
    const { id } = await post<{ id: number }>(`/org/${orgId}/alert-templates/create/`, { templateId, ...definition() })
    const one = `/org/${orgId}/alert-template/${id}`
    const perform = async (next: Command): Promise<void> => {
      if (next.do === 'change') {
        ;({ value, isBoth } = next)
        await post(`${one}/change/`, definition())
        return
      }
      if (next.do === 'switch') {
        isOn = next.enabled
        await post(`${one}/change-disable/`, { enabled: isOn })
        return
      }
      const there = known.get(next.device)
      if (next.do === 'add') {
        if (there === undefined)
          known.set(next.device, { id: await addDevice(`D${next.device}`), hasT2: true, isOff: false, own: null })
        return
      }
      if (there === undefined) return
      const deviceId = there.id
      if (next.do === 'remove') {
        known.delete(next.device)
        await post(`/device/${deviceId}/delete/`, {})
      } else if (next.do === 'drop-param' && there.hasT2) {
        there.hasT2 = false
        const [param] = await sql<[{ id: number }]>`select id from param where device_id = ${deviceId} and slug = 't2'`
        await post('/params/delete/', { paramIds: [param.id] })
      } else if (next.do === 'add-param' && !there.hasT2) {
        there.hasT2 = true
        await post(`/device/${deviceId}/params/create/`, { params: [t2] })
      } else if (next.do === 'except' || next.do === 'take-back') {
        const { isOff, own } = next.do === 'except' ? next : { isOff: false, own: null }
        Object.assign(there, { isOff, own })
        const limits = own === null ? [] : [{ param: 't1', kind: 'g', value: own }]
        await post(`${one}/exception/`, { deviceId, isOff, limits })
      }
    }
    for (const next of commands) await perform(next)
    const expected = [...known.values()]
      .filter(({ hasT2 }) => hasT2 || !isBoth)
      .map(({ id: deviceId, isOff, own }) => ({
        deviceId,
        isOn: isOn && !isOff,
        limits: [`t1 ${own ?? value}`, ...(isBoth ? [`t2 ${value}`] : [])],
      }))
    const found = await sql`
      select a.template_device_id as "deviceId", a.is_enabled as "isOn",
        json_agg(p.slug || ' ' || c.value order by p.slug) as limits
      from alert a join alert_condition c on c.alert_id = a.id join param p on p.id = c.param_id
      where a.org_id = ${orgId} group by a.org_id, a.id order by 1`
    assert.deepEqual(
      [...found],
      expected.toSorted((a, b) => a.deviceId - b.deviceId),
    )
    await post(`${one}/delete/`, { alerts: 'delete' })
    for (const { id: deviceId } of known.values()) await post(`/device/${deviceId}/delete/`, {})
  }
  await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), run), {
    numRuns: runs(12),
    endOnFailure: true,
  })
})
