import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { workshop } from '@busbar/simulator'
import { pollOf, recordPolls } from '../../history/testing/polls.ts'
import { parsePath } from './paths.rules.ts'
import { valuesOf } from './realtime.http.ts'
import { startPlantApi } from './testing/plant-api.ts'

const setUp = async (t: TestContext) => {
  const api = await startPlantApi(t, workshop)
  const { ids, deviceId } = await api.makeDevice(1)
  const idOf = (label: string): number => ids[label] ?? 0
  const post = (params: unknown, as: 'viewer' | 'demo' | 'stranger' = 'viewer') =>
    api.call(as, 'POST', `/org/${api.orgId}/params/get-param-values/`, { params })
  const values = async (params: string): Promise<Record<string, unknown>> => {
    const { status, body } = await post(params)
    assert.equal(status, 200, JSON.stringify(body))
    return body as Record<string, unknown>
  }
  return { api, deviceId, idOf, post, values }
}

describe('get-param-values', () => {
  test('every path format and every code', async (t) => {
    const { api, deviceId, idOf, values } = await setUp(t)
    const { plant, netId } = api
    const recorded = [
      { id: idOf('U1'), valueType: 'f32' },
      { id: idOf('E'), valueType: 'u64' },
      { id: idOf('serial'), valueType: 'string' },
    ] as const
    await recordPolls(api, [
      pollOf({ orgId: api.orgId, deviceId }, recorded, api.service.now().getTime(), {
        [idOf('U1')]: 229.8,
        [idOf('E')]: { number: 18_446_744_073_709_552_000, text: '18446744073709551615' },
        [idOf('serial')]: 'AB-7',
      }),
    ])
    const live = (label: string): number => Number(plant.site('workshop').device(1)?.value(label))
    const rows: [path: string, gives: unknown][] = [
      ['!1.50', 1.5],
      ['!-3e2', -300],
      ['!', 'NOP'],
      ['!0x10', 'NOP'],
      ['!.', 'NOP'],
      ['!+007.', 7],
      ['!.5', 0.5],
      ['!-0', 0],
      ['!0.1', 0.1],
      ['!15E-1', 1.5],
      ['!1e300', 1e300],
      ['!9007199254740991', 9_007_199_254_740_991],
      // A number would lose digits.
      ['!9007199254740993', '9007199254740993'],
      ['!-18446744073709551615', '-18446744073709551615'],
      ['!0.10000000000000000001', '0.10000000000000000001'],
      ['!1e-400', '1e-400'],
      ['!1e999', '1e999'],
      [`conn?#${netId}`, 1],
      ['conn?[site]', 1],
      ['conn?127.0.0.1', 1],
      ['conn?[nowhere]', 'NON'],
      ['conn?', 'NON'],
      // All forms of a reference.
      [`#${idOf('U1')}`, 229.8],
      ['[u1]', 229.8],
      ['u1', 229.8],
      ['unit-1.u1', 229.8],
      ['site.unit-1.u1', 229.8],
      ['[unit-1]>0i', 229.8],
      [`#${deviceId}>0i`, 229.8],
      [`#${netId}>1>0i`, 229.8],
      ['[site]>1>input>0', 229.8],
      ['127.0.0.1>1>0i', 229.8],
      ['unit-1>input>0', 229.8],
      [`${idOf('U1')}#input@unit-1@site`, 229.8],
      // More digits than a number has, and a text.
      ['e', '18446744073709551615'],
      ['serial', 'AB-7'],
      ['u2', 'NOLR'],
      ['nothing', 'NOP'],
      ['#999999999', 'NOP'],
      ['constructor', 'NOP'],
      ['*u1', live('U1')],
      ['*[unit-1]>4', live('I_limit')],
      ['*nothing', 'NOP'],
      ['*', 'NOP'],
    ]
    const expected = Object.fromEntries(rows)
    const actual = await values(rows.map(([path]) => path).join(' '))
    assert.deepEqual(actual, expected)
    assert.deepEqual(await values('  u1 \n u1  *u1 '), { u1: 229.8, '*u1': live('U1') })
    assert.deepEqual(await values(''), {})

    plant.faults.set('workshop/1', 'exception', { code: 4 })
    assert.deepEqual(await values('*u1 u1'), { '*u1': 'NORV', u1: 229.8 })
    api.link.drop()
    assert.deepEqual(await values('conn?[site] *u1'), { 'conn?[site]': 0, '*u1': 'NORV' })
  })

  test('no path reaches a prototype', () => {
    const nothing = {
      params: new Map(),
      nets: new Map(),
      last: new Map(),
      realtime: new Map(),
      isConnected: () => true,
    }
    const texts = ['__proto__', '*__proto__', 'toString', '!7']
    const answer = valuesOf(
      texts.map((text) => ({ text, path: parsePath(text) })),
      nothing,
    )
    assert.equal(JSON.stringify(answer), '{"__proto__":"NOP","*__proto__":"NOP","toString":"NOP","!7":7}')
  })

  test('real-time values are read together, and ambiguous references are not found', async (t) => {
    const { api, values } = await setUp(t)
    const { requests } = api.link.counters
    await values('*u1 *u2 *u3 *p1 *p-total *u1')
    assert.equal(api.link.counters.requests - requests, 1)
    await api.makeDevice(2)
    assert.deepEqual(await values('over-limit *over-limit unit-1.over-limit'), {
      'over-limit': 'NOP',
      '*over-limit': 'NOP',
      'unit-1.over-limit': 'NOLR',
    })
    await api.service.db.sql`
      insert into net (org_id, name, slug, ip, port, created_on) values (${api.orgId}, 'Twin', 'twin', '127.0.0.1', 1, now())`
    assert.deepEqual(await values('conn?127.0.0.1 conn?[twin]'), { 'conn?127.0.0.1': 'NON', 'conn?[twin]': 0 })
  })

  test('limits and rights', async (t) => {
    const { api, post } = await setUp(t)
    const many = (count: number, sign: string): string =>
      Array.from({ length: count }, (_, i) => `${sign}#${i + 900_000}`).join(' ')
    const rows: [params: unknown, gives: RegExp][] = [
      [many(1001, ''), /IncorrectRequest.*at most 1000 paths/],
      [many(1001, '*'), /IncorrectRequest.*at most 1000 paths/],
      [7, /IncorrectRequest/],
      [`${many(150, '')} ${many(50, '*')} ${many(50, '*')}`, /NOP/],
    ]
    for (const [params, gives] of rows) assert.match(JSON.stringify((await post(params)).body), gives)
    assert.equal((await post('u1', 'demo')).status, 401)
    assert.equal((await post('u1', 'stranger')).status, 404)
    const theirs = await api.call('stranger', 'POST', `/org/${api.otherOrgId}/params/get-param-values/`, {
      params: `u1 *u1 conn?#${api.netId}`,
    })
    assert.deepEqual(theirs.body, { u1: 'NOP', '*u1': 'NOP', [`conn?#${api.netId}`]: 'NON' })
  })
})
