import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { device, moverOf, net, param, refused } from '../../transfer/testing/mover.ts'
import { pollOf, recordPolls } from '../testing/polls.ts'

interface ImportAnswer {
  names: { name: string; count: number; gaps: number; from: string; till: string; paramId?: number }[]
  stored: number
  aside: { reason: string; count: number }[]
  refused: { line: number; reason: string }[]
  refusedCount: number
}

let api: TestApi
let mover: ReturnType<typeof moverOf>

describe('readings in and out', () => {
  shareApi((started) => {
    api = started
    mover = moverOf(api)
    return Promise.resolve()
  })

  const plant = async (): Promise<{ orgId: number; power: number; total: number; state: number }> => {
    const orgId = await mover.emptyOrg()
    const { params } = await mover.take(orgId, {
      networks: [net],
      devices: [device],
      params: [
        { ...param, id: 1, name: 'Power', slug: 'power' },
        { ...param, id: 2, name: 'Total', slug: 'total', address: 10, valueType: 'u64' },
        { ...param, id: 3, name: 'State', slug: 'state', address: 20, valueType: 'string', bitsAmount: 64 },
      ],
    })
    return { orgId, power: params['1'] ?? 0, total: params['2'] ?? 0, state: params['3'] ?? 0 }
  }
  const send = (orgId: number, body: object) =>
    api.call('owner', 'POST', `/org/${orgId}/readings/import/`, {
      name: 'old.csv',
      format: 'csv',
      isDry: false,
      ...body,
    })
  const run = async (orgId: number, body: object): Promise<ImportAnswer> => {
    const { status, body: answer } = await send(orgId, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer as ImportAnswer
  }
  const file = async (orgId: number, query: string): Promise<Buffer> => {
    const response = await fetch(`${api.url}/api/v1/org/${orgId}/readings/export/?${query}`, {
      headers: { authorization: `token ${api.tokens.owner}` },
    })
    assert.equal(response.status, 200)
    return Buffer.from(await response.arrayBuffer())
  }
  const table = `time,Power,Total,State,Other
2026-11-01T10:00:00Z,1500.5,18446744073709551615,auto,1
2026-11-01T10:00:10Z,unavailable,,manual,2
2026-11-01T10:00:20Z,x,,,3
2026-11-01,1,,,
2030-01-01T00:00:00Z,1,,,
`

  test('a table, by proposals: stored once, however often it is sent', async () => {
    const { orgId, power, total, state } = await plant()
    const dry = await run(orgId, { text: table, isDry: true })
    assert.deepEqual(
      dry.names.map(({ name, count, gaps, paramId }) => [name, count, gaps, paramId]),
      [
        ['Power', 3, 1, power],
        ['Total', 1, 0, total],
        ['State', 2, 0, state],
        ['Other', 3, 0, undefined],
      ],
    )
    assert.deepEqual([dry.stored, dry.refused], [0, [{ line: 5, reason: '"2026-11-01" is no time' }]])
    const map = { Power: { paramId: power, multiplier: '0.001' }, Total: total, State: state }
    const made = await run(orgId, { text: table, map })
    assert.equal(made.stored, 4, JSON.stringify(made))
    assert.deepEqual(
      made.aside.toSorted((a, b) => a.reason.localeCompare(b.reason)),
      [
        { reason: 'after-now', count: 1 },
        { reason: 'no-number', count: 1 },
        { reason: 'not-mapped', count: 3 },
      ],
    )
    const again = await run(orgId, { text: table, map })
    assert.deepEqual([again.stored, again.aside.find(({ reason }) => reason === 'there-already')?.count], [0, 4])
    const lines = (await file(orgId, 'format=jsonl')).toString('utf8').trim().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      [
        { t: '2026-11-01T10:00:00.000Z', p: power, v: 1.5005 },
        { t: '2026-11-01T10:00:00.000Z', p: total, v: '18446744073709551615' },
        { t: '2026-11-01T10:00:00.000Z', p: state, v: 'auto' },
        { t: '2026-11-01T10:00:10.000Z', p: state, v: 'manual' },
        { end: true, rows: 4 },
      ],
    )
    const audit = await api.service.db.sql<{ after: { stored: number; sha256: string } }[]>`
      select after from audit where org_id = ${orgId} and action = 'readings.import' order by id`
    assert.deepEqual(
      audit.map(({ after }) => [after.stored, after.sha256.length]),
      [
        [4, 64],
        [0, 64],
      ],
    )
  })

  test('the newest imported reading is the last value until the device returns one', async () => {
    const { orgId, power, total, state } = await plant()
    const map = { Power: power, Total: total, State: state }
    type Last = { value: string; readOn: string } | { err: string }
    const lastReadings = async () => {
      const query = `paramIds=${power},${total},${state}&lang=en`
      const { body } = await api.call('owner', 'GET', `/params/last-readings/?${query}`)
      return Object.fromEntries(
        Object.entries(body as Record<string, Last>).map(([id, last]) => [
          id,
          'err' in last ? last : { value: last.value, readOn: last.readOn },
        ]),
      )
    }
    const nothing = { err: 'no-value' }
    assert.deepEqual(await lastReadings(), { [power]: nothing, [total]: nothing, [state]: nothing })
    await run(orgId, { text: table, map, isDry: true })
    assert.deepEqual(await lastReadings(), { [power]: nothing, [total]: nothing, [state]: nothing })

    await run(orgId, { text: table, map })
    const [on, later] = ['2026-11-01T10:00:00.000Z', '2026-11-01T10:00:10.000Z']
    const imported = {
      [power]: { value: '1500.5', readOn: on },
      [total]: { value: '18446744073709551615', readOn: on },
      [state]: { value: 'manual', readOn: later },
    }
    assert.deepEqual(await lastReadings(), imported)
    const params = `#${power} #${total} #${state}`
    const paths = await api.call('owner', 'POST', `/org/${orgId}/params/get-param-values/`, { params })
    assert.deepEqual(paths.body, {
      [`#${power}`]: 1500.5,
      [`#${total}`]: '18446744073709551615',
      [`#${state}`]: 'manual',
    })
    await api.call('owner', 'POST', `/org/${orgId}/dashboard/add-widgets/`, { paramIds: [power] })
    const light = await api.call('owner', 'GET', `/org/${orgId}/dashboard/light/`)
    assert.deepEqual(light.body, [{ paramId: power, lastValue: 1500.5, lastReadOn: on }])

    await run(orgId, { text: 'time,Power\n2026-10-01T00:00:00Z,7\n', map })
    assert.deepEqual(await lastReadings(), imported, 'an older part of the file changes nothing')
    const { sql } = api.service.db
    await sql`update last_poll set imported = null where org_id = ${orgId}`
    await run(orgId, { text: table, map })
    assert.deepEqual(
      await lastReadings(),
      imported,
      'an import that is repeated makes up for what an earlier release left out',
    )

    const [row] = await sql<{ deviceId: number }[]>`select device_id as "deviceId" from param where id = ${power}`
    const polledParams = [
      { id: power, valueType: 'u16' },
      { id: total, valueType: 'u64' },
    ] as const
    const polledOn = api.service.now().getTime() - 2 * 3_600_000
    await recordPolls(api, [
      pollOf({ orgId, deviceId: row?.deviceId ?? 0 }, polledParams, polledOn, { [power]: 230, [total]: 5 }),
    ])
    const polled = {
      [power]: { value: '230', readOn: new Date(polledOn).toISOString() },
      [total]: { value: '5', readOn: new Date(polledOn).toISOString() },
      [state]: imported[state],
    }
    assert.deepEqual(await lastReadings(), polled)
    await run(orgId, { text: 'time,Power\n2026-11-02T00:00:00Z,8\n', map })
    assert.deepEqual(await lastReadings(), polled, 'a newer polled value is not replaced')
    const gap = new Date(polledOn + 3_600_000).toISOString()
    await run(orgId, { text: `time,Power\n${gap},9\n`, map: { Power: power }, into: 'gaps' })
    assert.deepEqual(await lastReadings(), { ...polled, [power]: { value: '9', readOn: gap } })
  })

  test('out as line protocol and in again, into another organization', async () => {
    const [first, second] = [await plant(), await plant()]
    const map = { Power: first.power, Total: first.total, State: first.state }
    await run(first.orgId, { text: table, map })
    const text = (await file(first.orgId, 'format=line-protocol')).toString('utf8')
    assert.deepEqual(text.split('\n'), [
      'busbar,device=meter,net=hall power=1500.5 1793527200000000000',
      'busbar,device=meter,net=hall total=18446744073709551615 1793527200000000000',
      'busbar,device=meter,net=hall state="auto" 1793527200000000000',
      'busbar,device=meter,net=hall state="manual" 1793527210000000000',
      '# end rows=4',
      '',
    ])
    const dry = await run(second.orgId, { format: 'line-protocol', text, isDry: true })
    const proposed = Object.fromEntries(dry.names.map(({ name, paramId }) => [name, paramId]))
    assert.deepEqual(Object.values(proposed), [second.power, second.total, second.state])
    const made = await run(second.orgId, { format: 'line-protocol', text, map: proposed })
    assert.equal(made.stored, 4)
    const moved = (await file(second.orgId, 'format=line-protocol')).toString('utf8')
    assert.equal(moved, text)
  })

  test('Parquet is read by another library', async () => {
    const { orgId, power, total, state } = await plant()
    await run(orgId, { text: table, map: { Power: power, Total: total, State: state } })
    const bytes = await file(orgId, `format=parquet&paramIds=${power},${state}`)
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
    const [at, later] = [new Date('2026-11-01T10:00:00Z'), new Date('2026-11-01T10:00:10Z')]
    assert.deepEqual(rows, [
      { time: at, param_id: power, value: 1500.5, text: null },
      { time: at, param_id: state, value: null, text: 'auto' },
      { time: later, param_id: state, value: null, text: 'manual' },
    ])
  })

  test('only before the device was there, or into hours without readings', async () => {
    const { orgId, power } = await plant()
    const day = '2026-11-13T'
    await api.service.db.sql`update device set created_on = '2026-11-12T00:00:00Z' where org_id = ${orgId}`
    const rows = (...times: string[]): string => `time,Power\n${times.map((time) => `${day}${time}Z,5\n`).join('')}`
    const past = await run(orgId, { text: rows('00:10:00'), map: { Power: power } })
    assert.deepEqual([past.stored, past.aside], [0, [{ reason: 'not-before', count: 1 }]])
    assert.equal((await run(orgId, { text: rows('00:10:00'), map: { Power: power }, into: 'gaps' })).stored, 1)
    const gaps = await run(orgId, {
      text: rows('00:10:00', '00:50:00', '01:00:00'),
      map: { Power: power },
      into: 'gaps',
    })
    assert.deepEqual(
      [gaps.stored, gaps.aside],
      [
        1,
        [
          { reason: 'there-already', count: 1 },
          { reason: 'hour-has-readings', count: 1 },
        ],
      ],
    )
    await api.service.db.sql`update org set keep_days = 10 where id = ${orgId}`
    const old = await run(orgId, { text: table, map: { Power: power } })
    assert.deepEqual(
      old.aside.find(({ reason }) => reason === 'beyond-retention'),
      { reason: 'beyond-retention', count: 2 },
    )
  })

  test('refuses invalid imports', async () => {
    const [{ orgId }, other] = [await plant(), await plant()]
    refused(await send(orgId, { text: 'a,b\n1,2\n' }), 400, 'IncorrectRequest', /no column is called time/)
    refused(
      await send(orgId, { text: table, map: { Power: other.power } }),
      400,
      'IncorrectRequest',
      /there is no parameter/,
    )
    refused(await send(orgId, { text: table, timeZone: 'Mars/Base' }), 400, 'IncorrectRequest', /timeZone/)
    const body = { name: 'x', format: 'csv', text: table, isDry: true }
    refused(await api.call('manager', 'POST', `/org/${api.orgId}/readings/import/`, body), 401, 'NotAuthorized')
    refused(await api.call('stranger', 'GET', `/org/${api.orgId}/readings/export/?format=jsonl`), 404, 'ObjectNotFound')
  })
})
