import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lastReadings } from '@busbar/readings/last-values'
import { testSecrets } from '../../accounts/sealing/testing/test-secrets.ts'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { moverOf, refused } from '../../transfer/testing/mover.ts'
import { Directory } from '../directory/directory.ts'
import { ComputedDevices } from './computed-devices.ts'
import { ComputedReadings } from './computed-readings.ts'

let api: TestApi
const quiet = { info: () => {}, warn: () => {}, error: (details: object) => assert.fail(JSON.stringify(details)) }

describe('computed parameters', () => {
  shareApi((started) => {
    api = started
  })

  const post = (path: string, body: unknown, as: 'manager' | 'operator' = 'manager') => api.call(as, 'POST', path, body)
  const postOk = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await post(path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as T
  }
  const meter = (name: string, valueTypes: readonly ('f32' | 'string' | 'u64')[] = ['f32', 'u64']) =>
    makeDevice(
      api,
      api.orgId,
      name,
      valueTypes.map((valueType) => ({ valueType })),
    )
  const idsOf = ({ params }: { params: readonly { id: number }[] }): number[] => params.map(({ id }) => id)
  const createOn = (netId: number, formulas: readonly string[]) =>
    postOk<{ deviceId: number; paramIds: number[] }>(`/net/${netId}/computed/create/`, {
      name: 'Totals',
      params: formulas.map((formula, at) => ({ name: `Sum ${at}`, formula, unitName: 'kW' })),
    })

  test('are shown as any other, at address 0, and are no part of what is polled', async () => {
    const field = await meter('shown')
    const [power = 0, energy = 0] = idsOf(field)
    const { deviceId, paramIds } = await createOn(field.netId, [`#${power} + #${energy}`])
    const [info] = (await api.call('viewer', 'GET', `/params/get-info/?paramIds=${paramIds.join()}`)).body as object[]
    assert.partialDeepStrictEqual(info, {
      id: paramIds[0],
      fullName: 'Totals: Sum 0, kW',
      address: 0,
      registerKind: 'computed',
      valueType: 'f64',
      isProgrammable: false,
    })
    const [param] = (await api.call('viewer', 'GET', `/device/${deviceId}/params/`)).body as object[]
    assert.partialDeepStrictEqual(param, {
      formula: `#${power} + #${energy}`,
      registerKind: 'computed',
      isTracked: true,
    })
    const directory = new Directory({ sql: api.service.db.sql, clock: api.clock, log: quiet, secrets: testSecrets() })
    await directory.start()
    assert.deepEqual(
      directory.net(field.netId)?.devices.map(({ id }) => id),
      [field.deviceId],
    )
    await directory.stop()
    const write = await post(`/param/${paramIds[0]}/save-new-value/`, { newValue: '1', lang: 'en' }, 'operator')
    assert.notDeepEqual(write.body, {})
  })

  test('refuses invalid formulas and stores nothing', async () => {
    const field = await meter('refused', ['f32', 'string'])
    const [power = 0, text = 0] = idsOf(field)
    const [theirs = 0] = idsOf(await makeDevice(api, api.otherOrgId, 'theirs', [{ valueType: 'f32' }]))
    const { deviceId, paramIds } = await createOn(field.netId, [`#${power}`])
    const [first = 0] = paramIds
    const { sql } = api.service.db
    await sql`update param set bits_amount = 16 where id = ${text}`
    const count = async () => (await sql`select 1 from param where org_id = ${api.orgId}`).length
    const before = await count()
    const create = (formula: string, id = deviceId) =>
      post(`/device/${id}/computed/create/`, { params: [{ name: 'X', formula }] })
    for (const [formula, message] of [
      [`#${theirs}`, /params\.0\.formula: #\d+ is no parameter/],
      ['#999999999', /is no parameter/],
      [`#${text}`, /is a text/],
      ['1 + 2', /at least one parameter/],
      [`#${power} +`, /character/],
    ] as const)
      refused(await create(formula), 400, 'IncorrectRequest', message)
    refused(await create(`#${power}`, field.deviceId), 400, 'IncorrectRequest', /devices of their own/)
    const change = (body: object, id = first) => post(`/param/${id}/change/`, body)
    refused(await change({ formula: `#${first} + 1` }), 400, 'IncorrectRequest', /needs itself/)
    refused(await change({ isProgrammable: true }), 400, 'IncorrectRequest', /isProgrammable/)
    refused(await change({ address: 7 }), 400, 'IncorrectRequest', /address/)
    refused(await change({ formula: `#${power}` }, power), 400, 'IncorrectRequest', /formula/)
    const many = { paramIds: [first], modification: { isProgrammable: true } }
    refused(await post('/params/change/', many), 400, 'IncorrectRequest', /cannot be written/)
    const register = { params: [{ name: 'P', address: 0, registerKind: 'holding', valueType: 'u16' }] }
    refused(await post(`/device/${deviceId}/params/create/`, register), 400, 'IncorrectRequest', /computed/)
    assert.equal(await count(), before)
  })

  test('devices do not need each other in a circle', async () => {
    const field = await meter('circle')
    const [power = 0] = idsOf(field)
    const one = await createOn(field.netId, [`#${power}`, `#${power} * 2`])
    const two = await createOn(field.netId, [`#${one.paramIds[0]}`])
    const body = { formula: `#${two.paramIds[0]}` }
    refused(await post(`/param/${one.paramIds[1]}/change/`, body), 400, 'IncorrectRequest', /need each other/)
    assert.equal((await post(`/param/${one.paramIds[1]}/change/`, { formula: `#${one.paramIds[0]} / 2` })).status, 200)
  })

  test('are recorded with the poll that they come from; a changed formula leaves what was', async () => {
    const field = await meter('recorded')
    const [power = 0, energy = 0] = idsOf(field)
    const { deviceId, paramIds } = await createOn(field.netId, [`#${power} * 2`, `#${energy} + 0.5`, `1 / #${power}`])
    const { sql } = api.service.db
    const readings = new ComputedReadings()
    const { now } = api.service
    const exact = { number: Number('12345678901234567890'), text: '12345678901234567890' }
    const record = async (readOn: number, watts: number): Promise<void> => {
      const devices = new ComputedDevices({ sql, clock: api.clock, log: quiet, readings })
      await devices.start()
      await devices.stop()
      const of = { orgId: api.orgId, deviceId: field.deviceId }
      const poll = pollOf(of, field.params, readOn, { [power]: watts, [energy]: exact })
      await recordPolls(api, [poll, ...readings.take(poll)])
    }
    const last = async () => [
      ...(
        await lastReadings(
          sql,
          paramIds.map((id) => ({ orgId: api.orgId, deviceId, id })),
        )
      ).values(),
    ]
    await record(now().getTime(), 0)
    const shown = (rows: Awaited<ReturnType<typeof last>>) => rows.map((row) => row.last?.value ?? row.error?.reason)
    assert.deepEqual(shown(await last()), ['0', '12345678901234567890.5', 'DivisionByZero'])
    await postOk(`/param/${paramIds[0]}/change/`, { formula: `#${power} * 3` })
    assert.deepEqual(shown(await last()), ['0', '12345678901234567890.5', 'DivisionByZero'])
    await record(now().getTime() + 60_000, 5)
    assert.deepEqual(shown(await last()), ['15', '12345678901234567890.5', '0.2'])
  })

  test('a formula is tried on last values', async () => {
    const field = await meter('tried')
    const [power = 0] = idsOf(field)
    const tried = await postOk<{ err: string; inputs: object[] }>(`/org/${api.orgId}/computed/try/`, {
      formula: `#${power} + 1`,
    })
    assert.equal(tried.err, 'InputOld')
    assert.partialDeepStrictEqual(tried.inputs, [{ paramId: power }])
    refused(await post(`/org/${api.orgId}/computed/try/`, { formula: '#' }), 400, 'IncorrectRequest', /character 1/)
  })

  test('move with their organization', async () => {
    const mover = moverOf(api)
    const { netId, ...field } = await meter('moved')
    const [power = 0, gone = 0] = idsOf(field)
    await createOn(netId, [`#${power} + #${gone}`])
    await postOk('/params/delete/', { paramIds: [gone] })
    const document = await mover.give(api.orgId)
    const orgId = await mover.emptyOrg()
    await mover.take(orgId, document)
    const moved = await mover.give(orgId)
    const computed = moved.params.filter(({ registerKind }) => registerKind === 'computed')
    assert.equal(computed.length, document.params.filter(({ registerKind }) => registerKind === 'computed').length)
    const [formula = ''] = computed.flatMap((param) => param.formula ?? []).slice(-1)
    const [, there, away] = /^#(\d+) \+ #(\d+)$/.exec(formula) ?? []
    assert.ok(moved.params.some(({ id }) => id === Number(there)))
    assert.ok(moved.goneParams.includes(Number(away)))
    const wrong = { ...document, devices: document.devices.map(({ isComputed: _isComputed, ...device }) => device) }
    refused(await mover.send(await mover.emptyOrg(), wrong), 400, 'IncorrectRequest', /devices of their own/)
  })
})
