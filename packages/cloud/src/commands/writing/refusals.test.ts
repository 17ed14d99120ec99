import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type NewParam, shareBench, type WritingBench } from './testing/writing-bench.ts'

let bench: WritingBench

describe('forbidden writes never reach the network', () => {
  shareBench((started) => {
    bench = started
  })

  const routes = (id: number, value: string): readonly (readonly [string, object])[] => {
    const param = `#${id}`
    const path = `/org/${bench.orgId}/params`
    return [
      [`/param/${id}/write/`, { newValue: value }],
      [`${path}/save-param-value/`, { param, value }],
      [`${path}/toggle/`, { param, default: value, on: value }],
    ]
  }
  const refused = async (id: number, value: string, why: RegExp, incrementWhy: RegExp | null = why) => {
    bench.devices.requestedFns = []
    for (const [path, body] of routes(id, value)) {
      const answer = await bench.call('operator', 'POST', path, body)
      assert.equal(answer.status, 200)
      assert.match((answer.body as { err: string }).err, why, path)
    }
    if (incrementWhy !== null) {
      const body = { param: `#${id}`, amount: value }
      assert.match(
        ((await bench.post(`/org/${bench.orgId}/params/increment/`, body)) as { err: string }).err,
        incrementWhy,
      )
    }
    assert.deepEqual(bench.devices.requestedFns, [])
    assert.equal((await bench.auditOf(id)).length, 0)
  }

  test('refuses text that is not a decimal', async () => {
    const id = await bench.paramOf({ address: 50, valueType: 'f64' })
    for (const value of [
      '',
      '0x10',
      '1e400',
      ' 5',
      '5 ',
      '1e3',
      '+5',
      '.5',
      '5.',
      'NaN',
      'Infinity',
      '1,5',
      '٣',
      '9'.repeat(65),
    ]) {
      await refused(id, value, /not a plain decimal/)
    }
  })

  const one = { address: 50, valueType: 'u16' }
  const rows: readonly (readonly [string, Omit<NewParam, 'slug'>, string, RegExp])[] = [
    ['below the least', { ...one, min: '5' }, '4', /at least 5/],
    ['above the most', { ...one, max: '30.5' }, '31', /at most 30\.5/],
    ['beyond the type', one, '65536', /from 0 to 65535/],
    ['no bit', { ...one, valueType: 'bit' }, '2', /from 0 to 1/],
    ['half a bit', { ...one, valueType: 'bit' }, '0.5', /whole/],
    ['not in the enum', { ...one, valueType: 'enum', enum: { 0: 'Off', 3: 'On' } }, '2', /one of 0, 3/],
    ['a label of the enum', { ...one, valueType: 'enum', enum: { 0: 'Off', 3: 'On' } }, 'On', /not a plain decimal/],
    ['a text that is too long', { ...one, valueType: 'string', bitsAmount: 16 }, 'abc', /at most 2 bytes/],
  ]
  for (const [name, param, value, why] of rows)
    test(name, async () => refused(await bench.paramOf(param), value, why, null))

  test('a parameter that is not programmable', async () =>
    refused(await bench.paramOf({ ...one, isProgrammable: false }), '1', /not programmable/))
  for (const [registerKind, valueType] of [
    ['input', 'u16'],
    ['discrete-input', 'bit'],
  ] as const) {
    test(`a parameter of kind ${registerKind}`, async () =>
      refused(await bench.paramOf({ address: 1, valueType, registerKind }), '1', /only be read/))
  }
  test('unit 0', async () => refused(await bench.paramOf(one, { unit: 0 }), '1', /every device/))
  test('a format that makes no sense', async () =>
    refused(await bench.paramOf({ ...one, valueType: 's16', bitsAmount: 3 }), '1', /set up wrongly/))
  test('a device that is disabled', async () => {
    const id = await bench.paramOf(one)
    await bench.service.db
      .sql`update device set disabled_on = now() where id = (select device_id from param where id = ${id})`
    await refused(id, '1', /device is disabled/)
  })
  test('a network that is disabled, or not to be written to', async () => {
    const { sql } = bench.service.db
    const id = await bench.paramOf(one)
    await sql`update net set disabled_on = now(), disabled_by = 'user'`
    await refused(id, '1', /network is disabled/)
    await sql`update net set disabled_on = null, disabled_by = null, is_writing_allowed = false`
    await refused(id, '1', /not allowed.*owner/)
    await sql`update net set is_writing_allowed = true`
    assert.ok('ok' in ((await bench.write(id, '1')) as object))
  })
  test('a network that is not connected', async () => {
    const id = await bench.paramOf(one)
    bench.field.remove(bench.netId)
    await refused(id, '1', /^NoConnection$/)
    await bench.reconnect()
  })
})
